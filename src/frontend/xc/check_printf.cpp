// SPDX-License-Identifier: Apache-2.0
// The arguments of printf: each conversion is fitted to what it prints.
#include "frontend/xc/check_impl.hpp"
#include "frontend/xc/printf_format.hpp"

namespace tack::xc {

namespace {

// A %@ of more values than these would fill the stack with them.
constexpr uint64_t kMostLeaves = 256;

bool fits(char kind, const Type* t) {
  if (kind == '@') return t->is_object() || t->is_struct();
  if (kind == 's') return t->is_pointer() && t->to->is_int() && t->to->bits() == 8;
  if (kind == 'p') return t->is_pointer();
  if (std::string_view("fFeEgG").find(kind) != std::string_view::npos) return t->is_float();
  return t->is_int();
}

std::string_view kind_of(const Type* t) {
  return t->is_int()      ? "an integer"
         : t->is_float()  ? "a floating-point value"
         : t->is_object() ? "an object"
         : t->is_struct() ? "a struct"
                          : "a pointer";
}

// A %@ for each value in a struct, in brackets.
std::string bracketed(const Type* t) {
  if (!t->is_aggregate()) return "%@";
  std::string out;
  if (t->is_struct()) {
    for (const Field& f : t->record->fields) out += (out.empty() ? "" : ", ") + bracketed(f.type);
  } else {
    for (uint64_t k = 0; k < t->count; ++k) out += (k ? ", " : "") + bracketed(t->to);
  }
  return "[" + out + "]";
}

Expr* literal_format(Expr* e) {
  while (e->kind == ExprKind::Cast) e = e->a;
  return e->kind == ExprKind::Text ? e : nullptr;
}

// Whether the runtime has to write this: C's printf knows no objects.
bool wants_slots(const std::vector<Conversion>& conversions, const std::vector<Expr*>& list) {
  for (const Conversion& c : conversions)
    if (c.kind == '@') return true;
  for (const Expr* e : list)
    if (e->type->is_object() || e->type->is_struct()) return true;
  return false;
}

}  // namespace

bool Checker::takes_format(const Func& f) {
  return f.variadic && f.from_library && !f.types.empty() && f.params.back().name == "format";
}

// The values that a format takes, whose call has them in slots: what does not fit is warned of, and
// a struct's %@ becomes that of each value in it.
Expr* Checker::format_of_slots(Expr* e, size_t at) {
  e->takes_slots = true;
  for (size_t k = at + 1; k < e->list.size(); ++k) {
    const Expr* arg = e->list[k];
    bool goes = arg->kind == ExprKind::Forward || arg->type->is_struct() ||
                (arg->type->is_scalar() && !arg->type->is_block());
    if (goes) continue;
    error(Msg::VaStruct, arg->where, {spell(arg->type)});
    return fail(e);
  }
  Expr* format = literal_format(e->list[at]);
  bool forwards = e->list.back()->kind == ExprKind::Forward;
  if (!format || forwards) {
    for (size_t k = at + 1; k < e->list.size() && !forwards; ++k) {
      if (!e->list[k]->type->is_struct()) continue;
      error(Msg::VaStruct, e->list[k]->where, {spell(e->list[k]->type)});
      return fail(e);
    }
    return e;
  }
  std::vector<Conversion> conversions;
  std::string problem = parse_format(format->text, conversions);
  if (!problem.empty()) {
    error(Msg::BadFormat, format->where, {problem});
    return fail(e);
  }
  std::string out;
  size_t next = at + 1;
  for (const Conversion& c : conversions) {
    out += c.text_before;
    if (c.kind == 0) break;
    if (c.kind == '%') {
      out += "%%";
      continue;
    }
    for (bool star : {c.width_star, c.precision_star}) {
      if (star && (next >= e->list.size() || !e->list[next++]->type->is_int())) {
        error(Msg::FormatTooFew, format->where);
        return fail(e);
      }
    }
    if (next >= e->list.size()) {
      error(Msg::FormatTooFew, format->where);
      return fail(e);
    }
    Expr*& arg = e->list[next++];
    char kind = c.kind;
    if (const Enum* of = kind == 'e' ? enum_of(arg) : nullptr) {
      arg = enum_name(arg, *of);
      kind = 's';
    }
    if (!fits(kind, arg->type))
      error(Msg::FormatKind, arg->where, {std::string("%") + c.kind, kind_of(arg->type)});
    if (!arg->type->is_struct()) {
      out += "%" + c.flags + kind;
    } else if (leaf_count(arg->type) > kMostLeaves) {
      error(Msg::FormatStruct, arg->where, {std::to_string(kMostLeaves)});
      return fail(e);
    } else {
      out += bracketed(arg->type);
    }
  }
  if (next < e->list.size()) error(Msg::FormatTooMany, e->list[next]->where);
  for (; next < e->list.size(); ++next) {
    if (!e->list[next]->type->is_struct()) continue;
    error(Msg::VaStruct, e->list[next]->where, {spell(e->list[next]->type)});
    return fail(e);
  }
  Expr* text = make(ExprKind::Text, format->where, format->type);
  text->text = std::move(out);
  e->list[at] = text;
  return e;
}

// Each conversion takes the size of its argument; what is left for C's printf to do is plain.
Expr* Checker::printf(Expr* e) {
  Expr* format = literal_format(e->list[0]);
  if (!format || e->list.back()->kind == ExprKind::Forward) return format_of_slots(e, 0);
  std::vector<Conversion> conversions;
  std::string problem = parse_format(format->text, conversions);
  if (!problem.empty()) {
    error(Msg::BadFormat, format->where, {problem});
    return fail(e);
  }
  if (wants_slots(conversions, e->list)) return format_of_slots(e, 0);
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
    char kind = c.kind == 'i' ? 'd' : c.kind;
    if (const Enum* of = kind == 'e' ? enum_of(arg) : nullptr) {
      arg = enum_name(arg, *of);
      kind = 's';
    }
    const Type* t = arg->type;
    bool wants_int =
        kind == 'd' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'c' || kind == 'o';
    bool wants_float =
        kind == 'f' || kind == 'e' || kind == 'g' || kind == 'F' || kind == 'E' || kind == 'G';
    bool wants_pointer = kind == 's' || kind == 'p';
    if (!t->is_scalar() || t->is_block()) {
      error(Msg::VaStruct, arg->where, {spell(t)});
      return fail(e);
    }
    if (!fits(kind, t)) {
      error(Msg::FormatKind, arg->where, {std::string("%") + c.kind, kind_of(t)});
      // Print what is there instead of what was asked for.
      if (t->is_float()) {
        kind = 'g';
      } else if (t->is_int()) {
        kind = kind == 'p' ? 'x' : t->is_signed() ? 'd' : 'u';
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
