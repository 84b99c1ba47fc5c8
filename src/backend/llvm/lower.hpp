// SPDX-License-Identifier: Apache-2.0
// What every lowering of this folder shares: the builder, the instruction set, types and masks.
#pragma once

#include "backend/llvm/precompile.hpp"

namespace tack::llvm_backend {

enum class Isa : uint8_t { Sse2, Sse4, Avx2, Avx512 };

// A mask is a vector of integers, all ones or all zeros in each lane ("wide"), as SSE and AVX2
// compare and blend; LLVM's own <W x i1> would be promoted to 16-bit lanes wherever it crosses a
// block, which costs a pack and an unpack each time. On AVX-512 it is <W x i1>, a k register.
class Lower {
 public:
  Lower(llvm::LLVMContext& context, Isa isa) : b(context), isa(isa) {}

  llvm::IRBuilder<> b;
  const Isa isa;
  llvm::Module* module = nullptr;
  // Bits of a mask lane in variables and wherever masks of different widths meet; the width of
  // most lanes of the function.
  int mask_bits = 32;

  bool has_avx() const { return isa >= Isa::Avx2; }
  bool has_sse4() const { return isa >= Isa::Sse4; }
  bool i1_masks() const { return isa == Isa::Avx512; }
  int register_bits() const { return isa == Isa::Avx512 ? 512 : isa == Isa::Avx2 ? 256 : 128; }

  // The type in registers (i1 is i1, a mask its stored form), and in memory (i1 is i8).
  llvm::Type* type(ir::Type t);
  llvm::Type* memory_type(ir::Type t);
  llvm::Constant* constant(ir::Type t, uint64_t bits);
  llvm::Type* int_type(int bits) { return b.getIntNTy(static_cast<unsigned>(bits)); }
  static llvm::FixedVectorType* vector(llvm::Type* element, unsigned lanes) {
    return llvm::FixedVectorType::get(element, lanes);
  }
  static unsigned lanes_of(llvm::Value* v) {
    return llvm::cast<llvm::FixedVectorType>(v->getType())->getNumElements();
  }
  static unsigned element_bits(llvm::Value* v) { return v->getType()->getScalarSizeInBits(); }
  // A constant of v's type (all lanes).
  llvm::Constant* like(llvm::Value* v, int64_t value) {
    return llvm::ConstantInt::get(v->getType(), static_cast<uint64_t>(value), true);
  }
  llvm::Constant* like_float(llvm::Value* v, double value) {
    return llvm::ConstantFP::get(v->getType(), value);
  }

  // Masks. `from_i1` makes the chosen form of a compare of lanes of `bits`; `to_i1` gives back
  // <W x i1>, for selects and masked memory operations only.
  llvm::Value* mask_from_i1(llvm::Value* i1s, int bits);
  llvm::Value* mask_to_i1(llvm::Value* mask);
  llvm::Value* mask_stored(llvm::Value* mask) { return mask_resize(mask, mask_bits); }
  llvm::Value* mask_resize(llvm::Value* mask, int bits);
  llvm::Value* mask_any(llvm::Value* mask);
  llvm::Value* mask_all(llvm::Value* mask);
  // An integer with bit l set when lane l is.
  llvm::Value* mask_to_bits(llvm::Value* mask);
  // 1 or 0 when the mask is a constant with all lanes alike, -1 when not known.
  static int mask_constant(llvm::Value* mask);

  // The vector cut into pieces of `lanes`, and put together again.
  llvm::SmallVector<llvm::Value*, 8> split(llvm::Value* v, unsigned lanes);
  llvm::Value* join(llvm::ArrayRef<llvm::Value*> pieces);

  // A stack slot made in the function's first block.
  llvm::AllocaInst* slot(llvm::Type* type, llvm::Align align, const llvm::Twine& name = "");
  // Slots good within one operation; those of one type differ by number.
  llvm::Value* temporary(llvm::Type* type, int number = 0);
  // Before another function's body.
  void start_function() { temporaries_.clear(); }

 private:
  llvm::Value* mask_reduce(llvm::Value* mask, bool any);

  llvm::DenseMap<std::pair<llvm::Type*, int>, llvm::Value*> temporaries_;
};

// Arithmetic, bits, comparison, selection: one IR op each, scalar or lanes.
llvm::Value* lower_plain(Lower& l, const ir::Inst& inst, llvm::ArrayRef<llvm::Value*> operands);
// div, rem, floordiv, floormod of integers.
llvm::Value* lower_divide(Lower& l, ir::Op op, ir::Type type, llvm::Value* a, llvm::Value* b);
llvm::Value* lower_convert(Lower& l, ir::Type from, ir::Type to, llvm::Value* v);

// Lanes in memory. `offsets` are bytes from `base`.
llvm::Value* lower_load_lanes(Lower& l, llvm::Type* type, llvm::Value* address, llvm::Value* mask,
                              llvm::Align align);
void lower_store_lanes(Lower& l, llvm::Value* address, llvm::Value* value, llvm::Value* mask,
                       llvm::Align align);
llvm::Value* lower_gather(Lower& l, llvm::Type* type, llvm::Value* base, llvm::Value* offsets,
                          llvm::Value* mask, llvm::Align align);
void lower_scatter(Lower& l, llvm::Value* base, llvm::Value* offsets, llvm::Value* value,
                   llvm::Value* mask, llvm::Align align);

// Fills `into` from the module; a text says what cannot be compiled, empty when all can.
std::string lower_module(const ir::Module& from, llvm::Module& into, Isa isa);

}  // namespace tack::llvm_backend
