// SPDX-License-Identifier: Apache-2.0
// Cuts functions out of the text of a Python file, so that no caller needs Python's `inspect`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/message.hpp"
#include "support/source.hpp"

namespace tack::python {

struct FoundFunction {
  std::string name;
  // Without the @, spaces, comments and parentheses around the whole: "tack.kernel", "f(3)". One
  // that has none and is given to tack.kernel or tack.func in a call has that.
  std::vector<std::string> decorators;
  std::vector<Place> decorator_places;  // in `source`; none for those of a call
  uint32_t first_line = 0;              // of the first decorator, or of the `def`; from 1
  uint32_t def_line = 0;
  uint32_t indent = 0;  // bytes before the first decorator or `def`
  // What it stands in, the outermost first.
  struct Scope {
    bool is_class = false;
    std::string name;
  };
  std::vector<Scope> inside;
  int parent = -1;            // the nearest function that it stands in, among those found; -1: none
  size_t begin = 0, end = 0;  // bytes of the whole function in the file's text
  SourceFile source;          // cut out and dedented, ready for parse()
};

// Removes the indentation of the first line from every line that has it.
std::string dedent(std::string_view text);

// Every function of the file in order of its first line, nested ones and methods too.
std::vector<FoundFunction> find_functions(const SourceFile& file);

// The function whose decorator list or `def` begins at `line` (Python's co_firstlineno: the line of
// the first decorator's expression, which parentheses may put below its @).
std::optional<FoundFunction> find_function_at(const SourceFile& file, uint32_t line);

}  // namespace tack::python
