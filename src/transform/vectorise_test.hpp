// SPDX-License-Identifier: Apache-2.0
// Kernels vectorised, as text and in the interpreter.
#pragma once

#include "transform/equivalence_test.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {

inline void vectorise_kernels(ir::Module& module, uint16_t width) {
  for (auto& f : module.functions) {
    if (f->is_kernel()) vectorise(*f, width);
  }
}

inline std::string vectorised(const std::string& text, uint16_t width) {
  auto module = parse_or_fail(text);
  vectorise_kernels(*module, width);
  return ir::print(*module);
}

// At every width, the gang code computes what the kernel does.
inline void expect_same_vectorised(const std::string& text, const std::vector<int64_t>& extents,
                                   int64_t length = 400) {
  for (uint16_t width : {2, 4, 8, 16, 32, 64}) {
    SCOPED_TRACE("W = " + std::to_string(width));
    expect_same(
        text, extents, length, [&](ir::Module& m) { vectorise_kernels(m, width); },
        ir::Stage::Gang);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace tack::transform
