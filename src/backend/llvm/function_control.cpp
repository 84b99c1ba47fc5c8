// SPDX-License-Identifier: Apache-2.0
// Regions become blocks.
#include "backend/llvm/function_lower.hpp"

namespace tack::llvm_backend {

using ir::Inst;
using ir::Op;
using llvm::Value;

void FunctionLower::region(const ir::Region& region) {
  for (const Inst* inst : region.insts) {
    if (ended()) return;  // after exit, return, trap
    lower(*inst);
  }
}

void FunctionLower::labelled(const Inst& inst) {
  llvm::BasicBlock* after = new_block(inst.name + ".after");
  exits_[&inst] = after;
  if (inst.op == Op::Block) {
    region(inst.body());
    branch_to(after);
  } else if (inst.op == Op::Loop) {
    llvm::BasicBlock* head = new_block(inst.name);
    branch_to(head);
    b_.SetInsertPoint(head);
    region(inst.body());
    branch_to(head);
  } else {
    counted(inst, after);
  }
  b_.SetInsertPoint(after);
}

// The distance to the end decides, as an unsigned number: no index beyond the last is computed.
void FunctionLower::counted(const Inst& inst, llvm::BasicBlock* after) {
  Value* lo = operand(inst, 0);
  Value* hi = operand(inst, 1);
  Value* step = operand(inst, 2);
  bool is_signed = inst.operands[0]->type.is_signed();
  Value* runs = is_signed ? b_.CreateICmpSLT(lo, hi) : b_.CreateICmpULT(lo, hi);
  Value* forward = is_signed ? b_.CreateICmpSGT(step, l_.like(step, 0))
                             : b_.CreateICmpNE(step, l_.like(step, 0));
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::BasicBlock* head = new_block(inst.name);
  llvm::BasicBlock* latch = new_block(inst.name + ".next");
  b_.CreateCondBr(b_.CreateAnd(runs, forward), head, after);
  b_.SetInsertPoint(head);
  llvm::PHINode* index = b_.CreatePHI(lo->getType(), 2, inst.index->name);
  index->addIncoming(lo, before);
  values_[inst.index] = index;
  region(inst.body());
  branch_to(latch);
  b_.SetInsertPoint(latch);
  Value* next = b_.CreateAdd(index, step);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(step);
  Value* more = constant && constant->isOne() ? b_.CreateICmpNE(next, hi)
                                              : b_.CreateICmpUGT(b_.CreateSub(hi, index), step);
  b_.CreateCondBr(more, head, after);
  index->addIncoming(next, latch);
}

void FunctionLower::if_(const Inst& inst) {
  llvm::BasicBlock* then = new_block("then");
  llvm::BasicBlock* after = new_block("endif");
  bool has_else = !inst.regions[1]->insts.empty();
  llvm::BasicBlock* otherwise = has_else ? new_block("else") : after;
  b_.CreateCondBr(operand(inst, 0), then, otherwise);
  b_.SetInsertPoint(then);
  region(*inst.regions[0]);
  branch_to(after);
  if (has_else) {
    b_.SetInsertPoint(otherwise);
    region(*inst.regions[1]);
    branch_to(after);
  }
  b_.SetInsertPoint(after);
}

void FunctionLower::switch_(const Inst& inst) {
  llvm::BasicBlock* after = new_block("endswitch");
  llvm::BasicBlock* otherwise = new_block("default");
  Value* subject = operand(inst, 0);
  auto* type = llvm::cast<llvm::IntegerType>(subject->getType());
  llvm::SwitchInst* jump = b_.CreateSwitch(subject, otherwise);
  for (size_t i = 0; i < inst.regions.size(); ++i) {
    bool is_default = i == inst.cases.size();
    llvm::BasicBlock* block = is_default ? otherwise : new_block("case");
    if (!is_default) {
      for (int64_t v : inst.cases[i].values) {
        jump->addCase(llvm::ConstantInt::get(type, static_cast<uint64_t>(v), true), block);
      }
    }
    b_.SetInsertPoint(block);
    region(*inst.regions[i]);
    branch_to(after);
  }
  b_.SetInsertPoint(after);
}

void FunctionLower::trap(const Inst& inst) {
  b_.CreateCall(symbols_.trap, {b_.CreateGlobalString(inst.text, "trap")});
  b_.CreateUnreachable();
}

}  // namespace tack::llvm_backend
