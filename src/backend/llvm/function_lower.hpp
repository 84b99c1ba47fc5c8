// SPDX-License-Identifier: Apache-2.0
// The lowering of one function's body; function*.cpp hold its parts.
#pragma once

#include <string>
#include <unordered_map>

#include "backend/llvm/function.hpp"

namespace tack::llvm_backend {

class FunctionLower {
 public:
  FunctionLower(Lower& l, const Symbols& symbols, const ir::Function& from, llvm::Function& into)
      : l_(l), b_(l.b), symbols_(symbols), from_(from), into_(into), ir_module_(from.module) {}

  std::string run();

 private:
  using Inst = ir::Inst;
  using Value = llvm::Value;

  struct Place {
    Value* address;
    ir::Type type;
    bool in_aggregate;
  };

  llvm::BasicBlock* new_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(b_.getContext(), name, &into_);
  }
  bool ended() const { return b_.GetInsertBlock()->getTerminator() != nullptr; }
  void branch_to(llvm::BasicBlock* block) {
    if (!ended()) b_.CreateBr(block);
  }

  // --- function.cpp
  Value* operand(const Inst& inst, size_t i) { return value(inst.operands[i]); }
  Value* value(const Inst* inst);
  // As i64, by the operand's signedness.
  Value* index_operand(const Inst& inst, size_t i);
  void addr_of(const Inst& inst);
  void refuse(const Inst& inst, const char* why);
  void lower(const Inst& inst);

  // --- function_memory.cpp
  llvm::Type* element_memory_type(ir::Type t);
  uint64_t storage(ir::Type t);
  llvm::Align storage_align(ir::Type t);
  Value* load_from(Value* address, ir::Type type, llvm::Align align, bool in_aggregate,
                   bool is_volatile);
  void store_to(Value* address, Value* v, ir::Type type, llvm::Align align, bool in_aggregate,
                bool is_volatile);
  Value* slot_of(const Inst* var);
  void var(const Inst& inst);
  Place place(const Inst& inst, size_t path_end);
  llvm::Align alignment(const Inst& inst, ir::Type type);
  // Byte offsets as lanes that LLVM may sign-extend.
  Value* offset_lanes(const Inst& inst, size_t i);
  // Lane l of element idx of array<lanes>: byte offsets (idx * W + l) * size.
  Value* var_offsets(const Inst& inst, ir::Type element);
  llvm::Constant* lane_ids(llvm::Type* type);
  void var_gather(const Inst& inst);
  void var_scatter(const Inst& inst);

  // --- function_atomic.cpp
  void update(const Inst& inst);
  Value* update_float(const Inst& inst, bool is_min, llvm::Align align);

  // --- function_call.cpp
  void call(const Inst& inst, llvm::FunctionCallee callee, llvm::ArrayRef<ir::Type> results,
            size_t first);
  void returns(const Inst& inst);

  // --- function_control.cpp
  void region(const ir::Region& region);
  void labelled(const Inst& inst);
  void counted(const Inst& inst, llvm::BasicBlock* after);
  void if_(const Inst& inst);
  void switch_(const Inst& inst);
  void trap(const Inst& inst);

  Lower& l_;
  llvm::IRBuilder<>& b_;
  const Symbols& symbols_;
  const ir::Function& from_;
  llvm::Function& into_;
  const ir::Module& ir_module_;
  std::unordered_map<const Inst*, Value*> values_;
  std::unordered_map<const Inst*, Value*> slots_;
  std::unordered_map<const Inst*, llvm::BasicBlock*> exits_;
  std::string fault_;
};

}  // namespace tack::llvm_backend
