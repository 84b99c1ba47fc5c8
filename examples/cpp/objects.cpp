// SPDX-License-Identifier: Apache-2.0
// An instance of a device class: its numbers and arrays are one argument. Heat flows along a rod;
// the two arrays of the instance change places after each step.
#include <cmath>
#include <cstdio>
#include <tack/tack.hpp>
#include <utility>
#include <vector>

constexpr const char* kKernels = R"py(
import tack

@tack.device_class
class Rod:
    __tack_iterate__ = ("n",)
    RATE = 0.25

    @tack.func
    def at(self, i):
        return self.now[i] if 0 <= i and i < self.n else 0.0

    @tack.kernel
    def step(self, dt):
        for i in self:
            flow = self.at(i - 1) - 2.0 * self.at(i) + self.at(i + 1)
            self.next[i] = self.now[i] + dt * self.RATE * flow
)py";

int main() {
  tack::Module module = tack::Module::from_text(kKernels, "rod.py");
  const int n = 1000;
  std::vector<float> now(n, 0.0f), next(n), expected(n, 0.0f), other(n);
  now[500] = expected[500] = 1000.0f;

  tack::Object rod = module.object("Rod");
  rod.set("n", n).set("now", now).set("next", next);
  tack::Kernel step = module.kernel("Rod.step");
  const float dt = 0.5f;
  for (int round = 0; round < 100; ++round) {
    step(rod, dt);
    std::swap(now, next);  // a swap of vectors swaps their memory
    rod.set("now", now).set("next", next);

    auto at = [&](int i) { return 0 <= i && i < n ? expected[static_cast<size_t>(i)] : 0.0f; };
    for (int i = 0; i < n; ++i)
      other[static_cast<size_t>(i)] = at(i) + dt * 0.25f * (at(i - 1) - 2.0f * at(i) + at(i + 1));
    std::swap(expected, other);
  }
  std::printf("in the middle %.3f, expected %.3f\n", static_cast<double>(now[500]),
              static_cast<double>(expected[500]));
  for (size_t i = 0; i < now.size(); ++i)
    if (std::abs(now[i] - expected[i]) > 1e-3f) return 1;
  return 0;
}
