// SPDX-License-Identifier: Apache-2.0
// The arguments of `tack run` from words of the command line.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "driver/tack/host_array.hpp"
#include "driver/tack/object_word.hpp"
#include "launch/arguments.hpp"

namespace tack::driver {

class RunArguments {
 public:
  // One word a parameter. `checked`: files change at commit() only.
  static Result<std::unique_ptr<RunArguments>> read(std::span<const std::string> words,
                                                    const python::FileModule& module, bool checked);

  const launch::CallArguments& call() const { return call_; }
  launch::CallArguments& call() { return call_; }
  // Writes what a successful run leaves in files.
  Result<void> commit();

 private:
  // A number or an array, as the call takes it.
  using Value = std::variant<int64_t, uint64_t, double, const launch::ArrayData*>;
  struct FileWord {
    std::string path;
    bool writes = false;
    uint32_t components = 0;  // of its extents, the last: of the vectors or matrices in it
  };

  Result<void> add(const std::string& word, int parameter);
  Result<void> push(const Value& value);
  Result<Value> read_value(const std::string& word);
  Result<Value> read_file(const FileWord& word);
  Result<FieldValue> read_field(const std::string& word);
  Result<const launch::ArrayData*> view(const HostArray& array, const std::string& name,
                                        uint32_t components);

  struct Opened {
    std::string path;
    FileIdentity identity;
    bool writes;
    HostArray* array;
  };
  struct Created {
    std::string path;
    FileIdentity identity;
  };
  const python::FileModule* module_ = nullptr;
  bool checked_ = false;
  launch::CallArguments call_;
  std::vector<Value> fields_;  // of the object that is being read
  std::vector<std::unique_ptr<HostArray>> arrays_;
  std::deque<launch::ArrayData> views_;
  std::deque<std::shared_ptr<const python::ObjectType>> objects_;
  std::vector<Opened> opened_;
  std::vector<Created> created_;
};

}  // namespace tack::driver
