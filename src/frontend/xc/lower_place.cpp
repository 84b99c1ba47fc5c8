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
  if (auto it = given_.find(&v); it != given_.end()) return it->second;
  if (pointers_.count(&v) || moving_.count(&v)) {
    shared_.not_built(where, "addresses of pointers in a par body");
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
      p.in_array = false;
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
      p.in_array = true;
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

Place FunctionLowering::pointee(Expr* e) {
  if (e->kind == ExprKind::Decay) {
    Place p = place(e->a);
    return element(p, b_.i32(0));
  }
  return host() ? behind(value(e), e->type->to) : device_pointee(e);
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
        Inst* object = existing(e->a, in_use(e->a, later));
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
        return p;
      }
      std::optional<Place> there = moved(p, index);
      return there ? *there : not_followed(e);
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

Inst* FunctionLowering::load(const Place& p) {
  if (p.type->is_aggregate()) TACK_ICE("load of an aggregate");
  switch (p.kind) {
    case Place::Kind::Var: {
      Inst* v = b_.load(p.base, p.path);
      return host() ? v : as_bits(type(p.type), v);
    }
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
      b_.store(p.base, host() ? v : as_bits(held(p), v), p.path);
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
      // The checker has refused it, or knows of no way to it.
      shared_.not_built(p.root->where, "changes of captured values");
      return;
  }
}

Inst* FunctionLowering::address(const Place& p) {
  if (p.kind == Place::Kind::Address) return p.base;
  if (!host()) return b_.constant(ir::kPtr, 0);  // reported by whoever asked
  TACK_ICE("no address");
}

}  // namespace tack::xc
