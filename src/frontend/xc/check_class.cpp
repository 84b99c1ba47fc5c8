// SPDX-License-Identifier: Apache-2.0
// Classes: what they inherit, and their tables of virtual methods.
#include <algorithm>

#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

bool Checker::derives(const Record* derived, const Record* base) {
  for (int n = 0; derived && n < 1000; derived = derived->base, ++n) {
    if (derived == base) return true;
  }
  return false;
}

Field* Checker::find_field(const Record& record, std::string_view name) const {
  for (const Record* r = &record; r; r = r->base) {
    for (const Field& f : r->fields) {
      if (f.name == name) return const_cast<Field*>(&f);
    }
  }
  return nullptr;
}

// Nearest class first; an overridden method stands once.
std::vector<Func*> Checker::find_methods(const Record& record, std::string_view name) const {
  std::vector<Func*> out;
  for (const Record* r = &record; r; r = r->base) {
    for (Func* f : r->methods) {
      if (f->name != name || (f->is_init && r != &record)) continue;
      bool hidden = std::any_of(out.begin(), out.end(), [&](Func* g) {
        return g->types == f->types && g->variadic == f->variadic &&
               (g->results == f->results || g->owner != f->owner);
      });
      if (!hidden) out.push_back(f);
    }
  }
  return out;
}

Var* Checker::find_static(const Record& record, std::string_view name) const {
  for (const Record* r = &record; r; r = r->base) {
    for (Var* v : r->statics) {
      if (v->name == name) return v;
    }
  }
  return nullptr;
}

// Gives every virtual method its slot: an overriding one takes its parent's.
void Checker::class_tables(Record& record) {
  if (!record.table.empty() || record.in_progress) return;
  if (record.is_protocol) {
    int next = 0;
    for (Func* f : record.methods) f->slot = next++;
    if (record.base) {
      class_tables(*record.base);
      record.table = record.base->table;
    }
    return;
  }
  if (record.base) {
    class_tables(*record.base);
    record.table = record.base->table;
    record.base->used_as_base = true;
  }
  for (Func* f : record.methods) {
    if (f->is_dealloc) record.dealloc = f;
    if (f->is_static || f->is_init || f->is_dealloc) continue;
    for (size_t slot = 0; slot < record.table.size(); ++slot) {
      Func*& parent = record.table[slot];
      if (parent->name != f->name || parent->types != f->types || parent->variadic != f->variadic)
        continue;
      if (parent->is_final) error(Msg::OverridesFinal, f->where, {f->name, parent->owner->name});
      if (parent->results != f->results || parent->throws != f->throws)
        error(Msg::OverrideDiffers, f->where,
              {f->name, parent->owner->name,
               parent->results != f->results ? "has another result"
               : parent->throws              ? "throws"
                                             : "does not throw"});
      for (const Record* r = record.base; r; r = r->base) {
        if (slot < r->table.size()) r->table[slot]->overridden = true;
      }
      parent = f;
      f->slot = static_cast<int>(slot);
      break;
    }
    if (f->slot < 0) {
      f->slot = static_cast<int>(record.table.size());
      record.table.push_back(f);
    }
  }
}

// The init of a class above that runs before this one's body: the one with the same parameters or
// else the one without any, unless the body calls super.init itself.
void Checker::parent_init(Func& f) {
  auto is_super_init = [](const Expr& e) {
    return e.kind == ExprKind::Call && e.func && e.func->is_init && e.prefix;
  };
  if (any_expr(f.body, is_super_init)) return;
  for (const Record* r = f.owner->base; r; r = r->base) {
    Func* plain = nullptr;
    bool any = false;
    for (Func* m : r->methods) {
      if (!m->is_init) continue;
      any = true;
      if (m->types == f.types && m->variadic == f.variadic) f.parent_init = m;
      if (m->types.empty()) plain = m;
    }
    if (!f.parent_init) f.parent_init = plain;
    if (f.parent_init && f.parent_init->throws && !f.throws)
      error(Msg::ParentInitThrows, f.where, {r->name});
    if (any && !f.parent_init) error(Msg::ClassInit, f.where, {r->name});
    if (any) return;
  }
}

// `C c;` and `C c(args);` make an object that ends with the scope. The variable is a reference to
// it that never changes.
bool Checker::stack_object(Var& v) {
  const TypeSyntax* syntax = v.syntax;
  bool arguments = v.on_stack;
  v.on_stack = false;
  const Type* t = nullptr;
  if (syntax && syntax->kind == TypeSyntax::Kind::Named &&
      (records_.count(syntax->name) || typedefs_.count(syntax->name)))
    t = resolve(v.syntax);
  if (!t || t->kind != TypeKind::Class) {
    if (!arguments) return false;
    error(Msg::StackArguments, v.where, {v.name});
  } else if (!func_ || v.is_static || t->record->is_protocol) {
    error(Msg::ClassVariable, v.where, {t->record->name});
  } else if (v.init && !arguments) {
    error(Msg::StackInit, v.init->where, {t->record->name, v.name});
  } else {
    Expr* made = v.init ? v.init : make(ExprKind::New, v.where, nullptr);
    made->syntax = v.syntax;
    v.init = check(made);
    v.type = v.init->type;
    v.on_stack = !v.type->is_error();
    if (v.on_stack) return true;
  }
  v.type = types_.error();
  v.init = nullptr;
  return true;
}

}  // namespace tack::xc
