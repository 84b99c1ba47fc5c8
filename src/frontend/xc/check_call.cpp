// SPDX-License-Identifier: Apache-2.0
// Calls: whose functions may be meant, and the arguments of the one that is.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Expr* Checker::call(Expr* e, const Type* want) {
  Expr* callee = e->a;
  bool named = callee->kind == ExprKind::Name && !callee->parenthesised;
  if (named) {
    std::string_view name = callee->name;
    if (find_local(name)) return call_pointer(e);
    if (method_ && method_->owner) {
      std::vector<Func*> methods = find_methods(*method_->owner, name);
      if (!methods.empty()) {
        e->a = nullptr;
        return call_candidates(e, methods, name, method_->self ? self_expr(e->where) : nullptr,
                               want);
      }
      if (find_field(*method_->owner, name)) return call_pointer(e);
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
    if (name.starts_with("va_")) return va_call(e);
    for (Expr*& arg : e->list) arg = check(arg);
    std::string hint;
    for (const auto& [r, record] : records_) {
      for (const Func* f : record->methods) {
        if (f->is_static && f->name == name && hint.empty())
          hint = ", it is " + std::string(r) + "." + std::string(name);
      }
    }
    if (hint.empty()) hint = suggest(name, visible_names());
    unknown(Msg::UnknownFunction, callee->where, name, {name, hint});
    return fail(e);
  }
  if (callee->kind == ExprKind::Member) {
    Expr* base = callee->a;
    bool base_named = base->kind == ExprKind::Name && !base->parenthesised;
    if (base_named && base->name == "super" && method_ && method_->self && !find_local("super")) {
      std::vector<Func*> methods;
      if (method_->owner->base) {
        methods = find_methods(*method_->owner->base, callee->name);
        if (callee->name == "init") {
          methods.clear();
          for (const Record* r = method_->owner->base; r && methods.empty(); r = r->base) {
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
        for (const Record* r = method_->owner->base; r; r = r->base)
          for (const Func* f : r->methods)
            if (!f->is_init) names.push_back(f->name);
        unknown(Msg::NoMember, callee->where, callee->name,
                {"super", callee->name, did_you_mean(callee->name, names)});
        return fail(e);
      }
      e->prefix = true;  // not virtual
      return call_candidates(e, methods, callee->name, self_expr(e->where), want);
    }
    if (base_named && !find_local(base->name) && !globals_.count(base->name) &&
        !(method_ && method_->owner && find_field(*method_->owner, base->name))) {
      if (auto it = records_.find(base->name); it != records_.end()) {
        std::vector<Func*> methods = find_methods(*it->second, callee->name);
        bool exists = !methods.empty();
        std::erase_if(methods, [](Func* f) { return !f->is_static; });
        if (methods.empty() && find_static(*it->second, callee->name)) return call_pointer(e);
        if (methods.empty()) {
          std::vector<std::string_view> names;
          for (const Record* r = it->second; r; r = r->base)
            for (const Func* f : r->methods)
              if (f->is_static) names.push_back(f->name);
          for (Expr*& arg : e->list) arg = check(arg);
          unknown(Msg::NoMember, callee->where, callee->name,
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
      callee->a = strong(raw(base));
      const Type* t = callee->a->type;
      if (t->is_error()) {
        for (Expr*& arg : e->list) arg = check(arg);
        return fail(e);
      }
      if (t->is_object()) {
        std::vector<Func*> methods = find_methods(*t->to->record, callee->name);
        if (!methods.empty()) {
          e->a = nullptr;
          const Type& of = *t->to;
          size_t arguments = e->list.size();
          elements_in(e, of, callee->name);
          e = call_candidates(e, methods, callee->name, callee->a, want);
          return element_out(e, of, callee->name, arguments);
        }
      }
    }
  }
  return call_pointer(e);
}

Expr* Checker::call_pointer(Expr* e) {
  e->a = check(e->a);
  const Type* t = e->a->type;
  const Type* f = t->is_callback()                          ? t->record->callback
                  : t->is_block()                           ? t->to
                  : t->is_pointer() && t->to->is_function() ? t->to
                                                            : nullptr;
  for (size_t k = 0; k < e->list.size(); ++k)
    e->list[k] = check(e->list[k], f && k < f->parameters.size() ? f->parameters[k] : nullptr);
  if (t->is_error()) return fail(e);
  if (!f) {
    error(Msg::NotCallable, e->where, {spell(t)});
    return fail(e);
  }
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

Expr* Checker::call_candidates(Expr* e, std::vector<Func*> candidates, std::string_view name,
                               Expr* object, const Type* want) {
  bool bad = false;
  name_parameters(e, candidates);
  for (Expr*& arg : e->list) {
    if (arg->kind == ExprKind::Forward) {
      arg = forward(arg);
      bad = bad || arg->type->is_error();
      continue;
    }
    size_t at = static_cast<size_t>(&arg - e->list.data());
    arg = check(arg, wanted(*arg, at, e->list.size(), candidates));
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
  if (e->type->is_error()) return e;
  if (f->builtin == "printf") return printf(e);
  if (takes_format(*f)) return format_of_slots(e, f->types.size() - 1);
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
  if (f.variadic && !tail_fits(*e, f)) {
    fail(e);
    return;
  }
  e->depth = 1;
  if (e->a) e->depth = e->a->depth + 1;
  for (const Expr* arg : e->list) e->depth = std::max(e->depth, arg->depth + 1);
  if (f.throws && try_depth_ == 0 && !(func_ && func_->throws && !defer_depth_ && !par_))
    error(Msg::UncaughtThrow, e->where, {"'" + std::string(f.name) + "'"});
  if (func_) func_->callees.push_back(&f);
}

}  // namespace tack::xc
