// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/explain.hpp"

#include <stdio.h>

#include "runtime/xc/report.hpp"

namespace tack::rt {
namespace {

// Who decided, as the report says it.
void name_decider(const char* name, const Decision& decision, char* out, size_t room) {
  const char* device = decision.device == Device::Gpu ? "gpu" : "cpu";
  switch (decision.why) {
    case Why::Environment:
      snprintf(out, room, "XC_PAR=%s", device);
      return;
    case Why::Block:
      snprintf(out, room, "Par.device(\"%.100s\", \"%s\")", name, device);
      return;
    case Why::Program:
      snprintf(out, room, "Par.device(\"par\", \"%s\")", device);
      return;
    case Why::SettingBlock:
      snprintf(out, room, "the setting par.%.100s", name);
      return;
    case Why::SettingAll:
      snprintf(out, room, "the setting par");
      return;
    case Why::Learned:
    case Why::Measuring:
      break;
  }
  snprintf(out, room, "auto");
}

}  // namespace

void explain_cpu(Block* block, const Decision& decision, const char* why_not) {
  if (!block || block->explained) return;
  block->explained = true;
  const char* name = block->kernel->name;
  char who[160];
  name_decider(name, decision, who, sizeof who);
  bool asked = decision.device == Device::Gpu && decision.why < Why::Learned;
  if (decision.device == Device::Cpu && decision.why < Why::Learned)
    report("%s: stays on the CPU: %s says so", name, who);
  else if (asked)
    report("%s: stays on the CPU: %s asks for the GPU, but %s", name, who, why_not);
  else if (why_not)
    report("%s: stays on the CPU: %s", name, why_not);
}

void explain_outcome(const Block& block, Outcome outcome) {
  const char* name = block.kernel->name;
  const Measurement& m = block.measurement;
  auto number = [](int64_t v) { return static_cast<long long>(v); };
  if (outcome == Outcome::CpuIsShort)
    report("%s: auto keeps the CPU: %lld us is too short for the GPU", name, number(m.cpu_us));
  else
    report("%s: auto picks the %s: CPU %lld us, GPU %lld us", name,
           outcome == Outcome::GpuWins ? "GPU" : "CPU", number(m.cpu_us), number(m.gpu_us));
  report("%s: learned: the %s wins at %lld items; CPU up to %lld, GPU from %lld", name,
         outcome == Outcome::GpuWins ? "GPU" : "CPU", number(m.won_at), number(block.bounds.cpu),
         number(block.bounds.gpu));
}

}  // namespace tack::rt
