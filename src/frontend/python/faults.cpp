// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/faults.hpp"

namespace tack::python {

std::vector<int64_t> empty_faults(std::span<const FaultSite> sites) {
  return std::vector<int64_t>(2 * sites.size(), kNoFault);
}

std::optional<Fault> find_fault(std::span<const FaultSite> sites, std::span<const int64_t> slots) {
  for (size_t k = 0; k < sites.size(); ++k) {
    int64_t value = slots[2 * k], extent = slots[2 * k + 1];
    if (value == kNoFault) continue;
    const FaultSite& site = sites[k];
    if (site.kind == FaultKind::DivideZero)
      return Fault{site.kind, site.head + site.what + " by zero " + site.where + ".", site.note};
    if (site.kind == FaultKind::ShiftCount)
      return Fault{site.kind,
                   site.head + site.what + " by " + std::to_string(value) + " " + site.where + ".",
                   site.note};
    return Fault{site.kind,
                 site.head + site.what + " " + std::to_string(value) + " " + site.where +
                     " is outside its extent " + std::to_string(extent) + ".",
                 site.note};
  }
  return std::nullopt;
}

}  // namespace tack::python
