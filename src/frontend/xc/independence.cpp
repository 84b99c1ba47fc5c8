// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/independence.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace tack::xc {
namespace {

// A loop of the body's own in a place: adds stride * (low .. high - 1).
struct Digit {
  Poly stride;  // not negative where its sign is known
  Poly low, high;
};

// A place as  sum of stride_k * item_k  +  base (the same for all items)  +  a constant  +  digits.
struct Shape {
  bool ok = false;
  std::map<std::pair<int, int64_t>, Poly> strides;  // by item dimension and what flips it
  Poly base;
  int64_t at = 0, size = 0;  // bytes
  std::vector<Digit> digits;
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
  for (const auto& [product, c] : access.place->terms()) {
    Product rest;
    const Atom* item = nullptr;
    const Var* loop = nullptr;
    int specials = 0;
    for (const Atom& a : product) {
      if (a.kind == Atom::Kind::Item) {
        item = &a;
        ++specials;
      } else if (a.kind == Atom::Kind::Inner) {
        loop = a.var;
        ++specials;
      } else {
        rest.push_back(a);
      }
    }
    if (specials > 1) return out;  // a product of two things that change
    if (!item && !loop && rest.empty()) {
      out.at = c;
      continue;
    }
    bool done = item   ? put(out.strides[{item->which, item->flip}], rest, c)
                : loop ? put(inner[loop], rest, c)
                       : put(out.base, rest, c);
    if (!done) return out;
  }
  out.size = static_cast<int64_t>(access.size);
  for (const auto& [var, stride] : inner) {
    const InnerRange* range = nullptr;
    for (const auto& [v, r] : access.inner) {
      if (v == var) range = &r;
    }
    if (!range) return out;
    if (stride.is_constant() && stride.constant() < 0) {
      // The same places, counted from the other end.
      auto low = Poly::add(Poly(1), range->high, -1);
      auto high = Poly::add(Poly(1), range->low, -1);
      if (!low || !high || stride.constant() == INT64_MIN) return out;
      out.digits.push_back({Poly(-stride.constant()), *low, *high});
    } else {
      out.digits.push_back({stride, range->low, range->high});
    }
  }
  out.ok = true;
  return out;
}

bool at_least(const Poly& a, const Poly& b) {
  auto d = Poly::add(a, b, -1);
  return d && d->is_constant() && d->constant() >= 0;
}

// The digits of two accesses as one list: a stride's range covers both.
bool merge(const std::vector<Digit>& from, std::vector<Digit>& into) {
  for (const Digit& d : from) {
    Digit* found = nullptr;
    for (Digit& other : into) {
      if (other.stride == d.stride) found = &other;
    }
    if (!found) {
      into.push_back(d);
      // The other access stands at digit 0.
      found = &into.back();
      if (!at_least(Poly(0), found->low)) {
        if (!at_least(found->low, Poly(0))) return false;
        found->low = Poly(0);
      }
      if (!at_least(found->high, Poly(1)) && found->high.is_constant()) found->high = Poly(1);
      continue;
    }
    if (at_least(found->low, d.low)) {
      found->low = d.low;
    } else if (!at_least(d.low, found->low)) {
      return false;
    }
    if (at_least(d.high, found->high)) {
      found->high = d.high;
    } else if (!at_least(found->high, d.high)) {
      return false;
    }
  }
  return true;
}

// Like the digits of a number: each stride, in some order, covers all that lies below it.
bool strides_cover(std::vector<std::pair<Poly, std::optional<Poly>>> digits, const Poly& width) {
  if (digits.empty() || digits.size() > 6) return false;
  std::vector<size_t> order;
  for (size_t k = 0; k < digits.size(); ++k) order.push_back(k);
  do {
    std::optional<Poly> below = width;
    bool fits = true;
    for (size_t k : order) {
      const auto& [stride, count] = digits[k];
      fits = below && at_least(stride, *below);
      if (!fits) break;
      below = count ? Poly::mul(stride, *count) : std::nullopt;
    }
    if (fits) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

// The bytes that all items together touch, where the bounds are constants.
std::optional<std::pair<__int128, __int128>> extent(const AffineContext& context, const Shape& s) {
  if (!context.item || !context.first || !context.last || !s.digits.empty() ||
      s.strides.size() > 1 || *context.first > *context.last)
    return std::nullopt;
  __int128 low = s.at, high = s.at;
  for (const auto& [dimension, stride] : s.strides) {
    if (dimension.second || !stride.is_constant()) return std::nullopt;
    __int128 a = static_cast<__int128>(stride.constant()) * *context.first;
    __int128 b = static_cast<__int128>(stride.constant()) * *context.last;
    low += std::min(a, b);
    high += std::max(a, b);
  }
  return std::pair{low, high + s.size};
}

bool lie_apart(const AffineContext& context, const Shape& a, const Shape& b) {
  if (!(a.base == b.base)) return false;
  auto x = extent(context, a), y = extent(context, b);
  return x && y && (x->second <= y->first || y->second <= x->first);
}

// Whether item i through `a` and item j != i through `b` can touch one byte.
bool apart(const AffineContext& context, const Shape& a, const Shape& b, size_t dimensions) {
  if (a.ok && b.ok && lie_apart(context, a, b)) return true;
  if (!a.ok || !b.ok || a.strides != b.strides || !(a.base == b.base)) return false;
  int64_t distance = 0;
  if (__builtin_sub_overflow(b.at, a.at, &distance)) return false;
  // One stride and plain offsets: exact, whatever the distance.
  if (dimensions == 1 && a.strides.size() == 1 && a.digits.empty() && b.digits.empty()) {
    const Poly& stride = a.strides.begin()->second;
    if (stride.is_constant()) {
      int64_t k = stride.constant() < 0 ? -stride.constant() : stride.constant();
      if (k == 0) return false;
      // b's begin relative to a's, modulo the stride: they meet when it is below a's size or when
      // b reaches round to a's begin. At distance 0 that is the item itself.
      int64_t d = distance;
      int64_t m = ((d % k) + k) % k;
      if (a.size > k || b.size > k) return false;
      bool overlap_forward = m < a.size;   // with some item at or before
      bool overlap_back = m + b.size > k;  // with the next one
      // Flipped numbers keep no order, so only the item itself is known.
      if (overlap_forward && m != d) return false;
      if (overlap_back && m - k != d) return false;
      return a.strides.begin()->first.second == 0 || d == 0;
    }
  }
  // `b` may be moved by whole digits towards `a`; what is left widens the lowest span.
  std::vector<Digit> shifted = b.digits;
  std::vector<Digit*> by_stride;
  for (const Digit& d : a.digits) {
    bool known = std::any_of(shifted.begin(), shifted.end(),
                             [&](const Digit& other) { return other.stride == d.stride; });
    if (!known) shifted.push_back({d.stride, Poly(0), Poly(1)});
  }
  for (Digit& d : shifted) {
    if (d.stride.is_constant() && d.stride.constant() > 0) by_stride.push_back(&d);
  }
  std::sort(by_stride.begin(), by_stride.end(), [](const Digit* x, const Digit* y) {
    return x->stride.constant() > y->stride.constant();
  });
  for (Digit* d : by_stride) {
    int64_t steps = distance / d->stride.constant();
    distance -= steps * d->stride.constant();
    auto low = Poly::add(d->low, Poly(steps)), high = Poly::add(d->high, Poly(steps));
    if (!low || !high) return false;
    d->low = *low;
    d->high = *high;
  }
  std::vector<Digit> digits = a.digits;
  if (!merge(shifted, digits)) return false;
  int64_t begin = std::min<int64_t>(0, distance);
  int64_t end = 0;
  if (__builtin_add_overflow(distance, b.size, &end)) return false;
  end = std::max(a.size, end);
  std::vector<std::pair<Poly, std::optional<Poly>>> all;
  for (const Digit& d : digits) all.push_back({d.stride, Poly::add(d.high, d.low, -1)});
  size_t used = 0;
  for (size_t d = 0; d < dimensions; ++d) {
    auto it = a.strides.find({static_cast<int>(d), 0});
    if (it == a.strides.end()) {
      // A dimension that does not matter to the place: its items share it, unless there is one.
      if (context.item || context.size(static_cast<int>(d)) != Poly(1)) return false;
      continue;
    }
    ++used;
    Poly stride = it->second;
    if (stride.is_constant() && stride.constant() < 0) stride = Poly(-stride.constant());
    all.push_back({stride, context.item ? context.count
                                        : std::optional<Poly>(context.size(static_cast<int>(d)))});
  }
  if (used == 0 || used != a.strides.size()) return false;
  return strides_cover(std::move(all), Poly(end - begin));
}

// Two items touch one byte through this access: a dimension does not matter to the place, two of
// them, or one and a loop of the body, reach over to a neighbour's.
bool meets(const AffineContext& context, const Shape& s, size_t dimensions) {
  if (!s.ok) return false;
  struct Step {
    int64_t bytes;
    std::optional<int64_t> count;
    // Whether there are more than `n` of them; where nothing is known, at least two.
    bool more_than(int64_t n) const { return count ? *count > n : n == 1; }
  };
  std::vector<Step> steps;
  for (size_t d = 0; d < dimensions; ++d) {
    auto known =
        context.item ? context.count : std::optional<Poly>(context.size(static_cast<int>(d)));
    Step step{0, std::nullopt};
    if (known && known->is_constant()) step.count = known->constant();
    bool found = false;
    for (const auto& [dimension, stride] : s.strides) {
      if (dimension.first != static_cast<int>(d)) continue;
      found = true;
      if (dimension.second || !stride.is_constant() || stride.constant() == INT64_MIN) continue;
      step.bytes = stride.constant() < 0 ? -stride.constant() : stride.constant();
    }
    if (!found && !context.item && step.more_than(1)) return true;
    if (step.bytes) steps.push_back(step);
  }
  for (const Digit& d : s.digits) {
    auto count = Poly::add(d.high, d.low, -1);
    if (!d.stride.is_constant() || d.stride.constant() <= 0 || !count || !count->is_constant())
      continue;
    for (const Step& item : steps) {
      int64_t common = std::gcd(item.bytes, d.stride.constant());
      if (item.bytes / common < count->constant() && item.more_than(d.stride.constant() / common))
        return true;
    }
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      int64_t common = std::gcd(steps[i].bytes, steps[j].bytes);
      if (steps[i].more_than(steps[j].bytes / common) &&
          steps[j].more_than(steps[i].bytes / common))
        return true;
    }
  }
  return s.digits.empty() && std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
           return s.size > step.bytes && step.more_than(1);
         });
}

