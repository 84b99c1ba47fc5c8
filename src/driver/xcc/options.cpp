// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/options.hpp"

#include <algorithm>

#include "driver/xcc/targets.hpp"
#include "frontend/xc/messages.hpp"

namespace tack::xcc {

namespace {

// The language's categories that nothing here warns of yet: build scripts may turn them off.
constexpr std::string_view kSilentCategories[] = {
    "par-gpu",      "escape",           "class-init",        "asm-clobbers",
    "packed-align", "unguarded-action", "toolchain-fallback"};

bool is_category(std::string_view name) {
  return xc::warning_categories().count(name) ||
         std::find(std::begin(kSilentCategories), std::end(kSilentCategories), name) !=
             std::end(kSilentCategories);
}

std::string unknown_category(const std::string& name) {
  std::set<std::string_view> known = xc::warning_categories();
  std::string out = "unknown warning category '" + name + "', there are";
  for (std::string_view k : known) out += (k == *known.begin() ? " " : ", ") + std::string(k);
  return out;
}

// Options whose meaning holds already: the program is one module, which is optimised as a whole,
// and no loop is turned into a call of a matrix library.
constexpr std::string_view kGiven[] = {"-flto", "-fno-matmul"};

std::string unknown_option(const std::string& name) {
  std::vector<std::string_view> known{"--run",
                                      "--print-ir",
                                      "--message-ids",
                                      "--help",
                                      "--version",
                                      "--check",
                                      "--emit-lib",
                                      "--emit=c",
                                      "-static",
                                      "-dynamic",
                                      "-Xlinker",
                                      "-fthread-safe-arc",
                                      "-fno-thread-safe-arc",
                                      "-flto",
                                      "-fno-matmul"};
  return "unknown option '" + name + "'" + xc::did_you_mean(name, known);
}

bool ends(const std::string& text, std::string_view end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// What the command line as a whole leaves open, or gets wrong.
Result<void> complete(Options& o) {
  if (!o.action_given && ends(o.output, ".o")) o.action = Action::Object;
  if (!o.action_given && ends(o.output, ".s")) o.action = Action::Assembly;
  if (o.emit_c && o.action != Action::Assembly)
    return Error{"'--emit=c' goes with -S: 'xcc -S --emit=c " + o.input + "'"};
  bool links = o.action == Action::Executable || o.action == Action::Library;
  if (o.output == "-" && (links || o.action == Action::Object))
    return Error{"'-o -' is for text, an object or executable wants the name of a file"};
  if (o.check && o.action != Action::Run)
    return Error{"'--check' is about running, write --run --check"};
  if (o.static_link && o.action != Action::Executable)
    return Error{"'-static' is about linking an executable"};
  if (!o.output.empty()) return {};
  std::string stem = o.input.substr(o.input.find_last_of('/') + 1);
  stem = stem.substr(0, stem.rfind('.'));
  if (o.action == Action::Object) o.output = stem + ".o";
  if (o.action == Action::Assembly) o.output = stem + (o.emit_c ? ".c" : ".s");
  if (o.action == Action::Library) o.output = "lib" + stem + ".so";
  if (o.action == Action::Executable) o.output = "a.out";
  return {};
}

// One argument after the other.
class Reader {
 public:
  Reader(int argc, char** argv) : arguments_(argv + 1, argv + argc) {}

  Result<Options> run() {
    for (; at_ < arguments_.size(); ++at_) {
      Result<void> done = one(arguments_[at_]);
      if (!done) return done.error();
    }
    if (o_.action == Action::Help || o_.action == Action::Version) return std::move(o_);
    if (!after_e_.empty()) {
      // `-E path file.xc`; `-E file.xc` has no path.
      if (o_.input.empty()) {
        o_.input = after_e_;
      } else if (o_.output.empty()) {
        o_.output = after_e_;
      } else {
        return Error{"'-E " + after_e_ + "' and '-o " + o_.output + "' both name the output"};
      }
    }
    if (o_.input.empty()) return Error{"no source file"};
    Result<void> done = complete(o_);
    if (!done) return done.error();
    return std::move(o_);
  }

 private:
  // The value of an option: behind its `prefix` letters or the next argument.
  Result<std::string> value(const std::string& arg, size_t prefix) {
    if (arg.size() > prefix) return arg.substr(prefix);
    if (at_ + 1 < arguments_.size()) return arguments_[++at_];
    return Error{"'" + arg + "' wants a value"};
  }

  void action(Action a) {
    o_.action = a;
    o_.action_given = true;
  }

  Result<void> one(const std::string& arg) {
    if (arg.empty() || arg[0] != '-') return source(arg);
    if (std::string why = foreign_option(arg); !why.empty()) return Error{why};
    if (simple(arg)) return {};
    if (arg == "-E") {
      action(Action::Preprocess);
      bool names = at_ + 1 < arguments_.size() && arguments_[at_ + 1].rfind("-", 0) != 0;
      if (names && o_.input.empty()) after_e_ = arguments_[++at_];
      return {};
    }
    if (arg.rfind("--emit=", 0) == 0) {
      std::string kind = arg.substr(7);
      if (kind != "c" && kind != "asm")
        return Error{"'" + arg + "' is nothing to emit, there are --emit=asm and --emit=c"};
      o_.emit_c = kind == "c";
      return {};
    }
    if (arg.rfind("-W", 0) == 0 && arg.rfind("-Wl,", 0) != 0) return warning(arg.substr(2));
    return with_value(arg);
  }

  Result<void> source(const std::string& arg) {
    if (!o_.input.empty()) return Error{"one source file a run, not '" + arg + "' too"};
    o_.input = arg;
    if (o_.action == Action::Run) {
      while (++at_ < arguments_.size()) o_.run_arguments.push_back(arguments_[at_]);
    }
    return {};
  }

  bool simple(const std::string& arg) {
    struct Word {
      std::string_view text;
      Action action;
    };
    constexpr Word kActions[] = {
        {"-h", Action::Help},           {"--help", Action::Help}, {"-v", Action::Version},
        {"--version", Action::Version}, {"--run", Action::Run},   {"--print-ir", Action::PrintIr},
        {"-c", Action::Object},         {"-S", Action::Assembly}, {"--emit-lib", Action::Library}};
    for (const Word& w : kActions) {
      if (w.text != arg) continue;
      action(w.action);
      return true;
    }
    if (std::find(std::begin(kGiven), std::end(kGiven), arg) != std::end(kGiven)) return true;
    if (arg == "--check") {
      o_.check = true;
    } else if (arg == "-q") {
      o_.quiet = true;
    } else if (arg == "-V") {
      o_.verbose = true;
    } else if (arg == "--message-ids") {
      o_.message_ids = true;
    } else if (arg == "-O0" || arg == "-O1" || arg == "-O2" || arg == "-O3") {
      o_.optimize = arg != "-O0";
    } else if (arg == "-static" || arg == "-dynamic") {
      o_.static_link = arg == "-static";
    } else if (arg == "-fthread-safe-arc" || arg == "-fno-thread-safe-arc") {
      o_.frontend.thread_safe_arc = arg == "-fthread-safe-arc";
    } else if (arg.rfind("-Wl,", 0) == 0) {
      o_.link_arguments.push_back(arg);
    } else {
      return false;
    }
    return true;
  }

  Result<void> warning(const std::string& name) {
    if (name.rfind("no-", 0) == 0) {
      std::string category = name.substr(3);
      if (!is_category(category)) return Error{unknown_category(category)};
      o_.frontend.warnings_off.insert(category);
    } else if (name == "analyze") {
      for (const char* category : xc::kAnalysis) o_.frontend.warnings_off.erase(category);
    } else if (is_category(name)) {
      o_.frontend.warnings_off.erase(name);
    } else if (!name.empty() && name != "all") {
      return Error{unknown_category(name)};
    }
    return {};
  }

  Result<void> with_value(const std::string& arg) {
    // Longest first where one begins like another.
    constexpr std::string_view kPrefixes[] = {"-Xlinker", "-Flu", "-Fli", "-o", "-I",
                                              "-L",       "-l",   "-D",   "-A", "-H"};
    for (std::string_view prefix : kPrefixes) {
      if (arg.rfind(prefix, 0) != 0) continue;
      Result<std::string> v = value(arg, prefix.size());
      if (!v) return v.error();
      return take(prefix, *v);
    }
    return Error{unknown_option(arg)};
  }

  Result<void> take(std::string_view option, const std::string& v) {
    if (option == "-A") return check_target(v);
    if (option == "-o") {
      o_.output = v;
    } else if (option == "-H") {
      o_.support_root = v;
    } else if (option == "-I") {
      o_.frontend.include_directories.push_back(v);
    } else if (option == "-L" || option == "-l") {
      o_.link_arguments.push_back(std::string(option) + v);
    } else if (option == "-Xlinker") {
      o_.link_arguments.insert(o_.link_arguments.end(), {"-Xlinker", v});
    } else if (option == "-D") {
      size_t equal = v.find('=');
      o_.frontend.defines.push_back(
          {v.substr(0, equal), equal == std::string::npos ? "1" : v.substr(equal + 1)});
    } else {
      // -Flu, -Fli: limits of a loop optimiser. LLVM's own rules stand in their place.
      bool number = !v.empty() && v.size() < 10 &&
                    std::all_of(v.begin(), v.end(), [](char c) { return c >= '0' && c <= '9'; });
      if (!number) return Error{"'" + std::string(option) + "' wants a number, not '" + v + "'"};
    }
    return {};
  }

  std::vector<std::string> arguments_;
  size_t at_ = 0;
  std::string after_e_;
  Options o_;
};

}  // namespace

std::string help_text() {
  return R"(usage: xcc [options] file.xc
       xcc --run [options] file.xc [arguments]

  -o PATH       what to write: an executable, an object (.o) or assembly (.s);
                - is the standard output, for text
  -c -S         an object, assembly
  --emit=asm|c  what -S writes: assembly, or the program as C89
  -E [PATH]     preprocessed text, to PATH, to -o or to the output
  --emit-lib    a shared library, libfile.so
  --run         compile into memory and run; the exit status is the program's
  --run --check the same in an interpreter, which reports divisions by zero, shift
                counts, floats that fit no integer, accesses outside arrays and blocks,
                reads of what was never stored to, and work items of a par block that
                disturb each other
  --print-ir    the program as IR, before any pass
  -A ARCH       the target: x86_64
  -I DIR        look for imports there, before the library
  -D NAME[=V]   define a macro; alone it means 1
  -H DIR        the root of the support tree: the library and the runtime
  -O0 ... -O3   -O0 compiles fast; all give the same results; -O3 without one
  -W...         -Wno-CATEGORY turns warnings of a category off, -Wanalyze all on
  -L -l         folders of libraries, libraries; --run loads them too
  -Wl,... -Xlinker ARG   for the linker
  -static -dynamic       an executable without, with shared libraries
  -fthread-safe-arc -fno-thread-safe-arc   counts of references atomic or plain
  -flto -fno-matmul -Flu N -Fli N          taken, and change nothing
  -q            no chatter
  -V            say which files are used and which commands run
  -h --help, -v --version
)";
}

Result<Options> parse_options(int argc, char** argv) { return Reader(argc, argv).run(); }

}  // namespace tack::xcc
