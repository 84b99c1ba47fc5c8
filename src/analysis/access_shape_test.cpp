// SPDX-License-Identifier: Apache-2.0
#include "analysis/access_shape.hpp"

#include "analysis/analysis_test.hpp"

namespace tack::analysis {
namespace {

using ir::Op;

struct Facts {
  explicit Facts(const char* text, uint16_t width = 8)
      : kernel(text),
        uniformity(kernel.function()),
        ranges(kernel.function()),
        shapes(kernel.function(), uniformity, ranges, width) {}

  // "uniform", "other", or the stride; with "!" when the base is a multiple of W.
  std::string of(const std::string& name) const {
    Shape shape = shapes.of(kernel[name]);
    if (shape.is_uniform()) return "uniform";
    if (!shape.is_affine()) return "other";
    return std::to_string(shape.stride) + (shape.aligned ? "!" : "");
  }
  std::string access(Op op, size_t n) const {
    return access_name(shapes.access(kernel.nth(op, n)));
  }

  Kernel kernel;
  Uniformity uniformity;
  Ranges ranges;
  AccessShapes shapes;
};

TEST(AccessShape, Strides) {
  Facts f(R"(
kernel @k(%x: buffer<f32>, %p: i64) over (%j < %h, %i < %w) {
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %back: i64 = sub %p, %at
  %two: i64 = mul %at, 2i64
  %four: i64 = shl %two, 1i64
  %sum: i64 = sub %four, %at
  %none: i64 = sub %at, %i
  %sq: i64 = mul %i, %i
  %cut: i32 = convert %at
  %wide: i64 = convert %cut
  %a: f32 = load_elem %x, %row
  %b: f32 = load_elem %x, %at
  %c: f32 = load_elem %x, %two
  %d: f32 = load_elem %x, %sq
  %e: f32 = load_elem %x, %cut
}
)");
  EXPECT_EQ(f.of("row"), "uniform");
  EXPECT_EQ(f.of("at"), "1");
  EXPECT_EQ(f.of("back"), "-1");
  EXPECT_EQ(f.of("four"), "4");
  EXPECT_EQ(f.of("sum"), "3");
  EXPECT_EQ(f.of("sq"), "other");
  EXPECT_EQ(f.of("cut"), "1");
  EXPECT_EQ(f.of("wide"), "other");  // %cut may wrap between two lanes
  EXPECT_EQ(f.access(Op::LoadElem, 0), "uniform");
  EXPECT_EQ(f.access(Op::LoadElem, 1), "consecutive");
  EXPECT_EQ(f.access(Op::LoadElem, 2), "strided");
  EXPECT_EQ(f.access(Op::LoadElem, 3), "indexed");
  EXPECT_EQ(f.access(Op::LoadElem, 4), "consecutive");
}

constexpr const char* kMasks = R"(
kernel @k(%x: buffer<f32>) over (%i < %n) {
  %a: i64 = and %i, 63i64
  %b: i64 = and %i, 7i64
  %c: i64 = and %i, 3i64
  %far: i64 = add %i, 128i64
  %d: i64 = and %far, 63i64
  %near: i64 = add %i, 1i64
  %e: i64 = and %near, 63i64
  %f: i64 = floormod %i, 16i64
  %g: i64 = floormod %i, 24i64
}
)";

TEST(AccessShape, LowBitsOfAnAlignedGang) {
  Facts f(kMasks, 8);
  EXPECT_EQ(f.of("i"), "1!");
  EXPECT_EQ(f.of("a"), "1!");
  EXPECT_EQ(f.of("b"), "1!");
  EXPECT_EQ(f.of("c"), "other");
  EXPECT_EQ(f.of("d"), "1!");
  EXPECT_EQ(f.of("e"), "other");
  EXPECT_EQ(f.of("f"), "1!");
  EXPECT_EQ(f.of("g"), "other");
  EXPECT_EQ(Facts(kMasks, 16).of("b"), "other");
}

TEST(AccessShape, RangesProveThatNothingWraps) {
  Facts f(R"(
kernel @k(%x: buffer<f32>, %p: u32) over (%i < %n) small {
  %u: u32 = convert %i
  %m: u32 = and %p, 1023u32
  %ok: i1 = lt %u, 100000u32
  if %ok {
    %in: u32 = add %u, %m
    %wide: i64 = convert %in
    %y: f32 = load_elem %x, %wide
  }
  %below: u32 = sub %u, %p
  %z: f32 = load_elem %x, %below
  %under: i64 = convert %below
}
)");
  EXPECT_EQ(f.of("wide"), "other");  // the base of a gang of which some lanes are out may wrap
  EXPECT_EQ(f.of("below"), "1");
  EXPECT_EQ(f.of("under"), "other");
  EXPECT_EQ(f.access(Op::LoadElem, 1), "consecutive");  // buffers are below 2^31 elements
}

TEST(AccessShape, UnsignedIndicesOfBigBuffersMayWrap) {
  Facts f(R"(
kernel @k(%x: buffer<f32>) over (%i < %n) {
  %u: u32 = convert %i
  %y: f32 = load_elem %x, %u
  %v: u64 = convert %i
  %z: f32 = load_elem %x, %v
}
)");
  EXPECT_EQ(f.access(Op::LoadElem, 0), "indexed");
  EXPECT_EQ(f.access(Op::LoadElem, 1), "consecutive");
}

}  // namespace
}  // namespace tack::analysis
