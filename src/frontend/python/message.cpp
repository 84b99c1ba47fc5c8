// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/message.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace tack::python {
namespace {

constexpr DiagInfo kInfos[] = {
#define PY_DIAG(Enum, id, kind, text) {id, ErrorKind::kind, text},
#include "frontend/python/diagnostics.def"
#undef PY_DIAG
};

// " | {1}" at the end of a format, without that argument.
bool is_empty_hint(std::string_view rest, const Message& message) {
  if (rest.size() != 6 || rest.substr(0, 4) != " | {") return false;
  size_t k = static_cast<size_t>(rest[4] - '0');
  return k >= message.args.size() || message.args[k].empty();
}

// A hint that begins with what the user writes, as print(...) or x[i], keeps its first letter.
bool starts_with_code(std::string_view text) {
  size_t end = 0;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  if (text.substr(0, end).find('_') != std::string_view::npos) return true;
  if (end == 0 || end == text.size()) return false;
  bool is_member = text[end] == '.' && end + 1 < text.size() && text[end + 1] != ' ';
  return text[end] == '(' || text[end] == '[' || is_member;
}

// Fills {0} and puts `where` for @. A message is "what | what to do instead": in a diagnostic the
// two are joined by a semicolon, in an exception they are two sentences.
std::string fill(const Message& message, const std::string& where, bool sentences) {
  std::string_view format = info(message.diag).text;
  std::string out;
  bool starts_sentence = false;
  auto add = [&](std::string_view part, std::string_view whole) {
    if (part.empty()) return;
    size_t at = out.size();
    out += part;
    if (std::exchange(starts_sentence, false) && !starts_with_code(whole))
      out[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[at])));
  };
  for (size_t i = 0; i < format.size(); ++i) {
    char c = format[i];
    if (c == '@') {
      out += where;
    } else if (c == '{' && i + 2 < format.size() && format[i + 2] == '}') {
      size_t k = static_cast<size_t>(format[i + 1] - '0');
      if (k < message.args.size()) add(message.args[k], message.args[k]);
      i += 2;
    } else if (is_empty_hint(format.substr(i), message)) {
      break;  // nothing to write instead
    } else if (format.substr(i, 3) == " | ") {
      out += sentences ? ". " : "; ";
      i += 2;
      starts_sentence = sentences;
    } else {
      add(std::string_view(&c, 1), format.substr(i));
    }
  }
  return out;
}

}  // namespace

const DiagInfo& info(Diag diag) { return kInfos[static_cast<size_t>(diag)]; }
int diag_count() { return static_cast<int>(std::size(kInfos)); }

Diagnostic to_diagnostic(const Message& message, const MessageContext& context) {
  Diagnostic diagnostic;
  diagnostic.id = info(message.diag).id;
  diagnostic.where = {context.file, message.place.line, message.place.column,
                      message.place.end_column};
  diagnostic.text = fill(message, "", false);
  if (!context.device_function.empty())
    diagnostic.notes.push_back(
        {context.called_at, "in device function '" + context.device_function +
                                "', called here from kernel '" + context.kernel + "'"});
  return diagnostic;
}

std::string place_note(const Place& place, const MessageContext& context) {
  if (context.file == nullptr) return {};
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Note;
  diagnostic.where = {context.file, place.line, place.column, place.end_column};
  diagnostic.text = context.device_function.empty()
                        ? "in kernel '" + context.kernel + "'"
                        : "in device function '" + context.device_function + "'";
  if (!context.device_function.empty())
    diagnostic.notes.push_back({context.called_at, "inlined into kernel '" + context.kernel + "'"});
  std::string note = render(diagnostic);
  while (!note.empty() && note.back() == '\n') note.pop_back();
  return note;
}

Failure to_failure(const Message& message, const MessageContext& context) {
  const DiagInfo& row = info(message.diag);
  std::string head = context.device_function.empty()
                         ? "Kernel '" + context.kernel + "': "
                         : "Device function '" + context.device_function +
                               "' (inlined into kernel '" + context.kernel + "'): ";
  std::string where = " at line " + std::to_string(message.place.line) + ", column " +
                      std::to_string(message.place.column);
  std::string text = head + fill(message, where, true);
  if (text.back() != '?') text += '.';
  return {row.kind, row.id, std::move(text), place_note(message.place, context)};
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  size_t limit = std::min<size_t>(2, name.size() / 2);
  size_t best_distance = limit + 1;
  if (name.size() > 64) return best;
  for (const std::string& candidate : known) {
    if (candidate == name || candidate.size() > name.size() + limit ||
        name.size() > candidate.size() + limit)
      continue;
    // Edit distance; a swap of neighbours counts once.
    std::vector<size_t> before(candidate.size() + 1), row(candidate.size() + 1), two;
    for (size_t j = 0; j <= candidate.size(); ++j) before[j] = j;
    for (size_t i = 1; i <= name.size(); ++i) {
      row[0] = i;
      for (size_t j = 1; j <= candidate.size(); ++j) {
        row[j] = std::min(
            {before[j] + 1, row[j - 1] + 1, before[j - 1] + (name[i - 1] != candidate[j - 1])});
        if (i > 1 && j > 1 && name[i - 1] == candidate[j - 2] && name[i - 2] == candidate[j - 1])
          row[j] = std::min(row[j], two[j - 2] + 1);
      }
      two = before;
      before = row;
    }
    if (before.back() < best_distance) {
      best_distance = before.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace tack::python
