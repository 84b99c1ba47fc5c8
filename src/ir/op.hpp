// SPDX-License-Identifier: Apache-2.0
// The op table of ops.def as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tack::ir {

enum class Op : uint8_t {
#define TACK_OP(Enum, text, form, rule, effects, profiles) Enum,
#include "ir/ops.def"
#undef TACK_OP
};

inline constexpr int kOpCount = 0
#define TACK_OP(Enum, text, form, rule, effects, profiles) +1
#include "ir/ops.def"
#undef TACK_OP
    ;

enum class Form : uint8_t { Plain, Var, VarAccess, Symbol, Call, Launch, Region, For, If, Switch, Exit, Trap, Print, Hidden };

enum class Rule : uint8_t {
  None, Number1, Number2, Int2, Float1, Float3, Bits1, Bits2, Compare, CompareAny, Select, Convert,
  Bitcast, Var, Load, Store, LoadElem, StoreElem, BufferLen, AddrOf, PtrAdd, PtrLoad, PtrStore,
  MemCopy, MemSet, Splat, LaneId, Extract, MaskTest, LoadLanes, StoreLanes, Gather, Scatter,
  VarGather, VarScatter, PtrLoadLanes, PtrStoreLanes, PtrGather, PtrScatter, Call, CallPtr,
  ResultOf, Launch, For, If, Switch, Return, Atomic, PtrAtomic, LaneReduce, Print, Hidden,
};

enum class Effects : uint8_t { Pure, Reads, Writes, Control };

// Where an op may stand; a set of bits.
enum Profile : uint8_t {
  kKernel = 1,    // a kernel's body before vectorising
  kFunction = 2,  // a function that kernels may call
  kHost = 4,      // ordinary code of a program
  kGang = 8,      // a kernel's body after vectorising
  kTarget = 16,   // after raising to addresses, just before a back end
  K = kKernel, KG = kKernel | kGang,
  G = kGang, T = kTarget, GT = kGang | kTarget, HT = kHost | kTarget,
  HGT = kHost | kGang | kTarget, KFG = kKernel | kFunction | kGang, KFGT = KFG | kTarget,
  KFHGT = kKernel | kFunction | kHost | kGang | kTarget,
};

struct OpInfo {
  Op op;
  std::string_view text;
  Form form;
  Rule rule;
  Effects effects;
  uint8_t profiles;
};

const OpInfo& info(Op op);
std::optional<Op> op_named(std::string_view text);  // nothing for Hidden ops
inline bool is_atomic(Op op) { return info(op).rule == Rule::Atomic; }
inline bool is_pure(Op op) { return info(op).effects == Effects::Pure; }

}  // namespace tack::ir
