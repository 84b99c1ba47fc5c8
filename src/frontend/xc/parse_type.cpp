// SPDX-License-Identifier: Apache-2.0
// Types, and where one starts a declaration.
#include <algorithm>

#include "frontend/xc/c_words.hpp"
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

namespace {
constexpr std::string_view kTypeWords[] = {"u8",   "i8",   "u16",    "i16",     "u32",
                                           "i32",  "u64",  "i64",    "float",   "double",
                                           "bool", "void", "string", "pointer", "auto"};
}  // namespace

bool Parser::is_type_keyword(std::string_view text) {
  return std::find(std::begin(kTypeWords), std::end(kTypeWords), text) != std::end(kTypeWords);
}

std::vector<std::string_view> Parser::known_types() const {
  std::vector<std::string_view> names(std::begin(kTypeWords), std::end(kTypeWords));
  names.insert(names.end(), type_names_.begin(), type_names_.end());
  return names;
}

// Types may be used before they are declared, so their names are found first.
void Parser::find_type_names() {
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const Token& t = tokens_[i];
    if (!t.ident()) continue;
    // Every class derives from it, declared or not.
    if (t.text == "class") type_names_.insert("Object");
    if (t.text == "struct" || t.text == "class" || t.text == "enum" || t.text == "protocol") {
      if (tokens_[i + 1].ident() && !is_reserved(tokens_[i + 1].text))
        type_names_.insert(tokens_[i + 1].text);
    } else if (t.text == "typedef") {
      int braces = 0, parens = 0;
      std::string_view name;
      size_t k = i + 1;
      // `typedef block op T*(T* v);`: its name stands first.
      if ((tokens_[k].text == "block" || tokens_[k].text == "callback") && k + 2 < tokens_.size() &&
          can_name(tokens_[k + 1]) && tokens_[k + 2].ident()) {
        type_names_.insert(tokens_[k + 1].text);
        continue;
      }
      for (; tokens_[k].kind != Tok::End && !(braces == 0 && tokens_[k].is(";")); ++k) {
        const Token& u = tokens_[k];
        if (u.is("{")) ++braces;
        if (u.is("}")) --braces;
        if (u.is("(") || u.is("[")) ++parens;
        if (u.is(")") || u.is("]")) --parens;
        if (braces == 0 && parens == 0 && u.ident() && !is_reserved(u.text)) name = u.text;
      }
      if (!name.empty()) type_names_.insert(name);
    }
  }
}

TypeSyntax* Parser::make_type(TypeSyntax::Kind kind, SourceRange where) {
  TypeSyntax& t = program_.type_arena.emplace_back();
  t.kind = kind;
  t.where = where;
  return &t;
}

// `<T, U>` behind the name of a type; 0 for anything else. Lists in lists end somewhere.
size_t Parser::element_types_length(size_t from, int depth) const {
  if (!cur(from).is("<") || depth > kMaxElementTypes) return 0;
  size_t n = from;
  do {
    ++n;
    if (!is_type_name(cur(n))) return 0;
    ++n;
    n += element_types_length(n, depth + 1);
    while (cur(n).is("*")) ++n;
  } while (cur(n).is(","));
  return cur(n).is(">") ? n + 1 - from : 0;
}

// `weak:T*` and `weak T*`; a name of its own elsewhere. How many tokens stand before T.
size_t Parser::weak_length(size_t from) const {
  if (!cur(from).is("weak")) return 0;
  size_t n = cur(from + 1).is(":") ? 2 : 1;
  bool names = is_type_name(cur(from + n)) && !is_type_keyword(cur(from + n).text);
  return names && (cur(from + n + 1).is("*") || cur(from + n + 1).is("@")) ? n : 0;
}

// `unsigned int` and the like where only a type can stand: a name follows, or it is a cast. They
// are names of their own elsewhere.
size_t Parser::c_type_length(size_t from) const {
  size_t n = from;
  while (cur(n).ident() && !type_names_.count(cur(n).text) && !xc_type(cur(n).text).empty()) ++n;
  if (n == from) return 0;
  bool pointer =
      cur(n).is("*") && can_name(cur(n + 1)) && (cur(n + 2).is("=") || cur(n + 2).is(";"));
  size_t end = n;
  while (cur(end).is("*")) ++end;
  bool cast = from > 0 && cur(from - 1).is("(") && cur(end).is(")") &&
              (can_name(cur(end + 1)) || cur(end + 1).kind == Tok::Number);
  return can_name(cur(n)) || pointer || cast ? n - from : 0;
}

