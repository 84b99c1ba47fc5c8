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
  int code = 0;
};

// A kernel of the file, or of a class in it.
struct Job {
  std::shared_ptr<const python::Template> source;
  std::string name;
  const python::FileClass* owner = nullptr;
};

std::vector<Job> jobs(const python::FileModule& module) {
  std::vector<Job> out;
  for (const python::FileKernel& kernel : module.kernels())
    out.push_back({kernel.source, kernel.name, nullptr});
  for (const python::FileClass& one : module.classes())
    for (const python::FileClass::Kernel& kernel : one.kernels)
      out.push_back({kernel.source, kernel.name, &one});
  return out;
}

Checked specialise(python::FileModule& module, const Job& kernel,
                   const python::GuessedArguments& args) {
  Checked out;
  python::SpecialiseOptions options;
  options.objects = args.objects;
  auto compiled = python::specialise(*kernel.source, module.environment(), args.types, options,
                                     out.diagnostics, out.failure);
  if (!compiled) return out;
  std::string fault = ir::verify(*compiled->module, ir::Stage::Source);
  if (!fault.empty()) {
    out.code = complain("internal error: " + fault, kOurs);
  }
  return out;
}

size_t faults(const Checked& checked) { return checked.diagnostics.all().size(); }

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
  const python::GuessedArguments numbers = module.guess(*kernel.source, kernel.owner);
  for (Shape first : kShapes) {
    python::GuessedArguments args = numbers;
    std::vector<python::ArgType>& types = args.types;
    for (python::ArgType& type : types) {
      if (type.is_array) type.element = first;
    }
    Checked now = specialise(module, kernel, args);
    for (size_t k = 0; k < types.size() && faults(now) > 0; ++k) {
      for (Shape shape : kShapes) {
        if (!types[k].is_array || types[k].element == shape) continue;
        Shape before = std::exchange(types[k].element, shape);
        Checked other = specialise(module, kernel, args);
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
  return best;
}

// Nobody says what the arrays hold: what is wrong for floats may be meant for integers, and what
// is wrong for numbers for vectors.
Checked specialise_guessed(python::FileModule& module, const Job& kernel) {
  auto guess = [&](ir::Kind element) {
    return specialise(module, kernel, module.guess(*kernel.source, kernel.owner, element));
  };
  Checked floats = guess(ir::Kind::F32);
  if (!floats.failure) return floats;
  Checked integers = guess(ir::Kind::I32);
  Checked best = faults(integers) < faults(floats) ? std::move(integers) : std::move(floats);
  return best.failure && asks_for_shapes(best) ? with_shapes(module, kernel, std::move(best))
                                               : best;
}

}  // namespace

namespace {

int check(const Options& options) {
  const std::vector<std::string>& paths = options.positional;
  std::vector<ArgumentTypes> types;
  for (const std::string& text : options.values("--args")) {
    std::optional<ArgumentTypes> one = read_types(text);
    if (!one) return kUsage;
    types.push_back(std::move(*one));
  }
  bool is_expecting = options.has("--expect");
  int code = 0;
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::optional<SourceFile> file = read_file(path);
    if (!file) return kUsage;
    std::vector<Expected> expected = expectations(*file);
    python::FileModule module(std::move(*file));
    std::vector<Job> found = jobs(module);
    if (found.empty() && !is_expecting)
      code = complain("there is no kernel in '" + path +
                      "'; a kernel is a function at its top level with @tack.kernel");
    for (const Job& kernel : found) {
      names.push_back(kernel.name);
      const std::vector<python::ArgType>* given = nullptr;
      for (const ArgumentTypes& one : types) {
        if (one.kernel.empty() || one.kernel == kernel.name) given = &one.types;
      }
      if (given && given->size() != kernel.source->parameters().size()) {
        return complain("kernel '" + kernel.name + "' has " +
                        std::to_string(kernel.source->parameters().size()) +
                        " parameters, --args gives " + std::to_string(given->size()));
      }
      if (!given) {
        std::string unknown = module.guess(*kernel.source, kernel.owner).unknown_object;
        if (!unknown.empty()) {
          std::fprintf(stderr,
                       "%s: note: kernel '%s' is not checked: '%s' is an object of a class that is "
                       "not in the file\n",
                       path.c_str(), kernel.name.c_str(), unknown.c_str());
          continue;
        }
      }
      Checked checked =
          given ? specialise(module, kernel, {*given, {}, {}}) : specialise_guessed(module, kernel);
      if (checked.code != 0) return checked.code;
      const Diagnostics& diagnostics = checked.diagnostics;
      const std::optional<python::Failure>& failure = checked.failure;
      if (!is_expecting) {
        std::fputs(render(diagnostics).c_str(), stderr);
        if (diagnostics.has_errors() && code == kFine) code = kFound;
        continue;
      }
      bool is_first = true;
      for (const Diagnostic& diagnostic : diagnostics.all()) {
        uint32_t line = diagnostic.where.line + diagnostic.where.file->first_line - 1;
        Expected* met = nullptr;
        for (Expected& e : expected) {
          if (!e.is_met && e.line == line && diagnostic.text.find(e.text) != std::string::npos &&
              (e.exception.empty() || !is_first ||
               e.exception == python::exception_name(failure->exception)))
            met = met ? met : &e;
        }
        if (met) {
          met->is_met = true;
        } else {
          std::fprintf(stderr, "not expected:\n%s", render(diagnostic).c_str());
          code = 1;
        }
        is_first = false;
      }
    }
    for (const Expected& e : expected) {
      if (!is_expecting || e.is_met) continue;
      std::fprintf(stderr, "%s:%u: no error with '%s'\n", path.c_str(), e.line, e.text.c_str());
      code = 1;
    }
  }
  for (const ArgumentTypes& one : types) {
    if (one.kernel.empty() || std::find(names.begin(), names.end(), one.kernel) != names.end())
      continue;
    std::string near = python::nearest_name(one.kernel, names);
    code = complain("--args: there is no kernel '" + one.kernel + "'" +
                    (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  return code;
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
    "  fine when one of them is.\n\n" TACK_TYPES_HELP,
    kOptions,
    1,
    SIZE_MAX,
    check};

}  // namespace tack::driver
