// SPDX-License-Identifier: Apache-2.0
#include "launch/program.hpp"

#include "frontend/python/message.hpp"

namespace tack::launch {

Program::Program(SourceFile file, bool is_file) : module_(std::move(file), is_file) {
  for (const python::FileKernel& kernel : module_.kernels())
    kernels_.push_back(std::make_unique<Kernel>(kernel.source, module_.environment()));
}

Kernel* Program::find(std::string_view name) {
  // The last of a name is the one that Python would see.
  for (auto kernel = kernels_.rbegin(); kernel != kernels_.rend(); ++kernel)
    if ((*kernel)->name() == name) return kernel->get();
  return nullptr;
}

std::string Program::no_such_kernel(std::string_view name) const {
  std::string text =
      "there is no kernel '" + std::string(name) + "' in '" + module_.file().name + "'";
  std::vector<std::string> names;
  for (const auto& kernel : kernels_) names.push_back(kernel->name());
  if (names.empty()) return text + "; a kernel is a function at its top level with @tack.kernel";
  if (std::string near = python::nearest_name(name, names); !near.empty())
    return text + "; did you mean '" + near + "'?";
  text += "; it has ";
  for (size_t k = 0; k < names.size(); ++k) text += (k ? ", " : "") + names[k];
  return text;
}

}  // namespace tack::launch
