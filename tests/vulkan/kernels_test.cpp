// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>

#include "harness.hpp"

namespace tack::test {
namespace {

using ir::Kind;

Job saxpy(int64_t n) {
  Job job;
  job.text = R"(
kernel @saxpy(%y: buffer<f32>, %x: buffer<f32>, %a: f32) over (%i < %n) {
  %v: f32 = load_elem %x, %i
  %w: f32 = load_elem %y, %i
  %p: f32 = mul %a, %v
  %s: f32 = add %p, %w
  store_elem %y, %i, %s
}
)";
  job.kernel = "saxpy";
  std::vector<float> x, y;
  for (int64_t i = 0; i < n; ++i) {
    x.push_back(0.1f * static_cast<float>(i) - 3);
    y.push_back(1.0f / static_cast<float>(i + 1));
  }
  job.buffers = {Data::of(Kind::F32, y), Data::of(Kind::F32, x)};
  job.args = {buf(0), buf(1), num(std::bit_cast<uint32_t>(1.7f))};
  job.extents = {n};
  return job;
}

TEST(Kernels, Saxpy) {
  for (const Record& record : records()) {
    if (!record.caps.int64) continue;
    for (int64_t n : {0, 1, 63, 64, 65, 1000}) {
      SCOPED_TRACE(record.name + " " + std::to_string(n));
      EXPECT_EQ(compare(saxpy(n), record), "");
    }
  }
}

}  // namespace
}  // namespace tack::test
