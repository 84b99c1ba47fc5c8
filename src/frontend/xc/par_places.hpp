// SPDX-License-Identifier: Apache-2.0
// Which array or variable from outside a par block an expression of its body names, and where in
// it.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "frontend/xc/affine.hpp"
#include "frontend/xc/ast.hpp"

namespace tack::xc {

struct ParPlaces {
  struct Place {
    const Var* root = nullptr;  // null: the item's own, or nothing to follow
    std::optional<Poly> bytes;
    uint64_t spread = 0;  // somewhere within these bytes from there
    // Of the struct that the root is, points to or is an array of: no index leads from one field
    // to another.
    const Field* part = nullptr;
    bool recast = false;  // through a pointer cast: fields may lie across each other
  };

  // What the parameter of a helper is given: a pointer, or a struct with pointers in it.
  struct Given {
    Place place;
    const Var* scalar = nullptr;  // what the pointer points to, where that is no array
    bool from_data = false;
  };

  ParPlaces(Program& all, Stmt& block, const Func& around)
      : program(all), par(block), home(around) {
    context.par = &par;
    context.home = &home;
  }

  // Not the item's own: a global, or a variable around the block.
  bool from_outside(const Var& v) const;
  // What a pointer variable holds, where it is given one value only.
  static const Expr* known_value(const Var& v);

  // What an expression that is a place, or one that is a pointer, names.
  // `scalars`: also in variables from outside without arrays in them.
  Place place(const Expr* e, int depth = 0, bool scalars = false) const;
  Place pointer(const Expr* e, int depth = 0) const;
  // The pointer that the item assigns more than once and that leads to a place.
  const Var* walker(const Expr* place) const;

  // Whether an index of a place was read from memory, computed by a call or changed on the way.
  bool index_from_data(const Expr* place) const;
  // One index gives several items one value, and no other one tells them apart.
  bool index_collapses(const Expr* place) const;

  // The variable that a place is part of, unless it lies behind a pointer or in an array from
  // outside.
  static const Var* scalar_root(const Expr* e);
  // An element of an array that a global struct holds.
  static bool is_element_of_global(const Expr* e);
  // The variable, no array, that a place behind a pointer is part of: `*&g`, `*p` with `p = &g`.
  // Null when there is none or the pointer is not known.
  const Var* pointed_scalar(const Expr* place, int depth = 0) const;

  Program& program;
  Stmt& par;
  const Func& home;  // the function that the block stands in
  AffineContext context;
  bool in_helper = false;  // the expression stands in a function that the block calls
  std::map<const Var*, Given> given;
  std::map<const Var*, const Var*>
      moving;                  // pointers that are assigned: the array that they are in
  std::set<const Var*> outer;  // variables around the block that helpers reach through pointers

  const Var* behind_pointer(const Expr* e, int depth = 0) const;

 private:
  // `keeps_part`: an element of an array, which lies in the part that the array is in.
  Place shifted(Place p, const Expr* index, uint64_t size, bool keeps_part = false) const;
  static Place offset(Place p, uint64_t bytes);
  bool from_data(const Expr* value, int depth = 0) const;
};

}  // namespace tack::xc
