// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/choice.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tack::rt {
namespace {

TEST(Choice, ReadsWords) {
  EXPECT_EQ(wish_of_word("cpu").kind, Wish::Cpu);
  EXPECT_EQ(wish_of_word("gpu").kind, Wish::Gpu);
  EXPECT_EQ(wish_of_word("auto").kind, Wish::Auto);
  for (const char* other : {"", "GPU", "gpu ", "7", "default"})
    EXPECT_EQ(wish_of_word(other).kind, Wish::None) << other;
  EXPECT_EQ(wish_of_word(nullptr).kind, Wish::None);
  EXPECT_EQ(wish_of_setting("200000").kind, Wish::From);
  EXPECT_EQ(wish_of_setting("200000").from, 200000);
  EXPECT_EQ(wish_of_setting("99999999999999999999").from, INT64_MAX);
  for (const char* other : {"", "-1", "1e6", "12 ", "0x10"})
    EXPECT_EQ(wish_of_setting(other).kind, Wish::None) << other;
}

TEST(Choice, ReadsBounds) {
  Bounds b;
  EXPECT_TRUE(bounds_of_text("10,200", b));
  EXPECT_EQ(b.cpu, 10);
  EXPECT_EQ(b.gpu, 200);
  EXPECT_TRUE(bounds_of_text("-1,200", b));
  EXPECT_EQ(b.cpu, -1);
  EXPECT_TRUE(bounds_of_text("7,-1", b));
  EXPECT_EQ(b.gpu, -1);
  for (const char* bad : {"", "1", "1,", ",1", "1,2,3", "a,b", "-2,3", "200,10", "5,5", " 1,2"}) {
    EXPECT_FALSE(bounds_of_text(bad, b)) << bad;
    EXPECT_EQ(b.cpu, -1) << bad;
    EXPECT_EQ(b.gpu, -1) << bad;
  }
}

// Each place in the order of precedence, against all that come after it.
TEST(Choice, ObeysInOrder) {
  const Wish cpu{Wish::Cpu}, gpu{Wish::Gpu}, none{}, automatic{Wish::Auto}, from{Wish::From, 100};
  struct Case {
    Wishes wishes;
    int64_t items;
    Device device;
    Why why;
  } cases[] = {
      {{gpu, cpu, cpu, cpu, cpu}, 1, Device::Gpu, Why::Environment},
      {{cpu, gpu, gpu, gpu, gpu}, 1, Device::Cpu, Why::Environment},
      {{none, gpu, cpu, cpu, cpu}, 1, Device::Gpu, Why::Block},
      {{none, none, gpu, cpu, cpu}, 1, Device::Gpu, Why::Program},
      // A block's own auto hides "par"'s, but not the settings.
      {{none, automatic, gpu, none, none}, 1, Device::Cpu, Why::Measuring},
      {{none, automatic, cpu, gpu, cpu}, 1, Device::Gpu, Why::SettingBlock},
      {{none, none, automatic, none, gpu}, 1, Device::Gpu, Why::SettingAll},
      {{none, none, none, automatic, gpu}, 1, Device::Cpu, Why::Measuring},
      {{none, none, none, from, gpu}, 99, Device::Cpu, Why::SettingBlock},
      {{none, none, none, from, cpu}, 100, Device::Gpu, Why::SettingBlock},
      {{none, none, none, none, from}, 100, Device::Gpu, Why::SettingAll},
      // XC_PAR=auto leaves measuring alone.
      {{automatic, gpu, gpu, gpu, gpu}, 1, Device::Cpu, Why::Measuring},
      {{}, 1, Device::Cpu, Why::Measuring},
  };
  int k = 0;
  for (const Case& c : cases) {
    Measurement m;
    Decision d = decide(c.wishes, {}, m, c.items);
    EXPECT_EQ(d.device, c.device) << k;
    EXPECT_EQ(d.why, c.why) << k;
    EXPECT_EQ(m.items, c.why == Why::Measuring ? c.items : -1) << k;
    ++k;
  }
}

TEST(Choice, ObeysBounds) {
  Measurement m;
  Bounds b{10, 200};
  EXPECT_EQ(decide({}, b, m, 10).device, Device::Cpu);
  EXPECT_EQ(decide({}, b, m, 10).why, Why::Learned);
  EXPECT_EQ(decide({}, b, m, 200).device, Device::Gpu);
  EXPECT_EQ(decide({}, b, m, 200).why, Why::Learned);
  EXPECT_EQ(m.items, -1);
  EXPECT_EQ(decide({}, b, m, 11).why, Why::Measuring);
  EXPECT_EQ(decide({}, b, m, 0).device, Device::Cpu);
}

// A machine whose devices take this long.
struct Machine {
  int64_t cpu_us, gpu_us;
  Bounds bounds;
  Measurement state;