size_t Parser::type_length(size_t from, bool arrays) const {
  size_t n = from + weak_length(from);
  bool named = false;
  if (size_t shape = shape_length(n, &named); shape && !named) return shape;
  while (cur(n).is("volatile")) ++n;
  if (cur(n).is("struct")) ++n;
  size_t c_words = c_type_length(n);
  if (!c_words && !is_type_name(cur(n))) return 0;
  n += c_words ? c_words : 1;
  n += element_types_length(n, 0);
  for (;;) {
    if (cur(n).is("*") || cur(n).is("@")) {
      ++n;
    } else if (cur(n).is("^") && (can_name(cur(n + 1)) || cur(n + 1).is(")"))) {
      return n + 1 - from;
    } else if (arrays && cur(n).is("[")) {
      int depth = 0;
      do {
        if (cur(n).is("[")) ++depth;
        if (cur(n).is("]")) --depth;
        ++n;
      } while (depth > 0 && cur(n).kind != Tok::End);
    } else {
      return n - from;
    }
  }
}

// A type name starts a declaration only when a declarator can follow it.
bool Parser::starts_declaration() const {
  const Token& t = cur();
  if (!t.ident()) return false;
  if (t.is("static") || t.is("volatile") || t.is("register") || t.is("extern") || t.is("global"))
    return true;
  if (is_type_keyword(t.text)) return true;
  if (at_named_shape()) return true;
  size_t n = type_length(0, true);
  // `block:u32 v`.
  if (t.is("block") && cur(1).is(":")) {
    n = type_length(2, true);
    return n > 0 && can_name(cur(2 + n));
  }
  return n > 0 && can_name(cur(n));
}

// Kinds of declarations that this compiler does not have yet.
bool Parser::refuse_unbuilt_type() {
  const Token& t = cur();
  if (t.is("weak") && (cur(1).is(":") || is_type_name(cur(1))) && !weak_length(0)) {
    fail(Msg::WeakType, t.where, {describe_word(cur(cur(1).is(":") ? 2 : 1))});
    return true;
  }
  return false;
}

std::vector<TypeSyntax*> Parser::type_list() {
  std::vector<TypeSyntax*> types{type()};
  while (at(",") && type_length(1, true) > 0) {
    take();
    types.push_back(type());
  }
  return types;
}

TypeSyntax* Parser::type(bool arrays) {
  while (accept("volatile")) {
  }
  if (refuse_unbuilt_type()) return make_type(TypeSyntax::Kind::Named, cur().where);
  bool named = false;
  if (shape_length(0, &named) > 0 && !named) return shape();
  if (at("struct") && cur(1).is("{")) {
    TypeSyntax* use = nullptr;
    struct_(&use);
    return use ? use : make_type(TypeSyntax::Kind::Named, cur().where);
  }
  bool weak = weak_length(0) > 0;
  const Token& first = cur();
  for (size_t k = weak_length(0); k > 0; --k) take();
  accept("struct");
  const Token& t = cur();
  TypeSyntax* out = make_type(TypeSyntax::Kind::Named, t.where);
  out->name = t.text;
  std::string_view meant = t.ident() && !is_type_name(t) ? xc_type(t.text) : std::string_view();
  if (!meant.empty()) {
    // The rest is read as it is meant.
    if (!panic_) reporter_.report(Msg::UnknownType, t.where, {t.text, instead_of(t.text)});
    out->name = meant;
    while (!xc_type(cur(1).text).empty() && cur(1).ident() && !type_names_.count(cur(1).text))
      take();
  } else if (!is_type_name(t)) {
    if (t.ident() && !is_reserved(t.text)) {
      fail(Msg::UnknownType, t.where, {t.text, suggest(t.text, known_types())});
    } else {
      fail(Msg::ExpectedType, t.where, {describe_word(t)});
    }
    return out;
  }
  take();
  if (t.text == "auto") out->kind = TypeSyntax::Kind::Auto;
  if (element_types_length(0, 0) > 0) {
    Nest nest(*this);
    do {
      take();
      out->arguments.push_back(type(false));
    } while (at(","));
    expect(">", "the types of the elements");
  }
  int stars = 0;
  while (at("*") || at("@")) {
    if (++stars > kMaxNesting) {
      fail(Msg::TooDeep, cur().where);
      break;
    }
    TypeSyntax* pointer = make_type(TypeSyntax::Kind::Pointer, t.where);
    pointer->where.end_column = cur().where.end_column;
    pointer->inner = out;
    out = pointer;
    take();
    if (!weak) continue;
    weak = false;
    TypeSyntax* reference = make_type(TypeSyntax::Kind::Weak, first.where);
    reference->inner = out;
    out = reference;
  }
  // shape_t^ is a callback of that type.
  if (at("^") && (can_name(cur(1)) || cur(1).is(")"))) {
    TypeSyntax* callback = make_type(TypeSyntax::Kind::Callback, t.where);
    callback->where.end_column = take().where.end_column;
    callback->inner = out;
    out = callback;
  }
  if (arrays && at("[")) out = array_suffix(out);
  return out;
}

// The bounds that follow; the first is the outermost.
TypeSyntax* Parser::array_suffix(TypeSyntax* element) {
  if (!at("[")) return element;
  Nest nest(*this);
  TypeSyntax* out = make_type(TypeSyntax::Kind::Array, cur().where);
  take();
  if (!at("]")) out->count = expression();
  expect("]", "the array's length");
  out->inner = array_suffix(element);
  return out;
}

}  // namespace tack::xc
