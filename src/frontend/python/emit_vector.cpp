// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices as numbers: every operation is done for each component. The IR has none.
#include <algorithm>

#include "frontend/python/emitter.hpp"
#include "frontend/python/infer.hpp"
#include "support/ice.hpp"

namespace tack::python {

using hir::Node;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

Parts Emitter::parts(const hir::Expr& e, Kind kind) {
  if (e.ty.is_number()) return {as(e, kind)};
  b_.set_loc(e.loc);
  Kind own = own_kind(e, kind);
  Parts out = e.kind == Node::Binary ? chain(e, own) : compute_parts(e, own);
  b_.set_loc(e.loc);
  for (Inst*& one : out) one = convert(one, kind);
  return out;
}

Parts Emitter::spread(const hir::Expr& e, Kind kind, Shape shape) {
  Parts out = parts(e, kind);
  out.resize(shape.count(), out[0]);
  return out;
}

Parts Emitter::compute_parts(const hir::Expr& e, Kind kind) {
  Parts out;
  switch (e.kind) {
    case Node::Local:
      return read_parts(*e.local, kind);
    case Node::Load: {
      Inst* at = index(*e.array, e.args);
      b_.set_loc(e.loc);
      return load_element(*e.array, at);
    }
    case Node::Unary: {
      if (e.unary == UnaryOp::Not) break;
      out = parts(*e.args[0], kind);
      b_.set_loc(e.loc);
      for (Inst*& one : out) one = b_.emit(e.unary == UnaryOp::Neg ? Op::Neg : Op::Not, {one});
      return out;
    }
    case Node::Cond:
      return conditional_parts(e, kind);
    case Node::Cast:
      return parts(*e.args[0], e.cast);
    case Node::Math: {
      std::vector<Parts> args;
      for (const hir::Expr* arg : e.args) args.push_back(parts(*arg, kind));
      b_.set_loc(e.loc);
      for (size_t k = 0; k < e.ty.shape.count(); ++k) {
        std::vector<Inst*> operands;
        for (const Parts& arg : args) operands.push_back(pick(arg, k));
        out.push_back(math(e, kind, std::move(operands)));
      }
      return out;
    }
    case Node::Inline:
      inline_body(*e.inlined);
      b_.set_loc(e.loc);
      return read_parts(*e.inlined->results[0], kind);
    case Node::Vector:
      for (const hir::Expr* arg : e.args) out.push_back(as(*arg, kind));
      return out;
    case Node::Matrix:
      for (const hir::Expr* row : e.args) {
        Parts one = parts(*row, kind);
        out.insert(out.end(), one.begin(), one.end());
      }
      return out;
    case Node::Identity: {
      Inst* one = convert(b_.i32(1), kind);
      for (uint64_t k = 0; k < e.bits * e.bits; ++k)
        out.push_back(k % (e.bits + 1) == 0 ? one : zero(kind));
      return out;
    }
    case Node::Atomic:
      return atomic(e);
    case Node::VectorOp:
      return vector_op(e, kind);
    default:
      break;
  }
  out = truths(e);
  b_.set_loc(e.loc);
  for (Inst*& one : out) one = convert(one, kind);
  return out;
}

Parts Emitter::read_parts(const hir::Local& local, Kind kind) {
  if (local.is_substituted) return literal_of(local, kind);
  if (local.ty.is_number()) return {read(local, kind)};
  Parts out = local.parts;
  TACK_CHECK(out.size() == local.ty.shape.count());
  for (Inst*& one : out) one = convert(local.is_temporary ? one : b_.load(one), kind);
  return out;
}

// --- truth

// `and`, `or` and `not` of masks work by component, so every operand is computed.
Parts Emitter::truths(const hir::Expr& e) {
  if (e.ty.is_number()) return {truth(e)};
  if (e.kind == Node::Compare) return compare_parts(e);
  if (e.kind == Node::BoolOp) {
    std::vector<Parts> args;
    for (const hir::Expr* arg : e.args) args.push_back(truths(*arg));
    b_.set_loc(e.loc);
    Parts out;
    for (size_t k = 0; k < e.ty.shape.count(); ++k) {
      Inst* all = pick(args[0], k);
      for (size_t j = 1; j < args.size(); ++j)
        all = b_.emit(e.is_and ? Op::And : Op::Or, {all, pick(args[j], k)});
      out.push_back(all);
    }
    return out;
  }
  if (e.kind == Node::Unary && e.unary == UnaryOp::Not) {
    Parts out = truths(*e.args[0]);
    b_.set_loc(e.loc);
    for (Inst*& one : out) one = b_.bit_not(one);
    return out;
  }
  Parts out = parts(e, e.ty.kind);
  b_.set_loc(e.loc);
  for (Inst*& one : out) one = b_.ne(one, zero(e.ty.kind));
  return out;
}

// Every link of a chain.
Parts Emitter::compare_parts(const hir::Expr& e) {
  std::vector<Parts> args;
  for (size_t k = 0; k < e.args.size(); ++k)
    args.push_back(parts(*e.args[k], link_operand_kind(e, k)));
  Parts out(e.ty.shape.count(), nullptr);
  for (size_t k = 0; k + 1 < e.args.size(); ++k) {
    Kind kind = link_kind(e, k);
    // Literals are written again in the precision of each link.
    auto side = [&](size_t j) {
      const hir::Expr& arg = *e.args[j];
      return arg.ty.is_weak() && is_constant(arg) ? parts(arg, kind) : args[j];
    };
    Parts a = side(k), b = side(k + 1);
    b_.set_loc(e.loc);
    for (size_t j = 0; j < out.size(); ++j) {
      Inst* link = b_.emit(compare_op(e.compares[k]),
                           {convert(pick(a, j), kind), convert(pick(b, j), kind)});
      out[j] = out[j] == nullptr ? link : b_.bit_and(out[j], link);
    }
  }
  return out;
}

Parts Emitter::conditional_parts(const hir::Expr& e, Kind kind) {
  Inst* condition = truth(*e.args[0]);
  Shape shape = e.ty.shape;
  Parts out;
  if (is_cheap(*e.args[1]) && is_cheap(*e.args[2])) {
    Parts yes = spread(*e.args[1], kind, shape);
    Parts no = spread(*e.args[2], kind, shape);
    b_.set_loc(e.loc);
    for (size_t k = 0; k < yes.size(); ++k) out.push_back(b_.select(condition, yes[k], no[k]));
    return out;
  }
  b_.set_loc(e.loc);
  Parts vars;
  for (uint32_t k = 0; k < shape.count(); ++k) vars.push_back(b_.var(Type::scalar(kind)));
  Inst* branch = b_.if_(condition);
  for (size_t arm = 0; arm < 2; ++arm) {
    b_.in(*branch->regions[arm], [&] {
      Parts value = spread(*e.args[arm + 1], kind, shape);
      b_.set_loc(e.loc);
      for (size_t k = 0; k < vars.size(); ++k) b_.store(vars[k], value[k]);
    });
  }
  b_.set_loc(e.loc);
  for (Inst* var : vars) out.push_back(b_.load(var));
  return out;
}

// --- operations

Inst* Emitter::fold(Op op, const Parts& a) {
  Inst* all = a[0];
  for (size_t k = 1; k < a.size(); ++k) all = b_.emit(op, {all, a[k]});
  return all;
}

// From left to right.
Inst* Emitter::dot(const Parts& a, const Parts& b) {
  Parts products;
  for (size_t k = 0; k < a.size(); ++k) products.push_back(b_.mul(a[k], b[k]));
  return fold(Op::Add, products);
}

Parts Emitter::matmul(const hir::Expr& e, Kind kind, const Parts& a) {
  Parts b = parts(*e.args[1], kind);
  b_.set_loc(e.loc);
  Shape x = e.args[0]->ty.shape, y = e.args[1]->ty.shape;
  // A vector on the left is a row, on the right a column.
  uint32_t rows = x.is_vector() ? 1 : x.rows, inner = y.rows;
  uint32_t cols = y.is_vector() ? 1 : y.cols;
  Parts out;
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < cols; ++c) {
      Parts row, column;
      for (uint32_t k = 0; k < inner; ++k) {
        row.push_back(a[r * inner + k]);
        column.push_back(b[k * cols + c]);
      }
      out.push_back(dot(row, column));
    }
  }
  return out;
}

