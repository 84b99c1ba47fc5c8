// SPDX-License-Identifier: Apache-2.0
// What stands around the loop. A kernel's return value is a kernel of one item that runs after the
// loop's launch. What is bound before the loop from arrays is computed by another one, before the
// launch, and handed over in slots: so it is what it was then, whatever the loop stores.
#include <set>

#include "frontend/python/emitter.hpp"

namespace tack::python {

using hir::Step;
using ir::Inst;
using ir::Kind;
using ir::Type;

namespace {

// Every expression of some statements, those of inlined calls too.
template <class F>
void walk(const hir::Expr& e, F& visit);
template <class F>
void walk(const hir::Body& body, F& visit) {
  for (const hir::Stmt* s : body) {
    if (s->value != nullptr) walk(*s->value, visit);
    for (const hir::Expr* index : s->indices) walk(*index, visit);
    if (s->part != nullptr) walk(*s->part, visit);
    for (const hir::Range& range : s->ranges) {
      for (const hir::Expr* bound : {range.start, range.stop, range.step}) {
        if (bound != nullptr) walk(*bound, visit);
      }
    }
    walk(s->body, visit);
    walk(s->orelse, visit);
  }
}
template <class F>
void walk(const hir::Expr& e, F& visit) {
  const hir::Expr* at = &e;
  for (; at->kind == hir::Node::Binary; at = at->args[0]) {  // a chain may be long
    visit(*at);
    walk(*at->args[1], visit);
  }
  visit(*at);
  for (const hir::Expr* arg : at->args) walk(*arg, visit);
  if (at->inlined != nullptr) walk(at->inlined->body, visit);
}

// Arguments that some statements load from.
std::set<const hir::Array*> arrays_loaded(const hir::Body& body) {
  std::set<const hir::Array*> found;
  auto visit = [&](const hir::Expr& e) {
    if (e.kind == hir::Node::Load && e.array->arg >= 0) found.insert(e.array);
  };
  walk(body, visit);
  return found;
}

// The locals bound before the loop that something else than `before` reads.
std::vector<hir::Local*> locals_kept(const hir::Kernel& kernel) {
  std::set<const hir::Local*> read;
  auto visit = [&](const hir::Expr& e) {
    if (e.local != nullptr) read.insert(e.local);
  };
  walk(kernel.loop->body, visit);
  walk(kernel.after, visit);
  if (kernel.result != nullptr) walk(*kernel.result, visit);
  std::vector<hir::Local*> out;
  for (hir::Local* local : kernel.frame->locals) {
    bool is_variable =
        local->outer_assignments > 0 && (!local->is_substituted || local->may_be_unset);
    if (is_variable && read.count(local) != 0) out.push_back(local);
  }
  return out;
}

// Before another function is made of the same kernel.
void forget_emission(hir::Kernel& kernel) {
  for (hir::Local& local : kernel.locals) {
    local.var = local.direct = local.is_set = nullptr;
    local.parts.clear();
  }
  for (hir::Array& array : kernel.array_pool) array.inst = array.before = nullptr;
}

void collect_declarations(const hir::Body& body, std::vector<const hir::Stmt*>& out) {
  for (const hir::Stmt* s : body) {
    if (s->kind == Step::Declare) out.push_back(s);
    collect_declarations(s->body, out);
    collect_declarations(s->orelse, out);
  }
}

}  // namespace

// The block of slots, as the next parameter.
Inst* Emitter::open_slots() {
  params_.push_back({KernelParam::Source::Result, Kind::I64, 0, 0});
  return b_.function().add_param(Type::buffer(Kind::I64), "slots");
}

void Emitter::open_one_item() {
  b_.function().add_dimension("one", "n_one");
  declare(*kernel_.frame);
}

// 64 bits hold every integer, and a double every f32.
void Emitter::store_slot(Inst* slots, size_t slot, Inst* value) {
  Inst* wide = value->type.is_float() ? b_.bitcast(ir::kI64, convert(value, Kind::F64))
                                      : convert(value, Kind::I64);
  b_.store_elem(slots, b_.i64(static_cast<int64_t>(slot)), wide);
}

Inst* Emitter::load_slot(Inst* slots, size_t slot, Kind kind) {
  Inst* wide = b_.load_elem(slots, b_.i64(static_cast<int64_t>(slot)));
  return is_float(kind) ? convert(b_.bitcast(ir::kF64, wide), kind) : convert(wide, kind);
}

// In place of the statements before the loop.
void Emitter::restore(const std::vector<hir::Local*>& saved, Inst* slots) {
  std::vector<const hir::Stmt*> declarations;
  collect_declarations(kernel_.before, declarations);
  for (const hir::Stmt* s : declarations) statement(*s);
  size_t slot = 1;
  for (hir::Local* local : saved) {
    if (local->is_set != nullptr) {
      b_.store(local->is_set, load_slot(slots, slot++, Kind::I32));
      continue;
    }
    if (!local->ty.is_number()) {
      for (Inst* part : local->parts) b_.store(part, load_slot(slots, slot++, local->ty.kind));
      continue;
    }
    Inst* value = load_slot(slots, slot++, local->ty.kind);
    if (local->var != nullptr) {
      b_.store(local->var, value);
    } else {
      local->direct = value;
    }
  }
}

void Emitter::before() {
  is_before_ = true;
  body(kernel_.before);
  is_before_ = false;
}

void Emitter::open_copies() {
  std::set<const hir::Array*> loaded = arrays_loaded(kernel_.before);
  for (hir::Array* array : kernel_.arrays) {
    if (array == nullptr || loaded.count(array) == 0) continue;
    params_.push_back(
        {KernelParam::Source::Buffer, array->kind, static_cast<uint16_t>(array->arg), 1});
    array->before =
        b_.function().add_param(Type::buffer(array->kind), ir_name(array->name) + "_before");
  }
}

void Emitter::run_before(const std::vector<hir::Local*>& saved) {
  parameters();
  Inst* slots = open_slots();
  open_checks();
  open_one_item();
  before();
  size_t slot = 1;
  for (const hir::Local* local : saved) {
    if (local->is_set != nullptr) {
      store_slot(slots, slot++, b_.load(local->is_set));
      continue;
    }
    Kind kind = local->ty.kind;
    Parts values = local->ty.is_number() ? Parts{read(*local, kind)} : read_parts(*local, kind);
    for (Inst* value : values) store_slot(slots, slot++, value);
  }
}

void Emitter::run_after(const std::vector<hir::Local*>& saved, Kind kind) {
  parameters();
  Inst* slots = open_slots();
  open_checks();
  open_one_item();
  if (saved.empty()) {
    before();
  } else {
    restore(saved, slots);
  }
  body(kernel_.after);
  Inst* value = as(*kernel_.result, kind);
  store_slot(slots, 0, value);
}

void emit_kernels(hir::Kernel& kernel, Compiled& out, const AddKernel& add_kernel,
                  const SpecialiseOptions& options) {
  ResultPlan& plan = out.result;
  std::vector<hir::Local*> saved;
  // Traced code is one function, all of it.
  if (!options.traced && !arrays_loaded(kernel.before).empty()) saved = locals_kept(kernel);
  Emitter(kernel, out, out.params, add_kernel(out.kernel), options).run(saved);
  plan.slots = 1;
  for (const hir::Local* local : saved)
    plan.slots += local->is_substituted ? 1 : static_cast<uint32_t>(local->ty.shape.count());
  if (!saved.empty()) {
    forget_emission(kernel);
    plan.before = out.kernel + "_before";
    Emitter(kernel, out, plan.before_params, add_kernel(plan.before), options).run_before(saved);
  }
  if (kernel.result == nullptr) return;
  plan.kind = kernel.result_kind;
  if (plan.kind == Kind::Void) {
    plan.kind = kernel.is_float_result                ? Kind::F64
                : kernel.result->ty.kind == Kind::U64 ? Kind::U64
                                                      : Kind::I64;
  }
  forget_emission(kernel);
  plan.after = out.kernel + "_after";
  Emitter(kernel, out, plan.after_params, add_kernel(plan.after), options)
      .run_after(saved, plan.kind);
}

}  // namespace tack::python
