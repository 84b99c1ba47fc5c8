// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/emitter.hpp"
#include "support/ice.hpp"

namespace tack::python {

using hir::Step;
using ir::Inst;
using ir::Kind;
using ir::Type;

std::string ir_name(const std::string& name) {
  std::string out;
  for (char c : name) {
    bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    out += plain ? c : '_';
  }
  if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out.insert(out.begin(), '_');
  return out;
}

// A kernel's arguments are the parameters of each function that is made of it.
void Emitter::parameters() {
  b_.set_loc(kernel_.loop->loc);
  for (size_t k = 0; k < kernel_.arrays.size(); ++k) {
    KernelParam param;
    param.arg = static_cast<uint16_t>(k);
    if (hir::Array* array = kernel_.arrays[k]) {
      param.source = KernelParam::Source::Buffer;
      param.kind = array->kind;
      array->inst = b_.function().add_param(Type::buffer(array->kind), ir_name(array->name));
    } else {
      hir::Local& local = *kernel_.scalars[k];
      param.source = KernelParam::Source::Scalar;
      param.kind = local.fixed;
      local.direct = b_.function().add_param(Type::scalar(local.fixed), ir_name(local.name));
    }
    params_.push_back(param);
  }
  if (is_traced_) open_copies();
}

void Emitter::run(const std::vector<hir::Local*>& saved) {
  parameters();
  for (const auto& [array, k] : kernel_.sizes) fix(*array, k);
  out_.needs_extents = !kernel_.sizes.empty();
  Inst* slots = saved.empty() ? nullptr : open_slots();
  open_checks();
  declare(*kernel_.frame);
  if (slots != nullptr) {
    restore(saved, slots);
  } else {
    before();
  }
  out_.checks.loop = kernel_.loop->loc;
  parallel_loop();
}

// The variables of a frame, at its start. Parameters that are assigned begin with their value.
void Emitter::declare(const hir::Frame& frame) {
  for (hir::Local* local : frame.locals) {
    bool is_index = local->fixed != Kind::Void && local->arg < 0;
    if (local->is_substituted && local->may_be_unset) {
      local->is_set = b_.var(ir::kI32, ir_name(local->name) + "_is_set");
      name_local(local->is_set, local->name);
    }
    if (is_index || local->is_temporary || local->is_substituted || local->assignments == 0)
      continue;
    TACK_CHECK(local->ty.known());
    if (!local->ty.is_number()) {
      local->parts.clear();
      for (uint32_t k = 0; k < local->ty.shape.count(); ++k)
        local->parts.push_back(
            b_.var(Type::scalar(local->ty.kind), ir_name(local->name) + "_" + std::to_string(k)));
      for (const Inst* part : local->parts) name_local(part, local->name);
      continue;
    }
    local->var = b_.var(Type::scalar(local->ty.kind), ir_name(local->name));
    name_local(local->var, local->name);
    if (local->direct != nullptr) {
      b_.store(local->var, local->direct);
      local->direct = nullptr;
    }
  }
}

void Emitter::bind_index(hir::Local& local, Inst* index) {
  if (local.assignments == 0) {
    local.direct = index;
    return;
  }
  local.var = b_.var(ir::kI64, ir_name(local.name));
  b_.store(local.var, index);
}

Inst* Emitter::launch_param(KernelParam::Source source, uint16_t dimension, const char* name) {
  params_.push_back({source, Kind::I64, 0, dimension});
  return b_.function().add_param(ir::kI64, name);
}

// The item's number in each dimension. Of more than three the slowest share one dimension of the
// kernel: taking it apart is a division for each row, not for each item.
std::vector<Inst*> Emitter::dimensions(const hir::Stmt& loop) {
  size_t count = loop.ranges.size();
  size_t folded = count > 3 ? count - 2 : 1;
  std::vector<Inst*> counters(count);
  auto add = [&](const hir::Range& range) {
    b_.function().add_dimension(ir_name(range.index->name), "n_" + ir_name(range.index->name));
    return b_.function().indices.back();
  };
  Inst* outer = add(*loop.ranges.begin());
  for (size_t d = folded; d < count; ++d) counters[d] = add(loop.ranges[d]);
  for (size_t d = folded; d-- > 1;) {
    Inst* extent = launch_param(KernelParam::Source::Extent, static_cast<uint16_t>(d), "extent");
    counters[d] = b_.emit(ir::Op::Rem, {outer, extent});
    outer = b_.emit(ir::Op::Div, {outer, extent});
  }
  counters[0] = outer;
  return counters;
}

void Emitter::parallel_loop() {
  const hir::Stmt& s = *kernel_.loop;
  b_.set_loc(s.loc);
  Inst* item = s.has_continue ? b_.block("item") : nullptr;
  ir::Region& outer = b_.region();
  if (item != nullptr) b_.set_region(item->body());
  std::vector<Inst*> counters = dimensions(s);
  for (size_t d = 0; d < s.ranges.size(); ++d) {
    const hir::Range& range = s.ranges[d];
    Inst* index = counters[d];
    // Starts and steps are the host's: a bound that is exact there may wrap here.
    auto part = [&](const hir::Expr& e, KernelParam::Source source, const char* name) {
      if (e.kind == hir::Node::Int) return b_.i64(static_cast<int64_t>(e.bits));
      return launch_param(source, static_cast<uint16_t>(d), name);
    };
    bool has_step =
        range.step != nullptr && !(range.step->kind == hir::Node::Int && range.step->bits == 1);
    bool has_start =
        range.start != nullptr && !(range.start->kind == hir::Node::Int && range.start->bits == 0);
    if (has_step) index = b_.mul(index, part(*range.step, KernelParam::Source::Step, "step"));
    if (has_start) index = b_.add(part(*range.start, KernelParam::Source::Start, "start"), index);
    bind_index(*range.index, index);
  }
  loops_.push_back({nullptr, item});
  is_in_loop_ = true;
  body(s.body);
  is_in_loop_ = false;
  loops_.pop_back();
  b_.set_region(outer);
}

// --- statements

bool Emitter::body(const hir::Body& statements) {
  for (const hir::Stmt* s : statements) {
    if (statement(*s)) return true;
  }
  return false;
}

bool Emitter::statement(const hir::Stmt& s) {
  b_.set_loc(s.loc);
  switch (s.kind) {
    case Step::Assign:
      assign(*s.local, *s.value);
      return false;
    case Step::Store:
      store(s);
      return false;
    case Step::AugStore:
      augmented_store(s);
      return false;
    case Step::SetPart:
    case Step::AugSetPart:
      set_part(s);
      return false;
    case Step::If:
      if_statement(s);
      return false;
    case Step::Choose:
      choose_statement(s);
      return false;
    case Step::While:
      while_statement(s);
      return false;
    case Step::For:
      for_statement(s);
      return false;
    case Step::Break:
      b_.exit(loops_.back().label);
      return true;
    case Step::Continue:
      b_.exit(loops_.back().iteration);
      return true;
    case Step::Return:
      if (returns_.back() == nullptr) return true;  // the last statement
      b_.exit(returns_.back());
      return true;
    case Step::Eval:
      if (s.value->kind == hir::Node::Print) {
        print(*s.value);
      } else if (s.value->kind == hir::Node::Atomic) {
        atomic(*s.value);
      } else {
        inline_body(*s.value->inlined);
      }
      return false;
    case Step::Declare: {
      hir::Array& array = *s.array;
      array.inst =
          b_.var(b_.module().array(Type::scalar(array.kind), array.size * array.element.count()),
                 ir_name(array.name));
      name_local(array.inst, array.name);
      return false;
    }
  }
  TACK_ICE("statement kind");
}

void Emitter::assign(hir::Local& local, const hir::Expr& value) {
  if (local.is_substituted) {  // `value` is written where it is read; it has no effects
    if (local.is_set != nullptr) b_.store(local.is_set, b_.i32(1));
    return;
  }
  // All of a vector before any of it is stored: the value may read the local.
  Parts result = parts(value, local.ty.kind);
  bool is_number = local.ty.is_number();
  if (local.is_temporary) {
    if (is_number) {
      local.direct = result[0];
    } else {
      local.parts = std::move(result);
    }
    return;
  }
  if (is_number) {
    b_.store(local.var, result[0]);
    return;
  }
  for (size_t k = 0; k < result.size(); ++k) b_.store(local.parts[k], result[k]);
}

// The value first, then the index.
void Emitter::store(const hir::Stmt& s) {
  const hir::Array& array = *s.array;
  if (s.part != nullptr) {
    Inst* value = as(*s.value, array.kind);
    Inst* at = index(array, s.indices);
    Part which = part(*s.part, array.element);
    b_.set_loc(s.loc);
    store_part(array, at, which, value);
    return;
  }
  Parts value = spread(*s.value, array.kind, array.element);
  Inst* at = index(array, s.indices);
  b_.set_loc(s.loc);
  store_element(array, at, value);
}

// The index once, then the old value, then the right side.
void Emitter::augmented_store(const hir::Stmt& s) {
  const hir::Array& array = *s.array;
  Inst* at = index(array, s.indices);
  if (s.part != nullptr) {
    Part which = part(*s.part, array.element);
    b_.set_loc(s.loc);
    s.old->direct = load_part(array, at, which);
    Inst* value = as(*s.value, array.kind);
    b_.set_loc(s.loc);
    store_part(array, at, which, value);
    return;
  }
  b_.set_loc(s.loc);
  Parts old = load_element(array, at);
  if (array.element.is_number()) {
    s.old->direct = old[0];
  } else {
    s.old->parts = std::move(old);
  }
  Parts value = spread(*s.value, array.kind, array.element);
  b_.set_loc(s.loc);
  store_element(array, at, value);
}

void Emitter::if_statement(const hir::Stmt& s) {
  Inst* condition = truth(*s.value);
  b_.set_loc(s.loc);
  Inst* branch = b_.if_(condition);
  b_.in(*branch->regions[0], [&] { body(s.body); });
  b_.in(*branch->regions[1], [&] { body(s.orelse); });
}

// An arm that was taken leaves the block of all.
void Emitter::choose_statement(const hir::Stmt& s) {
  Inst* all = b_.block("choose");
  b_.in(all->body(), [&] {
    for (const hir::Stmt* arm : s.body) {
      Inst* condition = truth(*arm->value);
      b_.set_loc(arm->loc);
      Inst* branch = b_.if_(condition);
      b_.in(*branch->regions[0], [&] {
        if (!body(arm->body)) b_.exit(all);
      });
    }
    body(s.orelse);
  });
}

void Emitter::loop_body(const hir::Stmt& s, Inst* loop) {
  Inst* iteration = s.has_continue ? b_.block("next") : nullptr;
  loops_.push_back({loop, iteration});
  if (iteration != nullptr) {
    b_.in(iteration->body(), [&] { body(s.body); });
  } else {
    body(s.body);
  }
  loops_.pop_back();
}

void Emitter::while_statement(const hir::Stmt& s) {
  Inst* loop = b_.loop("while");
  b_.in(loop->body(), [&] {
    bool is_endless = s.value->kind == hir::Node::Int && s.value->bits != 0;
    if (!is_endless) {
      Inst* condition = truth(*s.value);
      b_.set_loc(s.loc);
      Inst* more = b_.if_(condition);
      b_.in(*more->regions[1], [&] { b_.exit(loop); });
    }
    loop_body(s, loop);
  });
}

// A bound as i64. A u64 beyond it is more than any index reaches: it stays the greatest.
Inst* Emitter::bound(const hir::Expr& e) {
  if (e.kind == hir::Node::Int && e.ty.kind != Kind::U64) return as(e, Kind::I64);
  if (e.ty.kind != Kind::U64) return as(e, Kind::I64);
  Inst* value = as(e, Kind::U64);
  return convert(b_.emit(ir::Op::Min, {value, b_.constant(ir::kU64, INT64_MAX)}), Kind::I64);
}

void Emitter::for_statement(const hir::Stmt& s) {
  struct Bounds {
    Inst *start, *stop, *step;
  };
  std::vector<Bounds> bounds;
  for (const hir::Range& range : s.ranges) {
    Bounds one{};
    one.start = range.start ? bound(*range.start) : b_.i64(0);
    one.stop = bound(*range.stop);
    one.step = range.step ? bound(*range.step) : b_.i64(1);
    if (range.step) check_step(*range.step, one.step);
    bounds.push_back(one);
  }
  b_.set_loc(s.loc);
  ir::Region& outer = b_.region();
  Inst* first = nullptr;
  std::vector<Inst*> indices;
  for (size_t d = 0; d < bounds.size(); ++d) {
    hir::Local& index = *s.ranges[d].index;
    Inst* loop =
        b_.for_range(bounds[d].start, bounds[d].stop, bounds[d].step, ir_name(index.name), "for");
    if (first == nullptr) first = loop;
    b_.set_region(loop->body());
    indices.push_back(loop->index);
  }
  // All of them in each iteration: the body may have assigned an outer one.
  for (size_t d = 0; d < indices.size(); ++d) bind_index(*s.ranges[d].index, indices[d]);
  loop_body(s, first);
  b_.set_region(outer);
}

void Emitter::inline_body(const hir::Inlined& call) {
  declare(*call.frame);
  Inst* label = call.has_early_return ? b_.block("call") : nullptr;
  returns_.push_back(label);
  // A return inside the callee never leaves the caller's loops.
  std::vector<Loop> outer = std::exchange(loops_, {});
  auto fill = [&] {
    for (const hir::Stmt* s : call.body) {
      bool is_last = s == call.body.back();
      if (is_last && s->kind == Step::Return) break;
      if (statement(*s)) break;
    }
  };
  if (label != nullptr) {
    b_.in(label->body(), fill);
  } else {
    fill();
  }
  loops_ = std::move(outer);
  returns_.pop_back();
}

// --- arrays

// The code is right for this extent only.
void Emitter::fix(const hir::Array& array, uint32_t k) {
  FixedExtent one{static_cast<uint16_t>(array.arg), static_cast<uint16_t>(k), array.extents[k]};
  for (const FixedExtent& known : out_.fixed) {
    if (known == one) return;
  }
  out_.fixed.push_back(one);
}

// In the loop's body a constant when the extents are known: index arithmetic then costs less.
Inst* Emitter::dim(const hir::Array& array, uint32_t k) {
  if (is_in_loop_ && !array.extents.empty()) {
    fix(array, k);
    return b_.i64(array.extents[k]);
  }
  for (const DimParam& known : dims_) {
    if (known.arg == array.arg && known.dim == k) return known.inst;
  }
  params_.push_back({KernelParam::Source::Dim, Kind::I64, static_cast<uint16_t>(array.arg),
                     static_cast<uint16_t>(k)});
  Inst* param =
      b_.function().add_param(ir::kI64, ir_name(array.name) + "_shape" + std::to_string(k));
  dims_.push_back({array.arg, k, param});
  return param;
}

// The number of the element: one for each dimension, a flat one, or a vector of them.
Inst* Emitter::index(const hir::Array& array, const std::vector<hir::Expr*>& indices) {
  std::vector<Inst*> values;
  if (indices.size() == 1) {
    const hir::Expr& e = *indices[0];
    if (e.ty.is_number()) {
      Inst* at = e.kind == hir::Node::Int ? as(e, Kind::I64) : value(e);
      if (has_checks_) check_index(array, e, at, length(array), -1);
      trace_index(array, -1, e, at);
      return at;
    }
    values = parts(e, Kind::I64);
  }
  // All indices first, in order; then row-major.
  if (values.empty()) {
    for (const hir::Expr* e : indices) values.push_back(as(*e, Kind::I64));
  }
  for (size_t k = 0; has_checks_ && k < values.size(); ++k)
    check_index(array, *indices[indices.size() == 1 ? 0 : k], values[k],
                values.size() == 1 ? length(array) : dim(array, static_cast<uint32_t>(k)),
                values.size() == 1 ? -1 : static_cast<int>(k));
  for (size_t k = 0; k < values.size(); ++k)
    trace_index(array, static_cast<int>(k), *indices[indices.size() == 1 ? 0 : k], values[k]);
  Inst* at = values[0];
  for (size_t k = 1; k < values.size(); ++k)
    at = b_.add(b_.mul(at, dim(array, static_cast<uint32_t>(k))), values[k]);
  return at;
}

void Emitter::trace_index(const hir::Array& array, int dimension, const hir::Expr& e, Inst* value) {
  if (!is_traced_) return;
  b_.set_loc(e.loc);
  Inst* extent = dimension >= 0  ? dim(array, static_cast<uint32_t>(dimension))
                 : array.arg < 0 ? b_.i64(static_cast<int64_t>(array.size))
                                 : b_.emit(ir::Op::BufferLen, ir::kI64, {array.inst});
  if (dimension < 0 && array.arg >= 0 && array.element.count() > 1)
    extent = b_.emit(ir::Op::Div, {extent, b_.i64(array.element.count())});
  trace({"array '" + array.name + "'", dimension, e.loc}, e, value, extent);
}

// A flat index of a number within an array of vectors or matrices.
void Emitter::trace_component(const hir::Array& array, const hir::Expr& e, Inst* value) {
  if (!is_traced_) return;
  b_.set_loc(e.loc);
  trace({"array '" + array.name + "'", -1, e.loc}, e, value,
        b_.emit(ir::Op::BufferLen, ir::kI64, {array.inst}));
}

void Emitter::trace(CheckTable::Index row, const hir::Expr& e, Inst* value, Inst* extent) {
  ir::Function& check = extern_check(kIndexCheck, {"site", "index", "extent"});
  auto site = static_cast<int64_t>(out_.checks.indices.size());
  out_.checks.indices.push_back(std::move(row));
  b_.call(check, {b_.i64(site), signed_index(value), extent});
}

void Emitter::name_local(const Inst* var, const std::string& name) {
  if (is_traced_ && !name.empty()) out_.checks.locals.emplace(var, name);
}

Inst* Emitter::load(const hir::Array& array, Inst* index) {
  if (array.arg < 0) return b_.load(array.inst, {index});
  out_.uses[static_cast<size_t>(array.arg)].read = true;
  return b_.load_elem(is_before_ && array.before != nullptr ? array.before : array.inst, index);
}

void Emitter::store(const hir::Array& array, Inst* index, Inst* value) {
  if (array.arg < 0) {
    b_.store(array.inst, value, {index});
    return;
  }
  out_.uses[static_cast<size_t>(array.arg)].written = true;
  b_.store_elem(array.inst, index, value);
}

}  // namespace tack::python
