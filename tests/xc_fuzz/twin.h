// SPDX-License-Identifier: Apache-2.0
// What XC's operators mean, in C: docs/xc/types.md and "Every operation is total" of docs/ir.md.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

// T, the unsigned type of its width, the width.
#define WHOLE(T, U, W)                                                               \
  static inline T add_##T(T a, T b) { return (T)((U)a + (U)b); }                     \
  static inline T sub_##T(T a, T b) { return (T)((U)a - (U)b); }                     \
  static inline T mul_##T(T a, T b) { return (T)(U)((u64)(U)a * (u64)(U)b); }        \
  static inline T and_##T(T a, T b) { return (T)(a & b); }                           \
  static inline T or_##T(T a, T b) { return (T)(a | b); }                            \
  static inline T xor_##T(T a, T b) { return (T)(a ^ b); }                           \
  static inline T neg_##T(T a) { return (T)(0 - (U)a); }                             \
  static inline T not_##T(T a) { return (T)~a; }                                     \
  static inline T shl_##T(T a, T n) { return (T)((U)a << ((U)n % W)); }              \
  static inline T shr_##T(T a, T n) { return (T)(a >> ((U)n % W)); }                 \
  static inline T rol_##T(T a, u64 n) {                                              \
    U u = (U)a;                                                                      \
    for (n %= W; n; n--) u = (U)((U)(u << 1) | (U)(u >> (W - 1)));                   \
    return (T)u;                                                                     \
  }                                                                                  \
  static inline T ror_##T(T a, u64 n) { return rol_##T(a, W - n % W); }              \
  COMPARE(T)
#define COMPARE(T)                                      \
  static inline u8 lt_##T(T a, T b) { return a < b; }   \
  static inline u8 gt_##T(T a, T b) { return a > b; }   \
  static inline u8 le_##T(T a, T b) { return a <= b; }  \
  static inline u8 ge_##T(T a, T b) { return a >= b; }  \
  static inline u8 eq_##T(T a, T b) { return a == b; }  \
  static inline u8 ne_##T(T a, T b) { return a != b; }
#define UNSIGNED(T, W)                                            \
  WHOLE(T, T, W)                                                  \
  static inline T div_##T(T a, T b) { return b ? a / b : 0; }     \
  static inline T rem_##T(T a, T b) { return b ? a % b : a; }
#define SIGNED(T, U, W)                                                            \
  WHOLE(T, U, W)                                                                   \
  static inline T div_##T(T a, T b) { return b == 0 ? 0 : b == -1 ? neg_##T(a) : (T)(a / b); } \
  static inline T rem_##T(T a, T b) { return b == 0 ? a : b == -1 ? 0 : (T)(a % b); }
UNSIGNED(u8, 8)
UNSIGNED(u16, 16)
UNSIGNED(u32, 32)
UNSIGNED(u64, 64)
SIGNED(i8, u8, 8)
SIGNED(i16, u16, 16)
SIGNED(i32, u32, 32)
SIGNED(i64, u64, 64)

#define REAL(T)                                          \
  static inline T add_##T(T a, T b) { return a + b; }    \
  static inline T sub_##T(T a, T b) { return a - b; }    \
  static inline T mul_##T(T a, T b) { return a * b; }    \
  static inline T div_##T(T a, T b) { return a / b; }    \
  static inline T neg_##T(T a) { return -a; }            \
  COMPARE(T)
REAL(float)
REAL(double)

// Toward zero, saturating, NaN to 0. END is one past the greatest.
#define CUT(T, R, LEAST, GREATEST, END)          \
  static inline T T##_of_##R(R v) {              \
    if (v != v) return 0;                        \
    if (v <= (R)(LEAST)) return (T)(LEAST);      \
    if (v >= (R)(END)) return (T)(GREATEST);     \
    return (T)v;                                 \
  }
#define CUTS(T, LEAST, GREATEST, END) \
  CUT(T, float, LEAST, GREATEST, END) \
  CUT(T, double, LEAST, GREATEST, END)
CUTS(u8, 0, 255, 256.0)
CUTS(u16, 0, 65535, 65536.0)
CUTS(u32, 0, UINT32_MAX, 0x1p32)
CUTS(u64, 0, UINT64_MAX, 0x1p64)
CUTS(i8, -128, 127, 128.0)
CUTS(i16, -32768, 32767, 32768.0)
CUTS(i32, INT32_MIN, INT32_MAX, 0x1p31)
CUTS(i64, INT64_MIN, INT64_MAX, 0x1p63)

// NaNs are one class.
static inline u32 fbits(float v) {
  u32 b;
  memcpy(&b, &v, 4);
  return v != v ? 0x7FC00000u : b;
}
static inline u64 dbits(double v) {
  u64 b;
  memcpy(&b, &v, 8);
  return v != v ? 0x7FF8000000000000u : b;
}

static u64 hash;
static void mix(u64 v) {
  hash = (hash ^ v) * 0x100000001b3u;
  hash ^= hash >> 29;
}

// docs/ir.md, "Reductions": how the copies of a floating-point sum or product are put together.
static inline i64 reduction_block(i64 items) {
  i64 even = (items + 1023) / 1024;
  even = (even + 63) / 64 * 64;
  return even < 4096 ? 4096 : even;
}
#define FOLD(T, OP)                                                          \
  static T fold_##OP##_##T(T* copies) {                                      \
    for (int s = 32; s >= 1; s /= 2)                                         \
      for (int i = 0; i < s; i++) copies[i] = OP##_##T(copies[i], copies[i + s]); \
    return copies[0];                                                        \
  }
FOLD(float, add)
FOLD(float, mul)
FOLD(double, add)
FOLD(double, mul)

// What ran: a rule of the language has a number in each file.
#define H(n) (hit[n] = 1)
