// SPDX-License-Identifier: Apache-2.0
#include "interp/memory.hpp"

#include <fmt/format.h>

namespace tack::interp {
// Functions stand at the low addresses, 16 bytes each, and null before them.
Memory::Memory(const ir::Target& target, size_t functions)
    : functions_(functions),
      heap_(function_address(functions)),
      stack_(target.pointer_bytes >= 8   ? uint64_t{1} << 47
             : target.pointer_bytes == 4 ? uint64_t{1} << 32
                                         : uint64_t{1} << 16),
      gap_(target.pointer_bytes >= 4 ? 64 : 2) {}

Result<uint64_t> Memory::map(void* data, uint64_t bytes, bool is_constant, uint64_t grain) {
  uint8_t* host = static_cast<uint8_t*>(data);
  uint64_t begin = reinterpret_cast<uintptr_t>(host), end = begin + bytes;
  for (const auto& [base, range] : ranges_) {
    uint64_t known = reinterpret_cast<uintptr_t>(range.host), known_end = known + range.size;
    if (begin >= known && end <= known_end && bytes != 0) return base + (begin - known);
    if (begin < known_end && end > known)
      return Error{"memory partly overlaps some that was mapped before"};
  }
  // As far from a multiple of 64 as the host's address, so that alignment is what it is there.
  uint64_t base = (heap_ + 63) / 64 * 64 + begin % 64;
  if (bytes > stack_ || base > stack_ - bytes)
    return Error{fmt::format("{} bytes do not fit the target's address space", bytes)};
  heap_ = base + bytes + gap_;
  ranges_.emplace(base, Range{base, bytes, host, false, is_constant, grain, {}});
  return base;
}

uint64_t Memory::push(uint8_t* host, uint64_t bytes, uint32_t align) {
  if (stack_ - heap_ < bytes + gap_ + align) return 0;
  stack_ = (stack_ - bytes - gap_) / align * align;
  ranges_.emplace(stack_, Range{stack_, bytes, host, true, false, 1, {}});
  return stack_;
}

void Memory::pop(uint64_t mark) {
  ranges_.erase(ranges_.lower_bound(stack_), ranges_.lower_bound(mark));
  stack_ = mark;
  last_ = nullptr;
}

Range* Memory::find(uint64_t address, uint64_t bytes) {
  auto holds = [&](const Range& range) {
    return address >= range.base && bytes <= range.size &&
           address - range.base <= range.size - bytes;
  };
  if (last_ != nullptr && holds(*last_)) return last_;
  auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return nullptr;
  Range& range = std::prev(after)->second;
  if (!holds(range)) return nullptr;
  last_ = &range;
  return last_;
}

std::optional<size_t> Memory::function_at(uint64_t address) const {
  if (address == 0 || address % 16 != 0 || address > 16 * functions_) return std::nullopt;
  return address / 16 - 1;
}

void Memory::clear_shadows() {
  for (auto& [base, range] : ranges_) range.shadow.clear();
}

Toucher Memory::touch(Range& range, uint64_t address, uint64_t bytes, Touch how, Toucher by) {
  if (range.is_private) return {};
  if (range.shadow.empty()) range.shadow.resize((range.size + range.grain - 1) / range.grain);
  Toucher other;
  uint64_t first = (address - range.base) / range.grain;
  uint64_t last = (address - range.base + bytes - 1) / range.grain;
  auto is_other = [&](const Toucher& t) { return t.item != 0 && t.item != by.item; };
  auto disturbs = [&](const Toucher& t) {
    if (is_other(t)) other = t;
  };
  // Of several, two: one of them is another than whoever comes next.
  auto note = [&](Toucher(&two)[2]) {
    if (two[0].item == 0) {
      two[0] = by;
    } else if (two[1].item == 0 && is_other(two[0])) {
      two[1] = by;
    }
  };
  for (uint64_t i = first; i <= last; ++i) {
    Shadow& shadow = range.shadow[i];
    disturbs(shadow.writer);
    if (how != Touch::Read)
      for (const Toucher& reader : shadow.readers) disturbs(reader);
    if (how != Touch::Update)
      for (const Toucher& updater : shadow.updaters) disturbs(updater);
    if (how == Touch::Write) {
      shadow.writer = by;
    } else {
      note(how == Touch::Read ? shadow.readers : shadow.updaters);
    }
  }
  return other;
}

}  // namespace tack::interp
