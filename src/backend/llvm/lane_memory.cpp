// SPDX-License-Identifier: Apache-2.0
// Lanes in memory. A lane that is off is neither read nor written, not even by load, blend and
// store: the element may belong to another thread, or not exist.
#include <llvm/IR/PatternMatch.h>

#include "backend/llvm/lower.hpp"

namespace tack::llvm_backend {
namespace {

using llvm::Value;

// Can masked moves (vmaskmov, vpmaskmov, AVX-512) do this element?
bool has_masked_move(Lower& l, llvm::Type* type) {
  return l.isa == Isa::Avx512 || (l.has_avx() && type->getScalarSizeInBits() >= 32);
}

llvm::BasicBlock* new_block(Lower& l, const char* name) {
  return llvm::BasicBlock::Create(l.b.getContext(), name, l.b.GetInsertBlock()->getParent());
}

// Runs `full` when all lanes are on, else `body(lane)` for each that is, lowest first.
template <class Full, class Body>
void each_lane(Lower& l, Value* mask, const Full& full, const Body& body) {
  int known = l.mask_constant(mask);
  if (known == 0) return;
  if (known == 1) return full();
  llvm::BasicBlock* all = new_block(l, "all");
  llvm::BasicBlock* some = new_block(l, "some");
  llvm::BasicBlock* loop = new_block(l, "lanes");
  llvm::BasicBlock* done = new_block(l, "done");
  l.b.CreateCondBr(l.mask_all(mask), all, some);
  l.b.SetInsertPoint(all);
  full();
  l.b.CreateBr(done);
  l.b.SetInsertPoint(some);
  llvm::Type* wide = l.lanes_of(mask) > 32 ? l.b.getInt64Ty() : l.b.getInt32Ty();
  Value* bits = l.b.CreateZExt(l.mask_to_bits(mask), wide);
  l.b.CreateCondBr(l.b.CreateICmpNE(bits, l.like(bits, 0)), loop, done);
  l.b.SetInsertPoint(loop);
  llvm::PHINode* rest = l.b.CreatePHI(wide, 2);
  rest->addIncoming(bits, some);
  Value* lane = l.b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, rest, l.b.getTrue());
  body(l.b.CreateZExt(lane, l.b.getInt64Ty()));
  Value* next = l.b.CreateAnd(rest, l.b.CreateSub(rest, l.like(rest, 1)));
  rest->addIncoming(next, l.b.GetInsertBlock());
  l.b.CreateCondBr(l.b.CreateICmpNE(next, l.like(next, 0)), loop, done);
  l.b.SetInsertPoint(done);
}

Value* at_offset(Lower& l, Value* base, Value* offset) {
  return l.b.CreateGEP(l.b.getInt8Ty(), base, offset);
}

// Offsets written as (sign-extended i32) * 1, 2, 4 or 8 are an addressing mode of gathers: twice
// as many lanes an instruction as 64-bit offsets.
struct Index {
  Value* lanes;
  uint64_t scale = 1;
};
Index split_offsets(Value* offsets) {
  using namespace llvm::PatternMatch;
  Value* narrow;
  const llvm::APInt* factor;
  if (match(offsets, m_SExt(m_Value(narrow)))) return {narrow, 1};
  if (match(offsets, m_c_Mul(m_SExt(m_Value(narrow)), m_APInt(factor))) && factor->ule(8) &&
      factor->isPowerOf2())
    return {narrow, factor->getZExtValue()};
  if (match(offsets, m_Shl(m_SExt(m_Value(narrow)), m_APInt(factor))) && factor->ule(3))
    return {narrow, uint64_t{1} << factor->getZExtValue()};
  return {offsets, 1};
}

Value* lane_pointers(Lower& l, Value* base, Value* offsets) {
  Index index = split_offsets(offsets);
  return l.b.CreateGEP(l.int_type(static_cast<int>(8 * index.scale)), base, index.lanes);
}

Value* lane_of(Lower& l, Value* temporary, llvm::Type* element, Value* lane) {
  return l.b.CreateGEP(element, temporary, lane);
}

}  // namespace

