// SPDX-License-Identifier: Apache-2.0
// From a kernel at Stage::Source to SPIR-V for a device that has `caps`.
#pragma once

#include <memory>
#include <string_view>

#include "backend/spirv/entry.hpp"
#include "ir/ir.hpp"
#include "support/result.hpp"
#include "transform/pass.hpp"

namespace tack::spirv {

struct Options {
  vulkan::Capabilities caps;
  vulkan::BufferForm form = vulkan::BufferForm::Address;
  transform::PipelineOptions passes;
};

// Consumes the module's content: what is left of it is the raised kernel. An error says what the
// device cannot do for this kernel.
Result<vulkan::Program> compile(ir::Module& module, std::string_view kernel,
                                const Options& options);

}  // namespace tack::spirv
