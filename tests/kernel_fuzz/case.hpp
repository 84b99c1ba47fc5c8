// SPDX-License-Identifier: Apache-2.0
// A kernel's text with one call's arguments: all that a run needs, and a file that can be kept.
//
// The file is the .py file followed by comments:
//   # block 0 f32 = 0000803f...             memory, as bytes
//   # arg x f32[2]:3,4 block 0 at 16        an array in it, from byte 16 on
//   # arg n i32 = 0x5                       a number's bits
//   # object o = D                          a parameter that is an instance of a class
//   # attribute o.K = 5                     what hides a constant of the class
//   # types k: t=i64 u=weak                 what locals are, for the Python reference
//   # way isa=avx2 width=8 threads=2 small=0 extents=1 checks=0 llvm=1
//   # promises strict=1 math=0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel_fuzz/tree.hpp"
#include "support/result.hpp"

namespace tack::kernel_fuzz {

struct Case {
  std::string text;   // of the .py file, comments included
  std::string types;  // the lines of comments that begin with "# types"
  std::vector<Argument> arguments;
  std::string object, object_class;
  std::vector<std::pair<std::string, int64_t>> attributes;
  std::vector<Block> blocks;
  Way way;
  bool strict = true, has_math = false;
};

// Sets the lines of the program's statements.
Case case_of(Program& program);
Result<Case> read_case(const std::string& text);

// What a run leaves behind.
struct Output {
  std::vector<std::vector<uint8_t>> blocks;
  std::optional<uint64_t> returned;  // bits
  std::string printed;               // lines, in the order in which they came
};

// Where two outputs differ, NaNs being one class; empty when nowhere.
std::string difference(const Case& c, const Output& want, const Output& got);

std::string to_hex(const std::vector<uint8_t>& bytes);
std::vector<uint8_t> from_hex(const std::string& text);

}  // namespace tack::kernel_fuzz
