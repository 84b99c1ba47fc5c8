// SPDX-License-Identifier: Apache-2.0
// Functions as they are declared: types of parameters and results, and who shares a name with whom.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

void Checker::signature(Func& f) {
  bool bad = false;
  for (TypeSyntax* r : f.result_syntax) {
    const Type* t = resolve(r);
    if (t->is_void()) {
      if (f.result_syntax.size() > 1) error(Msg::VoidVariable, r->where);
      continue;
    }
    if (t->is_weak()) {
      error(Msg::WeakParameter, r->where, {"result"});
      t = types_.error();
    }
    if (t->is_array() || t->is_function() || t->kind == TypeKind::Class) {
      error(Msg::BadResult, r->where, {spell(t)});
      t = types_.error();
    }
    if (t->is_struct()) lay_out(*t->record);
    f.results.push_back(t);
  }
  for (const Param& p : f.params) {
    const Type* t = nullptr;
    // `string args[]` is a pointer.
    if (p.syntax && p.syntax->kind == TypeSyntax::Kind::Array) {
      const Type* element = object_type(p.syntax->inner, p.where);
      t = element->is_error() ? element : types_.pointer(element);
    } else {
      t = object_type(p.syntax, p.where);
    }
    if (t->is_weak()) {
      error(Msg::WeakParameter, p.where, {"parameter"});
      t = types_.error();
    }
    bad = bad || t->is_error();
    f.types.push_back(t);
    if (!f.body) continue;
    Var& v = program_.var_arena.emplace_back();
    v.name = p.name;
    v.where = p.where;
    v.type = t;
    v.owner = &f;
    v.is_param = true;
    f.vars.push_back(&v);
  }
  f.faulty = f.faulty || bad;
  if (f.is_external()) {
    if (f.owner) error(Msg::MethodBody, f.where, {f.name});
    if (f.throws) error(Msg::NotBuilt, f.where, {"functions without a body that throw"});
  }
  if (f.is_dealloc && f.throws) error(Msg::DeallocThrows, f.where);
  if (f.is_dealloc && !f.types.empty()) error(Msg::DeallocParameters, f.where);
  if (f.owner && !f.is_static) {
    Var& self = program_.var_arena.emplace_back();
    self.name = "self";
    self.where = f.where;
    self.type = types_.pointer(f.owner->type);
    self.owner = &f;
    self.is_param = true;
    f.self = &self;
  }
}

void Checker::collect_functions() {
  auto same = [](const Func& a, const Func& b) {
    return a.types == b.types && a.variadic == b.variadic &&
           (a.results == b.results || a.types.empty() == false);
  };
  std::vector<Func*> kept;
  for (Func* f : program_.funcs) {
    signature(*f);
    std::vector<Func*> others;
    if (f->owner) {
      for (Func* g : f->owner->methods) {
        if (g == f) break;
        if (g->name == f->name) others.push_back(g);
      }
    } else {
      others = functions_[f->name];
    }
    bool replaced = false;
    for (Func* g : others) {
      if (!same(*f, *g) || f->is_static != g->is_static) continue;
      if (f->results != g->results) {
        if (f->owner) continue;  // by result
        error(Msg::Redeclared, f->where, {f->name}, {{g->where, "the first one is here"}});
        replaced = true;
        break;
      }
      if (f->owner || (f->body && g->body)) {
        error(Msg::Redeclared, f->where, {f->name}, {{g->where, "the first one is here"}});
        replaced = true;
        break;
      }
      // A declaration and the definition.
      if (f->body) {
        auto& list = functions_[f->name];
        std::replace(list.begin(), list.end(), g, f);
        std::erase(kept, g);
      } else {
        replaced = true;
      }
      if (f->body) {
        kept.push_back(f);
        replaced = true;
      }
      break;
    }
    if (replaced) continue;
    if (!f->owner) functions_[f->name].push_back(f);
    kept.push_back(f);
  }
  program_.funcs = std::move(kept);
  for (const auto& [name, list] : functions_) {
    if (list.empty()) continue;
    if (records_.count(name) || typedefs_.count(name) || constants_.count(name))
      error(Msg::Redeclared, list[0]->where, {name});
    if (name == "main") {
      const Func& f = *list[0];
      bool results = f.results.empty() || (f.results.size() == 1 && f.results[0]->is_int());
      bool params = f.types.empty() ||
                    (f.types.size() == 2 && f.types[0]->is_int() && f.types[1]->is_pointer());
      if (!results || !params || list.size() > 1 || f.throws) error(Msg::BadMain, f.where);
    }
  }
}

}  // namespace tack::xc
