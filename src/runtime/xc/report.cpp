// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/report.hpp"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/xc/xc_rt.h"

namespace tack::rt {

bool reporting() {
  static const bool on = [] {
    const char* text = getenv("XC_PAR_REPORT");
    return text && *text;
  }();
  return on;
}

void report(const char* format, ...) {
  if (!reporting()) return;
  char line[512] = "par: ";
  size_t size = strlen(line);
  va_list args;
  va_start(args, format);
  vsnprintf(line + size, sizeof line - size - 1, format, args);
  va_end(args);
  size = strlen(line);
  line[size] = '\n';
  tack_rt_xc_log_text(line, size + 1);
}

}  // namespace tack::rt
