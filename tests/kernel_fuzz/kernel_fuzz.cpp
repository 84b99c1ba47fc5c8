// SPDX-License-Identifier: Apache-2.0
// tack-kernel-fuzz: random Python-syntax kernels through the interpreter, compiled code and, with
// --python, CPython. docs/testing.md says how to use it.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include "fuzz/options.hpp"
#include "kernel_fuzz/coverage.hpp"
#include "kernel_fuzz/examine.hpp"
#include "kernel_fuzz/maker.hpp"
#include "kernel_fuzz/reduce.hpp"
#include "kernel_fuzz/run.hpp"

namespace tack::kernel_fuzz {
namespace {

struct Settings {
  uint64_t seed = 1, count = 1000;
  uint64_t failures = 3;  // stop after so many
  bool compiled = true, reduces = true, gates = false, prints = false, rules = false;
  bool apart = false;  // each kernel in a process of its own
  std::string python, keep;
  std::vector<std::string> replay;
};

constexpr const char* kUsage =
    "usage: tack-kernel-fuzz [--seed N] [--count N] [--python PYTHON] [--no-compiled]\n"
    "                        [--no-reduce] [--failures N] [--gates] [--rules] [--print] [--apart]\n"
    "                        [--keep FOLDER] [--replay FILE...]\n";

uint64_t current = 0;
bool reduces_crashes = false;
const char* keep_folder = "";
// The kernel is reduced by a fresh process, in which each attempt has its own.
void on_crash(int signal) {
  fmt::print("\nseed {}: signal {}\n", current, signal);
  std::fflush(nullptr);
  if (!reduces_crashes) std::_Exit(3);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::string seed = std::to_string(current);
  const char* args[] = {"tack-kernel-fuzz",
                        "--seed",
                        seed.c_str(),
                        "--count",
                        "1",
                        "--apart",
                        *keep_folder ? "--keep" : nullptr,
                        keep_folder,
                        nullptr};
  execv("/proc/self/exe", const_cast<char**>(args));
  std::_Exit(3);
}

// Failures that are the same fault: numbers differ between a kernel and its parts.
std::string kind_of(const Verdict& v) {
  if (v.stage == Stage::Reference && v.text.starts_with("error")) return v.text.substr(0, 20);
  if (v.stage != Stage::Refused) return stage_name(v.stage);
  std::string text;
  for (char c : v.text.substr(0, v.text.find(" at line")))
    if (!std::isdigit(static_cast<unsigned char>(c))) text += c;
  return "refused " + text;
}

void report(const Settings& settings, const Ways& ways, Program program, const Verdict& verdict) {
  fmt::print("\nseed {}: {}: {}\n", program.seed, stage_name(verdict.stage), verdict.text);
  std::fflush(stdout);
  if (settings.reduces) {
    std::string kind = kind_of(verdict);
    // A way that has nothing to do with the fault costs time only.
    Ways fewer = ways;
    if (verdict.stage != Stage::Compiled) fewer.compiled = false;
    if (verdict.stage != Stage::Reference) fewer.reference = nullptr;
    if (verdict.stage == Stage::Crashed) fewer = ways;
    bool apart = settings.apart || verdict.stage == Stage::Compiled;
    auto judge = [&](Program& candidate) {
      Case c = case_of(candidate);
      return apart ? examine_apart(c, fewer) : examine(c, fewer);
    };
    program = reduce(std::move(program),
                     [&](Program& candidate) { return kind_of(judge(candidate)) == kind; });
    Verdict small = judge(program);
    fmt::print("reduced: {}: {}\n", stage_name(small.stage), small.text);
  }
  Case c = case_of(program);
  fmt::print("{}", c.text);
  if (!settings.keep.empty()) {
    std::string path = fmt::format("{}/seed_{}.py", settings.keep, program.seed);
    std::ofstream(path) << c.text;
    fmt::print("kept as {}\n", path);
  }
  std::fflush(stdout);
}

int replay(const Settings& settings, const Ways& ways) {
  int failed = 0;
  for (const std::string& path : settings.replay) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    auto c = read_case(text.str());
    Verdict v = c && in ? examine(*c, ways) : Verdict{Stage::Refused, "no case"};
    if (v.stage == Stage::Fine) continue;
    fmt::print("{}: {}: {}\n", path, stage_name(v.stage), v.text);
    ++failed;
  }
  fmt::print("{} kept cases, {} fail\n", settings.replay.size(), failed);
  return failed ? 1 : 0;
}

int run(const Settings& settings) {
  reduces_crashes = settings.reduces && !settings.apart;
  keep_folder = settings.keep.c_str();
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, on_crash);
  std::unique_ptr<Reference> reference;
  if (!settings.python.empty())
    reference = std::make_unique<Reference>(settings.python, TACK_KERNEL_FUZZ_REFERENCE);
  Ways ways{settings.compiled && has_compiler(), reference.get()};
  if (!settings.replay.empty()) return replay(settings, ways);
  Coverage coverage;
  uint64_t failures = 0, referred = 0;
  auto start = std::chrono::steady_clock::now();
  for (uint64_t k = 0; k < settings.count; ++k) {
    current = settings.seed + k;
    Program program = make_program(current);
    Case c = case_of(program);
    if (settings.prints) fmt::print("{}", c.text);
    std::set<uint32_t> lines;
    bool asked = false;
    Verdict v = settings.apart ? examine_apart(c, ways) : examine(c, ways, &lines, &asked);
    referred += asked;
    coverage.add(program, lines);
    if (v.stage == Stage::Fine) continue;
    report(settings, ways, std::move(program), v);
    if (++failures >= settings.failures) return 1;
  }
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("{} kernels in {:.1f} s, {} of them in Python too; ", settings.count, took.count(),
             referred);
  bool complete = coverage.report(settings.rules);
  if (settings.gates && !complete) return 1;
  return failures ? 1 : 0;
}

int main_with(int argc, char** argv) {
  Settings settings;
  fuzz::Options options(kUsage);
  options.number("--seed", settings.seed);
  options.number("--count", settings.count);
  options.number("--failures", settings.failures);
  options.text("--python", settings.python);
  options.text("--keep", settings.keep);
  options.flag("--no-compiled", settings.compiled, false);
  options.flag("--no-reduce", settings.reduces, false);
  options.flag("--gates", settings.gates);
  options.flag("--rules", settings.rules);
  options.flag("--apart", settings.apart);
  options.flag("--print", settings.prints);
  options.rest("--replay", settings.replay);
  return options.read(argc, argv) ? run(settings) : 2;
}

}  // namespace
}  // namespace tack::kernel_fuzz

int main(int argc, char** argv) { return tack::kernel_fuzz::main_with(argc, argv); }
