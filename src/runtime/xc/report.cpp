// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/report.hpp"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
  char line[512];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  fflush(stdout);
  fprintf(stderr, "par: %s\n", line);
}

}  // namespace tack::rt
