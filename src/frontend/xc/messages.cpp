// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/messages.hpp"

#include <algorithm>

#include "frontend/xc/c_words.hpp"

namespace tack::xc {
namespace {

struct Entry {
  std::string_view id;
  Severity severity;
  std::string_view category;
  std::string_view format;
};

constexpr Entry kEntries[] = {
#define XC_MESSAGE(Id, text_id, severity, category, format) \
  {text_id, Severity::severity, category, format},
#include "frontend/xc/messages.def"
#undef XC_MESSAGE
};

std::string fill(std::string_view format, std::initializer_list<std::string_view> args) {
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '{' && i + 2 < format.size() && format[i + 2] == '}') {
      size_t k = static_cast<size_t>(format[i + 1] - '0');
      if (k < args.size()) out += args.begin()[k];
      i += 2;
    } else {
      out += format[i];
    }
  }
  return out;
}

// Changed, missing, added and swapped letters.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, above, row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before = std::move(above);
    above = row;
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

void Reporter::report(Msg id, SourceRange where, std::initializer_list<std::string_view> args,
                      std::vector<Note> notes) {
  const Entry& entry = kEntries[static_cast<size_t>(id)];
  if (!entry.category.empty() && off_.count(std::string(entry.category))) return;
  if (too_many()) return;
  uint64_t place = (static_cast<uint64_t>(where.line) << 32) | where.column;
  if (!seen_.insert({where.file, {place, static_cast<uint16_t>(id)}}).second) return;
  Diagnostic diagnostic;
  diagnostic.severity = entry.severity;
  diagnostic.id = entry.id;
  diagnostic.category = entry.category;
  diagnostic.where = where;
  diagnostic.text = fill(entry.format, args);
  diagnostic.notes = std::move(notes);
  if (entry.severity == Severity::Error) ++errors_;
  out_.report(std::move(diagnostic));
  if (too_many()) {
    Diagnostic last;
    last.id = "xc.too-many-errors";
    last.text = "too many errors, giving up";
    out_.report(std::move(last));
  }
}

std::set<std::string_view> warning_categories() {
  std::set<std::string_view> out;
  for (const Entry& entry : kEntries) {
    if (!entry.category.empty()) out.insert(entry.category);
  }
  return out;
}

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  if (name.size() > 64) return best;
  size_t limit = name.size() <= 3 ? 1 : name.size() <= 6 ? 2 : 3;
  size_t best_distance = limit + 1;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > name.size() + limit || name.size() > candidate.size() + limit) continue;
    size_t distance = edit_distance(name, candidate);
    if (distance != 0 && distance < best_distance && distance < name.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string_view found = nearest(name, candidates);
  if (found.empty()) return "";
  return ", did you mean '" + std::string(found) + "'?";
}

std::string counted(size_t n, std::string_view what) {
  return std::to_string(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}

std::string suggest(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string known = instead_of(name);
  return known.empty() ? did_you_mean(name, candidates) : known;
}

}  // namespace tack::xc
