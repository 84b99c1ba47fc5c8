// SPDX-License-Identifier: Apache-2.0
// Shapes of values, and the types of what makes and takes apart vectors and matrices.
#include <algorithm>

#include "frontend/python/inference.hpp"

namespace tack::python {

using hir::Node;
using ir::Kind;
using Form = Ty::Form;

namespace {

constexpr const char* kSameShape = "give both the same shape; a number goes with any";
constexpr const char* kComponentHint = "take a component, as in v[0]";

// A function of floats: integers convert to f32.
Ty real(const Ty& ty) {
  return !ty.known() || ty.is_float() ? ty : Ty{Kind::F32, Form::Strong, ty.shape};
}

}  // namespace

Shape Inference::together(Shape a, Shape b, const hir::Expr& at) {
  if (a.is_number() || a == b) return b;
  if (b.is_number()) return a;
  // m * v: what mathematics writes is no product of components.
  bool is_product =
      at.kind == Node::Binary && at.binary == BinaryOp::Mul && a.is_matrix() && a.cols == b.rows;
  error(Diag::ShapeMismatch, at,
        {shape_name(a), shape_name(b),
         is_product ? "write a @ b for the product of matrices" : kSameShape});
  return a;
}

const Ty& Inference::typed_number(const hir::Expr& e, const char* hint) {
  if (!e.ty.is_number()) error(Diag::NumberWanted, e, {shape_name(e.ty.shape), hint});
  return e.ty;
}

const Ty& Inference::number(hir::Expr& e, const char* hint) {
  expr(e);
  return typed_number(e, hint);
}

const Ty& Inference::condition(hir::Expr& e) {
  return number(e, "write any(...) or all(...) of a mask");
}

void Inference::index(hir::Expr& e) {
  expr(e);
  typed_index(e);
}

void Inference::typed_index(const hir::Expr& e) {
  const Ty& ty = typed_number(e, kComponentHint);
  if (ty.is_number() && ty.is_float()) error(Diag::IndexType, e, {type_name(ty)});
}

// One vector may stand for all indices.
void Inference::indices(std::vector<hir::Expr*>& indices, const hir::Array& array) {
  for (hir::Expr* e : indices) expr(*e);  // once: they nest
  if (indices.size() != 1 || indices[0]->ty.is_number()) {
    for (const hir::Expr* e : indices) typed_index(*e);
    return;
  }
  const hir::Expr& e = *indices[0];
  if (e.ty.shape != Shape::vector(array.rank)) {
    error(
        Diag::IndexCount, e,
        {array.name, std::to_string(array.rank) + (array.rank == 1 ? " dimension" : " dimensions"),
         shape_name(e.ty.shape)});
  } else if (e.ty.is_float()) {
    error(Diag::IndexType, e, {type_name(e.ty)});
  } else if (e.kind == Node::Vector) {
    for (const hir::Expr* one : e.args) {
      if (one->kind == Node::Int && one->is_negative && !one->is_named)
        error(Diag::NegativeIndex, *one, {});
    }
  }
}

// One number updates one number: of an array of vectors the index then counts components. A vector
// updates an element, component by component.
Ty Inference::atomic(hir::Expr& e) {
  hir::Expr& value = *e.args.back();
  const hir::Array& array = *e.array;
  std::vector<hir::Expr*> at(e.args.begin(), e.args.end() - 1);
  const Ty& ty = expr(value);
  bool is_flat = !array.element.is_number() && ty.known() && ty.is_number();
  if (is_flat) {
    for (hir::Expr* index : at) this->index(*index);
    if (at.size() != 1)
      error(Diag::IndexCount, e,
            {array.name, "components in one row", std::to_string(at.size()) + " indices"});
  } else {
    indices(at, array);
  }
  if (ty.known() && !ty.is_number() && ty.shape != array.element)
    error(Diag::StoreShape, value,
          {shape_name(ty.shape), "an element", array.name, shape_name(array.element)});
  return {array.kind, Form::Strong, is_flat ? Shape{} : array.element};
}

// --- making

Ty Inference::vector(hir::Expr& e) {
  Ty ty;
  for (hir::Expr* arg : e.args) {
    const Ty& one = number(*arg, "a component of a vector is a number");
    ty = promoted(ty, one.shaped({}), e);
  }
  return ty.shaped(Shape::vector(e.args.size()));
}

Ty Inference::matrix(hir::Expr& e) {
  Ty ty;
  Shape row;
  for (hir::Expr* arg : e.args) {
    const Ty& one = expr(*arg);
    ty = promoted(ty, one.shaped({}), e);
    if (!one.known()) continue;
    if (!one.shape.is_vector()) {
      error(Diag::MatrixRow, *arg, {shape_name(one.shape)});
    } else if (row.is_number()) {
      row = one.shape;
    } else if (row != one.shape) {
      error(Diag::MatrixRows, *arg, {std::to_string(one.shape.rows), std::to_string(row.rows)});
    }
  }
  if (row.is_number()) return {};  // no row is known yet, or none is right
  if (row.rows > Shape::kMaxMatrix) {
    error(Diag::MatrixSize, e, {std::to_string(e.args.size()) + "x" + std::to_string(row.rows)});
    return {};
  }
  return ty.shaped(Shape::matrix(e.args.size(), row.rows));
}

// --- taking apart

Ty Inference::component(hir::Expr& e) {
  Ty ty = expr(*e.args[0]);
  bool is_fine = e.bits != 0 ? unpacks(ty, e) : component_of(ty, e);
  if (!is_fine) return {};
  return {ty.kind, ty.form == Form::Literal ? Form::Strong : ty.form, {}};
}

Ty Inference::table(hir::Expr& e) {
  for (hir::Expr* arg : e.args) index(*arg);
  Kind dtype = e.table->elements.front().dtype;
  if (dtype != Kind::Void) return {dtype, Form::Strong, {}};
  Ty ty;
  for (const Constant& item : e.table->elements) {
    Ty one = {Kind::F32, Form::Weak, {}};
    if (!item.is_float) one = {literal_kind(item.int_bits, item.is_negative), Form::Literal, {}};
    ty = promoted(ty, one, e);
  }
  if (ty.form == Form::Literal) ty.form = Form::Strong;
  return ty;
}

// x, y = v: each target takes a component. One message for all of them.
bool Inference::unpacks(const Ty& ty, hir::Expr& part) {
  expr(*part.args[1]);
  if (!ty.known()) return true;
  bool is_first = part.args[1]->bits == 0;
  auto n = static_cast<uint32_t>(part.bits);
  if (!ty.shape.is_vector()) {
    const char* hint = ty.shape.is_matrix()
                           ? "it is a matrix; take its entries, as in A[0, 1]"
                           : "it is one number; unpack a vector, a tuple or the results of a "
                             "device function";
    if (is_first) error(Diag::CannotUnpack, part, {hint});
    return false;
  }
  if (ty.shape.rows == n) return true;
  if (is_first)
    error(Diag::UnpackCount, part,
          {std::to_string(ty.shape.rows) + (ty.shape.rows == 1 ? " component" : " components"),
           std::to_string(n) + (n == 1 ? " target" : " targets")});
  return false;
}

// Literal indices count from the end when they are negative and name a component; others may be
// anything.
bool Inference::component_of(const Ty& ty, hir::Expr& at) {
  size_t n = at.args.size() - 1;
  for (size_t k = 0; k < n; ++k) index(*at.args[k + 1]);
  if (!ty.known()) return true;
  Shape shape = ty.shape;
  char name = at.name;
  if (shape.is_number()) {
    const hir::Expr& base = *at.args[0];
    if (base.kind == Node::Local && name == 0 && !base.local->name.empty()) {
      error(Diag::NotAnArray, base, {base.local->name, "it is one number"});
    } else {
      bool is_element = base.kind == Node::Load;
      bool is_row = is_element && base.array->rank > 1 && base.args.size() == 1;
      error(Diag::ComponentOfNumber, at,
            {is_row       ? "indices stand together, as in " + base.array->name + "[i, j]"
             : is_element ? "each element of '" + base.array->name + "' is one number"
                          : "only vectors and matrices have components"});
    }
    return false;
  }
  if (n != shape.indices() || (name != 0 && shape.is_matrix())) {
    error(Diag::ComponentCount, at,
          {shape_name(shape), shape.is_matrix() ? "write A[i, j]" : "write v[i]"});
    return false;
  }
  for (size_t k = 0; k < n; ++k) {
    const hir::Expr& e = *at.args[k + 1];
    int64_t extent = k == 0 ? shape.rows : shape.cols;
    if (e.kind != Node::Int) continue;
    auto value = static_cast<int64_t>(e.bits);
    if (value >= extent || value < -extent || (value < 0 && !e.is_negative))
      error(Diag::ComponentOutside, name != 0 ? at : e,
            {name != 0       ? std::string(1, name)
             : e.is_negative ? std::to_string(value)
                             : std::to_string(e.bits),
             shape_name(shape)});
  }
  return true;
}

// --- operations

// The operands have their types.
Ty Inference::matmul(const Ty& a, const Ty& b, hir::Expr& e) {
  if (!a.known() || !b.known()) return {};
  Ty ty = promoted(a.shaped({}), b.shaped({}), e);
  Shape x = a.shape, y = b.shape;
  uint32_t inner = x.is_matrix() ? x.cols : x.rows;
  if (x.is_number() || y.is_number() || inner != y.rows) {
    error(Diag::MatMulShape, e,
          {shape_name(x), shape_name(y),
           x.is_number() || y.is_number() ? "write * to multiply by a number"
                                          : "as many columns as rows are needed"});
    return {};
  }
  if (x.is_vector()) return y.is_vector() ? ty : ty.shaped(Shape::vector(y.cols));
  return ty.shaped(y.is_vector() ? Shape::vector(x.rows) : Shape::matrix(x.rows, y.cols));
}

Ty Inference::vector_op(hir::Expr& e) {
  for (hir::Expr* arg : e.args) expr(*arg);
  const Ty& self = e.args[0]->ty;
  for (const hir::Expr* arg : e.args) {
    if (!arg->ty.known()) return {};
  }
  const VectorOpInfo& row = info(e.op);
  if (!row.accepts(self.shape)) {
    const hir::Expr& base = *e.args[0];
    bool is_element = base.kind == Node::Load && base.array->element.is_number();
    error(Diag::WrongOperand, e,
          {vector_op_name(e.op), row.wanted(), shape_name(self.shape),
           is_element ? "each element of '" + base.array->name +
                            "' is one number; tack.asarray(x, vector=True) has vectors"
                      : ""});
    return {};
  }
  const Ty* other = e.args.size() > 1 ? &e.args[1]->ty : nullptr;
  switch (e.op) {
    case VectorOp::Length:
      return real(self).shaped({});
    case VectorOp::Norm:
    case VectorOp::Normalized: {
      Ty ty = real(self);
      if (other != nullptr)
        ty = promoted(ty, typed_number(*e.args[1], kComponentHint).shaped({}), e);
      return e.op == VectorOp::Norm ? ty.shaped({}) : ty;
    }
    case VectorOp::NormSqr:
    case VectorOp::Sum:
    case VectorOp::Min:
    case VectorOp::Max:
    case VectorOp::Trace:
    case VectorOp::Determinant:
      return self.shaped({});
    case VectorOp::Dot:
    case VectorOp::Cross: {
      if (other->shape != self.shape) {
        error(Diag::ShapeMismatch, e,
              {shape_name(self.shape), shape_name(other->shape), kSameShape});
        return {};
      }
      Ty ty = promoted(self, *other, e);
      return e.op == VectorOp::Dot ? ty.shaped({}) : ty;
    }
    case VectorOp::Outer: {
      if (!other->shape.is_vector()) {
        error(Diag::ShapeMismatch, e,
              {shape_name(self.shape), shape_name(other->shape), kSameShape});
        return {};
      }
      Shape shape = Shape::matrix(self.shape.rows, other->shape.rows);
      if (shape.rows > Shape::kMaxMatrix || shape.cols > Shape::kMaxMatrix) {
        error(Diag::MatrixSize, e, {std::to_string(shape.rows) + "x" + std::to_string(shape.cols)});
        return {};
      }
      return promoted(self.shaped({}), other->shaped({}), e).shaped(shape);
    }
    case VectorOp::Transpose:
      return self.shaped(Shape::matrix(self.shape.cols, self.shape.rows));
    case VectorOp::Inverse:
      return real(self);
    case VectorOp::AnyOf:
    case VectorOp::AllOf:
      return {Kind::I32, Form::Strong, {}};
    case VectorOp::Select: {
      Ty ty = promoted(*other, e.args[2]->ty, e);
      return ty.shaped(together(ty.shape, self.shape, e));
    }
  }
  return {};
}

// --- assignments

Shape Inference::fit_shape(const hir::Local& local, Shape shape, const hir::Expr& value) {
  // A number may become a vector once more is known, never back.
  bool is_new = !local.ty.known() || (local.ty.is_number() && !is_reporting_);
  if (is_new && local.fixed == Kind::Void) return shape;
  if (shape != local.ty.shape) {
    if (local.name.empty()) {
      error(Diag::ReturnShape, value, {shape_name(shape), shape_name(local.ty.shape)});
    } else {
      error(Diag::LocalShape, value, {local.name, shape_name(shape), shape_name(local.ty.shape)});
    }
  }
  return local.ty.shape;
}

void Inference::store(hir::Stmt& s) {
  bool is_part = s.part != nullptr;
  hir::Array& array = *s.array;
  Ty element = {array.kind, Form::Strong, array.element};
  if (s.kind == hir::Step::Store) expr(*s.value);
  indices(s.indices, array);
  if (is_part) component_of(element, *s.part);
  if (s.kind == hir::Step::AugStore) {
    s.old->ty = is_part ? element.shaped({}) : element;
    expr(*s.value);
  }
  const Ty& ty = s.value->ty;
  Shape wanted = is_part ? Shape{} : array.element;
  if (!ty.known() || ty.is_number() || ty.shape == wanted) return;
  error(Diag::StoreShape, *s.value,
        {shape_name(ty.shape), is_part ? "a component" : "an element", array.name,
         shape_name(wanted)});
}

// v[k] = value: the local's other assignments give it its shape.
void Inference::set_part(hir::Stmt& s) {
  hir::Local& local = *s.local;
  if (s.kind == hir::Step::SetPart) expr(*s.value);
  component_of(local.ty, *s.part);
  if (s.kind == hir::Step::AugSetPart) {
    s.old->ty = local.ty.shaped({});
    expr(*s.value);
  }
  const Ty& ty = typed_number(*s.value, kComponentHint);
  if (local.fixed != Kind::Void || !ty.known() || !local.ty.known()) return;
  widen(local, ty.shaped(local.ty.shape), *s.value);
}

}  // namespace tack::python
