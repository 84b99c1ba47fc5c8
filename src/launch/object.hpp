// SPDX-License-Identifier: Apache-2.0
// What a kernel may read of an instance of a device class in a file, attribute by attribute.
// Nothing of Python runs: `__init__` does not.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/python/file_module.hpp"
#include "support/result.hpp"

namespace tack::launch {

// Objects may hold objects, in so many levels.
inline constexpr int kMaxObjectDepth = 16;

// The device class of that name, of this file or of one that it imports.
Result<const python::FileClass*> find_class(const python::FileModule& module,
                                            const std::string& name);

// Structures by all that distinguishes them, so that instances that look the same share compiled
// code. Any thread may ask.
class Structures {
 public:
  using Type = std::shared_ptr<const python::ObjectType>;
  Type find_or_add(const python::FileClass& of, Type type);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, Type> known_;
};

class ObjectBuilder {
 public:
  // `of` must outlive the builder.
  explicit ObjectBuilder(const python::FileClass& of) : of_(&of) {}

  // An error: why no instance may have such an attribute.
  Result<void> check_name(const std::string& name) const;
  // Each replaces what was set under the name before. A number without a value is one whose type
  // alone is known.
  Result<void> set_number(const std::string& name, const std::optional<python::Constant>& value);
  Result<void> set_array(const std::string& name, std::vector<int64_t> extents);
  Result<void> set_object(const std::string& name, std::shared_ptr<const python::ObjectType> type);

  // Whether a number under that name is a constant of the code, since the class has one.
  bool is_constant(const std::string& name) const;
  // `hint`: what to do about an attribute that is not there.
  std::shared_ptr<const python::ObjectType> finish(std::string hint) const;

 private:
  Result<void> set(python::ObjectType::Member member);

  const python::FileClass* of_;
  std::vector<python::ObjectType::Member> members_;  // of the instance
};

}  // namespace tack::launch
