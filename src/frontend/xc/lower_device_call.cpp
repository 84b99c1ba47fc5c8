// SPDX-License-Identifier: Apache-2.0
// Calls in code for kernels pass structs as their scalars, and what a function reads from outside
// as further arguments.
#include <algorithm>

#include "frontend/xc/lower_function.hpp"

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

Inst* FunctionLowering::device_call(Expr* e, const Place* into) {
  Func& f = *e->func;
  if (f.throws || (f.owner && !f.is_static)) {
    shared_.not_built(e->where, "methods and functions that throw in a par body");
    return e->type->is_void() ? nullptr
                              : b_.constant(type(e->type->is_scalar() ? e->type : types_.u8()), 0);
  }
  // Each scalar is an argument: 4000 took 15 s to compile.
  constexpr uint64_t kMaxLeaves = 1024;
  uint64_t most = e->type->is_struct() ? leaf_count(e->type) : 0;
  for (const Expr* a : e->list) most = std::max(most, leaf_count(a->type));
  bool pointers = std::any_of(f.types.begin(), f.types.end(), holds_pointer);
  if (pointers || f.results.size() > 1 || most > kMaxLeaves) {
    std::vector<Place> results = call_in_place(e);
    if (e->type->is_void()) return nullptr;
    if (!e->type->is_struct()) return load(results[0]);
    copy(*into, results[0]);
    return nullptr;
  }
  std::vector<Inst*> args;
  for (Expr* a : e->list) {
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

}  // namespace tack::xc
