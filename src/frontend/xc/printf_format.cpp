// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/printf_format.hpp"

namespace tack::xc {

std::string parse_format(std::string_view format, std::vector<Conversion>& out) {
  Conversion current;
  size_t i = 0;
  auto digits = [&] {
    size_t begin = i;
    while (i < format.size() && format[i] >= '0' && format[i] <= '9') current.flags += format[i++];
    return i - begin <= 6;
  };
  while (i < format.size()) {
    if (format[i] != '%') {
      current.text_before += format[i++];
      continue;
    }
    ++i;
    while (i < format.size() && std::string_view("-+0 #").find(format[i]) != std::string_view::npos)
      current.flags += format[i++];
    if (i < format.size() && format[i] == '*') {
      current.width_star = true;
      current.flags += format[i++];
    } else if (!digits()) {
      return "a width of that many digits";
    }
    if (i < format.size() && format[i] == '.') {
      current.flags += format[i++];
      if (i < format.size() && format[i] == '*') {
        current.precision_star = true;
        current.flags += format[i++];
      } else if (!digits()) {
        return "a precision of that many digits";
      }
    }
    while (i < format.size() && (format[i] == 'l' || format[i] == 'h' || format[i] == 'z')) ++i;
    if (i >= format.size()) return "the text ends inside a conversion";
    char kind = format[i++];
    if (std::string_view("diuxXocsfFeEgGp@%").find(kind) == std::string_view::npos)
      return std::string("'%") + kind + "' is not a conversion";
    current.kind = kind;
    out.push_back(current);
    current = {};
  }
  out.push_back(current);
  return "";
}

}  // namespace tack::xc
