// SPDX-License-Identifier: Apache-2.0
// Arguments to try: block k is the same on every run and thread.
#pragma once

#include <cstdint>
#include <vector>

#include "math/reference.hpp"

namespace tack::math_check {

constexpr int64_t kBlock = 1 << 14;

// Every f32: block k of 2^32 / kBlock. The positive ones come first.
void fill_all(uint64_t block, std::vector<float>& x);

// A mixture: bits spread over the whole format with every exponent and sign; the range that
// programs use; multiples of pi/2 and their neighbours; both sides of integers, halves, powers of
// two and the ends of the domain; specials. Two arguments: all pairs of specials first, then pairs
// that make results of every size, and for pow bases near 1.
template <class Float>
void fill_mixture(const Function& function, uint64_t block, uint64_t blocks, std::vector<Float>& x,
                  std::vector<Float>& y);

extern template void fill_mixture(const Function&, uint64_t, uint64_t, std::vector<float>&,
                                  std::vector<float>&);
extern template void fill_mixture(const Function&, uint64_t, uint64_t, std::vector<double>&,
                                  std::vector<double>&);

}  // namespace tack::math_check
