// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "driver/tack/commands.hpp"
#include "support/read_file.hpp"

namespace tack::driver {

std::optional<SourceFile> read_file(const std::string& path) {
  auto text = tack::read_file(path);
  if (!text) {
    std::fprintf(stderr, "tack: %s\n", text.error().message.c_str());
    return std::nullopt;
  }
  return SourceFile{path, std::move(*text)};
}

std::optional<ArgumentTypes> read_types(const std::string& text) {
  ArgumentTypes out;
  std::string types = text;
  if (size_t equals = text.find('='); equals != std::string::npos) {
    out.kernel = text.substr(0, equals);
    types = text.substr(equals + 1);
  }
  auto parsed = python::parse_arguments(types);
  if (!parsed) {
    std::fprintf(stderr, "tack: %s\n", parsed.error().message.c_str());
    return std::nullopt;
  }
  out.types = std::move(*parsed);
  return out;
}

}  // namespace tack::driver
