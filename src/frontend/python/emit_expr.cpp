// SPDX-License-Identifier: Apache-2.0
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

namespace {

// Cheap, without effect and always defined: such an operand is computed whether it is needed or
// not, which costs less than a branch.
bool is_cheap(const hir::Expr& e, int& budget) {
  budget -= static_cast<int>(e.ty.shape.count());
  if (budget < 0) return false;
  switch (e.kind) {
    case Node::Int:
    case Node::Float:
    case Node::Dim:
      return true;
    case Node::Local:
      return !e.local->is_substituted || is_cheap(*e.local->value, budget);
    case Node::Binary:
      if (e.binary == BinaryOp::Pow || e.binary == BinaryOp::FloorDiv ||
          e.binary == BinaryOp::Mod || e.binary == BinaryOp::Div || e.binary == BinaryOp::MatMul)
        return false;
      break;
    case Node::Math:
      if (e.builtin != Builtin::Min && e.builtin != Builtin::Max && e.builtin != Builtin::Abs)
        return false;
      break;
    case Node::VectorOp:
      if (e.op == VectorOp::Norm || e.op == VectorOp::Normalized || e.op == VectorOp::Inverse)
        return false;
      break;
    case Node::Unary:
    case Node::Compare:
    case Node::Cast:
    case Node::Vector:
    case Node::Matrix:
    case Node::Identity:
    case Node::Component:
      break;
    default:
      return false;
  }
  for (const hir::Expr* arg : e.args) {
    if (!is_cheap(*arg, budget)) return false;
  }
  return true;
}

}  // namespace

// About what a mispredicted branch costs, or a gang's check for active lanes. A check is an effect:
// it looks at what the program reaches only.
bool Emitter::is_cheap(const hir::Expr& e) const {
  int budget = 16;
  return !is_traced_ && !has_checks_ && python::is_cheap(e, budget);
}

Inst* Emitter::convert(Inst* value, Kind kind) { return b_.convert(Type::scalar(kind), value); }

Inst* Emitter::real(Kind kind, double value) {
  return kind == Kind::F64 ? b_.f64(value) : b_.f32(static_cast<float>(value));
}

Inst* Emitter::as(const hir::Expr& e, Kind kind) {
  b_.set_loc(e.loc);
  if (e.kind == Node::Int || e.kind == Node::Float) return number(e, kind);
  Kind own = own_kind(e, kind);
  Inst* result = e.kind == Node::Binary ? chain(e, own)[0] : compute(e, own);
  b_.set_loc(e.loc);
  return convert(result, kind);
}

// `a + b - c ...` from its left end: it may be long.
Parts Emitter::chain(const hir::Expr& e, Kind kind) {
  std::vector<std::pair<const hir::Expr*, Kind>> links;
  const hir::Expr* at = &e;
  for (Kind own = kind;; own = own_kind(*at, own)) {
    links.emplace_back(at, own);
    at = at->args[0];
    if (at->kind != Node::Binary) break;
  }
  Parts left = parts(*at, links.back().second);
  for (size_t k = links.size(); k-- > 0;) {
    left = binary(*links[k].first, links[k].second, left);
    b_.set_loc(links[k].first->loc);
    if (k == 0) break;
    for (Inst*& one : left) one = convert(one, links[k - 1].second);
  }
  return left;
}

// A literal, once rounded to where it is used.
Inst* Emitter::number(const hir::Expr& e, Kind kind) {
  Type type = Type::scalar(kind);
  if (e.kind == Node::Float) {
    if (is_float(kind)) return real(kind, e.value);
    return convert(real(Kind::F32, e.value), kind);
  }
  if (!is_float(kind)) return b_.constant(type, e.bits);
  if (kind == Kind::F64)
    return b_.f64(e.is_negative ? static_cast<double>(static_cast<int64_t>(e.bits))
                                : static_cast<double>(e.bits));
  return b_.f32(e.is_negative ? static_cast<float>(static_cast<int64_t>(e.bits))
                              : static_cast<float>(e.bits));
}

