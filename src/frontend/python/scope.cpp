// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/scope.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace tack::python {

std::vector<std::string> dotted_path(const Expr& e) {
  if (e.kind == ExprKind::Name) return {e.text};
  if (e.kind != ExprKind::Attribute) return {};
  std::vector<std::string> path = dotted_path(*e.args[0]);
  if (!path.empty()) path.push_back(e.text);
  return path;
}

namespace {

// What may have happened to a name before a place. The flow of a loop's body is first found
// relative to its entry (kEntry stands for "as at the entry"), once for each loop, so that nested
// loops cost no more than their size.
using Bits = uint8_t;
constexpr Bits kUnassigned = 1, kAssigned = 2, kDead = 4, kEntry = 8;

struct State {
  std::vector<Bits> bits;
  bool is_reachable = true;

  void join(const State& other) {
    if (!other.is_reachable) return;
    if (!is_reachable) {
      *this = other;
      return;
    }
    for (size_t k = 0; k < bits.size(); ++k) bits[k] |= other.bits[k];
  }
  // This state, seen from an entry in state `before`.
  State after(const State& before) const {
    State out = *this;
    if (!before.is_reachable) {
      out.is_reachable = false;
      return out;
    }
    for (size_t k = 0; k < bits.size(); ++k) {
      if (bits[k] & kEntry) out.bits[k] = static_cast<Bits>((bits[k] & ~kEntry) | before.bits[k]);
    }
    return out;
  }
};

// A loop's body from entry to its end (with every continue), and to its breaks.
struct Summary {
  State end, broken;
};

class Flow {
 public:
  Flow(const Tree& tree, bool is_kernel, Scope& scope)
      : tree_(tree), is_kernel_(is_kernel), scope_(scope) {}

  void run() {
    for (const Parameter& p : tree_.parameters) scope_.bound.emplace(p.name, 0);
    collect(tree_.body);
    size_t k = 0;
    for (const auto& [name, count] : scope_.bound) index_[name] = k++;
    for (const Stmt& s : tree_.stmts) {
      if (s.value) collect_free(*s.value);
      for (const Expr* target : s.targets) collect_free(*target);
    }
    if (is_kernel_ && !tree_.return_annotation.empty())
      scope_.free.push_back(joined(tree_.return_annotation));
    std::sort(scope_.free.begin(), scope_.free.end());
    scope_.free.erase(std::unique(scope_.free.begin(), scope_.free.end()), scope_.free.end());

    State state;
    state.bits.assign(scope_.bound.size(), kUnassigned);
    for (const Parameter& p : tree_.parameters) state.bits[index_[p.name]] = kAssigned;
    is_reporting_ = true;
    body(tree_.body, state, nullptr);
  }

 private:
  // --- names

  void bind(const Expr& target, uint32_t by) {
    if (target.kind == ExprKind::Name) scope_.bound[target.text] += by;
    if (target.kind == ExprKind::Tuple) {
      for (const Expr* item : target.args) bind(*item, by);
    }
  }
  void collect(const Body& statements) {
    for (const Stmt* s : statements) {
      if (s->kind == StmtKind::Assign || s->kind == StmtKind::AugAssign) {
        for (const Expr* target : s->targets) bind(*target, 1);
      }
      if (s->kind == StmtKind::For) bind(*s->targets[0], 0);
      collect(s->body);
      collect(s->orelse);
    }
  }
  static std::string joined(const std::vector<std::string>& path) {
    std::string dotted;
    for (const std::string& part : path) dotted += (dotted.empty() ? "" : ".") + part;
    return dotted;
  }
  void collect_free(const Expr& e) {
    std::vector<std::string> path = dotted_path(e);
    if (!path.empty()) {
      if (scope_.is_bound(path[0])) return;
      scope_.free.push_back(joined(path));
      return;
    }
    for_each_operand(e, [&](const Expr& operand) { collect_free(operand); });
  }

  // --- flow

