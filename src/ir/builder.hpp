// SPDX-License-Identifier: Apache-2.0
// Writes instructions at the end of a region. Types follow from operands where they can; a wrong
// use is a fault of the caller (TACK_ICE), since front ends have checked the user's program.
#pragma once

#include <bit>
#include <initializer_list>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::ir {

class Builder {
 public:
  explicit Builder(Function& function) : function_(function), region_(&function.body) {}

  Function& function() { return function_; }
  Module& module() { return function_.module; }

  // Where the next instruction goes.
  Region& region() { return *region_; }
  void set_region(Region& region) { region_ = &region; }
  // Writes what `fill` emits into `region`, then returns to where it was.
  template <class Fill>
  void in(Region& region, const Fill& fill) {
    Region* saved = region_;
    region_ = &region;
    fill();
    region_ = saved;
  }
  // The source place of the next instructions.
  Loc loc() const { return loc_; }
  void set_loc(Loc loc) { loc_ = loc; }

  // Constants.
  Inst* constant(Type type, uint64_t bits) { return function_.constant(type, bits); }
  Inst* i1(bool v) { return constant(kI1, v); }
  Inst* i32(int32_t v) { return constant(kI32, static_cast<uint32_t>(v)); }
  Inst* i64(int64_t v) { return constant(kI64, static_cast<uint64_t>(v)); }
  Inst* f32(float v) { return constant(kF32, std::bit_cast<uint32_t>(v)); }
  Inst* f64(double v) { return constant(kF64, std::bit_cast<uint64_t>(v)); }

  // An op whose type follows from its operands (arithmetic, comparison, select, ...).
  Inst* emit(Op op, std::vector<Inst*> operands);
  // Any op, with the type said.
  Inst* emit(Op op, Type type, std::vector<Inst*> operands);

  Inst* add(Inst* a, Inst* b) { return emit(Op::Add, {a, b}); }
  Inst* sub(Inst* a, Inst* b) { return emit(Op::Sub, {a, b}); }
  Inst* mul(Inst* a, Inst* b) { return emit(Op::Mul, {a, b}); }
  Inst* bit_and(Inst* a, Inst* b) { return emit(Op::And, {a, b}); }
  Inst* bit_or(Inst* a, Inst* b) { return emit(Op::Or, {a, b}); }
  Inst* bit_not(Inst* a) { return emit(Op::Not, {a}); }
  Inst* eq(Inst* a, Inst* b) { return emit(Op::Eq, {a, b}); }
  Inst* ne(Inst* a, Inst* b) { return emit(Op::Ne, {a, b}); }
  Inst* lt(Inst* a, Inst* b) { return emit(Op::Lt, {a, b}); }
  Inst* le(Inst* a, Inst* b) { return emit(Op::Le, {a, b}); }
  Inst* select(Inst* c, Inst* a, Inst* b) { return emit(Op::Select, {c, a, b}); }
  Inst* convert(Type to, Inst* a) { return a->type == to ? a : emit(Op::Convert, to, {a}); }
  Inst* bitcast(Type to, Inst* a) { return a->type == to ? a : emit(Op::Bitcast, to, {a}); }
  Inst* splat(uint16_t lanes, Inst* a) { return emit(Op::Splat, a->type.with_lanes(lanes), {a}); }

  // Variables. `path` picks a field (constant) or an element (any integer) at each level.
  Inst* var(Type type, std::string name = {});
  Inst* load(Inst* var, std::vector<Inst*> path = {});
  void store(Inst* var, Inst* value, std::vector<Inst*> path = {});

  Inst* load_elem(Inst* buffer, Inst* index);
  void store_elem(Inst* buffer, Inst* index, Inst* value);
  // What was there before an AtomicAdd, AtomicMin or AtomicMax.
  Inst* atomic(Op op, Inst* buffer, Inst* index, Inst* value) {
    return emit(op, {buffer, index, value});
  }
  void print(std::string text, std::vector<Inst*> values) {
    emit(Op::Print, kVoid, std::move(values))->text = std::move(text);
  }

  Inst* ptr_add(Inst* ptr, Inst* bytes) { return emit(Op::PtrAdd, ptr->type, {ptr, bytes}); }
  Inst* ptr_load(Type type, Inst* ptr) { return emit(Op::PtrLoad, type, {ptr}); }
  void ptr_store(Inst* ptr, Inst* value) { emit(Op::PtrStore, kVoid, {ptr, value}); }
  Inst* addr_of(Inst* var);
  Inst* addr_of(Global& global);
  Inst* addr_of(Function& function);

  // Returns the call; its type is the single result's, void when there is none or several.
  Inst* call(Function& callee, std::vector<Inst*> arguments);
  Inst* call_ptr(Inst* pointer, std::vector<Type> results, std::vector<Inst*> arguments);
  Inst* result_of(Inst* call, uint32_t k);
  // A buffer parameter takes two arguments: a pointer and an i64 length in elements.
  Inst* launch(Function& kernel, std::vector<Inst*> extents, std::vector<Inst*> arguments,
               std::vector<Inst*> reduction_pointers);

  // Control. The result holds the regions; fill them with in().
  Inst* block(std::string label = {}) { return labelled(Op::Block, std::move(label), {}); }
  Inst* loop(std::string label = {}) { return labelled(Op::Loop, std::move(label), {}); }
  Inst* for_range(Inst* lo, Inst* hi, Inst* step, std::string index, std::string label = {});
  Inst* if_(Inst* condition) { return emit(Op::If, kVoid, {condition}); }
  // Regions: one for each case, then the default.
  Inst* switch_(Inst* subject, std::vector<SwitchCase> cases);
  void exit(Inst* label);
  void ret(std::vector<Inst*> values = {}) { emit(Op::Return, kVoid, std::move(values)); }
  void trap(std::string message);

 private:
  Inst* labelled(Op op, std::string label, std::vector<Inst*> operands);
  Inst* append(Inst* inst);

  Function& function_;
  Region* region_;
  Loc loc_ = 0;
};

}  // namespace tack::ir
