// SPDX-License-Identifier: Apache-2.0
// Statements. A block hides its locals at its end, so that whatever is read was assigned; loose
// kernels let some out, which read as zero where they were not.
#include <algorithm>

#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {
namespace {

constexpr int64_t kMostTrips = 40;  // of all loops around a statement, in one iteration

}  // namespace

Var Maker::new_local(Type type) {
  static const std::vector<std::string> kOdd = {"default", "half", "kernel", "register", "float4"};
  std::string base = chance(5) ? pick(kOdd) + "_" : type.is_vector() ? "v" : "t";
  Var v{fresh(base), type};
  function_->types[v.name] = text_of(type);
  return v;
}

const Var* Maker::pick_local(bool to_assign) {
  std::vector<const Var*> found;
  for (const Var& v : scope_.vars)
    if (!v.type.is_vector() && (!to_assign || v.may_assign)) found.push_back(&v);
  return found.empty() ? nullptr : pick(found);
}

std::string Maker::operator_for(Kind kind) {
  static const std::vector<std::string> kInts = {"+", "-", "*",  "//", "%", "&",
                                                 "|", "^", "<<", ">>", "**"};
  static const std::vector<std::string> kFloats = {"+", "-", "*", "/", "//", "%"};
  return is_float(kind) ? pick(kFloats) : pick(kInts);
}

void Maker::assign_local(std::vector<Stmt>& out) {
  const Var* old = chance(45) ? pick_local(true) : nullptr;
  if (old) {
    Var v = *old;
    Expr e = chance(30) ? of_kind(v.type.kind, 2) : fitting(v.type.kind, 3);
    out.push_back(assign(name(v.name, v.type), e));
    return;
  }
  if (chance(10)) {  // a literal by another name
    Expr e = literal("0.1", {Kind::F32, Strength::Weak});
    if (chance(50)) e = binary("/", literal("1.0", e.type), literal("3.0", e.type), e.type);
    if (chance(30)) e = call("sqrt", {literal("2.0", e.type)}, e.type);
    Var v = new_local(e.type);
    v.may_assign = false;
    out.push_back(assign(name(v.name, v.type), e));
    scope_.vars.push_back(v);
    return;
  }
  Kind kind = any_kind();
  Expr e = of_kind(kind, 3);
  Var v = new_local({kind});
  out.push_back(assign(name(v.name, v.type), e));
  scope_.vars.push_back(v);
}

void Maker::augment_local(std::vector<Stmt>& out) {
  const Var* found = pick_local(true);
  if (!found) return assign_local(out);
  Var v = *found;
  Kind kind = v.type.kind;
  std::string op = operator_for(kind);
  Expr e = number(0);
  if (op == "**")
    e = exponent(1);
  else if (op == "<<" || op == ">>")
    e = shift_count(integer(1), kind);
  else
    e = fitting(kind, 2);
  if (op == "//" || op == "%") {
    e = divisor(std::move(e));
    // An odd number stays odd, and a small literal what it is, when it is cut.
    if (promote(e.type.kind, kind) != kind) e = cast(kind, e);
  }
  out.push_back(augment(op, name(v.name, v.type), e));
}

void Maker::store(std::vector<Stmt>& out) {
  // Python evaluates the value before the index; which names exist does not depend on it.
  auto target = place(2);
  if (!target) return assign_local(out);
  out.push_back(assign(*target, value(3)));
}

void Maker::augment_element(std::vector<Stmt>& out) {
  auto target = place(2);
  if (!target) return augment_local(out);
  Kind kind = target->type.kind;
  std::string op = operator_for(kind);
  Expr e = value(2);
  if (op == "**")
    e = exponent(1);
  else if (op == "<<" || op == ">>")
    e = shift_count(std::move(e), kind);
  else if (op == "&" || op == "|" || op == "^")
    e = as_integer(std::move(e));
  if (op == "//" || op == "%") {
    bool floats = is_float(kind) || is_float(e.type.kind);
    e = divisor(floats && !is_float(e.type.kind) ? cast(kind, std::move(e)) : std::move(e));
  }
  if (!promote(e.type.kind, kind)) e = cast(kind, e);
  out.push_back(augment(op, *target, e));
}

