// SPDX-License-Identifier: Apache-2.0
// Elements of arrays: which ones an iteration may touch, and indices that stay inside.
#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

const Array* Maker::pick_array(bool (*wanted)(const Array&)) {
  std::vector<const Array*> found;
  for (const Array& a : scope_.arrays)
    if (wanted(a)) found.push_back(&a);
  return found.empty() ? nullptr : pick(found);
}

Expr Maker::element(const Array& array, std::vector<Expr> at) {
  return index(name(array.name, array.type()), std::move(at), array.type());
}

Expr Maker::extent_of(const Array& array, size_t dim) {
  if (array.role == Role::Local || chance(50)) return number(array.shape[dim]);
  if (dim == 0 && chance(40)) return call("len", {name(array.name, {})}, kIndex);
  return index(name(array.name + ".shape", {}), {number(static_cast<int64_t>(dim))}, kIndex);
}

// A number in [0, below).
Expr Maker::slot(int64_t below, int depth) {
  std::vector<const Var*> fitting;
  for (const Var& v : scope_.vars)
    if (v.below > 0 && v.below <= below) fitting.push_back(&v);
  if (!fitting.empty() && chance(60)) {
    const Var& v = *pick(fitting);
    Expr e = name(v.name, v.type);
    int64_t spare = below - v.below;
    if (spare > 0 && chance(40)) return binary("+", e, number(random_.between(1, spare)), kIndex);
    if (chance(10)) return binary("-", number(v.below - 1), e, kIndex);
    return e;
  }
  if (depth > 0 && in_kernel_ && !is_outside_ && chance(8)) {
    // How often and when an index is evaluated shows in what it updates.
    const Array* counter = pick_array(+[](const Array& a) {
      return a.role == Role::Own && a.size() > 0 && a.element == 0 && !is_float(a.kind);
    });
    if (counter) {
      Array a = *counter;
      std::vector<Expr> at = own_index(a, 0);
      Expr where = at.size() == 1 ? at[0] : Expr{Expr::Form::Tuple, "", at, {}};
      return modulo(call("tack.atomic_add", {name(a.name, {}), where, number(1)}, {a.kind}), below);
    }
  }
  if (depth > 0 && chance(40)) return modulo(integer(depth - 1), below);
  return number(random_.between(0, below - 1));
}

// An index into [0, n), n > 0, where `extent` is n written down.
Expr Maker::bounded(const Expr& extent, int64_t n, int depth) {
  Expr e = integer(depth);
  switch (random_.below(4)) {
    case 0:
      return slot(n, depth);
    case 1:
      return call("min",
                  {call("max", {cast(Kind::I64, e), number(0)}, kIndex),
                   binary("-", extent, number(1), {extent.type.kind})},
                  kIndex);
    case 2:
      if ((n & (n - 1)) == 0) return masked(e, n - 1);
      [[fallthrough]];
    default:
      if (extent.type.strength == Strength::Literal) return modulo(e, n);
      if (e.type.kind == Kind::U64 || e.type.strength != Strength::Strong) e = cast(Kind::I64, e);
      return binary("%", e, extent, kIndex);
  }
}

std::vector<Expr> Maker::free_index(const Array& array, int depth) {
  if (array.shape.empty()) return {name("None", {})};
  if (array.shape.size() > 1 && chance(20)) {  // one flat index
    return {bounded(number(array.size()), array.size(), depth)};
  }
  std::vector<Expr> at;
  for (size_t d = 0; d < array.shape.size(); ++d)
    at.push_back(bounded(extent_of(array, d), array.shape[d], depth));
  return at;
}

std::vector<Expr> Maker::own_index(const Array& array, int depth) {
  std::vector<Expr> at = array.item;
  if (array.slots == 0) return at;
  Expr s = slot(array.reach, depth);
  if (array.is_flat) {
    Expr& whole = at[0];
    Kind kind = *promote(Kind::I64, s.type.kind == Kind::U64 ? Kind::I64 : s.type.kind);
    if (s.type.kind == Kind::U64) s = cast(Kind::I64, s);
    whole = binary("+", binary("*", whole, number(array.slots), kIndex), s, {kind});
  } else {
    at.push_back(s);
  }
  return at;
}

Expr Maker::load(const Array& array, int depth) {
  switch (array.role) {
    case Role::Own:
      return element(array, own_index(array, depth));
    default:
      return element(array, free_index(array, depth));
  }
}

std::optional<Expr> Maker::any_load(int depth) {
  const Array* array = pick_array(
      +[](const Array& a) { return a.role != Role::Counter && a.size() > 0 && a.element == 0; });
  if (!array) return std::nullopt;
  // Around the loop there is no item whose elements these could be.
  if (is_outside_ && array->role != Role::Input) return std::nullopt;
  return load(*array, depth);
}

std::optional<Expr> Maker::place(int depth) {
  const Array* array = pick_array(+[](const Array& a) {
    return (a.role == Role::Own || a.role == Role::Local) && a.size() > 0 && a.element == 0;
  });
  if (!array) return std::nullopt;
  return load(*array, depth);
}

}  // namespace tack::kernel_fuzz
