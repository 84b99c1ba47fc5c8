// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/assignment_flow.hpp"

#include <set>
#include <vector>

namespace tack::python {
namespace {

using hir::Step;

// Walks the statements in the order in which they run. What is assigned on the way here is a set
// with a list of the order, so that leaving a branch takes back what it has added.
class Walk {
 public:
  void kernel(hir::Kernel& k) {
    body(k.before);
    // The loop may run no iteration, and what follows it is another function.
    size_t mark = order_.size();
    if (k.loop != nullptr) {
      ranges(k.loop->ranges);
      body(k.loop->body);
    }
    forget(mark);
    body(k.after);
    if (k.result != nullptr) expr(*k.result);
  }

 private:
  void forget(size_t mark) {
    for (; order_.size() > mark; order_.pop_back()) assigned_.erase(order_.back());
  }
  // Takes away, for adding it again, what has been added since.
  std::vector<const hir::Local*> take(size_t mark) {
    std::vector<const hir::Local*> out(order_.begin() + static_cast<long>(mark), order_.end());
    forget(mark);
    return out;
  }
  void add(const hir::Local* local) {
    if (assigned_.insert(local).second) order_.push_back(local);
  }

  void expr(const hir::Expr& e) {
    const hir::Expr* at = &e;
    std::vector<const hir::Expr*> chain;  // a chain may be long: from its left end
    for (; at->kind == hir::Node::Binary; at = at->args[0]) chain.push_back(at);
    one(*at);
    for (size_t k = chain.size(); k-- > 0;) expr(*chain[k]->args[1]);
  }

  void one(const hir::Expr& e) {
    // A second arm, or a second operand of `and`, need not run; what calls in it assign is read in
    // it alone.
    for (const hir::Expr* arg : e.args) expr(*arg);
    if (e.inlined != nullptr) {
      body(e.inlined->body);
      // An expression has its value on every path: see always_returns.
      for (const hir::Local* result : e.inlined->results) add(result);
    }
    if (e.local != nullptr && e.local->assignments == 1 && assigned_.count(e.local) == 0)
      e.local->may_be_unset = true;
  }

  void ranges(const std::vector<hir::Range>& all) {
    for (const hir::Range& range : all)
      for (const hir::Expr* bound : {range.start, range.stop, range.step})
        if (bound != nullptr) expr(*bound);
  }

  // Whether what follows in this body is never reached.
  bool body(const hir::Body& statements) {
    bool ends = false;
    for (const hir::Stmt* s : statements) ends |= statement(*s);
    return ends;
  }

  bool branches(const hir::Stmt& s) {
    size_t mark = order_.size();
    bool yes_ends = body(s.body);
    std::vector<const hir::Local*> yes = take(mark);
    bool no_ends = body(s.orelse);
    // What one arm assigns is assigned behind both only when the other does not get there: one
    // statement alone assigns each of these locals.
    if (!yes_ends || no_ends) forget(mark);
    if (no_ends && !yes_ends)
      for (const hir::Local* local : yes) add(local);
    return yes_ends && no_ends;
  }

  bool statement(const hir::Stmt& s) {
    for (const hir::Expr* index : s.indices) expr(*index);
    if (s.value != nullptr) expr(*s.value);
    if (s.part != nullptr) expr(*s.part);
    ranges(s.ranges);
    switch (s.kind) {
      case Step::Assign:
        add(s.local);
        return false;
      case Step::If:
        return branches(s);
      case Step::Choose:
      case Step::While:
      case Step::For: {  // perhaps not at all, perhaps left early
        size_t mark = order_.size();
        body(s.body);
        forget(mark);
        body(s.orelse);
        forget(mark);
        return false;
      }
      case Step::Break:
      case Step::Continue:
      case Step::Return:
        return true;
      case Step::Store:
      case Step::AugStore:
      case Step::SetPart:
      case Step::AugSetPart:
      case Step::Eval:
      case Step::Declare:
        return false;
    }
    return false;
  }

  std::set<const hir::Local*> assigned_;
  std::vector<const hir::Local*> order_;
};

}  // namespace

void mark_unset_locals(hir::Kernel& kernel) { Walk().kernel(kernel); }

}  // namespace tack::python
