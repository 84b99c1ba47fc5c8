// SPDX-License-Identifier: Apache-2.0
// How host functions take and give values. A struct is passed as the address of a copy and returned
// through an address; a function that throws has one more result, the thrown object or null.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

std::vector<ir::Type> ModuleLowering::result_types(const std::vector<const Type*>& results,
                                                   bool throws) {
  std::vector<ir::Type> out;
  for (const Type* t : results) {
    if (!t->is_struct()) out.push_back(type(t));
  }
  if (throws) out.push_back(ir::kPtr);
  return out;
}

std::vector<Inst*> FunctionLowering::host_arguments(const std::vector<Expr*>& list, size_t fixed,
                                                    bool lets_go) {
  std::vector<Inst*> out;
  for (size_t i = 0; i < list.size(); ++i) {
    Expr* e = list[i];
    if (e->type->is_struct()) {
      Place kept = counted_var(e->type, "argument");
      Place to = in_memory(kept);
      aggregate_into(to, e);
      if (e->type->holds_counted()) {
        destroy_at_end(kept);
        scopes_.back().cleanups.back().of_call = true;
      }
      out.push_back(to.base);
      continue;
    }
    if (e->type->is_counted()) {
      out.push_back(argument(e, {list.begin() + static_cast<long>(i) + 1, list.end()}, lets_go));
      continue;
    }
    Inst* v = value(e);
    if (i >= fixed) {
      // As C does for the tail of a variadic call.
      if (v->type == ir::kF32) v = b_.convert(ir::kF64, v);
      if (v->type.is_int() && ir::bits_of(v->type) < 32) v = b_.convert(ir::kI32, v);
    }
    out.push_back(v);
  }
  return out;
}

void FunctionLowering::parameters(Func& f) {
  std::vector<Inst*>& params = b_.function().params;
  size_t next = 0;
  if (f.takes_slots()) {
    tail_ = params[params.size() - 2];
    tail_count_ = params.back();
  }
  next += srets_.size();
  if (f.self) {
    self_ = params[next++];
    values_[f.self] = self_;
  }
  for (Var* v : f.vars) {
    at(v->where);
    if (v->type->is_struct()) {
      if (host()) {
        Inst* given = params[next++];
        if (!v->type->holds_counted() || !(v->assigned || v->address_taken)) {
          addresses_[v] = given;  // the caller's copy is ours
          continue;
        }
        Place own = counted_var(v->type, v->name);
        vars_[v] = own.base;
        b_.in(prologue_, [&] { copy_in(in_memory(own), behind(given, v->type)); });
        destroy_at_end(own);
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
      if (shared_.letting_go.borrows(*v)) {
        store(p, param);
      } else {
        copy_in(p, param);
      }
    });
    if (v->type->is_counted() && !shared_.letting_go.borrows(*v)) destroy_at_end(p);
  }
}

void FunctionLowering::return_values(std::vector<Inst*> values) {
  run_cleanups(0);
  if (dead()) return;
  if (throws_) values.push_back(b_.constant(ir::kPtr, 0));
  b_.ret(std::move(values));
}

}  // namespace tack::xc
