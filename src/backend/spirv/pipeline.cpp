// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv/pipeline.hpp"

#include <algorithm>

#include "backend/spirv/emitter.hpp"
#include "backend/spirv/raise_entry.hpp"
#include "transform/inline_calls.hpp"
#include "transform/lower_control.hpp"
#include "transform/lower_exits.hpp"
#include "transform/lower_int64.hpp"
#include "transform/lower_small_ints.hpp"
#include "transform/split_aggregates.hpp"

namespace tack::spirv {
namespace {

using ir::Function;
using ir::Module;

// What no lowering takes away.
std::string refusal(const Function& kernel, const vulkan::Capabilities& caps) {
  std::string why;
  auto refuse = [&](std::string text) {
    if (why.empty()) why = "kernel @" + kernel.name + ": " + std::move(text);
  };
  if (kernel.gang != 0) refuse("is vectorised already");
  auto check = [&](ir::Type type) {
    bool f64 =
        type.kind == ir::Kind::F64 || (type.is_buffer() && type.buffer_element() == ir::Kind::F64);
    if (f64 && !caps.float64) refuse("uses f64, which this device does not have");
  };
  for (const ir::Inst* p : kernel.params) check(p->type);
  for (const ir::Inst* r : kernel.reductions) check(r->aux);
  ir::walk(kernel.body, [&](const ir::Inst& inst) {
    check(inst.type);
    if (inst.op == ir::Op::Var) check(inst.aux);
    if (inst.op == ir::Op::Call) refuse("calls @" + inst.callee->name + ", which was not inlined");
  });
  return why;
}

// Without Int64 the code's indices are signed 32-bit numbers, and 64-bit elements two words each.
void use_words(vulkan::Layout& layout) {
  layout.max_elements = INT32_MAX;
  for (vulkan::BufferLayout& buffer : layout.buffers) {
    if (buffer.element_bytes != 8 || buffer.is_float) continue;
    buffer.index_bytes = buffer.access_bytes = 4;
    layout.max_elements = INT32_MAX / 2;
  }
}

}  // namespace

Result<vulkan::Program> compile(Module& module, std::string_view name, const Options& options) {
  Function* kernel = module.find_function(name);
  if (!kernel || !kernel->is_kernel()) return Error{"no kernel @" + std::string(name)};
  const vulkan::Capabilities& caps = options.caps;
  if (options.form == vulkan::BufferForm::Address && !caps.buffer_addresses)
    return Error{"this device has no buffer addresses"};

  Entry entry;
  Result<void> inlined;
  auto on_kernel = [&](void (*pass)(Function&)) {
    return [kernel, pass](Module&) { pass(*kernel); };
  };
  std::vector<transform::Step> steps = {
      {"inline_calls", [&](Module& m) { inlined = transform::inline_calls(m); }},
      {"isolate",
       [&](Module& m) {
         std::erase_if(m.functions, [&](const auto& f) { return f.get() != kernel; });
       }},
      {"split_aggregates", [](Module& m) { transform::split_aggregates(m); }},
      {"raise_entry", [&](Module&) { entry = raise_entry(*kernel, caps, options.form); }},
      {"lower_for", on_kernel(transform::lower_for)},
      {"lower_exits", on_kernel(transform::lower_exits)},
      {"lower_switch", on_kernel(transform::lower_switch)},
      {"lower_small_ints",
       [&](Module&) { transform::lower_small_ints(*kernel, {!caps.int8, !caps.int16}); }},
  };
  if (!caps.int64) {
    steps.push_back({"lower_int64", [&](Module&) {
                       transform::lower_int64(*kernel);
                       use_words(entry.layout);
                     }});
  }
  Result<void> passed = transform::run_pipeline(module, steps, options.passes);
  if (!inlined) return inlined.error();
  if (!passed) return passed.error();
  if (std::string why = refusal(*kernel, caps); !why.empty()) return Error{why};

  vulkan::Program program;
  program.words = Emitter(*kernel, entry, caps).run();
  program.layout = std::move(entry.layout);
  return program;
}

}  // namespace tack::spirv
