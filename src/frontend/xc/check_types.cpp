// SPDX-License-Identifier: Apache-2.0
// Types as written to types as meant; layout; the tables of classes.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

const Type* Checker::resolve_named(const TypeSyntax& syntax) {
  struct Builtin {
    std::string_view name;
    TypeKind kind;
  };
  constexpr Builtin kBuiltin[] = {
      {"u8", TypeKind::U8},         {"i8", TypeKind::I8},   {"u16", TypeKind::U16},
      {"i16", TypeKind::I16},       {"u32", TypeKind::U32}, {"i32", TypeKind::I32},
      {"u64", TypeKind::U64},       {"i64", TypeKind::I64}, {"float", TypeKind::Float},
      {"double", TypeKind::Double}, {"bool", TypeKind::U8}, {"void", TypeKind::Void}};
  for (const Builtin& b : kBuiltin) {
    if (b.name == syntax.name) return types_.of(b.kind);
  }
  if (syntax.name == "string") return types_.pointer(types_.u8());
  if (syntax.name == "pointer") return types_.pointer(types_.void_());
  if (auto it = typedefs_.find(syntax.name); it != typedefs_.end()) {
    if (auto known = typedef_types_.find(syntax.name); known != typedef_types_.end())
      return known->second;
    if (!open_typedefs_.insert(it->second).second) {
      error(Msg::TypeCycle, it->second->where, {syntax.name});
      return types_.error();
    }
    const Type* type = resolve(it->second->syntax);
    typedef_types_[syntax.name] = type;
    return type;
  }
  if (auto it = records_.find(syntax.name); it != records_.end()) return it->second->type;
  if (auto it = enum_types_.find(syntax.name); it != enum_types_.end()) return it->second;
  if (!syntax.name.empty()) error(Msg::UnknownType, syntax.where, {syntax.name, ""});
  return types_.error();
}

// Types nest through typedefs too, which the parser's limit does not see.
const Type* Checker::resolve(TypeSyntax* syntax) {
  if (!syntax) return types_.error();
  Nest nest(*this);
  if (!nest.fits()) {
    error(Msg::TooDeep, syntax->where);
    return types_.error();
  }
  const Type* type = resolve_syntax(syntax);
  if (type->depth > kMaxTypeDepth) {
    error(Msg::TooDeep, syntax->where);
    return types_.error();
  }
  return type;
}

const Type* Checker::resolve_syntax(TypeSyntax* syntax) {
  switch (syntax->kind) {
    case TypeSyntax::Kind::Named:
      return resolve_named(*syntax);
    case TypeSyntax::Kind::Auto:
      error(Msg::AutoNeedsValue, syntax->where);
      return types_.error();
    case TypeSyntax::Kind::Pointer: {
      const Type* to = resolve(syntax->inner);
      return to->is_error() ? to : types_.pointer(to);
    }
    case TypeSyntax::Kind::Array: {
      const Type* element = resolve(syntax->inner);
      if (element->is_error()) return element;
      if (element->is_void() || element->is_function() || element->kind == TypeKind::Class) {
        error(Msg::BadElement, syntax->where, {spell(element)});
        return types_.error();
      }
      if (element->is_struct()) lay_out(*element->record);
      if (!syntax->count) {
        error(Msg::ArrayNeedsLength, syntax->where);
        return types_.error();
      }
      std::optional<uint64_t> count = array_bound(syntax->count);
      if (!count) return types_.error();
      if (*count > kMaxObjectSize / std::max<uint64_t>(size_of(element), 1)) {
        error(Msg::ArrayTooBig, syntax->where);
        return types_.error();
      }
      return types_.array(element, *count);
    }
    case TypeSyntax::Kind::Record:
      if (!syntax->record->type) syntax->record->type = types_.record(syntax->record, false);
      return syntax->record->type;
    case TypeSyntax::Kind::Enum:
      return types_.u8();
    case TypeSyntax::Kind::Function: {
      std::vector<const Type*> parameters;
      for (const Param& p : syntax->parameters) {
        const Type* t = object_type(p.syntax, p.where);
        if (t->is_error()) return t;
        parameters.push_back(t->is_array() ? types_.pointer(t->to) : t);
      }
      const Type* result = resolve(syntax->inner);
      if (result->is_error()) return result;
      return types_.function(result, std::move(parameters), syntax->variadic, syntax->throws);
    }
  }
  return types_.error();
}

