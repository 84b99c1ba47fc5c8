// SPDX-License-Identifier: Apache-2.0
// Conversions: wrap, nearest even, saturate with NaN to 0. LLVM 19 takes lanes apart for saturating
// ones and, on AVX2, for 64-bit integers to floats; those are written out here.
#include <cmath>

#include "backend/llvm/lower.hpp"

namespace tack::llvm_backend {
namespace {

using llvm::Value;

Value* bits_as(Lower& l, Value* v, llvm::Type* element) {
  return l.b.CreateBitCast(v, l.vector(element, l.lanes_of(v)));
}

// Exact halves as doubles (2^52 + low, 2^84 + high * 2^32), whose sum rounds once.
Value* int64_to_double(Lower& l, bool is_signed, Value* x) {
  Value* low = l.b.CreateOr(l.b.CreateAnd(x, l.like(x, 0xFFFFFFFF)), l.like(x, 0x4330000000000000));
  Value* high = l.b.CreateLShr(x, l.like(x, 32));
  double bias;
  if (is_signed) {
    high = l.b.CreateXor(high, l.like(x, 0x4530000080000000));
    bias = 0x1p84 + 0x1p63 + 0x1p52;
  } else {
    high = l.b.CreateOr(high, l.like(x, 0x4530000000000000));
    bias = 0x1p84 + 0x1p52;
  }
  Value* top = bits_as(l, high, l.b.getDoubleTy());
  top = l.b.CreateFSub(top, l.like_float(top, bias));
  return l.b.CreateFAdd(top, bits_as(l, low, l.b.getDoubleTy()));
}

// Through f64, which holds numbers below 2^53; of larger ones the low 11 bits are folded into one
// ("sticky") bit, far below where f32 rounds.
Value* int64_to_float(Lower& l, bool is_signed, Value* x) {
  Value* low = l.b.CreateAnd(x, l.like(x, 0x7FF));
  Value* sticky = l.b.CreateAnd(l.b.CreateAdd(low, l.like(x, 0x7FF)), l.like(x, 0x800));
  Value* cut = l.b.CreateOr(l.b.CreateAnd(x, l.like(x, ~int64_t{0x7FF})), sticky);
  Value* is_large = is_signed ? l.b.CreateICmpUGT(l.b.CreateAdd(x, l.like(x, int64_t{1} << 53)),
                                                  l.like(x, int64_t{1} << 54))
                              : l.b.CreateICmpUGT(x, l.like(x, int64_t{1} << 53));
  Value* exact = l.b.CreateSelect(is_large, cut, x);
  return l.b.CreateFPTrunc(int64_to_double(l, is_signed, exact),
                           l.vector(l.b.getFloatTy(), l.lanes_of(x)));
}

// cvttps2dq: toward zero, and 0x80000000 for what does not fit. (LLVM's fptosi leaves that open.)
Value* truncate_to_i32(Lower& l, Value* x) {
  unsigned lanes = l.lanes_of(x);
  if (lanes < 4) {
    llvm::SmallVector<int, 4> picks{0, 1, 0, 1};
    if (lanes == 1) picks = {0, 0, 0, 0};
    llvm::SmallVector<int, 4> back;
    for (unsigned i = 0; i < lanes; ++i) back.push_back(static_cast<int>(i));
    return l.b.CreateShuffleVector(truncate_to_i32(l, l.b.CreateShuffleVector(x, picks)), back);
  }
  unsigned piece = l.isa == Isa::Avx512 && lanes >= 16 ? 16 : l.has_avx() && lanes >= 8 ? 8 : 4;
  llvm::SmallVector<Value*, 8> done;
  for (Value* part : l.split(x, piece)) {
    if (piece == 16) {
      llvm::Type* type = l.vector(l.b.getInt32Ty(), 16);
      done.push_back(l.b.CreateIntrinsic(
          llvm::Intrinsic::x86_avx512_mask_cvttps2dq_512, {},
          {part, llvm::Constant::getNullValue(type), l.b.getInt16(0xFFFF), l.b.getInt32(4)}));
    } else {
      auto id = piece == 8 ? llvm::Intrinsic::x86_avx_cvtt_ps2dq_256
                           : llvm::Intrinsic::x86_sse2_cvttps2dq;
      done.push_back(l.b.CreateIntrinsic(id, {}, {part}));
    }
  }
  return l.join(done);
}

Value* ones_where(Lower& l, Value* condition, unsigned bits) {
  return l.b.CreateSExt(condition,
                        l.vector(l.int_type(static_cast<int>(bits)), l.lanes_of(condition)));
}

Value* float_to_int32(Lower& l, Value* x) {
  Value* t = truncate_to_i32(l, x);
  Value* too_large = l.b.CreateFCmpOGE(x, l.like_float(x, 0x1p31));
  t = l.b.CreateXor(t, ones_where(l, too_large, 32));  // 0x80000000 becomes 0x7FFFFFFF
  return l.b.CreateAnd(t, ones_where(l, l.b.CreateFCmpORD(x, x), 32));
}

Value* float_to_uint32(Lower& l, Value* x) {
  Value* zero = l.like_float(x, 0);
  x = l.b.CreateSelect(l.b.CreateFCmpOGT(x, zero), x, zero);  // NaN too
  Value* small = truncate_to_i32(l, x);
  Value* large = truncate_to_i32(l, l.b.CreateFSub(x, l.like_float(x, 0x1p31)));
  Value* sign = l.b.CreateAShr(small, l.like(small, 31));
  Value* result = l.b.CreateOr(small, l.b.CreateAnd(large, sign));
  Value* too_large = l.b.CreateFCmpOGE(x, l.like_float(x, 0x1p32));
  return l.b.CreateOr(result, ones_where(l, too_large, 32));
}

// Clamps where both ends are exact in the float type, then truncates what surely fits.
Value* clamp_and_truncate(Lower& l, ir::Type to, Value* x) {
  int bits = ir::bits_of(to);
  double low = to.is_signed() ? -std::ldexp(1.0, bits - 1) : 0;
  double high = std::ldexp(1.0, to.is_signed() ? bits - 1 : bits) - 1;
  Value* low_v = l.like_float(x, low);
  Value* high_v = l.like_float(x, high);
  if (to.is_signed()) x = l.b.CreateSelect(l.b.CreateFCmpORD(x, x), x, l.like_float(x, 0));
  x = l.b.CreateSelect(l.b.CreateFCmpOGT(x, low_v), x, low_v);
  x = l.b.CreateSelect(l.b.CreateFCmpOLT(x, high_v), x, high_v);
  llvm::Type* working = l.vector(l.b.getInt32Ty(), l.lanes_of(x));
  if (to.kind == ir::Kind::U32) return l.b.CreateFPToUI(x, working);
  return l.b.CreateTrunc(l.b.CreateFPToSI(x, working), l.type(to));
}

Value* float_to_int(Lower& l, ir::Type from, ir::Type to, Value* v) {
  if (!to.is_lanes() || ir::bits_of(to) == 64) {
    auto id = to.is_signed() ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
    return l.b.CreateIntrinsic(id, {l.type(to), v->getType()}, {v});
  }
  if (from.kind == ir::Kind::F32 && to.kind == ir::Kind::I32) return float_to_int32(l, v);
  if (from.kind == ir::Kind::F32 && to.kind == ir::Kind::U32) return float_to_uint32(l, v);
  return clamp_and_truncate(l, to, v);
}

Value* from_bool(Lower& l, ir::Type to, Value* v) {
  if (to.is_lanes() && !l.i1_masks()) {
    int bits = ir::bits_of(to);
    v = l.mask_resize(v, bits);
    if (to.is_int()) return l.b.CreateAnd(v, l.like(v, 1));
    llvm::Constant* one = l.like_float(llvm::Constant::getNullValue(l.type(to)), 1.0);
    return l.b.CreateBitCast(l.b.CreateAnd(v, l.b.CreateBitCast(one, v->getType())), l.type(to));
  }
  return to.is_int() ? l.b.CreateZExt(v, l.type(to)) : l.b.CreateUIToFP(v, l.type(to));
}

}  // namespace

Value* lower_convert(Lower& l, ir::Type from, ir::Type to, Value* v) {
  llvm::Type* type = l.type(to);
  if (from.is_bool()) return from_bool(l, to, v);
  if (from.is_int() && to.is_int()) {
    return from.is_signed() ? l.b.CreateSExtOrTrunc(v, type) : l.b.CreateZExtOrTrunc(v, type);
  }
  if (from.is_int()) {
    bool is_signed = from.is_signed();
    if (from.is_lanes() && ir::bits_of(from) == 64 && l.isa != Isa::Avx512) {
      return to.kind == ir::Kind::F64 ? int64_to_double(l, is_signed, v)
                                      : int64_to_float(l, is_signed, v);
    }
    return is_signed ? l.b.CreateSIToFP(v, type) : l.b.CreateUIToFP(v, type);
  }
  if (to.is_float()) return l.b.CreateFPCast(v, type);
  return float_to_int(l, from, to, v);
}

}  // namespace tack::llvm_backend
