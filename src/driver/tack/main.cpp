// SPDX-License-Identifier: Apache-2.0
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
    const char* help;
  };
  constexpr Command kCommands[] = {
      {"check", check, "report what is wrong with the kernels of a .py file"},
      {"inspect", inspect, "print the code of a kernel"},
  };
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
        if (command.name == values[1]) return command.run(arguments);
      }
    }
    std::fprintf(stderr, "usage: tack COMMAND ...\n");
    for (const Command& command : kCommands)
      std::fprintf(stderr, "  %-10s %s\n", std::string(command.name).c_str(), command.help);
    return 2;
  } catch (const tack::InternalError& fault) {
    std::fprintf(stderr, "tack: internal error: %s\n", fault.what());
    return 70;
  }
}
