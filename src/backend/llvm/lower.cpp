// SPDX-License-Identifier: Apache-2.0
#include "backend/llvm/lower.hpp"

#include "support/ice.hpp"

namespace tack::llvm_backend {

using llvm::Value;

namespace {

llvm::Type* scalar_type(llvm::LLVMContext& context, ir::Type t) {
  switch (t.kind) {
    case ir::Kind::Void:
      return llvm::Type::getVoidTy(context);
    case ir::Kind::F32:
      return llvm::Type::getFloatTy(context);
    case ir::Kind::F64:
      return llvm::Type::getDoubleTy(context);
    case ir::Kind::Ptr:
      return llvm::PointerType::get(context, 0);
    case ir::Kind::Buffer:
    case ir::Kind::Array:
    case ir::Kind::Struct:
      TACK_ICE("no register type");
    default:
      return llvm::Type::getIntNTy(context, static_cast<unsigned>(ir::bits_of(t)));
  }
}

}  // namespace

llvm::Type* Lower::type(ir::Type t) {
  if (t.is_mask()) return vector(i1_masks() ? b.getInt1Ty() : int_type(mask_bits), t.lanes);
  llvm::Type* one = scalar_type(b.getContext(), t);
  return t.is_lanes() ? static_cast<llvm::Type*>(vector(one, t.lanes)) : one;
}

llvm::Type* Lower::memory_type(ir::Type t) { return t == ir::kI1 ? b.getInt8Ty() : type(t); }

llvm::Constant* Lower::constant(ir::Type t, uint64_t bits) {
  if (t.is_mask())
    return bits ? llvm::Constant::getAllOnesValue(type(t)) : llvm::Constant::getNullValue(type(t));
  llvm::Type* one = scalar_type(b.getContext(), t.element());
  llvm::Constant* value;
  if (t.is_float()) {
    llvm::APInt image(static_cast<unsigned>(ir::bits_of(t)), bits);
    value = llvm::ConstantFP::get(one, llvm::APFloat(one->getFltSemantics(), image));
  } else if (t.is_ptr()) {
    value = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(one));
    if (bits) value = llvm::ConstantExpr::getIntToPtr(b.getInt64(bits), one);
  } else {
    value = llvm::ConstantInt::get(one, bits);
  }
  if (!t.is_lanes()) return value;
  return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(t.lanes), value);
}

Value* Lower::mask_from_i1(Value* i1s, int bits) {
  if (i1_masks()) return i1s;
  return b.CreateSExt(i1s, vector(int_type(bits), lanes_of(i1s)));
}

Value* Lower::mask_to_i1(Value* mask) {
  if (element_bits(mask) == 1) return mask;
  return b.CreateICmpSLT(mask, like(mask, 0));
}

Value* Lower::mask_resize(Value* mask, int bits) {
  if (i1_masks()) return mask;
  return b.CreateSExtOrTrunc(mask, vector(int_type(bits), lanes_of(mask)));
}

int Lower::mask_constant(Value* mask) {
  auto* c = llvm::dyn_cast<llvm::Constant>(mask);
  if (!c) return -1;
  if (c->isAllOnesValue()) return 1;
  return c->isNullValue() ? 0 : -1;
}

llvm::SmallVector<Value*, 8> Lower::split(Value* v, unsigned lanes) {
  unsigned total = lanes_of(v);
  llvm::SmallVector<Value*, 8> pieces;
  if (total <= lanes) {
    pieces.push_back(v);
    return pieces;
  }
  for (unsigned at = 0; at < total; at += lanes) {
    llvm::SmallVector<int, 64> picks;
    for (unsigned i = 0; i < lanes; ++i) picks.push_back(static_cast<int>(at + i));
    pieces.push_back(b.CreateShuffleVector(v, picks));
  }
  return pieces;
}

Value* Lower::join(llvm::ArrayRef<Value*> pieces) {
  llvm::SmallVector<Value*, 8> row(pieces.begin(), pieces.end());
  while (row.size() > 1) {
    llvm::SmallVector<Value*, 8> half;
    for (size_t i = 0; i < row.size(); i += 2) {
      llvm::SmallVector<int, 64> picks;
      for (unsigned k = 0; k < 2 * lanes_of(row[i]); ++k) picks.push_back(static_cast<int>(k));
      half.push_back(b.CreateShuffleVector(row[i], row[i + 1], picks));
    }
    row = half;
  }
  return row[0];
}

llvm::AllocaInst* Lower::slot(llvm::Type* type, llvm::Align align, const llvm::Twine& name) {
  llvm::BasicBlock& entry = b.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> at(&entry, entry.getFirstInsertionPt());
  llvm::AllocaInst* slot = at.CreateAlloca(type, nullptr, name);
  slot->setAlignment(align);
  return slot;
}

Value* Lower::temporary(llvm::Type* type, int number) {
  Value*& known = temporaries_[{type, number}];
  if (!known) known = slot(type, module->getDataLayout().getPrefTypeAlign(type), "tmp");
  return known;
}

// Halves are combined down to one native register, whose sign bits one movmsk or vtest looks at.
Value* Lower::mask_reduce(Value* mask, bool any) {
  while (!i1_masks() &&
         lanes_of(mask) * element_bits(mask) > static_cast<unsigned>(has_avx() ? 256 : 128)) {
    auto halves = split(mask, lanes_of(mask) / 2);
    mask = any ? b.CreateOr(halves[0], halves[1]) : b.CreateAnd(halves[0], halves[1]);
  }
  // There is no movmsk of 16-bit lanes: every byte of them tells the same.
  if (!i1_masks() && element_bits(mask) == 16)
    mask = b.CreateBitCast(mask, vector(b.getInt8Ty(), lanes_of(mask) * 2));
  return mask;
}

Value* Lower::mask_to_bits(Value* mask) {
  return b.CreateBitCast(mask_to_i1(mask), int_type(static_cast<int>(lanes_of(mask))));
}

Value* Lower::mask_any(Value* mask) {
  int known = mask_constant(mask);
  if (known >= 0) return b.getInt1(known == 1);
  Value* bits = mask_to_bits(mask_reduce(mask, true));
  return b.CreateICmpNE(bits, like(bits, 0));
}

Value* Lower::mask_all(Value* mask) {
  int known = mask_constant(mask);
  if (known >= 0) return b.getInt1(known == 1);
  Value* bits = mask_to_bits(mask_reduce(mask, false));
  return b.CreateICmpEQ(bits, like(bits, -1));
}

}  // namespace tack::llvm_backend
