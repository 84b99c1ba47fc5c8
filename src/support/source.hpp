// SPDX-License-Identifier: Apache-2.0
// Source texts and places in them. A place is (file, line, column), both counted from 1; columns
// count bytes of the UTF-8 line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tack {

struct SourceFile {
  std::string name;  // as the user wrote it; printed in messages
  std::string text;
  // The number of the text's first line, for a kernel cut out of a longer file.
  uint32_t first_line = 1;

  // The text of a line (counted from 1 within `text`, before first_line is added), without its
  // newline; empty past the end.
  std::string_view line(uint32_t number) const;
};

// [begin, end) on one line; end_column == column marks a single place.
struct SourceRange {
  const SourceFile* file = nullptr;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_column = 0;

  bool valid() const { return file != nullptr && line != 0; }
};

}  // namespace tack
