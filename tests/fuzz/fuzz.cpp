// SPDX-License-Identifier: Apache-2.0
// tack-fuzz: random programs through every way to run them. docs/testing.md says how to use it.
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "fuzz/coverage.hpp"
#include "fuzz/executors.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/math_program.hpp"
#include "fuzz/minimise.hpp"
#include "fuzz/options.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::fuzz {
namespace {

struct Settings {
  uint64_t seed = 1;
  uint64_t count = 1000;
  std::map<std::string, uint64_t> group_count;  // default: count
  std::vector<std::string> only;                // executors or groups; empty: all
  bool minimise = true;
  bool gates = false;     // fail when coverage or the share of multi-level exits is too low
  uint64_t failures = 3;  // stop after so many
  uint64_t batch = 100;   // programs that go through all executors before the next ones
  bool print = false;
  bool math = false;  // the math library's functions instead of random programs
  Style style;
};

constexpr const char* kUsage =
    "usage: tack-fuzz [--seed N] [--count N] [--count GROUP=N] [--only NAME[,NAME]]\n"
    "                 [--floats] [--math] [--no-minimise] [--gates] [--failures N] [--batch N]\n"
    "                 [--print] [--list]\n";

void print_program(const Program& program) {
  fmt::print("{}", ir::print(*program.module));
  fmt::print("// extents {}\n", fmt::join(program.extents, " "));
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer& b = program.buffers[i];
    fmt::print("// buffer {}: {} {}", i, b.length(), ir::kind_name(b.kind));
    if (b.same_as >= 0) fmt::print(", the same as {}", b.same_as);
    size_t size = static_cast<size_t>(ir::bits_of(b.kind)) / 8;
    for (size_t k = 0; k < b.bytes.size() && k < 12 * size; ++k)
      fmt::print("{}{:02x}", k % size == 0 ? " " : "",
                 b.bytes[k / size * size + size - 1 - k % size]);
    fmt::print("\n");
  }
  for (uint64_t n : program.numbers) fmt::print("// number {:#x}\n", n);
  for (uint64_t n : program.reductions) fmt::print("// reduction {:#x}\n", n);
}

// How a program fails on an executor; empty when it does not.
std::string verdict(const Program& program, const Output& want, const Result<Output>& got) {
  if (got.ok()) return difference(program, want, *got);
  const std::string& text = got.error().message;
  return text.starts_with("skip:") ? std::string() : "failed: " + text;
}

void report(const Settings& settings, const Executor& executor, uint64_t seed,
            const Program& program, const std::string& what) {
  fmt::print("\nseed {} on {}: {}\n", seed, executor.name, what);
  Program small = copy(program);
  if (settings.minimise) {
    bool is_failure = what.starts_with("failed: ");
    auto fails = [&](const Program& candidate) {
      Result<Output> want = run_source(candidate);
      if (!want.ok()) return false;
      const Program* one[] = {&candidate};
      std::string now = verdict(candidate, *want, executor.run(one)[0]);
      return !now.empty() && now.starts_with("failed: ") == is_failure;
    };
    if (fails(small)) small = minimise(small, fails);
    Result<Output> want = run_source(small);
    const Program* one[] = {&small};
    if (want.ok()) fmt::print("small: {}\n", verdict(small, *want, executor.run(one)[0]));
  }
  print_program(small);
  std::fflush(stdout);
}

bool wanted(const Settings& settings, const Executor& executor) {
  if (settings.only.empty()) return !executor.on_demand;
  for (const std::string& name : settings.only) {
    if (name == executor.name || name == executor.group) return true;
  }
  return false;
}

// Compiled code may crash: then at least the seed is known.
const Executor* current = nullptr;
void on_crash(int signal) {
  fmt::print(stderr, "\nseed {} on {}: signal {}\n", running ? running->seed : 0,
             current ? current->name : "?", signal);
  std::fflush(nullptr);
  std::_Exit(3);
}

