// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/c_names.hpp"

namespace tack::c89 {
namespace {

// C89's keywords, those that later standards and cc65 add, and what the headers define that may be
// called: a local of that name would hide it.
const std::unordered_set<std::string_view>& reserved() {
  static const std::unordered_set<std::string_view> words = {
      "auto",   "break",    "case",     "char",     "const",    "continue", "default",  "do",
      "double", "else",     "enum",     "extern",   "float",    "for",      "goto",     "if",
      "int",    "long",     "register", "return",   "short",    "signed",   "sizeof",   "static",
      "struct", "switch",   "typedef",  "union",    "unsigned", "void",     "volatile", "while",
      "inline", "restrict", "asm",      "fastcall", "cdecl",    "near",     "far",      "bool",
      "true",   "false",    "memcpy",   "memset",   "floor",    "ceil",     "sqrt",     "fabs",
      "main",   "typeof",   "nullptr",  "linux",    "unix",     "memmove",  "trunc",    "rint",
      "fma",    "fmaf"};
  return words;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string CNames::add(std::string_view hint) {
  std::string base;
  for (char c : hint) base += is_letter(c) || is_digit(c) ? c : '_';
  // A leading underscore belongs to the compiler, all capitals to macros.
  bool lower = false;
  for (char c : base) lower = lower || (c >= 'a' && c <= 'z');
  if (base.empty() || !is_letter(base[0]) || !lower || base.starts_with("tack_")) base = "v" + base;
  if (reserved().contains(base)) base += "_";
  std::string name = base;
  int& next = next_[base];
  while ((outer_ && outer_->taken_.contains(name)) || !taken_.insert(name).second)
    name = base + "_" + std::to_string(++next);
  return name;
}

}  // namespace tack::c89
