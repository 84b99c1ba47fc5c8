// SPDX-License-Identifier: Apache-2.0
// The loader against real objects and damaged ones.
#include "runtime/loader.hpp"

#include <gtest/gtest.h>

#include <random>

#include "driver/cpu/cpu_executor.hpp"
#include "ir/text.hpp"

namespace tack::driver {
namespace {

// Constants, tables, calls out and in, zeroed and written data.
constexpr std::string_view kProgram = R"(
extern @far_away(i32) -> i32
global @zeros size 4096 align 64
global @counter size 8 align 8 = hex "0500000000000000"
global @table size 16 align 8 const reloc 0 @add_one + 0 reloc 8 @counter + 0

func @add_one(%x: i32) -> i32 host {
  %0: i32 = call @far_away(%x)
  %1: i32 = add %0, 1i32
  return %1
}

func @run(%x: i32) -> f64 host export {
  %t: ptr = addr_of @table
  %f: ptr = ptr_load %t
  %at: ptr = ptr_add %t, 8i64
  %c: ptr = ptr_load %at
  %n: i64 = ptr_load %c
  %m: i64 = add %n, 1i64
  ptr_store %c, %m
  %z: ptr = addr_of @zeros
  mem_set %z, 7u8, 4096i64
  %r: i32 = call_ptr %f(%x) -> i32
  %a: f64 = convert %r
  %b: f64 = convert %m
  %s: f64 = add %a, %b
  %y: f64 = mul %s, 0.125f64
  return %y
}
)";

int32_t far_away(int32_t x) { return x * 10; }

std::string object() {
  auto module = ir::parse(kProgram);
  EXPECT_TRUE(module.ok()) << module.error().message;
  CpuCompileOptions options;
  options.run_pipeline = false;
  options.pipeline.isa = "sse2";
  auto bytes = cpu_compile(**module, options);
  EXPECT_TRUE(bytes.ok()) << bytes.error().message;
  return *bytes;
}

std::span<const uint8_t> span_of(const std::string& s) {
  return {reinterpret_cast<const uint8_t*>(s.data()), s.size()};
}

void* resolve(const char* name) {
  return std::string_view(name) == "far_away" ? reinterpret_cast<void*>(far_away) : nullptr;
}

TEST(Loader, LinksCallsDataAndTables) {
  std::string bytes = object();
  auto loaded = runtime::load_object(span_of(bytes), resolve);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  auto run = reinterpret_cast<double (*)(int32_t)>((*loaded)->find("run"));
  ASSERT_TRUE(run);
  EXPECT_EQ(run(4), (41 + 6) * 0.125);
  EXPECT_EQ(run(4), (41 + 7) * 0.125);
  EXPECT_EQ((*loaded)->find("add_one"), nullptr);  // not exported
}

TEST(Loader, NamesWhatIsMissing) {
  std::string bytes = object();
  auto loaded = runtime::load_object(span_of(bytes));
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().message, "compiled code needs 'far_away', which is not here");
}

TEST(Loader, RefusesWhatIsNoObject) {
  for (std::string bytes : {std::string(),
                            std::string("\x7f"
                                        "ELF"),
                            std::string(64, 'x')}) {
    auto loaded = runtime::load_object(span_of(bytes), resolve);
    EXPECT_FALSE(loaded.ok());
  }
}

// Loading damaged bytes must neither crash nor read outside them (ASan sees that); what loads is
// not run.
TEST(Loader, SurvivesDamage) {
  std::string bytes = object();
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::string cut = bytes.substr(0, size);
    (void)runtime::load_object(span_of(cut), resolve).ok();
  }
  std::mt19937 random(1);
  auto pick = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  size_t refused = 0;
  constexpr int kTries = 20000;
  for (int i = 0; i < kTries; ++i) {
    std::string bad = bytes;
    for (size_t n = 1 + pick(4); n > 0; --n) {
      size_t at = pick(bad.size());
      if (pick(2)) {
        bad[at] = static_cast<char>(bad[at] ^ (1 << pick(8)));
      } else {
        bad[at] = static_cast<char>(pick(3) == 0 ? 0xFF : random());
      }
    }
    refused += !runtime::load_object(span_of(bad), resolve).ok();
  }
  EXPECT_GT(refused, kTries / 10u);
}

}  // namespace
}  // namespace tack::driver
