// SPDX-License-Identifier: Apache-2.0
#include "math/samples.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

namespace tack::math_check {
namespace {

template <class Float>
using Bits = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

// Numbers of each format nearest to multiples of pi/2, within 2^-26 and 2^-56 of one: found by
// continued fractions of 2^e / (pi/2) for every exponent e.
const std::vector<float> kNearQuarters32 = {0x1.f9cbe2p+7f,  0x1.f9cbe2p+8f,  0x1.47d0fep+34f,
                                            0x1.628d4cp+40f, 0x1.13093p+76f,  0x1.32ede2p+85f,
                                            0x1.f37c8ap+95f, 0x1.b08c4ap+111f};
const std::vector<double> kNearQuarters64 = {
    0x1.6c6cbc45dc8dep+5,   0x1.6c6cbc45dc8dep+6,   0x1.39c6fd67805a7p+18,  0x1.b951f1572eba5p+23,
    0x1.782b7a20df6d4p+67,  0x1.504cac51f1eafp+131, 0x1.e7e44a78ac18cp+197, 0x1.b2196364d750bp+253,
    0x1.c45cd11154dfdp+295, 0x1.4c96c11134d36p+577, 0x1.83009e2e9e2ebp+614, 0x1.db41f3cb71d7bp+680,
    0x1.6ac5b262ca1ffp+849, 0x1.6ac5b262ca1ffp+850, 0x1.cfe482285f8edp+860, 0x1.e009c53148be1p+991};
const std::vector<float>& near_quarters(float) { return kNearQuarters32; }
const std::vector<double>& near_quarters(double) { return kNearQuarters64; }

template <class Float>
const std::vector<Float>& specials() {
  static const std::vector<Float> all = [] {
    using Limits = std::numeric_limits<Float>;
    std::vector<Float> positive = {0,
                                   Limits::denorm_min(),
                                   3 * Limits::denorm_min(),
                                   std::nextafter(Limits::min(), Float(0)),
                                   Limits::min(),
                                   Limits::epsilon(),
                                   Float(0.25),
                                   Float(0.5),
                                   std::nextafter(Float(1), Float(0)),
                                   1,
                                   std::nextafter(Float(1), Float(2)),
                                   Float(1.5),
                                   2,
                                   3,
                                   4,
                                   Float(4.5),
                                   1000001,
                                   Float(1e30),
                                   1 / Limits::epsilon(),
                                   2 / Limits::epsilon() - 1,
                                   4 / Limits::epsilon(),
                                   Limits::max() / 2,
                                   Limits::max(),
                                   Limits::infinity(),
                                   Limits::quiet_NaN()};
    const std::vector<Float>& near = near_quarters(Float());
    positive.insert(positive.end(), near.begin(), near.end());
    std::vector<Float> both = positive;
    for (Float v : positive) both.push_back(-v);
    return both;
  }();
  return all;
}

template <class Float>
class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15u + 20) {}

  Float uniform(double low, double high) {
    double t = static_cast<double>(random_() >> 11) * 0x1p-53;
    return static_cast<Float>(low + (high - low) * t);
  }
  Float any_bits() { return std::bit_cast<Float>(static_cast<Bits<Float>>(random_())); }
  // A few steps to either side of v.
  Float near(Float v) {
    auto bits = std::bit_cast<Bits<Float>>(v);
    return std::bit_cast<Float>(static_cast<Bits<Float>>(bits + random_() % 9 - 4));
  }
  // Any multiple of pi/2 that the format can be near: small ones half of the time.
  Float near_quarter() {
    double n = random_() % 2 ? static_cast<double>(random_() % 512)
                             : std::exp2(static_cast<double>(random_() % 2000) / 100.0);
    Float v = near(static_cast<Float>(std::rint(n) * 1.5707963267948966192L));
    return random_() % 2 ? v : -v;
  }
  Float near_landmark() {
    switch (random_() % 4) {
      case 0:
        return near(static_cast<Float>(static_cast<int>(random_() % 400) - 200) * Float(0.25));
      case 1:
        return near(std::ldexp(Float(1), static_cast<int>(random_() % 40) - 20));
      case 2:
        return near(
            static_cast<Float>(static_cast<int>(random_() % 2400) - 1200) *
            Float(0.34657359027997264));  // halves of ln 2: where exp turns to the next power
      default:
        return specials<Float>()[random_() % specials<Float>().size()];
    }
  }
  uint64_t bits() { return random_(); }