Parts Emitter::cross(const Parts& a, const Parts& b) {
  auto part = [&](size_t i, size_t j) {
    Inst* left = b_.mul(a[i], b[j]);
    return b_.sub(left, b_.mul(a[j], b[i]));
  };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

Inst* Emitter::determinant(const Parts& m, uint32_t n) {
  auto minor = [&](size_t a, size_t b, size_t c, size_t d) {  // m[a] m[d] - m[b] m[c]
    Inst* left = b_.mul(m[a], m[d]);
    return b_.sub(left, b_.mul(m[b], m[c]));
  };
  if (n == 2) return minor(0, 1, 2, 3);
  Inst* first = b_.mul(m[0], minor(4, 5, 7, 8));
  Inst* second = b_.mul(m[1], minor(3, 5, 6, 8));
  Inst* third = b_.mul(m[2], minor(3, 4, 6, 7));
  return b_.add(b_.sub(first, second), third);
}

// The adjugate, divided by the determinant. A singular matrix gives infinities or NaN.
Parts Emitter::inverse(const Parts& m, uint32_t n) {
  Inst* whole = determinant(m, n);
  Parts out;
  if (n == 2) {
    out = {m[3], b_.emit(Op::Neg, {m[1]}), b_.emit(Op::Neg, {m[2]}), m[0]};
  } else {
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 3; ++c) {
        // The cofactor of the transposed place; taken cyclically it has its sign.
        size_t i = (c + 1) % 3, j = (c + 2) % 3, k = (r + 1) % 3, l = (r + 2) % 3;
        Inst* left = b_.mul(m[i * 3 + k], m[j * 3 + l]);
        out.push_back(b_.sub(left, b_.mul(m[i * 3 + l], m[j * 3 + k])));
      }
    }
  }
  for (Inst*& one : out) one = b_.emit(Op::Div, {one, whole});
  return out;
}

