// SPDX-License-Identifier: Apache-2.0
// A kernel with one launch's data: what the differential driver runs everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::fuzz {

struct Buffer {
  ir::Kind kind = ir::Kind::I32;
  std::vector<uint8_t> bytes;
  // The buffer (by number, before this one) whose memory this parameter shares; -1: its own.
  int same_as = -1;

  int64_t length() const { return static_cast<int64_t>(bytes.size()) / (ir::bits_of(kind) / 8); }
};

struct Program {
  uint64_t seed = 0;                   // what it was made of
  std::unique_ptr<ir::Module> module;  // at Stage::Source; the kernel is @k
  std::vector<int64_t> extents;
  std::vector<Buffer> buffers;       // in the order of the buffer parameters
  std::vector<uint64_t> numbers;     // bits, in the order of the number parameters
  std::vector<uint64_t> reductions;  // bits before
  bool exits_two_levels = false;     // a varying exit leaves two labelled regions or more

  const ir::Function& kernel() const { return *module->find_function("k"); }
  int64_t items() const {
    int64_t n = 1;
    for (int64_t e : extents) n *= e;
    return n;
  }
};

// What a run leaves behind. A buffer that shares another's memory is empty here.
struct Output {
  std::vector<std::vector<uint8_t>> buffers;
  std::vector<uint64_t> reductions;
};

bool is_nan(ir::Kind kind, uint64_t bits);

// The same program with a module of its own.
Program copy(const Program& program);

// Where two outputs differ, NaNs being one class; empty when nowhere.
std::string difference(const Program& program, const Output& want, const Output& got);

}  // namespace tack::fuzz
