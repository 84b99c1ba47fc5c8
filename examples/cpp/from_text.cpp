// SPDX-License-Identifier: Apache-2.0
// A kernel from a text, run over vectors; then one with a mistake, to show what an error says.
#include <cmath>
#include <cstdio>
#include <tack/tack.hpp>
#include <vector>

constexpr const char* kKernels = R"py(
import tack

@tack.func
def squared(v):
    return v * v

@tack.kernel
def saxpy(a, x, y):
    for i in range(len(x)):
        y[i] = a * x[i] + squared(y[i])

@tack.kernel
def wrong(x):
    for i in range(len(x)):
        x[i] = scale * x[i]
)py";

int main() {
  tack::Module module = tack::Module::from_text(kKernels, "kernels");
  tack::Kernel saxpy = module.kernel("saxpy");

  const std::size_t n = 1'000'000;
  std::vector<float> x(n), y(n, 3.0f);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 1000);
  saxpy(2.0, x, y);
  for (std::size_t i = 0; i < n; ++i) {
    if (y[i] != 2.0f * x[i] + 9.0f) {
      std::printf("y[%zu] is %g\n", i, static_cast<double>(y[i]));
      return 1;
    }
  }
  std::printf("saxpy: %zu numbers on %d threads, all as expected\n", n, tack::threads());

  try {
    module.kernel("wrong")(x);
  } catch (const tack::Error& error) {
    std::printf("%s", error.diagnostics().c_str());
    return error.kind() == tack::ErrorKind::Name ? 0 : 1;
  }
  return 1;
}
