// SPDX-License-Identifier: Apache-2.0
// Arrays of vectors: points of the program's own struct, turned by a matrix. Then debug mode, which
// says where a kernel leaves an array.
#include <cmath>
#include <cstdio>
#include <tack/tack.hpp>
#include <vector>

struct Point {
  float x, y;
};
template <>
struct tack::Element<Point> : tack::VectorElement<float, 2> {};

constexpr const char* kKernels = R"py(
import tack

@tack.kernel
def turn(turns, points):
    for i in range(len(points)):
        points[i] = turns[None] @ points[i]

@tack.kernel
def pull(points):
    for i in range(len(points)):
        points[i] = (points[i] + points[i + 1]) / 2
)py";

int main() {
  tack::Module module = tack::Module::from_text(kKernels, "kernels");
  const float angle = 0.001f;
  const std::array<std::array<float, 2>, 2> turn = {
      {{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}}};
  std::vector<Point> points(100'000, {1, 0});
  tack::Kernel turned = module.kernel("turn");
  for (int round = 0; round < 1000; ++round) turned(tack::view(&turn, {}), points);
  std::printf("(%.3f, %.3f), expected (%.3f, %.3f)\n", static_cast<double>(points[7].x),
              static_cast<double>(points[7].y), std::cos(1.0), std::sin(1.0));
  if (std::abs(static_cast<double>(points[7].x) - std::cos(1.0)) > 1e-3) return 1;

  tack::set_debug(true);
  try {
    module.kernel("pull")(points);
  } catch (const tack::Error& error) {
    std::printf("%s", error.what());
    return error.kind() == tack::ErrorKind::Index ? 0 : 1;
  }
  return 1;
}
