// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/object_word.hpp"

#include <algorithm>
#include <map>

#include "launch/object.hpp"

namespace tack::driver {
namespace {

bool is_name(std::string_view text) {
  auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

std::string trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

class ObjectReader {
 public:
  ObjectReader(const python::FileModule& module, const ReadField& read)
      : module_(module), read_(read) {}

  Result<ObjectValue> run(const std::string& word, int depth) {
    size_t open = word.find('(');
    std::string name = trimmed(std::string_view(word).substr(0, open));
    if (depth == launch::kMaxObjectDepth)
      return Error{"'" + name + "': objects are nested too deep"};
    auto found = launch::find_class(module_, name);
    if (!found) return found.error();
    auto fields = split_words(std::string_view(word).substr(open + 1, word.size() - open - 2));
    if (!fields) return Error{"'" + name + "(...)': " + fields.error().message};
    launch::ObjectBuilder builder(**found);
    std::map<std::string, std::vector<size_t>> places;  // of what a field brings to the call
    std::string given;
    for (const std::string& field : *fields) {
      auto fail = [&](const std::string& why) { return Error{name + "(" + field + "): " + why}; };
      size_t equals = field.find('=');
      std::string key = trimmed(std::string_view(field).substr(0, equals));
      if (equals == std::string::npos || !is_name(key))
        return fail(
            "what an instance holds is written as name=value; __init__ is Python and is not "
            "run, so that it takes no arguments here");
      if (places.count(key)) return fail("'" + key + "' is given twice");
      given += (given.empty() ? "" : ", ") + key + "=...";
      std::string text = trimmed(std::string_view(field).substr(equals + 1));
      Result<void> set;
      if (is_object_word(text)) {
        auto inner = run(text, depth + 1);
        if (!inner) return inner.error();
        set = builder.set_object(key, inner->type);
        places[key] = std::move(inner->order);
      } else {
        if (auto free = builder.check_name(key); !free) return fail(free.error().message);
        auto value = read_(text);
        if (!value) return fail(value.error().message);
        set = value->is_array ? builder.set_array(key, value->extents)
                              : builder.set_number(key, value->number);
        bool is_passed = value->is_array || !builder.is_constant(key);
        places[key] = is_passed ? std::vector<size_t>{value->place} : std::vector<size_t>();
      }
      if (!set) return fail(set.error().message);
    }
    ObjectValue out;
    out.type = builder.finish("give it, as in " + name + "(" + (given.empty() ? "" : given + ", ") +
                              "NAME=VALUE); __init__ is Python and is not run");
    for (const auto& [key, some] : places)  // by name, as the arguments of the type
      out.order.insert(out.order.end(), some.begin(), some.end());
    return out;
  }

 private:
  const python::FileModule& module_;
  const ReadField& read_;
};

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> out;
  std::string open;
  size_t begin = 0;
  for (size_t k = 0; k < text.size(); ++k) {
    char c = text[k];
    if (c == '\'' || c == '"') {
      size_t end = text.find(c, k + 1);
      if (end == std::string_view::npos) return Error{std::string("a ") + c + " is not closed"};
      k = end;
    } else if (c == '(' || c == '[') {
      open += c == '(' ? ')' : ']';
    } else if (c == ')' || c == ']') {
      if (open.empty() || open.back() != c) return Error{std::string("a ") + c + " closes nothing"};
      open.pop_back();
    } else if (c == ',' && open.empty()) {
      out.push_back(trimmed(text.substr(begin, k - begin)));
      begin = k + 1;
    }
  }
  if (!open.empty()) return Error{std::string("a ") + open.back() + " is missing"};
  std::string last = trimmed(text.substr(begin));
  if (!last.empty()) out.push_back(std::move(last));
  return out;
}

bool is_object_word(std::string_view word) {
  size_t open = word.find('(');
  return open != std::string_view::npos && word.back() == ')' &&
         is_name(trimmed(word.substr(0, open)));
}

bool is_open_object_word(std::string_view word) {
  size_t open = word.find('(');
  return open != std::string_view::npos && is_name(trimmed(word.substr(0, open))) &&
         std::count(word.begin(), word.end(), '(') > std::count(word.begin(), word.end(), ')');
}

Result<ObjectValue> read_object(const python::FileModule& module, const std::string& word,
                                const ReadField& read) {
  return ObjectReader(module, read).run(word, 0);
}

}  // namespace tack::driver
