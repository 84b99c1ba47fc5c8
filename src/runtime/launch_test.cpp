// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "ir/ir.hpp"
#include "ir/reduction_order.hpp"
#include "runtime/reduce.hpp"
#include "runtime/tack_rt.h"

namespace {

// A kernel over `data`, compiled by hand: counts visits and checks where pieces begin.
struct Visit {
  std::atomic<int>* hits;
  std::atomic<int>* misaligned;
  int64_t work;
};

void visit(const void* p, int64_t begin, int64_t end, void*) {
  auto& args = *static_cast<const Visit*>(p);
  if (begin % 64 != 0) ++*args.misaligned;
  for (int64_t i = begin; i < end; ++i) {
    volatile int64_t spin = args.work ? (i % 1000 == 0 ? args.work * 50 : args.work) : 0;
    while (spin > 0) spin = spin - 1;
    args.hits[i]++;
  }
}

tack_rt_kernel plain(const tack_rt_variant* variant, tack_rt_profile* profile, uint32_t flags = 0) {
  return {TACK_RT_ABI, flags, "visit", variant, nullptr, 1, 0, 0, 0, profile};
}

class Launch : public testing::Test {
 protected:
  void TearDown() override { tack_rt_set_threads(2); }
};

TEST_F(Launch, EachItemOnceWhateverTheSizeThreadsAndCost) {
  tack_rt_variant variant{visit, TACK_RT_ISA_ANY, 0, 0, 0};
  for (int threads : {1, 2, 3, 16})
    for (uint32_t flags : {0u, TACK_RT_DIVERGENT})
      for (int64_t work : {0, 100})
        for (int64_t n : {0, 1, 63, 64, 65, 1000, 40001}) {
          tack_rt_set_threads(threads);
          tack_rt_profile profile{};
          auto kernel = plain(&variant, &profile, flags);
          std::atomic<int> misaligned{0};
          std::vector<std::atomic<int>> hits(static_cast<size_t>(n));
          Visit args{hits.data(), &misaligned, work};
          for (int round = 1; round <= 6; ++round) {
            tack_rt_launch(&kernel, &args, &n, 1, nullptr);
            for (auto& h : hits) ASSERT_EQ(h, round) << threads << " " << work << " " << n;
          }
          EXPECT_EQ(misaligned, 0);
        }
}

int never_stop(void*) { return 0; }

TEST_F(Launch, EachItemOnceWithAPoll) {
  constexpr uint32_t kGang8 = 8u << TACK_RT_GANG_SHIFT;
  for (int threads : {1, 2, 7})
    for (uint32_t flags : {0u, TACK_RT_LOOPS | kGang8, TACK_RT_LOOPS | TACK_RT_DIVERGENT | kGang8})
      for (int64_t work : {0, 100})
        for (int64_t n : {1, 64, 1000, 40001}) {
          tack_rt_set_threads(threads);
          tack_rt_profile profile{};
          auto kernel = plain(nullptr, &profile, flags);
          std::atomic<int> misaligned{0};
          std::vector<std::atomic<int>> hits(static_cast<size_t>(n));
          Visit args{hits.data(), &misaligned, work};
          for (int round = 1; round <= 6; ++round) {
            ASSERT_EQ(tack_rt_run(&kernel, visit, &args, n, nullptr, never_stop, nullptr), 0);
            for (auto& h : hits) ASSERT_EQ(h, round) << threads << " " << work << " " << n;
          }
        }
}

// What a launch that waited for memory has measured does not stay.
TEST_F(Launch, CostsOfItemsWithLoopsAreMeasuredAgain) {
  tack_rt_set_threads(2);
  tack_rt_profile profile{};
  profile.serial_ns = 1e5f;
  auto kernel = plain(nullptr, &profile, TACK_RT_LOOPS | 8u << TACK_RT_GANG_SHIFT);
  int64_t n = 200000;
  std::vector<std::atomic<int>> hits(static_cast<size_t>(n));
  std::atomic<int> misaligned{0};
  Visit args{hits.data(), &misaligned, 0};
  for (int round = 0; round < 3; ++round)
    tack_rt_run(&kernel, visit, &args, n, nullptr, never_stop, nullptr);
  EXPECT_LT(profile.serial_ns, 1e4f);
  EXPECT_GT(profile.serial_ns, 0.1f);
}

TEST_F(Launch, EmptyAndNegativeExtentsRunNothing) {
  tack_rt_variant variant{visit, TACK_RT_ISA_ANY, 0, 0, 0};
  auto kernel = plain(&variant, nullptr);
  int64_t negative[] = {-3, -4};
  tack_rt_launch(&kernel, nullptr, negative, 2, nullptr);
  int64_t zero[] = {int64_t(1) << 40, int64_t(1) << 40, 0};
  tack_rt_launch(&kernel, nullptr, zero, 3, nullptr);
}

TEST_F(Launch, TooManyItemsAbort) {
  tack_rt_variant variant{visit, TACK_RT_ISA_ANY, 0, 0, 0};
  auto kernel = plain(&variant, nullptr);
  int64_t huge[] = {int64_t(1) << 32, int64_t(1) << 31};
  EXPECT_DEATH(tack_rt_launch(&kernel, nullptr, huge, 2, nullptr), "more than 2\\^63");
}

std::atomic<int> g_small{0}, g_wide{0};
void small_entry(const void*, int64_t, int64_t, void*) { ++g_small; }
void wide_entry(const void*, int64_t, int64_t, void*) { ++g_wide; }

TEST_F(Launch, SmallVariantOnlyWhenLengthsAllow) {
  tack_rt_variant variants[] = {{small_entry, TACK_RT_ISA_ANY, 1, 8, 0},
                                {wide_entry, TACK_RT_ISA_ANY, 0, 8, 0}};
  tack_rt_profile profile{1, 1, 0, 0};
  tack_rt_kernel kernel{TACK_RT_ABI, 0, "v", variants, nullptr, 2, 0, 0, 2, &profile};
  int64_t args[] = {0, (int64_t(1) << 31) - 1, 5};
  int64_t n = 5;
  tack_rt_launch(&kernel, args, &n, 1, nullptr);
  EXPECT_EQ(g_small, 1);
  args[1] = int64_t(1) << 31;
  tack_rt_launch(&kernel, args, &n, 1, nullptr);
  EXPECT_EQ(g_small, 1);
  EXPECT_EQ(g_wide, 1);
}

// Of a length below 0 the runtime looks at what lies 2^31 bytes from the address, above and below.
TEST_F(Launch, SmallVariantWhenNothingIsMappedFarAway) {
  tack_rt_variant variants[] = {{small_entry, TACK_RT_ISA_ANY, 1, 8, 0},
                                {wide_entry, TACK_RT_ISA_ANY, 0, 8, 0}};
  tack_rt_profile profile{1, 1, 0, 0};
  tack_rt_kernel kernel{TACK_RT_ABI, 0, "v", variants, nullptr, 2, 0, 0, 2, &profile};
  constexpr size_t kReach = (size_t(1) << 31) + 8192;
  constexpr size_t kRoom = size_t(1) << 30;  // above, where the next mappings go
  void* reserved = mmap(nullptr, 2 * kReach + kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(reserved, MAP_FAILED);
  char* middle = static_cast<char*>(reserved) + kReach;
  ASSERT_EQ(munmap(reserved, kReach - 8192), 0);
  auto takes_small = [&](const void* address, int64_t items) {
    const void* args[] = {address, reinterpret_cast<void*>(int64_t{-1})};
    g_small = 0;
    g_wide = 0;
    tack_rt_launch(&kernel, args, &items, 1, nullptr);
    EXPECT_GT(g_small + g_wide, 0);
    return g_wide == 0;
  };
  EXPECT_FALSE(takes_small(middle, 10000));               // reaches up
  EXPECT_FALSE(takes_small(middle + kReach - 1, 10000));  // and down
  ASSERT_EQ(munmap(middle + 8192, kReach - 8192 + kRoom), 0);
  EXPECT_TRUE(takes_small(middle, 10000));
  EXPECT_FALSE(takes_small(middle, 100));  // not worth the look
  ASSERT_EQ(munmap(middle - 8192, 16384), 0);
}

TEST_F(Launch, PollStops) {
  for (int threads : {1, 3}) {
    tack_rt_set_threads(threads);
    tack_rt_variant variant{visit, TACK_RT_ISA_ANY, 0, 0, 0};
    tack_rt_profile profile{};
    auto kernel = plain(&variant, &profile);
    constexpr int64_t n = 1 << 20;
    std::vector<std::atomic<int>> hits(n);
    std::atomic<int> misaligned{0};
    Visit args{hits.data(), &misaligned, 2000};
    int stopped = tack_rt_run(&kernel, visit, &args, n, nullptr, [](void*) { return 1; }, nullptr);
    EXPECT_EQ(stopped, 1);
    int64_t done = 0;
    for (auto& h : hits) done += h;
    EXPECT_LT(done, n / 2) << threads;
  }
}

// --- reductions

struct ReduceArgs {
  const void* data;
};

template <class T>
T reduce_one(uint8_t op, T a, T b) {
  tack::rt::combine({op, 0}, &a, &b);
  return a;
}

template <class T>
struct Float {
  // Written out for add alone: the order is what is tested.
  static void entry(const void* p, int64_t begin, int64_t end, void* c) {
    auto* data = static_cast<const T*>(static_cast<const ReduceArgs*>(p)->data);
    auto* copies = static_cast<T*>(static_cast<tack_rt_context*>(c)->partials);
    for (int64_t i = begin; i < end; ++i) copies[(i - begin) % 64] += data[i];
  }
  // docs/ir.md word for word.
  static T expected(const std::vector<T>& data, T before) {
    int64_t n = static_cast<int64_t>(data.size()), block = tack::ir::reduction_block(n);
    T total = before;
    for (int64_t b = 0; b < n; b += block) {
      T copy[64] = {};
      for (int64_t k = 0; k < block && b + k < n; ++k) copy[k % 64] = copy[k % 64] + data[b + k];
      for (int s : {32, 16, 8, 4, 2, 1})
        for (int i = 0; i < s; ++i) copy[i] = copy[i] + copy[i + s];
      total = total + copy[0];
    }
    return total;
  }
};

TEST_F(Launch, FloatSumsHaveTheDocumentedOrder) {
  tack_rt_variant variant{Float<float>::entry, TACK_RT_ISA_ANY, 0, 0, 0};
  tack_rt_reduction reduction{TACK_RT_ADD, TACK_RT_F32};
  for (int64_t n : {1, 63, 64, 4095, 4096, 4097, 100000, 5000001}) {
    std::vector<float> data(static_cast<size_t>(n));
    uint32_t state = 1;
    for (auto& x : data) {
      state = state * 747796405u + 2891336453u;
      x = std::ldexp(static_cast<float>(state >> 8) - 8388608.f, static_cast<int>(state % 40) - 20);
    }
    float expected = Float<float>::expected(data, 0.1f);
    for (int threads : {1, 2, 5}) {
      tack_rt_set_threads(threads);
      tack_rt_profile profile{};
      tack_rt_kernel kernel{TACK_RT_ABI, 0, "sum", &variant, &reduction, 1, 1, 0, 0, &profile};
      for (int round = 0; round < 4; ++round) {
        ReduceArgs args{data.data()};
        float result = 0.1f;
        void* results[] = {&result};
        tack_rt_launch(&kernel, &args, &n, 1, results);
        uint32_t got, want;
        memcpy(&got, &result, 4);
        memcpy(&want, &expected, 4);
        EXPECT_EQ(got, want) << n << " items, " << threads << " threads";
      }
    }
  }
}

TEST_F(Launch, ManyReductionsOfOneKernel) {
  constexpr int kCount = 13;  // more than the stack buffer holds
  struct Entry {
    static void run(const void*, int64_t begin, int64_t end, void* c) {
      auto* partials = static_cast<char*>(static_cast<tack_rt_context*>(c)->partials);
      for (int r = 0; r < kCount; ++r) {
        auto* copies = reinterpret_cast<int64_t*>(partials + r * 512);
        for (int64_t i = begin; i < end; ++i) {
          int64_t& copy = copies[(i - begin) % 64];
          copy = std::max(copy, (i * 7919 + r) % 100003);
        }
      }
    }
  };
  tack_rt_variant variant{Entry::run, TACK_RT_ISA_ANY, 0, 0, 0};
  std::vector<tack_rt_reduction> reductions(kCount, {TACK_RT_MAX, TACK_RT_I64});
  tack_rt_kernel kernel{TACK_RT_ABI, 0,      "many", &variant, reductions.data(),
                        1,           kCount, 0,      0,        nullptr};
  int64_t n = 300000, values[kCount] = {};
  values[3] = 200000;
  void* results[kCount];
  for (int r = 0; r < kCount; ++r) results[r] = &values[r];
  tack_rt_launch(&kernel, nullptr, &n, 1, results);
  for (int r = 0; r < kCount; ++r) {
    int64_t expected = r == 3 ? 200000 : 0;
    for (int64_t i = 0; i < n; ++i) expected = std::max(expected, (i * 7919 + r) % 100003);
    EXPECT_EQ(values[r], expected) << r;
  }
}

TEST_F(Launch, IdentitiesAreTheIRs) {
  using namespace tack;
  for (int kind = TACK_RT_I8; kind <= TACK_RT_F64; ++kind)
    for (int op = TACK_RT_ADD; op <= TACK_RT_MAX; ++op) {
      if (kind >= TACK_RT_F32 && op >= TACK_RT_AND && op <= TACK_RT_XOR) continue;
      alignas(64) unsigned char copies[512];
      rt::fill_identity({static_cast<uint8_t>(op), static_cast<uint8_t>(kind)}, copies);
      uint64_t want =
          ir::reduce_identity(static_cast<ir::ReduceOp>(op), static_cast<ir::Kind>(kind));
      int bytes = rt::element_bytes(static_cast<uint8_t>(kind));
      EXPECT_EQ(bytes * 8, ir::bits_of(static_cast<ir::Kind>(kind)));
      for (int i = 0; i < 64; ++i) {
        uint64_t got = 0;
        memcpy(&got, copies + i * bytes, static_cast<size_t>(bytes));
        EXPECT_EQ(got, want) << ir::kind_name(static_cast<ir::Kind>(kind)) << " op " << op;
      }
    }
}

template <class T>
T combined(uint8_t op, uint8_t type, T a, T b) {
  tack::rt::combine({op, type}, &a, &b);
  return a;
}

TEST_F(Launch, CombineFollowsTheOps) {
  EXPECT_EQ(combined<int8_t>(TACK_RT_ADD, TACK_RT_I8, 127, 1), -128);
  EXPECT_EQ(combined<uint16_t>(TACK_RT_MUL, TACK_RT_U16, 65535, 65535), 1);
  EXPECT_EQ(combined<int64_t>(TACK_RT_MUL, TACK_RT_I64, INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(combined<int32_t>(TACK_RT_MIN, TACK_RT_I32, -5, 3), -5);
  EXPECT_EQ(combined<uint32_t>(TACK_RT_MIN, TACK_RT_U32, 0xFFFFFFFFu, 3), 3u);
  EXPECT_EQ(combined<uint32_t>(TACK_RT_XOR, TACK_RT_U32, 0xF0F0u, 0xFF00u), 0x0FF0u);
  EXPECT_EQ(combined<int32_t>(TACK_RT_AND, TACK_RT_I32, -2, 7), 6);
  EXPECT_EQ(combined<uint8_t>(TACK_RT_OR, TACK_RT_U8, 0x80, 1), 0x81);
  float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(combined<float>(TACK_RT_MIN, TACK_RT_F32, nan, 2.f), 2.f);
  EXPECT_EQ(combined<float>(TACK_RT_MIN, TACK_RT_F32, 2.f, nan), 2.f);
  EXPECT_EQ(combined<float>(TACK_RT_MAX, TACK_RT_F32, 2.f, nan), 2.f);
  EXPECT_TRUE(std::signbit(combined<double>(TACK_RT_MIN, TACK_RT_F64, -0.0, 0.0)));
  EXPECT_FALSE(std::signbit(combined<double>(TACK_RT_MAX, TACK_RT_F64, 0.0, -0.0)));
}

TEST_F(Launch, SeveralHostThreadsShareOneKernel) {
  tack_rt_variant variant{visit, TACK_RT_ISA_ANY, 0, 0, 0};
  static tack_rt_profile profile{};
  auto kernel = plain(&variant, &profile);
  std::atomic<int> bad{0};
  std::vector<std::thread> hosts;
  for (int h = 0; h < 6; ++h)
    hosts.emplace_back([&] {
      int64_t n = 5000;
      std::vector<std::atomic<int>> hits(5000);
      std::atomic<int> misaligned{0};
      Visit args{hits.data(), &misaligned, 30};
      for (int round = 1; round <= 20; ++round) {
        tack_rt_launch(&kernel, &args, &n, 1, nullptr);
        for (auto& x : hits)
          if (x != round) bad++;
      }
    });
  for (auto& host : hosts) host.join();
  EXPECT_EQ(bad, 0);
}

TEST_F(Launch, ExpectedCostIsLearnt) {
  tack_rt_variant variant{visit, TACK_RT_ISA_ANY, 0, 0, 0};
  tack_rt_profile profile{};
  auto kernel = plain(&variant, &profile);
  EXPECT_LT(tack_rt_expected_ns(&kernel, 1000), 0);
  std::vector<std::atomic<int>> hits(1000);
  std::atomic<int> misaligned{0};
  Visit args{hits.data(), &misaligned, 100};
  int64_t n = 1000;
  tack_rt_launch(&kernel, &args, &n, 1, nullptr);
  EXPECT_GT(tack_rt_expected_ns(&kernel, 1000), 1000);
}

}  // namespace
