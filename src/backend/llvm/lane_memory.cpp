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

// Runs `full` when all lanes are on, else `start(mask)`, which says what lanes are left,
// `body(lane)` for each of those, lowest first, and `finish`. The result is that of `full` or
// `finish`, null when they have none.
template <class Full, class Start, class Body, class Finish>
Value* each_lane(Lower& l, Value* mask, const Full& full, const Start& start, const Body& body,
                 const Finish& finish) {
  if (l.mask_constant(mask) == 1) return full();
  llvm::BasicBlock* all = new_block(l, "all");
  llvm::BasicBlock* not_all = new_block(l, "not_all");
  llvm::BasicBlock* some = new_block(l, "some");
  llvm::BasicBlock* loop = new_block(l, "lanes");
  llvm::BasicBlock* last = new_block(l, "last");
  llvm::BasicBlock* done = new_block(l, "done");
  l.b.CreateCondBr(l.mask_all(mask), all, not_all);
  l.b.SetInsertPoint(all);
  Value* of_full = full();
  l.b.CreateBr(done);
  // Masked moves cost AMD's cores a dozen cycles with no lane on, too.
  l.b.SetInsertPoint(not_all);
  l.b.CreateCondBr(l.mask_any(mask), some, done);
  l.b.SetInsertPoint(some);
  llvm::Type* wide = l.lanes_of(mask) > 32 ? l.b.getInt64Ty() : l.b.getInt32Ty();
  Value* bits = l.b.CreateZExt(l.mask_to_bits(start(mask)), wide);
  l.b.CreateCondBr(l.b.CreateICmpNE(bits, l.like(bits, 0)), loop, last);
  l.b.SetInsertPoint(loop);
  llvm::PHINode* rest = l.b.CreatePHI(wide, 2);
  rest->addIncoming(bits, some);
  Value* lane = l.b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, rest, l.b.getTrue());
  body(l.b.CreateZExt(lane, l.b.getInt64Ty()));
  Value* next = l.b.CreateAnd(rest, l.b.CreateSub(rest, l.like(rest, 1)));
  rest->addIncoming(next, l.b.GetInsertBlock());
  l.b.CreateCondBr(l.b.CreateICmpNE(next, l.like(next, 0)), loop, last);
  l.b.SetInsertPoint(last);
  Value* of_some = finish();
  l.b.CreateBr(done);
  l.b.SetInsertPoint(done);
  if (!of_full) return nullptr;
  llvm::PHINode* result = l.b.CreatePHI(of_full->getType(), 3);
  result->addIncoming(of_full, all);
  result->addIncoming(llvm::Constant::getNullValue(of_full->getType()), not_all);
  result->addIncoming(of_some, last);
  return result;
}

Value* nothing() { return nullptr; }
Value* same(Value* mask) { return mask; }

// Lanes of 8 and 16 bits before AVX-512: groups of 32 bits whose lanes are all on can be moved at
// once, so that of the mask of a row's end or of a border few lanes are left.
struct Groups {
  llvm::FixedVectorType* type;  // of 32-bit groups; null: no masked moves, or fewer than 32 bits
  Value* full = nullptr;        // <n x i1>, the groups all on

  Groups(Lower& l, llvm::Type* lanes) {
    uint64_t bits = lanes->getPrimitiveSizeInBits().getFixedValue();
    type = l.isa == Isa::Avx2 && bits >= 32
               ? l.vector(l.b.getInt32Ty(), static_cast<unsigned>(bits / 32))
               : nullptr;
  }
  // The mask of the lanes outside full groups.
  Value* split(Lower& l, Value* mask) {
    Value* groups = l.b.CreateBitCast(mask, type);
    full = l.b.CreateICmpEQ(groups, l.like(groups, -1));
    Value* rest = l.b.CreateAnd(groups, l.b.CreateNot(l.b.CreateSExt(full, type)));
    return l.b.CreateBitCast(rest, mask->getType());
  }
};

// Tested in lanes of the element's own width: one register, and shared by all accesses under it.
Value* mask_for(Lower& l, Value* mask, llvm::Type* type) {
  return l.mask_resize(mask, static_cast<int>(type->getScalarSizeInBits()));
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
  Groups groups(l, type);
  auto start = [&](Value* on) {
    if (!groups.type) {
      l.b.CreateStore(zero, temporary);
      return on;
    }
    Value* rest = groups.split(l, on);
    llvm::Constant* none = llvm::Constant::getNullValue(groups.type);
    l.b.CreateStore(l.b.CreateMaskedLoad(groups.type, address, align, groups.full, none),
                    temporary);
    return rest;
  };
  return each_lane(
      l, mask_for(l, mask, type), [&] { return l.b.CreateAlignedLoad(type, address, align); },
      start,
      [&](Value* lane) {
        Value* one = l.b.CreateAlignedLoad(element, lane_of(l, address, element, lane), align);
        l.b.CreateStore(one, lane_of(l, temporary, element, lane));
      },
      [&] { return l.b.CreateLoad(type, temporary); });
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
  Groups groups(l, type);
  auto start = [&](Value* on) {
    l.b.CreateStore(value, temporary);
    if (!groups.type) return on;
    Value* rest = groups.split(l, on);
    l.b.CreateMaskedStore(l.b.CreateBitCast(value, groups.type), address, align, groups.full);
    return rest;
  };
  each_lane(
      l, mask_for(l, mask, type),
      [&] {
        l.b.CreateAlignedStore(value, address, align);
        return nothing();
      },
      start,
      [&](Value* lane) {
        Value* one = l.b.CreateLoad(element, lane_of(l, temporary, element, lane));
        l.b.CreateAlignedStore(one, lane_of(l, address, element, lane), align);
      },
      nothing);
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
  auto full = [&]() -> Value* {
    Value* result = zero;
    for (unsigned i = 0; i < l.lanes_of(offsets); ++i) {
      Value* offset = l.b.CreateExtractElement(offsets, i);
      Value* one = l.b.CreateAlignedLoad(element, at_offset(l, base, offset), align);
      result = l.b.CreateInsertElement(result, one, i);
    }
    return result;
  };
  auto one_lane = [&](Value* lane) {
    llvm::Type* offset_type = offsets->getType()->getScalarType();
    Value* offset = l.b.CreateLoad(offset_type, lane_of(l, places, offset_type, lane));
    Value* one = l.b.CreateAlignedLoad(element, at_offset(l, base, offset), align);
    l.b.CreateStore(one, lane_of(l, values, element, lane));
  };
  return each_lane(l, mask, full, same, one_lane, [&] { return l.b.CreateLoad(type, values); });
}

void lower_scatter(Lower& l, Value* base, Value* offsets, Value* value, Value* mask,
                   llvm::Align align) {
  if (l.mask_constant(mask) == 0) return;
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
    return nothing();
  };
  auto one_lane = [&](Value* lane) {
    llvm::Type* offset_type = offsets->getType()->getScalarType();
    Value* offset = l.b.CreateLoad(offset_type, lane_of(l, places, offset_type, lane));
    Value* one = l.b.CreateLoad(element, lane_of(l, values, element, lane));
    l.b.CreateAlignedStore(one, at_offset(l, base, offset), align);
  };
  each_lane(l, mask, full, same, one_lane, nothing);
}

}  // namespace tack::llvm_backend
