// SPDX-License-Identifier: Apache-2.0
// The launcher: shared and odd memory, empty and large spaces, slabs, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "harness.hpp"

namespace tack::test {
namespace {

using testing::HasSubstr;

struct Loaded {
  std::unique_ptr<ir::Module> module;
  std::unique_ptr<vulkan::Executable> executable;
};

Loaded load(const std::string& text, const std::string& kernel, const Record& record) {
  Loaded out;
  out.module = parse(text);
  spirv::Options options{record.caps, record.form, {}};
  options.passes.verify = true;
  auto program = gpu::compile(*out.module, kernel, options);
  EXPECT_TRUE(program.ok()) << program.error().message;
  if (!program) return out;
  EXPECT_EQ(validate(program->words), "");
  auto executable = vulkan::Executable::make(*device(), *program);
  EXPECT_TRUE(executable.ok()) << executable.error().message;
  if (executable) out.executable = std::move(*executable);
  return out;
}

constexpr const char* kShift = R"(
kernel @shift(%out: buffer<u8>, %in: buffer<u8>) over (%i < %n) {
  %v: u8 = load_elem %in, %i
  %w: u8 = add %v, 1u8
  store_elem %out, %i, %w
}
)";

// Bytes at odd addresses, next to bytes that must survive, in one allocation with what is read.
TEST(Runner, OddAddressesKeepNeighbours) {
  if (!device()) GTEST_SKIP();
  for (const Record& record : records()) {
    SCOPED_TRACE(record.name);
    Loaded k = load(kShift, "shift", record);
    ASSERT_TRUE(k.executable);
    for (size_t at : {0u, 1u, 2u, 3u, 5u}) {
      for (size_t n : {1u, 2u, 3u, 7u, 130u}) {
        std::vector<uint8_t> memory(600), want;
        std::iota(memory.begin(), memory.end(), uint8_t{0});
        want = memory;
        for (size_t i = 0; i < n; ++i) want[at + i] = static_cast<uint8_t>(memory[at + n + i] + 1);
        vulkan::HostArgument arguments[] = {{0, memory.data() + at, n},
                                            {0, memory.data() + at + n, n}};
        int64_t extents[] = {static_cast<int64_t>(n)};
        auto ran = k.executable->run(arguments, extents);
        ASSERT_TRUE(ran.ok()) << ran.error().message;
        EXPECT_EQ(memory, want) << at << " " << n;
      }
    }
    EXPECT_THAT(device()->take_messages(), testing::IsEmpty());
  }
}

// Two parameters that are the same memory, of different types: program order holds in an item.
TEST(Runner, SharedMemory) {
  if (!device()) GTEST_SKIP();
  const char* text = R"(
kernel @alias(%a: buffer<u32>, %b: buffer<u32>) over (%i < %n) {
  %x: u32 = load_elem %a, %i
  store_elem %b, %i, 7u32
  %y: u32 = load_elem %a, %i
  %s: u32 = add %x, %y
  store_elem %a, %i, %s
}
)";
  for (const Record& record : records()) {
    SCOPED_TRACE(record.name);
    Loaded k = load(text, "alias", record);
    ASSERT_TRUE(k.executable);
    std::vector<uint32_t> memory(100);
    std::iota(memory.begin(), memory.end(), 0u);
    vulkan::HostArgument arguments[] = {{0, memory.data() + 3, 90}, {0, memory.data() + 3, 90}};
    int64_t extents[] = {90};
    auto ran = k.executable->run(arguments, extents);
    ASSERT_TRUE(ran.ok()) << ran.error().message;
    for (uint32_t i = 0; i < 100; ++i) EXPECT_EQ(memory[i], i < 3 || i >= 93 ? i : i + 7);
    EXPECT_THAT(device()->take_messages(), testing::IsEmpty());
  }
}

constexpr const char* kMark = R"(
kernel @mark(%out: buffer<i32>) over (%k < %d, %j < %h, %i < %w) {
  %a: i64 = mul %k, %h
  %b: i64 = add %a, %j
  %c: i64 = mul %b, %w
  %at: i64 = add %c, %i
  %old: i32 = load_elem %out, %at
  %v: i32 = convert %at
  %new: i32 = add %old, %v
  store_elem %out, %at, %new
}
)";

