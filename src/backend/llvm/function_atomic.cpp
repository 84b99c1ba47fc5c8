// SPDX-License-Identifier: Apache-2.0
// Updates that other threads see whole.
#include "backend/llvm/function_lower.hpp"

namespace tack::llvm_backend {

using ir::Inst;
using ir::Op;
using llvm::Value;

void FunctionLower::update(const Inst& inst) {
  ir::Type type = inst.type;
  llvm::Align align(static_cast<uint64_t>(ir::bits_of(type)) / 8);
  bool is_add = inst.op == Op::PtrAtomicAdd, is_min = inst.op == Op::PtrAtomicMin;
  if (type.is_float() && !is_add) {
    values_[&inst] = update_float(inst, is_min, align);
    return;
  }
  using Rmw = llvm::AtomicRMWInst;
  Rmw::BinOp op = is_add             ? (type.is_float() ? Rmw::FAdd : Rmw::Add)
                  : type.is_signed() ? (is_min ? Rmw::Min : Rmw::Max)
                                     : (is_min ? Rmw::UMin : Rmw::UMax);
  values_[&inst] = b_.CreateAtomicRMW(op, operand(inst, 0), operand(inst, 1), align,
                                      llvm::AtomicOrdering::Monotonic);
}

// Compares bits, since a NaN in memory is unequal to itself, and leaves memory alone when it
// holds the result already.
Value* FunctionLower::update_float(const Inst& inst, bool is_min, llvm::Align align) {
  Value* address = operand(inst, 0);
  Value* v = operand(inst, 1);
  llvm::Type* bits = l_.int_type(ir::bits_of(inst.type));
  constexpr auto kRelaxed = llvm::AtomicOrdering::Monotonic;
  llvm::LoadInst* first = b_.CreateAlignedLoad(bits, address, align);
  first->setAtomic(kRelaxed);
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* head = new_block("update");
  llvm::BasicBlock* change = new_block("update.change");
  llvm::BasicBlock* after = new_block("update.after");
  b_.CreateBr(head);
  b_.SetInsertPoint(head);
  llvm::PHINode* seen = b_.CreatePHI(bits, 2);
  seen->addIncoming(first, before);
  Value* old = b_.CreateBitCast(seen, l_.type(inst.type));
  // min(a, b): b if b < a or a is NaN, else a.
  Value* wins = is_min ? b_.CreateFCmpOLT(v, old) : b_.CreateFCmpOGT(v, old);
  b_.CreateCondBr(b_.CreateOr(wins, b_.CreateFCmpUNO(old, old)), change, after);
  b_.SetInsertPoint(change);
  Value* tried =
      b_.CreateAtomicCmpXchg(address, seen, b_.CreateBitCast(v, bits), align, kRelaxed, kRelaxed);
  seen->addIncoming(b_.CreateExtractValue(tried, 0), change);
  b_.CreateCondBr(b_.CreateExtractValue(tried, 1), after, head);
  b_.SetInsertPoint(after);
  return old;
}

}  // namespace tack::llvm_backend
