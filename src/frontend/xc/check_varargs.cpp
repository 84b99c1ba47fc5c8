// SPDX-License-Identifier: Apache-2.0
// Variadic functions with a body: va_start, va_arg and va_end read what `...` stands for, or a call
// hands it on whole. The variable of va_start counts the arguments that va_arg has taken.
#include <charconv>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

// So that the count fits in the u8 that `ap` usually is.
constexpr size_t kMaxTail = 255;

}  // namespace

// The T of va_arg(ap, T) or of va_arg_T(ap); null where there is none.
const Type* Checker::va_type(Expr* e) {
  std::string_view name = e->a->name;
  if (name == "va_arg") return e->syntax ? resolve(e->syntax) : nullptr;
  if (!name.starts_with("va_arg_")) return nullptr;
  name.remove_prefix(7);
  if (name == "ptr") return types_.pointer(types_.void_());
  if (name == "float") return types_.of(TypeKind::Float);
  if (name == "double") return types_.of(TypeKind::Double);
  int bits = 0;
  std::string_view digits = name.substr(name.empty() ? 0 : 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return nullptr;
  const Type* t = types_.integer(bits, name[0] == 'i');
  return spell(t) == name ? t : nullptr;
}

Expr* Checker::va_call(Expr* e) {
  Expr* callee = e->a;
  std::string_view name = callee->name;
  bool start = name == "va_start", end = name == "va_end";
  const Type* type = va_type(e);
  if (!start && !end && !type) {
    for (Expr*& arg : e->list) arg = check(arg);
    if (name == "va_arg") {
      error(Msg::VaArgType, e->where);
    } else {
      error(Msg::UnknownFunction, callee->where,
            {name, did_you_mean(
                       name, {"va_start", "va_arg", "va_end", "va_arg_u8", "va_arg_i8",
                              "va_arg_u16", "va_arg_i16", "va_arg_u32", "va_arg_i32", "va_arg_u64",
                              "va_arg_i64", "va_arg_float", "va_arg_double", "va_arg_ptr"})});
    }
    return fail(e);
  }
  if (!func_ || !func_->takes_slots() || par_) {
    error(par_ ? Msg::VaInPar : Msg::VaOutside, e->where, {name});
    return fail(e);
  }
  if (e->list.size() != 1) {
    error(Msg::ArgumentCount, e->where,
          {"'" + std::string(name) + "'", "1 variable", std::to_string(e->list.size())});
    return fail(e);
  }
  Expr* ap = raw(e->list[0]);
  if (ap->type->is_error()) return fail(e);
  if (ap->kind != ExprKind::Name || !ap->var || ap->var->is_global || !ap->type->is_int()) {
    error(Msg::VaVariable, ap->where, {name});
    return fail(e);
  }
  if (!start && !ap->var->is_va) {
    error(Msg::VaNotStarted, e->where, {ap->var->name});
    return fail(e);
  }
  e->list.clear();
  e->depth = 3;
  if (end) {
    e->kind = ExprKind::Int;  // nothing to do
    e->type = types_.void_();
    return e;
  }
  mark_assigned(ap);
  if (start) {
    ap->var->is_va = true;
    Expr* zero = make(ExprKind::Int, e->where, ap->type);
    set_constant(*zero, 0);
    e->kind = ExprKind::Cast;
    e->a = make(ExprKind::Assign, e->where, ap->type, ap, zero);
    e->type = types_.void_();
    return e;
  }
  if (type->is_error()) return fail(e);
  if (!type->is_scalar()) {
    error(Msg::VaType, e->where, {spell(type)});
    return fail(e);
  }
  if (func_->forwards_tail)
    error(Msg::VaReadsForwarded, e->where, {func_->name},
          {{func_->forwards_tail->where, "they are handed on here"}});
  func_->reads_tail = e;
  e->kind = ExprKind::VaArg;
  e->a = ap;
  e->type = type;
  return e;
}

// `...` as the last argument of a call.
Expr* Checker::forward(Expr* e) {
  if (!func_ || !func_->takes_slots() || par_) {
    error(par_ ? Msg::VaInPar : Msg::VaOutside, e->where, {"..."});
    return fail(e);
  }
  if (func_->reads_tail)
    error(Msg::VaReadsForwarded, e->where, {func_->name},
          {{func_->reads_tail->where, "it is read here"}});
  func_->forwards_tail = e;
  e->type = types_.void_();
  return e;
}

// Whether what the call gives for the callee's `...` can be passed.
bool Checker::tail_fits(const Expr& call, const Func& f) {
  bool fits = true;
  if (f.takes_slots() && call.list.size() > f.types.size() + kMaxTail) {
    error(Msg::VaTooMany, call.list[f.types.size() + kMaxTail]->where,
          {f.name, std::to_string(kMaxTail)});
    fits = false;
  }
  for (size_t i = f.types.size(); i < call.list.size(); ++i) {
    const Expr& arg = *call.list[i];
    if (arg.kind == ExprKind::Forward && !f.takes_slots() && !f.is_formatter()) {
      error(Msg::ForwardToC, arg.where, {f.name});
      fits = false;
    } else if (arg.kind != ExprKind::Forward && !arg.type->is_scalar() && !f.is_formatter() &&
               !takes_format(f)) {
      error(Msg::VaStruct, arg.where, {spell(arg.type)});
      fits = false;
    }
  }
  return fits;
}

}  // namespace tack::xc
