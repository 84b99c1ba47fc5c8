// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel for a Vulkan device and runs it once on host memory.
#pragma once

#include <span>
#include <string_view>

#include "backend/spirv/pipeline.hpp"
#include "ir/ir.hpp"
#include "runtime/vulkan/runner.hpp"

namespace tack::gpu {

// The module is not changed. `options.caps` may be less than what the device has: lowerings are
// tested that way.
Result<vulkan::Program> compile(const ir::Module& module, std::string_view kernel,
                                const spirv::Options& options);

Result<void> execute(vulkan::Device& device, const ir::Module& module, std::string_view kernel,
                     std::span<const vulkan::HostArgument> arguments,
                     std::span<const int64_t> extents, std::span<uint64_t> reductions,
                     const spirv::Options& options);

// The same with all that the device has.
Result<void> execute(vulkan::Device& device, const ir::Module& module, std::string_view kernel,
                     std::span<const vulkan::HostArgument> arguments,
                     std::span<const int64_t> extents, std::span<uint64_t> reductions = {});

}  // namespace tack::gpu
