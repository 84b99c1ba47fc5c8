// SPDX-License-Identifier: Apache-2.0
#include "transform/choose_width.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "transform/equivalence_test.hpp"
#include "transform/narrow.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;

ir::Target avx2() {
  ir::Target target;
  target.name = "x86_64-avx2";
  target.vector_bits = 256;
  return target;
}

WidthChoice choose(std::string text, const ir::Target& target, uint16_t forced = 0) {
  auto module = parse_or_fail(text);
  narrow(*module);
  return choose_gang_width(*module->functions[0], target, forced);
}

// A file of tests/kernels, as a launch of moderate size sees it.
std::string kernel_file(const std::string& name) {
  std::ifstream file(std::string(TACK_SOURCE_DIR) + "/tests/kernels/" + name);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  size_t at = text.find(" {\n", text.find("kernel @"));
  return text.insert(at, " small");
}

TEST(ChooseWidth, SeveralVectorsForTheChainOfMandelbrot) {
  WidthChoice choice = choose(kernel_file("mandelbrot.tir"), avx2());
  EXPECT_EQ(choice.width, 16);
  EXPECT_EQ(choice.reason, "2 vectors of 8 x 32 bits, to hide the latency of its loop");
}

TEST(ChooseWidth, SixteenBitLanesForTheBlur) {
  WidthChoice choice = choose(kernel_file("blur.tir"), avx2());
  EXPECT_THAT(choice.reason, HasSubstr("of 16 x 16 bits"));
  EXPECT_GE(choice.width, 16);
}

TEST(ChooseWidth, Saxpy) {
  EXPECT_EQ(choose(kernel_file("saxpy.tir"), avx2()).width % 8, 0);
  EXPECT_EQ(choose(kernel_file("saxpy.tir"), avx2(), 4).width, 4);
  EXPECT_EQ(choose(kernel_file("saxpy.tir"), avx2(), 1).width, 1);
  ir::Target none;
  EXPECT_EQ(choose(kernel_file("saxpy.tir"), none).reason, "the target has no vectors");
}

TEST(ChooseWidth, PlainPermutationStaysScalar) {
  WidthChoice choice = choose(R"(
kernel @k(%to: buffer<f32>, %from: buffer<f32>, %at: buffer<i32>) over (%i < %n) small {
  %a: i32 = load_elem %at, %i
  %x: f32 = load_elem %from, %a
  store_elem %to, %a, %x
}
)",
                              avx2());
  EXPECT_EQ(choice.width, 1);
  EXPECT_THAT(choice.reason, HasSubstr("indexed accesses"));
}

TEST(ChooseWidth, ItemsThatAreRowsOfAStencilStayScalar) {
  WidthChoice choice = choose(R"(
kernel @k(%a: buffer<f32>, %o: buffer<f32>, %w: i64) over (%i < %n) {
  for $j %j: i64 = 1i64 to %w step 1i64 {
    %row: i64 = mul %i, %w
    %at: i64 = add %row, %j
    %before: i64 = sub %at, 1i64
    %x: f32 = load_elem %a, %before
    %y: f32 = load_elem %a, %at
    %sum: f32 = add %x, %y
    store_elem %o, %at, %sum
  }
}
)",
                              avx2());
  EXPECT_EQ(choice.width, 1);
  EXPECT_THAT(choice.reason, HasSubstr("indexed accesses"));
}

TEST(ChooseWidth, ItemsThatAreRowsOfAProductRunInGangs) {
  WidthChoice choice = choose(R"(
kernel @k(%a: buffer<f32>, %b: buffer<f32>, %o: buffer<f32>, %w: i64) over (%i < %n) {
  var %sum: f32
  for $k %k: i64 = 0i64 to %w step 1i64 {
    %row: i64 = mul %i, %w
    %at: i64 = add %row, %k
    %x: f32 = load_elem %a, %at
    %column: i64 = mul %k, %w
    %y: f32 = load_elem %b, %column
    %xy: f32 = mul %x, %y
    %s: f32 = load %sum
    %t: f32 = add %s, %xy
    store %sum, %t
  }
  %r: f32 = load %sum
  store_elem %o, %i, %r
}
)",
                              avx2());
  EXPECT_GE(choice.width, 8);
}

TEST(ChooseWidth, BigArraysStayScalar) {
  WidthChoice choice = choose(R"(
kernel @k(%x: buffer<f32>, %at: buffer<i32>) over (%i < %n) small {
  var %a: array<f32,5000>
  %j: i32 = load_elem %at, %i
  %x0: f32 = load_elem %x, %i
  %y: f32 = mul %x0, 2.0f32
  %z: f32 = add %y, %x0
  store %a[%j], %z
  %r: f32 = load %a[0i32]
  store_elem %x, %i, %r
}
)",
                              avx2());
  EXPECT_EQ(choice.width, 1);
  EXPECT_THAT(choice.reason, HasSubstr("20000 bytes an item"));
}

}  // namespace
}  // namespace tack::transform
