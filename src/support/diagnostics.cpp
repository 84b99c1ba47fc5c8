// SPDX-License-Identifier: Apache-2.0
#include "support/diagnostics.hpp"

#include <algorithm>

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

// Display columns of UTF-8 text: continuation bytes take none.
size_t width_of(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

void append_message(std::string& out, const SourceRange& where, const char* kind,
                    std::string_view text) {
  if (where.valid()) {
    out += where.file->name + ":" + std::to_string(where.line + where.file->first_line - 1) + ":" +
           std::to_string(where.column) + ": ";
  }
  out += kind;
  out += ": ";
  out += text;
  out += "\n";
  if (!where.valid()) return;
  std::string_view line = where.file->line(where.line);
  if (line.empty()) return;
  std::string number = std::to_string(where.line + where.file->first_line - 1);
  std::string margin(std::max<size_t>(number.size(), 4), ' ');
  out +=
      std::string(margin.size() - number.size(), ' ') + number + " | " + std::string(line) + "\n";
  size_t begin = std::min<size_t>(where.column ? where.column - 1 : 0, line.size());
  size_t end = std::clamp<size_t>(where.end_column ? where.end_column - 1 : 0, begin, line.size());
  out += margin + " | ";
  for (char c : line.substr(0, begin)) {
    if ((c & 0xC0) != 0x80) out += c == '\t' ? '\t' : ' ';
  }
  out += "^";
  size_t marked = width_of(line.substr(begin, end - begin));
  if (marked > 1) out += std::string(marked - 1, '~');
  out += "\n";
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
