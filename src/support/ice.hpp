// SPDX-License-Identifier: Apache-2.0
// Faults of ours (never of the user): TACK_ICE reports file and line, and the host that embeds us
// catches InternalError at its border (exit code 70 for the commands, RuntimeError in Python).
#pragma once

#include <stdexcept>
#include <string>

namespace tack {

class InternalError : public std::runtime_error {
 public:
  explicit InternalError(const std::string& what) : std::runtime_error(what) {}
};

[[noreturn]] void raise_ice(const char* file, int line, const std::string& message);

}  // namespace tack

#define TACK_ICE(message) ::tack::raise_ice(__FILE__, __LINE__, (message))
#define TACK_CHECK(condition)                                  \
  do {                                                         \
    if (!(condition)) TACK_ICE("check failed: " #condition);   \
  } while (false)
