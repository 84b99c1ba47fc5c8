// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/preprocessor.hpp"

#include <array>
#include <filesystem>
#include <set>

#include "frontend/xc/c_words.hpp"
#include "frontend/xc/condition.hpp"
#include "frontend/xc/macros.hpp"

namespace tack::xc {
namespace {

constexpr int kMaxIncludeDepth = 100;
constexpr size_t kMaxTokens = 4'000'000;
constexpr std::array<std::string_view, 14> kDirectives = {
    "define", "undef", "import", "include", "use",  "error", "warning",
    "pragma", "if",    "ifdef",  "ifndef",  "elif", "else",  "endif"};

struct Preprocessor {
  const PreprocessOptions& options;
  Files& files;
  Reporter& reporter;
  Macros macros{files, reporter};
  Preprocessed result{};
  std::set<std::string> imported{};
  int depth = 0;

  struct Group {
    Token at;
    bool emitting;  // this branch is read
    bool taken;     // some branch was
    bool outer;     // the text around is read
    bool saw_else = false;
  };

  void emit(const Token& t) {
    if (t.kind == Tok::Invalid) {
      reporter.report(t.fault, t.where, {t.text});
      return;
    }
    if (result.tokens.size() < kMaxTokens) result.tokens.push_back(t);
  }

  static std::string file_name(const std::vector<Token>& line, bool& system) {
    system = false;
    if (line.empty()) return "";
    if (line[0].kind == Tok::String) {
      return std::string(line[0].text.substr(1, line[0].text.size() - 2));
    }
    std::string name;
    if (line[0].is("<")) {
      system = true;
      for (size_t i = 1; i < line.size() && !line[i].is(">"); ++i) name += line[i].text;
    }
    return name;
  }

  void import(const Token& at, const std::string& name, bool system, bool once) {
    if (name.empty()) {
      reporter.report(Msg::ImportNeedsName, at.where);
      return;
    }
    LoadedFile* file = files.find(name, at.where.file, system, options.directories);
    if (!file) {
      std::string hint = instead_of_header(name);
      std::vector<std::string> files_there = files.names(at.where.file, options.directories);
      if (hint.empty()) hint = did_you_mean(name, {files_there.begin(), files_there.end()});
      reporter.report(Msg::ImportNotFound, at.where, {name, hint});
      result.incomplete = true;
      return;
    }
    if (once && !imported.insert(file->canonical).second) return;
    imported.insert(file->canonical);
    result.imports.push_back(file);
    if (depth >= kMaxIncludeDepth) {
      reporter.report(Msg::TooDeep, at.where);
      return;
    }
    ++depth;
    run(*file);
    --depth;
  }

  void define(const std::vector<Token>& line, const Token& at) {
    if (line.empty() || !line[0].ident()) {
      reporter.report(Msg::DirectiveNeedsName, at.where, {"define"});
      return;
    }
    Macro macro;
    size_t i = 1;
    if (i < line.size() && line[i].is("(") && !line[i].space_before) {
      macro.with_parameters = true;
      ++i;
      while (i < line.size() && !line[i].is(")")) {
        if (line[i].is("...")) {
          macro.variadic = true;
          macro.parameters.push_back("__VA_ARGS__");
        } else if (line[i].ident() && !macro.variadic) {
          macro.parameters.push_back(line[i].text);
        } else {
          break;
        }
        ++i;
        if (i < line.size() && line[i].is(",")) ++i;
      }
      if (i >= line.size() || !line[i].is(")")) {
        reporter.report(Msg::MacroParameters, line[0].where, {line[0].text});
        return;
      }
      ++i;
    }
    macro.body.assign(line.begin() + static_cast<long>(i), line.end());
    if (!macro.body.empty()) macro.body[0].space_before = false;
    macros.define(line[0].text, std::move(macro));
  }

  bool condition(const std::vector<Token>& line, const Token& at) {
    std::vector<Token> tokens;
    for (size_t i = 0; i < line.size(); ++i) {
      if (!line[i].is("defined")) {
        tokens.push_back(line[i]);
        continue;
      }
      bool paren = i + 1 < line.size() && line[i + 1].is("(");
      size_t name = i + (paren ? 2 : 1);
      Token value = line[i];
      value.kind = Tok::Number;
      value.text = name < line.size() && macros.defined(line[name].text) ? "1" : "0";
      tokens.push_back(value);
      i = paren ? name + 1 : name;
    }
    return evaluate_condition(macros.expand_all(tokens), at, reporter);
  }

  static std::string spelled(const std::vector<Token>& line) {
    std::string out;
    for (const Token& t : line) {
      if (!out.empty() && t.space_before) out += ' ';
      out += t.kind == Tok::String ? t.text.substr(1, t.text.size() - 2) : t.text;
    }
    return out;
  }

