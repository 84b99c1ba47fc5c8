// SPDX-License-Identifier: Apache-2.0
#include "driver/cpu/cpu_executor.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "ir/text.hpp"

namespace tack::driver {
namespace {

std::unique_ptr<ir::Module> parse(std::string_view text) {
  auto module = ir::parse(text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  return module ? std::move(*module) : nullptr;
}

CpuCompileOptions options(const char* isa) {
  CpuCompileOptions o;
  o.pipeline.isa = isa;
  return o;
}

TEST(CpuExecutor, RunsSaxpyOnEveryIsa) {
  auto module = parse(R"(
kernel @saxpy(%y: buffer<f32>, %x: buffer<f32>, %a: f32) over (%i < %n) {
  %0: f32 = load_elem %x, %i
  %1: f32 = mul %0, %a
  %2: f32 = load_elem %y, %i
  %3: f32 = add %1, %2
  store_elem %y, %i, %3
})");
  ASSERT_TRUE(module);
  for (const char* isa : {"sse2", "sse4", "avx2", "avx512"}) {
    if (!cpu_has(isa)) continue;
    auto program = CpuProgram::compile(*module, options(isa));
    ASSERT_TRUE(program.ok()) << program.error().message;
    std::vector<float> x(1003), y(1003), want(1003);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<float>(i) * 0.37f;
      y[i] = 1.0f / static_cast<float>(i + 1);
      float product = x[i] * 2.5f;
      want[i] = product + y[i];
    }
    std::vector<uint64_t> none;
    std::vector<CpuArgument> arguments{
        {0, y.data(), 1003, true}, {0, x.data(), 1003, true}, {std::bit_cast<uint32_t>(2.5f)}};
    int64_t extent = 1003;
    auto done = (*program)->launch(*module->functions[0], arguments, {&extent, 1}, none);
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_EQ(y, want) << isa;
  }
}

// Offsets and values of one type: 64-bit elements scattered and gathered under a mask.
TEST(CpuExecutor, ReversesWideElements) {
  auto module = parse(R"(
kernel @reverse(%out: buffer<i64>, %in: buffer<i64>) over (%i < %n) {
  %last: i64 = sub %n, 1i64
  %at: i64 = sub %last, %i
  %x: i64 = load_elem %in, %at
  %y: i64 = load_elem %in, %i
  %r: i64 = sub %x, %y
  store_elem %out, %at, %r
})");
  ASSERT_TRUE(module);
  for (const char* isa : {"sse2", "sse4", "avx2", "avx512"}) {
    if (!cpu_has(isa)) continue;
    for (int64_t n : {1, 5, 67}) {
      CpuCompileOptions o = options(isa);
      o.pipeline.width = 8;
      auto program = CpuProgram::compile(*module, o);
      ASSERT_TRUE(program.ok()) << program.error().message;
      std::vector<int64_t> in(static_cast<size_t>(n)), out(in.size(), -1), want(in.size());
      for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int64_t>(i * i + 1);
      for (size_t i = 0; i < in.size(); ++i) want[i] = in[i] - in[in.size() - 1 - i];
      std::vector<uint64_t> none;
      std::vector<CpuArgument> arguments{{0, out.data(), n, true}, {0, in.data(), n, true}};
      auto done = (*program)->launch(*module->functions[0], arguments, {&n, 1}, none);
      ASSERT_TRUE(done.ok()) << done.error().message;
      EXPECT_EQ(out, want) << isa << " " << n;
    }
  }
}

TEST(CpuExecutor, WalksRows) {
  auto module = parse(R"(
kernel @fill(%out: buffer<i32>) over (%k < %d, %j < %h, %i < %w) {
  %0: i64 = mul %k, 10000i64
  %1: i64 = mul %j, 100i64
  %2: i64 = add %0, %1
  %3: i64 = add %2, %i
  %v: i32 = convert %3
  %4: i64 = mul %k, %h
  %5: i64 = add %4, %j
  %6: i64 = mul %5, %w
  %at: i64 = add %6, %i
  store_elem %out, %at, %v
})");
  ASSERT_TRUE(module);
  auto program = CpuProgram::compile(*module, options("sse2"));
  ASSERT_TRUE(program.ok()) << program.error().message;
  // Chunks of 64 items begin and end anywhere in a row.
  auto entry = reinterpret_cast<tack_rt_entry>((*program)->find("fill"));
  ASSERT_TRUE(entry);
  for (auto [d, h, w] : {std::array<int64_t, 3>{3, 5, 7}, {2, 1, 64}, {1, 97, 1}, {4, 3, 99}}) {
    int64_t items = d * h * w;
    std::vector<int32_t> out(static_cast<size_t>(items), -1);
    uint64_t slots[] = {reinterpret_cast<uint64_t>(out.data()), static_cast<uint64_t>(items),
                        static_cast<uint64_t>(d), static_cast<uint64_t>(h),
                        static_cast<uint64_t>(w)};
    tack_rt_context context{TACK_RT_ABI, 0, nullptr};
    for (int64_t at = 0; at < items; at += 64) entry(slots, at, std::min(at + 64, items), &context);
    for (int64_t i = 0; i < items; ++i) {
      int64_t want = i / w / h * 10000 + i / w % h * 100 + i % w;
      EXPECT_EQ(out[static_cast<size_t>(i)], want) << i;
    }
  }
}

TEST(CpuExecutor, RunsHostCode) {
  auto module = parse(R"(
extern @snprintf(ptr, u64, ptr, ...) -> i32

global @format size 10 align 1 const = hex "25642025732025670a"
global @word size 6 align 1 const = hex "776f726c6400"
global @table size 24 align 8 reloc 0 @word + 1 reloc 16 @twice + 0
global @result size 64 align 8 export

func @twice(%x: i32) -> i32 host {
  %0: i32 = mul %x, 2i32
  return %0
}

func @pair(%x: f64) -> (f64, i8) host {
  %0: f64 = mul %x, 0.5f64
  return %0, -3i8
}

func @run() -> i32 host export {
  %t: ptr = addr_of @table
  %at: ptr = ptr_add %t, 16i64
  %f: ptr = ptr_load %at
  %n: i32 = call_ptr %f(21i32) -> i32
  %s: ptr = ptr_load %t
  %p = call @pair(3.0f64)
  %half: f64 = result %p, 0
  %small: i8 = result %p, 1
  %wide: f64 = convert %small
  %sum: f64 = add %half, %wide
  %out: ptr = addr_of @result
  %fmt: ptr = addr_of @format
  %zero: i32 = call @snprintf(%out, 64u64, %fmt, %n, %s, %sum)
  return %zero
})");
  ASSERT_TRUE(module);
  CpuCompileOptions o = options("sse2");
  o.run_pipeline = false;
  auto missing = CpuProgram::compile(*module, o);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "compiled code needs 'snprintf', which is not here");
  for (bool optimize : {true, false}) {
    o.optimize = optimize;
    o.tune = llvm_backend::Tune::Host;
    auto program =
        CpuProgram::compile(*module, o, [](const char* name) { return dlsym(RTLD_DEFAULT, name); });
    ASSERT_TRUE(program.ok()) << program.error().message;
    auto run = reinterpret_cast<int32_t (*)()>((*program)->find("run"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run(), 13);
    EXPECT_STREQ(static_cast<const char*>((*program)->find("result")), "42 orld -1.5\n");
  }
}

}  // namespace
}  // namespace tack::driver