Inst* Emitter::compute(const hir::Expr& e, Kind kind) {
  switch (e.kind) {
    case Node::Int:
    case Node::Float:
      return number(e, kind);
    case Node::Local:
      return read(*e.local, kind);
    case Node::Load: {
      Inst* at = index(*e.array, e.args);
      b_.set_loc(e.loc);
      return load_element(*e.array, at)[0];
    }
    case Node::Dim:
      return dim(*e.array, e.dim);
    case Node::Unary: {
      if (e.unary == UnaryOp::Not) return convert(truth(e), Kind::I32);
      Inst* operand = as(*e.args[0], kind);
      b_.set_loc(e.loc);
      return b_.emit(e.unary == UnaryOp::Neg ? Op::Neg : Op::Not, {operand});
    }
    case Node::Binary:
      return chain(e, kind)[0];
    case Node::Compare:
    case Node::BoolOp: {
      Inst* result = truth(e);
      b_.set_loc(e.loc);
      return convert(result, Kind::I32);
    }
    case Node::Cond:
      return conditional(e, kind);
    case Node::Cast:
      return as(*e.args[0], e.cast);
    case Node::Math: {
      std::vector<Inst*> args;
      for (const hir::Expr* arg : e.args) args.push_back(as(*arg, kind));
      b_.set_loc(e.loc);
      return math(e, kind, std::move(args));
    }
    case Node::Inline:
      return inlined(e, kind);
    case Node::Atomic:
      return atomic(e)[0];
    case Node::Table:
      return table(e, kind);
    case Node::Component:
      return component(e, kind);
    case Node::VectorOp:
      return vector_op(e, kind)[0];
    case Node::Vector:
    case Node::Matrix:
    case Node::Identity:
    case Node::Print:
      break;
  }
  TACK_ICE("expression kind");
}

Inst* Emitter::truth(const hir::Expr& e) {
  switch (e.kind) {
    case Node::Int:
      return b_.i1(e.bits != 0);
    case Node::Compare:
      return compare(e);
    case Node::BoolOp:
      return bool_op(e);
    case Node::Unary:
      if (e.unary == UnaryOp::Not) {
        Inst* operand = truth(*e.args[0]);
        b_.set_loc(e.loc);
        return b_.bit_not(operand);
      }
      break;
    case Node::VectorOp:
      if (e.op == VectorOp::AnyOf || e.op == VectorOp::AllOf) return any_or_all(e);
      break;
    default:
      break;
  }
  Inst* number = value(e);
  b_.set_loc(e.loc);
  return b_.ne(number, zero(e.ty.kind));  // NaN is true, both zeros are false
}

// A literal stands for its local where the local was assigned; elsewhere it is 0. The variable is
// read first, at the place of the local: the literal has a place of its own.
Parts Emitter::literal_of(const hir::Local& local, Kind kind) {
  if (local.is_set == nullptr) return parts(*local.value, kind);
  Inst* is_set = b_.ne(b_.load(local.is_set), b_.i32(0));
  Parts values = parts(*local.value, kind);
  for (Inst*& one : values) one = b_.select(is_set, one, zero(one->type.kind));
  return values;
}

Inst* Emitter::read(const hir::Local& local, Kind kind) {
  if (local.is_substituted)
    return local.is_set == nullptr ? as(*local.value, kind) : literal_of(local, kind)[0];
  if (local.direct != nullptr) return convert(local.direct, kind);
  TACK_CHECK(local.var != nullptr);
  return convert(b_.load(local.var), kind);
}

Inst* Emitter::inlined(const hir::Expr& e, Kind kind) {
  inline_body(*e.inlined);
  b_.set_loc(e.loc);
  return read(*e.inlined->results[0], kind);
}

