// SPDX-License-Identifier: Apache-2.0
// Calls: which function is meant, and its arguments.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"
#include "frontend/xc/printf_format.hpp"

namespace tack::xc {

Expr* Checker::call(Expr* e, const Type* want) {
  Expr* callee = e->a;
  bool named = callee->kind == ExprKind::Name && !callee->parenthesised;
  if (named) {
    std::string_view name = callee->name;
    if (find_local(name)) return call_pointer(e);
    if (func_ && func_->owner) {
      std::vector<Func*> methods = find_methods(*func_->owner, name);
      if (!methods.empty()) {
        e->a = nullptr;
        return call_candidates(e, methods, name, func_->self ? self_expr(e->where) : nullptr, want);
      }
      if (find_field(*func_->owner, name)) return call_pointer(e);
    }
    if (auto it = functions_.find(name); it != functions_.end()) {
      e->a = nullptr;
      return call_candidates(e, it->second, name, nullptr, want);
    }
    if (globals_.count(name)) return call_pointer(e);
    std::vector<Func*> used;
    for (const Record* r : used_) {
      for (Func* f : find_methods(*r, name)) {
        if (f->is_static) used.push_back(f);
      }
    }
    if (!used.empty()) {
      e->a = nullptr;
      return call_candidates(e, used, name, nullptr, want);
    }
    for (Expr*& arg : e->list) arg = check(arg);
    std::string hint;
    for (const auto& [r, record] : records_) {
      for (const Func* f : record->methods) {
        if (f->is_static && f->name == name && hint.empty())
          hint = ", it is " + std::string(r) + "." + std::string(name);
      }
    }
    if (hint.empty()) hint = suggest(name, visible_names());
    error(Msg::UnknownFunction, callee->where, {name, hint});
    return fail(e);
  }
  if (callee->kind == ExprKind::Member) {
    Expr* base = callee->a;
    bool base_named = base->kind == ExprKind::Name && !base->parenthesised;
    if (base_named && base->name == "super" && func_ && func_->self && !find_local("super")) {
      std::vector<Func*> methods;
      if (func_->owner->base) {
        methods = find_methods(*func_->owner->base, callee->name);
        if (callee->name == "init") {
          methods.clear();
          for (const Record* r = func_->owner->base; r && methods.empty(); r = r->base) {
            for (Func* f : r->methods) {
              if (f->is_init) methods.push_back(f);
            }
          }
        }
      }
      e->a = nullptr;
      if (methods.empty() && callee->name == "init" && e->list.empty()) {
        e->kind = ExprKind::Int;  // nothing to run above
        e->type = types_.void_();
        return e;
      }
      if (methods.empty()) {
        std::vector<std::string_view> names;
        for (const Record* r = func_->owner->base; r; r = r->base)
          for (const Func* f : r->methods)
            if (!f->is_init) names.push_back(f->name);
        error(Msg::NoMember, callee->where,
              {"super", callee->name, did_you_mean(callee->name, names)});
        return fail(e);
      }
      e->prefix = true;  // not virtual
      return call_candidates(e, methods, callee->name, self_expr(e->where), want);
    }
    if (base_named && !find_local(base->name) && !globals_.count(base->name) &&
        !(func_ && func_->owner && find_field(*func_->owner, base->name))) {
      if (auto it = records_.find(base->name); it != records_.end()) {
        std::vector<Func*> methods = find_methods(*it->second, callee->name);
        bool exists = !methods.empty();
        std::erase_if(methods, [](Func* f) { return !f->is_static; });
        if (methods.empty()) {
          std::vector<std::string_view> names;
          for (const Record* r = it->second; r; r = r->base)
            for (const Func* f : r->methods)
              if (f->is_static) names.push_back(f->name);
          for (Expr*& arg : e->list) arg = check(arg);
          error(Msg::NoMember, callee->where,
                {base->name, callee->name,
                 exists ? " that is static, call it on an object"
                        : did_you_mean(callee->name, names)});
          return fail(e);
        }
        e->a = nullptr;
        return call_candidates(e, methods, callee->name, nullptr, want);
      }
    }
    if (!(base_named && base->name == "par" && par_ && !par_->grid.empty())) {
      callee->a = raw(base);
      const Type* t = callee->a->type;
      if (t->is_error()) {
        for (Expr*& arg : e->list) arg = check(arg);
        return fail(e);
      }
      if (t->is_object()) {
        std::vector<Func*> methods = find_methods(*t->to->record, callee->name);
        if (!methods.empty()) {
          e->a = nullptr;
          return call_candidates(e, methods, callee->name, callee->a, want);
        }
      }
    }
  }
  return call_pointer(e);
}

Expr* Checker::call_pointer(Expr* e) {
  e->a = check(e->a);
  for (Expr*& arg : e->list) arg = check(arg);
  const Type* t = e->a->type;
  if (t->is_error()) return fail(e);
  if (!t->is_pointer() || !t->to->is_function()) {
    error(Msg::NotCallable, e->where, {spell(t)});
    return fail(e);
  }
  const Type* f = t->to;
  if (f->variadic) {
    error(Msg::NotBuilt, e->where, {"variadic calls through pointers"});
    return fail(e);
  }
  if (e->list.size() != f->parameters.size()) {
    error(Msg::ArgumentCount, e->where,
          {"the function", counted(f->parameters.size(), "argument"),
           std::to_string(e->list.size())});
    return fail(e);
  }
  for (size_t i = 0; i < e->list.size(); ++i) {
    e->list[i] = convert(e->list[i], f->parameters[i], Use::Argument);
    if (e->list[i]->type->is_error()) return fail(e);
  }
  if (f->throws && try_depth_ == 0 && !(func_ && func_->throws && !defer_depth_ && !par_))
    error(Msg::UncaughtThrow, e->where, {"this function"});
  e->type = f->to;
  return e;
}

// An integer that `best` rounds to a float and `other` cuts off: neither is what was given, and
// which is meant nobody knows.
bool Checker::loses_otherwise(const Expr& e, const Type& best, const Type& other) {
  if (!e.type->is_int() || !best.is_float() || !other.is_int() || e.exact) return false;
  int holds = best.kind == TypeKind::Float ? 24 : 53;
  return e.type->bits() > holds && e.type->bits() > other.bits();
}

Func* Checker::choose(Expr* e, const std::vector<Func*>& candidates, std::string_view name,
                      const Type* want) {
  Func* best = nullptr;
  int best_cost = 0;
  bool tie = false;
  bool count_fits = false;
  for (Func* f : candidates) {
    bool fits = f->variadic ? e->list.size() >= f->types.size() : e->list.size() == f->types.size();
    if (!fits) continue;
    count_fits = true;
    int total = 0;
    for (size_t i = 0; i < f->types.size() && total >= 0; ++i) {
      int c = cost(e->list[i], f->types[i], Use::Argument);
      total = c < 0 ? -1 : total + c * 4;
    }
    if (total < 0) continue;
    if (f->variadic) total += 1;
    // By its result, where the arguments say nothing.
    if (candidates.size() > 1 && want && !f->results.empty() && f->results[0] != want) total += 1;
    if (!best || total < best_cost) {
      best = f;
      best_cost = total;
      tie = false;
    } else if (total == best_cost) {
      tie = true;
    }
  }
  for (size_t k = 0; best && !tie && k < candidates.size(); ++k) {
    const Func& f = *candidates[k];
    if (&f == best || f.types.size() != best->types.size()) continue;
    bool fits = f.types.size() == e->list.size() || f.variadic;
    bool loses = false;
    for (size_t i = 0; i < f.types.size() && fits; ++i) {
      fits = cost(e->list[i], f.types[i], Use::Argument) >= 0;
      loses = loses || loses_otherwise(*e->list[i], *best->types[i], *f.types[i]);
    }
    tie = fits && loses;
  }
  if (best && !tie) return best;
  std::vector<Note> notes;
  for (const Func* f : candidates) {
    if (notes.size() < 4 && !f->from_library)
      notes.push_back({f->where, "candidate with " + counted(f->types.size(), "parameter")});
  }
  if (!count_fits && candidates.size() == 1) {
    error(Msg::ArgumentCount, e->where,
          {"'" + std::string(name) + "'", counted(candidates[0]->types.size(), "argument"),
           std::to_string(e->list.size())},
          notes);
  } else if (candidates.size() == 1) {
    for (size_t i = 0; i < candidates[0]->types.size(); ++i)
      convert(e->list[i], candidates[0]->types[i], Use::Argument);
  } else if (tie) {
    error(Msg::AmbiguousCall, e->where, {name}, notes);
  } else {
    error(Msg::NoOverload, e->where, {name}, notes);
  }
  return nullptr;
}

Expr* Checker::call_candidates(Expr* e, std::vector<Func*> candidates, std::string_view name,
                               Expr* object, const Type* want) {
  bool bad = false;
  for (Expr*& arg : e->list) {
    arg = check(arg);
    bad = bad || arg->type->is_error();
    if (arg->type->is_void()) {
      error(Msg::VoidValue, arg->where);
      bad = true;
    }
  }
  if (bad) return fail(e);
  Func* f = choose(e, candidates, name, want);
  if (!f) return fail(e);
  if (!f->is_static && f->owner && !object && !f->is_init) {
    error(Msg::NeedsObject, e->where, {name});
    return fail(e);
  }
  bool is_virtual = object && !e->prefix && f->slot >= 0;
  finish_call(e, *f, object, is_virtual);
  if (f->builtin == "printf" && !e->type->is_error()) return printf(e);
  return e;
}

void Checker::finish_call(Expr* e, Func& f, Expr* object, bool is_virtual) {
  e->func = &f;
  e->is_virtual = is_virtual;
  e->a = f.is_static || !f.owner ? nullptr : object;
  e->type = f.result(types_);
  for (size_t i = 0; i < f.types.size(); ++i) {
    e->list[i] = convert(e->list[i], f.types[i], Use::Argument);
    if (e->list[i]->type->is_error()) {
      fail(e);
      return;
    }
  }
  for (size_t i = f.types.size(); i < e->list.size(); ++i) {
    if (e->list[i]->type->is_struct()) {
      error(Msg::NotBuilt, e->list[i]->where, {"structs as variadic arguments"});
      fail(e);
      return;
    }
  }
  e->depth = 1;
  if (e->a) e->depth = e->a->depth + 1;
  for (const Expr* arg : e->list) e->depth = std::max(e->depth, arg->depth + 1);
  if (f.variadic && f.body) {
    error(Msg::NotBuilt, e->where, {"variadic functions with a body"});
    fail(e);
    return;
  }
  if (f.throws && try_depth_ == 0 && !(func_ && func_->throws && !defer_depth_ && !par_))
    error(Msg::UncaughtThrow, e->where, {"'" + std::string(f.name) + "'"});
  if (func_) func_->callees.push_back(&f);
}

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
    if (!t->is_scalar() || t->is_object()) {
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
