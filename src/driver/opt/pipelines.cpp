// SPDX-License-Identifier: Apache-2.0
#include "driver/opt/pipelines.hpp"

#include "backend/c89/compile.hpp"
#include "backend/spirv/pipeline.hpp"
#include "ir/text.hpp"
#include "transform/cpu_pipeline.hpp"

namespace tack::driver {
namespace {

std::string first_kernel(const ir::Module& module) {
  for (const auto& f : module.functions) {
    if (f->is_kernel()) return f->name;
  }
  return {};
}

std::vector<transform::Step> c89_steps(const ir::Module& module) {
  // tack-opt prints the IR only: who the parameters are does not matter there.
  static std::vector<c89::Parameter> parameters;
  return c89::pipeline(first_kernel(module), parameters);
}

Result<std::string> c89_text(const ir::Module& module, const transform::PipelineOptions& options) {
  std::vector<c89::Program> programs;
  std::string text = ir::print(module);
  for (const auto& f : module.functions) {
    if (!f->is_kernel()) continue;
    Result<std::unique_ptr<ir::Module>> copy = ir::parse(text);
    if (!copy) return copy.error();
    Result<c89::Program> program = c89::compile(**copy, f->name, options);
    if (!program) return program.error();
    programs.push_back(std::move(*program));
  }
  return c89::assemble(programs);
}

std::vector<transform::Step> cpu_steps(const ir::Module&) { return transform::cpu_pipeline({}); }

std::vector<transform::Step> spirv_steps(const ir::Module&) {
  return spirv::pipeline(std::make_shared<spirv::Compilation>());
}

// For a device that has nothing which it need not have.
std::vector<transform::Step> spirv_poor_steps(const ir::Module&) {
  auto c = std::make_shared<spirv::Compilation>();
  vulkan::Capabilities& caps = c->caps;
  caps.int8 = caps.int16 = caps.int64 = caps.float64 = caps.storage8 = caps.storage16 = false;
  caps.buffer_addresses = false;
  c->form = vulkan::BufferForm::Binding;
  return spirv::pipeline(c);
}

}  // namespace

const std::vector<Pipeline>& pipelines() {
  static const std::vector<Pipeline> table = {
      {"c89", c89_steps, c89_text},
      {"cpu", cpu_steps, nullptr},
      {"spirv", spirv_steps, nullptr},
      {"spirv-poor", spirv_poor_steps, nullptr},
  };
  return table;
}

}  // namespace tack::driver
