// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/macros.hpp"

#include <algorithm>

namespace tack::xc {

void Macros::define(std::string_view name, Macro macro) { macros_[name] = std::move(macro); }

Token Macros::next(std::vector<Frame>& frames, const More& more, bool peek) {
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.at < frame.tokens.size()) {
      return peek ? frame.tokens[frame.at] : frame.tokens[frame.at++];
    }
    if (frame.macro) frame.macro->active = false;
    frames.pop_back();
  }
  return more(peek);
}

void Macros::expand(Token token, const More& more, const std::function<void(const Token&)>& emit) {
  std::vector<Frame> frames;
  for (;;) {
    bool expanded = false;
    if (token.ident() && !token.no_expand && ++steps_ <= kMaxSteps) {
      auto it = macros_.find(token.text);
      if (it != macros_.end()) {
        if (it->second.active) {
          token.no_expand = true;
        } else {
          expanded = start(token, it->second, frames, more);
        }
      }
    }
    if (!expanded) emit(token);
    // What is left of the frames is ours; the text below belongs to the caller.
    while (!frames.empty() && frames.back().at == frames.back().tokens.size()) {
      if (frames.back().macro) frames.back().macro->active = false;
      frames.pop_back();
    }
    if (frames.empty()) return;
    token = next(frames, more, false);
    if (++steps_ > kMaxSteps) {
      for (Frame& frame : frames) {
        if (frame.macro) frame.macro->active = false;
      }
      return;
    }
  }
}

std::vector<Token> Macros::expand_all(const std::vector<Token>& tokens) {
  std::vector<Token> out;
  size_t at = 0;
  Token end;
  if (!tokens.empty()) end.where = tokens.back().where;
  More more = [&](bool peek) {
    if (at >= tokens.size()) return end;
    return peek ? tokens[at] : tokens[at++];
  };
  auto emit = [&](const Token& t) { out.push_back(t); };
  while (at < tokens.size()) {
    Token t = tokens[at++];
    expand(t, more, emit);
  }
  return out;
}

bool Macros::start(const Token& name, Macro& macro, std::vector<Frame>& frames, const More& more) {
  std::vector<std::vector<Token>> args;
  if (macro.with_parameters) {
    if (!next(frames, more, true).is("(")) return false;
    if (depth_ > 100) {
      reporter_.report(Msg::TooDeep, name.where);
      return false;
    }
    if (!arguments(name, macro, frames, more, args)) return true;
  }
  Frame frame;
  frame.macro = &macro;
  frame.tokens = substitute(name, macro, args);  // arguments may name the macro too
  macro.active = true;
  for (Token& t : frame.tokens) t.first_on_line = false;
  if (!frame.tokens.empty()) {
    frame.tokens[0].first_on_line = name.first_on_line;
    frame.tokens[0].space_before = name.space_before;
  }
  frames.push_back(std::move(frame));
  return true;
}

bool Macros::arguments(const Token& name, const Macro& macro, std::vector<Frame>& frames,
                       const More& more, std::vector<std::vector<Token>>& out) {
  next(frames, more, false);  // (
  std::vector<Token> current;
  int depth = 0;
  size_t named = macro.parameters.size() - (macro.variadic ? 1 : 0);
  for (;;) {
    Token t = next(frames, more, true);
    if (t.kind == Tok::End) {
      reporter_.report(Msg::MacroCallOpen, name.where, {name.text});
      return false;
    }
    next(frames, more, false);
    ++steps_;
    if (depth == 0 && t.is(")")) break;
    bool rest = macro.variadic && out.size() >= named;
    if (depth == 0 && t.is(",") && !rest) {
      out.push_back(std::move(current));
      current.clear();
      continue;
    }
    if (t.is("(")) ++depth;
    if (t.is(")")) --depth;
    current.push_back(t);
  }
  if (!(out.empty() && current.empty() && macro.parameters.empty())) {
    out.push_back(std::move(current));
  }
  if (macro.variadic && out.size() == named) out.emplace_back();
  if (out.size() != macro.parameters.size()) {
    reporter_.report(
        Msg::MacroArguments, name.where,
        {name.text, counted(macro.parameters.size(), "argument"), std::to_string(out.size())});
    return false;
  }
  return true;
}

