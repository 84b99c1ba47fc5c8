// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_module.hpp"

#include <algorithm>
#include <charconv>

namespace tack::python {

std::vector<ArgType> guess_arguments(const Template& kernel, Environment& environment,
                                     ir::Kind element) {
  return guess_call(kernel, environment, {}, nullptr, element).types;
}

void take_usual_extents(std::vector<ArgType>& types) {
  for (ArgType& type : types)
    if (type.is_array && type.extents.empty())
      type.extents.assign(type.rank, type.rank == 1 ? 256 : type.rank == 2 ? 64 : 16);
}

std::string describe_arguments(const std::vector<std::string>& names,
                               const std::vector<ArgType>& types) {
  std::string text;
  for (size_t k = 0; k < types.size() && k < names.size(); ++k) {
    const ArgType& type = types[k];
    text += (k == 0 ? "" : ", ") + names[k] + " = " + ir::kind_name(type.kind);
    if (!type.is_array) continue;
    if (!type.element.is_number()) text += "x" + std::to_string(type.element.rows);
    if (type.element.is_matrix()) text += "x" + std::to_string(type.element.cols);
    text += "[" + (type.rank == 0 ? "" : std::to_string(type.rank)) + "]";
    for (size_t d = 0; d < type.extents.size(); ++d)
      text += (d == 0 ? " of " : " x ") + std::to_string(type.extents[d]);
  }
  return text;
}

std::vector<std::string> FileModule::class_names() const {
  std::vector<std::string> names;
  for (const FileClass& one : loader_.classes()) names.push_back(one.name);
  return names;
}

namespace {

// Takes "x3" or "x2x3" off the end of "f32x3": a vector's or a matrix's extents.
bool element_shape(std::string_view& name, Shape& shape) {
  size_t at = name.find('x');
  if (at == std::string_view::npos) return true;
  std::string_view extents = name.substr(at);
  name = name.substr(0, at);
  uint32_t found[2] = {0, 0};
  size_t n = 0;
  while (!extents.empty()) {
    if (extents[0] != 'x' || n == 2) return false;
    extents.remove_prefix(1);
    auto [end, error] = std::from_chars(extents.begin(), extents.end(), found[n]);
    if (error != std::errc() || found[n] < 1) return false;
    extents.remove_prefix(static_cast<size_t>(end - extents.begin()));
    ++n;
  }
  if (n == 1 ? found[0] > Shape::kMaxVector
             : found[0] > Shape::kMaxMatrix || found[1] > Shape::kMaxMatrix)
    return false;
  shape = n == 1 ? Shape::vector(found[0]) : Shape::matrix(found[0], found[1]);
  return true;
}

}  // namespace

bool parse_element(std::string_view text, ir::Kind& kind, Shape& shape) {
  if (!element_shape(text, shape)) return false;
  Entity dtype = tack_member(text);
  kind = dtype.dtype;
  return dtype.what == Entity::What::DType;
}

Result<std::vector<ArgType>> parse_arguments(std::string_view text) {
  std::vector<ArgType> types;
  while (!text.empty()) {
    size_t comma = std::min(text.find(','), text.size());
    std::string_view item = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    size_t begin = item.find_first_not_of(' '), end = item.find_last_not_of(' ');
    if (begin == std::string_view::npos) continue;
    item = item.substr(begin, end - begin + 1);
    size_t bracket = std::min(item.find('['), item.size());
    Shape element;
    ir::Kind kind = ir::Kind::Void;
    bool ok = parse_element(item.substr(0, bracket), kind, element) &&
              (element.is_number() || bracket != item.size());
    ArgType type = ArgType::scalar(kind);
    if (bracket != item.size()) {
      bool is_empty = item.size() == bracket + 2 && item.back() == ']';  // f32[]
      if (ok && is_empty) {
        types.push_back(ArgType::array(kind, 0, element));
        continue;
      }
      ok = ok && item.size() == bracket + 3 && item.back() == ']' && item[bracket + 1] >= '0' &&
           item[bracket + 1] <= '8';
      if (ok) type = ArgType::array(kind, static_cast<uint32_t>(item[bracket + 1] - '0'), element);
    }
    if (!ok)
      return Error{"'" + std::string(item) +
                   "' is no argument type: write i32, f32[1], u8[2], f32x3[1]"};
    types.push_back(type);
  }
  return types;
}

}  // namespace tack::python
