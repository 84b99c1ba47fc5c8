// SPDX-License-Identifier: Apache-2.0
// The addresses a program sees, and what stands at them: mapped host memory, globals, functions,
// vars whose address is taken. Also remembers which item touched which byte.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::interp {

// An access of one item of a kernel; items count from 1, 0 is nobody.
struct Toucher {
  int64_t item = 0;
  const ir::Inst* inst = nullptr;
};

// Who wrote some bytes during one kernel, two that read them and two that updated them by atomics,
// which do not disturb each other: of two, one is another than any writer to come.
struct Shadow {
  Toucher writer, readers[2], updaters[2];
};

enum class Touch : uint8_t { Read, Write, Update };

struct Range {
  uint64_t base = 0;
  uint64_t size = 0;
  uint8_t* host = nullptr;
  bool is_private = false;  // a var's: no other item sees it
  bool is_constant = false;
  uint64_t grain = 1;          // bytes that one shadow stands for
  std::vector<Shadow> shadow;  // empty until first touched in a kernel
};

class Memory {
 public:
  Memory(const ir::Target& target, size_t functions);

  // Accesses reach multiples of `grain` bytes (a power of two) from its start.
  Result<uint64_t> map(void* data, uint64_t bytes, bool is_constant = false, uint64_t grain = 1);

  // A stack for vars: allocated downward, freed by going back to a mark. 0 when full.
  uint64_t mark() const { return stack_; }
  uint64_t push(uint8_t* host, uint64_t bytes, uint32_t align);
  void pop(uint64_t mark);

  // The range that holds all of [address, address + bytes), or null.
  Range* find(uint64_t address, uint64_t bytes);

  uint64_t function_address(size_t number) const { return 16 * (number + 1); }
  std::optional<size_t> function_at(uint64_t address) const;  // the function's number

  // Forgets who touched what.
  void clear_shadows();
  // Notes an access; the one that it conflicts with, or nobody.
  static Toucher touch(Range& range, uint64_t address, uint64_t bytes, Touch how, Toucher by);

 private:
  std::map<uint64_t, Range> ranges_;  // by base; they never overlap
  Range* last_ = nullptr;             // the range found last
  size_t functions_;
  uint64_t heap_, stack_, gap_;
};

}  // namespace tack::interp
