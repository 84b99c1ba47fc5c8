// SPDX-License-Identifier: Apache-2.0
// Pointers in code for kernels, which has no addresses: a pointer is a place, and one that is
// assigned counts elements from the start of the one array that it stays in.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

Place FunctionLowering::not_followed(const Expr* e) {
  shared_.not_built(e->where, "pointers of this kind in a par body");
  return no_place(e->type->is_pointer() ? e->type->to : e->type);
}

// The IR type of what stands there in an IR var.
ir::Type FunctionLowering::held(const Place& p) {
  ir::Type t = p.base->aux;
  for (const Inst* index : p.path) {
    if (t.is_array()) {
      t = shared_.module->array_of(t).element;
    } else if (t.is_struct() && index->bits < shared_.module->struct_of(t).fields.size()) {
      t = shared_.module->struct_of(t).fields[index->bits].type;
    } else {
      return ir::kVoid;
    }
  }
  return t;
}

// The same bits as another number of that size.
Inst* FunctionLowering::as_bits(ir::Type to, Inst* v) {
  if (v->type == to) return v;
  return v->type.is_int() && to.is_int() ? b_.convert(to, v) : b_.bitcast(to, v);
}

// The place as a pointer to another type has it: the item's own variables have the types that they
// are declared with, and numbers may be looked at as others of their size.
Place FunctionLowering::seen_as(Place p, const Type* t, const Expr* e) {
  p.type = t;
  if (p.kind != Place::Kind::Var || t->is_void()) return p;
  ir::Type is = held(p), wanted = type(t);
  auto number = [](ir::Type x) { return x.is_int() || x.is_float(); };
  if (is == wanted) return p;
  if (number(is) && number(wanted) && ir::bits_of(is) == ir::bits_of(wanted)) return p;
  return not_followed(e);
}

// `index` elements further; nothing where the pointer points to no array.
std::optional<Place> FunctionLowering::moved(Place p, Inst* index) {
  if (p.kind == Place::Kind::Buffer) {
    const Type* t = p.type;
    p.type = types_.array(t, 1);
    p = element(p, index);
    p.type = t;
    return p;
  }
  if (index->is_const() && index->bits == 0) return p;
  if (p.kind != Place::Kind::Var || !p.in_array) return std::nullopt;
  Inst* from = p.path.back();
  if (from->is_const() && from->bits == 0) {
    p.path.back() = index;
  } else {
    p.path.back() = b_.add(b_.convert(ir::kI64, from), b_.convert(ir::kI64, index));
  }
  return p;
}

// The array and which element of it.
bool FunctionLowering::anchor(const Place& p, Place& base, Inst*& index) {
  base = p;
  if (p.kind == Place::Kind::Var && p.in_array) {
    base.path.pop_back();
    index = b_.convert(ir::kI64, p.path.back());
    return true;
  }
  if (p.kind != Place::Kind::Buffer || p.type->is_void()) return false;
  uint64_t size = size_of(p.type);
  if (p.offset % size != 0) return false;
  index = b_.i64(static_cast<int64_t>(p.offset) / static_cast<int64_t>(size));
  for (const auto& [term, stride] : p.terms) {
    if (stride % size != 0) return false;
    Inst* wide = b_.convert(ir::kI64, term);
    if (stride != size) wide = b_.mul(wide, b_.i64(static_cast<int64_t>(stride / size)));
    index = b_.add(index, wide);
  }
  base.offset = 0;
  base.terms.clear();
  return true;
}

static bool is_same_array(const Place& a, const Place& b) {
  return a.kind == b.kind && a.root == b.root && a.base == b.base && a.path == b.path;
}

// A struct with pointers in it: another name for what it copies, which nobody writes.
void FunctionLowering::copy_by_name(Var& v) {
  bool named = v.init && (v.init->kind == ExprKind::Name || v.init->kind == ExprKind::Member ||
                          v.init->kind == ExprKind::Index || v.init->kind == ExprKind::Deref);
  Place p;
  if (named && !hoist_) {
    p = place(v.init);
  } else {
    p = no_place(v.type);
  }
  if (p.kind == Place::Kind::Var)
    shared_.not_built(v.where, "structs with pointers that are made in a par body");
  given_[&v] = p;
}

