// SPDX-License-Identifier: Apache-2.0
#include "backend/llvm/split_blocks.hpp"

namespace tack::llvm_backend {
namespace {

// Long enough that hardly any kernel is cut; a cut costs one compare and one branch never taken.
constexpr size_t kMaxBlock = 400;
constexpr size_t kPiece = 200;

// What is short-lived within a block and dear across blocks: LLVM would keep lanes of i1 as lanes
// of 16 bits. A copy of the compare in each piece costs less.
bool is_copied(const llvm::Instruction& inst) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(inst.getType());
  return type && type->getElementType()->isIntegerTy(1) &&
         (llvm::isa<llvm::CmpInst>(inst) || llvm::isa<llvm::CastInst>(inst));
}

void copy_compares(llvm::BasicBlock& piece) {
  llvm::DenseMap<llvm::Instruction*, llvm::Instruction*> copies;
  for (llvm::Instruction& inst : piece) {
    if (llvm::isa<llvm::PHINode>(inst)) continue;
    for (llvm::Use& use : inst.operands()) {
      auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
      if (!value || value->getParent() == &piece || !is_copied(*value)) continue;
      llvm::Instruction*& copy = copies[value];
      if (!copy) {
        copy = value->clone();
        copy->insertBefore(&inst);
      }
      use.set(copy);
    }
  }
}

class Splitter {
 public:
  explicit Splitter(llvm::Function& function) : function_(function) {}

  unsigned run() {
    llvm::SmallVector<llvm::BasicBlock*, 8> long_blocks;
    for (llvm::BasicBlock& block : function_)
      if (block.size() > kMaxBlock) long_blocks.push_back(&block);
    for (llvm::BasicBlock* block : long_blocks) {
      for (size_t left = block->size(); left > kMaxBlock; left -= kPiece) {
        block = cut(*block);
        pieces_.push_back(block);
      }
    }
    for (llvm::BasicBlock* piece : pieces_) copy_compares(*piece);
    return cuts_;
  }

 private:
  // Returns the rest of the block.
  llvm::BasicBlock* cut(llvm::BasicBlock& block) {
    auto at = std::next(block.getFirstNonPHIOrDbg()->getIterator(), kPiece);
    llvm::BasicBlock* rest = block.splitBasicBlock(at, "rest");
    block.getTerminator()->eraseFromParent();
    // A branch that LLVM cannot see through, or it would join the pieces again: the argument block
    // is no small odd address. Each cut compares with another one, as the first answers the second.
    llvm::IRBuilder<> b(&block);
    llvm::Value* address = b.CreatePtrToInt(function_.getArg(0), b.getInt64Ty());
    llvm::Value* is_sane = b.CreateICmpNE(address, b.getInt64(2 * ++cuts_ + 1));
    b.CreateCondBr(is_sane, rest, never());
    return rest;
  }

  llvm::BasicBlock* never() {
    if (!never_) {
      never_ = llvm::BasicBlock::Create(function_.getContext(), "never", &function_);
      llvm::ReturnInst::Create(function_.getContext(), never_);
    }
    return never_;
  }

  llvm::Function& function_;
  llvm::BasicBlock* never_ = nullptr;
  llvm::SmallVector<llvm::BasicBlock*, 32> pieces_;
  unsigned cuts_ = 0;
};

}  // namespace

unsigned split_blocks(llvm::Function& function) {
  bool is_entry = !function.isDeclaration() && function.getReturnType()->isVoidTy() &&
                  function.arg_size() > 0 && function.getArg(0)->getType()->isPointerTy();
  return is_entry ? Splitter(function).run() : 0;
}

}  // namespace tack::llvm_backend
