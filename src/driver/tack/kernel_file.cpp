// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "driver/tack/commands.hpp"
#include "frontend/python/source_text.hpp"
#include "support/read_file.hpp"

namespace tack::driver {

int complain(const std::string& text, int code) {
  std::fprintf(stderr, "tack: %s\n", text.c_str());
  return code;
}

std::optional<SourceFile> read_file(const std::string& path) {
  auto bytes = tack::read_file(path);
  if (!bytes) {
    complain(bytes.error().message);
    return std::nullopt;
  }
  auto text = python::decode_source(*bytes);
  if (!text) {
    complain("'" + path + "': " + text.error().message);
    return std::nullopt;
  }
  return SourceFile{path, std::move(*text)};
}

}  // namespace tack::driver
