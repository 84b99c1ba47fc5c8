// SPDX-License-Identifier: Apache-2.0
// Do the items of a par block keep out of each other's way? Every access of a shared array is
// written as a place in bytes; two accesses that two different items may make must not meet.
#pragma once

#include <vector>

#include "frontend/xc/affine.hpp"
#include "frontend/xc/messages.hpp"

namespace tack::xc {

// A call of a helper, inside another's: what its parameters are given.
struct CallSite {
  const Expr* call = nullptr;
  const CallSite* parent = nullptr;
};

struct Access {
  const Var* root = nullptr;    // the array, or the pointer to it
  const Field* part = nullptr;  // of the struct that the root is, points to or is an array of
  std::optional<Poly> place;    // in bytes; nothing: computed from data
  uint64_t size = 0;
  bool write = false;
  bool from_data = false;          // the place depends on what memory holds
  const Var* moving = nullptr;     // through this pointer, which the item moves
  bool collapses = false;          // several items get one place, whatever it is
  const Expr* expr = nullptr;      // to compare two places that are computed from data
  const CallSite* site = nullptr;  // the call that the expression stands in; null: the body itself
  SourceRange where;
  std::vector<std::pair<const Var*, InnerRange>> inner;  // loops around it
};

// Warns of writes that may meet, and refuses reads of what another item writes.
void check_independence(const AffineContext& context, const std::vector<Access>& accesses,
                        Reporter& reporter);

}  // namespace tack::xc