std::optional<uint64_t> Checker::array_bound(Expr* e) {
  Expr* bound = check(e);
  if (bound->type->is_error()) return std::nullopt;
  if (!bound->constant || !bound->type->is_int()) {
    error(Msg::BoundNotConstant, bound->where);
    return std::nullopt;
  }
  if (bound->value < 1) {
    error(Msg::BoundNotPositive, bound->where);
    return std::nullopt;
  }
  return static_cast<uint64_t>(bound->value);
}

const Type* Checker::object_type(TypeSyntax* syntax, SourceRange where) {
  const Type* type = resolve(syntax);
  if (type->is_void()) {
    error(Msg::VoidVariable, where);
    return types_.error();
  }
  if (type->kind == TypeKind::Class) {
    error(Msg::NotBuilt, where, {"objects on the stack"});
    return types_.error();
  }
  if (type->is_function()) {
    error(Msg::FunctionVariable, where);
    return types_.error();
  }
  const Type* element = type;
  while (element->is_array()) element = element->to;
  if (element->is_struct()) {
    lay_out(*element->record);
    if (element->record->in_progress) {
      error(Msg::TypeCycle, where, {element->record->name});
      return types_.error();
    }
  }
  return type;
}

void Checker::lay_out(Record& record) {
  if (record.laid_out || record.in_progress) return;
  Nest nest(*this);
  if (!nest.fits()) {
    error(Msg::TooDeep, record.where);
    record.laid_out = true;
    record.size = 1;
    return;
  }
  record.in_progress = true;
  uint64_t at = 0;
  if (record.is_class) {
    if (record.base) {
      lay_out(*record.base);
      at = record.base->size;
      record.depth = record.base->depth + 1;
    } else {
      at = TACK_XC_OBJECT_FIELDS;
    }
    record.align = 8;
  }
  std::set<std::string_view> names;
  for (Field& f : record.fields) {
    f.type = object_type(f.syntax, f.where);
    if (!names.insert(f.name).second) error(Msg::Redeclared, f.where, {f.name});
    if (record.is_class && record.base && find_field(*record.base, f.name))
      error(Msg::Redeclared, f.where, {f.name});
    const Type* element = f.type;
    while (element->is_array()) element = element->to;
    if (element->is_struct()) record.depth = std::max(record.depth, element->record->depth + 1);
    if (element->is_object() && (!record.is_class || f.type->is_array()))
      error(Msg::NotBuilt, f.where, {"object references in structs and arrays"});
    uint64_t align = record.packed ? 1 : std::min<uint64_t>(align_of(f.type), 8);
    at = (at + align - 1) / align * align;
    f.offset = at;
    at += size_of(f.type);
    record.align = std::max(record.align, align);
    if (at > kMaxObjectSize) {
      error(Msg::RecordTooBig, f.where, {record.name});
      f.type = types_.error();
      at = 0;
    }
  }
  if (record.depth > kMaxTypeDepth) {
    error(Msg::TooDeep, record.where);
    record.depth = 0;
  }
  record.size = (at + record.align - 1) / record.align * record.align;
  if (record.size == 0) record.size = 1;
  record.in_progress = false;
  record.laid_out = true;
}

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
        return g->types == f->types && (g->results == f->results || g->owner != f->owner);
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
      if (parent->name != f->name || parent->types != f->types) continue;
      if (parent->is_final) error(Msg::OverridesFinal, f->where, {f->name, parent->owner->name});
      if (parent->results != f->results || parent->throws != f->throws)
        error(Msg::OverrideDiffers, f->where, {f->name, parent->owner->name});
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

}  // namespace tack::xc
