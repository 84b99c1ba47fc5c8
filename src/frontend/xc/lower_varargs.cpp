// SPDX-License-Identifier: Apache-2.0
// What `...` stands for: the caller lays its values out in slots, each with its kind, and passes
// their address and number; va_arg takes the next and ends the program where it is of another kind.
// Objects in slots have no count of their own: the caller holds them.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {
namespace {

uint64_t slot_kind(const Type* t) {
  if (t->is_counted()) return TACK_XC_SLOT_OBJECT;
  bool bytes = t->is_pointer() && t->to->is_int() && t->to->bits() == 8;
  if (t->is_pointer()) return bytes ? TACK_XC_SLOT_TEXT : TACK_XC_SLOT_POINTER;
  return TACK_XC_SLOT_U8 + static_cast<uint64_t>(t->kind) - static_cast<uint64_t>(TypeKind::U8);
}
static_assert(static_cast<int>(TypeKind::Double) - static_cast<int>(TypeKind::U8) ==
              TACK_XC_SLOT_DOUBLE - TACK_XC_SLOT_U8);

}  // namespace

void FunctionLowering::trap_if(Inst* condition, const SourceRange& where, std::string_view text) {
  Inst* branch = b_.if_(condition);
  b_.in(*branch->regions[0], [&] {
    b_.trap(where.file->name + ":" + std::to_string(where.line) + ": " + std::string(text));
  });
}

std::vector<Inst*> FunctionLowering::arguments(const Func& f,
                                               const ModuleLowering::CallShape& shape,
                                               const std::vector<Expr*>& list, bool lets_go) {
  if (!f.takes_slots()) return host_arguments(list, shape.abi.parameters, lets_go);
  return slot_arguments(f, shape, list, lets_go);
}

// The arguments before `...`, then the address of the slots and their number. A struct, which only
// formats take, has one for each value in it.
std::vector<Inst*> FunctionLowering::slot_arguments(const Func& f,
                                                    const ModuleLowering::CallShape& shape,
                                                    const std::vector<Expr*>& list, bool lets_go) {
  bool forwards = !list.empty() && list.back()->kind == ExprKind::Forward;
  std::vector<Expr*> given(list.begin(), list.end() - forwards);
  size_t fixed = f.types.size(), count = given.size() - fixed;
  std::vector<AbiValue> abi = shape.abi.parameters;
  abi.resize(given.size(), AbiValue{.in_memory = true, .registers = {}});
  std::vector<Inst*> out = host_arguments(given, abi, lets_go);
  size_t first = out.size() - count;  // a struct before the tail may take two registers
  std::vector<const Type*> types;
  std::vector<Inst*> values;
  for (size_t k = 0; k < count; ++k) {
    const Type* t = given[fixed + k]->type;
    Inst* v = out[first + k];
    leaves(t, types);
    if (t->is_struct()) {
      flatten(t, behind(v, t), values);
    } else {
      values.push_back(v);
    }
  }
  Inst* slots = tail_;
  if (!forwards) slots = b_.constant(ir::kPtr, 0);
  if (!values.empty()) {
    constexpr uint64_t kWords = TACK_XC_SLOT_SIZE / 8;
    slots = b_.bitcast(
        ir::kPtr,
        b_.addr_of(prologue_var(shared_.module->array(ir::kU64, kWords * values.size()), "tail")));
  }
  for (size_t k = 0; k < values.size(); ++k) {
    const Type* t = types[k];
    Inst* v = values[k];
    if (t->is_float()) v = b_.convert(ir::kF64, v);
    if (t->is_int()) v = b_.convert(ir::kU64, v);
    Inst* slot = b_.ptr_add(slots, b_.i64(static_cast<int64_t>(TACK_XC_SLOT_SIZE * k)));
    b_.ptr_store(slot, v);
    b_.ptr_store(b_.ptr_add(slot, b_.i64(TACK_XC_SLOT_KIND)), b_.constant(ir::kU64, slot_kind(t)));
  }
  out.resize(first);
  out.push_back(slots);
  out.push_back(forwards ? tail_count_ : b_.constant(ir::kU32, values.size()));
  return out;
}

Inst* FunctionLowering::va_arg(Expr* e) {
  const Type* t = e->type;
  Place ap = place(e->a);
  Inst* taken = b_.convert(ir::kU64, load(ap));
  trap_if(b_.le(b_.convert(ir::kU64, tail_count_), taken), e->where,
          "the call gave no argument for this va_arg");
  store(ap, b_.convert(type(ap.type), b_.add(taken, b_.constant(ir::kU64, 1))));
  Inst* bytes = b_.mul(b_.convert(ir::kI64, taken), b_.i64(TACK_XC_SLOT_SIZE));
  Inst* slot = b_.ptr_add(tail_, bytes);
  Inst* kind = b_.ptr_load(ir::kU64, b_.ptr_add(slot, b_.i64(TACK_XC_SLOT_KIND)));
  auto is_at_most = [&](uint64_t last) { return b_.le(kind, b_.constant(ir::kU64, last)); };
  auto is = [&](uint64_t what) { return b_.eq(kind, b_.constant(ir::kU64, what)); };
  if (t->is_int()) {
    trap_if(b_.bit_not(is_at_most(TACK_XC_SLOT_I64)), e->where,
            "the argument of this va_arg is no integer");
    return b_.convert(type(t), b_.ptr_load(ir::kU64, slot));
  }
  if (t->is_float()) {
    Inst* fits = b_.bit_or(is(TACK_XC_SLOT_FLOAT), is(TACK_XC_SLOT_DOUBLE));
    trap_if(b_.bit_not(fits), e->where, "the argument of this va_arg is no floating-point number");
    return b_.convert(type(t), b_.ptr_load(ir::kF64, slot));
  }
  // 0 is written for null, and an untyped pointer may hold an object's address.
  Inst* null = b_.eq(b_.ptr_load(ir::kU64, slot), b_.constant(ir::kU64, 0));
  Inst* is_null =
      b_.bit_and(null, b_.bit_not(b_.bit_or(is(TACK_XC_SLOT_FLOAT), is(TACK_XC_SLOT_DOUBLE))));
  Inst* fits = is_null;
  if (t->is_counted() || t->to->is_void()) fits = b_.bit_or(fits, is(TACK_XC_SLOT_OBJECT));
  if (!t->is_counted()) {
    fits = b_.bit_or(fits, is(TACK_XC_SLOT_POINTER));
    fits = b_.bit_or(fits, is(TACK_XC_SLOT_TEXT));
  }
  trap_if(b_.bit_not(fits), e->where,
          t->is_counted() ? "the argument of this va_arg is no object"
                          : "the argument of this va_arg is no pointer");
  Inst* v = b_.ptr_load(ir::kPtr, slot);
  return t->is_object() ? checked_downcast(v, t, false, e->where) : v;
}

}  // namespace tack::xc
