// SPDX-License-Identifier: Apache-2.0
// What the library throws.
#pragma once

#include <tack/tack.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace tack {

enum class ErrorKind {
  Syntax = TACK_ERROR_SYNTAX,     // a construct that the language does not have, or not there
  Name = TACK_ERROR_NAME,         // an unknown name
  Type = TACK_ERROR_TYPE,         // wrong types or a wrong number of arguments
  Value = TACK_ERROR_VALUE,       // out of range; a read-only array that the kernel writes
  Runtime = TACK_ERROR_RUNTIME,   // a loop bound that cannot be evaluated
  File = TACK_ERROR_FILE,         // a file that cannot be read
  System = TACK_ERROR_SYSTEM,     // a fault of the library or of its installation
  Index = TACK_ERROR_INDEX,       // of debug mode: an index outside its array
  Division = TACK_ERROR_DIVISION  // of debug mode: an integer division by zero
};

// what() is the message, then the diagnostics. Nothing has run when a launch throws, unless it is
// an Index, a Division or a Value of debug mode.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string message, std::string diagnostics = {})
      : std::runtime_error(diagnostics.empty() ? message : message + "\n" + diagnostics),
        kind_(kind),
        message_(std::make_shared<const std::string>(std::move(message))),
        diagnostics_(std::make_shared<const std::string>(std::move(diagnostics))) {}
  Error(const Error&) = default;  // a move is a copy: the texts stay
  Error& operator=(const Error&) = default;

  ErrorKind kind() const noexcept { return kind_; }
  // One paragraph that names the kernel, with line and column.
  const std::string& message() const noexcept { return *message_; }
  // All that was found, each with its line of source and a caret; may be empty.
  const std::string& diagnostics() const noexcept { return *diagnostics_; }

 private:
  ErrorKind kind_;
  std::shared_ptr<const std::string> message_, diagnostics_;  // copies of exceptions do not throw
};

namespace detail {

// Takes the error over.
[[noreturn]] inline void raise(tack_error* error) {
  std::unique_ptr<tack_error, decltype(&tack_error_release)> owned(error, tack_error_release);
  if (!error) throw Error(ErrorKind::System, "tack: an error without a reason");
  throw Error(static_cast<ErrorKind>(tack_error_kind(error)), tack_error_message(error),
              tack_error_diagnostics(error));
}

}  // namespace detail
}  // namespace tack
