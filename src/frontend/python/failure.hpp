// SPDX-License-Identifier: Apache-2.0
// An error as the Python package raises it: the class and the text of the exception.
#pragma once

#include <string>
#include <string_view>

#include "support/error_kind.hpp"

namespace tack::python {

struct Failure {
  ErrorKind kind = ErrorKind::Runtime;
  std::string_view id;  // of diagnostics.def, such as "py.unknown-name"
  // "Kernel 'k': store at line 2, column 5 is outside the parallel loop. ..." or
  // "Device function 'f' (inlined into kernel 'k'): ...". Lines count from the first line of the
  // captured source, the decorator's.
  std::string text;
  // The file and its line, the line's text and a caret: for people, below the text.
  std::string note;
};

}  // namespace tack::python
