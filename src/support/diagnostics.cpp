// SPDX-License-Identifier: Apache-2.0
#include "support/diagnostics.hpp"

#include <algorithm>

#include "support/excerpt.hpp"

namespace tack {

Diagnostic& Diagnostics::report(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error) ++errors_;
  all_.push_back(std::move(diagnostic));
  return all_.back();
}

void Diagnostics::clear() {
  all_.clear();
  errors_ = 0;
}

namespace {

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      break;
  }
  return "error";
}

// Longer names and values are cut: nobody reads a message of a megabyte.
constexpr size_t kMaxText = 1000;

void append_message(std::string& out, const SourceRange& where, const char* kind,
                    std::string_view text) {
  if (where.valid()) {
    out += printable(where.file->name, kMaxText) + ":" +
           std::to_string(where.line + where.file->first_line - 1) + ":" +
           std::to_string(where.column) + ": ";
  }
  out += kind;
  out += ": ";
  out += printable(text, kMaxText);
  out += "\n";
  if (!where.valid()) return;
  std::string_view line = where.file->line(where.line);
  if (line.empty()) return;
  std::string number = std::to_string(where.line + where.file->first_line - 1);
  std::string margin(std::max<size_t>(number.size(), 4), ' ');
  Excerpt shown = excerpt(line, where.column ? where.column - 1 : 0,
                          where.end_column ? where.end_column - 1 : 0);
  out += std::string(margin.size() - number.size(), ' ') + number + " | " + shown.line + "\n";
  out += margin + " | " + shown.marker + "\n";
}

}  // namespace

std::string render(const Diagnostic& diagnostic) {
  std::string out;
  append_message(out, diagnostic.where, severity_name(diagnostic.severity), diagnostic.text);
  for (const Note& note : diagnostic.notes) append_message(out, note.where, "note", note.text);
  return out;
}

std::string render(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) out += render(diagnostic);
  return out;
}

}  // namespace tack
