// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_reductions.hpp"

#include <gmock/gmock.h>

#include "transform/equivalence_test.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;

constexpr const char* kSum = R"(
kernel @sum(%x: buffer<f32>) over (%i < %n) reduce (%s: f32 add) {
  %v: f32 = load_elem %x, %i
  %skip: i1 = lt %v, -4.0f32
  if %skip {
    return
  } else {
  }
  %third: f32 = div %v, 3.0f32
  %old: f32 = load %s
  %new: f32 = add %old, %third
  store %s, %new
}
)";

// The lowered kernel, given copies of its own, leaves in them what folds to the same bits.
TEST(LowerReductions, SameBitsAsTheOracle) {
  for (uint16_t width : {1, 4, 8, 16, 32, 64}) {
    auto before = parse_or_fail(kSum);
    auto after = parse_or_fail(kSum);
    lower_reductions(*after);
    if (width > 1) vectorise(*after->functions[0], width);
    ASSERT_EQ(ir::verify(*after, width > 1 ? ir::Stage::Gang : ir::Stage::Source), "")
        << ir::print(*after);
    std::vector<float> data(301);
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>((i * 37) % 41) / 4 - 5;
    std::vector<float> copies(64, 0.0f);
    interp::Argument x = interp::Argument::buffer(data.data(), 301);
    interp::Argument arguments[] = {x, interp::Argument::buffer(copies.data(), 64)};
    int64_t extents[] = {301};
    interp::Options options;
    options.conflicts = false;  // items share copies, in order
    auto got = interp::run_kernel(*after->functions[0], arguments, extents, {}, options);
    ASSERT_TRUE(got.ok()) << got.error().message;
    for (size_t s = 32; s > 0; s /= 2) {
      for (size_t i = 0; i < s; ++i) copies[i] += copies[i + s];
    }
    auto want = interp::run_kernel(*before->functions[0], {&x, 1}, extents, {0});
    ASSERT_TRUE(want.ok()) << want.error().message;
    uint32_t bits;
    float total = 0.0f + copies[0];
    std::memcpy(&bits, &total, 4);
    EXPECT_EQ(bits, want->reductions[0]) << "W = " << width;
  }
}

TEST(LowerReductions, CopiesAreConsecutiveInAGang) {
  auto module = parse_or_fail(kSum);
  lower_reductions(*module);
  vectorise(*module->functions[0], 16);
  std::string text = ir::print(*module);
  EXPECT_THAT(text, HasSubstr("load_lanes %partials.0, %copy, %gang"));
  EXPECT_THAT(text, HasSubstr("store_lanes %partials.0, %copy, "));
}

}  // namespace
}  // namespace tack::transform