Value* lower_load_lanes(Lower& l, llvm::Type* type, Value* address, Value* mask,
                        llvm::Align align) {
  llvm::Constant* zero = llvm::Constant::getNullValue(type);
  int known = l.mask_constant(mask);
  if (known == 0) return zero;
  if (known == 1) return l.b.CreateAlignedLoad(type, address, align);
  if (has_masked_move(l, type))
    return l.b.CreateMaskedLoad(type, address, align, l.mask_to_i1(mask), zero);
  llvm::Type* element = type->getScalarType();
  Value* temporary = l.temporary(type);
  l.b.CreateStore(zero, temporary);
  each_lane(
      l, mask, [&] { l.b.CreateStore(l.b.CreateAlignedLoad(type, address, align), temporary); },
      [&](Value* lane) {
        Value* one = l.b.CreateAlignedLoad(element, lane_of(l, address, element, lane), align);
        l.b.CreateStore(one, lane_of(l, temporary, element, lane));
      });
  return l.b.CreateLoad(type, temporary);
}

void lower_store_lanes(Lower& l, Value* address, Value* value, Value* mask, llvm::Align align) {
  llvm::Type* type = value->getType();
  int known = l.mask_constant(mask);
  if (known == 0) return;
  if (known == 1) {
    l.b.CreateAlignedStore(value, address, align);
    return;
  }
  if (has_masked_move(l, type)) {
    l.b.CreateMaskedStore(value, address, align, l.mask_to_i1(mask));
    return;
  }
  llvm::Type* element = type->getScalarType();
  Value* temporary = l.temporary(type);
  l.b.CreateStore(value, temporary);
  each_lane(
      l, mask, [&] { l.b.CreateAlignedStore(value, address, align); },
      [&](Value* lane) {
        Value* one = l.b.CreateLoad(element, lane_of(l, temporary, element, lane));
        l.b.CreateAlignedStore(one, lane_of(l, address, element, lane), align);
      });
}

Value* lower_gather(Lower& l, llvm::Type* type, Value* base, Value* offsets, Value* mask,
                    llvm::Align align) {
  llvm::Constant* zero = llvm::Constant::getNullValue(type);
  int known = l.mask_constant(mask);
  if (known == 0) return zero;
  if (l.has_avx() && type->getScalarSizeInBits() >= 32) {
    return l.b.CreateMaskedGather(type, lane_pointers(l, base, offsets), align, l.mask_to_i1(mask),
                                  zero);
  }
  llvm::Type* element = type->getScalarType();
  Value* values = l.temporary(type);
  Value* places = l.temporary(offsets->getType(), 1);
  l.b.CreateStore(zero, values);
  l.b.CreateStore(offsets, places);
  auto full = [&] {
    Value* result = zero;
    for (unsigned i = 0; i < l.lanes_of(offsets); ++i) {
      Value* offset = l.b.CreateExtractElement(offsets, i);
      Value* one = l.b.CreateAlignedLoad(element, at_offset(l, base, offset), align);
      result = l.b.CreateInsertElement(result, one, i);
    }
    l.b.CreateStore(result, values);
  };
  each_lane(l, mask, full, [&](Value* lane) {
    llvm::Type* offset_type = offsets->getType()->getScalarType();
    Value* offset = l.b.CreateLoad(offset_type, lane_of(l, places, offset_type, lane));
    Value* one = l.b.CreateAlignedLoad(element, at_offset(l, base, offset), align);
    l.b.CreateStore(one, lane_of(l, values, element, lane));
  });
  return l.b.CreateLoad(type, values);
}

void lower_scatter(Lower& l, Value* base, Value* offsets, Value* value, Value* mask,
                   llvm::Align align) {
  if (l.isa == Isa::Avx512 && l.element_bits(value) >= 32) {
    // The highest lane wins where elements are equal, here too.
    l.b.CreateMaskedScatter(value, lane_pointers(l, base, offsets), align, l.mask_to_i1(mask));
    return;
  }
  llvm::Type* element = value->getType()->getScalarType();
  Value* values = l.temporary(value->getType());
  Value* places = l.temporary(offsets->getType(), 1);
  l.b.CreateStore(value, values);
  l.b.CreateStore(offsets, places);
  auto full = [&] {
    for (unsigned i = 0; i < l.lanes_of(offsets); ++i) {
      Value* offset = l.b.CreateExtractElement(offsets, i);
      l.b.CreateAlignedStore(l.b.CreateExtractElement(value, i), at_offset(l, base, offset), align);
    }
  };
  each_lane(l, mask, full, [&](Value* lane) {
    llvm::Type* offset_type = offsets->getType()->getScalarType();
    Value* offset = l.b.CreateLoad(offset_type, lane_of(l, places, offset_type, lane));
    Value* one = l.b.CreateLoad(element, lane_of(l, values, element, lane));
    l.b.CreateAlignedStore(one, at_offset(l, base, offset), align);
  });
}

}  // namespace tack::llvm_backend
