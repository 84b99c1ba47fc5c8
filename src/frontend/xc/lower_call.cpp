// SPDX-License-Identifier: Apache-2.0
// Calls on the host.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

// A call of a function that throws: looks at its last result.
void FunctionLowering::check_thrown(Inst* call, size_t results) {
  Inst* error = results == 0 ? call : b_.result_of(call, static_cast<uint32_t>(results));
  Inst* branch = b_.if_(b_.ne(error, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] { throw_(error); });
}

// All results of a call but the thrown object, which is looked at.
std::vector<Inst*> FunctionLowering::given_values(Inst* call,
                                                  const ModuleLowering::CallShape& shape,
                                                  bool throws) {
  std::vector<Inst*> out;
  size_t count = shape.results.size() - throws;
  bool several = shape.results.size() > 1;
  for (uint32_t k = 0; k < count; ++k) out.push_back(several ? b_.result_of(call, k) : call);
  if (throws) check_thrown(call, count);
  return out;
}

Inst* FunctionLowering::pointer_call(Expr* e, const Place* into) {
  size_t before = scopes_.back().cleanups.size();
  Callee callee = this->callee(e);
  const Type* f = callee.shape;
  ModuleLowering::CallShape shape = shared_.call_shape(f, callee.on != nullptr);
  std::vector<Inst*> args;
  if (shape.abi.result.in_memory) args.push_back(into->base);
  if (callee.on) args.push_back(callee.on);
  for (Inst* a : host_arguments(e->list, shape.abi.parameters, true)) args.push_back(a);
  at(e->where);
  if (callee.checked) {
    Inst* null = b_.if_(b_.eq(callee.checked, b_.constant(ir::kPtr, 0)));
    b_.in(*null->regions[0], [&] {
      b_.trap(e->where.file->name + ":" + std::to_string(e->where.line) + ": the " + callee.what +
              " is null");
    });
  }
  if (callee.box) {
    Inst* null = b_.constant(ir::kPtr, 0);
    Inst* ended = b_.bit_and(b_.ne(callee.box, null), b_.eq(callee.on, null));
    Inst* gone = b_.if_(ended);
    b_.in(*gone->regions[0], [&] {
      b_.trap(e->where.file->name + ":" + std::to_string(e->where.line) +
              ": the callback's object has ended");
    });
  }
  Inst* code = callee.code;
  if (!code) code = b_.ptr_load(ir::kPtr, b_.ptr_add(callee.on, b_.i64(TACK_XC_OBJECT_FIELDS)));
  Inst* c = shared_.call_ptr(b_, code, shape, args);
  std::vector<Inst*> given = given_values(c, shape, f->throws);
  returned(before);
  if (f->to->is_void() || shape.abi.result.in_memory) return nullptr;
  if (!f->to->is_struct()) return given[0];
  store_registers(shape.abi.result, *into, given);
  return nullptr;
}

// `into` has a place for each struct among the results, `all` takes the other results where there
// are several; without them the first result is given and the others are let go.
Inst* FunctionLowering::call(Expr* e, const Place* into, std::vector<Inst*>* all) {
  at(e->where);
  if (e->kind == ExprKind::Int) return nullptr;
  if (!e->func) {
    if (!host()) {
      shared_.not_built(e->where, "calls through pointers in a par body");
      return b_.constant(type(e->type->is_void() ? types_.u8() : e->type), 0);
    }
    return pointer_call(e, into);
  }
  Func& f = *e->func;
  if (!f.builtin.empty()) return builtin(e);
  if (!host()) return device_call(e, into);
  size_t before = scopes_.back().cleanups.size();
  std::vector<Inst*> args;
  std::vector<Place> unwanted;
  ModuleLowering::CallShape shape = shared_.call_shape(f);
  for (const Type* t : f.results) {
    if (!t->is_struct() || shape.struct_in_registers) continue;
    if (f.results.size() > 1 && !all && (args.size() > 0 || t != f.results[0])) {
      unwanted.push_back(counted_var(t, "unwanted"));
      args.push_back(in_memory(unwanted.back()).base);
    } else {
      args.push_back(into[args.size()].base);
    }
  }
  Inst* object = nullptr;
  bool lets_go = f.is_external() || shared_.letting_go.may(f);
  if (f.self || (f.owner && !f.is_static)) {
    object = argument(e->a, {e->list.begin(), e->list.end()}, lets_go);
    args.push_back(object);
  }
  for (Inst* a : arguments(f, shape, e->list, lets_go)) args.push_back(a);
  at(e->where);
  if (object) existing(e->a, object);
  Inst* c = nullptr;
  if (f.is_requirement() || (e->is_virtual && f.overridden)) {
    Inst* code = method_code(f, object, e->where);
    c = shared_.call_ptr(b_, code, shape, args);
  } else {
    c = b_.call(shared_.function(f), args);
  }
  std::vector<const Type*> plain;
  for (const Type* t : f.results) {
    if (!t->is_struct()) plain.push_back(t);
  }
  std::vector<Inst*> values = given_values(c, shape, f.throws);
  returned(before);
  if (shape.struct_in_registers) {
    store_registers(shape.abi.result, *into, values);
    return nullptr;
  }
  if (all) {
    size_t next = 0;
    for (const Type* t : f.results) all->push_back(t->is_struct() ? nullptr : values[next++]);
    return nullptr;
  }
  for (const Place& p : unwanted) {
    if (p.type->holds_counted()) destroy_at_end(p);
  }
  bool first_is_plain = !f.results.empty() && !f.results[0]->is_struct();
  for (size_t k = first_is_plain; k < plain.size(); ++k) {
    if (plain[k]->is_counted()) keep_temporary(values[k], plain[k]);
  }
  return first_is_plain ? values[0] : nullptr;
}

}  // namespace tack::xc