// Whether two expressions of one item have one value. Memory is taken to hold what it held.
struct SameValue {
  const AffineContext& context;

  bool variable(const Var* v) const {
    if (!v) return false;
    bool outside = v->is_global || (v->owner == context.home && v->par != context.par);
    if (!outside) return !v->assigned && !v->address_taken;
    return std::none_of(context.par->reductions.begin(), context.par->reductions.end(),
                        [&](const Reduction& r) { return r.var == v; });
  }

  bool operator()(const Expr* a, const Expr* b) const {
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->type != b->type || a->var != b->var ||
        a->field != b->field || a->func != b->func || a->constant != b->constant ||
        a->list.size() != b->list.size())
      return false;
    if (a->constant) return a->value == b->value && a->real == b->real;
    switch (a->kind) {
      case ExprKind::Par:
        return a->name == b->name;
      case ExprKind::Name:
        return a->func ? true : variable(a->var);
      case ExprKind::Unary:
      case ExprKind::Binary:
      case ExprKind::Cond:
      case ExprKind::Index:
      case ExprKind::Member:
      case ExprKind::Cast:
      case ExprKind::Deref:
      case ExprKind::Address:
      case ExprKind::Decay:
        return (*this)(a->a, b->a) && (*this)(a->b, b->b) && (*this)(a->c, b->c);
      default:
        return false;  // a call, an assignment
    }
  }

  // The same expression means something else where a helper's parameters are given other values.
  bool operator()(const CallSite* a, const CallSite* b) const {
    if (a == b) return true;
    if (!a || !b || a->call->func != b->call->func ||
        a->call->list.size() != b->call->list.size() || !(*this)(a->parent, b->parent))
      return false;
    for (size_t k = 0; k < a->call->list.size(); ++k) {
      if (!(*this)(a->call->list[k], b->call->list[k])) return false;
    }
    return true;
  }

  bool operator()(const Access& a, const Access& b) const {
    if (a.place && b.place) return *a.place == *b.place;
    return a.expr && b.expr && (*this)(a.site, b.site) && (*this)(a.expr, b.expr);
  }
};

