// SPDX-License-Identifier: Apache-2.0
// Random kinds and numbers, corners first.
#pragma once

#include "fuzz/random.hpp"
#include "ir/type.hpp"

namespace tack::fuzz {

inline constexpr int kKinds = static_cast<int>(ir::Kind::F64) + 1;  // of numbers and i1

ir::Kind random_int(Random& random);
ir::Kind random_number(Random& random);
// Values where total operations have their corners. May have bits past the kind's width.
uint64_t edge_bits(Random& random, ir::Kind kind);
// Those and ordinary ones.
uint64_t random_bits(Random& random, ir::Kind kind);

}  // namespace tack::fuzz
