// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/find_function.hpp"

#include <algorithm>

#include "frontend/python/lexer.hpp"

namespace tack::python {

std::string dedent(std::string_view text) {
  size_t width = text.find_first_not_of(" \t");
  if (width == 0 || width == std::string_view::npos) return std::string(text);
  std::string_view indent = text.substr(0, width);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    end = end == std::string_view::npos ? text.size() : end + 1;
    std::string_view line = text.substr(at, end - at);
    if (line.substr(0, width) == indent) line.remove_prefix(width);
    out += line;
    at = end;
  }
  return out;
}

namespace {

class Finder {
 public:
  explicit Finder(const SourceFile& file)
      : file_(file), lexed_(lex(file.text)), tokens_(lexed_.tokens) {}

  std::vector<FoundFunction> run() {
    int depth = 0;
    for (size_t at = 0; at < tokens_.size(); ++at) {
      if (tokens_[at].kind == TokenKind::Indent) ++depth;
      if (tokens_[at].kind == TokenKind::Dedent) --depth;
      // The `def` and further decorators belong to the function found at the first decorator.
      if (!starts_statement(at) || at < seen_) continue;
      while (!scopes_.empty() && scopes_.back().depth >= depth) scopes_.pop_back();
      if (tokens_[at].is("@") || tokens_[at].is("def") || tokens_[at].is("async")) {
        size_t before = found_.size();
        function(at);
        if (found_.size() > before)
          scopes_.push_back({false, found_.back().name, static_cast<int>(before), depth});
      } else if (tokens_[at].is("class") && at + 1 < tokens_.size()) {
        scopes_.push_back({true, std::string(tokens_[at + 1].text), -1, depth});
      }
    }
    wrap();
    return std::move(found_);
  }

 private:
  // k = tack.kernel(f), also in a return: as if f had the decorator.
  void wrap() {
    for (size_t k = 0; k + 3 < tokens_.size(); ++k) {
      bool is_call = (tokens_[k].is("kernel") || tokens_[k].is("func")) && tokens_[k + 1].is("(") &&
                     tokens_[k + 2].kind == TokenKind::Name && tokens_[k + 3].is(")");
      if (!is_call || (k > 0 && tokens_[k - 1].is("def"))) continue;
      for (FoundFunction& f : found_)
        if (f.decorators.empty() && f.name == tokens_[k + 2].text)
          f.decorators.emplace_back(tokens_[k].text);
    }
  }

  struct Open {
    bool is_class;
    std::string name;
    int function;  // among those found
    int depth;     // of its header
  };

  // The tokens of a decorator, from behind the @.
  std::string decorator(size_t begin, size_t end) const {
    while (end - begin >= 2 && tokens_[begin].is("(") && tokens_[end - 1].is(")")) {
      int depth = 0;
      size_t k = begin;
      for (; k < end; ++k) {
        if (tokens_[k].is("(")) ++depth;
        if (tokens_[k].is(")") && --depth == 0) break;
      }
      if (k != end - 1) break;
      ++begin;
      --end;
    }
    std::string text;
    for (size_t k = begin; k < end; ++k) text += tokens_[k].text;
    return text;
  }

  // Of the tokens on the line of the first one, in the text that is cut out.
  Place place_of(size_t begin, size_t end, const FoundFunction& f) const {
    Place place = tokens_[begin].place;
    for (size_t k = begin; k < end && tokens_[k].place.line == place.line; ++k)
      place.end_column = tokens_[k].place.end_column;
    uint32_t first = place.line;
    place.line = first - f.first_line + 1;
    place.column -= std::min(f.indent, place.column - 1);
    place.end_column =
        std::max(place.end_column - std::min(f.indent, place.end_column - 1), place.column + 1);
    return place;
  }

  bool starts_statement(size_t at) const {
    if (at == 0) return true;
    TokenKind before = tokens_[at - 1].kind;
    return before == TokenKind::Newline || before == TokenKind::Indent ||
           before == TokenKind::Dedent;
  }
  size_t end_of_line(size_t at) const {
    while (at < tokens_.size() && tokens_[at].kind != TokenKind::Newline &&
           tokens_[at].kind != TokenKind::End)
      ++at;
    return at;
  }
  size_t line_start(size_t offset) const {
    size_t newline = offset == 0 ? std::string::npos : file_.text.rfind('\n', offset - 1);
    return newline == std::string::npos ? 0 : newline + 1;
  }

  void function(size_t at) {
    FoundFunction f;
    f.first_line = tokens_[at].place.line;
    f.begin = line_start(tokens_[at].offset);
    f.indent = static_cast<uint32_t>(tokens_[at].offset - f.begin);
    while (tokens_[at].is("@")) {
      size_t end = end_of_line(at);
      f.decorators.push_back(decorator(at + 1, end));
      f.decorator_places.push_back(place_of(at + 1, end, f));
      at = std::min(end + 1, tokens_.size() - 1);
      seen_ = at;
    }
    if (tokens_[at].is("async")) ++at;
    if (at + 1 >= tokens_.size() || !tokens_[at].is("def")) return;
    seen_ = at + 1;
    f.def_line = tokens_[at].place.line;
    f.name = std::string(tokens_[at + 1].text);
    for (const Open& scope : scopes_) {
      f.inside.push_back({scope.is_class, scope.name});
      if (!scope.is_class) f.parent = scope.function;
    }
    size_t header_end = end_of_line(at);
    f.end = tokens_[header_end].offset;
    if (header_end + 1 < tokens_.size() && tokens_[header_end + 1].kind == TokenKind::Indent) {
      int depth = 0;
      for (size_t k = header_end + 1; k < tokens_.size(); ++k) {
        if (tokens_[k].kind == TokenKind::Indent) ++depth;
        if (tokens_[k].kind == TokenKind::Newline) f.end = tokens_[k].offset;
        if (tokens_[k].kind == TokenKind::Dedent && --depth == 0) break;
      }
    }
    // With the newline itself, so that the last line is whole.
    size_t newline = file_.text.find('\n', f.end);
    f.end = newline == std::string::npos ? file_.text.size() : newline + 1;
    f.source.name = file_.name;
    f.source.first_line = file_.first_line + f.first_line - 1;
    f.source.text = dedent(std::string_view(file_.text).substr(f.begin, f.end - f.begin));
    found_.push_back(std::move(f));
  }

  const SourceFile& file_;
  Lexed lexed_;
  const std::vector<Token>& tokens_;
  std::vector<FoundFunction> found_;
  std::vector<Open> scopes_;
  size_t seen_ = 0;
};

}  // namespace

std::vector<FoundFunction> find_functions(const SourceFile& file) { return Finder(file).run(); }

std::optional<FoundFunction> find_function_at(const SourceFile& file, uint32_t line) {
  for (FoundFunction& f : find_functions(file))
    if (f.first_line <= line && line <= f.def_line) return std::move(f);
  return std::nullopt;
}

}  // namespace tack::python