Token Macros::stringise(const std::vector<Token>& tokens, const Token& at) {
  std::string text = "\"";
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i && (tokens[i].space_before || tokens[i].first_on_line)) text += ' ';
    bool quoted = tokens[i].kind == Tok::String || tokens[i].kind == Tok::Char;
    for (char c : tokens[i].text) {
      if (c == '"' || (c == '\\' && quoted)) text += '\\';
      text += c;
    }
  }
  text += '"';
  Token t = at;
  t.kind = Tok::String;
  t.text = files_.keep(std::move(text));
  return t;
}

Token Macros::paste(const Token& a, const Token& b) {
  Token t = a;
  LoadedFile* file = files_.add("<paste>", std::string(a.text) + std::string(b.text));
  if (file->tokens.size() != 2 || file->tokens[0].kind == Tok::Invalid) {
    reporter_.report(Msg::BadPaste, a.where, {a.text, b.text});
    return t;
  }
  t.kind = file->tokens[0].kind;
  t.text = file->tokens[0].text;
  t.no_expand = false;
  return t;
}

std::vector<Token> Macros::substitute(const Token& name, const Macro& macro,
                                      const std::vector<std::vector<Token>>& args) {
  auto parameter = [&](const Token& t) -> size_t {
    if (!t.ident()) return SIZE_MAX;
    auto it = std::find(macro.parameters.begin(), macro.parameters.end(), t.text);
    return it == macro.parameters.end() ? SIZE_MAX
                                        : static_cast<size_t>(it - macro.parameters.begin());
  };
  std::vector<Token> out;
  const std::vector<Token>& body = macro.body;
  for (size_t i = 0; i < body.size() && steps_ <= kMaxSteps; ++i) {
    Token t = body[i];
    t.where = name.where;
    if (t.is("#") && macro.with_parameters && i + 1 < body.size() &&
        parameter(body[i + 1]) != SIZE_MAX) {
      out.push_back(stringise(args[parameter(body[i + 1])], t));
      ++i;
      continue;
    }
    if (t.is("##") && !out.empty() && i + 1 < body.size()) {
      size_t p = parameter(body[i + 1]);
      ++i;
      if (p == SIZE_MAX) {
        Token right = body[i];
        right.where = name.where;
        out.back() = paste(out.back(), right);
        continue;
      }
      // `, ## __VA_ARGS__`: the comma goes when nothing follows.
      bool rest = macro.variadic && p + 1 == macro.parameters.size();
      if (rest && out.back().is(",")) {
        if (args[p].empty()) {
          out.pop_back();
        } else {
          out.insert(out.end(), args[p].begin(), args[p].end());
        }
      } else if (!args[p].empty()) {
        out.back() = paste(out.back(), args[p][0]);
        out.insert(out.end(), args[p].begin() + 1, args[p].end());
      }
      continue;
    }
    size_t p = parameter(t);
    if (p == SIZE_MAX) {
      out.push_back(t);
      continue;
    }
    // Beside ## an argument stands as it was written.
    bool raw = i + 1 < body.size() && body[i + 1].is("##");
    if (raw && args[p].empty()) {
      Token nothing = t;  // pastes with what follows
      nothing.kind = Tok::Ident;
      nothing.text = "";
      out.push_back(nothing);
      continue;
    }
    ++depth_;
    std::vector<Token> value = raw ? args[p] : expand_all(args[p]);
    --depth_;
    steps_ += value.size();
    if (!value.empty()) value[0].space_before = t.space_before;
    out.insert(out.end(), value.begin(), value.end());
  }
  std::erase_if(out, [](const Token& t) { return t.ident() && t.text.empty(); });
  return out;
}

}  // namespace tack::xc
