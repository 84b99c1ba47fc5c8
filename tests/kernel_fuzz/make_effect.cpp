// SPDX-License-Identifier: Apache-2.0
// What others see: atomic updates, of elements that all iterations share and of an iteration's own,
// and lines that are printed.
#include <algorithm>

#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {
namespace {

Expr tuple_or_one(std::vector<Expr> at) {
  if (at.size() == 1) return at[0];
  return {Expr::Form::Tuple, "", std::move(at), {}};
}

}  // namespace

// An update of an element that is this iteration's: when and how often it is evaluated shows.
std::optional<Expr> Maker::effect(int depth) {
  if (is_outside_) return std::nullopt;
  const Array* own = pick_array(
      +[](const Array& a) { return a.role == Role::Own && a.size() > 0 && a.element == 0; });
  if (!own) return std::nullopt;
  Array a = *own;
  Expr where = tuple_or_one(own_index(a, 0));
  return call("tack.atomic_add",
              {name(a.name, {}), where, depth > 0 ? value(depth - 1) : number(1)}, {a.kind});
}

// What all iterations add to a counter, or compare it with, in any order: sums of floats are exact,
// minima and maxima of them neither zero nor NaN.
Expr Maker::shared_update(const Array& a) {
  if (!is_float(a.kind)) return a.element ? of_type(a.type(), 2) : value(2);
  auto one = [&] {
    Expr e = cast(a.kind, masked(integer(1), 15));
    return a.atomic == "atomic_add" ? e : binary("+", e, number(1), {a.kind});
  };
  if (a.element == 0) return one();
  Type type = a.type();
  type.cols = 0;
  Expr row{Expr::Form::List, "", {}, type};
  for (int k = 0; k < a.element; ++k) row.args.push_back(one());
  return call("tack.Vector", {row}, type);
}

// True when there is a counter.
bool Maker::shared_statement(std::vector<Stmt>& out) {
  const Array* found =
      pick_array(+[](const Array& a) { return a.role == Role::Counter && a.size() > 0; });
  if (!found) return false;
  Array a = *found;
  Expr at = tuple_or_one(free_index(a, 1));
  if (a.element && chance(35)) {  // a number updates a number: the index counts components
    at = bounded(number(a.numbers()), a.numbers(), 1);
    a.element = a.cols = 0;
  }
  Stmt s = simple(Stmt::Form::Do);
  s.values.push_back(call("tack." + a.atomic, {name(a.name, {}), at, shared_update(a)}, a.type()));
  out.push_back(s);
  return true;
}

void Maker::atomic_statement(std::vector<Stmt>& out) {
  if (is_outside_) return assign_local(out);
  if (chance(60) && shared_statement(out)) return;
  const Array* found =
      pick_array(+[](const Array& a) { return a.role == Role::Own && a.size() > 0; });
  if (!found) return store(out);
  // Only this iteration updates it, so the old value is known too.
  Array a = *found;
  static const std::vector<std::string> kOps = {"atomic_add", "atomic_min", "atomic_max"};
  std::string op = is_float(a.kind) ? "atomic_add" : pick(kOps);
  std::vector<Expr> where = own_index(a, 1);
  bool is_part = a.element && where.size() == 1 && chance(35);
  if (is_part) {
    int64_t parts = a.numbers() / a.size();
    where[0] = binary("+", binary("*", where[0], number(parts), kIndex),
                      number(random_.between(0, parts - 1)), kIndex);
    a.element = a.cols = 0;
  }
  Expr by = of_type(a.type(), 2);
  if (a.element == 0 && chance(70)) by = value(2);
  Expr old = call("tack." + op, {name(a.name, {}), tuple_or_one(where), by}, a.type());
  if (chance(30)) {
    Stmt s = simple(Stmt::Form::Do);
    s.values.push_back(old);
    out.push_back(s);
    return;
  }
  if (a.element == 0 && !is_part &&
      chance(40)) {  // among other operands: its place in the order shows
    Expr one = load(a, 1);
    old = arithmetic("+", one, old, 1);
  }
  Var v = new_local(old.type);
  out.push_back(assign(name(v.name, v.type), old));
  scope_.vars.push_back(v);
}

// The iteration first, so that its lines can be told from others'.
bool Maker::print_statement(std::vector<Stmt>& out) {
  bool knows_item = std::all_of(loop_.begin(), loop_.end(), [&](const std::string& variable) {
    return std::any_of(scope_.vars.begin(), scope_.vars.end(),
                       [&](const Var& v) { return v.name == variable; });
  });
  if (!knows_item || is_outside_) return false;
  auto words = [](const std::string& text) {
    return literal("\"" + text + "\"", {Kind::I32, Strength::Strong});
  };
  std::vector<Expr> args;
  for (const std::string& variable : loop_) args.push_back(name(variable, kIndex));
  args.push_back(words("|"));
  for (int64_t k = random_.between(0, 3); k > 0; --k) {
    static const std::vector<std::string> kWords = {"t =", "100 %", "%d {} \\n", "'", ""};
    if (chance(30)) args.push_back(words(pick(kWords)));
    Expr e = value(2);
    args.push_back(e.type.strength == Strength::Weak ? cast(Kind::F64, e) : e);
  }
  Stmt s = simple(Stmt::Form::Do);
  s.values.push_back(call("print", args, {}));
  out.push_back(s);
  return true;
}

}  // namespace tack::kernel_fuzz
