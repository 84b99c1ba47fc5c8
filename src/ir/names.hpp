// SPDX-License-Identifier: Apache-2.0
// Unique names from hints, for the printer.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "ir/ir.hpp"

namespace tack::ir {

// The names of one name space: `k`, then `k.1`, `k.2` for the same hint; `0`, `1` without a hint.
class UniqueNames {
 public:
  std::string add(std::string_view hint);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, unsigned> next_;
  unsigned numbers_ = 0;
};

// The printed names of a function's values and labels, without `%` and `$`.
class FunctionNames {
 public:
  explicit FunctionNames(const Function& function);

  std::string value(const Inst* inst) const { return get(values_, inst); }
  std::string label(const Inst* inst) const { return get(labels_, inst); }

 private:
  using Map = std::unordered_map<const Inst*, std::string>;
  // "?" for what does not stand in the function: a fault that the verifier reports.
  static std::string get(const Map& map, const Inst* inst);

  Map values_;
  Map labels_;
};

// Gives `%name` when printed: a value, a var, or a call with several results.
bool has_value_name(const Inst& inst);

// One name for each struct type of the module, by index.
std::vector<std::string> struct_names(const Module& module);

}  // namespace tack::ir
