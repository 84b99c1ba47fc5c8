// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices: how they are made, their components and methods, tables of constants.
#include <algorithm>

#include "frontend/python/resolver.hpp"
#include "frontend/python/scope.hpp"

namespace tack::python {
namespace {

constexpr const char* kVectorForm = "write tack.Vector([a, b, c])";
constexpr const char* kMatrixForm = "write tack.Matrix([[a, b], [c, d]])";
constexpr const char* kIdentityForm = "write tack.Matrix.identity(n) with a literal from 1 to 4";

bool is_sequence(const Expr& e) { return e.kind == ExprKind::List || e.kind == ExprKind::Tuple; }

// "x" to "w" as 0 to 3.
std::optional<uint32_t> component_letter(const std::string& text) {
  constexpr std::string_view kLetters = "xyzw";
  if (text.size() != 1) return std::nullopt;
  size_t at = kLetters.find(text[0]);
  return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<uint32_t>(at));
}

bool is_swizzle(const std::string& text) {
  return text.size() > 1 && text.find_first_not_of("xyzwrgba") == std::string::npos;
}

// What to write instead of a method of vectors that does not exist: the nearest, or all.
std::string vector_method_hint(const std::string& misspelt) {
  std::vector<std::string> names;
  std::string all;
  for (int k = 0; k <= static_cast<int>(VectorOp::Select); ++k) {
    const VectorOpInfo& row = info(static_cast<VectorOp>(k));
    if (row.method.empty() || row.method[0] == '_') continue;
    all += " " + std::string(row.method);
    for (std::string_view name : {row.method, row.alias})
      if (!name.empty()) names.emplace_back(name);
  }
  std::string nearest = nearest_name(misspelt, names);
  return nearest.empty() ? "methods of vectors and matrices are" + all
                         : "did you mean '" + nearest + "'?";
}

}  // namespace

// --- making

// [a, b, c]: a vector of numbers.
hir::Expr* Resolver::list(const Expr& e) {
  if (e.args.empty()) return error(Diag::Unsupported, e.place, {"empty list", kVectorForm});
  if (e.args.size() > Shape::kMaxVector)
    return error(Diag::VectorSize, e.place, {std::to_string(e.args.size())});
  std::vector<hir::Expr*> args;
  for (const Expr* arg : e.args) {
    if (arg->kind == ExprKind::List)
      return error(Diag::Unsupported, arg->place, {"list in a list", kMatrixForm});
    args.push_back(expr(*arg));
  }
  if (std::find(args.begin(), args.end(), nullptr) != args.end()) return nullptr;
  return make(hir::Node::Vector, e.place, std::move(args));
}

hir::Expr* Resolver::vector_call(const Expr& e) {
  if (e.args.size() != 2 || !is_sequence(*e.args[1]))
    return error(Diag::MakeArgument, e.place, {"tack.Vector", "one list of numbers", kVectorForm});
  return list(*e.args[1]);
}

hir::Expr* Resolver::matrix_call(const Expr& e) {
  if (e.args.size() != 2 || !is_sequence(*e.args[1]) || e.args[1]->args.empty())
    return error(Diag::MakeArgument, e.place, {"tack.Matrix", "one list of rows", kMatrixForm});
  std::vector<hir::Expr*> rows;
  for (const Expr* row : e.args[1]->args)
    rows.push_back(is_sequence(*row) ? list(*row) : expr(*row));
  if (std::find(rows.begin(), rows.end(), nullptr) != rows.end()) return nullptr;
  if (rows.size() > Shape::kMaxMatrix) {
    size_t columns = rows[0]->kind == hir::Node::Vector ? rows[0]->args.size() : 0;
    return error(
        Diag::MatrixSize, e.place,
        {std::to_string(rows.size()) + (columns == 0 ? "-row" : "x" + std::to_string(columns))});
  }
  return make(hir::Node::Matrix, e.place, std::move(rows));
}

