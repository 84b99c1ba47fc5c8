// SPDX-License-Identifier: Apache-2.0
#include "ir/type.hpp"

#include "support/ice.hpp"

namespace tack::ir {
namespace {

struct KindInfo {
  const char* name;
  int bits;
};

constexpr KindInfo kKinds[kKindCount] = {
    {"void", 0}, {"i1", 1},     {"i8", 8},    {"i16", 16},   {"i32", 32}, {"i64", 64},
    {"u8", 8},   {"u16", 16},   {"u32", 32},  {"u64", 64},   {"f32", 32}, {"f64", 64},
    {"ptr", 0},  {"buffer", 0}, {"array", 0}, {"struct", 0},
};

}  // namespace

int bits_of(Kind kind) { return kKinds[static_cast<int>(kind)].bits; }
const char* kind_name(Kind kind) { return kKinds[static_cast<int>(kind)].name; }

Kind int_kind(int bits, bool is_signed) {
  switch (bits) {
    case 8:
      return is_signed ? Kind::I8 : Kind::U8;
    case 16:
      return is_signed ? Kind::I16 : Kind::U16;
    case 32:
      return is_signed ? Kind::I32 : Kind::U32;
    case 64:
      return is_signed ? Kind::I64 : Kind::U64;
  }
  TACK_ICE("no integer of " + std::to_string(bits) + " bits");
}

}  // namespace tack::ir
