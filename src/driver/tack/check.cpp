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

#include "driver/tack/commands.hpp"
#include "frontend/python/lexer.hpp"
#include "frontend/python/message.hpp"
#include "ir/verifier.hpp"

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

struct Checked {
  Diagnostics diagnostics;
  std::optional<python::Failure> failure;
  python::GuessedArguments args;  // that it was compiled for
  int code = 0;
};

// A kernel of the file, of a class or of a function in it.
struct Job {
  std::shared_ptr<const python::Template> source;
  std::string name;
  const python::FileClass* owner = nullptr;
  python::Environment* environment = nullptr;
  const python::NestedKernel* nested = nullptr;
};

std::vector<Job> jobs(python::FileModule& module) {
  std::vector<Job> out;
  python::Environment& global = module.environment();
  for (const python::FileKernel& kernel : module.kernels())
    out.push_back({kernel.source, kernel.name, nullptr, &global, nullptr});
  for (const python::FileClass& one : module.classes())
    for (const python::FileClass::Kernel& kernel : one.kernels)
      out.push_back({kernel.source, kernel.name, &one, &global, nullptr});
  for (const python::NestedKernel& kernel : module.nested_kernels())
    out.push_back({kernel.source, kernel.name, nullptr, kernel.environment, &kernel});
  std::stable_sort(out.begin(), out.end(), [](const Job& a, const Job& b) {
    return a.source->source().first_line < b.source->source().first_line;
  });
  return out;
}

size_t faults(const Checked& checked) { return checked.diagnostics.all().size(); }

bool has(const Checked& checked, std::string_view id) {
  const std::vector<Diagnostic>& all = checked.diagnostics.all();
  return std::any_of(all.begin(), all.end(), [&](const Diagnostic& d) { return d.id == id; });
}

Checked specialise(const Job& kernel, const python::GuessedArguments& args) {
  Checked out;
  out.args = args;
  python::SpecialiseOptions options;
  options.objects = args.objects;
  auto compiled = python::specialise(*kernel.source, *kernel.environment, args.types, options,
                                     out.diagnostics, out.failure);
  if (!compiled) return out;
  std::string fault = ir::verify(*compiled->module, ir::Stage::Source);
  if (!fault.empty()) {
    out.code = complain("internal error: " + fault, kOurs);
  }
  return out;
}

// Nobody says how large the arrays are. Where a local array is as large as one, extents of usual
// size stand for them: products of them are local arrays too.
Checked specialise_sized(const Job& kernel, python::GuessedArguments args) {
  Checked out = specialise(kernel, args);
  if (!has(out, "py.local-array-size")) return out;
  python::take_usual_extents(args.types);
  Checked sized = specialise(kernel, args);
  return faults(sized) < faults(out) ? std::move(sized) : std::move(out);
}

// Whether an error says that something has no components, or others than it is used with.
bool asks_for_shapes(const Checked& checked) {
  for (const Diagnostic& diagnostic : checked.diagnostics.all()) {
    for (const char* id :
         {"py.component-of-number", "py.wrong-operand", "py.matmul-shape", "py.store-shape",
          "py.shape-mismatch", "py.local-shape", "py.index-count", "py.not-an-array",
          "py.cannot-unpack", "py.unpack-count"}) {
      if (diagnostic.id == id) return true;
    }
  }
  return false;
}

// Arrays of vectors or matrices: first one shape for all, then for each in turn the one that leaves
// fewest errors; the best of all first shapes. Some milliseconds for a kernel of usual size.
Checked with_shapes(python::FileModule& module, const Job& kernel, Checked best) {
  using python::Shape;
  constexpr Shape kShapes[] = {{3, 0}, {2, 0}, {4, 0}, {3, 3}, {2, 2}, {4, 4}, {}};
  const python::GuessedArguments numbers =
      module.guess(*kernel.source, *kernel.environment, kernel.owner);
  for (Shape first : kShapes) {
    python::GuessedArguments args = numbers;
    std::vector<python::ArgType>& types = args.types;
    for (python::ArgType& type : types) {
      if (type.is_array) type.element = first;
    }
    Checked now = specialise_sized(kernel, args);
    for (size_t k = 0; k < types.size() && faults(now) > 0; ++k) {
      for (Shape shape : kShapes) {
        if (!types[k].is_array || types[k].element == shape) continue;
        Shape before = std::exchange(types[k].element, shape);
        Checked other = specialise_sized(kernel, args);
        if (faults(other) < faults(now)) {
          now = std::move(other);
        } else {
          types[k].element = before;
        }
      }
    }
    if (faults(now) < faults(best)) best = std::move(now);
    if (faults(best) == 0) break;
  }
  if (faults(best) > 0) return best;
  // Numbers where they do as well.
  for (size_t k = 0; k < best.args.types.size(); ++k) {
    if (best.args.types[k].element.is_number()) continue;
    python::GuessedArguments args = best.args;
    args.types[k].element = {};
    Checked simpler = specialise(kernel, args);
    if (faults(simpler) == 0) best = std::move(simpler);
  }
  return best;
}