hir::Expr* Resolver::identity_call(const Expr& e) {
  hir::Expr* size = e.args.size() == 2 ? expr(*e.args[1]) : nullptr;
  if (e.args.size() == 2 && size == nullptr) return nullptr;
  std::optional<int64_t> n = size != nullptr ? fold(*size) : std::nullopt;
  if (!n || *n < 1 || *n > Shape::kMaxMatrix)
    return error(Diag::MakeArgument, e.place,
                 {"tack.Matrix.identity", "a size from 1 to 4", kIdentityForm});
  hir::Expr* out = make(hir::Node::Identity, e.place);
  out->bits = static_cast<uint64_t>(*n);
  return out;
}

// any(m), all(m), tack.select(m, a, b).
hir::Expr* Resolver::vector_function(VectorOp op, const Expr& e) {
  size_t wanted = info(op).least + 1;
  if (e.args.size() - 1 != wanted)
    return error(Diag::BuiltinCount, e.place,
                 {vector_op_name(op), wanted == 1 ? "1 argument" : "3 arguments",
                  std::to_string(e.args.size() - 1)});
  std::vector<hir::Expr*> args;
  for (size_t k = 1; k < e.args.size(); ++k) args.push_back(expr(*e.args[k]));
  if (std::find(args.begin(), args.end(), nullptr) != args.end()) return nullptr;
  hir::Expr* out = make(hir::Node::VectorOp, e.place, std::move(args));
  out->op = op;
  return out;
}

// --- components

hir::Expr* Resolver::component(hir::Expr* base, const Expr& index, const Place& place) {
  std::vector<const Expr*> items = {&index};
  if (index.kind == ExprKind::Tuple) items.assign(index.args.begin(), index.args.end());
  std::vector<hir::Expr*> args = {base};
  for (const Expr* item : items) args.push_back(expr(*item));
  if (std::find(args.begin(), args.end(), nullptr) != args.end()) return nullptr;
  return make(hir::Node::Component, place, std::move(args));
}

// v.x of a value that may have components; null without a word when the name is not one of theirs.
hir::Expr* Resolver::named_component(const Expr& e, bool& handled) {
  std::optional<uint32_t> letter = component_letter(e.text);
  handled = letter.has_value() || is_swizzle(e.text) || vector_method(e.text).has_value();
  if (!handled) return nullptr;
  if (!letter) {
    return error(
        Diag::Attribute, e.place,
        {e.text, is_swizzle(e.text) ? "there are no swizzles: write tack.Vector([v.x, v.y])"
                                    : "call it, as in v." + e.text + "()"});
  }
  hir::Expr* base = expr(*e.args[0]);
  if (base == nullptr) return nullptr;
  hir::Expr* index = make(hir::Node::Int, e.place);
  index->bits = *letter;
  hir::Expr* out = make(hir::Node::Component, e.place, {base, index});
  out->name = e.text[0];
  return out;
}

// --- methods

// Whether `base.name(...)` is a method of a value: not a function of a module.
bool Resolver::is_value(const Expr& base) {
  std::vector<std::string> path = dotted_path(base);
  if (path.empty() || function_->source->tree().scope.is_bound(path[0])) return true;
  return table_named(base) != nullptr;
}

// `base` has no method `name`.
std::string Resolver::method_hint(const std::string& name, const Expr& base) {
  return array_named(base) != nullptr ? attribute_hint(name, base) : vector_method_hint(name);
}

hir::Expr* Resolver::method_call(const Expr& e) {
  const Expr& callee = *e.args[0];
  std::optional<VectorOp> op = vector_method(callee.text);
  bool is_text = callee.args[0]->kind == ExprKind::String;
  if (!op || is_text)
    return error(Diag::Attribute, callee.place,
                 {callee.text, is_text ? "print(...) writes strings and numbers one after another"
                                       : vector_method_hint(callee.text)});
  const VectorOpInfo& row = info(*op);
  size_t given = e.args.size() - 1;
  if (given < row.least || given > row.most) {
    std::string wanted = row.most == 0           ? "no arguments"
                         : row.least == row.most ? "1 argument"
                                                 : "at most 1 argument";
    return error(Diag::BuiltinCount, e.place, {callee.text, wanted, std::to_string(given)});
  }
  std::vector<hir::Expr*> args = {expr(*callee.args[0])};
  for (size_t k = 1; k < e.args.size(); ++k) args.push_back(expr(*e.args[k]));
  if (std::find(args.begin(), args.end(), nullptr) != args.end()) return nullptr;
  hir::Expr* out = make(hir::Node::VectorOp, e.place, std::move(args));
  out->op = *op;
  return out;
}

