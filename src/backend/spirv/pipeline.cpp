// SPDX-License-Identifier: Apache-2.0
#include "backend/spirv/pipeline.hpp"

#include <algorithm>

#include "backend/spirv/emitter.hpp"
#include "backend/spirv/hide_constants.hpp"
#include "backend/spirv/raise_entry.hpp"
#include "transform/exact_floats.hpp"
#include "transform/inline_calls.hpp"
#include "transform/keep_subnormals.hpp"
#include "transform/lower_control.hpp"
#include "transform/lower_exits.hpp"
#include "transform/lower_int64.hpp"
#include "transform/lower_small_ints.hpp"
#include "transform/promote_vars.hpp"
#include "transform/simplify.hpp"
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
    if (ir::is_atomic(inst.op)) refuse("updates memory atomically, which is not built for Vulkan");
    if (inst.op == ir::Op::Print) refuse("prints, which is not built for Vulkan");
    if (inst.op == ir::Op::Call) refuse("calls @" + inst.callee->name + ", which has no body");
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

// Leaves only the kernel, its calls inlined.
Result<void> isolate(Module& module, Compilation& c) {
  for (const auto& f : module.functions) {
    if (!c.kernel && f->is_kernel() && (c.name.empty() || f->name == c.name)) c.kernel = f.get();
  }
  if (!c.kernel) return Error{c.name.empty() ? "no kernel" : "no kernel @" + c.name};
  Result<void> inlined = transform::inline_calls(module);
  if (!inlined) return inlined;
  std::erase_if(module.functions, [&](const auto& f) { return f.get() != c.kernel; });
  std::string why = refusal(*c.kernel, c.caps);
  if (why.empty()) return {};
  c.refusal = why;
  return Error{why};
}

}  // namespace

std::vector<transform::Step> pipeline(std::shared_ptr<Compilation> c) {
  using namespace transform;
  auto kernel = [c](auto pass) { return [c, pass](Module&) { pass(*c->kernel); }; };
  auto tidy = [](Module& m) { simplify(m); };
  const vulkan::Capabilities& caps = c->caps;
  Subnormals subnormals{!caps.subnormals32, !caps.subnormals64};
  ExactFloats floats{
      !caps.exact_div32 || subnormals.keep32,  !caps.exact_div64 || subnormals.keep64,
      !caps.exact_sqrt32 || subnormals.keep32, !caps.exact_sqrt64 || subnormals.keep64,
      !caps.fused_fma32 || subnormals.keep32,  !caps.fused_fma64 || subnormals.keep64};
  std::vector<Step> steps = {
      {"isolate", [c](Module& m) { return isolate(m, *c); }},
      {"split_aggregates", split_aggregates},
      {"promote_vars", promote_vars},
      {"simplify", tidy},
      {"raise_entry", kernel([c](Function& f) { c->entry = raise_entry(f, c->caps, c->form); })},
      {"lower_for", kernel(lower_for)},
      {"keep_subnormals", kernel([subnormals](Function& f) { keep_subnormals(f, subnormals); })},
      {"exact_floats", kernel([floats](Function& f) { exact_floats(f, floats); })},
      {"lower_exits", kernel([](Function& f) { lower_exits(f); })},
      {"lower_switch", kernel(lower_switch)},
  };
  if (!c->caps.int8 || !c->caps.int16) {
    SmallInts which{!c->caps.int8, !c->caps.int16};
    steps.push_back(
        {"lower_small_ints", kernel([which](Function& f) { lower_small_ints(f, which); })});
  }
  if (!c->caps.int64) {
    // Fewer 64-bit operations to take apart, and then fewer words.
    steps.push_back({"simplify_wide", tidy});
    steps.push_back({"lower_int64", kernel([c](Function& f) {
                       lower_int64(f);
                       use_words(c->entry.layout);
                     })});
  }
  steps.push_back({"simplify_last", tidy});
  steps.push_back({"hide_constants", kernel([c](Function& f) { hide_constants(f, c->entry); })});
  return steps;
}

Result<vulkan::Program> compile(Module& module, std::string_view name, const Options& options) {
  if (options.form == vulkan::BufferForm::Address && !options.caps.buffer_addresses)
    return Error{"this device has no buffer addresses"};
  auto c = std::make_shared<Compilation>();
  c->caps = options.caps;
  c->form = options.form;
  c->name = name;
  Result<void> passed = transform::run_pipeline(module, pipeline(c), options.passes);
  if (!c->refusal.empty()) return Error{c->refusal};
  if (!passed) return passed.error();

  vulkan::Program program;
  program.words = Emitter(*c->kernel, c->entry, c->caps).run();
  program.layout = std::move(c->entry.layout);
  return program;
}

}  // namespace tack::spirv
