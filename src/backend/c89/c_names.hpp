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
  CNames() = default;
  // `outer`: names that these may not hide; it must know all of them first.
  explicit CNames(const CNames* outer) : outer_(outer) {}

  // Letters, digits and underscores; no word of C, no name that the helpers or headers use; new in
  // this function.
  std::string add(std::string_view hint);
  // Takes this very name; false when it is taken already.
  bool reserve(const std::string& name) { return taken_.insert(name).second; }

 private:
  const CNames* outer_ = nullptr;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;
};

}  // namespace tack::c89
