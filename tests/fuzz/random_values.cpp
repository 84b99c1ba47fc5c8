// SPDX-License-Identifier: Apache-2.0
#include "fuzz/random_values.hpp"

#include <bit>
#include <cmath>

namespace tack::fuzz {

using ir::Kind;

namespace {

constexpr Kind kInts[] = {Kind::I8, Kind::I16, Kind::I32, Kind::I64,
                          Kind::U8, Kind::U16, Kind::U32, Kind::U64};

}  // namespace

Kind random_int(Random& random) { return kInts[random.below(8)]; }
Kind random_number(Random& random) {
  return static_cast<Kind>(static_cast<int>(Kind::I8) + random.below(10));
}

// Values where total operations have their corners.
uint64_t edge_bits(Random& random, Kind kind) {
  if (kind == Kind::I1) return random.below(2);
  if (kind == Kind::F32 || kind == Kind::F64) {
    static const std::vector<double> kEdges = {
        0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -1.5, 3.0, -0.9, 0.1, 1e-3, INFINITY, -INFINITY, NAN,
        // where integers end
        127.5, 255.9, -128.9, 32768.0, 65536.0, 2147483648.0, -2147483649.0, 4294967295.0, 1e10,
        -9.3e18, 1.8446744073709552e19,
        // where the floats' own digits and range end
        16777217.0, 9007199254740991.0, 1e30, 3.4028234663852886e38, -1.7976931348623157e308,
        1.1754943508222875e-38, 1e-40, 1.5e-45, 2.2250738585072014e-308, 5e-324};
    double v = random.pick(kEdges);
    return kind == Kind::F32 ? std::bit_cast<uint32_t>(static_cast<float>(v))
                             : std::bit_cast<uint64_t>(v);
  }
  int width = ir::bits_of(kind);
  switch (random.below(6)) {
    case 0:
      return uint64_t{1} << (width - 1);  // MIN
    case 1:
      return (uint64_t{1} << (width - 1)) - 1;  // MAX
    case 2:
      return ~uint64_t{0};  // -1
    case 3:
      return static_cast<uint64_t>(width + random.between(-1, 1));  // shift counts
    default:
      return static_cast<uint64_t>(random.between(-3, 9));
  }
}

uint64_t random_bits(Random& random, Kind kind) {
  if (random.chance(30)) return edge_bits(random, kind);
  if (kind == Kind::F32 || kind == Kind::F64) {
    if (random.chance(8)) return random.next();
    double v = static_cast<double>(random.between(-4000, 4000)) / (random.chance(50) ? 1 : 64);
    return kind == Kind::F32 ? std::bit_cast<uint32_t>(static_cast<float>(v))
                             : std::bit_cast<uint64_t>(v);
  }
  return random.chance(50) ? random.next() : static_cast<uint64_t>(random.between(-100, 100));
}

}  // namespace tack::fuzz
