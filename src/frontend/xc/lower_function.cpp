// SPDX-License-Identifier: Apache-2.0
// A function's frame: parameters, variables, its end.
#include "frontend/xc/lower_function.hpp"

#include "support/ice.hpp"

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

void FunctionLowering::parameters(Func& f) {
  std::vector<Inst*>& params = b_.function().params;
  size_t next = 0;
  if (sret_) ++next;
  if (f.self) {
    self_ = params[next++];
    values_[f.self] = self_;
  }
  for (Var* v : f.vars) {
    at(v->where);
    if (v->type->is_struct()) {
      if (host()) {
        addresses_[v] = params[next++];  // the caller's copy is ours
        continue;
      }
      Inst* var = prologue_var(type(v->type), v->name);
      vars_[v] = var;
      Place p;
      p.kind = Place::Kind::Var;
      p.base = var;
      p.type = v->type;
      std::vector<const Type*> parts;
      leaves(v->type, parts);
      std::vector<Inst*> given(params.begin() + static_cast<long>(next),
                               params.begin() + static_cast<long>(next + parts.size()));
      size_t k = 0;
      b_.in(prologue_, [&] { unflatten(v->type, p, given, k); });
      next += parts.size();
      continue;
    }
    Inst* param = params[next++];
    if (!v->assigned && !v->address_taken) {
      values_[v] = param;
      continue;
    }
    Inst* var = prologue_var(type(v->type), v->name);
    vars_[v] = var;
    bool memory = host() && v->address_taken;
    Place p;
    p.type = v->type;
    b_.in(prologue_, [&] {
      p.kind = memory ? Place::Kind::Address : Place::Kind::Var;
      p.base = memory ? b_.bitcast(ir::kPtr, b_.addr_of(var)) : var;
      store(p, param);
      if (v->type->is_object()) retain(param);
    });
    if (v->type->is_object()) scopes_.back().cleanups.push_back({var, nullptr});
  }
}

// The end of the body without a return: zeros, where something is wanted.
void FunctionLowering::end_of_body() {
  if (dead()) return;
  run_cleanups(0);
  std::vector<Inst*> zeros;
  for (ir::Type t : b_.function().results) zeros.push_back(b_.constant(t, 0));
  if (!zeros.empty()) b_.ret(std::move(zeros));
}

void FunctionLowering::function(Func& f) {
  start(&f);
  at(f.where);
  results_ = f.results;
  throws_ = f.throws;
  if (!f.results.empty() && f.results[0]->is_struct()) sret_ = b_.function().params[0];
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
