// SPDX-License-Identifier: Apache-2.0
// Calls that do something: atomics, print, and the workgroup primitives, which this backend
// refuses.
#include <algorithm>

#include "frontend/python/resolver.hpp"
#include "ir/print_format.hpp"

namespace tack::python {
namespace {

std::string counted(size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

// The first atomic in these statements whose target is written `name`.
const Expr* atomic_on(const Expr& e, const std::string& name) {
  if (e.kind == ExprKind::Call && e.args.size() > 1 && e.args[1]->kind == ExprKind::Name &&
      e.args[1]->text == name) {
    const Expr& callee = *e.args[0];
    bool is_named = callee.kind == ExprKind::Name || callee.kind == ExprKind::Attribute;
    if (is_named && callee.text.rfind("atomic_", 0) == 0) return &e;
  }
  const Expr* found = nullptr;
  for_each_operand(e, [&](const Expr& operand) {
    if (found == nullptr) found = atomic_on(operand, name);
  });
  return found;
}

const Expr* atomic_on(const Body& body, const std::string& name) {
  const Expr* found = nullptr;
  for (const Stmt* s : body) {
    if (found == nullptr && s->value != nullptr) found = atomic_on(*s->value, name);
    for (const Expr* target : s->targets) {
      if (found == nullptr) found = atomic_on(*target, name);
    }
    if (found == nullptr) found = atomic_on(s->body, name);
    if (found == nullptr) found = atomic_on(s->orelse, name);
  }
  return found;
}

}  // namespace

// A name that would stand for two things. Where it is the target of an atomic, that says more.
void Resolver::second_name(const Expr& target) {
  if (const Expr* atomic = atomic_on(function_->source->tree().body, target.text)) {
    error(Diag::AtomicTarget, atomic->place,
          {atomic->args[0]->text + "()", "'" + target.text + "' may stand for several"});
  } else {
    error(Diag::SecondName, target.place, {target.text});
  }
}

hir::Expr* Resolver::atomic_call(Builtin builtin, const Expr& e) {
  if (e.args.size() != 4)
    return error(Diag::BuiltinCount, e.place,
                 {builtin_name(builtin), "3 arguments", std::to_string(e.args.size() - 1),
                  "write " + std::string(builtin_name(builtin)) + "(array, index, value)"});
  const Expr& target = *e.args[1];
  hir::Array* array = array_named(target);
  if (array == nullptr || array->arg < 0) {
    if (is_unseen(target)) return nullptr;
    std::string why = "this is a value";
    if (array != nullptr) {
      why = "'" + array->name + "' is local to an iteration";
    } else if (target.kind == ExprKind::Name) {
      if (!function_->source->tree().scope.is_bound(target.text) && expr(target) == nullptr)
        return nullptr;
      why = "'" + target.text + "' is a number";
    }
    error(Diag::AtomicTarget, e.place, {short_name(builtin), why});
    for (size_t k = 2; k < e.args.size(); ++k) {
      if (e.args[k]->kind != ExprKind::Tuple && e.args[k]->kind != ExprKind::None) expr(*e.args[k]);
    }
    return nullptr;
  }
  hir::Expr* out = make(hir::Node::Atomic, e.place);
  out->builtin = builtin;
  out->array = array;
  bool ok = indices(*e.args[2], *array, out->args);
  hir::Expr* value = expr(*e.args[3]);
  if (!ok || value == nullptr) return nullptr;
  out->args.push_back(value);
  array->is_atomic = true;
  return out;
}

// Words and numbers, with a space between them, as Python's print writes them.
hir::Expr* Resolver::print_call(const Expr& e) {
  std::string& text = kernel_->texts.emplace_back();
  std::vector<hir::Expr*> values;
  bool ok = true;
  for (size_t k = 1; k < e.args.size(); ++k) {
    if (k > 1) text += ' ';
    const Expr& arg = *e.args[k];
    if (arg.kind == ExprKind::String) {
      text += ir::print_literal(arg.text);
      continue;
    }
    text += '%';
    values.push_back(expr(arg));
    ok &= values.back() != nullptr;
  }
  if (!ok) return nullptr;
  hir::Expr* out = make(hir::Node::Print, e.place, std::move(values));
  out->text = &text;
  kernel_->prints = true;
  return out;
}

// What stands for a primitive keeps the kernel going, so that its other errors are found.
hir::Expr* Resolver::workgroup_call(Builtin builtin, const Expr& e, bool as_statement) {
  if (builtin == Builtin::Barrier && !as_statement) return error(Diag::BarrierValue, e.place);
  if (workgroups_.empty()) {
    first_workgroup_ = e.place;
    workgroup_frame_ = function_->frame;
  }
  std::string name = short_name(builtin);
  workgroups_.insert(name.substr(0, name.size() - 2));
  if (builtin == Builtin::Shared || builtin == Builtin::SharedLike) return nullptr;
  bool is_block = builtin != Builtin::Barrier && builtin != Builtin::ThreadId;
  size_t wanted = is_block ? 1 : 0;
  if (e.args.size() - 1 != wanted)
    return error(
        Diag::BuiltinCount, e.place,
        {builtin_name(builtin), counted(wanted, "argument"), std::to_string(e.args.size() - 1)});
  if (builtin == Builtin::Barrier) return make(hir::Node::Print, e.place);
  if (!is_block) {
    // Any i32 that is no literal.
    hir::Expr* one = make(hir::Node::Cast, e.place, {make(hir::Node::Int, e.place)});
    one->cast = ir::Kind::I32;
    hir::Expr* out = make(hir::Node::Unary, e.place, {one});
    out->unary = UnaryOp::Invert;
    return out;
  }
  hir::Expr* value = expr(*e.args[1]);
  if (value == nullptr) return nullptr;
  hir::Expr* out = make(hir::Node::Cast, e.place, {value});
  out->cast = ir::Kind::F32;
  return out;
}

void Resolver::report_workgroups() {
  std::string names;
  for (const std::string& name : workgroups_) names += (names.empty() ? "" : ", ") + name;
  // A primitive of a device function is reported at the kernel.
  bool is_here = workgroup_frame_ == kernel_->frame;
  reporter_.report(
      {Diag::Workgroups, is_here ? first_workgroup_ : function_->source->tree().def_place, {names}},
      kernel_->frame->context);
}

}  // namespace tack::python