// Nothing behind it runs.
static bool leaves(const std::vector<Stmt>& body) {
  if (body.empty()) return false;
  const Stmt& last = body.back();
  using Form = Stmt::Form;
  if (last.form == Form::If) return leaves(last.body) && leaves(last.orelse);
  return last.form == Form::Return || last.form == Form::Break || last.form == Form::Continue;
}

std::vector<Stmt> Maker::inner(int statements, int depth) {
  Scope before = scope_;
  std::vector<Stmt> body;
  block(body, statements, depth);
  // What only a way that leaves assigns is not there afterwards.
  if (!program_.strict && chance(25) && !leaves(body)) {
    for (size_t k = before.vars.size(); k < scope_.vars.size(); ++k) {
      Var& v = scope_.vars[k];
      if (v.may_assign && v.below == 0 && !v.type.is_vector()) leaked_.push_back(v);
    }
  }
  scope_ = std::move(before);
  return body;
}

// Which of many numbers a value is, as other languages' switch.
void Maker::long_chain(std::vector<Stmt>& out) {
  Var v = new_local({any_integer()});
  Expr key = name(v.name, v.type);
  int64_t arms = random_.between(4, chance(15) ? 40 : 9);
  Expr by = number(arms);
  if (v.type.kind == Kind::U64) by = cast(Kind::U64, by);
  out.push_back(assign(key, cast(v.type.kind, binary("%", of_kind(v.type.kind, 1), by,
                                                     {*promote(v.type.kind, Kind::I32)}))));
  if (v.type.kind == Kind::U64) out.back().values[0].args[0].type = {Kind::U64};
  auto arm = [&](int64_t k) {
    Stmt s = simple(Stmt::Form::If);
    Expr at = number(chance(90) ? k : random_.between(0, arms - 1));
    if (v.type.kind == Kind::U64) at = cast(Kind::U64, at);
    s.values.push_back(compare(chance(80) ? "==" : "<", key, at));
    s.body = inner(1, 0);
    return s;
  };
  Stmt chain = arm(arms - 1);
  if (chance(60)) chain.orelse = inner(1, 0);
  for (int64_t k = arms - 1; k-- > 0;) {
    Stmt outer = arm(k);
    outer.orelse.push_back(std::move(chain));
    outer.text = "elif";
    chain = std::move(outer);
  }
  out.push_back(std::move(chain));
  v.may_assign = false;
  scope_.vars.push_back(v);
}

void Maker::if_statement(std::vector<Stmt>& out, int depth) {
  if (chance(5)) return long_chain(out);
  Stmt s = simple(Stmt::Form::If);
  s.values.push_back(condition(2));
  s.body = inner(2, depth - 1);
  if (chance(30)) {
    Stmt other = simple(Stmt::Form::If);
    other.values.push_back(condition(1));
    other.body = inner(2, depth - 1);
    if (chance(50)) other.orelse = inner(2, depth - 1);
    s.orelse.push_back(other);
    s.text = chance(80) ? "elif" : "";
  } else if (chance(45)) {
    s.orelse = inner(2, depth - 1);
  }
  out.push_back(s);
}

