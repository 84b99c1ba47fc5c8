// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/launch_count.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tack::python {
namespace {

CountInst constant(__int128 value) {
  CountInst inst;
  inst.value = value;
  return inst;
}
CountInst op(CountOp op) {
  CountInst inst;
  inst.op = op;
  return inst;
}
CountInst scalar(uint16_t arg) {
  CountInst inst;
  inst.op = CountOp::Scalar;
  inst.arg = arg;
  return inst;
}

LaunchCount range(CountCode start, CountCode stop, CountCode step) {
  LaunchCount count;
  count.kernel = "k";
  count.dimensions.push_back({std::move(start), std::move(stop), std::move(step)});
  return count;
}

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

int64_t extent(__int128 start, __int128 stop, __int128 step) {
  auto bounds = evaluate(range({constant(start)}, {constant(stop)}, {constant(step)}), {});
  if (!bounds) return bounds.error().kind == ErrorKind::Value ? -2 : -1;
  return bounds->total;
}

TEST(LaunchCount, CountsAsPythonsRange) {
  EXPECT_EQ(extent(0, 10, 1), 10);
  EXPECT_EQ(extent(3, 7, 1), 4);
  EXPECT_EQ(extent(1, 8, 3), 3);
  EXPECT_EQ(extent(1, 7, 3), 2);
  EXPECT_EQ(extent(-5, 5, 4), 3);
  EXPECT_EQ(extent(5, 5, 1), 0);
  EXPECT_EQ(extent(7, 3, 1), 0);
  EXPECT_EQ(extent(0, 10, 0), 0);
  EXPECT_EQ(extent(0, 10, -1), 0);
  EXPECT_EQ(extent(0, 10, static_cast<__int128>(kMax) * 4), 1);
}

TEST(LaunchCount, KeepsTheEndsOf64Bits) {
  EXPECT_EQ(extent(0, kMax, 1), kMax);
  EXPECT_EQ(extent(kMax - 1, static_cast<__int128>(kMax) + 1, 1), 2);
  EXPECT_EQ(extent(kMin, kMin + 3, 1), 3);
  // An index outside is a RuntimeError, too many of them a ValueError.
  EXPECT_EQ(extent(2, static_cast<__int128>(kMax) + 2, 1), -1);
  EXPECT_EQ(extent(static_cast<__int128>(kMin) - 1, 0, 3), -1);
  EXPECT_EQ(extent(0, static_cast<__int128>(kMax) + 2, 1), -2);
  EXPECT_EQ(extent(kMin, kMax, 1), -2);
  EXPECT_EQ(extent(kMin, kMax, 2), -2);  // 2**63 iterations
  EXPECT_EQ(extent(kMin, kMax, 4), int64_t{1} << 62);
}

TEST(LaunchCount, DividesTowardMinusInfinity) {
  auto stop = [](int64_t a, int64_t b) {
    auto bounds = evaluate(
        range({constant(-100)}, {constant(a), constant(b), op(CountOp::FloorDiv)}, {}), {});
    return bounds ? bounds->total - 100 : INT64_MIN;
  };
  EXPECT_EQ(stop(7, 2), 3);
  EXPECT_EQ(stop(-7, 2), -4);
  EXPECT_EQ(stop(7, -2), -4);
  EXPECT_EQ(stop(-7, -2), 3);
  EXPECT_EQ(stop(-7, -1), 7);
  EXPECT_EQ(stop(7, 0), INT64_MIN);
}

TEST(LaunchCount, ReadsScalarsOfBothSigns) {
  CountArg small, large;
  small.scalar = -3;
  large.scalar = -1;
  large.is_u64 = true;
  CountArg args[] = {small, large};
  auto negative = evaluate(range({scalar(0)}, {constant(2)}, {}), args);
  ASSERT_TRUE(negative);
  EXPECT_EQ(negative->extent[0], 5);
  EXPECT_EQ(negative->start[0], -3);
  EXPECT_FALSE(evaluate(range({}, {scalar(1)}, {}), args));
}

TEST(LaunchCount, TwoNegativeExtentsAreNoItems) {
  LaunchCount count = range({}, {constant(-3)}, {});
  count.dimensions.push_back({{}, {constant(-4)}, {}});
  auto bounds = evaluate(count, {});
  ASSERT_TRUE(bounds);
  EXPECT_TRUE(bounds->empty());
}

TEST(LaunchCount, RefusesAProductBeyond64Bits) {
  LaunchCount count = range({}, {constant(int64_t{1} << 40)}, {});
  count.dimensions.push_back({{}, {constant(int64_t{1} << 40)}, {}});
  auto bounds = evaluate(count, {});
  ASSERT_FALSE(bounds);
  EXPECT_EQ(bounds.error().message,
            "Kernel 'k': 1208925819614629174706176 iterations exceed the 9223372036854775807 that "
            "one CPU launch can index; split the work across several launches.");
  count.dimensions.insert(count.dimensions.end(), 2, count.dimensions[0]);
  bounds = evaluate(count, {});
  ASSERT_FALSE(bounds);
  EXPECT_NE(bounds.error().message.find("2**127 or more iterations exceed"), std::string::npos);
  EXPECT_EQ(bounds.error().kind, ErrorKind::Value);
  count.dimensions.push_back({{}, {constant(0)}, {}});
  bounds = evaluate(count, {});
  ASSERT_TRUE(bounds);
  EXPECT_TRUE(bounds->empty());
}

TEST(LaunchCount, RefusesWhatLeaves128Bits) {
  CountCode code = {constant(kMax)};
  for (int k = 0; k < 3; ++k) {
    code.push_back(constant(kMax));
    code.push_back(op(CountOp::Mul));
  }
  EXPECT_FALSE(evaluate(range({}, code, {}), {}));
}

TEST(LaunchCount, WrapsALocal) {
  CountInst wrap = op(CountOp::Wrap);
  wrap.kind = ir::Kind::I32;
  CountCode code = {constant(2147483647), constant(2), op(CountOp::Mul), wrap};
  auto bounds = evaluate(range({constant(-10)}, code, {}), {});
  ASSERT_TRUE(bounds);
  EXPECT_EQ(bounds->total, 8);  // -2 - -10
}

}  // namespace
}  // namespace tack::python
