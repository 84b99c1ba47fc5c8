// SPDX-License-Identifier: Apache-2.0
// The arguments of printf: each conversion is fitted to what it prints.
#include "frontend/xc/check_impl.hpp"
#include "frontend/xc/printf_format.hpp"

namespace tack::xc {

// Each conversion takes the size of its argument; what is left for C's printf to do is plain.
Expr* Checker::printf(Expr* e) {
  Expr* format = e->list[0];
  while (format->kind == ExprKind::Cast) format = format->a;
  if (format->kind != ExprKind::Text) {
    error(Msg::FormatNotLiteral, e->list[0]->where);
    return fail(e);
  }
  std::vector<Conversion> conversions;
  std::string problem = parse_format(format->text, conversions);
  if (!problem.empty()) {
    error(Msg::BadFormat, format->where, {problem});
    return fail(e);
  }
  std::string out;
  std::vector<Expr*> args;
  size_t next = 1;
  auto take = [&]() -> Expr* { return next < e->list.size() ? e->list[next++] : nullptr; };
  for (const Conversion& c : conversions) {
    out += c.text_before;
    if (c.kind == 0) continue;  // the tail
    if (c.kind == '%') {
      out += "%%";
      continue;
    }
    bool missing = false;
    for (bool star : {c.width_star, c.precision_star}) {
      if (!star) continue;
      Expr* arg = take();
      if (!arg || !arg->type->is_int()) {
        missing = true;
        continue;
      }
      args.push_back(cast(arg, types_.of(TypeKind::I32), true));
    }
    Expr* arg = missing ? nullptr : take();
    if (!arg) {
      error(Msg::FormatTooFew, format->where);
      return fail(e);
    }
    const Type* t = arg->type;
    char kind = c.kind == 'i' ? 'd' : c.kind;
    bool wants_int =
        kind == 'd' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'c' || kind == 'o';
    bool wants_float =
        kind == 'f' || kind == 'e' || kind == 'g' || kind == 'F' || kind == 'E' || kind == 'G';
    bool wants_pointer = kind == 's' || kind == 'p';
    std::string_view given = t->is_int()     ? "an integer"
                             : t->is_float() ? "a floating-point value"
                                             : "a pointer";
    bool fits = wants_int ? t->is_int() : wants_float ? t->is_float() : t->is_pointer();
    if (kind == 's') fits = t->is_pointer() && t->to->is_int() && t->to->bits() == 8;
    if (!t->is_scalar() || t->is_object() || t->is_block()) {
      error(Msg::NotBuilt, arg->where, {"structs and objects in printf"});
      return fail(e);
    }
    if (!fits) {
      error(Msg::FormatKind, arg->where, {std::string("%") + c.kind, given});
      // Print what is there instead of what was asked for.
      if (t->is_float()) {
        kind = 'g';
      } else if (t->is_int()) {
        kind = wants_float ? 'd' : kind == 's' ? (t->is_signed() ? 'd' : 'u') : 'x';
      } else {
        kind = 'p';
      }
      wants_int = t->is_int();
      wants_float = t->is_float();
      wants_pointer = t->is_pointer();
    }
    out += "%" + c.flags;
    if (wants_float) {
      arg = cast(arg, types_.of(TypeKind::Double), true);
    } else if (wants_pointer) {
      // passed as it is
    } else if (kind == 'c') {
      arg = cast(arg, types_.of(TypeKind::I32), true);
    } else {
      // The conversion's sign wins, at the argument's width.
      bool is_signed = kind == 'd';
      arg = cast(arg, types_.integer(t->bits(), is_signed), true);
      if (t->bits() < 32) arg = cast(arg, types_.integer(32, is_signed), true);
      if (t->bits() == 64) out += "ll";
    }
    out += kind;
    args.push_back(arg);
  }
  if (next < e->list.size()) error(Msg::FormatTooMany, e->list[next]->where);
  for (; next < e->list.size(); ++next) {
    // Worked out, for its effects, and not printed: printf ignores what is left over.
    Expr* arg = e->list[next];
    if (arg->type->is_float()) arg = cast(arg, types_.of(TypeKind::Double), true);
    if (arg->type->is_int() && arg->type->bits() < 32)
      arg = cast(arg, types_.integer(32, arg->type->is_signed()), true);
    args.push_back(arg);
  }
  Expr* text = make(ExprKind::Text, format->where, format->type);
  text->text = std::move(out);
  e->list = std::move(args);
  e->list.insert(e->list.begin(), text);
  return e;
}

}  // namespace tack::xc
