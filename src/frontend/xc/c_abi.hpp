// SPDX-License-Identifier: Apache-2.0
// How C passes values on x86-64 (the System V ABI), which is how all host functions of XC do: those
// of the program and of C call each other by name and through pointers.
#pragma once

#include <vector>

#include "frontend/xc/types.hpp"

namespace tack::xc {

// How one value travels.
struct AbiValue {
  // A struct in memory. An argument: a copy on the stack, seen as its address. A result: the
  // caller gives the address, the callee returns it.
  bool in_memory = false;
  // Else the registers, in order: a scalar in its own type; a struct eight bytes at a time, as i64
  // or f64. None for an empty struct.
  std::vector<ir::Type> registers;
};

struct AbiCall {
  AbiValue result;  // where there is just one
  std::vector<AbiValue> parameters;
};

// `pointers_before`: those that come before the parameters, the object of a method.
AbiCall classify(const std::vector<const Type*>& results,
                 const std::vector<const Type*>& parameters, size_t pointers_before);

}  // namespace tack::xc