// What stands in the guarded block, or after a guard that leaves, would fail without it.
void Maker::guarded_statement(std::vector<Stmt>& out, int depth) {
  const Array* array = pick_array(+[](const Array& a) {
    return a.role == Role::Input && a.shape.size() == 1 && a.element == 0;
  });
  std::vector<const Var*> found;
  for (const Var& v : scope_.vars)
    if (!v.type.is_vector() && !is_float(v.type.kind) && v.type.kind != Kind::U64 &&
        v.type.strength == Strength::Strong)
      found.push_back(&v);
  if (found.empty()) return if_statement(out, depth);
  Var v = *pick(found);
  Expr g = name(v.name, v.type);
  Expr use = number(0), safe = number(0), unsafe = number(0);
  if (array && chance(50)) {
    Expr extent = extent_of(*array, 0);
    use = element(*array, {g});
    safe = {Expr::Form::Compare, "<= <", {number(0), g, extent}, kTruth};
    unsafe = {
        Expr::Form::Bool, "or", {compare("<", g, number(0)), compare(">=", g, extent)}, kTruth};
  } else {
    Expr a = integer(1);
    if (a.type.strength != Strength::Strong || !promote(a.type.kind, v.type.kind))
      a = cast(v.type.kind, a);
    use = binary(chance(50) ? "//" : "%", a, g, {*promote(a.type.kind, v.type.kind)});
    safe = compare("!=", g, number(0));
    unsafe = compare("==", g, number(0));
  }
  Var local = new_local({use.type.kind});
  local.may_assign = false;
  Stmt uses = assign(name(local.name, local.type), use);
  Stmt s = simple(Stmt::Form::If);
  bool may_leave = in_kernel_ && !is_outside_;
  if (may_leave && chance(25)) {
    s.values.push_back(unsafe);
    s.body.push_back(simple(loops_ > 0 && chance(50) ? Stmt::Form::Break : Stmt::Form::Continue));
    out.push_back(s);
    out.push_back(uses);
    scope_.vars.push_back(local);
    return;
  }
  s.values.push_back(safe);
  s.body.push_back(uses);
  scope_.vars.push_back(local);
  std::vector<Stmt> rest = inner(2, depth - 1);
  s.body.insert(s.body.end(), rest.begin(), rest.end());
  scope_.vars.erase(std::remove_if(scope_.vars.begin(), scope_.vars.end(),
                                   [&](const Var& x) { return x.name == local.name; }),
                    scope_.vars.end());
  if (chance(30)) s.orelse = inner(1, depth - 1);
  out.push_back(s);
}

// A loop's head; `most` bounds its runs.
Stmt Maker::loop_over_range(int64_t& most) {
  Stmt s = simple(Stmt::Form::For);
  auto variable = [&](int64_t below) {
    Var v{fresh("k"), kIndex, false, below};
    // What is assigned to it changes nothing about the next run.
    if (chance(6)) v.may_assign = true, v.below = 0;
    function_->types[v.name] = "i64";
    s.targets.push_back(name(v.name, kIndex));
    scope_.vars.push_back(v);
  };
  int64_t n = random_.between(1, 5);
  Expr stop = chance(50) ? number(n) : modulo(integer(1), n + 1);
  if (chance(10)) {
    const Array* array = pick_array(+[](const Array& a) {
      return a.role == Role::Input && !a.shape.empty() && a.shape[0] <= 5;
    });
    if (array) {
      n = array->shape[0];
      stop = extent_of(*array, 0);
    }
  }
  most = std::max<int64_t>(n, 1);
  switch (random_.below(5)) {
    case 0:
    case 1:
      s.values.push_back(call("range", {stop}, {}));
      variable(n);
      return s;
    case 2: {
      Expr start = chance(50) ? number(random_.between(0, 2)) : modulo(integer(1), 3);
      if (chance(15)) start = number(-1);
      int64_t below = start.text[0] == '-' && start.form == Expr::Form::Literal ? 0 : n;
      most = n + 1;
      s.values.push_back(call("range", {start, stop}, {}));
      variable(below);
      return s;
    }
    case 3: {
      // One that is not positive runs nothing; debug mode tells of it.
      if (chance(15) && !program_.way.checks) {
        Expr step = binary("-", cast(Kind::I64, modulo(integer(0), 4)), number(1), kIndex);
        s.values.push_back(call("range", {number(random_.between(0, 2)), stop, step}, {}));
        variable(n);
        return s;
      }
      Expr step = chance(60) ? number(random_.between(1, 3))
                             : binary("+", number(1), modulo(integer(0), 3), {Kind::I64});
      if (step.args.size() == 2) {
        step.args[0] = cast(Kind::I64, number(1));
        step.args[1] = cast(Kind::I64, step.args[1]);
      }
      s.values.push_back(call("range", {number(random_.between(0, 2)), stop, step}, {}));
      variable(n);
      return s;
    }
    default: {
      std::vector<Expr> sizes;
      std::vector<int64_t> below;  // none of the sizes sees the variables
      most = 1;
      for (int64_t d = random_.between(1, 3); d > 0; --d) {
        int64_t size = random_.between(1, 3);
        most *= size;
        Expr e = chance(60) ? number(size) : modulo(integer(0), size + 1);
        if (chance(30)) {
          Expr start = number(chance(70) ? 0 : -1);
          if (start.text == "-1") most += most;
          sizes.push_back({Expr::Form::Tuple, "", {start, e}, {}});
          below.push_back(start.text == "0" ? size : 0);
        } else {
          sizes.push_back(e);
          below.push_back(size);
        }
      }
      for (int64_t b : below) variable(b);
      s.values.push_back(call(chance(90) ? "tack.ndindex" : "tack.ndrange", sizes, {}));
      return s;
    }
  }
}

