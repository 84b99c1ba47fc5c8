// SPDX-License-Identifier: Apache-2.0
#include "driver/gpu/execute.hpp"

#include "ir/text.hpp"

namespace tack::gpu {

Result<vulkan::Program> compile(const ir::Module& module, std::string_view kernel,
                                const spirv::Options& options) {
  Result<std::unique_ptr<ir::Module>> copy = ir::parse(ir::print(module));
  if (!copy) return copy.error();
  return spirv::compile(**copy, kernel, options);
}

Result<void> execute(vulkan::Device& device, const ir::Module& module, std::string_view kernel,
                     std::span<const vulkan::HostArgument> arguments,
                     std::span<const int64_t> extents, std::span<uint64_t> reductions,
                     const spirv::Options& options) {
  Result<vulkan::Program> program = compile(module, kernel, options);
  if (!program) return program.error();
  auto executable = vulkan::Executable::make(device, *program);
  if (!executable) return executable.error();
  return (*executable)->run(arguments, extents, reductions);
}

Result<void> execute(vulkan::Device& device, const ir::Module& module, std::string_view kernel,
                     std::span<const vulkan::HostArgument> arguments,
                     std::span<const int64_t> extents, std::span<uint64_t> reductions) {
  spirv::Options options;
  options.caps = device.capabilities();
  options.form =
      options.caps.buffer_addresses ? vulkan::BufferForm::Address : vulkan::BufferForm::Binding;
  return execute(device, module, kernel, arguments, extents, reductions, options);
}

}  // namespace tack::gpu