Parts Emitter::binary(const hir::Expr& e, Kind kind, const Parts& a) {
  if (e.binary == BinaryOp::Pow) return power(e, kind, a);
  if (e.binary == BinaryOp::MatMul) return matmul(e, kind, a);
  bool is_shift = e.binary == BinaryOp::Shl || e.binary == BinaryOp::Shr;
  bool is_checked = is_shift && (has_checks_ || is_traced_);
  Parts b = parts(*e.args[1], is_checked ? e.args[1]->ty.kind : kind);
  b_.set_loc(e.loc);
  if (is_checked) {
    for (Inst*& count : b) {
      check_shift(e, kind, count);
      count = convert(count, kind);
    }
  }
  if (e.binary == BinaryOp::FloorDiv || e.binary == BinaryOp::Mod)
    for (Inst* divisor : b) check_divisor(e, divisor);
  Parts out;
  for (size_t k = 0; k < e.ty.shape.count(); ++k)
    out.push_back(operation(e.binary, kind, pick(a, k), pick(b, k)));
  return out;
}

Inst* Emitter::operation(BinaryOp op, Kind kind, Inst* a, Inst* b) {
  bool is_real = is_float(kind);
  switch (op) {
    case BinaryOp::Add:
      return b_.emit(Op::Add, {a, b});
    case BinaryOp::Sub:
      return b_.emit(Op::Sub, {a, b});
    case BinaryOp::Mul:
      return b_.emit(Op::Mul, {a, b});
    case BinaryOp::Div:
      return b_.emit(Op::Div, {a, b});
    case BinaryOp::FloorDiv:
      return is_real ? call_math(std::string("math.floordiv_") + ir::kind_name(kind), {a, b})
                     : b_.emit(Op::FloorDiv, {a, b});
    case BinaryOp::Mod:
      return is_real ? call_math(std::string("math.floormod_") + ir::kind_name(kind), {a, b})
                     : b_.emit(Op::FloorMod, {a, b});
    case BinaryOp::And:
      return b_.emit(Op::And, {a, b});
    case BinaryOp::Or:
      return b_.emit(Op::Or, {a, b});
    case BinaryOp::Xor:
      return b_.emit(Op::Xor, {a, b});
    case BinaryOp::Shl:
      return b_.emit(Op::Shl, {a, b});
    case BinaryOp::Shr:
      return b_.emit(Op::Shr, {a, b});
    case BinaryOp::Pow:
    case BinaryOp::MatMul:
      break;
  }
  TACK_ICE("binary operator");
}

Inst* Emitter::math(const hir::Expr& e, Kind kind, std::vector<Inst*> args) {
  switch (e.builtin) {
    case Builtin::Abs:
    case Builtin::Fabs:
      return Type::scalar(kind).is_unsigned() ? args[0] : b_.emit(Op::Abs, {args[0]});
    case Builtin::Sqrt:
      return b_.emit(Op::Sqrt, {args[0]});
    case Builtin::Floor:
      return b_.emit(Op::Floor, {args[0]});
    case Builtin::Ceil:
      return b_.emit(Op::Ceil, {args[0]});
    case Builtin::Min:
    case Builtin::Max: {
      Inst* result = args[0];
      for (size_t k = 1; k < args.size(); ++k)
        result = b_.emit(e.builtin == Builtin::Min ? Op::Min : Op::Max, {result, args[k]});
      return result;
    }
    default:
      return call_math(math_function(e.builtin, kind), std::move(args));
  }
}

Kind Emitter::link_kind(const hir::Expr& e, size_t k) {
  return promote(e.args[k]->ty, e.args[k + 1]->ty)->kind;
}

// A weak middle operand takes the wider of the precisions that its neighbours ask for.
Kind Emitter::link_operand_kind(const hir::Expr& e, size_t k) {
  const hir::Expr& arg = *e.args[k];
  bool beside_f64 = (k > 0 && link_kind(e, k - 1) == Kind::F64) ||
                    (k + 1 < e.args.size() && link_kind(e, k) == Kind::F64);
  if (arg.ty.is_weak() && beside_f64) return Kind::F64;
  return arg.kind == Node::Int ? link_kind(e, k == 0 ? 0 : k - 1) : arg.ty.kind;
}