// A struct's parts are arrays of their own.
bool same_array(const Access& a, const Access& b) {
  return a.root == b.root && (!a.part || !b.part || a.part == b.part);
}

}  // namespace

void check_independence(const AffineContext& context, const std::vector<Access>& accesses,
                        Reporter& reporter) {
  size_t dimensions = context.item ? 1 : context.par->grid.size();
  SameValue same{context};
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
      if (read.write || !same_array(read, write)) continue;
      if (apart(context, shapes[w], shapes[r], dimensions)) continue;
      bool own = same(write, read) && (!write.place || write.place->has(Atom::Kind::Item)) &&
                 !write.collapses && !meets(context, shapes[w], dimensions);
      // What a pointer walks over it may rewrite: the write is warned of.
      bool walked = write.moving && write.moving == read.moving && same(write.site, read.site);
      if (own || walked) continue;
      if (!refused.insert(place_of(read.where)).second) continue;
      // Where a pointer walks is the program's own care.
      reporter.report(read.moving || write.moving ? Msg::ReadsWalking : Msg::ParScan, read.where,
                      {name}, {{write.where, "'" + name + "' is written here"}});
    }
    if (apart(context, shapes[w], shapes[w], dimensions)) {
      // Against the block's other writes.
      for (size_t o = 0; o < w; ++o) {
        const Access& other = accesses[o];
        if (!other.write || !same_array(other, write)) continue;
        if (!apart(context, shapes[w], shapes[o], dimensions) &&
            apart(context, shapes[o], shapes[o], dimensions))
          reporter.report(Msg::ScatterOther, write.where, {name},
                          {{other.where, "'" + name + "' is written here too"}});
      }
      continue;
    }
    if (!write.place && write.from_data) {
      reporter.report(Msg::ScatterData, write.where, {name});
    } else if (write.place && !write.place->has(Atom::Kind::Item)) {
      reporter.report(Msg::ScatterFixed, write.where, {name});
    } else {
      reporter.report(Msg::ScatterUnknown, write.where, {name});
    }
  }
}

}  // namespace tack::xc
