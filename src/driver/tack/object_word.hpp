// SPDX-License-Identifier: Apache-2.0
// Instances of device classes on the command line: "Heat(n=1000, source=1.0, now=f32[1000])" gives
// what a kernel may read of one. Nothing of Python runs: `__init__` does not.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/file_module.hpp"
#include "support/result.hpp"

namespace tack::driver {

// Parts of a text between commas, without the spaces around them. Brackets, parentheses and quotes
// keep theirs together; the error says which is not closed.
Result<std::vector<std::string>> split_words(std::string_view text);

// What a field holds: a number or an array, which stands at `place` among those that were read; of
// a number its value, of an array its extents, if they are known.
struct FieldValue {
  bool is_array = false;
  size_t place = 0;
  std::optional<python::Constant> number = {};
  std::vector<int64_t> extents = {};
};
using ReadField = std::function<Result<FieldValue>(const std::string& text)>;

struct ObjectValue {
  std::shared_ptr<const python::ObjectType> type;
  std::vector<size_t> order;  // the places of its numbers and arrays, as the call passes them
};

// Whether it looks like one: a name, then parentheses.
bool is_object_word(std::string_view word);
// Whether it begins like one and a parenthesis of it is never closed.
bool is_open_object_word(std::string_view word);
// Reads its fields, those of objects in it too.
Result<ObjectValue> read_object(const python::FileModule& module, const std::string& word,
                                const ReadField& read);

}  // namespace tack::driver
