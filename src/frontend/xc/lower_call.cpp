// SPDX-License-Identifier: Apache-2.0
// Calls. On the host a struct is passed as the address of a copy and returned through an address;
// a function that throws has one more result, the thrown object or null. Code for kernels passes
// structs as their scalars, and what a function reads from outside as further arguments.
#include <algorithm>

#include "frontend/xc/lower_function.hpp"
#include "mathlib/mathlib.hpp"
#include "support/ice.hpp"

namespace tack::xc {

void FunctionLowering::leaves(const Type* t, std::vector<const Type*>& out) {
  if (t->is_struct()) {
    for (const Field& f : t->record->fields) leaves(f.type, out);
  } else if (t->is_array()) {
    for (uint64_t i = 0; i < t->count; ++i) leaves(t->to, out);
  } else {
    out.push_back(t);
  }
}

uint64_t FunctionLowering::leaf_count(const Type* t) {
  if (t->is_array()) return t->count * leaf_count(t->to);
  if (!t->is_struct()) return 1;
  uint64_t sum = 0;
  for (const Field& f : t->record->fields) sum += leaf_count(f.type);
  return sum;
}

void FunctionLowering::flatten(const Type* t, const Place& p, std::vector<Inst*>& out) {
  if (t->is_struct()) {
    for (const Field& f : t->record->fields) flatten(f.type, field(p, f), out);
  } else if (t->is_array()) {
    for (uint64_t i = 0; i < t->count; ++i)
      flatten(t->to, element(p, b_.i64(static_cast<int64_t>(i))), out);
  } else {
    out.push_back(load(p));
  }
}

void FunctionLowering::unflatten(const Type* t, const Place& p, const std::vector<Inst*>& values,
                                 size_t& next) {
  if (t->is_struct()) {
    for (const Field& f : t->record->fields) unflatten(f.type, field(p, f), values, next);
  } else if (t->is_array()) {
    for (uint64_t i = 0; i < t->count; ++i)
      unflatten(t->to, element(p, b_.i64(static_cast<int64_t>(i))), values, next);
  } else {
    store(p, values[next++]);
  }
}

std::vector<Inst*> FunctionLowering::host_arguments(const std::vector<Expr*>& list, size_t fixed,
                                                    bool lets_go) {
  std::vector<Inst*> out;
  for (size_t i = 0; i < list.size(); ++i) {
    Expr* e = list[i];
    if (e->type->is_struct()) {
      Place from = aggregate(e);
      Place to = temporary(e->type);
      copy(to, from);
      out.push_back(to.base);
      continue;
    }
    if (e->type->is_object()) {
      out.push_back(in_use(e, {list.begin() + static_cast<long>(i) + 1, list.end()}, lets_go));
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

// A call of a function that throws: looks at its last result.
void FunctionLowering::check_thrown(Inst* call, size_t results) {
  Inst* error = results == 0 ? call : b_.result_of(call, static_cast<uint32_t>(results));
  Inst* branch = b_.if_(b_.ne(error, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] { throw_(error); });
}

Inst* FunctionLowering::pointer_call(Expr* e, const Place* into) {
  const Type* f = e->a->type->to;
  Inst* pointer = value(e->a);
  std::vector<Inst*> args;
  if (f->to->is_struct()) args.push_back(into->base);
  for (Inst* a : host_arguments(e->list, e->list.size(), true)) args.push_back(a);
  at(e->where);
  std::vector<const Type*> results;
  if (!f->to->is_void() && !f->to->is_struct()) results.push_back(f->to);
  Inst* c = b_.call_ptr(pointer, shared_.result_types(results, f->throws), args);
  Inst* v = f->throws && !results.empty() ? b_.result_of(c, 0) : c;
  if (f->throws) check_thrown(c, results.size());
  return results.empty() ? nullptr : v;
}

Inst* FunctionLowering::call(Expr* e, const Place* into) {
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
  std::vector<Inst*> args;
  bool has_struct = !f.results.empty() && f.results[0]->is_struct();
  if (has_struct) args.push_back(into->base);
  Inst* object = nullptr;
  bool lets_go = f.is_external() || shared_.letting_go.may(f);
  if (f.self || (f.owner && !f.is_static)) {
    object = in_use(e->a, {e->list.begin(), e->list.end()}, lets_go);
    args.push_back(object);
  }
  for (Inst* a : host_arguments(e->list, f.types.size(), lets_go)) args.push_back(a);
  at(e->where);
  if (object) existing(e->a, object);
  ir::Function& callee = shared_.function(f);
  Inst* c = nullptr;
  bool is_virtual = e->is_virtual && f.overridden;
  if (is_virtual) {
    c = b_.call_ptr(method_call_target(e, object), callee.results, args);
  } else {
    c = b_.call(callee, args);
  }
  if (f.results.size() > 1) {
    if (f.throws) check_thrown(c, f.results.size());
    return c;
  }
  size_t plain = has_struct ? 0 : f.results.size();
  if (!f.throws) return plain ? c : nullptr;
  Inst* v = plain ? b_.result_of(c, 0) : nullptr;
  check_thrown(c, plain);
  return v;
}

Inst* FunctionLowering::device_call(Expr* e, const Place* into) {
  Func& f = *e->func;
  if (f.throws || f.results.size() > 1 || (f.owner && !f.is_static)) {
    shared_.not_built(e->where,
                      "methods and functions that throw or give several results in a par body");
    return e->type->is_void() ? nullptr
                              : b_.constant(type(e->type->is_scalar() ? e->type : types_.u8()), 0);
  }
  // Each scalar is an argument: 4000 took 15 s to compile.
  constexpr uint64_t kMaxLeaves = 1024;
  uint64_t most = e->type->is_struct() ? leaf_count(e->type) : 0;
  for (const Expr* a : e->list) most = std::max(most, leaf_count(a->type));
  if (most > kMaxLeaves) {
    shared_.not_built(e->where,
                      "structs of more than 1024 numbers given to or by functions in a par body");
    return e->type->is_scalar() ? b_.constant(type(e->type), 0) : nullptr;
  }
  std::vector<Inst*> args;
  for (Expr* a : e->list) {
    if (a->type->is_pointer()) {
      shared_.not_built(a->where, "pointer arguments in a par body");
      return e->type->is_void()
                 ? nullptr
                 : b_.constant(type(e->type->is_scalar() ? e->type : types_.u8()), 0);
    }
    if (a->type->is_struct()) {
      flatten(a->type, aggregate(a), args);
    } else {
      args.push_back(value(a));
    }
  }
  DeviceFunction& callee = shared_.device(f);
  for (const Capture& c : callee.captures) args.push_back(capture(c, std::string(c.var->name)));
  at(e->where);
  Inst* c = b_.call(*callee.function, args);
  if (!e->type->is_struct()) return e->type->is_void() ? nullptr : c;
  std::vector<Inst*> values;
  size_t count = callee.function->results.size();
  for (uint32_t k = 0; k < count; ++k) values.push_back(count == 1 ? c : b_.result_of(c, k));
  size_t next = 0;
  unflatten(e->type, *into, values, next);
  return nullptr;
}

// Functions whose body is an op or a function of the math library.
Inst* FunctionLowering::builtin(Expr* e) {
  const std::string& name = e->func->builtin;
  if (name == "printf") {
    std::vector<Inst*> args = host_arguments(e->list, 1, false);
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
