// SPDX-License-Identifier: Apache-2.0
// Places in code for kernels: elements of arrays from outside.
#include "frontend/xc/lower_function.hpp"
#include "frontend/xc/pointer_inside.hpp"

namespace tack::xc {

// What a pointer points to: an array from outside, and how far into it.
Place FunctionLowering::device_pointee(Expr* e) {
  const Type* t = e->type->to;
  switch (e->kind) {
    case ExprKind::Name:
      if (e->var) {
        if (auto it = pointers_.find(e->var); it != pointers_.end()) {
          Place p = it->second;
          p.type = t;
          return p;
        }
        if (moving_.count(e->var)) return moving_place(*e->var, e);
        if (is_captured(*e->var) && e->var->type->is_pointer()) {
          Place p;
          p.kind = Place::Kind::Buffer;
          p.root = e->var;
          p.type = t;
          return p;
        }
      }
      break;
    case ExprKind::Text: {
      Place p;
      p.kind = Place::Kind::Buffer;
      p.root = &shared_.text_array(e->text);
      p.type = t;
      return p;
    }
    case ExprKind::Cast:
      if (e->a->type->is_pointer()) {
        return seen_as(pointee(e->a), t, e);
      }
      break;
    case ExprKind::Address: {
      Place p = place(e->a);
      if (p.type->is_array()) p = element(p, b_.i32(0));
      p.type = t;
      return p;
    }
    case ExprKind::Binary: {
      bool left = e->a->type->is_pointer();
      if (e->op != Op::Add && !(e->op == Op::Sub && left)) break;
      Place p;
      Inst* index = nullptr;
      if (left) p = pointee(e->a);
      index = value(left ? e->b : e->a);
      if (!left) p = pointee(e->b);
      if (e->op == Op::Sub) index = b_.emit(ir::Op::Neg, {b_.convert(ir::kI64, index)});
      if (std::optional<Place> there = moved(p, index)) return *there;
      break;
    }
    // A pointer that stands in memory from outside, always in one place.
    case ExprKind::Member:
    case ExprKind::Index:
    case ExprKind::Deref: {
      Place at = place(e);
      bool outside = at.kind == Place::Kind::Buffer || at.kind == Place::Kind::Capture;
      if (!outside || !at.terms.empty()) break;
      Place p;
      p.kind = Place::Kind::Buffer;
      p.root = &pointer_inside(shared_.program, *at.root, at.offset, *e);
      p.type = t;
      return p;
    }
    case ExprKind::Assign: {
      const Expr* to = e->a;
      if (to->kind != ExprKind::Name || !to->var || !moving_.count(to->var)) break;
      assign(e);
      return moving_place(*to->var, e);
    }
    case ExprKind::Step: {
      const Expr* to = e->a;
      if (to->kind != ExprKind::Name || !to->var || !moving_.count(to->var)) break;
      Place before = moving_place(*to->var, e);
      step_pointer(*to->var, b_.i64(e->op == Op::Add ? 1 : -1));
      return e->prefix ? moving_place(*to->var, e) : before;
    }
    case ExprKind::Cond:
      return chosen_place(e);
    default:
      break;
  }
  return not_followed(e);
}

// The buffer that holds a place's scalar, and the index of the element.
Inst* FunctionLowering::buffer_access(const Place& p, Inst*& index) {
  ir::Type t = type(p.type);
  uint64_t size = size_of(p.type);
  Inst* buffer = captured_buffer(*p.root, t.kind);
  index = nullptr;
  bool aligned = p.offset % size == 0;
  for (const auto& [term, stride] : p.terms) aligned = aligned && stride % size == 0;
  if (!aligned) {
    shared_.not_built(p.root->where,
                      "elements that do not stand at a multiple of their size, in a par body,");
    index = b_.i64(0);
    return buffer;
  }
  // One term counted in elements keeps its own type; sums are worked out without wrapping.
  if (p.terms.size() == 1 && p.terms[0].second == size && p.offset == 0) {
    index = p.terms[0].first;
    return buffer;
  }
  for (const auto& [term, stride] : p.terms) {
    Inst* wide = b_.convert(ir::kI64, term);
    if (stride != size) wide = b_.mul(wide, b_.i64(static_cast<int64_t>(stride / size)));
    index = index ? b_.add(index, wide) : wide;
  }
  auto offset = static_cast<int64_t>(p.offset) / static_cast<int64_t>(size);
  if (!index) {
    index = b_.i64(offset);
  } else if (offset) {
    index = b_.add(index, b_.i64(offset));
  }
  return buffer;
}

}  // namespace tack::xc
