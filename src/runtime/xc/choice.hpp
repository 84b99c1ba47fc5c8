// SPDX-License-Identifier: Apache-2.0
// Where a block runs: the rules alone, without clocks, files and devices. In order: XC_PAR, the
// program's Par.device, the user's settings, what was learned, measuring.
#pragma once

#include <cstdint>

namespace tack::rt {

enum class Device : uint8_t { Cpu, Gpu };

// What somebody asks for. None: nothing; From: the GPU from so many items on.
struct Wish {
  enum Kind : uint8_t { None, Auto, Cpu, Gpu, From } kind = None;
  int64_t from = 0;
};

// "cpu", "gpu", "auto"; anything else is None. Null too.
Wish wish_of_word(const char* text);
// A setting may also be a number of items.
Wish wish_of_setting(const char* text);

struct Wishes {
  Wish environment;     // XC_PAR: its auto switches the others off
  Wish block, program;  // Par.device for this block and for "par": their auto leaves the settings
  Wish setting_block, setting_all;
};

// Who decided, for the report.
enum class Why : uint8_t {
  Environment,
  Block,
  Program,
  SettingBlock,
  SettingAll,
  Learned,
  Measuring,
};

// The greatest count of items at which the CPU won and the smallest at which the GPU did; -1: not
// known.
struct Bounds {
  int64_t cpu = -1, gpu = -1;
};

// "U,G"; false, and both unknown, where the text is not two such numbers.
bool bounds_of_text(const char* text, Bounds& out);

// One block's measurement of one size. Each device's first run is not counted.
struct Measurement {
  int64_t items = -1;  // -1: none under way
  int64_t cpu_us = -1, gpu_us = -1;
  bool cpu_warm = false, gpu_warm = false;
  int64_t won_at = -1;
};

struct Decision {
  Device device;
  Why why;
};

// For a block that both devices can run. May begin a measurement, or begin it anew at this size.
Decision decide(const Wishes& wishes, const Bounds& bounds, Measurement& state, int64_t items);

// What the end of a run that was a measurement tells.
enum class Outcome : uint8_t { Going, CpuIsShort, CpuWins, GpuWins };

// After a run of so many items for which Why::Measuring decided. An outcome other than Going has
// changed the bounds and ended the measurement; `state` keeps its two times and `won_at`.
Outcome measured(Bounds& bounds, Measurement& state, Device device, int64_t items, int64_t us);

// Under this the GPU is not tried: its fixed costs alone are more.
inline constexpr int64_t kShortUs = 1000;

}  // namespace tack::rt
