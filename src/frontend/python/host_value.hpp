// SPDX-License-Identifier: Apache-2.0
// Values of a module's top level, computed without Python: what tack.constant(...) is given in a
// file that the command line reads.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/python/environment.hpp"
#include "frontend/python/tree.hpp"

namespace tack::python {

// A number or a tuple, as Python has it; integers within 128 bits.
struct HostValue {
  enum class What : uint8_t { Int, Float, Tuple };
  What what = What::Int;
  __int128 integer = 0;
  double number = 0;
  std::vector<HostValue> items;

  static HostValue of(__int128 value);
  static HostValue of(double value);
  double as_float() const { return what == What::Float ? number : static_cast<double>(integer); }
};

using HostNames = std::function<std::optional<HostValue>(const std::vector<std::string>& path)>;

// Literals, names, tuples and arithmetic of these; nothing for anything else, and for what Python
// would raise.
std::optional<HostValue> evaluate(const Expr& e, const HostNames& names);

// What tack.constant(value, dtype) makes of it: a Constant or a Table; nothing for what it refuses.
std::optional<Entity> constant_of(const HostValue& value, ir::Kind dtype);

}  // namespace tack::python
