// SPDX-License-Identifier: Apache-2.0
#include "launch/program.hpp"

#include <algorithm>

#include "frontend/python/message.hpp"

namespace tack::launch {

Program::Program(SourceFile file, bool is_file) : module_(std::move(file), is_file) {
  auto add = [&](const std::shared_ptr<const python::Template>& source, const std::string& name) {
    kernels_.push_back(std::make_unique<Kernel>(source, module_.environment()));
    names_.push_back(name);
  };
  for (const python::FileKernel& kernel : module_.kernels()) {
    add(kernel.source, kernel.name);
    if (kernel.is_doubtful) doubtful_.insert(kernels_.back().get());
  }
  for (const python::FileClass& one : module_.classes())
    for (const python::FileClass::Kernel& kernel : one.kernels) {
      add(kernel.source, kernel.name);
      if (kernel.is_doubtful) doubtful_.insert(kernels_.back().get());
    }
}

const python::FileClass* Program::class_of(const Kernel& kernel) const {
  for (const python::FileClass& one : module_.classes())
    for (const python::FileClass::Kernel& inside : one.kernels)
      if (inside.source.get() == &kernel.source()) return inside.is_static ? nullptr : &one;
  return nullptr;
}

Kernel* Program::find(std::string_view name) {
  // The last of a name is the one that Python would see.
  for (size_t k = kernels_.size(); k-- > 0;)
    if (names_[k] == name) return doubtful_.count(kernels_[k].get()) ? nullptr : kernels_[k].get();
  const std::vector<python::FileClass>& classes = module_.classes();
  for (size_t c = classes.size(); c-- > 0;)
    for (const python::FileClass::Kernel& inherited : classes[c].inherited)
      if (inherited.name == name)
        for (const std::unique_ptr<Kernel>& kernel : kernels_)
          if (&kernel->source() == inherited.source.get()) return kernel.get();
  return nullptr;
}

std::string Program::no_such_kernel(std::string_view name) {
  if (std::find(names_.begin(), names_.end(), name) != names_.end())
    return "kernel '" + std::string(name) + "' in '" + module_.file().name +
           "' is defined in several arms; only Python knows which of them runs";
  for (const python::NestedKernel& nested : module_.nested_kernels())
    if (nested.name == name || nested.name.ends_with("." + std::string(name)))
      return "kernel '" + nested.name + "' in '" + module_.file().name + "' stands in '" +
             nested.name.substr(0, nested.name.rfind('.')) +
             "' and is made when Python runs it; kernels at the top level and in device classes "
             "run without";
  std::string text =
      "there is no kernel '" + std::string(name) + "' in '" + module_.file().name + "'";
  const std::vector<std::string>& names = names_;
  if (names.empty()) return text + "; a kernel is a function at its top level with @tack.kernel";
  if (std::string near = python::nearest_name(name, names); !near.empty())
    return text + "; did you mean '" + near + "'?";
  text += "; it has ";
  for (size_t k = 0; k < names.size(); ++k) text += (k ? ", " : "") + names[k];
  return text;
}

}  // namespace tack::launch
