// SPDX-License-Identifier: Apache-2.0
// The addresses a program sees, and what stands at them: mapped host memory, globals, functions,
// vars whose address is taken. Also remembers which item touched which byte.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ir/target.hpp"
#include "support/result.hpp"

namespace tack::interp {

// Who read and wrote a byte during one kernel; items count from 1, 0 is nobody.
struct Shadow {
  int64_t writer = 0;
  int64_t reader = 0;  // kMany when several items read it

  static constexpr int64_t kMany = -1;
};

struct Range {
  uint64_t base = 0;
  uint64_t size = 0;
  uint8_t* host = nullptr;
  bool is_private = false;  // a var's: no other item sees it
  bool is_constant = false;
  std::vector<Shadow> shadow;  // empty until first touched in a kernel
};

class Memory {
 public:
  Memory(const ir::Target& target, size_t functions);

  Result<uint64_t> map(void* data, uint64_t bytes, bool is_constant = false);

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
  // Notes an access by `item`; the item that it conflicts with, or 0.
  static int64_t touch(Range& range, uint64_t address, uint64_t bytes, bool writes, int64_t item);

 private:
  std::map<uint64_t, Range> ranges_;  // by base; they never overlap
  Range* last_ = nullptr;             // the range found last
  size_t functions_;
  uint64_t heap_, stack_, gap_;
};

}  // namespace tack::interp
