// SPDX-License-Identifier: Apache-2.0
// The arguments of a kernel that nobody calls, guessed from how its text uses them.
#pragma once

#include <span>
#include <vector>

#include "frontend/python/file_class.hpp"

namespace tack::python {

struct GuessedArguments {
  std::vector<ArgType> types;
  std::vector<ObjectArgument> objects;
  // Why nobody but Python knows what the arguments are, such as an object of a class that is not in
  // the file: the kernel cannot be checked. Empty: nothing stands in the way.
  std::string obstacle;
  size_t choices = 1;  // how many classes fit a parameter as well as any other
};

// What is indexed or measured is an array of `element`, what has attributes that a device class of
// the file has is an instance of it, everything else an i32. `owner`: the class that the kernel
// stands in, whose instance is its first parameter; or null.
// `choice`: which of the classes that fit equally well.
GuessedArguments guess_call(const Template& kernel, Environment& environment,
                            std::span<const FileClass> classes, const FileClass* owner,
                            ir::Kind element, size_t choice = 0);

}  // namespace tack::python
