// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/targets.hpp"

#include "frontend/xc/messages.hpp"

namespace tack::xcc {
namespace {

struct Target {
  std::string_view name, what;
};

constexpr std::string_view kOwn = "x86_64";
constexpr Target kOthers[] = {
    {"arm64", "64-bit ARM"},
    {"ios", "iOS"},
    {"ios-sim", "the iOS simulator"},
    {"win64", "Windows"},
    {"android", "Android"},
    {"wasm32", "WebAssembly"},
    {"arm9", "32-bit ARM without an operating system"},
    {"m68k", "the Motorola 68000"},
    {"6502", "the MOS 6502"},
    {"xt6502", "the MOS 6502"},
};

struct Foreign {
  std::string_view option, reason;
};

constexpr Foreign kForeign[] = {
    {"-framework", "frameworks are Apple's, link a library by -l"},
    {"-fbounds-check", "it is of arm64; 'xcc --run --check' finds accesses outside arrays here"},
    {"--emit-apk", "packages are Android's, --emit-lib makes a shared library"},
};

}  // namespace

Result<void> check_target(const std::string& name) {
  if (name == kOwn) return {};
  constexpr std::string_view kBuilds = "this compiler builds for x86_64, Linux (ELF)";
  std::vector<std::string_view> names{kOwn};
  for (const Target& t : kOthers) {
    names.push_back(t.name);
    if (t.name == name)
      return Error{"'-A " + name + "' is " + std::string(t.what) + ", " + std::string(kBuilds)};
  }
  return Error{"unknown target '" + name + "'" + xc::did_you_mean(name, names) + "; " +
               std::string(kBuilds)};
}

std::string foreign_option(const std::string& option) {
  for (const Foreign& f : kForeign) {
    if (f.option == option)
      return "'" + option + "' is for other targets: " + std::string(f.reason);
  }
  return "";
}

}  // namespace tack::xcc
