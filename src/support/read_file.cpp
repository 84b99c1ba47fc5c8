// SPDX-License-Identifier: Apache-2.0
#include "support/read_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace tack {

Result<std::string> read_file(const std::string& path) {
  bool is_input = path == "-";
  std::FILE* file = is_input ? stdin : std::fopen(path.c_str(), "rb");
  if (!file) return Error{"cannot read '" + path + "': " + std::strerror(errno), ErrorKind::File};
  std::string text;
  char piece[1 << 14];
  // A folder opens; to read from it is the error.
  while (size_t count = std::fread(piece, 1, sizeof piece, file)) {
    text.append(piece, count);
    if (text.size() > kMostFileBytes) break;  // an endless device, or no text
  }
  int fault = std::ferror(file) ? errno : text.size() > kMostFileBytes ? EFBIG : 0;
  if (!is_input) std::fclose(file);
  if (fault) return Error{"cannot read '" + path + "': " + std::strerror(fault), ErrorKind::File};
  return text;
}

}  // namespace tack
