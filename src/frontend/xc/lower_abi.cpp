// SPDX-License-Identifier: Apache-2.0
// How host functions take and give values: as C does. A struct travels in registers or in memory;
// a function that throws has one more result, the thrown object or null. Of several results, which
// C does not know, each struct goes to an address.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

ModuleLowering::CallShape ModuleLowering::call_shape(const std::vector<const Type*>& results,
                                                     const std::vector<const Type*>& parameters,
                                                     bool has_self, bool throws) {
  CallShape out;
  out.abi = classify(results, parameters, has_self);
  auto add = [&](ir::Type t, ir::Type copied = ir::kVoid) {
    out.parameters.push_back(t);
    out.by_value.push_back(copied);
  };
  if (results.size() == 1) {
    const AbiValue& v = out.abi.result;
    out.struct_in_registers = results[0]->is_struct() && !v.in_memory;
    // C's callers find the address of the struct in the result, too.
    if (v.in_memory) add(ir::kPtr);
    out.results = v.in_memory ? std::vector<ir::Type>{ir::kPtr} : v.registers;
  } else {
    for (const Type* t : results) {
      if (t->is_struct()) {
        add(ir::kPtr);
      } else {
        out.results.push_back(type(t));
      }
    }
  }
  if (has_self) add(ir::kPtr);
  for (size_t k = 0; k < parameters.size(); ++k) {
    const AbiValue& v = out.abi.parameters[k];
    if (v.in_memory) add(ir::kPtr, type(parameters[k]));
    for (ir::Type t : v.registers) add(t);
  }
  if (throws) out.results.push_back(ir::kPtr);
  return out;
}

ModuleLowering::CallShape ModuleLowering::call_shape(const Func& f) {
  CallShape out = call_shape(f.results, f.types, f.owner && !f.is_static, f.throws);
  if (f.takes_slots()) {
    out.parameters.insert(out.parameters.end(), {ir::kPtr, ir::kU32});
    out.by_value.insert(out.by_value.end(), {ir::kVoid, ir::kVoid});
  }
  return out;
}

ModuleLowering::CallShape ModuleLowering::call_shape(const Type* function, bool has_self) {
  std::vector<const Type*> results;
  if (!function->to->is_void()) results.push_back(function->to);
  return call_shape(results, function->parameters, has_self, function->throws);
}

Inst* ModuleLowering::call_ptr(ir::Builder& b, Inst* code, const CallShape& shape,
                               std::vector<Inst*> arguments) {
  Inst* call = b.call_ptr(code, shape.results, std::move(arguments));
  ir::StructType list;
  bool any = false;
  for (size_t k = 0; k < shape.parameters.size(); ++k) {
    any = any || !shape.by_value[k].is_void();
    ir::Type t = shape.by_value[k].is_void() ? shape.parameters[k] : shape.by_value[k];
    list.fields.push_back({"p" + std::to_string(k), t, list.size});
    list.size += (module->size_of(t) + 7) / 8 * 8;
  }
  if (!any) return call;
  list.name = unique("parameters");
  list.align = 8;
  call->aux = module->add_struct(std::move(list));
  return call;
}

// Memory for whole registers, which may be longer than the struct.
Place FunctionLowering::words(const AbiValue& how, const Type* t) {
  Inst* var = prologue_var(shared_.module->array(ir::kU64, how.registers.size()), "words");
  Place p;
  p.type = t;
  p.base = b_.bitcast(ir::kPtr, b_.addr_of(var));
  return p;
}

std::vector<Inst*> FunctionLowering::load_registers(const AbiValue& how, const Place& from) {
  std::vector<Inst*> out;
  if (how.registers.empty()) return out;
  Place whole = from;
  uint64_t align = align_of(from.type);
  if (size_of(from.type) % 8 != 0) {
    whole = words(how, from.type);
    copy(whole, from);
    align = 8;
  }
  for (size_t k = 0; k < how.registers.size(); ++k) {
    Inst* at = k ? b_.ptr_add(whole.base, b_.i64(static_cast<int64_t>(8 * k))) : whole.base;
    Inst* v = b_.ptr_load(how.registers[k], at);
    if (align < 8) v->bits = align;
    out.push_back(v);
  }
  return out;
}

void FunctionLowering::store_registers(const AbiValue& how, const Place& to,
                                       const std::vector<Inst*>& given) {
  if (how.registers.empty()) return;
  bool whole = size_of(to.type) % 8 == 0;
  Place into = whole ? to : words(how, to.type);
  for (size_t k = 0; k < given.size(); ++k) {
    Inst* at = k ? b_.ptr_add(into.base, b_.i64(static_cast<int64_t>(8 * k))) : into.base;
    Inst* stored = b_.emit(ir::Op::PtrStore, ir::kVoid, {at, given[k]});
    if (whole && align_of(to.type) < 8) stored->bits = align_of(to.type);
  }
  if (!whole) copy(to, into);
}

// A copy of the caller's own.
void FunctionLowering::pass_struct(const AbiValue& how, const Place& own, std::vector<Inst*>& out) {
  if (how.in_memory) {
    out.push_back(own.base);
  } else {
    for (Inst* v : load_registers(how, own)) out.push_back(v);
  }
}

std::vector<Inst*> FunctionLowering::host_arguments(const std::vector<Expr*>& list,
                                                    const std::vector<AbiValue>& abi,
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
      pass_struct(abi[i], to, out);
      continue;
    }
    if (e->type->is_counted()) {
      out.push_back(argument(e, {list.begin() + static_cast<long>(i) + 1, list.end()}, lets_go));
      continue;
    }
    Inst* v = value(e);
    if (i >= abi.size()) {
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
  if (!shape_.struct_in_registers) next += srets_.size();
  if (f.self) {
    self_ = params[next++];
    values_[f.self] = self_;
  }
  for (size_t i = 0; i < f.vars.size(); ++i) {
    Var* v = f.vars[i];
    at(v->where);
    if (v->type->is_struct()) {
      if (host()) {
        const AbiValue& how = shape_.abi.parameters[i];
        Inst* given = how.in_memory ? params[next++] : nullptr;
        if (!given) {
          b_.in(prologue_, [&] {
            Place p = how.registers.empty() ? temporary(v->type) : words(how, v->type);
            given = p.base;
            for (size_t k = 0; k < how.registers.size(); ++k)
              b_.ptr_store(b_.ptr_add(given, b_.i64(static_cast<int64_t>(8 * k))), params[next++]);
          });
        }
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

// The one struct that a function gives stands in its place already.
void FunctionLowering::return_values(std::vector<Inst*> values) {
  run_cleanups(0);
  if (dead()) return;
  if (shape_.struct_in_registers)
    values = load_registers(shape_.abi.result, behind(srets_[0], results_[0]));
  if (shape_.abi.result.in_memory) values.push_back(srets_[0]);
  if (throws_) values.push_back(b_.constant(ir::kPtr, 0));
  b_.ret(std::move(values));
}

}  // namespace tack::xc