Inst* Emitter::any_or_all(const hir::Expr& e) {
  Parts mask = truths(*e.args[0]);
  b_.set_loc(e.loc);
  return fold(e.op == VectorOp::AnyOf ? Op::Or : Op::And, mask);
}

Parts Emitter::vector_op(const hir::Expr& e, Kind kind) {
  if (e.op == VectorOp::AnyOf || e.op == VectorOp::AllOf) return {convert(any_or_all(e), kind)};
  Parts out;
  if (e.op == VectorOp::Select) {
    Parts mask = truths(*e.args[0]);
    Parts yes = parts(*e.args[1], kind);
    Parts no = parts(*e.args[2], kind);
    b_.set_loc(e.loc);
    for (size_t k = 0; k < e.ty.shape.count(); ++k)
      out.push_back(b_.select(pick(mask, k), pick(yes, k), pick(no, k)));
    return out;
  }
  Parts a = parts(*e.args[0], kind), b;
  if (e.args.size() > 1) b = parts(*e.args[1], kind);
  b_.set_loc(e.loc);
  Shape shape = e.args[0]->ty.shape;
  switch (e.op) {
    case VectorOp::Length:
      if (shape.is_number()) return {b_.emit(Op::Abs, {a[0]})};
      return {b_.emit(Op::Sqrt, {dot(a, a)})};
    case VectorOp::Norm: {  // eps goes under the root
      Inst* square = dot(a, a);
      if (!b.empty()) square = b_.add(square, b[0]);
      return {b_.emit(Op::Sqrt, {square})};
    }
    case VectorOp::Normalized: {  // eps goes to the length
      Inst* length = b_.emit(Op::Sqrt, {dot(a, a)});
      if (!b.empty()) length = b_.add(length, b[0]);
      for (Inst* one : a) out.push_back(b_.emit(Op::Div, {one, length}));
      return out;
    }
    case VectorOp::NormSqr:
      return {dot(a, a)};
    case VectorOp::Dot:
      return {dot(a, b)};
    case VectorOp::Cross:
      return cross(a, b);
    case VectorOp::Outer:
      for (Inst* row : a) {
        for (Inst* column : b) out.push_back(b_.mul(row, column));
      }
      return out;
    case VectorOp::Sum:
      return {fold(Op::Add, a)};
    case VectorOp::Min:
      return {fold(Op::Min, a)};
    case VectorOp::Max:
      return {fold(Op::Max, a)};
    case VectorOp::Transpose:
      for (uint32_t c = 0; c < shape.cols; ++c) {
        for (uint32_t r = 0; r < shape.rows; ++r) out.push_back(a[r * shape.cols + c]);
      }
      return out;
    case VectorOp::Trace: {
      for (uint32_t r = 0; r < shape.rows; ++r) out.push_back(a[r * (shape.cols + 1u)]);
      return {fold(Op::Add, out)};
    }
    case VectorOp::Determinant:
      return {determinant(a, shape.rows)};
    case VectorOp::Inverse:
      return inverse(a, shape.rows);
    case VectorOp::AnyOf:
    case VectorOp::AllOf:
    case VectorOp::Select:
      break;
  }
  TACK_ICE("vector operation");
}

}  // namespace tack::python