// Nobody says what the arrays hold: what is wrong for floats may be meant for integers, and what
// is wrong for numbers for vectors.
Checked specialise_arrays(python::FileModule& module, const Job& kernel) {
  auto guess = [&](ir::Kind element) {
    return specialise_sized(
        kernel, module.guess(*kernel.source, *kernel.environment, kernel.owner, element));
  };
  Checked floats = guess(ir::Kind::F32);
  if (!floats.failure) return floats;
  Checked integers = guess(ir::Kind::I32);
  Checked best = faults(integers) < faults(floats) ? std::move(integers) : std::move(floats);
  return best.failure && asks_for_shapes(best) ? with_shapes(module, kernel, std::move(best))
                                               : best;
}

// Nor what a function gives the kernels that it makes.
Checked specialise_guessed(python::FileModule& module, const Job& kernel) {
  if (!kernel.nested || kernel.nested->unknown.empty()) return specialise_arrays(module, kernel);
  module.guess_unknown(false);
  Checked ints = specialise_arrays(module, kernel);
  if (!ints.failure) return ints;
  module.guess_unknown(true);
  Checked floats = specialise_arrays(module, kernel);
  return faults(floats) < faults(ints) ? std::move(floats) : std::move(ints);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
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
      code = complain("there is no kernel in '" + path +
                      "'; a kernel is a function with @tack.kernel");
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
    const std::vector<python::ArgType>* given = nullptr;
    for (const ArgumentTypes& one : types_)
      if (one.kernel.empty() || one.kernel == kernel.name) given = &one.types;
    if (given && given->size() != kernel.source->parameters().size())
      return complain("kernel '" + kernel.name + "' has " +
                      std::to_string(kernel.source->parameters().size()) +
                      " parameters, --args gives " + std::to_string(given->size()));
    std::string obstacle = kernel.nested ? kernel.nested->obstacle : "";
    if (!given && obstacle.empty())
      obstacle = module.guess(*kernel.source, *kernel.environment, kernel.owner).obstacle;
    if (!obstacle.empty()) {
      note(path, "kernel '" + kernel.name + "' is not checked: " + obstacle);
      return kFine;
    }
    bool is_guessing = kernel.nested && !kernel.nested->unknown.empty();
    if (is_guessing) module.guess_unknown(false);
    Checked checked =
        given ? specialise_sized(kernel, {*given, {}, {}}) : specialise_guessed(module, kernel);
    if (checked.code != 0) return checked.code;
    int code = report(checked.diagnostics, checked.failure);
    if (code == kFine && !is_expecting_) {
      std::string taken = python::describe_arguments(
          python::argument_names(kernel.source->parameters(), checked.args.objects),
          checked.args.types);
      std::printf(
          "%s: kernel '%s' is fine%s%s%s\n", path.c_str(), kernel.name.c_str(),
          taken.empty() ? ""
          : given       ? " with "
                        : ", guessing ",
          taken.c_str(),
          is_guessing ? (" and a number for " + joined(kernel.nested->unknown)).c_str() : "");
    }
    if (code != kFine && is_guessing && !is_expecting_)
      note(path, "kernel '" + kernel.name + "' is checked with a number in place of " +
                     joined(kernel.nested->unknown) + ", known when '" +
                     kernel.name.substr(0, kernel.name.find('.')) + "' runs");
    return code;
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
  std::set<uint32_t> reported_;  // lines of the file
};

int check(const Options& options) {
  std::vector<ArgumentTypes> types;
  for (const std::string& text : options.values("--args")) {
    std::optional<ArgumentTypes> one = read_types(text);
    if (!one) return kUsage;
    types.push_back(std::move(*one));
  }
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
    "  with its line, on stderr. Without --args arrays are taken as f32, then as i32: the kernel "
    "is\n"
    "  fine when one of them is, and a line on stdout says what was guessed. Kernels inside "
    "functions and classes are checked too; a number\n"
    "  stands for what only the running function knows.\n\n" TACK_TYPES_HELP,
    kOptions,
    1,
    SIZE_MAX,
    check};

}  // namespace tack::driver
