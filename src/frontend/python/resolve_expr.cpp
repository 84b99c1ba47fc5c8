// SPDX-License-Identifier: Apache-2.0
// Expressions that are not calls.
#include <algorithm>

#include "frontend/python/hints.hpp"
#include "frontend/python/resolver.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {
namespace {

std::string joined(const std::vector<std::string>& path) {
  std::string out;
  for (const std::string& part : path) out += (out.empty() ? "" : ".") + part;
  return out;
}

// What Python repeats: as a vector of one component [x] would be multiplied in silence.
bool is_repeated(const Expr& e) {
  return e.kind == ExprKind::Tuple || (e.kind == ExprKind::List && e.args.size() == 1);
}

}  // namespace

hir::Expr* Resolver::expr(const Expr& e) {
  Deeper deeper(*this);
  if (!deeper.ok()) return error(Diag::TooDeep, e.place);
  if (is_too_large_) return nullptr;
  switch (e.kind) {
    case ExprKind::Name:
      return name(e);
    case ExprKind::Int:
    case ExprKind::Bool: {
      hir::Expr* out = make(hir::Node::Int, e.place);
      out->bits = e.bits;
      return out;
    }
    case ExprKind::Float: {
      hir::Expr* out = make(hir::Node::Float, e.place);
      out->value = e.value;
      return out;
    }
    case ExprKind::None:
      return error(Diag::Unsupported, e.place, {"None as a value", "values are numbers"});
    case ExprKind::String:
      return error(Diag::Unsupported, e.place,
                   {"string as a value", "values are numbers; print(...) alone takes strings"});
    case ExprKind::Tuple:
      return error(Diag::Unsupported, e.place,
                   {"tuple where one value is needed", "a vector is tack.Vector([a, b])"});
    case ExprKind::List:
      return list(e);
    case ExprKind::Unary:
      return unary(e);
    case ExprKind::Binary:
      return binary(e);
    case ExprKind::Compare:
    case ExprKind::BoolOp:
    case ExprKind::Cond: {
      std::vector<hir::Expr*> args;
      for (const Expr* arg : e.args) args.push_back(expr(*arg));
      if (std::find(args.begin(), args.end(), nullptr) != args.end()) return nullptr;
      hir::Node kind = e.kind == ExprKind::Compare  ? hir::Node::Compare
                       : e.kind == ExprKind::BoolOp ? hir::Node::BoolOp
                                                    : hir::Node::Cond;
      hir::Expr* out = make(kind, e.place, std::move(args));
      out->compares = e.compares;
      out->is_and = e.is_and;
      return out;
    }
    case ExprKind::Call:
      return call(e, false, 1);
    case ExprKind::Attribute:
      return attribute(e);
    case ExprKind::Subscript:
      return subscript(e);
  }
  return nullptr;
}

hir::Expr* Resolver::read(hir::Local* local, const Place& place) {
  hir::Expr* out = make(hir::Node::Local, place);
  out->local = local;
  return out;
}

hir::Expr* Resolver::name(const Expr& e) {
  if (!function_->source->tree().scope.is_bound(e.text)) return free_name(e, {e.text});
  Binding& binding = function_->names[e.text];
  if (binding.array != nullptr) return error(Diag::ArrayAsValue, e.place, {e.text});
  if (binding.object != nullptr)
    return error(Diag::ObjectAsValue, e.place, {e.text, binding.object->type->class_name});
  if (binding.local == nullptr) binding.local = make_local(e.text);
  return read(binding.local, e.place);
}

std::vector<std::string> Resolver::known_names() const {
  std::vector<std::string> names = function_->environment->names();
  for (const auto& [name, count] : function_->source->tree().scope.bound) names.push_back(name);
  for (int k = 0; k <= static_cast<int>(Builtin::Print); ++k)
    names.push_back(builtin_name(static_cast<Builtin>(k)));
  return names;
}

