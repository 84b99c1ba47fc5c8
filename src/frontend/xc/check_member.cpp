// SPDX-License-Identifier: Apache-2.0
// What stands behind a dot: fields, properties, the values of a grid.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Expr* Checker::par_member(Expr* e) {
  constexpr std::string_view kNames[] = {"x", "y", "z", "width", "height", "depth"};
  if (std::find(std::begin(kNames), std::end(kNames), e->name) == std::end(kNames)) {
    error(Msg::ParMember, e->where, {e->name});
    return fail(e);
  }
  e->kind = ExprKind::Par;
  e->a = nullptr;
  e->type = types_.of(TypeKind::U32);
  return e;
}

Expr* Checker::member(Expr* e, const Type* want) {
  bool named = e->a->kind == ExprKind::Name && !e->a->parenthesised;
  // Inside a grid, par is the grid even where a variable has the name.
  if (named && e->a->name == "par" && par_ && !par_->grid.empty()) return par_member(e);
  if (named && !find_local(e->a->name) && !globals_.count(e->a->name)) {
    if (auto it = records_.find(e->a->name); it != records_.end()) {
      if (Var* v = find_static(*it->second, e->name)) return var_expr(e, v);
      std::vector<Func*> methods = find_methods(*it->second, e->name);
      std::erase_if(methods, [](Func* f) { return !f->is_static; });
      if (!methods.empty()) return function_value(e, methods, want);
      std::vector<std::string_view> names;
      for (const Record* r = it->second; r; r = r->base)
        for (const Var* v : r->statics) names.push_back(v->name);
      unknown(Msg::NoMember, e->where, e->name,
              {e->a->name, e->name, did_you_mean(e->name, names)});
      return fail(e);
    }
  }
  e->a = strong(raw(e->a));
  if (e->a->type->is_error()) return fail(e);
  const Type* t = e->a->type;
  if (e->name == "length") {
    if (t->is_array()) {
      e->kind = ExprKind::Int;
      e->type = types_.of(TypeKind::U32);
      set_constant(*e, static_cast<__int128>(t->count));
      e->a = nullptr;
      return e;
    }
    bool elements = t->is_pointer() && !t->to->is_void() && !t->to->is_function() &&
                    t->to->kind != TypeKind::Class;
    if (elements && t->to->is_struct()) lay_out(*t->to->record);
    if (elements && !(t->to->is_struct() && find_field(*t->to->record, e->name))) {
      length_of(e->a);
      e->kind = ExprKind::Length;
      e->type = types_.of(TypeKind::U32);
      return e;
    }
  }
  const Type* r = t->is_pointer() ? t->to : t;
  if (!r->record) {
    error(Msg::NotARecord, e->where,
          {e->name, spell(t), t->is_array() ? did_you_mean(e->name, {"length"}) : ""});
    return fail(e);
  }
  lay_out(*r->record);
  if (r->kind == TypeKind::Class) {
    // A property: the method of that name.
    std::vector<Func*> methods = getters(*r->record, e->name);
    if (!methods.empty()) {
      Expr* object = e->a;
      e->kind = ExprKind::Call;
      e->a = nullptr;
      std::string_view name = e->name;
      e = call_candidates(e, methods, name, object, want);
      return element_out(e, *object->type->to, name, 0);
    }
  }
  Field* f = find_field(*r->record, e->name);
  if (!f || !f->type) {
    std::vector<std::string_view> names;
    for (const Record* k = r->record; k; k = k->base) {
      for (const Field& other : k->fields) names.push_back(other.name);
      for (const Func* m : k->methods) names.push_back(m->name);
    }
    std::string hint = find_static(*r->record, e->name)
                           ? " of its own, write " + std::string(r->record->name) + "." +
                                 std::string(e->name) + " for the static one"
                           : did_you_mean(e->name, names);
    unknown(Msg::NoMember, e->where, e->name, {r->record->name, e->name, hint});
    return fail(e);
  }
  e->field = f;
  e->type = f->type;
  return e;
}

}  // namespace tack::xc
