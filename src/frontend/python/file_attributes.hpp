// SPDX-License-Identifier: Apache-2.0
// Which attributes the text of a class gives its instances, read word by word without Python.
#pragma once

#include <set>
#include <span>
#include <string>

#include "frontend/python/lexer.hpp"

namespace tack::python {

struct AssignedAttributes {
  std::set<std::string> names;
  // Why there may be others that only Python knows, such as "setattr"; empty: there are none.
  std::string open;
};

// One logical line: self.a = ..., self.a, (self.b, c) = ..., self.a = self.b = ..., annotated and
// augmented ones, targets of for and with, setattr with a literal name; behind the colon of a head
// and behind semicolons too.
void read_assigned(std::span<const Token> line, AssignedAttributes& out);

}  // namespace tack::python
