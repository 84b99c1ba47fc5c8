// SPDX-License-Identifier: Apache-2.0
// The addresses a program sees, and what stands at them: mapped host memory, globals, functions,
// vars whose address is taken. Also remembers which item touched which byte.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
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
  bool is_private = false;  // no other item sees it, or nobody can tell
  bool is_constant = false;
  uint64_t grain = 1;          // bytes that one shadow stands for
  uint8_t* stored = nullptr;   // a byte for each of its own: was it stored to?
  std::vector<Shadow> shadow;  // empty until first touched in a kernel
};

class Memory {
 public:
  Memory(const ir::Target& target, size_t functions, bool native);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Accesses reach multiples of `grain` bytes (a power of two) from its start.
  Result<uint64_t> map(void* data, uint64_t bytes, bool is_constant = false, uint64_t grain = 1);

  // A stack for vars: allocated downward, freed by going back to a mark. 0 when full.
  uint64_t mark() const;
  uint64_t push(uint8_t* host, uint64_t bytes, uint32_t align, bool is_private = true,
                uint8_t* stored = nullptr);
  // Native only. Room for a frame's vars, zero, freed by pop() too; null when there is no more.
  // Between its vars is nothing, and nothing of what is freed can be accessed.
  uint8_t* push_frame(uint64_t bytes);
  // Bytes of which only those that map() or push() named can be accessed.
  void own(uint64_t begin, uint64_t end) { owned_[begin] = end; }
  void disown(uint64_t begin) { owned_.erase(begin); }
  void unmap(uint64_t base);
  void pop(uint64_t mark);

  bool is_foreign(const Range& range) const { return &range == &foreign_; }

  // Of an address that find() refuses.
  std::string describe(uint64_t address) const;

  // The range that holds all of [address, address + bytes), or null.
  Range* find(uint64_t address, uint64_t bytes);
  Range* find_own(uint64_t address);  // that of a map() or push()

  uint64_t function_address(size_t number) const { return 16 * (number + 1); }
  std::optional<size_t> function_at(uint64_t address) const;  // the function's number

  // Forgets who touched what.
  void clear_shadows();
  // Notes an access; the one that it conflicts with, or nobody.
  static Toucher touch(Range& range, uint64_t address, uint64_t bytes, Touch how, Toucher by);

 private:
  Range* find_foreign(uint64_t address, uint64_t bytes);

  std::map<uint64_t, Range> ranges_;  // by base; they never overlap
  bool native_;
  std::map<uint64_t, uint64_t> owned_;             // begin to end
  std::vector<std::pair<uint64_t, bool>> pushed_;  // native: bases; is it a frame
  Range foreign_;                                  // native: all that is not owned
  uint64_t page_ = 0;                              // the page of foreign memory seen last
  Range* last_ = nullptr;                          // the range found last
  size_t functions_;
  uint64_t heap_, stack_, gap_;
  uint64_t frames_ = 0, frames_used_ = 0;  // native: where frames are, and the end of the last one
};

}  // namespace tack::interp
