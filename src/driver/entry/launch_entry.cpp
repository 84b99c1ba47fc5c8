// SPDX-License-Identifier: Apache-2.0
#include "driver/entry/launch_entry.hpp"

#include <string>

namespace tack::driver {

Result<void> launch_entry(tack_rt_entry entry, const ir::Function& kernel,
                          std::span<const CpuArgument> arguments, std::span<const int64_t> extents,
                          std::vector<uint64_t>& reductions) {
  if (arguments.size() != kernel.params.size() || extents.size() != kernel.extents.size() ||
      reductions.size() != kernel.reductions.size())
    return Error{"@" + kernel.name + ": a wrong number of arguments"};
  std::vector<uint64_t> slots;
  for (const CpuArgument& a : arguments) {
    if (a.is_buffer) {
      slots.push_back(reinterpret_cast<uint64_t>(a.data));
      slots.push_back(static_cast<uint64_t>(a.length));
    } else {
      slots.push_back(a.bits);
    }
  }
  for (int64_t extent : extents) slots.push_back(static_cast<uint64_t>(extent));

  tack_rt_variant variant{entry, TACK_RT_ISA_ANY, 0, 0, 0};
  std::vector<tack_rt_reduction> kinds;
  std::vector<void*> results;
  for (size_t r = 0; r < reductions.size(); ++r) {
    const ir::Inst& reduction = *kernel.reductions[r];
    kinds.push_back(
        {static_cast<uint8_t>(reduction.bits), static_cast<uint8_t>(reduction.aux.kind)});
    results.push_back(&reductions[r]);  // little-endian: its low bytes are the value
  }
  tack_rt_kernel description{};
  description.abi = TACK_RT_ABI;
  description.name = kernel.name.c_str();
  description.variants = &variant;
  description.variant_count = 1;
  description.reductions = kinds.data();
  description.reduction_count = static_cast<uint16_t>(kinds.size());
  tack_rt_launch(&description, slots.data(), extents.data(), static_cast<int32_t>(extents.size()),
                 results.data());
  return {};
}

}  // namespace tack::driver
