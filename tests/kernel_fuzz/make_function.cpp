// SPDX-License-Identifier: Apache-2.0
// Device functions: early returns, several values, arrays by reference, calls of earlier ones.
#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

Stmt Maker::return_of(const Callee& callee) {
  Stmt s = simple(Stmt::Form::Return);
  // Types of several returns meet: one that does not change the common type may be anything.
  for (const Type& type : callee.results)
    s.values.push_back(type.is_vector() ? of_type(type, 2) : fitting(type.kind, 2));
  return s;
}

void Maker::make_function() {
  Scope kernel_scope = std::move(scope_);
  scope_ = {};
  Function f;
  f.name = fresh("f");
  Callee& callee = current_;
  callee = {f.name, {}, {}, {}, false};
  std::vector<Stmt> body;
  function_ = &f;
  for (int64_t k = random_.between(1, 3); k > 0; --k) {
    Type type = any_type();
    std::string parameter = fresh("p");
    callee.parameters.push_back(type);
    f.parameters.push_back(parameter);
    f.types[parameter] = text_of(type);
    scope_.vars.push_back({parameter, type});
  }
  if (chance(40)) {  // arrays, and what says which elements are the iteration's own
    callee.takes_item = true;
    for (size_t d = 0; d < loop_.size(); ++d) {
      f.parameters.push_back(loop_[d]);
      f.types[loop_[d]] = "i64";
      scope_.vars.push_back({loop_[d], kIndex, false, 0});
    }
    for (const Array& a : kernel_scope.arrays) {
      if (a.role == Role::Counter || !chance(60)) continue;
      Array inside = a;
      inside.name = fresh("q");
      callee.array_args.push_back(a.name);
      f.parameters.push_back(inside.name);
      scope_.arrays.push_back(inside);
    }
    if (chance(30)) callee.results = {any_type()};
  } else {
    for (int64_t k = chance(25) ? chance(30) ? 3 : 2 : 1; k > 0; --k)
      callee.results.push_back(any_type());
  }
  std::string returns;
  for (const Type& type : callee.results) returns += (returns.empty() ? "" : ",") + text_of(type);
  if (!returns.empty()) f.types["return"] = returns;
  if (chance(20)) {
    Stmt doc = simple(Stmt::Form::Doc);
    doc.text = "Of random make.";
    body.push_back(doc);
  }
  block(body, 4, 2);
  bool ends = !body.empty() && body.back().form == Stmt::Form::Return;
  if (!ends && !callee.results.empty()) {
    Stmt last = simple(Stmt::Form::Return);
    for (const Type& type : callee.results) last.values.push_back(of_type(type, 2));
    body.push_back(last);
  }
  // One return has exactly the type that all meet in.
  for (Stmt& s : body) {
    if (s.form != Stmt::Form::Return) continue;
    for (size_t k = 0; k < callee.results.size(); ++k) {
      Type type = s.values[k].type;
      if (type.kind != callee.results[k].kind || type.strength != Strength::Strong)
        s.values[k] = cast(callee.results[k].kind, s.values[k]);
    }
  }
  f.body = std::move(body);
  program_.functions.push_back(std::move(f));
  callees_.push_back(callee);
  scope_ = std::move(kernel_scope);
}

std::vector<Expr> Maker::call_arguments(const Callee& callee, int depth) {
  std::vector<Expr> args;
  for (const Type& type : callee.parameters) args.push_back(of_type(type, depth));
  if (callee.takes_item) {
    for (const std::string& v : loop_) args.push_back(name(v, kIndex));
    for (const std::string& a : callee.array_args) args.push_back(name(a, {}));
  }
  return args;
}

bool Maker::may_call(const Callee& callee) const {
  return !is_outside_ && (!callee.takes_item || in_kernel_);
}

void Maker::call_statement(std::vector<Stmt>& out) {
  std::vector<const Callee*> found;
  for (const Callee& c : callees_)
    if (may_call(c) && (c.results.size() != 1 || c.takes_item)) found.push_back(&c);
  if (found.empty()) return store(out);
  Callee c = *pick(found);
  Stmt s = simple(c.results.size() < 2 ? Stmt::Form::Do : Stmt::Form::Assign);
  s.values.push_back(call(c.name, call_arguments(c, 1), {}));
  std::vector<Var> born;
  if (c.results.size() > 1)
    for (const Type& type : c.results) s.targets.push_back(target_for(type, born));
  scope_.vars.insert(scope_.vars.end(), born.begin(), born.end());
  out.push_back(s);
}

}  // namespace tack::kernel_fuzz
