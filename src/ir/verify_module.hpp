// SPDX-License-Identifier: Apache-2.0
// The verifier's checks above instructions: names, types, globals, headers.
#pragma once

#include <string>

#include "ir/ir.hpp"
#include "ir/verifier.hpp"

namespace tack::ir {

struct FaultList {
  std::string text;
  int count = 0;

  void add(const std::string& what) {
    text += what + "\n";
    ++count;
  }
  void add(const Function& function, const std::string& what) {
    add("@" + function.name + ": " + what);
  }
};

void check_module(const Module& module, FaultList& faults);
void check_header(const Function& function, Stage stage, FaultList& faults);
// Is an array or struct type in the tables, with an element type that memory can hold?
std::string check_type_body(const Module& module, Type type);
// Of a parameter, or of an argument of a call through a pointer: `aux`, `type` is what it is seen
// as.
std::string check_by_value(const Module& module, Type aux, Type type);

}  // namespace tack::ir
