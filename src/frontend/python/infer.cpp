// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "frontend/python/assignment_flow.hpp"
#include "frontend/python/inference.hpp"
#include "mathlib/mathlib.hpp"
#include "support/ice.hpp"

namespace tack::python {

using hir::Node;
using hir::Step;
using ir::Kind;
using Form = Ty::Form;

bool is_constant(const hir::Expr& e) {
  if (e.kind == Node::Binary) {
    const hir::Expr* at = &e;
    for (; at->kind == Node::Binary; at = at->args[0]) {
      if (!is_constant(*at->args[1])) return false;
    }
    return is_constant(*at);
  }
  switch (e.kind) {
    case Node::Int:
    case Node::Float:
      return true;
    case Node::Local:
      return e.local->is_substituted && !e.local->may_be_unset;
    case Node::Load:
    case Node::Dim:
    case Node::Atomic:
    case Node::Print:
      return false;
    case Node::Inline:
      // Written again at each use: so without effects, arguments included.
      return e.inlined->results.size() == 1 && e.inlined->results[0]->is_substituted &&
             std::all_of(e.inlined->body.begin(), e.inlined->body.end(), [](const hir::Stmt* s) {
               return s->kind == Step::Return ||
                      (s->kind == Step::Assign && is_constant(*s->value));
             });
    default:
      return std::all_of(e.args.begin(), e.args.end(),
                         [](const hir::Expr* arg) { return is_constant(*arg); });
  }
}

std::string math_function(Builtin builtin, Kind kind) {
  if (builtin < Builtin::Sin && builtin != Builtin::Pow) return {};
  return std::string("math.") + builtin_name(builtin) + "_" + ir::kind_name(kind);
}

void Inference::run() {
  for (const hir::Array* array : kernel_.arrays)
    has_f64_ = has_f64_ || (array != nullptr && array->kind == Kind::F64);
  for (hir::Local& local : kernel_.locals) {
    if (local.fixed != Kind::Void) local.ty = {local.fixed, Form::Strong, local.fixed_shape};
  }
  fixed_point();
  // Locals that only ever hold literals take the precision of the kernel's arrays. That may
  // widen others.
  bool settled = false;
  for (hir::Local& local : kernel_.locals) {
    if (!local.ty.is_weak() || local.is_substituted) continue;
    local.ty = {has_f64_ ? Kind::F64 : Kind::F32, Form::Strong, local.ty.shape};
    settled = true;
  }
  if (settled) fixed_point();
  is_reporting_ = true;
  pass();
}

// Each pass that changes something moves a local up a lattice of height below 16: its kind and
// form, and from unknown to a number to a vector or matrix.
void Inference::fixed_point() {
  size_t limit = kernel_.locals.size() * 16 + 2;
  do {
    if (limit-- == 0) TACK_ICE("types do not settle");
    changed_ = false;
    pass();
  } while (changed_);
}

void Inference::pass() {
  body(kernel_.before);
  if (kernel_.loop) body(kernel_.loop->body);
  body(kernel_.after);
  if (kernel_.result) number(*kernel_.result, "return one component of it");
}

// --- expressions

const Ty& Inference::expr(hir::Expr& e) {
  if (e.kind == Node::Binary) {  // a chain may be long: from its left end
    std::vector<hir::Expr*> chain;
    hir::Expr* at = &e;
    for (; at->kind == Node::Binary; at = at->args[0]) chain.push_back(at);
    expr(*at);
    for (size_t k = chain.size(); k-- > 0;) chain[k]->ty = binary(*chain[k]);
    return e.ty;
  }
  e.ty = type_of(e);
  return e.ty;
}

Ty Inference::promoted(const Ty& a, const Ty& b, const hir::Expr& at) {
  Shape shape = together(a.shape, b.shape, at);
  if (std::optional<Ty> ty = promote(a, b)) return ty->shaped(shape);
  error(Diag::SignedU64, at, {type_name(a), type_name(b)});
  return {};
}

Ty Inference::type_of(hir::Expr& e) {
  switch (e.kind) {
    case Node::Int:
      return {literal_kind(e.bits, e.is_negative), Form::Literal, {}};
    case Node::Float:
      return {Kind::F32, Form::Weak, {}};
    case Node::Local: {
      Ty ty = e.local->ty;
      // Only dead code reads what nothing assigns without being told by the analysis of names.
      if (is_reporting_ && !ty.known() && reporter_.count() == 0)
        error(Diag::Unassigned, e, {e.local->name});
      if (ty.form == Form::Literal) ty.form = Form::Strong;
      return ty;
    }
    case Node::Load:
      indices(e.args, *e.array);
      return {e.array->kind, Form::Strong, e.array->element};
    case Node::Dim:
      return {Kind::I64, Form::Strong, {}};
    case Node::Unary:
      return unary(e);
    case Node::Binary:
      TACK_ICE("a chain is typed by expr()");
    case Node::Compare: {
      for (hir::Expr* arg : e.args) expr(*arg);
      Shape shape;
      for (size_t k = 0; k + 1 < e.args.size(); ++k) {
        Ty link = promoted(e.args[k]->ty, e.args[k + 1]->ty, e);
        shape = together(shape, link.shape, e);
      }
      return {Kind::I32, Form::Strong, shape};
    }
    case Node::BoolOp: {
      Shape shape;
      for (hir::Expr* arg : e.args) shape = together(shape, expr(*arg).shape, e);
      return {Kind::I32, Form::Strong, shape};
    }
    case Node::Cond:
      condition(*e.args[0]);
      expr(*e.args[1]);
      expr(*e.args[2]);
      return promoted(e.args[1]->ty, e.args[2]->ty, e);
    case Node::Cast:
      return {e.cast, Form::Strong, expr(*e.args[0]).shape};
    case Node::Math:
      return math(e);
    case Node::Inline:
      body(e.inlined->body);
      if (e.inlined->results.size() != 1) return {};
      return e.inlined->results[0]->ty.form == Form::Literal
                 ? Ty{e.inlined->results[0]->ty.kind, Form::Strong, e.inlined->results[0]->ty.shape}
                 : e.inlined->results[0]->ty;
    case Node::Atomic:
      return atomic(e);
    case Node::Print:
      for (hir::Expr* arg : e.args) number(*arg, "print its components");
      return {};
    case Node::Vector:
      return vector(e);
    case Node::Matrix:
      return matrix(e);
    case Node::Identity:
      return {Kind::I32, Form::Literal, Shape::matrix(e.bits, e.bits)};
    case Node::Table:
      return table(e);
    case Node::Component:
      return component(e);
    case Node::VectorOp:
      return vector_op(e);
  }
  return {};
}

Ty Inference::unary(hir::Expr& e) {
  Ty ty = expr(*e.args[0]);
  if (e.unary == UnaryOp::Not) return {Kind::I32, Form::Strong, ty.shape};
  if (e.unary == UnaryOp::Invert && ty.is_float()) {
    error(Diag::FloatBits, e, {"~", type_name(ty)});
    return {};
  }
  return ty;
}

// The left operand has its type.
Ty Inference::binary(hir::Expr& e) {
  Ty a = e.args[0]->ty;
  Ty b = expr(*e.args[1]);
  switch (e.binary) {
    case BinaryOp::Div: {
      // Integers divide as f32: each operand converts first.
      if (a.is_float() || b.is_float()) return promoted(a, b, e);
      if (!a.known() || !b.known()) return {};
      return {Kind::F32, Form::Strong, together(a.shape, b.shape, e)};
    }
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      if (!integers(a, b, e)) return {};
      return a.shaped(together(a.shape, b.shape, e));
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
      return integers(a, b, e) ? promoted(a, b, e) : Ty{};
    case BinaryOp::Pow:
      return power(a, b, e);
    case BinaryOp::MatMul:
      return matmul(a, b, e);
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod: {
      Ty ty = promoted(a, b, e);
      if (ty.is_float())
        need_math(e.binary == BinaryOp::Mod ? "math.floormod" : "math.floordiv", op_text(e.binary),
                  ty, e);
      return ty;
    }
    default:
      return promoted(a, b, e);
  }
}

bool Inference::integers(const Ty& a, const Ty& b, const hir::Expr& e) {
  for (const Ty& ty : {a, b}) {
    if (!ty.is_float()) continue;
    error(Diag::FloatBits, e, {op_text(e.binary), type_name(ty)});
    return false;
  }
  return true;
}

// Exponents for which a few products give the power.
static bool small_exponent(const hir::Expr& e) {
  return e.kind == Node::Int && !e.is_negative && e.bits <= 4;
}

Ty Inference::power(const Ty& a, const Ty& b, hir::Expr& e) {
  if (a.is_float() || b.is_float()) {
    Ty ty = promoted(a, b, e);
    if (!small_exponent(*e.args[1])) need_math("math.pow", "**", ty, e);
    return ty;
  }
  // An integer power has the base's type.
  if (e.args[1]->kind == Node::Int && e.args[1]->is_negative && a.known())
    error(Diag::NegativeExponent, *e.args[1], {});
  return a.shaped(together(a.shape, b.shape, e));
}

Ty Inference::math(hir::Expr& e) {
  for (hir::Expr* arg : e.args) expr(*arg);
  Ty ty = e.args[0]->ty;
  for (size_t k = 1; k < e.args.size(); ++k) ty = promoted(ty, e.args[k]->ty, e);
  switch (e.builtin) {
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Abs:
      return ty;
    default:
      break;
  }
  // A function of floats: integers convert to f32.
  if (!ty.known()) return ty;
  if (!ty.is_float()) ty = {Kind::F32, Form::Strong, ty.shape};
  std::string name = math_function(e.builtin, ty.kind);
  if (!name.empty())
    need_math("math." + std::string(builtin_name(e.builtin)), builtin_name(e.builtin), ty, e);
  return ty;
}

void Inference::need_math(const std::string& stem, std::string shown, const Ty& ty,
                          const hir::Expr& e) {
  if (!is_reporting_ || !ty.known()) return;
  std::string name = stem + "_" + ir::kind_name(ty.kind);
  if (options_.has_math ? options_.has_math(name) : mathlib::has(name)) return;
  error(Diag::NoMath, e, {std::move(shown), type_name(ty)});
}

void Inference::bound(hir::Expr* e) {
  if (e == nullptr) return;
  const Ty& ty = number(*e, "take a component, as in v[0]");
  if (ty.is_number() && ty.is_float()) error(Diag::BoundType, *e, {type_name(ty)});
}

// How many nodes one use of a constant expression stands for.
static uint32_t weight(const hir::Expr& e) {
  uint32_t sum = 1;
  const hir::Expr* at = &e;
  for (; at->kind == Node::Binary; at = at->args[0]) sum += 1 + weight(*at->args[1]);
  if (at->kind == Node::Local) return sum + at->local->weight;
  if (at->kind == Node::Inline) {
    for (const hir::Stmt* s : at->inlined->body) {
      if (s->value != nullptr) sum += weight(*s->value);
    }
  }
  for (const hir::Expr* arg : at->args) sum += weight(*arg);
  return sum;
}

// --- statements

void Inference::body(const hir::Body& statements) {
  for (hir::Stmt* s : statements) statement(*s);
}

void Inference::statement(hir::Stmt& s) {
  switch (s.kind) {
    case Step::Assign:
      assign(*s.local, *s.value);
      break;
    case Step::Store:
    case Step::AugStore:
      store(s);
      break;
    case Step::SetPart:
    case Step::AugSetPart:
      set_part(s);
      break;
    case Step::If:
    case Step::While:
      condition(*s.value);
      body(s.body);
      body(s.orelse);
      break;
    case Step::Choose:
      body(s.body);
      body(s.orelse);
      break;
    case Step::For:
      for (hir::Range& range : s.ranges) {
        bound(range.start);
        bound(range.stop);
        bound(range.step);
      }
      body(s.body);
      break;
    case Step::Eval:
      expr(*s.value);
      break;
    case Step::Break:
    case Step::Continue:
    case Step::Return:
    case Step::Declare:
      break;
  }
}

void Inference::assign(hir::Local& local, hir::Expr& value) {
  const Ty& ty = expr(value);
  if (!ty.known()) return;
  if (local.fixed != Kind::Void) {
    fit_shape(local, ty.shape, value);
    return;
  }
  // `b = a + a; c = b + b; ...` doubles at each step: so only literals of moderate size.
  constexpr uint32_t kMaxWeight = 300;
  if (local.assignments == 1 && !local.is_substituted && ty.is_weak() && is_constant(value) &&
      weight(value) <= kMaxWeight) {
    local.is_substituted = true;
    local.weight = weight(value);
    local.ty = ty;
    changed_ = true;
    return;
  }
  if (local.is_substituted) return;
  Shape shape = fit_shape(local, ty.shape, value);
  widen(local, ty.shaped(shape), value);
}

void Inference::widen(hir::Local& local, const Ty& ty, const hir::Expr& value) {
  std::optional<Ty> joined = join(local.ty, ty);
  if (!joined) {
    error(Diag::SignedU64, value, {type_name(local.ty), type_name(ty)});
    return;
  }
  *joined = joined->shaped(ty.shape);
  if (*joined == local.ty) return;
  local.ty = *joined;
  changed_ = true;
}

void infer(hir::Kernel& kernel, const SpecialiseOptions& options, Reporter& reporter) {
  mark_unset_locals(kernel);
  Inference(kernel, options, reporter).run();
}

}  // namespace tack::python
