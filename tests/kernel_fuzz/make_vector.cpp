// SPDX-License-Identifier: Apache-2.0
// Vectors: values of one size, what makes numbers of them, and masks.
#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

Expr Maker::vector_leaf(int size) {
  std::vector<const Var*> found;
  for (const Var& v : scope_.vars)
    if (v.type.size == size && v.type.cols == 0) found.push_back(&v);
  if (!found.empty() && chance(60)) {
    const Var& v = *pick(found);
    return name(v.name, v.type);
  }
  if (!is_outside_ && chance(60)) {
    std::vector<const Array*> arrays;
    for (const Array& a : scope_.arrays)
      if (a.element == size && a.cols == 0 && a.size() > 0 && a.role != Role::Counter)
        arrays.push_back(&a);
    if (!arrays.empty()) return load(*pick(arrays), 0);
  }
  if (chance(25)) {
    if (auto table = table_value(size, 0)) return *table;
  }
  Kind kind = any_kind();
  std::vector<Expr> parts{of_kind(kind, 1)};
  while (static_cast<int>(parts.size()) < size) parts.push_back(fitting(kind, 1));
  Expr list{Expr::Form::List, "", std::move(parts), {kind, Strength::Strong, size}};
  if (chance(25)) return list;
  return call("tack.Vector", {list}, list.type);
}

Expr Maker::vector_operation(const std::string& op, Expr a, Expr b) {
  bool is_shift = op == "<<" || op == ">>";
  if (is_shift || op == "&" || op == "|" || op == "^")
    a = as_integer(std::move(a)), b = as_integer(std::move(b));
  if (is_shift) {
    a = strong(std::move(a));
    Type type = a.type;
    int64_t bits = ir::bits_of(type.kind);
    b = b.type.is_vector() ? masked(std::move(b), bits - 1) : shift_count(std::move(b), type.kind);
    b.type.size = 0;
    return binary(op, std::move(a), std::move(b), type);
  }
  bool floats = is_float(a.type.kind) || is_float(b.type.kind);
  if ((op == "//" || op == "%") && (!floats || program_.way.checks)) {
    if (!a.type.is_vector()) std::swap(a, b);  // the divisor may become a number
    int size = b.type.size;
    b = divisor(floats ? cast(Kind::F32, std::move(b)) : std::move(b));
    if (b.form != Expr::Form::Literal) b.type.size = size;
  }
  fix_pair(a, b);
  Type type = *common(a.type, b.type);
  if (op == "/" && !is_float(type.kind)) type.kind = Kind::F32;
  return binary(op, std::move(a), std::move(b), type);
}

Expr Maker::mask(int size, int depth) {
  static const std::vector<std::string> kOps = {"==", "!=", "<", "<=", ">", ">="};
  if (depth > 0 && chance(25)) {
    Type type{Kind::I32, Strength::Strong, size};
    if (chance(30)) return unary("not", mask(size, depth - 1), type);
    return {Expr::Form::Bool,
            chance(50) ? "and" : "or",
            {mask(size, depth - 1), mask(size, depth - 1)},
            type};
  }
  Expr a = vector(size, depth), b = chance(50) ? vector(size, depth) : value(depth);
  fix_pair(a, b);
  Expr out = compare(pick(kOps), a, b);
  out.type.size = size;
  if (chance(15)) {  // every link of a chain is evaluated
    Expr c = vector(size, 0);
    if (!promote(b.type.kind, c.type.kind)) c = cast(b.type.kind, c);
    if (promote(b.type.kind, c.type.kind)) {
      out.text += " " + pick(kOps);
      out.args.push_back(c);
    }
  }
  return out;
}

