// SPDX-License-Identifier: Apache-2.0
// Runs one kernel in the interpreter and on the Vulkan device and compares bits.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "backend/spirv/pipeline.hpp"
#include "driver/gpu/execute.hpp"
#include "interp/interp.hpp"
#include "ir/ir.hpp"
#include "vulkan/records.hpp"

namespace tack::test {

std::unique_ptr<ir::Module> parse(const std::string& text);

// What spirv-val says of the words; empty when nothing.
std::string validate(const std::vector<uint32_t>& words);

struct Data {
  ir::Kind kind;
  std::vector<uint8_t> bytes;

  template <class T>
  static Data of(ir::Kind kind, const std::vector<T>& values) {
    Data d{kind, std::vector<uint8_t>(values.size() * sizeof(T))};
    std::memcpy(d.bytes.data(), values.data(), d.bytes.size());
    return d;
  }
  int64_t length() const { return static_cast<int64_t>(bytes.size()) * 8 / ir::bits_of(kind); }
};

// In the kernel's order: a number's bits, or the index of a buffer in `buffers`.
struct Arg {
  uint64_t bits = 0;
  int buffer = -1;
};
inline Arg num(uint64_t bits) { return {bits, -1}; }
inline Arg buf(int k) { return {0, k}; }

struct Job {
  std::string text;  // a module
  std::string kernel;
  std::vector<Data> buffers;
  std::vector<Arg> args;
  std::vector<int64_t> extents;
  std::vector<uint64_t> reductions = {};
};

// The first difference, an error or a validation message; empty when all is equal.
std::string compare(const Job& job, const Record& record);

}  // namespace tack::test
