// SPDX-License-Identifier: Apache-2.0
// Calls across the border of an interpreted program, by the x86-64 convention of System V: from it
// to compiled functions, and back from those to functions of the program.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::xcc {

struct Argument {
  ir::Type type = ir::kVoid;
  uint64_t word = 0;
  uint64_t by_value = 0;  // the word is the address of a struct of so many bytes, which is passed
};

// Calls `code`; the results as words.
Result<std::vector<uint64_t>> call_native(void* code, const std::vector<Argument>& arguments,
                                          const std::vector<ir::Type>& results);

// Addresses that compiled code may call: each stands for a function of the module, which `run`
// then gets with its arguments. One set at a time in a process.
class Callbacks {
 public:
  using Run =
      std::function<std::vector<uint64_t>(const ir::Function&, const std::vector<uint64_t>&)>;
  Callbacks(const ir::Module& module, Run run);
  ~Callbacks();
  Callbacks(const Callbacks&) = delete;
  Callbacks& operator=(const Callbacks&) = delete;

  uint64_t address(size_t function) const { return code_ + kStub * function; }
  // What compiled code called: the function's number, its registers and its stack.
  void called(uint64_t function, uint64_t* registers, const uint64_t* stack) const;

 private:
  static constexpr uint64_t kStub = 32;
  const ir::Module& module_;
  Run run_;
  uint64_t code_ = 0, bytes_ = 0;
};

}  // namespace tack::xcc
