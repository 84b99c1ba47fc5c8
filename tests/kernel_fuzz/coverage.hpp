// SPDX-License-Identifier: Apache-2.0
// Which rules of the language the kernels of a run reached: a rule counts where a line that uses it
// ran at least once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel_fuzz/tree.hpp"

namespace tack::kernel_fuzz {

// The rules that a run of CI size must reach, by name.
const std::vector<std::string>& wanted_rules();

class Coverage {
 public:
  void add(const Program& program, const std::set<uint32_t>& lines);
  // Prints how many there are, the missing ones, and with `all` every rule with the number of
  // kernels that reached it; true when none is missing.
  bool report(bool all) const;

 private:
  std::map<std::string, uint64_t> kernels_;
};

}  // namespace tack::kernel_fuzz
