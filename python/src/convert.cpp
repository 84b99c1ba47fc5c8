// SPDX-License-Identifier: Apache-2.0
#include "convert.hpp"

#include <cstring>
#include <limits>
#include <type_traits>

namespace tack::py {
namespace {

template <class To, class From>
To convert(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // The bounds as powers of two, which both float types hold exactly.
    constexpr int kBits = std::numeric_limits<To>::digits;
    const From limit = static_cast<From>(uint64_t(1) << (kBits - 1)) * From(2);
    if (value != value) return 0;
    if (value >= limit) return std::numeric_limits<To>::max();
    if (std::is_signed_v<To> ? value < -limit : value <= From(-1))
      return std::numeric_limits<To>::min();
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace

void convert_row(ir::Kind from, const char* src, int64_t stride, ir::Kind to, void* dst,
                 int64_t n) {
  visit_kind(from, [&](auto from_zero) {
    using From = decltype(from_zero);
    visit_kind(to, [&](auto to_zero) {
      using To = decltype(to_zero);
      auto* out = static_cast<To*>(dst);
      if (std::is_same_v<From, To> && stride == static_cast<int64_t>(sizeof(From))) {
        memmove(out, src, static_cast<size_t>(n) * sizeof(From));
        return;
      }
      for (int64_t i = 0; i < n; ++i) {
        From value;
        memcpy(&value, src + i * stride, sizeof value);
        out[i] = convert<To>(value);
      }
    });
  });
}

void store_number(ir::Kind to, void* dst, bool is_float, double f, uint64_t low_bits) {
  visit_kind(to, [&](auto zero) {
    using To = decltype(zero);
    To value = is_float ? convert<To>(f) : static_cast<To>(static_cast<int64_t>(low_bits));
    memcpy(dst, &value, sizeof value);
  });
}

}  // namespace tack::py
