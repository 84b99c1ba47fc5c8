// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/object_word.hpp"

#include <algorithm>
#include <map>

#include "frontend/python/message.hpp"

namespace tack::driver {
namespace {

using Member = python::ObjectType::Member;

constexpr int kMaxDepth = 16;

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
    if (depth == kMaxDepth) return Error{"'" + name + "': objects are nested too deep"};
    const python::FileClass* found = module_.find_class(name);
    if (!found) return Error{no_such_class(name)};
    auto fields = split_words(std::string_view(word).substr(open + 1, word.size() - open - 2));
    if (!fields) return Error{"'" + name + "(...)': " + fields.error().message};
    auto type = std::make_shared<python::ObjectType>(found->body);
    std::map<std::string, FieldValue> values;
    std::map<std::string, ObjectValue> objects;
    std::string given;
    for (const std::string& field : *fields) {
      auto fail = [&](const std::string& why) { return Error{name + "(" + field + "): " + why}; };
      size_t equals = field.find('=');
      std::string key = trimmed(std::string_view(field).substr(0, equals));
      if (equals == std::string::npos || !is_name(key))
        return fail(
            "what an instance holds is written as name=value; __init__ is Python and is not "
            "run, so that it takes no arguments here");
      std::string text = trimmed(std::string_view(field).substr(equals + 1));
      if (auto wrong = refuse(*found, key)) return fail(*wrong);
      if (values.count(key) || objects.count(key)) return fail("'" + key + "' is given twice");
      given += (given.empty() ? "" : ", ") + key + "=...";
      Member member;
      member.name = key;
      if (is_object_word(text)) {
        auto inner = run(text, depth + 1);
        if (!inner) return inner.error();
        member.what = Member::What::Object;
        member.object = inner->type;
        objects.emplace(key, std::move(*inner));
      } else {
        auto value = read_(text);
        if (!value) return fail(value.error().message);
        member.what = value->is_array ? Member::What::Array : Member::What::Scalar;
        const Member* of_class = found->find(key);
        bool is_constant = of_class && of_class->what == Member::What::Constant;
        if (is_constant && !value->is_array) {
          // One that the class has is a constant, whatever the instance's value.
          if (!value->number) return fail("'" + key + "' is a constant of the class; leave it out");
          member.what = Member::What::Constant;
          member.entity = python::Entity::of(*value->number);
        }
        values.emplace(key, *value);
      }
      std::erase_if(type->members, [&](const Member& one) { return one.name == key; });
      type->members.push_back(std::move(member));
    }
    type->missing_hint = "give it, as in " + name + "(" + (given.empty() ? "" : given + ", ") +
                         "NAME=VALUE); __init__ is Python and is not run";
    type->finish();
    ObjectValue out;
    for (const Member& member : type->members) {
      if (member.what == Member::What::Object) {
        const std::vector<size_t>& inner = objects.at(member.name).order;
        out.order.insert(out.order.end(), inner.begin(), inner.end());
      } else if (member.what == Member::What::Scalar || member.what == Member::What::Array) {
        out.order.push_back(values.at(member.name).place);
      }
    }
    out.type = std::move(type);
    return out;
  }

 private:
  std::string no_such_class(const std::string& name) const {
    std::vector<std::string> names = module_.class_names();
    std::string text = "there is no device class '" + name + "' in '" + module_.file().name + "'";
    if (names.empty()) return text + "; one is a class at its top level with @tack.device_class";
    if (std::string near = python::nearest_name(name, names); !near.empty())
      return text + "; did you mean '" + near + "'?";
    text += "; it has ";
    for (size_t k = 0; k < names.size(); ++k) text += (k ? ", " : "") + names[k];
    return text;
  }

  // Why no instance may have such an attribute.
  static std::optional<std::string> refuse(const python::FileClass& type, const std::string& key) {
    if (key.starts_with("_")) return "kernels see no attribute that begins with _";
    const Member* member = type.find(key);
    if (member && (member->what == Member::What::Function || member->what == Member::What::Other) &&
        !member->entity.description.empty())
      return "'" + key + "' is " + member->entity.description + " of the class";
    if (member && member->what == Member::What::Function)
      return "'" + key + "' is a function of the class";
    if (member || type.assigned.count(key) || type.assigned.empty()) return std::nullopt;
    std::vector<std::string> names(type.assigned.begin(), type.assigned.end());
    for (const Member& one : type.body.members) names.push_back(one.name);
    std::string near = python::nearest_name(key, names);
    if (near.empty()) return std::nullopt;  // set from outside, perhaps
    return "class '" + type.name + "' assigns no such attribute; did you mean '" + near + "'?";
  }

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

Result<ObjectValue> read_object(const python::FileModule& module, const std::string& word,
                                const ReadField& read) {
  return ObjectReader(module, read).run(word, 0);
}

}  // namespace tack::driver