TEST(Runner, EveryItemOnceInThreeDimensions) {
  if (!device()) GTEST_SKIP();
  for (const Record& record : records()) {
    SCOPED_TRACE(record.name);
    Loaded k = load(kMark, "mark", record);
    ASSERT_TRUE(k.executable);
    for (auto [d, h, w] : {std::array<int64_t, 3>{1, 1, 1},
                           {2, 3, 5},
                           {3, 17, 33},
                           {5, 1, 100},
                           {0, 4, 4},
                           {4, 0, 4},
                           {4, 4, 0},
                           {4, 4, -1}}) {
      std::vector<int32_t> out(4000, 1);
      vulkan::HostArgument arguments[] = {{0, out.data(), out.size()}};
      int64_t extents[] = {d, h, w};
      auto ran = k.executable->run(arguments, extents);
      ASSERT_TRUE(ran.ok()) << ran.error().message;
      int64_t n = d < 0 || h < 0 || w < 0 ? 0 : d * h * w;
      for (int64_t i = 0; i < 4000; ++i) ASSERT_EQ(out[i], i < n ? 1 + i : 1) << i;
    }
    EXPECT_THAT(device()->take_messages(), testing::IsEmpty());
  }
}

// A launch wider than one dispatch goes in slabs; here the device is said to take few groups.
TEST(Runner, Slabs) {
  if (!device()) GTEST_SKIP();
  const char* text = R"(
kernel @count(%out: buffer<u16>) over (%i < %n) {
  %v: u16 = load_elem %out, %i
  %c: u16 = convert %i
  %w: u16 = add %v, %c
  store_elem %out, %i, %w
}
)";
  for (const Record& record : records()) {
    SCOPED_TRACE(record.name);
    Loaded k = load(text, "count", record);
    ASSERT_TRUE(k.executable);
    k.executable->limit_groups(3);
    std::vector<uint16_t> out(100001, 5);
    vulkan::HostArgument arguments[] = {{0, out.data(), out.size()}};
    int64_t extents[] = {static_cast<int64_t>(out.size())};
    auto ran = k.executable->run(arguments, extents);
    ASSERT_TRUE(ran.ok()) << ran.error().message;
    for (size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], static_cast<uint16_t>(5 + i));
    EXPECT_THAT(device()->take_messages(), testing::IsEmpty());
  }
}

TEST(Runner, Errors) {
  auto none = vulkan::Device::open({.validation = false, .device = "no such device"});
  ASSERT_FALSE(none.ok());
  if (!device()) GTEST_SKIP();
  EXPECT_THAT(none.error().message, HasSubstr("no Vulkan device 'no such device'; there is"));
  Loaded k = load(kShift, "shift", records()[0]);
  ASSERT_TRUE(k.executable);
  uint8_t byte = 0;
  vulkan::HostArgument arguments[] = {{0, &byte, 1}, {0, &byte, 1}};
  int64_t extents[] = {1, 1};
  auto ran = k.executable->run(arguments, extents);
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.error().message, "the kernel has 1 dimensions, got 2 extents");
  ran = k.executable->run(std::span(arguments, 1), std::span(extents, 1));
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.error().message, "the kernel has 2 parameters, got 1 arguments");
}

// CMake says so where a driver is installed; without it the other tests would only be skipped.
TEST(Driver, IsThereWhenRequired) {
  if (!std::getenv("TACK_VULKAN_REQUIRED")) GTEST_SKIP();
  ASSERT_NE(device(), nullptr);
  EXPECT_FALSE(device()->name().empty());
  auto names = vulkan::Device::list();
  ASSERT_TRUE(names.ok());
  EXPECT_THAT(*names, testing::Contains(device()->name()));
}

// Run by itself in an environment whose drivers do not exist.
TEST(Driver, ErrorWithoutOne) {
  if (!std::getenv("TACK_VULKAN_ABSENT")) GTEST_SKIP();
  auto opened = vulkan::Device::open();
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message, testing::StartsWith("no Vulkan"));
  EXPECT_FALSE(vulkan::Device::list().ok());
}

TEST(Runner, NoFloat64IsRefused) {
  auto module = parse(R"(
kernel @f(%a: buffer<f64>) over (%i < %n) {
  store_elem %a, %i, 1.0f64
}
)");
  spirv::Options options;
  options.caps.float64 = false;
  auto program = gpu::compile(*module, "f", options);
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().message, "kernel @f: uses f64, which this device does not have");
}

}  // namespace
}  // namespace tack::test