// a < b < c: stops at the first false link; b is evaluated once.
Inst* Emitter::compare(const hir::Expr& e) {
  auto operand = [&](size_t k) { return as(*e.args[k], link_operand_kind(e, k)); };
  auto link = [&](size_t k, Inst* a, Inst* b) {
    Kind kind = link_kind(e, k);
    // Literals are written again in the precision of each link.
    if (e.args[k]->ty.is_weak() && is_constant(*e.args[k])) a = as(*e.args[k], kind);
    if (e.args[k + 1]->ty.is_weak() && is_constant(*e.args[k + 1])) b = as(*e.args[k + 1], kind);
    b_.set_loc(e.loc);
    return b_.emit(compare_op(e.compares[k]), {convert(a, kind), convert(b, kind)});
  };
  Inst* a = operand(0);
  Inst* b = operand(1);
  if (e.args.size() == 2) return link(0, a, b);
  if (std::all_of(e.args.begin() + 2, e.args.end(),
                  [&](const auto* arg) { return is_cheap(*arg); })) {
    Inst* all = link(0, a, b);
    for (size_t k = 1; k + 1 < e.args.size(); ++k) {
      a = b;
      b = operand(k + 1);
      Inst* next = link(k, a, b);
      all = b_.bit_and(all, next);
    }
    return all;
  }
  b_.set_loc(e.loc);
  Inst* result = b_.var(ir::kI1);
  b_.store(result, link(0, a, b));
  std::vector<ir::Region*> outer;
  for (size_t k = 1; k + 1 < e.args.size(); ++k) {
    b_.set_loc(e.loc);
    Inst* branch = b_.if_(b_.load(result));
    outer.push_back(&b_.region());
    b_.set_region(*branch->regions[0]);
    a = b;
    b = operand(k + 1);
    b_.store(result, link(k, a, b));
  }
  if (!outer.empty()) b_.set_region(*outer.front());
  b_.set_loc(e.loc);
  return b_.load(result);
}

Inst* Emitter::bool_op(const hir::Expr& e) {
  Inst* result = truth(*e.args[0]);
  for (size_t k = 1; k < e.args.size(); ++k) {
    const hir::Expr& next = *e.args[k];
    if (is_cheap(next)) {
      Inst* other = truth(next);
      b_.set_loc(e.loc);
      result = b_.emit(e.is_and ? Op::And : Op::Or, {result, other});
      continue;
    }
    b_.set_loc(e.loc);
    Inst* var = b_.var(ir::kI1);
    b_.store(var, result);
    Inst* branch = b_.if_(result);
    b_.in(*branch->regions[e.is_and ? 0 : 1], [&] {
      Inst* other = truth(next);
      b_.set_loc(e.loc);
      b_.store(var, other);
    });
    b_.set_loc(e.loc);
    result = b_.load(var);
  }
  return result;
}

Inst* Emitter::conditional(const hir::Expr& e, Kind kind) {
  Inst* condition = truth(*e.args[0]);
  if (is_cheap(*e.args[1]) && is_cheap(*e.args[2])) {
    Inst* yes = as(*e.args[1], kind);
    Inst* no = as(*e.args[2], kind);
    b_.set_loc(e.loc);
    return b_.select(condition, yes, no);
  }
  b_.set_loc(e.loc);
  Inst* var = b_.var(Type::scalar(kind));
  Inst* branch = b_.if_(condition);
  for (size_t arm = 0; arm < 2; ++arm) {
    b_.in(*branch->regions[arm], [&] {
      Inst* value = as(*e.args[arm + 1], kind);
      b_.set_loc(e.loc);
      b_.store(var, value);
    });
  }
  b_.set_loc(e.loc);
  return b_.load(var);
}

}  // namespace tack::python