void Maker::for_statement(std::vector<Stmt>& out, int depth) {
  if (!scope_.objects.empty() && !extents_.empty() && chance(60))
    return loop_over_object(out, depth);
  Scope before = scope_;
  int64_t most = 1;
  Stmt s = loop_over_range(most);
  if (trips_ * most > kMostTrips) {
    scope_ = std::move(before);
    return assign_local(out);
  }
  trips_ *= most;
  ++loops_;
  s.body = inner(3, depth - 1);
  --loops_;
  trips_ /= most;
  // Its variables have no value after it.
  scope_ = std::move(before);
  out.push_back(s);
}

void Maker::while_statement(std::vector<Stmt>& out, int depth) {
  int64_t most = random_.between(1, 5);
  if (trips_ * most > kMostTrips) return assign_local(out);
  Var w = new_local({Kind::I32});
  w.may_assign = false;
  w.below = most + 1;
  Expr counter = name(w.name, w.type);
  out.push_back(assign(counter, number(0)));
  scope_.vars.push_back(w);
  Stmt s = simple(Stmt::Form::While);
  Expr limit = compare("<", counter, number(most));
  if (chance(70)) limit = {Expr::Form::Bool, "and", {limit, condition(1)}, kTruth};
  s.values.push_back(limit);
  trips_ *= most;
  ++loops_;
  s.body = inner(3, depth - 1);
  --loops_;
  trips_ /= most;
  s.body.insert(s.body.begin(), augment("+", counter, number(1)));
  out.push_back(s);
}

void Maker::local_array(std::vector<Stmt>& out) {
  Array a;
  a.name = fresh("buf");
  a.kind = any_kind();
  a.role = Role::Local;
  a.shape = {random_.between(1, 6)};
  Expr size = number(a.shape[0]);
  if (chance(20)) size = binary("*", number(a.shape[0]), number(1), {});
  Stmt s;
  const Array* like =
      chance(25)
          ? pick_array(+[](const Array& x) { return x.role != Role::Local && x.element == 0; })
          : nullptr;
  if (like) {
    a.kind = like->kind;
    s = assign(name(a.name, {}), call("tack.local_array_like", {name(like->name, {}), size}, {}));
  } else {
    s = assign(name(a.name, {}),
               call("tack.local_array", {name("tack." + name_of(a.kind), {}), size}, {}));
  }
  out.push_back(s);
  scope_.arrays.push_back(a);
}

void Maker::second_name(std::vector<Stmt>& out) {
  if (!scope_.objects.empty() && chance(50)) return second_object(out);
  const Array* found = pick_array(+[](const Array& a) { return a.role != Role::Local; });
  if (!found) return assign_local(out);
  Array a = *found;
  std::string alias = fresh("g");
  out.push_back(assign(name(alias, {}), name(a.name, {})));
  a.name = alias;
  scope_.arrays.push_back(a);
}

