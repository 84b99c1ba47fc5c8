// SPDX-License-Identifier: Apache-2.0
// tack check: every diagnostic of every kernel in a file.
//
// --expect compares them with the file's own comments: `# expect-error: text` at the end of a line
// wants an error there that contains the text; `# expect-error(NameError): text` also wants the
// class of the exception when it is the first of its kernel. Nothing else may be reported.
#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

#include "driver/tack/call_types.hpp"
#include "driver/tack/check_guess.hpp"
#include "driver/tack/commands.hpp"
#include "frontend/python/file_value.hpp"
#include "frontend/python/lexer.hpp"
#include "frontend/python/message.hpp"

namespace tack::driver {
namespace {

struct Expected {
  uint32_t line;
  std::string exception, text;
  bool is_met = false;
};

std::vector<Expected> expectations(const SourceFile& file) {
  std::vector<Expected> out;
  uint32_t line = 1;
  for (size_t at = 0; at < file.text.size(); ++line) {
    size_t end = std::min(file.text.find('\n', at), file.text.size());
    std::string text = file.text.substr(at, end - at);
    at = end + 1;
    constexpr std::string_view kMark = "# expect-error";
    for (size_t mark = text.find(kMark); mark != std::string::npos;) {
      size_t next = text.find(kMark, mark + 1);
      std::string one = text.substr(mark + kMark.size(),
                                    next == std::string::npos ? next : next - mark - kMark.size());
      mark = next;
      Expected expected{line, "", ""};
      size_t colon = one.find(':');
      if (colon == std::string::npos) continue;
      if (one[0] == '(') expected.exception = one.substr(1, one.find(')') - 1);
      size_t begin = one.find_first_not_of(' ', colon + 1);
      size_t last = one.find_last_not_of(' ');
      expected.text = begin == std::string::npos ? "" : one.substr(begin, last - begin + 1);
      out.push_back(std::move(expected));
    }
  }
  return out;
}

std::vector<Job> jobs(python::FileModule& module) {
  std::vector<Job> out;
  python::Environment& global = module.environment();
  for (const python::FileKernel& kernel : module.kernels())
    out.push_back({kernel.source, kernel.name, nullptr, &global, nullptr});
  for (const python::FileClass& one : module.classes())
    for (const python::FileClass::Kernel& kernel : one.kernels)
      out.push_back(
          {kernel.source, kernel.name, kernel.is_static ? nullptr : &one, &global, nullptr});
  for (const python::NestedKernel& kernel : module.nested_kernels())
    out.push_back({kernel.source, kernel.name, nullptr, kernel.environment, &kernel});
  std::stable_sort(out.begin(), out.end(), [](const Job& a, const Job& b) {
    return a.source->source().first_line < b.source->source().first_line;
  });
  return out;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

// What --args gives: types for one kernel (`name=f32[1], i32`) or for all. Which classes there are
// is known with the file.
struct ArgumentTypes {
  std::string kernel, types;
};

ArgumentTypes argument_types(const std::string& text) {
  size_t equals = text.find('=');
  // The first '=' is otherwise that of a field: Grid(n=i32).
  if (equals == std::string::npos || equals > text.find('(')) return {"", text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

class Check {
 public:
  Check(std::vector<ArgumentTypes> types, bool is_expecting)
      : types_(std::move(types)), is_expecting_(is_expecting) {}

  int run(const std::vector<std::string>& paths) {
    int code = kFine;
    for (const std::string& path : paths) {
      int of_file = file(path);
      if (of_file == kOurs) return of_file;
      code = std::max(code, of_file);
    }
    for (const ArgumentTypes& one : types_) {
      if (one.kernel.empty() || std::find(names_.begin(), names_.end(), one.kernel) != names_.end())
        continue;
      std::string near = python::nearest_name(one.kernel, names_);
      complain("--args: there is no kernel '" + one.kernel + "'" +
               (near.empty() ? "" : "; did you mean '" + near + "'?"));
      code = kUsage;
    }
    return code;
  }

 private:
  int file(const std::string& path) {
    std::optional<SourceFile> read = read_file(path);
    if (!read) return kUsage;
    expected_ = is_expecting_ ? expectations(*read) : std::vector<Expected>();
    python::FileModule module(std::move(*read));
    std::vector<Job> found = jobs(module);
    int code = kFine;
    reported_.clear();
    if (found.empty() && !is_expecting_)
      code =
          complain("there is no kernel in '" + path +
                   (path.ends_with(".ipynb") ? "': a notebook is JSON; save its cells as a .py file"
                                             : "'; a kernel is a function with @tack.kernel"));
    for (const Job& kernel : found) {
      names_.push_back(kernel.name);
      int of_kernel = this->kernel(module, kernel);
      if (of_kernel == kOurs) return of_kernel;
      code = std::max(code, of_kernel);
    }
    code = std::max(code, outside(module));
    for (const Expected& e : expected_) {
      if (e.is_met) continue;
      std::fprintf(stderr, "%s:%u: no error with '%s'\n", path.c_str(), e.line, e.text.c_str());
      code = kFound;
    }
    return code;
  }

  // What is no Python outside what was compiled, as far as single words show it.
  int outside(python::FileModule& module) {
    const SourceFile& file = module.file();
    python::Lexed lexed = python::lex(file.text);
    Diagnostics diagnostics;
    for (const python::Message& message : lexed.messages) {
      if (reported_.count(message.place.line)) continue;
      python::MessageContext context;
      context.file = &file;
      Diagnostic diagnostic = python::to_diagnostic(message, context);
      // A string or a bracket that takes the rest with it.
      if (message.place.line < last_line(lexed) && takes_rest(lexed, message))
        diagnostic.notes.push_back({diagnostic.where, "nothing below it is read"});
      diagnostics.report(std::move(diagnostic));
    }
    return report(diagnostics, std::nullopt);
  }
  static uint32_t last_line(const python::Lexed& lexed) {
    return lexed.tokens.empty() ? 0 : lexed.tokens.back().place.line;
  }
  static bool takes_rest(const python::Lexed& lexed, const python::Message& message) {
    for (const python::Token& token : lexed.tokens)
      if (token.kind == python::TokenKind::Newline && token.place.line > message.place.line)
        return token.place.line == last_line(lexed);
    return false;
  }

  int kernel(python::FileModule& module, const Job& kernel) {
    const std::string& path = module.file().name;
    const ArgumentTypes* words = nullptr;
    for (const ArgumentTypes& one : types_)
      if (one.kernel.empty() || one.kernel == kernel.name) words = &one;
    std::optional<CallTypes> given;
    if (words) {
      auto read = read_call_types(module, words->types);
      if (!read)
        return is_told_.insert(words->types).second ? complain(read.error().message) : kUsage;
      given = std::move(*read);
      if (given->parameters != kernel.source->parameters().size())
        return complain("kernel '" + kernel.name + "' has " +
                        std::to_string(kernel.source->parameters().size()) +
                        " parameters, --args gives " + std::to_string(given->parameters));
    }
    std::string obstacle = kernel.nested ? kernel.nested->obstacle : "";
    if (!given && obstacle.empty())
      obstacle = module.guess(*kernel.source, *kernel.environment, kernel.owner).obstacle;
    bool is_of_plain_class = kernel.nested && !kernel.nested->plain_class.empty();
    const std::vector<std::string>& parameters = kernel.source->parameters();
    if (is_of_plain_class &&
        (!obstacle.empty() || (!parameters.empty() && parameters[0] == "self")))
      obstacle = "its class '" + kernel.nested->plain_class +
                 "' has no @tack.device_class, so that a kernel sees nothing of an instance";
    if (!obstacle.empty()) {
      note(path, "kernel '" + kernel.name + "' is not checked: " + obstacle);
      return kFine;
    }
    bool is_guessing = kernel.nested && !kernel.nested->unknown.empty();
    Guesses guesses(module, kernel);
    python::GuessedArguments arguments;
    if (given) arguments = {given->types, given->objects, {}};
    Checked checked = guesses.best(given ? &arguments : nullptr);
    if (!checked.fault.empty()) return complain("internal error: " + checked.fault, kOurs);
    std::string taken = python::describe_arguments(
        python::argument_names(kernel.source->parameters(), checked.args.objects),
        checked.args.types);
    // What is wrong for one guess and not for another may be the guess's fault.
    Diagnostics certain, uncertain;
    bool is_of_python = false;
    for (const Diagnostic& diagnostic : checked.diagnostics.all()) {
      bool is_uncomputed =
          (diagnostic.id == "py.not-captured" || diagnostic.id == "py.not-callable") &&
          python::is_of_python(diagnostic.text);
      is_of_python |= is_uncomputed;
      bool is_certain = is_expecting_ || (guesses.is_certain(diagnostic) && !is_uncomputed);
      (is_certain ? certain : uncertain).report(diagnostic);
    }
    int code = report(certain, checked.failure);
    if (uncertain.has_errors()) not_fitting(path, kernel, taken, is_of_python, uncertain);
    if (code == kFine && !is_expecting_ && !uncertain.has_errors()) {
      std::printf("%s: kernel '%s' is fine%s%s%s\n", path.c_str(), kernel.name.c_str(),
                  taken.empty() ? ""
                  : given       ? " with "
                                : ", guessing ",
                  taken.c_str(),
                  is_guessing ? (std::string(" and ") + guesses.stand_in() + " for " +
                                 joined(kernel.nested->unknown))
                                    .c_str()
                              : "");
      if (kernel.owner != nullptr && kernel.source->parameters().empty())
        note(path, "kernel '" + kernel.name +
                       "' takes no instance: write self as its first "
                       "parameter, or call it by the name of the class, '" +
                       kernel.name + "()'");
    }
    if (code != kFine && is_guessing && !is_expecting_)
      note(path, "kernel '" + kernel.name + "' is checked with " + guesses.stand_in() +
                     " in place of " + joined(kernel.nested->unknown) + ", known when '" +
                     kernel.name.substr(0, kernel.name.find('.')) + "' runs");
    return code;
  }

  // No guess of the arguments compiles, and the guesses do not agree on why.
  void not_fitting(const std::string& path, const Job& kernel, const std::string& taken,
                   bool is_of_python, const Diagnostics& errors) {
    note(path,
         "kernel '" + kernel.name + "' is not checked further: " +
             (is_of_python
                  ? std::string("only Python can compute a constant or function that it reads")
                  : "no guess of its arguments fits, the nearest is " + taken +
                        "; annotate what is an instance with its class, and give "
                        "the types of the others with --args"));
    for (Diagnostic diagnostic : errors.all()) {
      reported_.insert(diagnostic.where.line + diagnostic.where.file->first_line - 1);
      diagnostic.severity = Severity::Note;
      std::fputs(render(diagnostic).c_str(), stderr);
    }
  }

  static void note(const std::string& path, const std::string& text) {
    std::fprintf(stderr, "%s: note: %s\n", path.c_str(), text.c_str());
  }

  int report(const Diagnostics& diagnostics, const std::optional<python::Failure>& failure) {
    for (const Diagnostic& diagnostic : diagnostics.all())
      reported_.insert(diagnostic.where.line + diagnostic.where.file->first_line - 1);
    if (!is_expecting_) {
      std::fputs(render(diagnostics).c_str(), stderr);
      return diagnostics.has_errors() ? kFound : kFine;
    }
    int code = kFine;
    bool is_first = true;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      uint32_t line = diagnostic.where.line + diagnostic.where.file->first_line - 1;
      Expected* met = nullptr;
      for (Expected& e : expected_) {
        bool is_class = e.exception.empty() || !is_first ||
                        (failure && e.exception == exception_name(failure->kind));
        if (!met && !e.is_met && e.line == line && is_class &&
            diagnostic.text.find(e.text) != std::string::npos)
          met = &e;
      }
      if (met) {
        met->is_met = true;
      } else {
        std::fprintf(stderr, "not expected:\n%s", render(diagnostic).c_str());
        code = kFound;
      }
      is_first = false;
    }
    return code;
  }

  std::vector<ArgumentTypes> types_;
  bool is_expecting_;
  std::vector<Expected> expected_;
  std::vector<std::string> names_;
  std::set<std::string> is_told_;  // of --args
  std::set<uint32_t> reported_;    // lines of the file
};

int check(const Options& options) {
  std::vector<ArgumentTypes> types;
  for (const std::string& text : options.values("--args")) types.push_back(argument_types(text));
  return Check(std::move(types), options.has("--expect")).run(options.positional);
}

constexpr OptionSpec kOptions[] = {
    {"--args", "[KERNEL=]TYPES",
     "the types of the arguments, of one kernel or of all: 'f32[1], i32'"},
    {"--expect", "", "compare with the file's `# expect-error: text` comments"},
};

}  // namespace

const CommandSpec kCheck = {
    "check",
    "FILE...",
    "report what is wrong with the kernels of .py files",
    "  Every kernel is compiled as far as its code can be checked, and every message is printed\n"
    "  with its line, on stderr. Without --args the arguments are guessed from their use: arrays "
    "of\n"
    "  f32, i32, u64 or f64, of vectors where it asks for these. The kernel is fine when one "
    "guess\n"
    "  is, and a line on stdout says which. What is wrong for some guesses only is a note. "
    "Kernels\n"
    "  inside functions and classes are checked too; a number stands for what only the running\n"
    "  function knows.\n\n" TACK_TYPES_HELP
    "  f32x3[1] has vectors of 3 as elements, f32x2x2[1] matrices. Grid(n=i32,u=f32[2]) is an\n"
    "  instance of a device class, by the types of what it holds.\n",
    kOptions,
    1,
    SIZE_MAX,
    check};

}  // namespace tack::driver
