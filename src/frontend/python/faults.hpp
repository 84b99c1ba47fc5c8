// SPDX-License-Identifier: Apache-2.0
// Debug mode: what a kernel's checks can find, and how the host reads what they found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tack::python {

enum class FaultKind : uint8_t {
  Index,       // IndexError
  DivideZero,  // ZeroDivisionError
  ShiftCount   // ValueError
};

// One check of the code. Each has two slots of the launch's record: the value that was wrong, then,
// of an index, the extent. Any of the items that fail may be the one whose value is there.
struct FaultSite {
  FaultKind kind = FaultKind::Index;
  std::string head;   // "Kernel 'k': ", or the device function it is in
  std::string what;   // "index", "flat index", "division", "shift"
  std::string where;  // "(dimension 1) of array 'x' at line 4, column 9", "at line 4, column 9"
  std::string note;   // Failure::note
};

struct Fault {
  FaultKind kind;
  std::string text;
  std::string note;
};

inline constexpr int64_t kNoFault = INT64_MIN;

// The slots of a launch that has found nothing.
std::vector<int64_t> empty_faults(std::span<const FaultSite> sites);
// The first check, in the order of the source, that failed.
std::optional<Fault> find_fault(std::span<const FaultSite> sites, std::span<const int64_t> slots);

}  // namespace tack::python
