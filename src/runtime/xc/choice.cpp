// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/choice.hpp"

#include <string.h>

namespace tack::rt {
namespace {

// Digits only, at most 2^63 - 1 (more counts as that); -1 otherwise. Ends at `end`.
int64_t number(const char* text, const char** end) {
  const char* p = text;
  int64_t value = 0;
  for (; *p >= '0' && *p <= '9'; ++p) {
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, int64_t{*p - '0'}, &value))
      value = INT64_MAX;
  }
  *end = p;
  return p == text ? -1 : value;
}

Decision obey(const Wish& wish, Why why, int64_t items) {
  bool gpu = wish.kind == Wish::Gpu || (wish.kind == Wish::From && items >= wish.from);
  return {gpu ? Device::Gpu : Device::Cpu, why};
}

// At least half and at most twice the size that is being measured.
bool near(const Measurement& state, int64_t items) {
  return state.items >= 0 && items - state.items <= state.items && state.items - items <= items;
}

bool commands(const Wish& wish) { return wish.kind != Wish::None && wish.kind != Wish::Auto; }

}  // namespace

Wish wish_of_word(const char* text) {
  if (!text) return {};
  if (strcmp(text, "cpu") == 0) return {Wish::Cpu};
  if (strcmp(text, "gpu") == 0) return {Wish::Gpu};
  if (strcmp(text, "auto") == 0) return {Wish::Auto};
  return {};
}

Wish wish_of_setting(const char* text) {
  if (!text) return {};
  const char* end;
  int64_t from = number(text, &end);
  if (from >= 0 && !*end) return {Wish::From, from};
  return wish_of_word(text);
}

bool bounds_of_text(const char* text, Bounds& out) {
  out = {};
  int64_t parts[2];
  for (int k = 0; k < 2; ++k) {
    if (k == 1 && *text++ != ',') return false;
    if (strncmp(text, "-1", 2) == 0) {
      parts[k] = -1;
      text += 2;
    } else if ((parts[k] = number(text, &text)) < 0) {
      return false;
    }
  }
  // Bounds that cross are nobody's.
  if (*text || (parts[1] >= 0 && parts[0] >= parts[1])) return false;
  out = {parts[0], parts[1]};
  return true;
}

Decision decide(const Wishes& wishes, const Bounds& bounds, Measurement& state, int64_t items) {
  if (commands(wishes.environment)) return obey(wishes.environment, Why::Environment, items);
  if (wishes.environment.kind == Wish::None) {
    // A block's own choice hides the one for all blocks, also where it is auto.
    bool own = wishes.block.kind != Wish::None;
    const Wish& program = own ? wishes.block : wishes.program;
    if (commands(program)) return obey(program, own ? Why::Block : Why::Program, items);
    own = wishes.setting_block.kind != Wish::None;
    const Wish& setting = own ? wishes.setting_block : wishes.setting_all;
    if (commands(setting)) return obey(setting, own ? Why::SettingBlock : Why::SettingAll, items);
  }
  if (bounds.gpu >= 0 && items >= bounds.gpu) return {Device::Gpu, Why::Learned};
  if (items <= bounds.cpu) return {Device::Cpu, Why::Learned};
  if (!near(state, items)) state = {items, -1, -1, state.cpu_warm, state.gpu_warm};
  return {state.cpu_us < 0 ? Device::Cpu : Device::Gpu, Why::Measuring};
}

Outcome measured(Bounds& bounds, Measurement& state, Device device, int64_t items, int64_t us) {
  bool& warm = device == Device::Cpu ? state.cpu_warm : state.gpu_warm;
  if (!warm) {
    warm = true;
    return Outcome::Going;
  }
  // Another thread's run may have begun another size meanwhile.
  if (!near(state, items) || (device == Device::Gpu && state.cpu_us < 0)) return Outcome::Going;
  (device == Device::Cpu ? state.cpu_us : state.gpu_us) = us;
  Outcome outcome = Outcome::Going;
  if (device == Device::Cpu && us < kShortUs) outcome = Outcome::CpuIsShort;
  if (device == Device::Gpu)
    outcome = state.gpu_us <= state.cpu_us ? Outcome::GpuWins : Outcome::CpuWins;
  if (outcome == Outcome::Going) return outcome;
  int64_t won_at = state.won_at = state.items;
  if (outcome == Outcome::GpuWins) {
    if (bounds.gpu < 0 || won_at < bounds.gpu) bounds.gpu = won_at;
    if (bounds.cpu >= bounds.gpu) bounds.cpu = -1;
  } else {
    if (won_at > bounds.cpu) bounds.cpu = won_at;
    if (bounds.gpu >= 0 && bounds.gpu <= bounds.cpu) bounds.gpu = -1;
  }
  state.items = -1;
  return outcome;
}

}  // namespace tack::rt
