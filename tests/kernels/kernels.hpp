// SPDX-License-Identifier: Apache-2.0
// The four kernels of tests/kernels as data: their IR, inputs, and plain loops in C++ that say what
// comes out. Every way to run IR is tested with them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::kernels {

// One launch with its expected result. Buffers hold their elements' bytes.
struct Case {
  std::string kernel;  // also the file: tests/kernels/<kernel>.tir
  std::vector<int64_t> extents;
  std::vector<std::vector<uint8_t>> buffers;  // in the order of the buffer parameters
  std::vector<uint64_t> numbers;              // bits, in the order of the number parameters
  std::vector<uint64_t> reductions;           // bits before
  std::vector<std::vector<uint8_t>> expected_buffers;
  std::vector<uint64_t> expected_reductions;
};

// Sizes with and without tails, one row, one column, nothing at all, and one too large for a block
// of a reduction. NaNs come out of none of them.
std::vector<Case> all_cases();

std::unique_ptr<ir::Module> load(const std::string& kernel);  // parses and verifies; else aborts

}  // namespace tack::kernels
