// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/independence.hpp"

#include <algorithm>
#include <set>

namespace tack::xc {
namespace {

// A place as  sum of stride_k * item_k  +  base (the same for all items)  +  [low, high) , the
// last from the body's own loops and the access's width.
struct Shape {
  bool ok = false;
  std::map<int, Poly> strides;  // by item dimension
  Poly base;
  Poly low, high;  // bytes: high already counts the width
  bool has_inner = false;
};

Shape shape_of(const Access& access) {
  Shape out;
  if (!access.place) return out;
  std::map<const Var*, Poly> inner;
  auto put = [](Poly& into, const Product& product, int64_t c) {
    Poly term(c);
    for (const Atom& a : product) {
      auto next = Poly::mul(term, Poly(a));
      if (!next) return false;
      term = *next;
    }
    auto sum = Poly::add(into, term);
    if (!sum) return false;
    into = *sum;
    return true;
  };
  Poly constant;
  for (const auto& [product, c] : access.place->terms()) {
    Product rest;
    int item = -1;
    const Var* loop = nullptr;
    int specials = 0;
    for (const Atom& a : product) {
      if (a.kind == Atom::Kind::Item) {
        item = a.which;
        ++specials;
      } else if (a.kind == Atom::Kind::Inner) {
        loop = a.var;
        ++specials;
      } else {
        rest.push_back(a);
      }
    }
    if (specials > 1) return out;  // a product of two things that change
    bool done = item >= 0      ? put(out.strides[item], rest, c)
                : loop         ? put(inner[loop], rest, c)
                : rest.empty() ? put(constant, rest, c)
                               : put(out.base, rest, c);
    if (!done) return out;
  }
  out.low = constant;
  auto high = Poly::add(constant, Poly(static_cast<int64_t>(access.size)));
  if (!high) return out;
  out.high = *high;
  for (const auto& [var, stride] : inner) {
    // Only constant strides have a known direction.
    if (!stride.is_constant() || stride.constant() <= 0) return out;
    const InnerRange* range = nullptr;
    for (const auto& [v, r] : access.inner) {
      if (v == var) range = &r;
    }
    if (!range) return out;
    // low .. high - 1 times the stride.
    auto l = Poly::mul(range->low, stride);
    auto last = Poly::add(range->high, Poly(-1));
    auto h = last ? Poly::mul(*last, stride) : std::nullopt;
    if (!l || !h) return out;
    auto new_low = Poly::add(out.low, *l);
    auto new_high = Poly::add(out.high, *h);
    if (!new_low || !new_high) return out;
    out.low = *new_low;
    out.high = *new_high;
    out.has_inner = true;
  }
  out.ok = true;
  return out;
}

bool at_least(const Poly& a, const Poly& b) {
  auto d = Poly::add(a, b, -1);
  return d && d->is_constant() && d->constant() >= 0;
}

// Each stride covers all that lies below it, in some order of the dimensions.
bool strides_cover(const AffineContext& context, const std::map<int, Poly>& strides,
                   const Poly& span, size_t dimensions) {
  std::vector<int> order;
  for (size_t d = 0; d < dimensions; ++d) {
    if (strides.count(static_cast<int>(d)) == 0) {
      // A dimension that does not matter to the place: its items share it, unless there is one.
      if (context.item || context.size(static_cast<int>(d)) != Poly(1)) return false;
    } else {
      order.push_back(static_cast<int>(d));
    }
  }
  if (order.empty()) return false;
  std::sort(order.begin(), order.end());
  do {
    std::optional<Poly> below = span;
    bool fits = true;
    for (int d : order) {
      const Poly& stride = strides.at(d);
      Poly size = stride;
      if (stride.is_constant() && stride.constant() < 0) size = Poly(-stride.constant());
      fits = fits && below && at_least(size, *below);
      if (!fits) break;
      below = context.item ? std::nullopt : Poly::mul(size, context.size(d));
    }
    if (fits) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

struct Pair {
  bool apart = false;  // no two items meet
};

// Whether item i through `a` and item j != i through `b` can touch one byte.
bool apart(const AffineContext& context, const Shape& a, const Shape& b, size_t dimensions) {
  if (!a.ok || !b.ok || a.strides != b.strides || !(a.base == b.base)) return false;
  // One stride and plain offsets: exact, whatever the distance.
  if (dimensions == 1 && a.strides.size() == 1 && !a.has_inner && !b.has_inner) {
    const Poly& stride = a.strides.begin()->second;
    if (stride.is_constant() && a.low.is_constant() && b.low.is_constant()) {
      int64_t k = stride.constant() < 0 ? -stride.constant() : stride.constant();
      int64_t size_a = a.high.constant() - a.low.constant();
      int64_t size_b = b.high.constant() - b.low.constant();
      if (k == 0) return false;
      // b's begin relative to a's, modulo the stride: they meet when it is below a's size or when
      // b reaches round to a's begin. At distance 0 that is the item itself.
      int64_t d = b.low.constant() - a.low.constant();
      int64_t m = ((d % k) + k) % k;
      if (size_a > k || size_b > k) return false;
      bool overlap_forward = m < size_a;   // with some item at or before
      bool overlap_back = m + size_b > k;  // with the next one
      if (overlap_forward && m != d) return false;
      if (overlap_back && m - k != d) return false;
      return true;
    }
  }
  // Everything within one span below the smallest stride.
  auto low_difference = Poly::add(b.low, a.low, -1);
  auto high_difference = Poly::add(b.high, a.high, -1);
  if (!low_difference || !high_difference || !low_difference->is_constant() ||
      !high_difference->is_constant())
    return false;
  const Poly& low = low_difference->constant() < 0 ? b.low : a.low;
  const Poly& high = high_difference->constant() > 0 ? b.high : a.high;
  auto span = Poly::add(high, low, -1);
  return span && strides_cover(context, a.strides, *span, dimensions);
}

bool same(const Expr* a, const Expr* b) {
  if (!a || !b) return a == b;
  if (a->kind != b->kind || a->op != b->op || a->var != b->var || a->field != b->field ||
      a->func != b->func || a->constant != b->constant || a->list.size() != b->list.size())
    return false;
  if (a->constant) return a->value == b->value && a->real == b->real;
  if (a->kind == ExprKind::Call || a->kind == ExprKind::Assign || a->kind == ExprKind::Step)
    return false;
  if (a->kind == ExprKind::Name && (!a->var || (a->var->assigned && a->var->par))) return false;
  return same(a->a, b->a) && same(a->b, b->b) && same(a->c, b->c);
}

}  // namespace

void check_independence(const AffineContext& context, const std::vector<Access>& accesses,
                        Reporter& reporter) {
  size_t dimensions = context.item ? 1 : context.par->grid.size();
  std::vector<Shape> shapes;
  for (const Access& a : accesses) shapes.push_back(shape_of(a));
  std::set<std::pair<const void*, uint64_t>> refused;
  auto place_of = [](const SourceRange& w) {
    return std::pair<const void*, uint64_t>{w.file, (uint64_t{w.line} << 32) | w.column};
  };
  for (size_t w = 0; w < accesses.size(); ++w) {
    const Access& write = accesses[w];
    if (!write.write) continue;
    std::string name(write.root->name);
    for (size_t r = 0; r < accesses.size(); ++r) {
      const Access& read = accesses[r];
      if (read.write || read.root != write.root) continue;
      if (apart(context, shapes[w], shapes[r], dimensions)) continue;
      bool own = write.expr && read.expr && same(write.expr, read.expr) &&
                 (!write.place || write.place->has(Atom::Kind::Item));
      if (own) continue;
      if (!refused.insert(place_of(read.where)).second) continue;
      reporter.report(Msg::ParScan, read.where, {name},
                      {{write.where, "'" + name + "' is written here"}});
    }
    if (apart(context, shapes[w], shapes[w], dimensions)) {
      // Against the block's other writes.
      for (size_t o = 0; o < w; ++o) {
        const Access& other = accesses[o];
        if (!other.write || other.root != write.root ||
            (write.expr && same(write.expr, other.expr)))
          continue;
        if (!apart(context, shapes[w], shapes[o], dimensions) &&
            apart(context, shapes[o], shapes[o], dimensions))
          reporter.report(Msg::ScatterOther, write.where, {name},
                          {{other.where, "'" + name + "' is written here too"}});
      }
      continue;
    }
    if (!write.place) {
      reporter.report(Msg::ScatterData, write.where, {name});
    } else if (!write.place->has(Atom::Kind::Item)) {
      reporter.report(Msg::ScatterFixed, write.where, {name});
    } else {
      reporter.report(Msg::ScatterUnknown, write.where, {name});
    }
  }
}

}  // namespace tack::xc