  std::string runs(int64_t items, int count) {
    std::string out;
    for (int k = 0; k < count; ++k) {
      Decision d = decide({}, bounds, state, items);
      bool cpu = d.device == Device::Cpu;
      out += d.why == Why::Learned ? (cpu ? "C" : "G") : (cpu ? "c" : "g");
      if (d.why == Why::Measuring) measured(bounds, state, d.device, items, cpu ? cpu_us : gpu_us);
    }
    return out;
  }
};

TEST(Choice, MeasuresInFourRuns) {
  Machine fast_gpu{5000, 1200, {}, {}};
  EXPECT_EQ(fast_gpu.runs(1000, 6), "ccggGG");
  EXPECT_EQ(fast_gpu.bounds.gpu, 1000);
  EXPECT_EQ(fast_gpu.bounds.cpu, -1);
  Machine slow_gpu{5000, 7000, {}, {}};
  EXPECT_EQ(slow_gpu.runs(1000, 6), "ccggCC");
  EXPECT_EQ(slow_gpu.bounds.cpu, 1000);
  Machine tie{5000, 5000, {}, {}};
  EXPECT_EQ(tie.runs(1000, 6), "ccggGG");
  Machine brief{999, 1, {}, {}};
  EXPECT_EQ(brief.runs(1000, 4), "ccCC");
  Machine just{1000, 1, {}, {}};
  EXPECT_EQ(just.runs(1000, 5), "ccggG");
}

TEST(Choice, KeepsDevicesWarmForOtherSizes) {
  Machine m{5000, 1200, {}, {}};
  EXPECT_EQ(m.runs(1000, 4), "ccgg");
  // Smaller than what is known: one run of each device.
  EXPECT_EQ(m.runs(400, 3), "cgG");
  EXPECT_EQ(m.bounds.gpu, 400);
  m.cpu_us = 500;
  EXPECT_EQ(m.runs(100, 2), "cC");
  EXPECT_EQ(m.bounds.cpu, 100);
  EXPECT_EQ(m.runs(1000, 1), "G");
}

TEST(Choice, BeginsAnewAtAnotherSize) {
  Machine m{5000, 1200, {}, {}};
  EXPECT_EQ(m.runs(1000, 2), "cc");
  EXPECT_EQ(m.runs(2000, 1), "g");  // twice is still the same size
  EXPECT_EQ(m.runs(2001, 2), "cg");
  EXPECT_EQ(m.bounds.gpu, 2001);
  Machine down{5000, 1200, {}, {}};
  EXPECT_EQ(down.runs(1000, 2), "cc");
  EXPECT_EQ(down.runs(500, 1), "g");
  EXPECT_EQ(down.runs(499, 1), "c");
  Machine huge{5000, 1200, {}, {}};
  EXPECT_EQ(huge.runs(INT64_MAX, 2), "cc");
  EXPECT_EQ(huge.runs(1, 1), "c");
  EXPECT_EQ(huge.runs(INT64_MAX, 1), "c");
}

TEST(Choice, DropsBoundsThatCross) {
  Bounds b{-1, 100};
  Measurement m{500, -1, -1, true, true};
  EXPECT_EQ(measured(b, m, Device::Cpu, 500, 10), Outcome::CpuIsShort);
  EXPECT_EQ(b.cpu, 500);
  EXPECT_EQ(b.gpu, -1);
  m = {300, 5000, -1, true, true};
  EXPECT_EQ(measured(b, m, Device::Gpu, 300, 10), Outcome::GpuWins);
  EXPECT_EQ(b.gpu, 300);
  EXPECT_EQ(b.cpu, -1);
}

TEST(Choice, IgnoresARunOfAnotherSize) {
  // One thread's GPU run ends after another thread has begun a size anew.
  Bounds b;
  Measurement m{10, -1, -1, true, true};
  EXPECT_EQ(measured(b, m, Device::Gpu, 1000, 1), Outcome::Going);
  EXPECT_EQ(measured(b, m, Device::Gpu, 10, 1), Outcome::Going);
  EXPECT_EQ(b.cpu, -1);
  EXPECT_EQ(b.gpu, -1);
}

}  // namespace
}  // namespace tack::rt