std::nullptr_t Resolver::unknown_name(const std::vector<std::string>& path, const Entity& entity,
                                      const Place& place) {
  if (entity.missing > 0) {
    std::vector<std::string> head(path.begin(), path.begin() + static_cast<long>(entity.missing));
    const std::string& member = path[entity.missing];
    bool is_vector = head.back() == "Vector" || head.back() == "Matrix";
    std::string hint(is_vector ? vector_member_hint(member) : member_hint(member));
    if (hint.empty()) hint = function_hint(member);
    if (hint.empty() && !entity.nearest.empty()) hint = "did you mean '" + entity.nearest + "'?";
    return error(Diag::UnknownMember, place, {joined(head), member, std::move(hint)});
  }
  std::string nearest = nearest_name(path[0], known_names());
  std::string hint = path[0] == "prange" || path.back() == "prange"
                         ? "write range(...): the outermost loop is parallel"
                     : !missing_import_hint(path).empty() ? missing_import_hint(path)
                     : nearest.empty()
                         ? "a kernel sees its parameters, its locals and tack.constant(...)"
                         : "did you mean '" + nearest + "'?";
  return error(Diag::UnknownName, place, {path[0], hint});
}

hir::Expr* Resolver::free_name(const Expr& e, const std::vector<std::string>& path) {
  Entity entity = function_->environment->resolve(path);
  switch (entity.what) {
    case Entity::What::Missing:
      if (path.size() == 1 && bare_builtin(path[0]))
        return error(Diag::FunctionAsValue, e.place, {path[0]});
      if (path.size() == 1 && is_python_builtin(path[0])) {
        entity = Entity::other("a Python builtin");
        break;
      }
      return unknown_name(path, entity, e.place);
    case Entity::What::Constant:
      return constant(entity.constant, e.place);
    case Entity::What::Table:
      return table_constant(*entity.table, e.place);
    case Entity::What::Function:
    case Entity::What::Builtin:
      return error(Diag::FunctionAsValue, e.place, {joined(path)});
    case Entity::What::DType:
      return error(Diag::DTypeAsValue, e.place, {joined(path)});
    case Entity::What::Other:
      break;
  }
  return error(Diag::NotCaptured, e.place,
               {joined(path), entity.description, capture_hint(path, entity.description)});
}

hir::Expr* Resolver::constant(const Constant& c, const Place& place) {
  hir::Expr* out = make(c.is_float ? hir::Node::Float : hir::Node::Int, place);
  out->value = c.float_value;
  out->bits = c.int_bits;
  out->is_negative = c.is_negative;
  out->is_named = true;
  if (c.dtype == ir::Kind::Void) return out;
  out = make(hir::Node::Cast, place, {out});
  out->cast = c.dtype;
  return out;
}

// A chain of operators from its left end: it may be long.
hir::Expr* Resolver::binary(const Expr& e) {
  std::vector<const Expr*> chain;
  const Expr* at = &e;
  for (; at->kind == ExprKind::Binary; at = at->args[0]) chain.push_back(at);
  auto operand = [&](const Expr& one, const Expr& link) -> hir::Expr* {
    if (link.binary != BinaryOp::Mul || !is_repeated(one)) return expr(one);
    return error(Diag::Repeated, one.place, {one.kind == ExprKind::List ? "list" : "tuple"});
  };
  hir::Expr* left = operand(*at, *chain.back());
  for (size_t k = chain.size(); k-- > 0;) {
    const Expr& link = *chain[k];
    hir::Expr* right = operand(*link.args[1], link);
    if (left == nullptr || right == nullptr) {
      left = nullptr;  // go on: the others may have errors of their own
      continue;
    }
    left = make(hir::Node::Binary, link.place, {left, right});
    left->binary = link.binary;
  }
  return left;
}

hir::Expr* Resolver::unary(const Expr& e) {
  hir::Expr* operand = nullptr;
  // The sign belongs to the literal: -9223372036854775808 is one i64.
  operand = expr(*e.args[0]);
  if (operand == nullptr || e.unary == UnaryOp::Pos) return operand;
  if (e.unary == UnaryOp::Neg && operand->kind == hir::Node::Int) {
    bool was_negative = operand->is_negative;
    if (!was_negative && operand->bits > uint64_t{1} << 63)
      return error(Diag::IntTooLarge, e.place, {"-" + std::to_string(operand->bits)});
    hir::Expr* out = make(hir::Node::Int, e.place);
    out->bits = uint64_t{0} - operand->bits;
    out->is_negative = !was_negative && operand->bits != 0;
    out->is_named = operand->is_named;
    return out;
  }
  hir::Expr* out = make(hir::Node::Unary, e.place, {operand});
  out->unary = e.unary;
  return out;
}

