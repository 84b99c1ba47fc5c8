// SPDX-License-Identifier: Apache-2.0
// Atomic updates and print.
#include "frontend/python/emitter.hpp"

namespace tack::python {

using ir::Inst;
using ir::Op;

// Array, index, value, in this order; the value converts once, to the array's type.
Parts Emitter::atomic(const hir::Expr& e) {
  const hir::Array& array = *e.array;
  std::vector<hir::Expr*> indices(e.args.begin(), e.args.end() - 1);
  bool is_flat = e.ty.is_number() && !array.element.is_number();
  Inst* at = nullptr;
  if (is_flat) {
    at = value(*indices[0]);
    Inst* count = b_.i64(static_cast<int64_t>(array.element.count()));
    if (has_checks_) check_index(array, *indices[0], at, b_.mul(length(array), count), -1);
    trace_component(array, *indices[0], at);
  } else {
    at = index(array, indices);
  }
  Parts values = spread(*e.args.back(), array.kind, e.ty.shape);
  b_.set_loc(e.loc);
  ArgUse& use = out_.uses[static_cast<size_t>(array.arg)];
  use.read = use.written = true;
  Op op = e.builtin == Builtin::AtomicAdd   ? Op::AtomicAdd
          : e.builtin == Builtin::AtomicMin ? Op::AtomicMin
                                            : Op::AtomicMax;
  Inst* first = is_flat ? at : first_of(array, at);
  Parts olds;
  for (uint32_t k = 0; k < values.size(); ++k)
    olds.push_back(b_.atomic(op, array.inst, kth_of(first, k), values[k]));
  return olds;
}

void Emitter::print(const hir::Expr& e) {
  std::vector<Inst*> values;
  for (const hir::Expr* arg : e.args) values.push_back(value(*arg));
  b_.set_loc(e.loc);
  b_.print(*e.text, std::move(values));
}

}  // namespace tack::python