  Float one(const Function& function) {
    switch (random_() % 6) {
      case 0:
      case 1:
        return uniform(function.low, function.high);
      case 2: {  // every size between 2^-30 and 2^30
        Float v = std::ldexp(uniform(1, 2), static_cast<int>(random_() % 60) - 30);
        return random_() % 2 ? v : -v;
      }
      case 3:
        return near_quarter();
      case 4:
        return near_landmark();
      default:
        return any_bits();
    }
  }

  void two(const Function& function, Float& x, Float& y) {
    bool pow = std::strcmp(function.name, "pow") == 0;
    switch (random_() % 5) {
      case 0:
        x = uniform(function.low, function.high);
        y = uniform(function.low, function.high);
        break;
      case 1:
        x = one(function);
        y = one(function);
        break;
      case 2:
        x = any_bits();
        y = any_bits();
        break;
      case 3:
        if (pow) {  // the result is 2^t, t a little past both ends of the exponents
          x = std::fabs(random_() % 2 ? any_bits() : uniform(0.5, 2));
          constexpr double kEnd = sizeof(Float) == 4 ? 155 : 1080;
          y = static_cast<Float>(static_cast<double>(uniform(-kEnd, kEnd)) /
                                 std::log2(static_cast<double>(x)));
        } else {
          x = any_bits();
          y = std::ldexp(x, static_cast<int>(random_() % 80) - 40) * uniform(-2, 2);
        }
        break;
      default:
        if (pow) {  // near 1, to a power that makes something of it
          x = 1 + std::ldexp(uniform(-1, 1), -static_cast<int>(random_() % 50));
          y = std::ldexp(uniform(-1, 1), static_cast<int>(random_() % 60));
        } else {
          x = near_landmark();
          y = near(x);
        }
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

void fill_all(uint64_t block, std::vector<float>& x) {
  for (int64_t i = 0; i < kBlock; ++i) {
    x[i] = std::bit_cast<float>(static_cast<uint32_t>(block * kBlock + static_cast<uint64_t>(i)));
  }
}

template <class Float>
void fill_mixture(const Function& function, uint64_t block, uint64_t blocks, std::vector<Float>& x,
                  std::vector<Float>& y) {
  Maker<Float> make(block);
  const std::vector<Float>& special = specials<Float>();
  if (function.arguments == 1) {
    // Half of the block walks through the format in equal steps, each moved at random by up to one.
    uint64_t step = (~Bits<Float>{0}) / (blocks * (kBlock / 2)) + 1;
    for (int64_t i = 0; i < kBlock; ++i) {
      if (block == 0 && i < static_cast<int64_t>(special.size())) {
        x[i] = special[static_cast<size_t>(i)];
      } else if (i % 2) {
        uint64_t at = block * (kBlock / 2) + static_cast<uint64_t>(i) / 2;
        x[i] = std::bit_cast<Float>(static_cast<Bits<Float>>(at * step + make.bits() % step));
      } else {
        x[i] = make.one(function);
      }
    }
    return;
  }
  for (size_t i = 0; i < kBlock; ++i) {
    if (block == 0 && i < special.size() * special.size()) {
      x[i] = special[i / special.size()];
      y[i] = special[i % special.size()];
    } else {
      make.two(function, x[i], y[i]);
    }
  }
}

template void fill_mixture(const Function&, uint64_t, uint64_t, std::vector<float>&,
                           std::vector<float>&);
template void fill_mixture(const Function&, uint64_t, uint64_t, std::vector<double>&,
                           std::vector<double>&);

}  // namespace tack::math_check