hir::Array* Resolver::array_named(const Expr& e) {
  if (e.kind == ExprKind::Attribute) {
    hir::Object* object = nullptr;
    const ObjectType::Member* member = member_of(e, object);
    return member != nullptr && member->what == ObjectType::Member::What::Array
               ? object->arrays.at(member->name)
               : nullptr;
  }
  if (e.kind != ExprKind::Name) return nullptr;
  auto found = function_->names.find(e.text);
  return found == function_->names.end() ? nullptr : found->second.array;
}

hir::Expr* Resolver::attribute(const Expr& e) {
  if (object_named(*e.args[0]) != nullptr) return object_attribute(e);
  std::vector<std::string> path = dotted_path(e);
  if (!path.empty() && !function_->source->tree().scope.is_bound(path[0]) &&
      !table_named(*e.args[0]))
    return free_name(e, path);
  if (array_named(*e.args[0]) != nullptr && e.text == "shape")
    return error(Diag::ShapeAlone, e.place, {array_named(*e.args[0])->name});
  if (e.text == "shape") return shape_of(*e.args[0], nullptr, e.place);  // of no array
  if (array_named(*e.args[0]) != nullptr && e.text == "size")
    return size_of(*array_named(*e.args[0]), e.place);
  if (array_named(*e.args[0]) == nullptr) {
    bool handled = false;
    hir::Expr* out = named_component(e, handled);
    if (handled) return out;
  }
  if (is_unseen(e)) return nullptr;
  return error(Diag::Attribute, e.place, {e.text, attribute_hint(e.text, *e.args[0])});
}

std::string Resolver::attribute_hint(const std::string& name, const Expr& base) {
  const hir::Array* array = array_named(base);
  if (array == nullptr)
    return "numbers have no attributes; components of a vector are v.x v.y v.z v.w and v[0]";
  std::string_view known = array_attribute_hint(name);
  if (!known.empty()) return std::string(known);
  std::string nearest = nearest_name(name, {"shape", "size"});
  if (!nearest.empty()) return "did you mean '" + nearest + "'?";
  return "an array has shape and size; len(" + array->name + ") is its length";
}

hir::Expr* Resolver::subscript(const Expr& e) {
  const Expr& base = *e.args[0];
  if (base.kind == ExprKind::Attribute && base.text == "shape" &&
      object_named(*base.args[0]) == nullptr) {
    std::vector<std::string> path = dotted_path(base);
    if (path.empty() || function_->source->tree().scope.is_bound(path[0]))
      return shape_of(*base.args[0], e.args[1], e.place);
  }
  hir::Array* array = array_named(base);
  if (array == nullptr) {
    std::vector<const Expr*> items = {e.args[1]};
    if (e.args[1]->kind == ExprKind::Tuple)
      items.assign(e.args[1]->args.begin(), e.args[1]->args.end());
    if (auto table = table_named(base)) return table_item(table, base, items, e.place);
    if (base.kind == ExprKind::Subscript && base.args[1]->kind != ExprKind::Tuple &&
        items.size() == 1) {  // M[i][j]
      auto table = table_named(*base.args[0]);
      if (table && table->rows != 0)
        return table_item(table, *base.args[0], {base.args[1], e.args[1]}, e.place);
    }
    if (base.kind == ExprKind::Name && !function_->source->tree().scope.is_bound(base.text)) {
      Entity entity = function_->environment->resolve(std::vector<std::string>{base.text});
      if (entity.what != Entity::What::Constant) return free_name(base, {base.text});
      return error(Diag::NotAnArray, base.place, {base.text, "it is one number"});
    }
    hir::Expr* value = expr(base);
    return value == nullptr ? nullptr : component(value, *e.args[1], e.place);
  }
  hir::Expr* out = make(hir::Node::Load, e.place);
  out->array = array;
  return indices(*e.args[1], *array, out->args) ? out : nullptr;
}

namespace {

std::string dimensions(uint32_t rank) {
  return std::to_string(rank) + (rank == 1 ? " dimension" : " dimensions");
}

}  // namespace

