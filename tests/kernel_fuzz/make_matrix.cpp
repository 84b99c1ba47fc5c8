// SPDX-License-Identifier: Apache-2.0
// Matrices: values, products, and what makes numbers of them.
#include "kernel_fuzz/maker.hpp"

namespace tack::kernel_fuzz {

Expr Maker::matrix_leaf(int rows, int cols) {
  std::vector<const Var*> found;
  for (const Var& v : scope_.vars)
    if (v.type.size == rows && v.type.cols == cols) found.push_back(&v);
  if (!found.empty() && chance(65)) {
    const Var& v = *pick(found);
    return name(v.name, v.type);
  }
  if (!is_outside_ && chance(50)) {
    std::vector<const Array*> arrays;
    for (const Array& a : scope_.arrays)
      if (a.element == rows && a.cols == cols && a.size() > 0 && a.role != Role::Counter)
        arrays.push_back(&a);
    if (!arrays.empty()) return load(*pick(arrays), 0);
  }
  if (chance(30)) {
    if (auto table = table_value(rows, cols)) return *table;
  }
  Kind kind = any_kind();
  Expr list{Expr::Form::List, "", {}, {kind, Strength::Strong, rows, cols}};
  for (int r = 0; r < rows; ++r) {
    Expr row{Expr::Form::List, "", {}, {kind, Strength::Strong, cols}};
    // The first entry of a row has the type that all meet in.
    for (int c = 0; c < cols; ++c) row.args.push_back(c == 0 ? of_kind(kind, 1) : fitting(kind, 0));
    list.args.push_back(row);
  }
  Type type = list.type;
  return call("tack.Matrix", {list}, type);
}

Expr Maker::matrix(int rows, int cols, int depth) {
  if (depth <= 0 || !may_grow()) return matrix_leaf(rows, cols);
  int d = depth - 1;
  switch (random_.below(9)) {
    case 8:
      if (auto made = call_shape(rows, cols, d)) return *made;
      return matrix_leaf(rows, cols);
    case 0:
    case 1: {
      Expr a = matrix(rows, cols, d);
      Expr b = chance(60) ? matrix(rows, cols, d) : value(d);
      if (rows == cols && chance(45))
        b = call("tack.Matrix.identity", {number(rows)},
                 {Kind::I32, Strength::Literal, rows, cols});
      fix_pair(a, b);
      Type type = *common(a.type, b.type);
      return binary(pick(std::vector<std::string>{"+", "-", "*"}), a, b, type);
    }
    case 2:
    case 3: {
      int inner_size = static_cast<int>(random_.between(1, 3));
      Expr a = matrix(rows, inner_size, d), b = matrix(inner_size, cols, d);
      fix_pair(a, b);
      Type type{*promote(a.type.kind, b.type.kind), Strength::Strong, rows, cols};
      return binary("@", a, b, type);
    }
    case 4: {
      Expr a = matrix(cols, rows, d);
      Type type{a.type.kind, Strength::Strong, rows, cols};
      return method("transpose", {a}, type);
    }
    case 5:
      return cast(any_kind(), matrix(rows, cols, d));
    case 6: {
      Expr c = condition(d), a = matrix(rows, cols, d), b = matrix(rows, cols, d);
      fix_pair(a, b);
      Type type = *common(a.type, b.type);
      return conditional(c, a, b, type);
    }
    default:
      return matrix_leaf(rows, cols);
  }
}

Expr Maker::number_of_matrix(int depth) {
  int rows = static_cast<int>(random_.between(1, 3));
  int cols = static_cast<int>(random_.between(1, 3));
  switch (random_.below(4)) {
    case 0: {
      Expr m = matrix(rows, cols, depth);
      Type type{m.type.kind};
      return index(m, {number(random_.between(0, rows - 1)), number(random_.between(0, cols - 1))},
                   type);
    }
    case 1: {
      Expr m = matrix(rows, rows, depth);
      Type type{m.type.kind};
      return method("trace", {m}, type);
    }
    case 2: {  // of integers: the order of its products does not show
      int size = static_cast<int>(random_.between(2, 3));
      Expr m = as_integer(matrix(size, size, depth));
      Type type{m.type.kind};
      return method("determinant", {m}, type);
    }
    default: {
      Expr m = matrix(rows, cols, depth);
      Type type{m.type.kind};
      return method(pick(std::vector<std::string>{"sum", "norm_sqr", "min", "max"}), {m}, type);
    }
  }
}

void Maker::matrix_statement(std::vector<Stmt>& out) {
  const Array* own =
      pick_array(+[](const Array& a) { return a.role == Role::Own && a.size() > 0 && a.cols > 0; });
  if (own && chance(75)) {
    Array a = *own;
    Expr target = load(a, 1);
    if (chance(35)) {  // one entry
      Expr part =
          index(target,
                {number(random_.between(0, a.element - 1)), number(random_.between(0, a.cols - 1))},
                {a.kind});
      Expr e = value(2);
      if (!promote(e.type.kind, a.kind)) e = cast(a.kind, e);
      out.push_back(chance(50) ? assign(part, e) : augment(chance(50) ? "+" : "*", part, e));
      return;
    }
    Expr e = chance(75) ? matrix(a.element, a.cols, 2) : value(2);
    if (!promote(e.type.kind, a.kind)) e = cast(a.kind, e);
    out.push_back(chance(70) ? assign(target, e) : augment(chance(50) ? "-" : "*", target, e));
    return;
  }
  std::vector<Var> found;
  for (const Var& v : scope_.vars)
    if (v.type.cols && v.may_assign) found.push_back(v);
  if (found.empty() || chance(40)) {
    int rows = static_cast<int>(random_.between(1, 3));
    int cols = static_cast<int>(random_.between(1, 3));
    Kind kind = any_kind();
    Expr e = matrix(rows, cols, 2);
    if (e.type.kind != kind || e.type.strength != Strength::Strong) e = cast(kind, e);
    Var v = new_local({kind, Strength::Strong, rows, cols});
    out.push_back(assign(name(v.name, v.type), e));
    scope_.vars.push_back(v);
    return;
  }
  Var v = pick(found);
  Expr target = name(v.name, v.type);
  Kind kind = v.type.kind;
  if (chance(50)) {
    Expr part = index(
        target,
        {number(random_.between(0, v.type.size - 1)), number(random_.between(0, v.type.cols - 1))},
        {kind});
    out.push_back(chance(50) ? assign(part, fitting(kind, 2))
                             : augment("+", part, fitting(kind, 1)));
    return;
  }
  if (v.type.size == v.type.cols && chance(50)) {  // it reads what it assigns
    out.push_back(assign(target, method("transpose", {target}, v.type)));
    return;
  }
  Expr e = matrix(v.type.size, v.type.cols, 2);
  if (promote(e.type.kind, kind) != kind || (is_float(e.type.kind) && !is_float(kind)))
    e = cast(kind, e);
  out.push_back(chance(60) ? assign(target, e) : augment("-", target, e));
}

}  // namespace tack::kernel_fuzz