void Maker::draw_random(std::vector<Stmt>& out) {
  Expr seed =
      call("tack.random.seed", {of_kind(any_integer(), 1), of_kind(Kind::I32, 1)}, {Kind::U32});
  Var state = new_local({Kind::U32});
  state.may_assign = false;
  out.push_back(assign(name(state.name, state.type), seed));
  for (int64_t k = random_.between(1, 2); k > 0; --k) {
    bool vectors = program_.has_math && has_vectors_ && chance(30);
    Var drawn = new_local({Kind::F32, Strength::Strong, vectors ? 2 : 0});
    Stmt s = simple(Stmt::Form::Assign);
    s.targets = {name(drawn.name, drawn.type), name(state.name, state.type)};
    std::string f = vectors ? "direction2" : program_.has_math && chance(40) ? "normal" : "uniform";
    s.values = {call("tack.random." + f, {name(state.name, state.type)}, drawn.type)};
    out.push_back(s);
    scope_.vars.push_back(drawn);
  }
  scope_.vars.push_back(state);
}

// break, continue, return; under a condition unless it ends the block.
bool Maker::leave(std::vector<Stmt>& out) {
  Stmt s;
  if (loops_ > 0) {
    s = simple(chance(50) ? Stmt::Form::Break : Stmt::Form::Continue);
  } else if (in_kernel_) {
    s = simple(Stmt::Form::Continue);
  } else {
    s = return_of(current_);
  }
  // A block of the whole iteration that ends at once would be a waste.
  if (chance(80) || (in_kernel_ && trips_ == 1)) {
    Stmt guard = simple(Stmt::Form::If);
    guard.values.push_back(condition(1));
    guard.body.push_back(s);
    out.push_back(guard);
    return false;
  }
  out.push_back(s);
  return true;
}

bool Maker::statement(std::vector<Stmt>& out, int depth) {
  uint64_t kind = random_.below(100);
  if (is_outside_) {
    if (kind < 60 || depth <= 0) return assign_local(out), false;
    if (kind < 75) return augment_local(out), false;
    if (kind < 90) return if_statement(out, depth), false;
    return while_statement(out, depth), false;
  }
  if (loops_ > 0 && chance(12)) return leave(out);
  if (prints_ && chance(15) && print_statement(out)) return false;
  if (has_vectors_ && chance(11)) return vector_statement(out), false;
  if (kind < 12) return assign_local(out), false;
  if (kind < 22) return augment_local(out), false;
  if (kind < 38) return store(out), false;
  if (kind < 46) return augment_element(out), false;
  if (kind < 53) return assign_tuple(out), false;
  if (kind < 57) return atomic_statement(out), false;
  if (kind < 60) return call_statement(out), false;
  if (kind < 63) return local_array(out), false;
  if (kind < 65) return second_name(out), false;
  if (kind < 67) return draw_random(out), false;
  if (kind < 68) return out.push_back(simple(Stmt::Form::Pass)), false;
  if (depth <= 0) return store(out), false;
  if (kind < 80) return if_statement(out, depth), false;
  if (kind < 84) return guarded_statement(out, depth), false;
  if (kind < 91) return for_statement(out, depth), false;
  if (kind < 94) return while_statement(out, depth), false;
  return leave(out);
}

void Maker::block(std::vector<Stmt>& out, int statements, int depth) {
  for (int64_t k = random_.between(1, statements); k > 0; --k) {
    size_t before = leaked_.size();
    bool ends = statement(out, depth);
    // What blocks of the statement let out is there after it, not in its other blocks.
    scope_.vars.insert(scope_.vars.end(), leaked_.begin() + static_cast<ptrdiff_t>(before),
                       leaked_.end());
    leaked_.resize(before);
    if (ends || !may_grow()) return;
  }
}

}  // namespace tack::kernel_fuzz
