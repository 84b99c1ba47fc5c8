// SPDX-License-Identifier: Apache-2.0
// From a kernel at Stage::Source to SPIR-V for a device that has `caps`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

// What the steps of one kernel's pipeline share.
struct Compilation {
  vulkan::Capabilities caps;
  vulkan::BufferForm form = vulkan::BufferForm::Address;
  std::string name;                // of the kernel; empty: the module's first
  ir::Function* kernel = nullptr;  // from `isolate` on
  Entry entry;                     // from `raise_entry` on
  std::string refusal;             // what the device cannot do for the kernel
};

// The list, readable as a script. Holds on to `compilation`, of which the passes that the device
// needs follow.
std::vector<transform::Step> pipeline(std::shared_ptr<Compilation> compilation);

// Consumes the module's content: what is left of it is the raised kernel. An error says what the
// device cannot do for this kernel.
Result<vulkan::Program> compile(ir::Module& module, std::string_view kernel,
                                const Options& options);

}  // namespace tack::spirv
