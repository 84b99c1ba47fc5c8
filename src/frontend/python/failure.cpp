// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/failure.hpp"

namespace tack::python {

const char* exception_name(Exception exception) {
  switch (exception) {
    case Exception::UnsupportedSyntax:
      return "UnsupportedSyntaxError";
    case Exception::NotImplemented:
      return "NotImplementedError";
    case Exception::Name:
      return "NameError";
    case Exception::Type:
      return "TypeError";
    case Exception::Value:
      return "ValueError";
    case Exception::Runtime:
      break;
  }
  return "RuntimeError";
}

}  // namespace tack::python
