// SPDX-License-Identifier: Apache-2.0
#include "interp/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstring>

namespace tack::interp {
namespace {

// Of a native program's frames. A page that is not used takes no memory.
constexpr uint64_t kFrames = uint64_t{1} << 30;
constexpr uint64_t kFrameAlign = 64;

}  // namespace

// Functions stand at the low addresses, 16 bytes each, and null before them.
Memory::Memory(const ir::Target& target, size_t functions, bool native)
    : native_(native),
      // An address is itself; from 1, as 0 is no memory.
      foreign_{1, UINT64_MAX - 1, reinterpret_cast<uint8_t*>(uintptr_t{1}), true, false, 1, nullptr,
               {}},
      functions_(functions),
      heap_(function_address(functions)),
      stack_(target.pointer_bytes >= 8   ? uint64_t{1} << 47
             : target.pointer_bytes == 4 ? uint64_t{1} << 32
                                         : uint64_t{1} << 16),
      gap_(target.pointer_bytes >= 4 ? 64 : 2) {}

Result<uint64_t> Memory::map(void* data, uint64_t bytes, bool is_constant, uint64_t grain) {
  uint8_t* host = static_cast<uint8_t*>(data);
  uint64_t begin = reinterpret_cast<uintptr_t>(host), end = begin + bytes;
  if (native_) {
    ranges_.insert_or_assign(begin,
                             Range{begin, bytes, host, false, is_constant, grain, nullptr, {}});
    last_ = nullptr;
    return begin;
  }
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
  ranges_.emplace(base, Range{base, bytes, host, false, is_constant, grain, nullptr, {}});
  return base;
}

void Memory::unmap(uint64_t base) {
  ranges_.erase(base);
  last_ = nullptr;
}

uint8_t* Memory::push_frame(uint64_t bytes) {
  if (frames_ == 0) {
    void* room = mmap(nullptr, kFrames, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    frames_ = reinterpret_cast<uintptr_t>(room);
    frames_used_ = frames_;
    own(frames_, frames_ + kFrames);
  }
  uint64_t size = (bytes + kFrameAlign - 1) / kFrameAlign * kFrameAlign;
  if (size > frames_ + kFrames - frames_used_) return nullptr;
  auto* at = reinterpret_cast<uint8_t*>(frames_used_);
  std::memset(at, 0, size);
  pushed_.push_back({frames_used_, true});
  frames_used_ += size;
  return at;
}

Memory::~Memory() {
  if (frames_) munmap(reinterpret_cast<void*>(frames_), kFrames);
}

uint64_t Memory::push(uint8_t* host, uint64_t bytes, uint32_t align, bool is_private,
                      uint8_t* stored) {
  if (native_) {
    uint64_t begin = reinterpret_cast<uintptr_t>(host);
    ranges_.insert_or_assign(begin, Range{begin, bytes, host, is_private, false, 1, stored, {}});
    pushed_.push_back({begin, false});
    last_ = nullptr;
    return begin;
  }
  if (stack_ - heap_ < bytes + gap_ + align) return 0;
  stack_ = (stack_ - bytes - gap_) / align * align;
  ranges_.emplace(stack_, Range{stack_, bytes, host, is_private, false, 1, stored, {}});
  return stack_;
}

uint64_t Memory::mark() const { return native_ ? pushed_.size() : stack_; }

void Memory::pop(uint64_t mark) {
  last_ = nullptr;
  if (native_) {
    for (; pushed_.size() > mark; pushed_.pop_back()) {
      auto [base, is_frame] = pushed_.back();
      if (is_frame) {
        frames_used_ = base;
      } else {
        ranges_.erase(base);
      }
    }
    return;
  }
  ranges_.erase(ranges_.lower_bound(stack_), ranges_.lower_bound(mark));
  stack_ = mark;
}

std::string Memory::describe(uint64_t address) const {
  auto area = owned_.upper_bound(address);
  bool owned = area != owned_.begin() && std::prev(area)->second > address;
  if (!native_) return fmt::format("at {:#x}, where no memory is", address);
  if (address < 65536) return "through a null pointer";
  if (!owned) return fmt::format("at {:#x}, where no memory is", address);
  auto [begin, end] = *std::prev(area);
  if (begin == frames_ && address >= frames_used_) return "of a function's local after its end";
  // The nearest of its two neighbours there.
  const Range *before = nullptr, *next = nullptr;
  auto after = ranges_.lower_bound(address);
  if (after != ranges_.begin() && std::prev(after)->first >= begin)
    before = &std::prev(after)->second;
  if (after != ranges_.end() && after->first < end) next = &after->second;
  if (before && address - before->base < before->size)
    return fmt::format("across the end of the {} that are there", before->size);
  bool behind = before && !(next && next->base - address < address - before->base - before->size);
  if (behind) return fmt::format("at offset {} of {} bytes", address - before->base, before->size);
  if (next) return fmt::format("at offset -{} of {} bytes", next->base - address, next->size);
  return "of memory that was deleted";
}

// Memory of the host's that is there and that nobody here guards.
Range* Memory::find_foreign(uint64_t address, uint64_t bytes) {
  constexpr uint64_t kPage = 4096, kLowest = 65536;
  if (!native_ || address < kLowest || address + bytes < address) return nullptr;
  auto after = owned_.lower_bound(address + bytes);
  if (after != owned_.begin() && std::prev(after)->second > address) return nullptr;
  uint64_t first = address / kPage, last = (address + bytes - 1) / kPage;
  for (uint64_t page = first; page <= last; ++page) {
    unsigned char resident = 0;
    if (page != page_ && mincore(reinterpret_cast<void*>(page * kPage), kPage, &resident) != 0)
      return nullptr;
    page_ = page;
  }
  return &foreign_;
}

Range* Memory::find(uint64_t address, uint64_t bytes) {
  auto holds = [&](const Range& range) {
    return address >= range.base && bytes <= range.size &&
           address - range.base <= range.size - bytes;
  };
  if (last_ != nullptr && holds(*last_)) return last_;
  auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return find_foreign(address, bytes);
  Range& range = std::prev(after)->second;
  if (!holds(range)) return find_foreign(address, bytes);
  last_ = &range;
  return last_;
}

Range* Memory::find_own(uint64_t address) {
  auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return nullptr;
  Range& range = std::prev(after)->second;
  return address - range.base < range.size ? &range : nullptr;
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
