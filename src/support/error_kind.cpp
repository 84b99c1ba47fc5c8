// SPDX-License-Identifier: Apache-2.0
#include "support/error_kind.hpp"

namespace tack {

const char* exception_name(ErrorKind kind) {
  switch (kind) {
#define ERROR_KIND(kind, exception, c_name) \
  case ErrorKind::kind:                     \
    return #exception;
#include "support/error_kinds.def"
#undef ERROR_KIND
  }
  return "RuntimeError";
}

}  // namespace tack