  // Conditions: read even where the text is skipped. True when the directive was one.
  bool conditional(std::string_view word, const Token& at, const std::vector<Token>& line,
                   std::vector<Group>& groups, bool emitting) {
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      bool value = false;
      if (emitting) {
        if (word == "if") {
          value = condition(line, at);
        } else if (line.empty() || !line[0].ident()) {
          reporter.report(Msg::DirectiveNeedsName, at.where, {word});
        } else {
          value = macros.defined(line[0].text) == (word == "ifdef");
        }
      }
      groups.push_back({at, emitting && value, value, emitting});
      return true;
    }
    if (word != "elif" && word != "else" && word != "endif") return false;
    if (groups.empty()) {
      reporter.report(Msg::ConditionStray, at.where, {word});
      return true;
    }
    Group& group = groups.back();
    if (word == "endif") {
      groups.pop_back();
      return true;
    }
    if (group.saw_else) {
      reporter.report(Msg::ConditionStray, at.where, {word});
      return true;
    }
    bool value = word == "else";
    if (word == "elif" && group.outer && !group.taken) value = condition(line, at);
    group.saw_else = word == "else";
    group.emitting = group.outer && !group.taken && value;
    group.taken = group.taken || value;
    return true;
  }

  void directive(std::string_view word, const Token& at, const std::vector<Token>& line) {
    if (word == "define") {
      define(line, at);
    } else if (word == "undef") {
      if (line.empty() || !line[0].ident()) {
        reporter.report(Msg::DirectiveNeedsName, at.where, {word});
      } else {
        macros.undefine(line[0].text);
      }
    } else if (word == "import" || word == "include") {
      bool system = false;
      std::string name = file_name(line, system);
      import(at, name, system, word == "import");
    } else if (word == "use") {
      if (line.empty() || !line[0].ident()) {
        reporter.report(Msg::DirectiveNeedsName, at.where, {word});
        return;
      }
      import(at, std::string(line[0].text), false, true);
      Token use = line[0];
      use.text = "use";
      emit(use);
      emit(line[0]);
      use.kind = Tok::Punct;
      use.text = ";";
      emit(use);
    } else if (word == "error") {
      reporter.report(Msg::UserError, at.where, {spelled(line)});
    } else if (word == "warning") {
      reporter.report(Msg::UserWarning, at.where, {spelled(line)});
    } else if (word == "pragma") {
      reporter.report(Msg::UnknownPragma, at.where, {spelled(line)});
    } else {
      reporter.report(Msg::UnknownDirective, at.where,
                      {word, did_you_mean(word, {kDirectives.begin(), kDirectives.end()})});
    }
  }

  void run(LoadedFile& file) {
    const std::vector<Token>& tokens = file.tokens;
    std::vector<Group> groups;
    size_t at = 0;
    auto emitting = [&] { return groups.empty() || groups.back().emitting; };
    // Arguments of a macro call may go on over lines, but not over a directive.
    Macros::More more = [&](bool peek) {
      const Token& t = tokens[at];
      if (t.is("#") && t.first_on_line) return tokens.back();
      if (!peek && t.kind != Tok::End) ++at;
      return t;
    };
    auto out = [&](const Token& t) { emit(t); };
    while (tokens[at].kind != Tok::End) {
      if (macros.exhausted() || result.tokens.size() >= kMaxTokens) {
        reporter.report(Msg::TooManyTokens, tokens[at].where);
        return;
      }
      Token t = tokens[at];
      if (t.is("#") && t.first_on_line) {
        ++at;
        std::vector<Token> line;
        while (tokens[at].kind != Tok::End && !tokens[at].first_on_line)
          line.push_back(tokens[at++]);
        if (line.empty()) continue;
        Token name = line[0];
        line.erase(line.begin());
        if (conditional(name.text, name, line, groups, emitting())) continue;
        if (emitting()) directive(name.text, name, line);
        continue;
      }
      ++at;
      if (emitting()) macros.expand(t, more, out);
    }
    for (const Group& group : groups) reporter.report(Msg::ConditionOpen, group.at.where);
  }
};

}  // namespace

Preprocessed preprocess(LoadedFile& main, const PreprocessOptions& options, Files& files,
                        Reporter& reporter) {
  Preprocessor p{options, files, reporter};
  std::string prologue = "#define ARCH_x86_64 1\n";
  for (const auto& [name, value] : options.defines)
    prologue += "#define " + name + " " + value + "\n";
  p.run(*files.add("<command line>", prologue));
  p.imported.insert(main.canonical);
  p.run(main);
  p.result.tokens.push_back(main.tokens.back());
  return std::move(p.result);
}

std::string print_tokens(const std::vector<Token>& tokens) {
  std::string out;
  const SourceFile* file = nullptr;
  uint32_t line = 0;
  for (const Token& t : tokens) {
    if (t.kind == Tok::End) break;
    bool new_line = t.first_on_line || t.where.file != file || t.where.line != line;
    if (!out.empty()) {
      if (new_line) {
        out += '\n';
      } else {
        out += ' ';
      }
    }
    file = t.where.file;
    line = t.where.line;
    out += t.text;
  }
  out += '\n';
  return out;
}

}  // namespace tack::xc
