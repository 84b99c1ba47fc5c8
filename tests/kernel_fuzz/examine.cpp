// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/examine.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "kernel_fuzz/run.hpp"
#include "support/ice.hpp"

namespace tack::kernel_fuzz {

const char* stage_name(Stage stage) {
  switch (stage) {
    case Stage::Fine:
      return "fine";
    case Stage::Refused:
      return "refused";
    case Stage::Checks:
      return "checks";
    case Stage::Interpreter:
      return "interpreter";
    case Stage::Compiled:
      return "compiled";
    case Stage::Crashed:
      return "crashed";
    case Stage::Reference:
      return "reference";
  }
  return "?";
}

Verdict examine(const Case& c, const Ways& ways, std::set<uint32_t>* lines, bool* referred) {
  auto traced = lower(c, true);
  if (!traced) return {Stage::Refused, traced.error().message};
  InterpreterSettings settings;
  settings.lines = lines;
  auto want = interpret(c, *traced, settings);
  if (!want) return {Stage::Checks, want.error().message};

  auto lowered = lower(c, false);
  if (!lowered) return {Stage::Refused, lowered.error().message};
  settings.lines = nullptr;
  settings.shuffled = true;
  auto got = interpret(c, *lowered, settings);
  if (!got) return {Stage::Interpreter, got.error().message};
  if (std::string text = difference(c, *want, *got); !text.empty())
    return {Stage::Interpreter, text};

  if (ways.compiled) {
    if (c.way.checks) {
      lowered = lower(c, false, true);
      if (!lowered) return {Stage::Refused, lowered.error().message};
    }
    got = run_compiled(c, *lowered);
    if (!got) return {Stage::Compiled, got.error().message};
    if (std::string text = difference(c, *want, *got); !text.empty())
      return {Stage::Compiled, text};
  }
  if (ways.reference && !c.has_math) {
    got = ways.reference->run(c);
    if (!got) {
      if (got.error().message.starts_with("skip")) return {};
      return {Stage::Reference, got.error().message};
    }
    if (referred) *referred = true;
    if (std::string text = difference(c, *got, *want); !text.empty())
      return {Stage::Reference, "the front end's code: " + text};
  }
  return {};
}

Verdict examine_apart(const Case& c, const Ways& ways) {
  int out[2];
  if (pipe(out)) TACK_ICE("no pipe");
  std::fflush(nullptr);
  pid_t process = fork();
  if (process < 0) TACK_ICE("no process");
  if (process == 0) {
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, SIG_DFL);
    alarm(60);  // reducing may make endless loops
    Verdict v = examine(c, ways);
    std::string text = static_cast<char>('0' + static_cast<int>(v.stage)) + v.text;
    ssize_t written = write(out[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(out[1]);
  std::string text;
  char piece[4096];
  for (ssize_t n; (n = read(out[0], piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<size_t>(n));
  close(out[0]);
  int status = 0;
  waitpid(process, &status, 0);
  if (WIFSIGNALED(status)) return {Stage::Crashed, "signal " + std::to_string(WTERMSIG(status))};
  if (text.empty()) return {Stage::Crashed, "no answer"};
  return {static_cast<Stage>(text[0] - '0'), text.substr(1)};
}

}  // namespace tack::kernel_fuzz
