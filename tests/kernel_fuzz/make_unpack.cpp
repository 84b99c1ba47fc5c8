// SPDX-License-Identifier: Apache-2.0
// Assignments to several targets: swaps, tuples, lists, vectors and results of device functions
// taken apart, tuples of targets in each other, and one value for a chain of targets.
#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {
namespace {

Expr tuple(std::vector<Expr> items) { return {Expr::Form::Tuple, "", std::move(items), {}}; }

}  // namespace

// Where a strong value of this type may go. New locals are born after the statement.
Expr Maker::target_for(const Type& type, std::vector<Var>& born) {
  if (type.is_vector()) {
    if (type.cols == 0 && chance(40)) {
      std::vector<Expr> parts;
      for (int k = 0; k < type.size; ++k) parts.push_back(target_for({type.kind}, born));
      return tuple(std::move(parts));
    }
  } else if (chance(35)) {
    std::vector<const Var*> found;
    for (const Var& v : scope_.vars)
      if (v.may_assign && !v.type.is_vector() && promote(type.kind, v.type.kind) == v.type.kind &&
          is_float(type.kind) == is_float(v.type.kind))
        found.push_back(&v);
    if (!found.empty()) {
      const Var& v = *pick(found);
      return name(v.name, v.type);
    }
  } else if (chance(40)) {
    if (auto target = place(1)) return *target;
  }
  born.push_back(new_local(type));
  return name(born.back().name, type);
}

// A right side for a target: tuples of targets may stand before tuples, lists and vectors.
Expr Maker::value_for(const Expr& target, const Type& type, int depth) {
  if (target.form != Expr::Form::Tuple || chance(40)) return of_type(type, depth);
  std::vector<Expr> parts;
  for (const Expr& one : target.args) parts.push_back(value_for(one, {type.kind}, depth - 1));
  Expr out = tuple(std::move(parts));
  if (chance(40)) out.form = Expr::Form::List;
  return out;
}

void Maker::assign_nested(std::vector<Stmt>& out) {
  Stmt s = simple(Stmt::Form::Assign);
  std::vector<Var> born;
  for (int k = chance(30) ? 3 : 2; k > 0; --k) {
    Type type = any_type();
    s.targets.push_back(target_for(type, born));
    s.values.push_back(value_for(s.targets.back(), type, 2));
  }
  if (chance(25)) s.values = {Expr{Expr::Form::List, "", s.values, {}}};
  scope_.vars.insert(scope_.vars.end(), born.begin(), born.end());
  out.push_back(s);
}

// Locals of one type change places.
bool Maker::rotate_locals(std::vector<Stmt>& out) {
  std::vector<Expr> found;
  std::vector<Var> vars = scope_.vars;
  while (found.size() < 3 && !vars.empty()) {
    size_t at = random_.below(vars.size());
    Var v = vars[at];
    vars.erase(vars.begin() + static_cast<ptrdiff_t>(at));
    bool fits = v.may_assign && v.below == 0 && v.type.strength == Strength::Strong &&
                (found.empty() || found[0].type == v.type);
    if (fits) found.push_back(name(v.name, v.type));
  }
  if (found.size() < 2) return false;
  Stmt s = simple(Stmt::Form::Assign);
  s.targets = found;
  s.values = found;
  s.values.push_back(s.values[0]);
  s.values.erase(s.values.begin());
  out.push_back(s);
  return true;
}

void Maker::unpack_vector(std::vector<Stmt>& out) {
  int size = static_cast<int>(random_.between(1, 4));
  Expr e = vector(size, 2);
  if (e.form == Expr::Form::List || e.type.strength != Strength::Strong) e = cast(e.type.kind, e);
  Stmt s = simple(Stmt::Form::Assign);
  std::vector<Var> born;
  for (int k = 0; k < size; ++k) s.targets.push_back(target_for({e.type.kind}, born));
  if (size == 1) s.targets = {tuple(s.targets)};
  s.values = {std::move(e)};
  scope_.vars.insert(scope_.vars.end(), born.begin(), born.end());
  out.push_back(s);
}

// a = b = value: it is evaluated once.
void Maker::assign_chain(std::vector<Stmt>& out) {
  Stmt s = simple(Stmt::Form::Assign);
  s.text = "=";
  Type type = any_type();
  std::vector<Var> born;
  for (int k = chance(25) ? 3 : 2; k > 0; --k) s.targets.push_back(target_for(type, born));
  s.values = {of_type(type, 2)};
  scope_.vars.insert(scope_.vars.end(), born.begin(), born.end());
  out.push_back(s);
}

void Maker::assign_tuple(std::vector<Stmt>& out) {
  Stmt s = simple(Stmt::Form::Assign);
  uint64_t form = random_.below(100);
  if (form < 25) {  // a swap
    auto one = place(1), two = place(1);
    if (one && two) {
      s.targets = {*one, *two};
      s.values = {*two, *one};
      out.push_back(s);
      return;
    }
  }
  if (form < 40 && rotate_locals(out)) return;
  if (form < 52) return assign_chain(out);
  if (form < 70) return assign_nested(out);
  if (form < 78 && has_vectors_) return unpack_vector(out);
  std::vector<Var> assigned;
  for (int k = chance(25) ? 3 : 2; k > 0; --k) {
    const Var* v = chance(60) ? pick_local(true) : nullptr;
    auto target = v ? std::nullopt : place(1);
    if (v) {
      Var local = *v;
      s.values.push_back(fitting(local.type.kind, 2));
      s.targets.push_back(name(local.name, local.type));
    } else if (target) {
      s.targets.push_back(*target);
      s.values.push_back(value(2));
    } else {
      Kind kind = any_kind();
      s.values.push_back(of_kind(kind, 2));
      assigned.push_back(new_local({kind}));
      s.targets.push_back(name(assigned.back().name, {kind}));
    }
  }
  scope_.vars.insert(scope_.vars.end(), assigned.begin(), assigned.end());
  out.push_back(s);
}

}  // namespace tack::kernel_fuzz
