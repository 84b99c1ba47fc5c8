// SPDX-License-Identifier: Apache-2.0
// Places: host memory, IR vars, elements of buffers.
#include "frontend/xc/lower_function.hpp"
#include "support/ice.hpp"

namespace tack::xc {

Place FunctionLowering::no_place(const Type* t) {
  // After an error: something of the type, so that lowering goes on to the next.
  Place p;
  p.kind = Place::Kind::Var;
  p.type = t;
  p.base = prologue_var(type(t), "error");
  return p;
}

Place FunctionLowering::variable(Var& v, const SourceRange& where) {
  Place p;
  p.type = v.type;
  p.is_volatile = v.is_volatile;
  if (auto it = vars_.find(&v); it != vars_.end()) {
    p.base = it->second;
    bool memory = host() && (v.address_taken || v.type->is_aggregate() || v.is_volatile);
    p.kind = memory && it->second->op == ir::Op::Var ? Place::Kind::Address : Place::Kind::Var;
    if (p.kind == Place::Kind::Address) p.base = b_.bitcast(ir::kPtr, b_.addr_of(it->second));
    return p;
  }
  if (auto it = addresses_.find(&v); it != addresses_.end()) {
    p.base = it->second;
    return p;
  }
  if (host()) {
    if (!v.is_global) TACK_ICE("variable without storage: " + std::string(v.name));
    p.base = b_.addr_of(shared_.global(v));
    return p;
  }
  if (auto it = pointers_.find(&v); it != pointers_.end()) {
    shared_.not_built(where, "pointer variables of a par body that are assigned");
    return no_place(v.type);
  }
  p.root = &v;
  bool buffer = v.type->is_array() || holds_array(v.type);
  p.kind = buffer ? Place::Kind::Buffer : Place::Kind::Capture;
  return p;
}

Place FunctionLowering::field(Place p, const Field& f) {
  switch (p.kind) {
    case Place::Kind::Var: {
      const Record& r = *p.type->record;
      size_t k = 0;
      while (k < r.fields.size() && &r.fields[k] != &f) ++k;
      p.path.push_back(b_.i32(static_cast<int32_t>(k)));
      break;
    }
    case Place::Kind::Address:
      if (f.offset) p.base = b_.ptr_add(p.base, b_.i64(static_cast<int64_t>(f.offset)));
      break;
    default:
      p.offset += f.offset;
      break;
  }
  p.type = f.type;
  return p;
}

Place FunctionLowering::element(Place p, Inst* index) {
  const Type* t = p.type->to;
  switch (p.kind) {
    case Place::Kind::Var:
      p.path.push_back(index);
      break;
    case Place::Kind::Address:
      p.base = b_.ptr_add(p.base, scaled(index, t));
      break;
    default:
      if (index->is_const()) {
        Inst* wide = index;
        uint64_t k = wide->bits;
        if (index->type.is_signed()) {
          int bits = ir::bits_of(index->type);
          k = static_cast<uint64_t>(static_cast<int64_t>(k << (64 - bits)) >> (64 - bits));
        }
        p.offset += k * size_of(t);
      } else {
        p.terms.push_back({index, size_of(t)});
      }
      break;
  }
  p.type = t;
  return p;
}

Place FunctionLowering::behind(Inst* pointer, const Type* t) {
  Place p;
  p.type = t;
  p.base = pointer;
  return p;
}

// What a pointer points to. In device code a pointer is an array from outside and an offset.
Place FunctionLowering::pointee(Expr* e) {
  const Type* t = e->type->to;
  if (e->kind == ExprKind::Decay) {
    Place p = place(e->a);
    return element(p, b_.i32(0));
  }
  if (host()) return behind(value(e), t);
  switch (e->kind) {
    case ExprKind::Name:
      if (e->var) {
        if (auto it = pointers_.find(e->var); it != pointers_.end()) {
          Place p = it->second;
          p.type = t;
          return p;
        }
        if (is_captured(*e->var) && e->var->type->is_pointer()) {
          Place p;
          p.kind = Place::Kind::Buffer;
          p.root = e->var;
          p.type = t;
          return p;
        }
      }
      break;
    case ExprKind::Cast:
      if (e->a->type->is_pointer()) {
        Place p = pointee(e->a);
        p.type = t;
        return p;
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
      Place p = pointee(left ? e->a : e->b);
      if (p.kind != Place::Kind::Buffer) break;
      Inst* index = value(left ? e->b : e->a);
      if (e->op == Op::Sub) index = b_.emit(ir::Op::Neg, {b_.convert(ir::kI64, index)});
      p.terms.push_back({index, size_of(t)});
      p.type = t;
      return p;
    }
    default:
      break;
  }
  shared_.not_built(e->where, "pointers of this kind in a par body");
  return no_place(t);
}

Place FunctionLowering::place_before(Expr* e, const Expr* later) {
  later_.push_back(later);
  Place p = place(e);
  later_.pop_back();
  return p;
}

Place FunctionLowering::place(Expr* e) {
  at(e->where);
  switch (e->kind) {
    case ExprKind::Name:
      if (e->var) return variable(*e->var, e->where);
      break;
    case ExprKind::Member: {
      if (host() && e->a->type->is_object()) {
        std::vector<const Expr*> later = std::exchange(later_, {});
        Inst* object = existing(e->a, in_use(e->a, later, false));
        later_ = std::move(later);
        return field(behind(object, e->a->type->to), *e->field);
      }
      if (e->a->type->is_pointer()) return field(pointee(e->a), *e->field);
      if (e->a->kind == ExprKind::Call || e->a->kind == ExprKind::Cond)
        return field(aggregate(e->a), *e->field);
      return field(place(e->a), *e->field);
    }
    case ExprKind::Index: {
      if (e->a->kind == ExprKind::Decay) {
        Place array = place_before(e->a->a, e->b);
        return element(array, index_value(e->b));
      }
      Place p = pointee(e->a);
      Inst* index = index_value(e->b);
      // Counted in elements from where the pointer points.
      if (p.kind == Place::Kind::Address) {
        p.base = b_.ptr_add(p.base, scaled(index, e->type));
      } else if (p.kind == Place::Kind::Buffer) {
        const Type* t = p.type;
        Place array = p;
        array.type = types_.array(t, 1);
        p = element(array, index);
      } else {
        shared_.not_built(e->where, "pointers of this kind in a par body");
      }
      return p;
    }
    case ExprKind::Deref:
      return pointee(e->a);
    case ExprKind::Call:
    case ExprKind::Cond:
    case ExprKind::Assign:
      if (e->type->is_struct()) return aggregate(e);
      break;
    default:
      break;
  }
  TACK_ICE("not a place");
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
    shared_.not_built(p.root->where, "arrays of packed structs in a par body");
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

Inst* FunctionLowering::load(const Place& p) {
  if (p.type->is_aggregate()) TACK_ICE("load of an aggregate");
  switch (p.kind) {
    case Place::Kind::Var:
      return b_.load(p.base, p.path);
    case Place::Kind::Address: {
      Inst* v = b_.ptr_load(type(p.type), p.base);
      v->is_volatile = p.is_volatile;
      return v;
    }
    case Place::Kind::Buffer: {
      Inst* index = nullptr;
      Inst* buffer = buffer_access(p, index);
      return b_.load_elem(buffer, index);
    }
    case Place::Kind::Capture:
      if (!p.terms.empty()) {
        shared_.not_built(p.root->where, "captured structs with arrays");
        return load(no_place(p.type));
      }
      return captured_scalar(*p.root, p.offset, p.type, p.root->where);
  }
  TACK_ICE("load");
}

void FunctionLowering::store(const Place& p, Inst* v) {
  switch (p.kind) {
    case Place::Kind::Var:
      b_.store(p.base, v, p.path);
      return;
    case Place::Kind::Address: {
      Inst* s = b_.emit(ir::Op::PtrStore, ir::kVoid, {p.base, v});
      s->is_volatile = p.is_volatile;
      return;
    }
    case Place::Kind::Buffer: {
      Inst* index = nullptr;
      Inst* buffer = buffer_access(p, index);
      b_.store_elem(buffer, index, v);
      return;
    }
    case Place::Kind::Capture:
      TACK_ICE("store to a captured scalar");
  }
}

Inst* FunctionLowering::address(const Place& p) {
  if (p.kind == Place::Kind::Address) return p.base;
  if (!host()) return b_.constant(ir::kPtr, 0);  // reported by whoever asked
  TACK_ICE("no address");
}

// One after the other while they are few, else by a loop.
template <class Work>
void FunctionLowering::each_element(uint64_t count, Work work) {
  if (count <= 16) {
    for (uint64_t i = 0; i < count; ++i) work(b_.i64(static_cast<int64_t>(i)));
    return;
  }
  Inst* loop = b_.for_range(b_.i64(0), b_.i64(static_cast<int64_t>(count)), b_.i64(1), "k");
  b_.in(loop->body(), [&] { work(loop->index); });
}

void FunctionLowering::zero(const Place& p) {
  if (!p.type->is_aggregate()) {
    store(p, b_.constant(type(p.type), 0));
  } else if (p.kind == Place::Kind::Address) {
    b_.emit(ir::Op::MemSet, ir::kVoid,
            {p.base, b_.constant(ir::kU8, 0), b_.i64(static_cast<int64_t>(size_of(p.type)))});
  } else if (p.type->is_struct()) {
    for (const Field& f : p.type->record->fields) zero(field(p, f));
  } else {
    each_element(p.type->count, [&](Inst* k) { zero(element(p, k)); });
  }
}

void FunctionLowering::copy(const Place& to, const Place& from) {
  if (!to.type->is_aggregate()) {
    store(to, load(from));
  } else if (to.kind == Place::Kind::Address && from.kind == Place::Kind::Address) {
    b_.emit(ir::Op::MemCopy, ir::kVoid,
            {to.base, from.base, b_.i64(static_cast<int64_t>(size_of(to.type)))});
  } else if (to.type->is_struct()) {
    for (const Field& f : to.type->record->fields) copy(field(to, f), field(from, f));
  } else {
    each_element(to.type->count, [&](Inst* k) { copy(element(to, k), element(from, k)); });
  }
}

Place FunctionLowering::temporary(const Type* t) {
  Place p;
  p.type = t;
  Inst* var = prologue_var(type(t), "tmp");
  p.kind = host() ? Place::Kind::Address : Place::Kind::Var;
  p.base = host() ? b_.bitcast(ir::kPtr, b_.addr_of(var)) : var;
  return p;
}

Place FunctionLowering::aggregate(Expr* e) {
  at(e->where);
  switch (e->kind) {
    case ExprKind::Call: {
      Place into = temporary(e->type);
      call(e, &into);
      return into;
    }
    case ExprKind::Cond: {
      Place into = temporary(e->type);
      Inst* branch = b_.if_(condition(e->a));
      b_.in(*branch->regions[0], [&] { copy(into, aggregate(e->b)); });
      b_.in(*branch->regions[1], [&] { copy(into, aggregate(e->c)); });
      return into;
    }
    case ExprKind::Assign:
      return assign_struct(e);
    case ExprKind::Cast:
      return aggregate(e->a);
    default:
      return place(e);
  }
}

void FunctionLowering::initialise(const Place& p, Expr* e) {
  at(e->where);
  if (e->kind == ExprKind::Text && p.type->is_array()) {
    if (p.kind == Place::Kind::Address) {
      zero(p);
      b_.emit(ir::Op::MemCopy, ir::kVoid,
              {p.base, b_.addr_of(shared_.text(e->text)),
               b_.i64(static_cast<int64_t>(e->text.size() + 1))});
      return;
    }
    for (uint64_t i = 0; i < p.type->count; ++i) {
      uint64_t byte = i < e->text.size() ? static_cast<unsigned char>(e->text[i]) : 0;
      store(element(p, b_.i64(static_cast<int64_t>(i))), b_.constant(ir::kU8, byte));
    }
    return;
  }
  if (e->kind == ExprKind::List) {
    size_t count = p.type->is_array() ? p.type->count : p.type->record->fields.size();
    if (e->list.size() < count || p.type->is_struct()) zero(p);
    for (size_t i = 0; i < e->list.size(); ++i) {
      Place part = p.type->is_array() ? element(p, b_.i64(static_cast<int64_t>(i)))
                                      : field(p, p.type->record->fields[i]);
      initialise(part, e->list[i]);
    }
    return;
  }
  if (p.type->is_aggregate()) {
    copy(p, aggregate(e));  // a call's result goes through a temporary: the call may read p
    return;
  }
  store(p, value(e));
}

}  // namespace tack::xc
