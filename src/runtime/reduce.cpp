// SPDX-License-Identifier: Apache-2.0
#include "runtime/reduce.hpp"

#include <cstring>
#include <limits>
#include <type_traits>

namespace tack::rt {
namespace {

// The IR op of each name, as docs/ir.md defines it.
template <class T>
T apply(uint8_t op, T a, T b) {
  using Bits = typename std::conditional_t<std::is_floating_point_v<T>, std::type_identity<T>,
                                           std::make_unsigned<T>>::type;
  switch (op) {
    case TACK_RT_ADD:
      if constexpr (std::is_floating_point_v<T>) return a + b;
      return static_cast<T>(static_cast<Bits>(a) + static_cast<Bits>(b));
    case TACK_RT_MUL:
      if constexpr (std::is_floating_point_v<T>) return a * b;
      // In 64 bits: two 16-bit factors would be promoted to int and may overflow it.
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    case TACK_RT_MIN:
      return b < a || a != a ? b : a;
    case TACK_RT_MAX:
      return b > a || a != a ? b : a;
    default:
      if constexpr (!std::is_floating_point_v<T>) {
        if (op == TACK_RT_AND) return static_cast<T>(a & b);
        if (op == TACK_RT_OR) return static_cast<T>(a | b);
        return static_cast<T>(a ^ b);
      }
      __builtin_trap();  // the verifier refuses bit operations on floats
  }
}

template <class T>
T identity(uint8_t op) {
  switch (op) {
    case TACK_RT_MUL:
      return T(1);
    case TACK_RT_AND:
      return static_cast<T>(~uint64_t(0));
    case TACK_RT_MIN:
      if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::infinity();
      return std::numeric_limits<T>::max();
    case TACK_RT_MAX:
      if constexpr (std::is_floating_point_v<T>) return -std::numeric_limits<T>::infinity();
      return std::numeric_limits<T>::lowest();
    default:
      return T(0);
  }
}

template <class F>
void with_type(uint8_t type, F f) {
  switch (type) {
    case TACK_RT_I8:
      return f(int8_t{});
    case TACK_RT_I16:
      return f(int16_t{});
    case TACK_RT_I32:
      return f(int32_t{});
    case TACK_RT_I64:
      return f(int64_t{});
    case TACK_RT_U8:
      return f(uint8_t{});
    case TACK_RT_U16:
      return f(uint16_t{});
    case TACK_RT_U32:
      return f(uint32_t{});
    case TACK_RT_U64:
      return f(uint64_t{});
    case TACK_RT_F32:
      return f(float{});
    case TACK_RT_F64:
      return f(double{});
    default:
      __builtin_trap();
  }
}

}  // namespace

int element_bytes(uint8_t type) {
  int bytes = 0;
  with_type(type, [&](auto zero) { bytes = sizeof zero; });
  return bytes;
}

void fill_identity(tack_rt_reduction r, void* copies) {
  with_type(r.type, [&](auto zero) {
    using T = decltype(zero);
    T value = identity<T>(r.op);
    for (int64_t i = 0; i < kCopies; ++i) static_cast<T*>(copies)[i] = value;
  });
}

void fold_copies(tack_rt_reduction r, void* copies) {
  with_type(r.type, [&](auto zero) {
    auto* c = static_cast<decltype(zero)*>(copies);
    for (int64_t stride = kCopies / 2; stride; stride /= 2)
      for (int64_t i = 0; i < stride; ++i) c[i] = apply(r.op, c[i], c[i + stride]);
  });
}

void combine(tack_rt_reduction r, void* into, const void* value) {
  with_type(r.type, [&](auto zero) {
    using T = decltype(zero);
    T a, b;
    memcpy(&a, into, sizeof a);
    memcpy(&b, value, sizeof b);
    a = apply(r.op, a, b);
    memcpy(into, &a, sizeof a);
  });
}

}  // namespace tack::rt