// --- tables of constants

// The vector or matrix constant that an expression names; null for anything else.
std::shared_ptr<const ConstantTable> Resolver::table_named(const Expr& e) {
  hir::Object* object = nullptr;
  if (const ObjectType::Member* member = member_of(e, object))
    return member->entity.what == Entity::What::Table ? member->entity.table : nullptr;
  std::vector<std::string> path = dotted_path(e);
  if (path.empty() || function_->source->tree().scope.is_bound(path[0])) return nullptr;
  Entity entity = function_->environment->resolve(path);
  return entity.what == Entity::What::Table ? entity.table : nullptr;
}

hir::Expr* Resolver::table_constant(const ConstantTable& table, const Place& place) {
  auto row = [&](uint32_t r) {
    std::vector<hir::Expr*> args;
    for (uint32_t k = 0; k < table.columns; ++k)
      args.push_back(constant(table.elements[r * table.columns + k], place));
    return make(hir::Node::Vector, place, std::move(args));
  };
  if (table.rows == 0) {
    if (table.columns > Shape::kMaxVector)
      return error(Diag::VectorSize, place, {std::to_string(table.columns)});
    return row(0);
  }
  if (table.rows > Shape::kMaxMatrix || table.columns > Shape::kMaxMatrix)
    return error(Diag::MatrixSize, place,
                 {std::to_string(table.rows) + "x" + std::to_string(table.columns)});
  std::vector<hir::Expr*> rows;
  for (uint32_t r = 0; r < table.rows; ++r) rows.push_back(row(r));
  return make(hir::Node::Matrix, place, std::move(rows));
}

// C[i], M[i, j] or M[i][j], also of tables that are too large for a value.
hir::Expr* Resolver::table_item(const std::shared_ptr<const ConstantTable>& table,
                                const Expr& named, const std::vector<const Expr*>& items,
                                const Place& place) {
  bool is_matrix = table->rows != 0;
  std::string columns = std::to_string(table->columns);
  std::string shown = is_matrix ? "a " + std::to_string(table->rows) + "x" + columns + " matrix"
                                : "a vector of " + columns;
  if (items.size() != (is_matrix ? 2 : 1))
    return error(Diag::ComponentCount, place,
                 {std::move(shown), is_matrix ? "write A[i, j]" : "write v[i]"});
  std::vector<hir::Expr*> indices;
  for (const Expr* item : items) indices.push_back(expr(*item));
  if (std::find(indices.begin(), indices.end(), nullptr) != indices.end()) return nullptr;
  size_t flat = 0;
  bool is_literal = true;
  for (size_t k = 0; k < items.size(); ++k) {
    // An extent is computed: beyond the table it is the last entry, whatever the arrays' sizes.
    std::optional<int64_t> value = fold(*indices[k], false);
    if (!value) {
      is_literal = false;
      continue;
    }
    int64_t extent = k + 1 < items.size() ? table->rows : table->columns;
    if (*value >= extent || *value < -extent)
      return error(Diag::ComponentOutside, items[k]->place, {std::to_string(*value), shown});
    flat = flat * static_cast<size_t>(extent) +
           static_cast<size_t>(*value < 0 ? *value + extent : *value);
  }
  if (is_literal) return constant(table->elements[flat], place);
  kernel_->tables.push_back(table);
  hir::Expr* out = make(hir::Node::Table, place, std::move(indices));
  out->table = table.get();
  std::string& name = kernel_->table_names.emplace_back();
  for (const std::string& part : dotted_path(named)) name += (name.empty() ? "" : ".") + part;
  out->text = &name;
  return out;
}

}  // namespace tack::python