Expr Maker::vector(int size, int depth) {
  if (depth <= 0 || !may_grow()) return vector_leaf(size);
  int d = depth - 1;
  switch (random_.below(14)) {
    case 13:
      if (auto made = call_shape(size, 0, d)) return *made;
      return vector_leaf(size);
    case 12: {  // a matrix times a column, or a row times a matrix
      int inner_size = static_cast<int>(random_.between(1, 3));
      bool left = chance(50);
      Expr m = left ? matrix(size, inner_size, d) : matrix(inner_size, size, d);
      Expr v = vector(inner_size, d);
      fix_pair(m, v);
      Type type{*promote(m.type.kind, v.type.kind), Strength::Strong, size};
      return left ? binary("@", m, v, type) : binary("@", v, m, type);
    }
    case 0:
    case 1:
    case 2:
    case 3: {
      static const std::vector<std::string> kOps = {"+", "-", "*", "/",  "//", "%",
                                                    "&", "|", "^", "<<", ">>"};
      std::string op = pick(kOps);
      Expr a = vector(size, d);
      Expr b = chance(50) ? vector(size, d) : value(d);
      if (!b.type.is_vector() && chance(40) && op != "<<" && op != ">>") std::swap(a, b);
      Expr out = vector_operation(op, std::move(a), std::move(b));
      out.type.size = size;
      return out;
    }
    case 4: {
      Expr a = vector(size, d);
      if (chance(30)) a = as_integer(std::move(a));
      Type type = a.type;
      std::string op = is_float(type.kind) ? "-" : pick(std::vector<std::string>{"-", "~", "+"});
      return unary(op, std::move(a), type);
    }
    case 5:
      return cast(any_kind(), vector(size, d));
    case 6: {
      Expr m = mask(size, d), a = vector(size, d), b = chance(60) ? vector(size, d) : value(d);
      fix_pair(a, b);
      Type type = *common(a.type, b.type);
      return call("tack.select", {m, a, b}, type);
    }
    case 7: {
      Expr c = condition(d), a = vector(size, d), b = vector(size, d);
      fix_pair(a, b);
      Type type = *common(a.type, b.type);
      return conditional(c, a, b, type);
    }
    case 8: {
      Expr a = vector(size, d), b = chance(60) ? vector(size, d) : value(d);
      fix_pair(a, b);
      Type type = *common(a.type, b.type);
      return call(chance(50) ? "min" : "max", {a, b}, type);
    }
    case 9: {
      Expr a = vector(size, d);
      std::string f = pick(std::vector<std::string>{"abs", "sqrt", "floor", "ceil"});
      Type type = a.type;
      if (f != "abs" && !is_float(type.kind)) type.kind = Kind::F32;
      return call(f, {std::move(a)}, type);
    }
    case 10:
      if (size == 3) {
        Expr a = vector(size, d), b = vector(size, d);
        fix_pair(a, b);
        Type type = *common(a.type, b.type);
        return method("cross", {a, b}, type);
      }
      [[fallthrough]];
    default:
      return vector_leaf(size);
  }
}

Expr Maker::number_of_vector(int depth) {
  int size = static_cast<int>(random_.between(2, 4));
  Expr v = vector(size, depth);
  Type type{v.type.kind};
  switch (random_.below(8)) {
    case 0:
      return {Expr::Form::Member, pick(std::vector<std::string>{"x", "y"}), {v}, type};
    case 1:
      return index(v, {number(random_.between(-size, size - 1))}, type);
    case 2: {
      Expr at = integer(depth);  // outside is the last component; debug mode tells of it
      if (program_.way.checks) at = modulo(std::move(at), size);
      if (at.type.strength != Strength::Strong) at = cast(Kind::I64, at);
      if (is_constant(at)) at = number(random_.between(0, size - 1));
      return index(v, {at}, type);
    }
    case 3: {
      Expr w = vector(size, depth);
      fix_pair(v, w);
      type.kind = *promote(v.type.kind, w.type.kind);
      return chance(50) ? method("dot", {v, w}, type) : binary("@", v, w, type);
    }
    case 4:
      return method("sum", {mask(size, depth)}, {Kind::I32});
    case 5: {
      Type root = type;
      if (!is_float(root.kind)) root.kind = Kind::F32;
      return method("norm", {v}, root);
    }
    default:
      return method(pick(std::vector<std::string>{"sum", "min", "max", "norm_sqr"}), {v}, type);
  }
}

