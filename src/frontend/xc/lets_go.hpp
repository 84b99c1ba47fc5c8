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
  // A local reference or a parameter that needs no count, for what it is given stays.
  bool borrows(const Var& v) const { return borrowing_.count(&v) != 0; }

 private:
  void find_borrowing(const Func& f);
  bool stays(const Expr& e) const;
  bool stays_in(const Expr& place) const;

  std::set<const Func*> functions_;
  std::set<const Var*> borrowing_;
};

}  // namespace tack::xc
