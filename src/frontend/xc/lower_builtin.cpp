// SPDX-License-Identifier: Apache-2.0
// Functions whose body is an op or a function of the math library.
#include "frontend/xc/lower_function.hpp"
#include "mathlib/mathlib.hpp"

namespace tack::xc {

// Functions whose body is an op or a function of the math library.
Inst* FunctionLowering::builtin(Expr* e) {
  const std::string& name = e->func->builtin;
  if (e->takes_slots) {
    std::vector<Inst*> args = slot_arguments(*e->func, shared_.call_shape(*e->func), e->list, true);
    std::vector<ir::Type> types(args.size(), ir::kPtr);
    types.back() = ir::kU32;
    types.push_back(ir::kPtr);
    ir::Function& format = shared_.external("tack_rt_xc_" + name, types, {});
    at(e->where);
    ir::Function* describe = shared_.describe();
    args.push_back(describe ? b_.bitcast(ir::kPtr, b_.addr_of(*describe))
                            : b_.constant(ir::kPtr, 0));
    b_.call(format, args);
    return nullptr;
  }
  // References in memory that the library's collections hold by hand.
  if (name == "object_put") {
    Inst* place = value(e->list[0]);
    b_.ptr_store(place, owned(e->list[1]));
    return nullptr;
  }
  if (name == "object_at") {
    Inst* object = b_.ptr_load(ir::kPtr, value(e->list[0]));
    retain(object);
    return object;
  }
  if (name == "object_drop") {
    release(b_.ptr_load(ir::kPtr, value(e->list[0])));
    return nullptr;
  }
  if (name == "printf") {
    std::vector<Inst*> args = host_arguments(e->list, {AbiValue()}, false);
    ir::Function& printf = shared_.external("printf", {ir::kPtr}, {ir::kI32}, true);
    at(e->where);
    Inst* c = b_.call(printf, args);
    return e->type->is_void() ? nullptr : c;
  }
  std::vector<Inst*> args;
  for (Expr* a : e->list) args.push_back(value(a));
  at(e->where);
  struct Plain {
    std::string_view name;
    ir::Op op;
  };
  constexpr Plain kPlain[] = {{"sqrt", ir::Op::Sqrt},   {"abs", ir::Op::Abs},
                              {"floor", ir::Op::Floor}, {"ceil", ir::Op::Ceil},
                              {"trunc", ir::Op::Trunc}, {"rint", ir::Op::Rint},
                              {"min", ir::Op::Min},     {"max", ir::Op::Max}};
  for (const Plain& p : kPlain) {
    if (p.name == name) return b_.emit(p.op, args);
  }
  if (ir::Function* f = mathlib::add(*shared_.module, "math." + name)) return b_.call(*f, args);
  shared_.not_built(e->where, "functions like " + std::string(e->func->name) + " of these types");
  return b_.constant(type(e->type), 0);
}

}  // namespace tack::xc