void Maker::vector_statement(std::vector<Stmt>& out) {
  if (chance(35)) return matrix_statement(out);
  std::vector<Var> vectors;
  for (const Var& v : scope_.vars)
    if (v.type.is_vector() && v.type.cols == 0 && v.may_assign) vectors.push_back(v);
  const Array* found = pick_array(+[](const Array& a) {
    return a.role == Role::Own && a.size() > 0 && a.element > 0 && a.cols == 0;
  });
  if (found && chance(50)) {
    Array a = *found;
    Expr target = load(a, 1);
    if (chance(45)) {  // one component
      Type type{a.kind};
      Expr part =
          chance(50)
              ? Expr{Expr::Form::Member, chance(50) || a.element < 2 ? "x" : "y", {target}, type}
              : index(target, {modulo(integer(1), a.element)}, type);
      Expr e = value(2);
      if (!promote(e.type.kind, a.kind)) e = cast(a.kind, e);
      out.push_back(chance(50) ? assign(part, e) : augment(chance(50) ? "+" : "*", part, e));
      return;
    }
    Expr e = chance(75) ? vector(a.element, 2) : value(2);
    if (!promote(e.type.kind, a.kind)) e = cast(a.kind, e);
    out.push_back(chance(70) ? assign(target, e) : augment(chance(50) ? "-" : "*", target, e));
    return;
  }
  if (vectors.empty() || chance(40)) {
    int size = static_cast<int>(random_.between(2, 4));
    Kind kind = any_kind();
    Expr e = vector(size, 2);
    if (e.type.kind != kind || e.type.strength != Strength::Strong) e = cast(kind, e);
    Var v = new_local({kind, Strength::Strong, size});
    out.push_back(assign(name(v.name, v.type), e));
    scope_.vars.push_back(v);
    return;
  }
  Var v = pick(vectors);
  Expr target = name(v.name, v.type);
  Kind kind = v.type.kind;
  switch (random_.below(4)) {
    case 0: {
      Expr at = cast(Kind::I64, integer(1));  // outside is nowhere; debug mode tells of it
      if (program_.way.checks) at = modulo(std::move(at), v.type.size);
      if (chance(50) || is_constant(at)) at = number(random_.between(0, v.type.size - 1));
      Expr part = chance(50) ? Expr{Expr::Form::Member,
                                    chance(50) || v.type.size < 2 ? "x" : "y",
                                    {target},
                                    {kind}}
                             : index(target, {at}, {kind});
      out.push_back(chance(60) ? assign(part, fitting(kind, 2))
                               : augment(chance(50) ? "+" : "-", part, fitting(kind, 1)));
      return;
    }
    case 1: {
      Expr e = chance(50) ? vector(v.type.size, 1) : value(1);
      if (promote(e.type.kind, kind) != kind || (is_float(e.type.kind) && !is_float(kind)))
        e = cast(kind, e);
      out.push_back(augment(pick(std::vector<std::string>{"+", "-", "*"}), target, e));
      return;
    }
    case 2: {  // its own components in another order
      std::vector<Expr> parts;
      for (int k = v.type.size; k-- > 0;) parts.push_back(index(target, {number(k)}, {kind}));
      out.push_back(assign(target, Expr{Expr::Form::List, "", parts, v.type}));
      return;
    }
    default: {
      Expr e = vector(v.type.size, 2);
      if (promote(e.type.kind, kind) != kind || (is_float(e.type.kind) && !is_float(kind)))
        e = cast(kind, e);
      out.push_back(assign(target, e));
      return;
    }
  }
}

}  // namespace tack::kernel_fuzz
