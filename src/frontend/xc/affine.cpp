// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/affine.hpp"

#include <algorithm>

namespace tack::xc {
namespace {

constexpr size_t kMaxTerms = 24, kMaxFactors = 4;

}  // namespace

bool Poly::has(Atom::Kind kind) const {
  for (const auto& [product, c] : terms_) {
    for (const Atom& a : product) {
      if (a.kind == kind) return true;
    }
  }
  return false;
}

std::optional<Poly> Poly::add(const Poly& a, const Poly& b, int64_t factor) {
  Poly out = a;
  for (const auto& [product, c] : b.terms_) {
    int64_t scaled = 0, sum = 0;
    if (__builtin_mul_overflow(c, factor, &scaled)) return std::nullopt;
    int64_t& slot = out.terms_[product];
    if (__builtin_add_overflow(slot, scaled, &sum)) return std::nullopt;
    slot = sum;
    if (sum == 0) out.terms_.erase(product);
  }
  if (out.terms_.size() > kMaxTerms) return std::nullopt;
  return out;
}

std::optional<Poly> Poly::mul(const Poly& a, const Poly& b) {
  Poly out;
  for (const auto& [p, c] : a.terms_) {
    for (const auto& [q, d] : b.terms_) {
      Product product = p;
      product.insert(product.end(), q.begin(), q.end());
      if (product.size() > kMaxFactors) return std::nullopt;
      std::sort(product.begin(), product.end());
      int64_t scaled = 0, sum = 0;
      if (__builtin_mul_overflow(c, d, &scaled)) return std::nullopt;
      int64_t& slot = out.terms_[product];
      if (__builtin_add_overflow(slot, scaled, &sum)) return std::nullopt;
      slot = sum;
      if (sum == 0) out.terms_.erase(product);
    }
  }
  if (out.terms_.size() > kMaxTerms) return std::nullopt;
  return out;
}

Poly AffineContext::size(int dimension) const {
  size_t k = static_cast<size_t>(dimension);
  if (!par || k >= par->grid.size()) return Poly(1);
  // The sizes are worked out around the block, where its captured values are the same.
  std::optional<Poly> value = of(par->grid[k]);
  if (value && !value->has(Atom::Kind::Item) && !value->has(Atom::Kind::Inner)) return *value;
  return Poly(Atom{Atom::Kind::Size, dimension, nullptr});
}

std::optional<Poly> AffineContext::flat() const {
  std::optional<Poly> sum = Poly(Atom{Atom::Kind::Item, 0, nullptr});
  Poly stride = size(0);
  for (int d = 1; d < static_cast<int>(par->grid.size()) && sum; ++d) {
    std::optional<Poly> term = Poly::mul(stride, Poly(Atom{Atom::Kind::Item, d, nullptr}));
    if (!term) return std::nullopt;
    sum = Poly::add(*sum, *term);
    std::optional<Poly> next = Poly::mul(stride, size(d));
    if (!next) return std::nullopt;
    stride = *next;
  }
  return sum;
}

AffineContext::Interval AffineContext::values_of(const Type* type) {
  __int128 one = 1;
  int bits = type->bits();
  if (type->is_signed()) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
  return {0, (one << bits) - 1};
}

AffineContext::Interval AffineContext::values_of(const Atom& atom) const {
  switch (atom.kind) {
    case Atom::Kind::Item:
      if (!item) {
        Poly extent = size(atom.which);
        if (atom.flip == 0 && extent.is_constant()) return {0, extent.constant() - 1};
        return {0, UINT32_MAX};
      } else {
        if (!item->type) break;
        Interval all = values_of(item->type);
        if (atom.flip) return all;
        return {first ? *first : all.low, last ? *last : all.high - 1};
      }
    case Atom::Kind::Size:
      return {0, UINT32_MAX};
    case Atom::Kind::Inner:
      if (auto it = inner.find(atom.var); it != inner.end()) {
        std::optional<Interval> low = values_of(it->second.low), high = values_of(it->second.high);
        Interval all = values_of(atom.var->type);
        if (low && high) return {std::max(all.low, low->low), std::min(all.high, high->high - 1)};
        return all;
      }
      break;
    case Atom::Kind::Uniform:
      if (atom.var->type && atom.var->type->is_int()) return values_of(atom.var->type);
      break;
  }
  return {INT64_MIN, INT64_MAX};
}

std::optional<AffineContext::Interval> AffineContext::values_of(const Poly& p) const {
  constexpr __int128 kMost = static_cast<__int128>(1) << 100;
  Interval sum;
  for (const auto& [product, c] : p.terms()) {
    Interval term{c, c};
    for (const Atom& a : product) {
      Interval v = values_of(a);
      __int128 ends[4];
      const __int128 left[] = {term.low, term.low, term.high, term.high};
      const __int128 right[] = {v.low, v.high, v.low, v.high};
      for (int k = 0; k < 4; ++k) {
        if (__builtin_mul_overflow(left[k], right[k], &ends[k])) return std::nullopt;
      }
      term = {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
      if (term.low < -kMost || term.high > kMost) return std::nullopt;
    }
    sum.low += term.low;
    sum.high += term.high;
  }
  return sum;
}

// In 8 and 16 bits the value has to fit: what wraps there is an element like any other. In 32 bits
// what wraps once lands beyond every array of fewer than 2^31 elements, so only a value that
// provably reaches 2^32 counts; with bounds that are not constants it is taken not to.
bool AffineContext::keeps(const Type* type, const Poly& p) const {
  std::optional<Interval> values = values_of(p);
  Interval all = values_of(type);
  if (values && values->low >= all.low && values->high <= all.high) return true;
  if (type->bits() < 32) return false;
  if (type->bits() > 32) return true;
  for (const auto& [product, c] : p.terms()) {
    for (const Atom& a : product) {
      bool known =
          a.kind == Atom::Kind::Inner || (a.kind == Atom::Kind::Item && a.flip == 0 &&
                                          (item ? first && last : size(a.which).is_constant()));
      if (!known) return true;
    }
  }
  return values && values->low >= INT32_MIN && values->high <= UINT32_MAX;
}

// What a field of one of the item's own structs holds, where nothing changes the struct.
const Expr* AffineContext::field_value(const Expr* e) const {
  const Var* v = e->a->kind == ExprKind::Name ? e->a->var : nullptr;
  if (!v || !e->field || v->is_global || (v->owner == home && v->par != par) || v->assigned ||
      v->address_taken || !v->type->is_struct() || !v->init || v->init->kind != ExprKind::List)
    return nullptr;
  size_t k = 0;
  for (const Field& f : v->type->record->fields) {
    if (&f == e->field) return k < v->init->list.size() ? v->init->list[k] : nullptr;
    ++k;
  }
  return nullptr;
}

std::optional<Poly> AffineContext::of(const Expr* e, int depth) const {
  if (!e || depth > 40 || !e->type || !e->type->is_int()) return std::nullopt;
  if (e->constant) {
    if (e->value < INT64_MIN || e->value > INT64_MAX) return std::nullopt;
    return Poly(static_cast<int64_t>(e->value));
  }
  switch (e->kind) {
    case ExprKind::Par: {
      constexpr std::string_view kNames[] = {"x", "y", "z", "width", "height", "depth"};
      int k = static_cast<int>(std::find(std::begin(kNames), std::end(kNames), e->name) -
                               std::begin(kNames));
      int d = k % 3;
      if (k >= 3) return size(d);
      if (static_cast<size_t>(d) >= par->grid.size()) return Poly(0);
      return Poly(Atom{Atom::Kind::Item, d, nullptr});
    }
    case ExprKind::Name: {
      const Var* v = e->var;
      if (!v) return std::nullopt;
      if (auto it = bound.find(v); it != bound.end()) return it->second;
      if (v == item) return Poly(Atom{Atom::Kind::Item, 0, nullptr});
      if (inner.count(v)) return Poly(Atom{Atom::Kind::Inner, 0, v});
      if (v->is_global || (v->owner == home && v->par != par)) {
        // From outside: every item sees one value, unless it is a reduction's own copy.
        for (const Reduction& r : par->reductions) {
          if (r.var == v) return std::nullopt;
        }
        return Poly(Atom{Atom::Kind::Uniform, 0, v});
      }
      if (v->init && !v->assigned && !v->address_taken) return of(v->init, depth + 1);
      return std::nullopt;
    }
    case ExprKind::Member: {
      const Expr* value = field_value(e);
      return value ? of(value, depth + 1) : std::nullopt;
    }
    case ExprKind::Cast: {
      std::optional<Poly> a = of(e->a, depth + 1);
      return a && keeps(e->type, *a) ? a : std::nullopt;
    }
    case ExprKind::Unary: {
      if (e->op != Op::Neg && e->op != Op::Plus) return std::nullopt;
      std::optional<Poly> a = of(e->a, depth + 1);
      if (a && e->op == Op::Neg) a = Poly::add(Poly(0), *a, -1);
      return a && keeps(e->type, *a) ? a : std::nullopt;
    }
    case ExprKind::Binary: {
      std::optional<Poly> p = binary(e, depth);
      return p && keeps(e->type, *p) ? p : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

std::optional<Poly> AffineContext::binary(const Expr* e, int depth) const {
  std::optional<Poly> a = of(e->a, depth + 1);
  std::optional<Poly> b = of(e->b, depth + 1);
  if (!a || !b) return std::nullopt;
  std::optional<Interval> from = values_of(*a);
  bool fixed = b->is_constant();
  int64_t c = b->constant();
  auto within = [&](int64_t most) { return from && from->low >= 0 && from->high <= most; };
  switch (e->op) {
    case Op::Add:
      return Poly::add(*a, *b);
    case Op::Sub:
      return Poly::add(*a, *b, -1);
    case Op::Mul:
      return Poly::mul(*a, *b);
    case Op::Shl:
      if (!fixed || c < 0 || c > 31) return std::nullopt;
      return Poly::mul(*a, Poly(int64_t{1} << c));
    case Op::Rem:  // only where it changes nothing
      return fixed && c > 0 && within(c - 1) ? a : std::nullopt;
    case Op::BitAnd:
      return fixed && c >= 0 && (c & (c + 1)) == 0 && within(c) ? a : std::nullopt;
    case Op::BitXor: {
      bool bare = a->terms().size() == 1 && a->terms().begin()->second == 1 &&
                  a->terms().begin()->first.size() == 1;
      if (!bare || !fixed || !from || from->low < 0 || c < 0) return std::nullopt;
      Atom atom = a->terms().begin()->first[0];
      if (atom.kind != Atom::Kind::Item || atom.flip) return std::nullopt;
      atom.flip = c;
      return Poly(atom);
    }
    default:
      return std::nullopt;
  }
}

bool AffineContext::collapses(const Expr* e) const { return fold(e, 0) == Fold::Collapsed; }

AffineContext::Fold AffineContext::fold(const Expr* e, int depth) const {
  if (!e || depth > 40) return Fold::Other;
  if (std::optional<Poly> p = of(e, depth))
    return p->has(Atom::Kind::Item) ? Fold::Other : Fold::Fixed;
  switch (e->kind) {
    case ExprKind::Name: {
      const Var* v = e->var;
      if (collapsed.count(v)) return Fold::Collapsed;
      bool follow = v && !v->is_global && (v->owner != home || v->par == par) && v->init &&
                    !v->assigned && !v->address_taken;
      return follow ? fold(v->init, depth + 1) : Fold::Other;
    }
    case ExprKind::Unary:
      return fold(e->a, depth + 1);
    case ExprKind::Cast:
      // A number that does not fit: several items share what is left of it.
      if (of(e->a, depth + 1) && e->type->bits() < e->a->type->bits()) return Fold::Collapsed;
      return fold(e->a, depth + 1);
    case ExprKind::Binary: {
      Fold a = fold(e->a, depth + 1), b = fold(e->b, depth + 1);
      if (a == Fold::Collapsed && b != Fold::Other) return a;
      if (b == Fold::Collapsed && a != Fold::Other) return b;
      if (a == Fold::Fixed && b == Fold::Fixed) return a;
      std::optional<Poly> p = of(e->a, depth + 1), q = of(e->b, depth + 1);
      if (!p || !q) return Fold::Other;
      if (e->op == Op::Rem || e->op == Op::Div || e->op == Op::Shr || e->op == Op::BitAnd)
        return q->is_constant() ? Fold::Collapsed : Fold::Other;
      // An even factor loses the top bits of what does not fit.
      if (e->op == Op::Shl) return Fold::Collapsed;
      if (e->op == Op::Mul) {
        const Poly& factor = q->is_constant() ? *q : *p;
        return factor.is_constant() && factor.constant() % 2 == 0 ? Fold::Collapsed : Fold::Other;
      }
      return Fold::Other;
    }
    default:
      return Fold::Other;
  }
}

}  // namespace tack::xc
