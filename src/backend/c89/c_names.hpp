// SPDX-License-Identifier: Apache-2.0
// C identifiers from hints.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tack::c89 {

class CNames {
 public:
  // Letters, digits and underscores; no word of C, no name that the helpers or headers use; new in
  // this function.
  std::string add(std::string_view hint);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;
};

}  // namespace tack::c89
