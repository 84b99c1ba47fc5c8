// SPDX-License-Identifier: Apache-2.0
// Debug mode: what a kernel's checks can find, and how the host reads what they found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/python/launch_count.hpp"

namespace tack::python {

enum class FaultKind : uint8_t { Index, DivideZero, ShiftCount, LoopStep };

// The slots of a check in the launch's record. Of the items that fail, the one that raises the
// claim from kNoFault writes the others, so that they belong together.
enum FaultSlot : uint8_t { kFaultClaim, kFaultValue, kFaultExtent, kFaultItem, kFaultSlots };

// One check of the code.
struct FaultSite {
  FaultKind kind = FaultKind::Index;
  std::string head;     // "Kernel 'k': ", or the device function it is in
  std::string what;     // "index", "flat index", "division", "shift", "step"
  std::string where;    // "(dimension 1) of array 'x' at line 4, column 9", "at line 4, column 9"
  std::string note;     // Failure::note
  bool in_loop = true;  // else in what stands around it, which has no iteration
};

struct Fault {
  ErrorKind kind;
  std::string text;
  std::string note;
};

inline constexpr int64_t kNoFault = INT64_MIN;

// The slots of a launch that has found nothing.
std::vector<int64_t> empty_faults(std::span<const FaultSite> sites);
// The bounds of a launch, one number a dimension.
struct LoopBounds {
  const int64_t *extent, *start, *step;
};
// The first check, in the order of the source, that failed.
std::optional<Fault> find_fault(std::span<const FaultSite> sites, std::span<const int64_t> slots,
                                const LaunchCount& count, const LoopBounds& bounds);

}  // namespace tack::python