void FunctionLowering::declare_pointer(Var& v, bool ahead) {
  if (v.address_taken) {
    shared_.not_built(v.where, "addresses of pointers in a par body");
    pointers_[&v] = no_place(v.type->to);
  } else if (ahead) {
    if (ahead_.insert(&v).second) moving_[&v] = {std::nullopt, prologue_var(ir::kI64, v.name)};
  } else if (v.assigned || !v.init || hoist_ || ahead_.count(&v)) {
    if (!ahead_.count(&v)) moving_[&v] = {std::nullopt, local_var(ir::kI64, v.name)};
    if (v.init) assign_pointer(v, v.init, v.where);
  } else {
    pointers_[&v] = seen_as(pointee(v.init), v.type->to, v.init);
  }
}

void FunctionLowering::assign_pointer(Var& v, Expr* to, const SourceRange& where) {
  Place p = seen_as(pointee(to), v.type->to, to), base;
  Inst* index = nullptr;
  Moving& m = moving_[&v];
  if (!anchor(p, base, index)) {
    shared_.not_built(where, "pointers that are assigned and point to no array in a par body");
    return;
  }
  if (!m.base) m.base = base;
  if (is_same_array(*m.base, base)) {
    b_.store(m.index, index);
  } else {
    shared_.not_built(where, "pointers that point to one array, then to another, in a par body");
  }
}

void FunctionLowering::step_pointer(Var& v, Inst* by) {
  Inst* index = moving_[&v].index;
  b_.store(index, b_.add(b_.load(index), b_.convert(ir::kI64, by)));
}

Place FunctionLowering::moving_place(const Var& v, const Expr* e) {
  const Moving& m = moving_[&v];
  if (!m.base) return not_followed(e);
  Place p = *m.base;
  Inst* index = b_.load(m.index);
  if (p.kind == Place::Kind::Var) {
    p.path.push_back(index);
  } else {
    p.terms.push_back({index, size_of(p.type)});
  }
  return p;
}

// `c ? p : q` in one array.
Place FunctionLowering::chosen_place(Expr* e) {
  Inst* c = condition(e->a);
  Inst* var = local_var(ir::kI64, "choice");
  Inst* branch = b_.if_(c);
  Place bases[2];
  bool known = true;
  for (int k = 0; k < 2; ++k) {
    b_.in(*branch->regions[static_cast<size_t>(k)], [&] {
      Place p = seen_as(pointee(k ? e->c : e->b), e->type->to, e);
      Inst* index = nullptr;
      known = anchor(p, bases[k], index) && known;
      if (known) b_.store(var, index);
    });
  }
  if (!known || !is_same_array(bases[0], bases[1])) return not_followed(e);
  Place p = bases[0];
  if (p.kind == Place::Kind::Var) {
    p.path.push_back(b_.load(var));
  } else {
    p.terms.push_back({b_.load(var), size_of(p.type)});
  }
  return p;
}

// A pointer as a truth value: an array is there, a pointer from outside may be null.
Inst* FunctionLowering::pointer_is_set(Expr* e) {
  Place p = pointee(e);
  if (p.kind != Place::Kind::Buffer || !p.root->type->is_pointer()) return b_.i1(true);
  Inst* address = capture({p.root, false, 0, ir::Kind::U64}, std::string(p.root->name));
  return b_.ne(address, b_.constant(ir::kU64, 0));
}

// a - b in elements.
Inst* FunctionLowering::pointer_distance(Expr* a, Expr* b) {
  Place of[2] = {pointee(a), pointee(b)}, bases[2];
  Inst* index[2] = {};
  for (int k = 0; k < 2; ++k) {
    of[k].type = a->type->to;
    if (!anchor(of[k], bases[k], index[k])) {
      not_followed(k ? b : a);
      return b_.i64(0);
    }
  }
  if (!is_same_array(bases[0], bases[1])) {
    shared_.not_built(a->where, "comparisons of pointers into two arrays in a par body");
    return b_.i64(0);
  }
  return b_.sub(index[0], index[1]);
}

Inst* FunctionLowering::pointer_compare(Expr* e) {
  bool equal = e->op == Op::Eq;
  auto is_null = [](const Expr* x) { return x->constant && x->value == 0; };
  if ((equal || e->op == Op::Ne) && (is_null(e->a) || is_null(e->b))) {
    Inst* is_set = pointer_is_set(is_null(e->b) ? e->a : e->b);
    return equal ? b_.bit_not(is_set) : is_set;
  }
  Inst* distance = pointer_distance(e->a, e->b);
  at(e->where);
  return compare(e->op, distance, b_.i64(0));
}

}  // namespace tack::xc
