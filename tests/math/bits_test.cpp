// SPDX-License-Identifier: Apache-2.0
// The same bits from the interpreter and from every width and instruction set, and CPython's bits
// from float // and %.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "interp/interp.hpp"
#include "math/compiled.hpp"
#include "math/samples.hpp"
#include "mathlib/mathlib.hpp"

namespace tack::math_check {
namespace {

template <class Float>
bool same(Float a, Float b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

template <class Float>
std::vector<Float> interpreted(const Function& function, const std::vector<Float>& x,
                               const std::vector<Float>& y, size_t count) {
  using Bits = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;
  ir::Module module;
  std::string name = std::string("math.") + function.name + (sizeof(Float) == 4 ? "_f32" : "_f64");
  const ir::Function* callee = mathlib::add(module, name);
  interp::Machine machine(module);
  std::vector<Float> results;
  for (size_t i = 0; i < count; ++i) {
    interp::Words words{std::bit_cast<Bits>(x[i])};
    if (function.arguments == 2) words.push_back(std::bit_cast<Bits>(y[i]));
    Result<interp::Words> result = machine.call(*callee, words);
    if (!result) throw std::runtime_error(result.error().message);
    results.push_back(std::bit_cast<Float>(static_cast<Bits>((*result)[0])));
  }
  return results;
}

template <class Float>
void check_bits(const Function& function) {
  std::vector<Float> x(kBlock), y(kBlock), got(kBlock);
  constexpr size_t kCount = 3000;
  fill_mixture(function, 0, 1, x, y);
  std::vector<Float> want = interpreted(function, x, y, kCount);
  struct {
    uint32_t width;
    const char* isa;
  } const variants[] = {{1, "sse2"}, {4, "sse4"}, {8, "avx2"}, {16, "avx512"}, {32, "avx2"}};
  for (const auto& variant : variants) {
    if (!driver::cpu_has(variant.isa)) continue;
    Compiled<Float> compiled(function.name, function.arguments, variant.width, variant.isa, "");
    compiled.run(x.data(), y.data(), got.data(), kBlock);
    for (size_t i = 0; i < kCount; ++i) {
      ASSERT_TRUE(same(got[i], want[i]))
          << function.name << " of " << x[i] << ", " << y[i] << " at width " << variant.width
          << " of " << variant.isa << ": " << got[i] << ", interpreted " << want[i];
    }
  }
}

TEST(MathBits, EveryWidthAndInstructionSet) {
  for (const Function& function : functions()) {
    check_bits<float>(function);
    check_bits<double>(function);
  }
}

// Python's // and % of floats, in steps of one format: the quotient is that of the exact remainder,
// rounded and then moved to a whole number.
template <class Float>
struct FloorDivided {
  Float quotient, rest;
};
template <class Float>
FloorDivided<Float> floor_divided(Float x, Float y) {
  if (y == 0)
    return {std::numeric_limits<Float>::quiet_NaN(), std::numeric_limits<Float>::quiet_NaN()};
  Float rest = std::fmod(x, y);
  Float quotient = (x - rest) / y;
  if (rest != 0 && (rest < 0) != (y < 0)) {
    rest += y;
    quotient -= 1;
  } else if (rest == 0) {
    rest = std::copysign(Float(0), y);
  }
  if (quotient == 0) return {std::copysign(Float(0), x / y), rest};
  Float whole = std::floor(quotient);
  return {quotient - whole > Float(0.5) ? whole + 1 : whole, rest};
}

template <class Float>
void check_division(uint32_t width) {
  Function pairs{"atan2", 2, Symmetry::None, 0, 0, nullptr, nullptr, nullptr, nullptr, -40, 40};
  Compiled<Float> fmod("fmod", 2, width, "", ""), mod("floormod", 2, width, "", ""),
      div("floordiv", 2, width, "", "");
  std::vector<Float> x(kBlock), y(kBlock), got(kBlock);
  for (uint64_t block = 0; block < 3; ++block) {
    fill_mixture(pairs, block, 3, x, y);
    fmod.run(x.data(), y.data(), got.data(), kBlock);
    for (size_t i = 0; i < kBlock; ++i) {
      ASSERT_TRUE(same(got[i], std::fmod(x[i], y[i]))) << "fmod " << x[i] << " " << y[i];
    }
    mod.run(x.data(), y.data(), got.data(), kBlock);
    for (size_t i = 0; i < kBlock; ++i) {
      ASSERT_TRUE(same(got[i], floor_divided(x[i], y[i]).rest)) << x[i] << " % " << y[i];
    }
    div.run(x.data(), y.data(), got.data(), kBlock);
    for (size_t i = 0; i < kBlock; ++i) {
      ASSERT_TRUE(same(got[i], floor_divided(x[i], y[i]).quotient)) << x[i] << " // " << y[i];
    }
  }
}

TEST(MathBits, DivisionIsPythons) {
  for (uint32_t width : {1u, 8u}) {
    check_division<float>(width);
    check_division<double>(width);
  }
}

}  // namespace
}  // namespace tack::math_check
