// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <sstream>

#include "driver/tack/commands.hpp"

namespace tack::driver {

std::optional<SourceFile> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in || in.bad()) {
    std::fprintf(stderr, "tack: cannot read '%s'\n", path.c_str());
    return std::nullopt;
  }
  return SourceFile{path, text.str()};
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
