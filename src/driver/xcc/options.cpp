// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/options.hpp"

#include <algorithm>

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

std::string unknown_option(const std::string& name) {
  return "unknown option '" + name + "'" +
         xc::did_you_mean(name, {"--run", "--print-ir", "--message-ids", "--help", "--version"});
}

}  // namespace

std::string help_text() {
  return R"(usage: xcc [options] file.xc
       xcc --run file.xc [arguments]

  -o PATH       what to write: an executable, an object (.o) or assembly (.s);
                - is the standard output, for text
  -c -S         an object, assembly
  -E            preprocessed text, to the output or to -o
  --run         compile into memory and run; the exit status is the program's
  --print-ir    the program as IR, before any pass
  -I DIR        look for imports there, before the library
  -D NAME[=V]   define a macro; alone it means 1
  -O0 ... -O3   -O0 compiles fast; all give the same results
  -W...         -Wno-CATEGORY turns warnings of a category off, -Wanalyze all on
  -L -l -Wl,    for the linker
  -q            no chatter
  -h --help, -v --version
)";
}

Result<Options> parse_options(int argc, char** argv) {
  Options o;
  auto action = [&](Action a) {
    o.action = a;
    o.action_given = true;
  };
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    auto value = [&](size_t prefix) -> Result<std::string> {
      if (arg.size() > prefix) return arg.substr(prefix);
      if (i + 1 < argc) return std::string(argv[++i]);
      return Error{"'" + arg + "' wants a value"};
    };
    if (arg.empty() || arg[0] != '-') {
      if (!o.input.empty()) return Error{"one source file a run, not '" + arg + "' too"};
      o.input = arg;
      if (o.action == Action::Run) {
        for (++i; i < argc; ++i) o.run_arguments.push_back(argv[i]);
      }
    } else if (arg == "-h" || arg == "--help") {
      action(Action::Help);
    } else if (arg == "-v" || arg == "--version") {
      action(Action::Version);
    } else if (arg == "--run") {
      action(Action::Run);
    } else if (arg == "--print-ir") {
      action(Action::PrintIr);
    } else if (arg == "-c") {
      action(Action::Object);
    } else if (arg == "-S") {
      action(Action::Assembly);
    } else if (arg == "-E") {
      action(Action::Preprocess);
    } else if (arg == "-q") {
      o.quiet = true;
    } else if (arg == "--message-ids") {
      o.message_ids = true;
    } else if (arg == "-O0" || arg == "-O1" || arg == "-O2" || arg == "-O3") {
      o.optimize = arg != "-O0";
    } else if (arg.rfind("-Wl,", 0) == 0 || arg.rfind("-l", 0) == 0) {
      o.link_arguments.push_back(arg);
    } else if (arg.rfind("-Wno-", 0) == 0) {
      std::string category = arg.substr(5);
      if (!is_category(category)) return Error{unknown_category(category)};
      o.frontend.warnings_off.insert(category);
    } else if (arg.rfind("-W", 0) == 0) {
      std::string category = arg.substr(2);
      if (category == "analyze") {
        o.frontend.warnings_off.erase("narrowed-constant");
      } else if (is_category(category)) {
        o.frontend.warnings_off.erase(category);
      } else if (!category.empty() && category != "all") {
        return Error{unknown_category(category)};
      }
    } else if (arg.rfind("-o", 0) == 0) {
      Result<std::string> v = value(2);
      if (!v) return v.error();
      o.output = *v;
    } else if (arg.rfind("-I", 0) == 0) {
      Result<std::string> v = value(2);
      if (!v) return v.error();
      o.frontend.include_directories.push_back(*v);
    } else if (arg.rfind("-L", 0) == 0) {
      Result<std::string> v = value(2);
      if (!v) return v.error();
      o.link_arguments.push_back("-L" + *v);
    } else if (arg.rfind("-D", 0) == 0) {
      Result<std::string> v = value(2);
      if (!v) return v.error();
      size_t equal = v->find('=');
      o.frontend.defines.push_back(
          {v->substr(0, equal), equal == std::string::npos ? "1" : v->substr(equal + 1)});
    } else {
      return Error{unknown_option(arg)};
    }
  }
  if (o.action == Action::Help || o.action == Action::Version) return o;
  if (o.input.empty()) return Error{"no source file"};
  auto ends = [&](std::string_view end) {
    return o.output.size() > end.size() &&
           o.output.compare(o.output.size() - end.size(), end.size(), end) == 0;
  };
  if (!o.action_given && ends(".o")) o.action = Action::Object;
  if (!o.action_given && ends(".s")) o.action = Action::Assembly;
  if (o.output == "-" && (o.action == Action::Executable || o.action == Action::Object))
    return Error{"'-o -' is for text, an object or executable wants the name of a file"};
  if (o.output.empty()) {
    std::string stem = o.input.substr(o.input.find_last_of('/') + 1);
    stem = stem.substr(0, stem.rfind('.'));
    if (o.action == Action::Object) o.output = stem + ".o";
    if (o.action == Action::Assembly) o.output = stem + ".s";
    if (o.action == Action::Executable) o.output = "a.out";
  }
  return o;
}

}  // namespace tack::xcc
