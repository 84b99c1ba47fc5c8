// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "driver/tack/commands.hpp"
#include "runtime/tack_rt.h"
#include "support/ice.hpp"

int main(int count, char** values) {
  using namespace tack::driver;
  struct Command {
    std::string_view name;
    int (*run)(const Arguments&);
    const char* arguments;
    const char* help;
  };
  constexpr Command kCommands[] = {
      {"check", check, "FILE... [--args [KERNEL=]TYPES] [--expect]",
       "report what is wrong with the kernels of .py files"},
      {"inspect", inspect, "FILE [KERNEL] [--args TYPES] [--mode ir] [--count] [--small]",
       "print the code of kernels of a .py file"},
  };
  auto print_usage = [&](std::FILE* out, const Command& command) {
    std::fprintf(out, "usage: tack %s %s\n  %s\n", std::string(command.name).c_str(),
                 command.arguments, command.help);
  };
  auto asks_for_help = [](std::string_view text) { return text == "--help" || text == "-h"; };
  try {
    if (count == 2 && std::string_view(values[1]) == "--version") {
      std::printf("tack %s\n", TACK_VERSION);
      return 0;
    }
    if (const char* fault = tack_rt_cpu_isa_fault()) {
      std::fprintf(stderr, "tack: %s\n", fault);
      return 2;
    }
    if (count > 1) {
      Arguments arguments(values + 2, values + count);
      for (const Command& command : kCommands) {
        if (command.name != values[1]) continue;
        if (std::any_of(arguments.begin(), arguments.end(), asks_for_help)) {
          print_usage(stdout, command);
          std::puts("  TYPES: those of the parameters, as i32, f32[1], u8[2] (the dimensions)");
          return 0;
        }
        int code = command.run(arguments);
        if (code == kMisused) print_usage(stderr, command);
        return code == kMisused ? 2 : code;
      }
    }
    bool is_asked = count == 2 && asks_for_help(values[1]);
    std::FILE* out = is_asked ? stdout : stderr;
    std::fprintf(out, "usage: tack COMMAND ...     (tack COMMAND --help says more)\n");
    for (const Command& command : kCommands)
      std::fprintf(out, "  %-10s %s\n", std::string(command.name).c_str(), command.help);
    std::fprintf(out, "  %-10s %s\n", "--version", "print the version");
    return is_asked ? 0 : 2;
  } catch (const tack::InternalError& fault) {
    std::fprintf(stderr, "tack: internal error: %s\n", fault.what());
    return 70;
  }
}
