// SPDX-License-Identifier: Apache-2.0
// Macro definitions and their expansion: a stack of token lists that is read from the top.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "frontend/xc/files.hpp"

namespace tack::xc {

struct Macro {
  bool with_parameters = false;
  bool variadic = false;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
  bool active = false;  // being expanded: its own name stands for itself
};

class Macros {
 public:
  Macros(Files& files, Reporter& reporter) : files_(files), reporter_(reporter) {}

  void define(std::string_view name, Macro macro);
  void undefine(std::string_view name) { macros_.erase(name); }
  bool defined(std::string_view name) const { return macros_.count(name) != 0; }

  // Expands `token` (already read) with more input from `more`; `emit` gets what comes out.
  // `more(peek)` gives the next token of the underlying text, taking it unless `peek`.
  using More = std::function<Token(bool peek)>;
  void expand(Token token, const More& more, const std::function<void(const Token&)>& emit);
  std::vector<Token> expand_all(const std::vector<Token>& tokens);

  bool exhausted() const { return steps_ > kMaxSteps; }

 private:
  struct Frame {
    std::vector<Token> tokens;
    size_t at = 0;
    Macro* macro = nullptr;
  };
  static constexpr size_t kMaxSteps = 4'000'000;  // tokens: a bomb ends here

  Token next(std::vector<Frame>& frames, const More& more, bool peek);
  bool start(const Token& name, Macro& macro, std::vector<Frame>& frames, const More& more);
  bool arguments(const Token& name, const Macro& macro, std::vector<Frame>& frames,
                 const More& more, std::vector<std::vector<Token>>& out);
  std::vector<Token> substitute(const Token& name, const Macro& macro,
                                const std::vector<std::vector<Token>>& args);
  Token paste(const Token& a, const Token& b);
  Token stringise(const std::vector<Token>& tokens, const Token& at);

  Files& files_;
  Reporter& reporter_;
  std::map<std::string_view, Macro, std::less<>> macros_;
  size_t steps_ = 0;
  int depth_ = 0;
};

}  // namespace tack::xc
