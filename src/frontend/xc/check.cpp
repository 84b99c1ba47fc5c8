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
  for (const Record* r : program_.records) conforms(*r);
  check_globals();
  for (Func* f : program_.funcs) {
    if (f->body && !reporter_.too_many()) check_body(*f);
  }
  program_.funcs.insert(program_.funcs.end(), blocks_.begin(), blocks_.end());
  check_lengths();
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
  object_ = root_class();
  for (Record* r : program_.records) {
    find_protocols(*r);
    if (!r->is_class || r->base_name.empty()) continue;
    auto it = records_.find(r->base_name);
    if (it == records_.end() || !it->second->is_class) {
      std::vector<std::string_view> names;
      for (const auto& [name, other] : records_) {
        if (other->is_class && !other->is_protocol) names.push_back(name);
      }
      unknown(Msg::UnknownBase, r->base_where, r->base_name,
              {r->base_name, did_you_mean(r->base_name, names)});
      continue;
    }
    if (it->second->is_protocol) {
      error(Msg::ProtocolAsBase, r->base_where, {r->base_name, r->name});
      continue;
    }
    if (derives(it->second, r) || r == object_) {
      error(Msg::TypeCycle, r->base_where, {r->name});
      continue;
    }
    r->base = it->second;
    uint32_t above = 0;
    for (const Record* up = r->base; up && up != object_ && above <= kMaxTypeDepth; up = up->base)
      ++above;
    if (above > kMaxTypeDepth) {
      error(Msg::TooDeep, r->base_where);
      r->base = nullptr;
    }
  }
  for (Record* r : program_.records) {
    if (r->is_class && r != object_ && !r->base) r->base = object_;
  }
  for (auto [name, where] : program_.uses) {
    auto it = records_.find(name);
    if (it == records_.end() || !it->second->is_class) {
      unknown(Msg::UnknownType, where, name, {name, ""});
    } else if (std::find(used_.begin(), used_.end(), it->second) == used_.end()) {
      used_.push_back(it->second);
    }
  }
}

// Object: the library's, which comes with String, or else one without members.
Record* Checker::root_class() {
  if (auto it = records_.find("Object"); it != records_.end() && it->second->is_class)
    return it->second;
  Record& root = program_.record_arena.emplace_back();
  root.is_class = root.complete = true;
  root.name = "Object";
  root.type = types_.record(&root, true);
  program_.records.push_back(&root);
  if (!typedefs_.count("Object") && !enum_types_.count("Object"))
    records_.insert({"Object", &root});
  return &root;
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

void Checker::check_body(Func& f) {
  func_ = &f;
  method_ = &f;
  scopes_.clear();
  par_ = nullptr;
  loops_ = switches_ = defer_depth_ = try_depth_ = 0;
  next_number_ = 0;
  size_t errors = reporter_.errors();
  statements(f);
  f.faulty = f.faulty || reporter_.errors() != errors;
  func_ = method_ = nullptr;
}

void Checker::statements(Func& f) {
  scopes_.emplace_back();
  for (Var* v : f.vars) {
    if (v->name.empty()) continue;
    if (!scopes_.back().names.insert({v->name, v}).second)
      error(Msg::Redeclared, v->where, {v->name});
    v->number = next_number_++;
  }
  scopes_.emplace_back();
  for (Stmt* s : f.body->list) stmt(s);
  if (f.is_init) parent_init(f);
  jumps(f);
  if (!method_ || !method_->incomplete) missing_return(f);
  scopes_.pop_back();
  scopes_.pop_back();
}

}  // namespace tack::xc
