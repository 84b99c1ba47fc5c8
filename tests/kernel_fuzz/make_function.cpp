// SPDX-License-Identifier: Apache-2.0
// Device functions: early returns, several values, arrays by reference, calls of earlier ones.
#include <algorithm>

#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

Stmt Maker::return_of(const Callee& callee) {
  Stmt s = simple(Stmt::Form::Return);
  // Types of several returns meet: one that does not change the common type may be anything.
  for (const Type& type : callee.results)
    s.values.push_back(type.is_vector() ? of_type(type, 2) : fitting(type.kind, 2));
  return s;
}

// The function that a call of this form reaches. A method has one for each class that has it.
Function Maker::body_of(const Callee& callee, const Scope& kernel_scope) {
  scope_ = {};
  Function f;
  f.name = callee.name;
  f.is_static = callee.is_static;
  function_ = &f;
  std::vector<Stmt> body;
  if (callee.takes_object) {
    f.parameters.push_back(callee.is_method ? "self" : "ob");
    see_object(f.parameters[0], kernel_scope.arrays, callee.takes_item);
  }
  for (const Type& type : callee.parameters) {
    std::string parameter = fresh("p");
    f.parameters.push_back(parameter);
    f.types[parameter] = text_of(type);
    scope_.vars.push_back({parameter, type});
  }
  if (callee.takes_item) {  // arrays, and what says which elements are the iteration's own
    for (const std::string& variable : loop_) {
      f.parameters.push_back(variable);
      f.types[variable] = "i64";
      scope_.vars.push_back({variable, kIndex, false, 0});
    }
    for (const std::string& array : callee.array_args) {
      Array inside = *std::find_if(kernel_scope.arrays.begin(), kernel_scope.arrays.end(),
                                   [&](const Array& a) { return a.name == array; });
      inside.name = fresh("q");
      f.parameters.push_back(inside.name);
      scope_.arrays.push_back(inside);
    }
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
  function_ = nullptr;
  return f;
}

void Maker::make_function() {
  Scope kernel_scope = std::move(scope_);
  Callee& callee = current_;
  callee = {};
  callee.name = fresh("f");
  if (!program_.object.empty()) {
    callee.is_method = chance(60);
    callee.is_static = callee.is_method && chance(20);
    callee.takes_object = callee.is_method ? !callee.is_static : chance(60);
  }
  for (int64_t k = random_.between(1, 3); k > 0; --k) callee.parameters.push_back(any_type());
  if (chance(callee.takes_object ? 55 : 40)) {
    callee.takes_item = true;
    for (const Array& a : kernel_scope.arrays)
      if (a.role != Role::Counter && chance(a.member.empty() || !callee.takes_object ? 60 : 15))
        callee.array_args.push_back(a.name);
    if (chance(30)) callee.results = {any_type()};
  } else {
    for (int64_t k = chance(25) ? chance(30) ? 3 : 2 : 1; k > 0; --k)
      callee.results.push_back(any_type());
  }
  std::vector<std::string> owners{""};
  if (callee.is_method) {
    owners.clear();
    for (size_t at : some_classes()) owners.push_back(program_.classes[at].name);
  }
  int fuel = fuel_;
  for (const std::string& owner : owners) {
    fuel_ = fuel;
    Function f = body_of(callee, kernel_scope);
    f.owner = owner;
    program_.functions.push_back(std::move(f));
  }
  callees_.push_back(callee);
  scope_ = std::move(kernel_scope);
}

Expr Maker::call_of(const Callee& callee, int depth) {
  std::string text = callee.name;
  if (callee.is_method) text = pick(scope_.objects) + "." + text;
  Type type = callee.results.size() == 1 ? callee.results[0] : Type{};
  return call(text, call_arguments(callee, depth), type);
}

std::vector<Expr> Maker::call_arguments(const Callee& callee, int depth) {
  std::vector<Expr> args;
  if (callee.takes_object && !callee.is_method) args.push_back(name(pick(scope_.objects), {}));
  for (const Type& type : callee.parameters) args.push_back(of_type(type, depth));
  if (callee.takes_item) {
    for (const std::string& v : loop_) args.push_back(name(v, kIndex));
    for (const std::string& a : callee.array_args) args.push_back(name(a, {}));
  }
  return args;
}

bool Maker::may_call(const Callee& callee) const {
  if ((callee.takes_object || callee.is_method) && scope_.objects.empty()) return false;
  return !is_outside_ && (!callee.takes_item || in_kernel_);
}

void Maker::call_statement(std::vector<Stmt>& out) {
  std::vector<const Callee*> found;
  for (const Callee& c : callees_)
    if (may_call(c) && (c.results.size() != 1 || c.takes_item)) found.push_back(&c);
  if (found.empty()) return store(out);
  Callee c = *pick(found);
  Stmt s = simple(c.results.size() < 2 ? Stmt::Form::Do : Stmt::Form::Assign);
  s.values.push_back(call_of(c, 1));
  std::vector<Var> born;
  if (c.results.size() > 1)
    for (const Type& type : c.results) s.targets.push_back(target_for(type, born));
  scope_.vars.insert(scope_.vars.end(), born.begin(), born.end());
  out.push_back(s);
}

}  // namespace tack::kernel_fuzz
