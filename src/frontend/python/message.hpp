// SPDX-License-Identifier: Apache-2.0
// The registry of messages (diagnostics.def) and how one becomes a diagnostic and an exception.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/failure.hpp"
#include "support/diagnostics.hpp"

namespace tack::python {

enum class Diag : uint8_t {
#define PY_DIAG(Enum, id, exception, text) Enum,
#include "frontend/python/diagnostics.def"
#undef PY_DIAG
};

struct DiagInfo {
  std::string_view id;
  ErrorKind kind;
  std::string_view text;
};
const DiagInfo& info(Diag diag);
int diag_count();

// A place in one source text: [column, end_column) of a line, both from 1. What spans several lines
// is marked to the end of its first.
struct Place {
  uint32_t line = 1, column = 1, end_column = 1;
};

struct Message {
  Diag diag{};
  Place place;
  std::vector<std::string> args;  // for {0}, {1}, ...
};

// Whose text a message is about.
struct MessageContext {
  const SourceFile* file = nullptr;
  std::string kernel;           // the user's name
  std::string device_function;  // empty in the kernel's own text
  SourceRange called_at;        // of the device function's call; may be invalid
};

Diagnostic to_diagnostic(const Message& message, const MessageContext& context);
// Failure::note of a place.
std::string place_note(const Place& place, const MessageContext& context);
Failure to_failure(const Message& message, const MessageContext& context);

// The known name nearest to `name`, or nothing when none is near enough to be a misspelling.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

}  // namespace tack::python
