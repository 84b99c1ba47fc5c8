// SPDX-License-Identifier: Apache-2.0
// tack run: a kernel over numbers and files.
#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cstdio>

#include "driver/tack/checked_run.hpp"
#include "driver/tack/commands.hpp"
#include "driver/tack/run_arguments.hpp"
#include "launch/debug.hpp"
#include "launch/program.hpp"
#include "runtime/tack_rt.h"
#include "support/big_stack.hpp"

namespace tack::driver {
namespace {

int say(const launch::Fault& fault) {
  // Diagnostics say all; of a check in debug mode they are where it stands.
  if (fault.diagnostics.empty() || fault.has_run) complain(fault.text);
  std::fputs(fault.diagnostics.c_str(), stderr);
  return fault.kind == ErrorKind::System ? kOurs : kFound;
}

// A positive number; nothing when it is none.
std::optional<int> positive(const std::string& text) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  int value = std::stoi(text);
  return value > 0 ? std::optional(value) : std::nullopt;
}

std::string shown(double value, const char* unit) {
  constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T"};
  size_t k = 0;
  for (; value >= 1000 && k + 1 < std::size(kPrefixes); ++k) value /= 1000;
  char text[64];
  std::snprintf(text, sizeof text, "%.3g%s %s", value, kPrefixes[k], unit);
  return text;
}

// What the kernel returns, as Python writes it; nothing when it returns nothing.
void print_value(const launch::Kernel::Launched& launched) {
  if (launched.kind == ir::Kind::Void) return;
  ir::Type type = ir::Type::scalar(launched.kind);
  std::string text = type.is_float()      ? fmt::format("{}", std::bit_cast<double>(launched.bits))
                     : type.is_unsigned() ? fmt::format("{}", launched.bits)
                                          : fmt::format("{}", static_cast<int64_t>(launched.bits));
  if (type.is_float() && text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  std::printf("%s\n", text.c_str());
}

int plain_run(launch::Kernel& kernel, const launch::CallArguments& call,
              launch::Kernel::Launched& launched) {
  if (auto fault = kernel.call(call, &launched)) return say(*fault);
  return kFine;
}

int timed_run(launch::Kernel& kernel, const launch::CallArguments& call,
              launch::Kernel::Launched& launched) {
  if (auto fault = kernel.prepare(call)) return say(*fault);
  auto begin = std::chrono::steady_clock::now();
  auto fault = kernel.call(call, &launched);
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (fault) return say(*fault);
  std::fprintf(stderr, "%.6f s, %lld items", seconds.count(),
               static_cast<long long>(launched.items));
  if (launched.items != 0 && seconds.count() > 0)
    std::fprintf(stderr, ", %s",
                 shown(static_cast<double>(launched.items) / seconds.count(), "items/s").c_str());
  std::fputs("\n", stderr);
  return kFine;
}

int run(const Options& options) {
  std::optional<SourceFile> file = read_file(options.positional[0]);
  if (!file) return kUsage;
  if (auto text = options.value("--threads")) {
    std::optional<int> threads = positive(*text);
    if (!threads) return complain("--threads wants a positive number, not '" + *text + "'");
    tack_rt_set_threads(*threads);
  }
  bool checks = options.has("--check");
  if (checks && options.has("--time"))
    return complain("--check interprets the kernel: its time says nothing; leave out --time");
  if (options.has("--debug")) launch::set_debug_mode(true);
  launch::Program program(std::move(*file));
  const std::string& name = options.positional[1];
  launch::Kernel* kernel = program.find(name);
  if (!kernel) return complain(program.no_such_kernel(name));
  std::span<const std::string> words(options.positional.begin() + 2, options.positional.end());
  const std::vector<std::string>& parameters = kernel->source().parameters();
  if (words.size() != parameters.size() && !python::source_failure(kernel->source())) {
    std::string list;
    for (const std::string& one : parameters) list += (list.empty() ? "" : ", ") + one;
    return complain("kernel '" + name + "' takes " + std::to_string(parameters.size()) +
                    " arguments (" + list + "), " + std::to_string(words.size()) +
                    (words.size() == 1 ? " is given" : " are given"));
  }
  watch_signals();
  bool debug = launch::debug_mode() && !checks;  // of which --check finds everything
  auto arguments = RunArguments::read(words, program.module(), checks || debug);
  if (!arguments) return complain(arguments.error().message);
  launch::CallArguments& call = (*arguments)->call();
  call.debug = debug;
  launch::Kernel::Launched launched;
  int code = kFine;
  if (checks) {
    run_on_big_stack([&] { code = checked_run(program, *kernel, call, launched); });
  } else if (options.has("--time")) {
    code = timed_run(*kernel, call, launched);
  } else {
    code = plain_run(*kernel, call, launched);
  }
  if (code != kFine) return code;
  if (auto done = (*arguments)->commit(); !done) return complain(done.error().message, kUsage);
  print_value(launched);
  return kFine;
}

constexpr OptionSpec kOptions[] = {
    {"--check", "", "interpret slowly and report indices out of bounds, races and the like"},
    {"--debug", "", "compile with checks of indices and divisors, as TACK_DEBUG=1"},
    {"--time", "", "print the time and the items a second, without compiling, on stderr"},
    {"--threads", "N", "use N threads"},
};

}  // namespace

const CommandSpec kRun = {
    "run",
    "FILE KERNEL [ARGUMENT]...",
    "run a kernel over numbers and .npy files",
    "  tack run kernels.py scale photo.npy 0.5 out.npy=f32[512,512]\n\n"
    "arguments, one for each parameter:\n"
    "  3  -0x10  2.5  1e-3     a number: an integer is i32, i64 or u64, whichever holds it first,\n"
    "                          a float is f64 when an array is f64, else f32\n"
    "  a.npy                   an array from a file, which never changes\n"
    "  rw:a.npy                an array from a file, which gets what the kernel writes\n"
    "  out.npy=f32[512,512]    a new array of zeros, written to the file after the run\n"
    "  f32[512,512]            a new array of zeros, in memory alone\n"
    "  out.npy=f32x3[512,512]  elements that are vectors of 3, f32x2x2 matrices: the file has a\n"
    "                          dimension more, or two; without out.npy= too\n"
    "  vector:a.npy  matrix:a.npy   the last dimension, or the last two, of the file as elements\n"
    "  Grid(n=64,h=0.5,u=u.npy)     an instance of a device class, by what it holds: numbers,\n"
    "                          arrays and instances, each as above; __init__ is not run\n"
    "  Files are of versions 1 to 3, in C or Fortran order and either byte order. One that is "
    "given\n"
    "  twice is one array with two names. A kernel in a class is called as Grid.step.\n\n"
    "  --check runs the iterations one by one in an interpreter. It reports, with the line of\n"
    "  source: indices outside an array; elements that two iterations touch, one of them writing;\n"
    "  locals and local arrays that are read before they hold a value; // and % by zero;\n"
    "  shifts by more than a value has bits. With a finding no file changes and the exit code is "
    "1.\n\n"
    "  --debug runs compiled code that looks at each index and divisor, and ends with exit code 1\n"
    "  and the iteration when one is wrong. Then no file changes.\n",
    kOptions,
    2,
    SIZE_MAX,
    run};

}  // namespace tack::driver
