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

std::optional<ArgumentTypes> read_types(const std::string& text) {
  ArgumentTypes out;
  std::string types = text;
  if (size_t equals = text.find('='); equals != std::string::npos) {
    out.kernel = text.substr(0, equals);
    types = text.substr(equals + 1);
  }
  auto parsed = python::parse_arguments(types);
  if (!parsed) {
    complain(parsed.error().message);
    return std::nullopt;
  }
  out.types = std::move(*parsed);
  return out;
}

}  // namespace tack::driver
