// SPDX-License-Identifier: Apache-2.0
// The kernels of one text or file, ready to be called: for the C++ library and the command.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/file_module.hpp"
#include "launch/kernel.hpp"
#include "launch/object.hpp"

namespace tack::launch {

class Program {
 public:
  explicit Program(SourceFile file, bool is_file = true);

  // By name, in a class or one derived from it by "Class.name"; null when there is none.
  Kernel* find(std::string_view name);
  // Those of classes, whose first argument is an instance, after the others.
  const std::vector<std::unique_ptr<Kernel>>& kernels() const { return kernels_; }
  const std::string& name_of(size_t kernel) const { return names_[kernel]; }
  // The class that a kernel stands in; null: in none.
  const python::FileClass* class_of(const Kernel& kernel) const;
  python::FileModule& module() { return module_; }
  // Of all instances of its classes.
  Structures& structures() { return structures_; }
  // "there is no kernel 'x' in 'y.py'; it has: a, b"
  std::string no_such_kernel(std::string_view name);

 private:
  python::FileModule module_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::vector<std::string> names_;
  std::set<const Kernel*> doubtful_;  // of which several arms of the file have one
  Structures structures_;
};

}  // namespace tack::launch
