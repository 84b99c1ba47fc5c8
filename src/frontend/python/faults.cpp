// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/faults.hpp"

namespace tack::python {

std::vector<int64_t> empty_faults(std::span<const FaultSite> sites) {
  return std::vector<int64_t>(kFaultSlots * sites.size(), kNoFault);
}

std::optional<Fault> find_fault(std::span<const FaultSite> sites, std::span<const int64_t> slots,
                                const LaunchCount& count, const LoopBounds& bounds) {
  for (size_t k = 0; k < sites.size(); ++k) {
    std::span<const int64_t> found = slots.subspan(kFaultSlots * k, kFaultSlots);
    if (found[kFaultClaim] == kNoFault) continue;
    const FaultSite& site = sites[k];
    std::string end = ".";
    if (site.in_loop)
      end = ", in " +
            iteration_name(count, bounds.extent, bounds.start, bounds.step, found[kFaultItem]) +
            ".";
    if (site.kind == FaultKind::DivideZero)
      return Fault{ErrorKind::ZeroDivision, site.head + site.what + " by zero " + site.where + end,
                   site.note};
    if (site.kind == FaultKind::ShiftCount)
      return Fault{ErrorKind::Value,
                   site.head + site.what + " by " + std::to_string(found[kFaultValue]) + " " +
                       site.where + end,
                   site.note};
    if (site.kind == FaultKind::LoopStep)
      return Fault{ErrorKind::Value,
                   site.head + site.what + " " + std::to_string(found[kFaultValue]) + " " +
                       site.where + " is not positive" + end,
                   site.note};
    return Fault{ErrorKind::Index,
                 site.head + site.what + " " + std::to_string(found[kFaultValue]) + " " +
                     site.where + " is outside its extent " + std::to_string(found[kFaultExtent]) +
                     end,
                 site.note};
  }
  return std::nullopt;
}

}  // namespace tack::python
