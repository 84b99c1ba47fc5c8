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
      if (v->is_global || v->par != par) {
        // From outside: every item sees one value, unless it is a reduction's own copy.
        for (const Reduction& r : par->reductions) {
          if (r.var == v) return std::nullopt;
        }
        return Poly(Atom{Atom::Kind::Uniform, 0, v});
      }
      if (v->init && !v->assigned && !v->address_taken) return of(v->init, depth + 1);
      return std::nullopt;
    }
    case ExprKind::Cast:
      return of(e->a, depth + 1);
    case ExprKind::Unary: {
      if (e->op != Op::Neg && e->op != Op::Plus) return std::nullopt;
      std::optional<Poly> a = of(e->a, depth + 1);
      if (!a || e->op == Op::Plus) return a;
      return Poly::add(Poly(0), *a, -1);
    }
    case ExprKind::Binary: {
      if (e->op != Op::Add && e->op != Op::Sub && e->op != Op::Mul && e->op != Op::Shl)
        return std::nullopt;
      std::optional<Poly> a = of(e->a, depth + 1);
      std::optional<Poly> b = of(e->b, depth + 1);
      if (!a || !b) return std::nullopt;
      if (e->op == Op::Add) return Poly::add(*a, *b);
      if (e->op == Op::Sub) return Poly::add(*a, *b, -1);
      if (e->op == Op::Mul) return Poly::mul(*a, *b);
      if (!b->is_constant() || b->constant() < 0 || b->constant() > 31) return std::nullopt;
      return Poly::mul(*a, Poly(int64_t{1} << b->constant()));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace tack::xc
