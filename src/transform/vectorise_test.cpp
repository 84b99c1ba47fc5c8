// SPDX-License-Identifier: Apache-2.0
// Whole kernels, what the gang must keep in order, and refusals.
#include "transform/vectorise_test.hpp"

#include <gmock/gmock.h>

namespace tack::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Vectorise, Saxpy) {
  const char* text = R"(
kernel @saxpy(%x: buffer<f32>, %y: buffer<f32>, %a: f32) over (%i < %n) {
  %0: f32 = load_elem %x, %i
  %1: f32 = load_elem %y, %i
  %2: f32 = mul %a, %0
  %3: f32 = add %2, %1
  store_elem %y, %i, %3
}
)";
  expect_same_vectorised(text, {100});
  expect_same_vectorised(text, {0});
  expect_same_vectorised(text, {1});
  std::string after = vectorised(text, 8);
  EXPECT_THAT(after, HasSubstr("load_lanes %x, %i, %gang"));
  EXPECT_THAT(after, HasSubstr("store_lanes %y, %i, "));
  EXPECT_THAT(after, Not(HasSubstr("lane_id")));
}

constexpr const char* kMandel = R"(
kernel @mandel(%out: buffer<i32>, %iters: i32) over (%j < %h, %i < %w) {
  %x: f32 = convert %i
  %y: f32 = convert %j
  %x1: f32 = mul %x, 0.1f32
  %y1: f32 = mul %y, 0.1f32
  %cx: f32 = sub %x1, 2.0f32
  %cy: f32 = sub %y1, 1.0f32
  var %zx: f32
  var %zy: f32
  var %k: i32
  loop $iterate {
    %n: i32 = load %k
    %more: i1 = lt %n, 50i32
    if %more {
    } else {
      exit $iterate
    }
    %zx0: f32 = load %zx
    %zy0: f32 = load %zy
    %a: f32 = mul %zx0, %zx0
    %b: f32 = mul %zy0, %zy0
    %s: f32 = add %a, %b
    %in: i1 = lt %s, 4.0f32
    if %in {
    } else {
      exit $iterate
    }
    %d: f32 = sub %a, %b
    %t: f32 = add %d, %cx
    %e: f32 = mul 2.0f32, %zx0
    %f: f32 = mul %e, %zy0
    %g: f32 = add %f, %cy
    store %zy, %g
    store %zx, %t
    %n1: i32 = add %n, 1i32
    store %k, %n1
  }
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %r: i32 = load %k
  store_elem %out, %at, %r
}
)";

// Nothing is blended inside the loop: the counter takes the mask itself, and its limit is tested on
// one scalar.
TEST(Vectorise, MandelbrotBlendsNothing) {
  expect_same_vectorised(kMandel, {7, 37});
  std::string after = vectorised(kMandel, 8);
  EXPECT_THAT(after, Not(HasSubstr("select")));
  EXPECT_THAT(after, HasSubstr("%more: i1 = lt "));
}

TEST(Vectorise, ReductionsKeepTheirOrder) {
  expect_same_vectorised(R"(
kernel @k(%in: buffer<f32>) over (%j < %h, %i < %w) reduce (%sum: f32 add, %most: f32 max) {
  %row: i64 = mul %j, %w
  %at: i64 = add %row, %i
  %x: f32 = load_elem %in, %at
  %small: i1 = lt %x, -4.0f32
  if %small {
    return
  } else {
  }
  %third: f32 = div %x, 3.0f32
  %s: f32 = load %sum
  %s1: f32 = add %s, %third
  store %sum, %s1
  %c: i1 = lt %x, 0.0f32
  if %c {
    %m: f32 = load %most
    %m1: f32 = max %m, %third
    store %most, %m1
  } else {
  }
}
)",
                         {5, 77});
}

TEST(Vectorise, HighestLaneWins) {
  // Items of one gang store to one element: as if they had run in ascending order.
  const char* text = R"(
kernel @k(%in: buffer<i32>, %out: buffer<i32>) over (%i < %n) {
  %x: i32 = load_elem %in, %i
  %c: i1 = lt %x, 9i32
  if %c {
    store_elem %out, 3i32, %x
    %few: i64 = and %i, 1i64
    store_elem %out, %few, %x
  }
}
)";
  interp::Options options;
  options.conflicts = false;
  auto before = parse_or_fail(text);
  KernelRun want = run_first_kernel(*before, {50}, 60, options);
  for (uint16_t width : {4, 8, 32}) {
    auto after = parse_or_fail(text);
    vectorise(*after->functions[0], width);
    KernelRun got = run_first_kernel(*after, {50}, 60, options);
    EXPECT_EQ(got.buffers, want.buffers) << ir::print(*after);
  }
}

TEST(Vectorise, RefusesWhatIsNotInlined) {
  auto module = parse_or_fail(R"(
func @f(%x: i32) -> i32 {
  return %x
}
kernel @k(%out: buffer<i32>) over (%i < %n) {
  %y: i32 = call @f(3i32)
  store_elem %out, %i, %y
}
)");
  auto refusal = why_not_vectorise(*module->functions[1]);
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->reason, "calls @f, which is not inlined");
}

}  // namespace
}  // namespace tack::transform
