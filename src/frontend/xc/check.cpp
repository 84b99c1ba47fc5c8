// SPDX-License-Identifier: Apache-2.0
// File scope: what is declared, then what each declaration means, then the bodies.
#include "frontend/xc/check.hpp"

#include <algorithm>
#include <limits>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

void check_program(Program& program, Types& types, const CheckOptions& options,
                   Reporter& reporter) {
  Checker(program, types, options, reporter).run();
}

void Checker::run() {
  collect();
  check_enums();
  for (Record* r : program_.records) lay_out(*r);
  collect_functions();
  for (Record* r : program_.records) {
    if (r->is_class) class_tables(*r);
  }
  check_globals();
  for (Func* f : program_.funcs) {
    if (f->body && !reporter_.too_many()) check_body(*f);
  }
}

void Checker::collect() {
  std::map<std::string_view, SourceRange> seen;
  auto fresh = [&](std::string_view name, SourceRange where) {
    auto [it, added] = seen.insert({name, where});
    if (!added && !name.empty()) {
      error(Msg::Redeclared, where, {name}, {{it->second, "the first one is here"}});
      return false;
    }
    return true;
  };
  for (Record* r : program_.records) {
    if (!r->type) r->type = types_.record(r, r->is_class);
    if (r->name.empty() || !fresh(r->name, r->where)) continue;
    records_[r->name] = r;
  }
  for (Typedef* t : program_.typedefs) {
    if (fresh(t->name, t->where)) typedefs_[t->name] = t;
    // `typedef struct { ... } Name;` names the struct.
    if (t->syntax->kind == TypeSyntax::Kind::Record && t->syntax->record->name.empty())
      t->syntax->record->name = t->name;
  }
  for (Enum* e : program_.enums) {
    if (!e->name.empty() && fresh(e->name, e->where)) enum_types_[e->name] = types_.u8();
  }
  for (Record* r : program_.records) {
    if (r->base_name.empty() || r->base_name == "Object") continue;
    auto it = records_.find(r->base_name);
    if (it == records_.end() || !it->second->is_class) {
      std::vector<std::string_view> names;
      for (const auto& [name, other] : records_) {
        if (other->is_class) names.push_back(name);
      }
      error(Msg::UnknownBase, r->base_where, {r->base_name, did_you_mean(r->base_name, names)});
      continue;
    }
    if (derives(it->second, r)) {
      error(Msg::TypeCycle, r->base_where, {r->name});
      continue;
    }
    r->base = it->second;
    uint32_t above = 0;
    for (const Record* up = r->base; up && above <= kMaxTypeDepth; up = up->base) ++above;
    if (above > kMaxTypeDepth) {
      error(Msg::TooDeep, r->base_where);
      r->base = nullptr;
    }
  }
  for (auto [name, where] : program_.uses) {
    auto it = records_.find(name);
    if (it == records_.end() || !it->second->is_class) {
      error(Msg::UnknownType, where, {name, ""});
    } else if (std::find(used_.begin(), used_.end(), it->second) == used_.end()) {
      used_.push_back(it->second);
    }
  }
}

void Checker::check_enums() {
  for (Enum* e : program_.enums) {
    __int128 next = 0, greatest = 0;
    std::vector<std::pair<const EnumMember*, __int128>> values;
    for (const EnumMember& m : e->members) {
      if (m.value) {
        Expr* v = check(m.value);
        if (!v->type->is_error() && (!v->constant || !v->type->is_int() || v->value < 0)) {
          error(Msg::EnumValue, v->where);
        } else if (!v->type->is_error()) {
          next = v->value;
        }
      }
      if (next > std::numeric_limits<uint64_t>::max()) {
        error(Msg::EnumRange, m.where, {m.name});
        next = 0;
      }
      greatest = std::max(greatest, next);
      // Later members may use this one; its type is not known yet.
      constants_[m.name] = {types_.literal(next), next, m.where};
      values.push_back({&m, next});
      ++next;
    }
    const Type* type = types_.literal(greatest);
    if (!e->name.empty()) enum_types_[e->name] = type;
    std::set<std::string_view> names;
    for (auto& [m, value] : values) {
      if (!names.insert(m->name).second) error(Msg::Redeclared, m->where, {m->name});
      constants_[m->name] = {type, value, m->where};
    }
  }
}

