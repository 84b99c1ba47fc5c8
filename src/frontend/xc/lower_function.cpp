// SPDX-License-Identifier: Apache-2.0
// A function's frame: variables, its body, its end.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

bool FunctionLowering::dead() const {
  const auto& insts = const_cast<FunctionLowering*>(this)->b_.region().insts;
  if (insts.empty()) return false;
  ir::Op op = insts.back()->op;
  return op == ir::Op::Exit || op == ir::Op::Return || op == ir::Op::Trap;
}

// At the start of the function: seen everywhere, zero once.
Inst* FunctionLowering::prologue_var(ir::Type type, std::string_view name) {
  Inst* var = nullptr;
  b_.in(prologue_, [&] { var = b_.var(type, std::string(name)); });
  return var;
}

Inst* FunctionLowering::local_var(ir::Type type, std::string_view name) {
  return hoist_ ? prologue_var(type, name) : b_.var(type, std::string(name));
}

void FunctionLowering::start(Func* f) {
  func_ = f;
  hoist_ = f && f->has_labels;
  scopes_.clear();
  open_scope();
}

void FunctionLowering::finish() {
  auto& body = b_.function().body.insts;
  body.insert(body.begin(), prologue_.insts.begin(), prologue_.insts.end());
  prologue_.insts.clear();
}

// The end of the body without a return: zeros, where something is wanted.
void FunctionLowering::end_of_body() {
  if (dead()) return;
  run_cleanups(0);
  std::vector<Inst*> zeros;
  size_t structs = 0;
  for (const Type* t : results_) {
    if (host() && t->is_struct()) zero(behind(srets_[structs++], t));
  }
  if (shape_.struct_in_registers || shape_.abi.result.in_memory) return return_values({});
  for (ir::Type t : b_.function().results) zeros.push_back(b_.constant(t, 0));
  if (!zeros.empty()) b_.ret(std::move(zeros));
}

void FunctionLowering::function(Func& f) {
  start(&f);
  at(f.where);
  results_ = f.results;
  throws_ = f.throws;
  shape_ = shared_.call_shape(f);
  if (shape_.struct_in_registers) {
    b_.in(prologue_, [&] {
      const AbiValue& how = shape_.abi.result;
      srets_ = {how.registers.empty() ? temporary(results_[0]).base : words(how, results_[0]).base};
    });
  } else {
    for (const Type* t : f.results) {
      if (t->is_struct()) srets_.push_back(b_.function().params[srets_.size()]);
    }
  }
  parameters(f);
  at(f.where);
  if (f.is_init) initialiser_prologue(f);
  area(f.body);
  at(f.body->end);
  end_of_body();
  finish();
}

void FunctionLowering::device_function(Func& f, DeviceFunction& out) {
  captures_ = &out.captures;
  start(&f);
  at(f.where);
  results_ = f.results;
  parameters(f);
  area(f.body);
  at(f.body->end);
  end_of_body();
  finish();
}

}  // namespace tack::xc
