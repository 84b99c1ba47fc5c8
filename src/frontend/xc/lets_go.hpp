// SPDX-License-Identifier: Apache-2.0
// Which code may take the last reference from an object that somebody else is using: only across
// such code does a reference that is being used need a count of its own.
#pragma once

#include <set>

#include "frontend/xc/ast.hpp"

namespace tack::xc {

class LettingGo {
 public:
  explicit LettingGo(const Program& program);

  // The function, or one that it calls or that overrides it, may.
  bool may(const Func& f) const { return functions_.count(&f) != 0; }
  // Working it out may, or running it.
  bool may(const Expr* e) const;
  bool may(const Stmt* s) const;

 private:
  std::set<const Func*> functions_;
};

}  // namespace tack::xc
