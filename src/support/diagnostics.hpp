// SPDX-License-Identifier: Apache-2.0
// What a user is told: `file:line:col: error: text`, the line, a caret, notes.
//
// Every message is declared once in a registry (a `.def` file of its front end: id, severity,
// format), and a test fails when no case triggers it. Text is lower case, one sentence, no full
// stop; it says what the user wrote and what to write instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/source.hpp"

namespace tack {

enum class Severity : uint8_t { Note, Warning, Error };

struct Note {
  SourceRange where;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string_view id;        // the registry's name, such as "py.unknown-name"; static storage
  std::string_view category;  // a warning's -Wno-<category>, else empty
  SourceRange where;
  std::string text;
  std::vector<Note> notes;
};

// Collects diagnostics in the order found; front ends go on after an error where they can.
class Diagnostics {
 public:
  // The reference is good until the next report.
  Diagnostic& report(Diagnostic diagnostic);

  bool has_errors() const { return errors_ != 0; }
  const std::vector<Diagnostic>& all() const { return all_; }
  void clear();

 private:
  std::vector<Diagnostic> all_;
  size_t errors_ = 0;
};

// `file:line:col: error: text` with the source line, a caret under the range, and the notes.
std::string render(const Diagnostic& diagnostic);
std::string render(const Diagnostics& diagnostics);

}  // namespace tack
