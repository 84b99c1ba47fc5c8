// SPDX-License-Identifier: Apache-2.0
// tack COMMAND ...: kernels of .py files without Python.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "driver/tack/commands.hpp"
#include "frontend/python/message.hpp"
#include "runtime/tack_rt.h"

namespace tack::driver {
namespace {

const CommandSpec* const kCommands[] = {&kCheck, &kRun, &kInspect, &kDevices, &kCache};

std::string main_help() {
  std::string text =
      "usage: tack COMMAND ...\n\n"
      "  Works on kernels in .py files: functions with @tack.kernel. Python is not needed and\n"
      "  not run.\n\ncommands:\n";
  for (const CommandSpec* command : kCommands) {
    std::string name(command->name);
    text += "  " + name + std::string(10 - name.size(), ' ') + std::string(command->summary) + "\n";
  }
  text +=
      "\n  tack COMMAND --help   says more about one\n"
      "  tack --version        prints the version\n\n"
      "exit codes: 0 fine, 1 something was found in the program, 2 the command line or a file is\n"
      "wrong, 70 a fault of ours\n";
  return text;
}

bool asks_for_help(const std::string& text) { return text == "--help" || text == "-h"; }

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::fputs(main_help().c_str(), stderr);
    return kUsage;
  }
  if (words.size() == 1 && words[0] == "--version") {
    std::printf("tack %s\n", TACK_VERSION);
    return kFine;
  }
  if (asks_for_help(words[0])) {
    std::fputs(main_help().c_str(), stdout);
    return kFine;
  }
  const CommandSpec* command = nullptr;
  for (const CommandSpec* known : kCommands)
    if (known->name == words[0]) command = known;
  if (!command) {
    std::vector<std::string> names = {"--help", "--version"};
    for (const CommandSpec* known : kCommands) names.emplace_back(known->name);
    std::string near = python::nearest_name(words[0], names);
    return complain("unknown command '" + words[0] + "'" +
                    (near.empty() ? "; tack --help lists them" : "; did you mean '" + near + "'?"));
  }
  std::vector<std::string> arguments(words.begin() + 1, words.end());
  // Up to `--`: what follows belongs to the program.
  auto end = std::find(arguments.begin(), arguments.end(), "--");
  if (std::any_of(arguments.begin(), end, asks_for_help)) {
    std::fputs(help(*command).c_str(), stdout);
    return kFine;
  }
  tack_rt_use_physical_cores(1);  // as the Python package
  if (const char* fault = tack_rt_cpu_isa_fault()) return complain(fault);
  if (const char* fault = tack_rt_config_error()) return complain(fault);
  auto options = parse_options(*command, arguments);
  if (!options) {
    complain(options.error().message);
    std::fprintf(stderr, "%s     (tack %s --help says more)\n", usage(*command).c_str(),
                 std::string(command->name).c_str());
    return kUsage;
  }
  return command->run(*options);
}

}  // namespace
}  // namespace tack::driver

int main(int count, char** values) {
  using namespace tack::driver;
  try {
    int code = run(std::vector<std::string>(values + std::min(count, 1), values + count));
    // A full disk, a closed pipe.
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      return complain("cannot write the output: " + std::string(std::strerror(errno)),
                      std::max<int>(code, kUsage));
    return code;
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kFound);
  } catch (const std::exception& fault) {
    return complain(fault.what(), kOurs);
  }
}
