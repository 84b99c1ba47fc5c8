// SPDX-License-Identifier: Apache-2.0
// What a name means, and which expressions are places.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Var* Checker::find_local(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    auto it = scope->names.find(name);
    if (it != scope->names.end()) return it->second;
  }
  return nullptr;
}

std::vector<std::string_view> Checker::visible_names() const {
  std::vector<std::string_view> out;
  for (const Scope& scope : scopes_) {
    for (const auto& [n, v] : scope.names) out.push_back(n);
  }
  for (const auto& [n, v] : globals_) out.push_back(n);
  for (const auto& [n, v] : functions_) out.push_back(n);
  for (const auto& [n, v] : constants_) out.push_back(n);
  for (const Record* r : used_) {
    for (const Func* f : r->methods) out.push_back(f->name);
  }
  if (method_ && method_->owner) {
    for (const Record* r = method_->owner; r; r = r->base) {
      for (const Field& f : r->fields) out.push_back(f.name);
      for (const Func* f : r->methods) out.push_back(f->name);
    }
  }
  return out;
}

Expr* Checker::self_expr(SourceRange where) {
  Expr* e = make(ExprKind::Self, where, types_.pointer(method_->owner->type));
  e->var = method_->self;
  return block_ ? captured(e, method_->self) : e;
}

Expr* Checker::var_expr(Expr* e, Var* v) {
  e->kind = ExprKind::Name;
  e->var = v;
  e->type = v->type;
  if (!v->type) {
    // A global whose type comes from an initialiser further down.
    error(Msg::UsedTooEarly, e->where, {v->name});
    return fail(e);
  }
  if (v->is_global && func_ &&
      std::find(func_->globals.begin(), func_->globals.end(), v) == func_->globals.end())
    func_->globals.push_back(v);
  return e;
}

const Type* Checker::function_type(const Func& f) {
  return types_.function(f.result(types_), f.types, f.variadic, f.throws);
}

// A function's name where it is not called.
Expr* Checker::function_value(Expr* e, const std::vector<Func*>& candidates, const Type* want) {
  Func* f = candidates[0];
  if (candidates.size() > 1) {
    f = nullptr;
    for (Func* g : candidates) {
      const Type* shape = !want ? nullptr : want->is_callback() ? want->record->callback : want->to;
      if (shape == function_type(*g)) f = g;
    }
    if (!f) {
      error(Msg::AmbiguousName, e->where, {e->name});
      return fail(e);
    }
  }
  if (f->takes_slots()) {
    error(Msg::NotBuilt, e->where, {"pointers to variadic functions with a body"});
    return fail(e);
  }
  e->kind = ExprKind::Name;
  e->a = nullptr;
  e->func = f;
  e->type = types_.pointer(function_type(*f));
  if (f->is_external() && func_) func_->callees.push_back(f);
  return e;
}

Expr* Checker::name(Expr* e, const Type* want) {
  if (Var* v = find_local(e->name))
    return v->owner == func_ || v->is_global ? var_expr(e, v) : captured(e, v);
  if (method_ && method_->owner) {
    if (e->name == "self" && method_->self) {
      if (block_) return captured(e, method_->self);
      e->kind = ExprKind::Self;
      e->var = method_->self;
      e->type = types_.pointer(method_->owner->type);
      return e;
    }
    if (Var* v = find_static(*method_->owner, e->name)) return var_expr(e, v);
    if (Field* f = find_field(*method_->owner, e->name)) {
      if (!method_->self) {
        error(Msg::FieldInStatic, e->where, {e->name});
        return fail(e);
      }
      e->kind = ExprKind::Member;
      e->a = self_expr(e->where);
      e->depth = e->a->depth + 1;
      e->field = f;
      e->type = f->type;
      return e;
    }
    std::vector<Func*> methods = find_methods(*method_->owner, e->name);
    std::erase_if(methods, [](Func* f) { return !f->is_static; });
    if (!methods.empty()) return function_value(e, methods, want);
  }
  if (auto it = globals_.find(e->name); it != globals_.end()) return var_expr(e, it->second);
  if (auto it = constants_.find(e->name); it != constants_.end()) {
    e->kind = ExprKind::Int;
    e->type = it->second.type;
    set_constant(*e, it->second.value);
    return e;
  }
  if (auto it = functions_.find(e->name); it != functions_.end()) {
    return function_value(e, it->second, want);
  }
  for (Record* r : used_) {
    if (Var* v = find_static(*r, e->name)) return var_expr(e, v);
  }
  if (records_.count(e->name) || typedefs_.count(e->name)) {
    error(Msg::TypeAsValue, e->where, {e->name});
  } else {
    std::vector<std::string_view> names = visible_names();
    names.insert(names.end(), {"break", "continue", "return", "true", "false", "self"});
    unknown(Msg::UnknownName, e->where, e->name, {e->name, suggest(e->name, names)});
  }
  return fail(e);
}

bool Checker::is_place(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::Name:
      return e->var != nullptr;
    case ExprKind::Index:
      return !e->a->type->is_object();
    case ExprKind::Deref:
      return true;
    case ExprKind::Member:
      return e->field && (e->a->type->is_pointer() || is_place(e->a));
    default:
      return false;
  }
}

bool Checker::want_place(Expr* e, std::string_view what) {
  if (e->type->is_error()) return false;
  if (e->kind == ExprKind::Name && e->var && e->var->on_stack) {
    error(Msg::StackAssigned, e->where, {e->var->name, e->type->to->record->name});
    return false;
  }
  if (is_place(e)) {
    const Expr* copy = what == "'&'" ? nullptr : copy_of_block(e);
    if (!copy) return true;
    error(Msg::BlockCopy, e->where, {copy->name, spell(copy->type)});
    return false;
  }
  error(Msg::NotAPlace, e->where, {what});
  return false;
}

void Checker::mark_assigned(Expr* e) {
  if (e->kind == ExprKind::Name && e->var) {
    ++e->var->stores;
    e->var->stored = nullptr;
  }
  while (e->kind == ExprKind::Member && !e->a->type->is_pointer()) e = e->a;
  if (e->kind == ExprKind::Name && e->var) e->var->assigned = true;
}

void Checker::mark_address(Expr* e) {
  for (;;) {
    if (e->kind == ExprKind::Member && !e->a->type->is_pointer()) {
      e = e->a;
    } else if (e->kind == ExprKind::Index && e->a->kind == ExprKind::Decay) {
      e = e->a->a;
    } else {
      break;
    }
  }
  if (e->kind == ExprKind::Name && e->var) e->var->address_taken = true;
}

}  // namespace tack::xc
