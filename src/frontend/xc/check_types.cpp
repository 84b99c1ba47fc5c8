// SPDX-License-Identifier: Apache-2.0
// Types as written to types as meant.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

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
  if (auto it = records_.find(syntax.name); it != records_.end()) {
    if (!syntax.arguments.empty()) return generic(*it->second, syntax);
    return it->second->type;
  }
  if (auto it = enum_types_.find(syntax.name); it != enum_types_.end()) return it->second;
  if (!syntax.name.empty()) unknown(Msg::UnknownType, syntax.where, syntax.name, {syntax.name, ""});
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
    case TypeSyntax::Kind::Weak: {
      const Type* of = resolve(syntax->inner);
      if (of->is_error()) return of;
      if (!of->is_object()) {
        error(Msg::WeakType, syntax->where, {spell(of)});
        return types_.error();
      }
      return types_.weak(of->to);
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
    case TypeSyntax::Kind::Block:
    case TypeSyntax::Kind::Callback: {
      const Type* shape = resolve(syntax->inner);
      if (shape->is_error()) return shape;
      if (!shape->is_function()) {
        error(Msg::ShapeType, syntax->where, {spell(shape)});
        return types_.error();
      }
      return syntax->kind == TypeSyntax::Kind::Block ? types_.block(shape) : callback_type(shape);
    }
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
    error(Msg::ClassVariable, where, {type->record->name});
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

}  // namespace tack::xc