void Checker::signature(Func& f) {
  bool bad = false;
  for (TypeSyntax* r : f.result_syntax) {
    const Type* t = resolve(r);
    if (t->is_void()) {
      if (f.result_syntax.size() > 1) error(Msg::VoidVariable, r->where);
      continue;
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
  if (f.results.size() > 1) {
    for (const Type* t : f.results) {
      if (t->is_aggregate() || t->is_object())
        error(Msg::NotBuilt, f.where, {"several results with structs or objects"});
    }
  }
  if (!f.body && f.builtin.empty()) {
    for (const Type* t : f.types) {
      if (passes_struct(t))
        error(Msg::NotBuilt, f.where, {"structs by value in functions without a body"});
    }
    if (!f.results.empty() && passes_struct(f.results[0]))
      error(Msg::NotBuilt, f.where, {"structs by value in functions without a body"});
    if (f.owner) error(Msg::MethodBody, f.where, {f.name});
    if (f.throws) error(Msg::NotBuilt, f.where, {"functions without a body that throw"});
  }
  if (f.owner && f.throws && !f.is_static) error(Msg::NotBuilt, f.where, {"methods that throw"});
  if (f.variadic && f.body) error(Msg::NotBuilt, f.where, {"variadic functions with a body"});
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
    return a.types == b.types && (a.results == b.results || a.types.empty() == false);
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

// Globals hold constants, addresses and lists of those.
void Checker::constant_initialiser(Expr& e) {
  if (e.type->is_error() || e.constant) return;
  switch (e.kind) {
    case ExprKind::Text:
      return;
    case ExprKind::List:
      for (Expr* item : e.list) constant_initialiser(*item);
      return;
    case ExprKind::Name:
      if (e.func) return;
      break;
    case ExprKind::Cast:
      if (e.type->is_pointer() && e.a->type->is_pointer() && !e.type->is_object())
        return constant_initialiser(*e.a);
      break;
    case ExprKind::Address:
      if (e.a->kind == ExprKind::Name && e.a->var && e.a->var->is_global) return;
      if (e.a->kind == ExprKind::Index && e.a->b->constant && e.a->a->kind == ExprKind::Decay &&
          e.a->a->a->kind == ExprKind::Name && e.a->a->a->var->is_global)
        return;
      break;
    case ExprKind::Decay:
      if (e.a->kind == ExprKind::Name && e.a->var && e.a->var->is_global) return;
      break;
    default:
      break;
  }
  error(Msg::NotConstant, e.where);
}

void Checker::check_globals() {
  std::vector<Var*> all = program_.globals;
  for (Record* r : program_.records) all.insert(all.end(), r->statics.begin(), r->statics.end());
  std::vector<Var*> kept;
  // Names first, so that initialisers may take addresses of what comes later.
  for (Var* v : all) {
    v->is_global = true;
    bool is_static_field =
        std::find(program_.globals.begin(), program_.globals.end(), v) == program_.globals.end();
    if (v->syntax && v->syntax->kind == TypeSyntax::Kind::Auto) {
      // below
    } else if (v->syntax && v->syntax->kind == TypeSyntax::Kind::Array && !v->syntax->count &&
               v->init) {
      // below
    } else {
      v->type = object_type(v->syntax, v->where);
      if (v->type->is_object()) {
        error(Msg::NotBuilt, v->where, {"global object references"});
        v->type = types_.error();
      }
    }
    if (is_static_field) {
      kept.push_back(v);
      continue;
    }
    auto [it, added] = globals_.insert({v->name, v});
    if (!added) {
      Var* first = it->second;
      if (first->type != v->type || (first->init && v->init)) {
        error(Msg::Redeclared, v->where, {v->name}, {{first->where, "the first one is here"}});
      } else if (v->init) {
        first->init = v->init;
      }
      continue;
    }
    if (functions_.count(v->name) || records_.count(v->name) || constants_.count(v->name))
      error(Msg::Redeclared, v->where, {v->name});
    kept.push_back(v);
  }
  program_.globals = kept;
  for (Var* v : kept) {
    if (!v->init) {
      if (!v->type) {
        error(Msg::AutoNeedsValue, v->where);
        v->type = types_.error();
      }
      continue;
    }
    local_variable(*v);
    if (v->init) constant_initialiser(*v->init);
  }
}

void Checker::check_body(Func& f) {
  func_ = &f;
  scopes_.clear();
  scopes_.emplace_back();
  par_ = nullptr;
  loops_ = switches_ = defer_depth_ = try_depth_ = 0;
  next_number_ = 0;
  for (Var* v : f.vars) {
    if (v->name.empty()) continue;
    if (!scopes_.back().names.insert({v->name, v}).second)
      error(Msg::Redeclared, v->where, {v->name});
    v->number = next_number_++;
  }
  scopes_.emplace_back();
  for (Stmt* s : f.body->list) stmt(s);
  jumps(f);
  missing_return(f);
  func_ = nullptr;
}

}  // namespace tack::xc
