// SPDX-License-Identifier: Apache-2.0
#include "transform/uniform_ahead.hpp"

#include <gmock/gmock.h>

#include "transform/equivalence_test.hpp"
#include "transform/simplify.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ahead(const std::string& text, uint16_t width) {
  auto module = parse_or_fail(text);
  for (auto& f : module->functions) {
    if (f->is_kernel()) vectorise(*f, width);
  }
  simplify(*module);
  uniform_ahead(*module);
  simplify(*module);
  return ir::print(*module);
}

void check(const std::string& text) {
  for (uint16_t width : {2, 8, 32}) {
    for (int64_t items : {1, 64, 101}) {
      expect_same(
          text, {items}, 400,
          [&](ir::Module& m) {
            for (auto& f : m.functions) {
              if (f->is_kernel()) vectorise(*f, width);
            }
            simplify(m);
            uniform_ahead(m);
          },
          ir::Stage::Gang);
      if (testing::Test::HasFailure()) return;
    }
  }
}

// The loop's bounds and step are given; each lane leaves when it has seen enough.
std::string march(const std::string& range) {
  return R"(
kernel @k(%z: buffer<f32>, %out: buffer<f32>, %count: i64, %eight: i64, %stride: f32) over (%i < %n) {
  var %sum: f32
  for $for %k: i64 = )" +
         range + R"( {
    %kf: f32 = convert %k
    %x: f32 = mul %kf, %stride
    %floor: f32 = floor %x
    %cell: i32 = convert %floor
    %part: f32 = sub %x, %floor
    %cell64: i64 = convert %cell
    %far: i64 = add %i, %cell64
    %at: i64 = and %far, 255i64
    %v: f32 = load_elem %z, %at
    %old: f32 = load %sum
    %weighed: f32 = mul %v, %part
    %new: f32 = add %old, %weighed
    store %sum, %new
    %enough: i1 = gt %new, 3.0f32
    if %enough {
      exit $for
    }
    %rest: f32 = add %part, %new
    store %sum, %rest
  }
  %x.1: f32 = load %sum
  store_elem %out, %i, %x.1
}
)";
}

TEST(UniformAhead, ComputesTheNextTurn) {
  std::string after = ahead(march("1i64 to %count step 1i64"), 8);
  // Once for the first turn, once in the loop before its lanes are asked for.
  size_t first = after.find("floor"), loop = after.find("for $for"), second = after.rfind("floor");
  EXPECT_LT(first, loop) << after;
  EXPECT_LT(loop, second) << after;
  EXPECT_LT(second, after.find("load %live")) << after;
  EXPECT_THAT(after, HasSubstr("add %k, 1i64"));
  check(march("1i64 to %count step 1i64"));
}

TEST(UniformAhead, OtherRanges) {
  check(march("%count to 3i64 step 1i64"));  // no turn at all
  check(march("-5i64 to 20i64 step %eight"));
  check(march("0i64 to 1i64 step 1i64"));
  check(march("9223372036854775800i64 to 9223372036854775807i64 step 3i64"));  // the counter wraps
}

// Without a chain through a conversion there is nothing to gain.
TEST(UniformAhead, LeavesShortChains) {
  std::string text = R"(
kernel @k(%z: buffer<f32>, %out: buffer<f32>) over (%i < %n) {
  var %sum: f32
  for $for %k: i64 = 0i64 to 9i64 step 1i64 {
    %kf: f32 = convert %k
    %at: i64 = add %i, %k
    %v: f32 = load_elem %z, %at
    %w: f32 = mul %v, %kf
    %old: f32 = load %sum
    %new: f32 = add %old, %w
    store %sum, %new
  }
  %x: f32 = load %sum
  store_elem %out, %i, %x
}
)";
  EXPECT_THAT(ahead(text, 8), Not(HasSubstr("add %k, 1i64")));
}

}  // namespace
}  // namespace tack::transform