int run(const Settings& settings) {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, on_crash);
  std::set<OpUse> reached;
  uint64_t multi = 0, failures = 0;
  std::map<std::string, uint64_t> ran;
  std::map<std::string, double> seconds;
  std::map<std::string, uint64_t> skipped;
  for (uint64_t first = 0; first < settings.count; first += settings.batch) {
    uint64_t n = std::min(settings.batch, settings.count - first);
    std::vector<Program> programs;
    std::vector<Output> wants;
    for (uint64_t k = 0; k < n; ++k) {
      uint64_t seed = settings.seed + first + k;
      programs.push_back(settings.math ? math_program(seed) : generate(seed, settings.style));
      Program& program = programs.back();
      if (settings.print) print_program(program);
      std::string fault = ir::verify(*program.module, ir::Stage::Source);
      Result<Output> want = Error{fault};
      if (fault.empty()) {
        want = run_source(program, {}, [&](const ir::Inst& inst) {
          for (const OpUse& use : uses_of(inst)) reached.insert(use);
        });
      }
      if (!want.ok()) {
        fmt::print("seed {}: the generator made a bad program: {}\n", seed, want.error().message);
        print_program(program);
        return 2;
      }
      multi += program.exits_two_levels;
      wants.push_back(std::move(*want));
    }
    for (const Executor& executor : executors()) {
      if (!wanted(settings, executor)) continue;
      auto limit = settings.group_count.find(executor.group);
      uint64_t most = limit == settings.group_count.end() ? settings.count : limit->second;
      if (first >= most) continue;
      std::vector<const Program*> batch;
      for (uint64_t k = 0; k < std::min(n, most - first); ++k) batch.push_back(&programs[k]);
      current = &executor;
      auto start = std::chrono::steady_clock::now();
      std::vector<Result<Output>> results = executor.run(batch);
      std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      seconds[executor.name] += took.count();
      ran[executor.name] += batch.size();
      for (size_t k = 0; k < batch.size(); ++k) {
        if (!results[k].ok() && results[k].error().message.starts_with("skip:"))
          ++skipped[executor.name];
        std::string what = verdict(*batch[k], wants[k], results[k]);
        if (what.empty()) continue;
        report(settings, executor, settings.seed + first + k, *batch[k], what);
        if (++failures >= settings.failures) return 1;
      }
    }
  }
  double pairs =
      100.0 * static_cast<double>(reached.size()) / static_cast<double>(all_uses().size());
  double exits = 100.0 * static_cast<double>(multi) / static_cast<double>(settings.count);
  fmt::print(
      "{} programs; {:.1f} % of op x type pairs ran ({} of {}); {:.1f} % of programs have a "
      "varying exit over two levels\n",
      settings.count, pairs, reached.size(), all_uses().size(), exits);
  for (const Executor& executor : executors()) {
    if (!ran.count(executor.name)) continue;
    fmt::print("{:24} {:6} programs {:8.2f} s", executor.name, ran[executor.name],
               seconds[executor.name]);
    if (skipped[executor.name]) fmt::print(", {} skipped", skipped[executor.name]);
    fmt::print("\n");
  }
  if (settings.gates && settings.count >= 1000 && (pairs < 95 || exits < 30)) {
    for (const OpUse& use : all_uses()) {
      if (!reached.count(use)) fmt::print("never ran: {}\n", text(use));
    }
    fmt::print("coverage is below its gate (95 % of pairs, 30 % of exits)\n");
    return 1;
  }
  return failures ? 1 : 0;
}

// N, or GROUP=N for one group of ways.
bool set_count(Settings& settings, const std::string& text) {
  size_t equals = text.find('=');
  bool is_group = equals != std::string::npos;
  std::optional<uint64_t> n = whole_number(text.substr(is_group ? equals + 1 : 0));
  if (!n) return false;
  if (is_group)
    settings.group_count[text.substr(0, equals)] = *n;
  else
    settings.count = *n;
  return true;
}

int main_with(int argc, char** argv) {
  Settings settings;
  bool lists = false;
  Options options(kUsage);
  options.number("--seed", settings.seed);
  options.value("--count", [&](const std::string& text) { return set_count(settings, text); });
  options.value("--only", [&](const std::string& text) {
    for (size_t at = 0; at <= text.size();) {
      size_t comma = std::min(text.find(',', at), text.size());
      settings.only.push_back(text.substr(at, comma - at));
      at = comma + 1;
    }
    return true;
  });
  options.number("--failures", settings.failures);
  options.number("--batch", settings.batch);
  options.flag("--floats", settings.style.floats);
  options.flag("--math", [&] {
    settings.math = true;
    settings.count = settings.batch = math_programs();  // each once
  });
  options.flag("--no-minimise", settings.minimise, false);
  options.flag("--gates", settings.gates);
  options.flag("--print", settings.print);
  options.flag("--list", lists);
  if (!options.read(argc, argv)) return 2;
  settings.batch = std::max<uint64_t>(1, settings.batch);
  if (!lists) return run(settings);
  for (const Executor& executor : executors())
    fmt::print("{} ({})\n", executor.name, executor.group);
  return 0;
}

}  // namespace
}  // namespace tack::fuzz

int main(int argc, char** argv) { return tack::fuzz::main_with(argc, argv); }