bool Resolver::indices(const Expr& e, hir::Array& array, std::vector<hir::Expr*>& out) {
  bool is_empty = e.kind == ExprKind::Tuple && e.args.empty();
  if (is_empty && array.rank == 0) {  // x[()], as NumPy writes it
    out.push_back(make(hir::Node::Int, e.place));
    return true;
  }
  if (e.kind == ExprKind::None) {
    if (array.rank == 0) {
      out.push_back(make(hir::Node::Int, e.place));
      return true;
    }
    error(Diag::NoneIndex, e.place, {array.name, dimensions(array.rank)});
    return false;
  }
  std::vector<const Expr*> items = {&e};
  if (e.kind == ExprKind::Tuple) items.assign(e.args.begin(), e.args.end());
  if (items.size() != array.rank && items.size() != 1) {
    error(Diag::IndexCount, e.place,
          {array.name, dimensions(array.rank),
           std::to_string(items.size()) + (items.size() == 1 ? " index" : " indices")});
    return false;
  }
  for (const Expr* item : items) {
    hir::Expr* index = expr(*item);
    if (index == nullptr) return false;
    if (index->kind == hir::Node::Int && !index->is_named) {
      if (index->is_negative) {
        error(Diag::NegativeIndex, item->place);
        return false;
      }
      if (array.arg < 0 && index->bits >= array.size) {
        error(Diag::IndexOutside, item->place,
              {std::to_string(index->bits), array.name, std::to_string(array.size)});
        return false;
      }
    }
    out.push_back(index);
  }
  return true;
}

std::optional<int64_t> Resolver::constant_int(const hir::Expr& e) const {
  if (e.kind != hir::Node::Int) return std::nullopt;
  if (!e.is_negative && e.bits > static_cast<uint64_t>(INT64_MAX)) return std::nullopt;
  return static_cast<int64_t>(e.bits);
}

// How messages call what has no shape.
std::string Resolver::not_an_array(const Expr& base) {
  bool is_item = base.kind == ExprKind::Subscript;
  std::vector<std::string> path = dotted_path(is_item ? *base.args[0] : base);
  if (path.empty()) return "this";
  return joined(path) + (is_item ? "[...]" : "");
}

std::string Resolver::length_hint(const Expr& base) {
  const hir::Array* array = base.kind == ExprKind::Subscript ? array_named(*base.args[0]) : nullptr;
  if (array == nullptr) return "only arrays have a shape";
  if (!array->element.is_number()) return "it is " + shape_name(array->element);
  // x[i] of an array of rows; of one dimension it is an element.
  bool is_row = array->rank > 1 && base.args[1]->kind != ExprKind::Tuple;
  return is_row ? "the length of a row is " + array->name + ".shape[1]" : "it is one number";
}

hir::Expr* Resolver::shape_of(const Expr& base, const Expr* index, const Place& place) {
  hir::Array* array = array_named(base);
  if (array == nullptr) {
    if (is_unseen(base)) return nullptr;
    return error(Diag::NotAnArray, base.place, {not_an_array(base), length_hint(base)});
  }
  int64_t dim = 0;
  if (index != nullptr) {
    hir::Expr* value = expr(*index);
    if (value == nullptr) return nullptr;
    std::optional<int64_t> literal = constant_int(*value);
    if (!literal) return error(Diag::ShapeIndex, index->place, {array->name});
    dim = *literal < 0 ? *literal + array->rank : *literal;
    if (dim < 0 || dim >= array->rank)
      return error(Diag::ShapeRank, index->place,
                   {array->name, dimensions(array->rank), std::to_string(*literal)});
  } else if (array->rank == 0) {
    return error(Diag::ShapeRank, place, {array->name, dimensions(0), "0"});
  }
  return extent(*array, static_cast<uint32_t>(dim), place);
}

hir::Array* Resolver::shape_named(const Expr& e) {
  return e.kind == ExprKind::Attribute && e.text == "shape" ? array_named(*e.args[0]) : nullptr;
}

hir::Expr* Resolver::extent(hir::Array& array, uint32_t dim, const Place& place) {
  if (array.arg < 0) {
    hir::Expr* size = make(hir::Node::Int, place);
    size->bits = array.size;
    return size;
  }
  hir::Expr* out = make(hir::Node::Dim, place);
  out->array = &array;
  out->dim = dim;
  return out;
}

// x.size: the number of elements, the product of the extents.
hir::Expr* Resolver::size_of(hir::Array& array, const Place& place) {
  hir::Expr* product = nullptr;
  for (uint32_t dim = 0; dim < array.rank; ++dim) {
    hir::Expr* one = extent(array, dim, place);
    if (product != nullptr) {
      one = make(hir::Node::Binary, place, {product, one});
      one->binary = BinaryOp::Mul;
    }
    product = one;
  }
  if (product == nullptr) {  // an array without dimensions has one element
    product = make(hir::Node::Int, place);
    product->bits = 1;
  }
  return product;
}

}  // namespace tack::python
