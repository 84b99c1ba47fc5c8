// SPDX-License-Identifier: Apache-2.0
#include "support/ice.hpp"

#include <cstring>

namespace tack {

void raise_ice(const char* file, int line, const std::string& message) {
  const char* src = std::strstr(file, "src/");
  throw InternalError("internal error in " + std::string(src ? src : file) + ":" +
                      std::to_string(line) + ": " + message);
}

}  // namespace tack
