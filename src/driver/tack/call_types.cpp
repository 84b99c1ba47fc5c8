// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/call_types.hpp"

#include "driver/tack/object_word.hpp"

namespace tack::driver {
namespace {

// "f32[1]", or "Grid(n=i32, u=f32[2])" for an instance of a device class.
Result<void> add_type(const python::FileModule& module, const std::string& word, CallTypes& out) {
  auto parameter = static_cast<uint32_t>(out.parameters++);
  if (!is_object_word(word)) {
    auto parsed = python::parse_arguments(word);
    if (!parsed) return parsed.error();
    out.types.insert(out.types.end(), parsed->begin(), parsed->end());
    return {};
  }
  std::vector<python::ArgType> fields;
  auto read = [&](const std::string& text) -> Result<FieldValue> {
    auto parsed = python::parse_arguments(text);
    if (!parsed) return parsed.error();
    if (parsed->size() != 1) return Error{"'" + text + "' is no argument type"};
    fields.push_back((*parsed)[0]);
    return FieldValue{fields.back().is_array, fields.size() - 1, {}};
  };
  auto object = read_object(module, word, read);
  if (!object) return object.error();
  for (size_t place : object->order) out.types.push_back(fields[place]);
  out.objects.push_back({parameter, std::move(object->type)});
  return {};
}

}  // namespace

Result<CallTypes> read_call_types(const python::FileModule& module, const std::string& text) {
  auto words = split_words(text);
  if (!words) return Error{"'" + text + "': " + words.error().message};
  CallTypes out;
  for (const std::string& word : *words)
    if (auto added = add_type(module, word, out); !added) return added.error();
  return out;
}

}  // namespace tack::driver
