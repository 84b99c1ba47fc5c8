// SPDX-License-Identifier: Apache-2.0
// Index expressions as sums of products: what an element's place depends on.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "frontend/xc/ast.hpp"

namespace tack::xc {

// A number that an index is made of.
struct Atom {
  enum class Kind : uint8_t {
    Item,     // the item's number, or its x, y, z; `which` 0, 1, 2
    Size,     // the grid's width, height, depth where it is no constant
    Uniform,  // the same for all items: `var`
    Inner,    // a loop of the body's own: `var`
  } kind = Kind::Item;
  int which = 0;
  const Var* var = nullptr;
  int64_t flip = 0;  // Item: xored with this, which only changes the order of the items

  auto operator<=>(const Atom&) const = default;
};

using Product = std::vector<Atom>;  // sorted; empty: the constant

class Poly {
 public:
  Poly() = default;
  explicit Poly(int64_t c) {
    if (c) terms_[{}] = c;
  }
  explicit Poly(Atom a) { terms_[{a}] = 1; }

  const std::map<Product, int64_t>& terms() const { return terms_; }
  bool operator==(const Poly& other) const { return terms_ == other.terms_; }
  bool is_constant() const {
    return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty());
  }
  int64_t constant() const {
    auto it = terms_.find({});
    return it == terms_.end() ? 0 : it->second;
  }
  bool has(Atom::Kind kind) const;
  // Nothing when a number or the sum grows too large to follow.
  static std::optional<Poly> add(const Poly& a, const Poly& b, int64_t factor = 1);
  static std::optional<Poly> mul(const Poly& a, const Poly& b);

 private:
  std::map<Product, int64_t> terms_;
};

// A loop of the body's own: its variable counts [low, high).
struct InnerRange {
  Poly low, high;
};

// What names mean inside one par block (or in a function that it calls: then the parameters are
// bound to what was given).
struct AffineContext {
  const Stmt* par = nullptr;
  const Func* home = nullptr;  // the function that the block stands in
  const Var* item = nullptr;   // of the loop form
  std::map<const Var*, std::optional<Poly>> bound;
  std::set<const Var*> collapsed;  // bound to what collapses
  std::map<const Var*, InnerRange> inner;
  // The loop form's first and last item, where they are constants.
  std::optional<int64_t> first, last;
  std::optional<Poly> count;  // of its items, where the bounds have polynomials

  // Nothing for what depends on data, and for what may wrap in its type so that two items could
  // get one element (see `keeps`).
  std::optional<Poly> of(const Expr* e, int depth = 0) const;
  // Many items get one value: `i & 7`, `i / 2`, `(u8)i`, whatever is added to it.
  bool collapses(const Expr* e) const;
  // The size of the grid in a dimension: a constant, a variable's value, or an atom of its own.
  Poly size(int dimension) const;
  // The number of the point.
  std::optional<Poly> flat() const;

 private:
  struct Interval {
    __int128 low = 0, high = 0;
  };
  enum class Fold : uint8_t { Fixed, Collapsed, Other };
  static Interval values_of(const Type* type);
  Interval values_of(const Atom& atom) const;
  // Nothing when the numbers are too large to follow.
  std::optional<Interval> values_of(const Poly& p) const;
  // `p` worked out in `type` addresses the same elements as without wrapping.
  bool keeps(const Type* type, const Poly& p) const;
  const Expr* field_value(const Expr* e) const;
  std::optional<Poly> binary(const Expr* e, int depth) const;
  Fold fold(const Expr* e, int depth) const;
};

}  // namespace tack::xc
