// SPDX-License-Identifier: Apache-2.0
// The arguments of `tack run` from words of the command line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "driver/tack/host_array.hpp"
#include "launch/arguments.hpp"

namespace tack::driver {

class RunArguments {
 public:
  // One word a parameter. `checked`: files change at commit() only.
  static Result<std::unique_ptr<RunArguments>> read(std::span<const std::string> words,
                                                    bool checked);

  const launch::CallArguments& call() const { return call_; }
  // Writes what a successful run leaves in files.
  Result<void> commit();

 private:
  Result<void> add(const std::string& word, bool checked);
  Result<void> add_file(const std::string& path, bool writes, bool checked);
  Result<bool> add_number(const std::string& word);

  struct Opened {
    std::string path;
    FileIdentity identity;
    bool writes;
    HostArray* array;
  };
  launch::CallArguments call_;
  std::vector<std::unique_ptr<HostArray>> arrays_;
  std::vector<Opened> opened_;
  std::vector<std::string> created_;
};

}  // namespace tack::driver
