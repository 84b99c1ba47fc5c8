// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/par_places.hpp"

#include "frontend/xc/pointer_inside.hpp"

namespace tack::xc {

bool ParPlaces::from_outside(const Var& v) const {
  if (v.is_global) return true;
  if (v.inside) return from_outside(*v.inside);
  return in_helper ? outer.count(&v) != 0 : v.par != &par;
}

// Of the pointer only the array is known.
static ParPlaces::Place somewhere_in(const Var* root) {
  return {root, std::nullopt, 0, nullptr, true};
}

const Expr* ParPlaces::known_value(const Var& v) {
  if (v.is_param || v.address_taken || v.is_volatile || !v.type || !v.type->is_pointer())
    return nullptr;
  return v.stores + (v.init ? 1 : 0) == 1 ? (v.init ? v.init : v.stored) : nullptr;
}

ParPlaces::Place ParPlaces::shifted(Place p, const Expr* index, uint64_t size,
                                    bool keeps_part) const {
  if (!p.root) return p;
  std::optional<Poly> i = context.of(index);
  // From a field, no array, a step leads to the next one.
  if (p.part && !p.part->type->is_array() && !(i && *i == Poly(0)) && !keeps_part) p.part = nullptr;
  auto scaled = i ? Poly::mul(*i, Poly(static_cast<int64_t>(size))) : std::nullopt;
  p.bytes = p.bytes && scaled ? Poly::add(*p.bytes, *scaled) : std::nullopt;
  return p;
}

ParPlaces::Place ParPlaces::offset(Place p, uint64_t bytes) {
  if (p.root && p.bytes) p.bytes = Poly::add(*p.bytes, Poly(static_cast<int64_t>(bytes)));
  return p;
}

ParPlaces::Place ParPlaces::pointer(const Expr* e, int depth) const {
  if (depth > 40) return {};
  switch (e->kind) {
    case ExprKind::Decay:
      return place(e->a, depth + 1);
    case ExprKind::Address:
      return place(e->a, depth + 1, true);
    case ExprKind::Cast:
      if (e->a->type->is_pointer()) {
        Place p = pointer(e->a, depth + 1);
        p.recast = p.recast || e->type != e->a->type;
        return p;
      }
      return {};
    case ExprKind::Name:
      if (!e->var) return {};
      if (auto it = given.find(e->var); it != given.end()) {
        if (e->var->assigned) return somewhere_in(it->second.place.root);
        return it->second.place;
      }
      if (!from_outside(*e->var)) {
        if (const Expr* value = known_value(*e->var)) return pointer(value, depth + 1);
        auto it = moving.find(e->var);
        return somewhere_in(it == moving.end() ? nullptr : it->second);
      }
      if (const Expr* value = known_value(*e->var)) {
        // Another name for an array: where in it is settled around the block, maybe by values
        // that have changed since, so an offset is known by the pointer's name alone.
        Place p = pointer(value, depth + 1);
        if (p.root && p.bytes && p.bytes->is_constant()) return p;
        if (p.root)
          return {p.root, Poly(Atom{Atom::Kind::Uniform, 0, e->var}), 0, nullptr, p.recast};
      }
      return {e->var, Poly(0), 0};
    case ExprKind::Binary: {
      bool left = e->a->type->is_pointer();
      Place p = pointer(left ? e->a : e->b, depth + 1);
      uint64_t size = e->type->to->is_void() ? 1 : size_of(e->type->to);
      if (e->op == Op::Add) return shifted(p, left ? e->b : e->a, size);
      Place back = shifted({p.root, Poly(0), 0}, e->b, size);
      p.bytes = p.bytes && back.bytes ? Poly::add(*p.bytes, *back.bytes, -1) : std::nullopt;
      return p;
    }
    case ExprKind::Member:
    case ExprKind::Index:
    case ExprKind::Deref: {
      Place at = place(e, depth + 1, true);
      if (!at.root || at.spread || !at.bytes || !at.bytes->is_constant()) return {};
      auto offset = static_cast<uint64_t>(at.bytes->constant());
      return {&pointer_inside(program, *at.root, offset, *e), Poly(0)};
    }
    case ExprKind::Cond: {
      const Var* yes = pointer(e->b, depth + 1).root;
      return somewhere_in(yes == pointer(e->c, depth + 1).root ? yes : nullptr);
    }
    case ExprKind::Assign:
      return e->op == Op::None ? pointer(e->b, depth + 1)
                               : somewhere_in(pointer(e->a, depth + 1).root);
    case ExprKind::Step:
      return somewhere_in(pointer(e->a, depth + 1).root);
    default:
      return {};
  }
}

// The struct that a variable is, points to or is an array of.
static const Type* record_of(const Var& v) {
  const Type* t = v.type;
  if (t->is_pointer()) t = t->to;
  while (t->is_array()) t = t->to;
  return t;
}

ParPlaces::Place ParPlaces::place(const Expr* e, int depth, bool scalars) const {
  if (depth > 40) return {};
  switch (e->kind) {
    case ExprKind::Name:
      if (auto it = given.find(e->var); it != given.end() && scalars) return it->second.place;
      if (e->var && scalars && from_outside(*e->var)) return {e->var, Poly(0), 0};
      if (e->var && (e->var->type->is_array() || holds_array(e->var->type)) &&
          from_outside(*e->var))
        return {e->var, Poly(0), 0};
      return {};
    case ExprKind::Index: {
      // An unknown element of an array inside an element stays inside it.
      const Expr* array = e->a->kind == ExprKind::Decay ? e->a->a : nullptr;
      if (array && array->kind != ExprKind::Name && !context.of(e->b)) {
        Place p = place(array, depth + 1, scalars);
        p.spread += size_of(array->type) - size_of(e->type);
        return p;
      }
      if (array && scalars)
        return shifted(place(array, depth + 1, true), e->b, size_of(e->type), true);
      return shifted(pointer(e->a, depth + 1), e->b, size_of(e->type), array != nullptr);
    }
    case ExprKind::Deref:
      return pointer(e->a, depth + 1);
    case ExprKind::Member: {
      bool arrow = e->a->type->is_pointer();
      Place p = offset(arrow ? pointer(e->a, depth + 1) : place(e->a, depth + 1, scalars),
                       e->field->offset);
      const Type* record = arrow ? e->a->type->to : e->a->type;
      if (p.root && !p.part && !p.recast && record_of(*p.root) == record) p.part = e->field;
      return p;
    }
    default:
      return {};
  }
}

// Whether an index of the place was read from memory, computed by a call or changed on the way.
bool ParPlaces::from_data(const Expr* e, int depth) const {
  if (!e || e->constant) return false;
  if (depth > 40) return true;
  switch (e->kind) {
    case ExprKind::Index:
    case ExprKind::Deref:
    case ExprKind::Call:
    case ExprKind::Assign:
    case ExprKind::Step:
      return true;
    case ExprKind::Name: {
      const Var* v = e->var;
      if (!v || from_outside(*v) || v == context.item || context.inner.count(v)) return false;
      if (v->assigned || v->address_taken) return true;
      if (context.collapsed.count(v)) return false;
      if (auto it = context.bound.find(v); it != context.bound.end()) return !it->second;
      return !v->init || from_data(v->init, depth + 1);
    }
    default:
      return from_data(e->a, depth + 1) || from_data(e->b, depth + 1) || from_data(e->c, depth + 1);
  }
}

bool ParPlaces::index_from_data(const Expr* e) const {
  for (; e; e = e->a) {
    if (e->kind == ExprKind::Index && from_data(e->b)) return true;
    if (e->kind == ExprKind::Binary && (from_data(e->a) || from_data(e->b))) return true;
    if (e->kind != ExprKind::Name || !e->var) continue;
    if (auto it = given.find(e->var); it != given.end())
      return it->second.from_data || e->var->assigned;
    if (!from_outside(*e->var)) return true;
  }
  return false;
}

const Var* ParPlaces::walker(const Expr* e) const {
  for (; e; e = e->a) {
    if (e->kind != ExprKind::Name || !e->var || !e->var->type->is_pointer()) continue;
    bool moves = given.count(e->var) ? e->var->assigned : !known_value(*e->var);
    return moves && !from_outside(*e->var) ? e->var : nullptr;
  }
  return nullptr;
}

// One index collapses, and no other one tells the items apart.
bool ParPlaces::index_collapses(const Expr* e) const {
  bool any = false;
  for (; e; e = e->a) {
    if (e->kind == ExprKind::Binary) return false;
    if (e->kind != ExprKind::Index) continue;
    std::optional<Poly> p = context.of(e->b);
    if (p && !p->has(Atom::Kind::Item)) continue;
    if (!context.collapses(e->b)) return false;
    if (any) return false;  // two of them together may: i / 8 and i % 8
    any = true;
  }
  return any;
}

// The variable that a place is part of, unless it lies behind a pointer or in an array from
// outside.
const Var* ParPlaces::scalar_root(const Expr* e) {
  for (;;) {
    if (e->kind == ExprKind::Member && !e->a->type->is_pointer()) {
      e = e->a;
    } else if (e->kind == ExprKind::Index && e->a->kind == ExprKind::Decay) {
      e = e->a->a;
      if (e->kind == ExprKind::Name) return e->var;
    } else {
      break;
    }
  }
  return e->kind == ExprKind::Name ? e->var : nullptr;
}

bool ParPlaces::is_element_of_global(const Expr* e) {
  bool element = false;
  for (;; e = e->a) {
    if (e->kind == ExprKind::Index && e->a->kind == ExprKind::Decay) {
      element = true;
      e = e->a;
    } else if (e->kind != ExprKind::Member || e->a->type->is_pointer()) {
      return element && e->kind == ExprKind::Name && e->var && e->var->is_global;
    }
  }
}

// The variable from outside, no array, that a place behind a pointer is part of: `*&g`, `*p` with
// `p = &g`. Null when there is none or the pointer is not known.
const Var* ParPlaces::pointed_scalar(const Expr* place, int depth) const {
  if (!place || depth > 40) return nullptr;
  switch (place->kind) {
    case ExprKind::Name:
      return place->var && !place->var->type->is_array() ? place->var : nullptr;
    case ExprKind::Member:
      return place->a->type->is_pointer() ? behind_pointer(place->a, depth + 1)
                                          : pointed_scalar(place->a, depth + 1);
    case ExprKind::Index:
    case ExprKind::Deref:
      return behind_pointer(place->a, depth + 1);
    default:
      return nullptr;
  }
}

const Var* ParPlaces::behind_pointer(const Expr* e, int depth) const {
  if (!e || depth > 40) return nullptr;
  switch (e->kind) {
    case ExprKind::Decay:
    case ExprKind::Address:
      return pointed_scalar(e->a, depth + 1);
    case ExprKind::Cast:
      return behind_pointer(e->a, depth + 1);
    case ExprKind::Name:
      if (auto it = given.find(e->var); it != given.end()) return it->second.scalar;
      return e->var ? behind_pointer(known_value(*e->var), depth + 1) : nullptr;
    case ExprKind::Binary:
      return behind_pointer(e->a->type->is_pointer() ? e->a : e->b, depth + 1);
    default:
      return nullptr;
  }
}

}  // namespace tack::xc
