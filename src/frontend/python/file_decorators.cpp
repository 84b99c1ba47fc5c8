// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_decorators.hpp"

#include <algorithm>

#include "frontend/python/hints.hpp"

namespace tack::python {
namespace {

bool ends_with(std::string_view text, std::string_view word) {
  return text == word || (text.size() > word.size() && text.ends_with(word) &&
                          text[text.size() - word.size() - 1] == '.');
}

std::string callee(const std::string& decorator) {
  return decorator.substr(0, decorator.find('('));
}

// "kernel", "func", or nothing; under a name of another package too.
std::string_view word_of(const std::string& name, const Decorators& decorators) {
  if (auto alias = decorators.aliases.find(name); alias != decorators.aliases.end())
    return alias->second;
  for (std::string_view word : {"kernel", "func"})
    if (ends_with(name, word)) return word;
  return {};
}

// Of this package for sure, whatever else has decorators of that name.
bool is_ours(const std::string& name, Environment& environment, const Decorators& decorators) {
  size_t dot = name.find('.');
  if (dot == std::string::npos) return decorators.aliases.count(name) != 0;
  std::vector<std::string> dtype = {name.substr(0, dot), "f32"};
  return name.find('.', dot + 1) == std::string::npos &&
         environment.resolve(dtype).what == Entity::What::DType;
}

// What a decorator makes that is no function any more; empty: a function, or nobody knows.
std::string made_by(const std::string& decorator, Environment& environment,
                    const Decorators& decorators) {
  std::string name = callee(decorator);
  for (std::string_view word : {"staticmethod", "classmethod", "property"})
    if (name == word) return "a " + name;
  if (!is_ours(name, environment, decorators)) return {};
  std::string_view word = word_of(name, decorators);
  return word == "kernel" ? "a kernel" : word == "func" ? "a device function" : "";
}

}  // namespace

BoundNames BoundNames::read(std::span<const Token> tokens) {
  BoundNames out;
  bool is_import = false, is_from = false, is_other = false;  // of the line
  for (size_t k = 0; k < tokens.size(); ++k) {
    const Token& token = tokens[k];
    bool begins = k == 0 || tokens[k - 1].kind == TokenKind::Newline || tokens[k - 1].is(";") ||
                  tokens[k - 1].is(":") || tokens[k - 1].kind == TokenKind::Indent ||
                  tokens[k - 1].kind == TokenKind::Dedent;
    if (begins) {
      is_import = token.is("import");
      is_from = token.is("from");
      is_other = is_from && k + 1 < tokens.size() && !tokens[k + 1].is("math");
    }
    if (is_other && token.is("*")) out.is_open = true;
    if (token.kind != TokenKind::Name) continue;
    for (std::string_view word : {"exec", "eval", "globals", "__builtins__", "builtins"})
      if (token.is(word)) out.is_open = true;
    bool is_decorator = k > 0 && tokens[k - 1].is("@");
    bool has_member = k + 1 < tokens.size() && tokens[k + 1].is(".");
    bool is_member = k > 0 && tokens[k - 1].is(".");
    if (is_import || (!is_decorator && !has_member && !is_member)) out.names.emplace(token.text);
  }
  return out;
}

bool has_decorator(const FoundFunction& f, std::string_view word) {
  return std::any_of(f.decorators.begin(), f.decorators.end(),
                     [&](const std::string& text) { return ends_with(callee(text), word); });
}

bool is_decorated(const FoundFunction& f, const std::string& word, const Decorators& decorators) {
  for (const std::string& decorator : f.decorators) {
    auto alias = decorators.aliases.find(decorator);
    if (alias != decorators.aliases.end() && alias->second == word) return true;
  }
  return has_decorator(f, word);
}

std::vector<Message> decorator_faults(const FoundFunction& f, Environment& environment,
                                      const Decorators& decorators) {
  std::vector<Message> out;
  for (size_t k = 0; k < f.decorator_places.size(); ++k) {
    const Place& place = f.decorator_places[k];
    std::string name = callee(f.decorators[k]);
    std::string word(word_of(name, decorators));
    if (word.empty()) continue;
    std::string head = name.substr(0, name.find('.'));
    bool is_bound = decorators.bound.is_open || decorators.bound.names.count(head) != 0;
    Entity known = environment.resolve(std::vector<std::string>{head});
    if (!is_bound && known.what == Entity::What::Missing) {
      std::string hint = head == word ? "write from tack import " + word + " at the top of the file"
                                      : missing_import_hint({head});
      out.push_back({Diag::UnknownName, place, {head, std::move(hint)}});
      continue;
    }
    if (!is_ours(name, environment, decorators)) continue;
    if (f.decorators[k].size() != name.size()) {
      out.push_back({Diag::DecoratorOptions, place, {name}});
      continue;
    }
    if (k + 1 >= f.decorators.size()) continue;
    std::string made = made_by(f.decorators[k + 1], environment, decorators);
    if (made.empty()) continue;
    bool is_method = made == "a staticmethod";
    out.push_back(
        {Diag::DecoratorTwice,
         place,
         {name, made, is_method ? "write @staticmethod above it" : "write one decorator alone"}});
  }
  return out;
}

}  // namespace tack::python