  void read(const Expr& e, const State& state) {
    if (e.kind == ExprKind::Name) {
      auto found = index_.find(e.text);
      if (found == index_.end() || !is_reporting_ || !state.is_reachable) return;
      Bits bits = state.bits[found->second];
      if (bits & kDead) {
        scope_.messages.push_back({Diag::DeadLoopVariable, e.place, {e.text}});
      } else if (bits == kUnassigned) {
        scope_.messages.push_back({Diag::Unassigned, e.place, {e.text}});
      }
      return;
    }
    for_each_operand(e, [&](const Expr& operand) { read(operand, state); });
  }

  void assign(const Expr& target, State& state, Bits bits) {
    if (target.kind == ExprKind::Name) {
      state.bits[index_[target.text]] = bits;
    } else if (target.kind == ExprKind::Tuple) {
      for (const Expr* item : target.args) assign(*item, state, bits);
    } else {
      read(target, state);
    }
  }

  void body(const Body& statements, State& state, Summary* loop) {
    for (const Stmt* s : statements) statement(*s, state, loop);
  }

  void statement(const Stmt& s, State& state, Summary* loop) {
    if (s.value && s.kind != StmtKind::While) read(*s.value, state);
    switch (s.kind) {
      case StmtKind::Assign:
        for (const Expr* target : s.targets) assign(*target, state, kAssigned);
        break;
      case StmtKind::AugAssign:
        read(*s.targets[0], state);
        assign(*s.targets[0], state, kAssigned);
        break;
      case StmtKind::If: {
        State other = state;
        body(s.body, state, loop);
        body(s.orelse, other, loop);
        state.join(other);
        break;
      }
      case StmtKind::Choose: {
        State taken = state;
        taken.is_reachable = false;
        for (const Stmt* arm : s.body) {
          read(*arm->value, state);
          State inside = state;
          body(arm->body, inside, loop);
          taken.join(inside);
        }
        body(s.orelse, state, loop);
        state.join(taken);
        break;
      }
      case StmtKind::For:
      case StmtKind::While:
        this->loop(s, state);
        break;
      case StmtKind::Break:
        if (loop) loop->broken.join(state);
        state.is_reachable = false;
        break;
      case StmtKind::Continue:
        if (loop) loop->end.join(state);
        state.is_reachable = false;
        break;
      case StmtKind::Return:
        state.is_reachable = false;
        break;
      case StmtKind::Pass:
      case StmtKind::Expr:
        break;
    }
  }

  Summary interpret(const Stmt& s, State entry) {
    Summary summary;
    summary.end = summary.broken = entry;
    summary.end.is_reachable = summary.broken.is_reachable = false;
    if (s.kind == StmtKind::For) {
      assign(*s.targets[0], entry, kAssigned);
    } else {
      read(*s.value, entry);
    }
    body(s.body, entry, &summary);
    summary.end.join(entry);
    return summary;
  }

  const Summary& summary(const Stmt& s) {
    if (auto found = summaries_.find(&s); found != summaries_.end()) return found->second;
    bool saved = std::exchange(is_reporting_, false);
    State entry;
    entry.bits.assign(scope_.bound.size(), kEntry);
    Summary made = interpret(s, entry);
    is_reporting_ = saved;
    return summaries_.emplace(&s, std::move(made)).first->second;
  }

  void loop(const Stmt& s, State& state) {
    const Summary& relative = summary(s);
    State entry = state;
    // An iteration of the parallel loop starts from what stands before the loop, not from another.
    bool is_parallel = is_kernel_ && s.kind == StmtKind::For &&
                       std::find(tree_.body.begin(), tree_.body.end(), &s) != tree_.body.end();
    if (!is_parallel) entry.join(relative.end.after(state));
    if (is_reporting_) interpret(s, entry);
    state.join(relative.end.after(entry));
    state.join(relative.broken.after(entry));
    if (s.kind == StmtKind::For && state.is_reachable) assign(*s.targets[0], state, kDead);
  }

  const Tree& tree_;
  bool is_kernel_;
  Scope& scope_;
  std::unordered_map<std::string, size_t> index_;
  std::unordered_map<const Stmt*, Summary> summaries_;
  bool is_reporting_ = false;
};

}  // namespace

Scope analyse_scope(const Tree& tree, bool is_kernel) {
  Scope scope;
  Flow(tree, is_kernel, scope).run();
  return scope;
}

}  // namespace tack::python
