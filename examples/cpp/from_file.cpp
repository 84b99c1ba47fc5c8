// SPDX-License-Identifier: Apache-2.0
// A kernel from a file, run over a picture of two dimensions until it changes little.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tack/tack.hpp>
#include <vector>

int main(int count, char** values) {
  try {
    tack::Module module = tack::Module::from_file(count > 1 ? values[1] : KERNELS);
    tack::Kernel smooth = module.kernel("smooth");

    const std::int64_t height = 480, width = 640;
    std::vector<float> picture(static_cast<std::size_t>(height * width));
    picture[static_cast<std::size_t>(height / 2 * width + width / 2)] = 1000.0f;
    std::vector<float> next = picture;
    int rounds = 0;
    float change = 1000.0f;
    for (; change > 0.05f && rounds < 1000; ++rounds) {
      // A const vector is a read-only array: the kernel could not write it.
      const std::vector<float>& now = picture;
      smooth(tack::view(now, {height, width}), tack::view(next, {height, width}));
      change = 0;
      for (std::size_t i = 0; i < next.size(); ++i)
        change = std::max(change, std::abs(next[i] - picture[i]));
      std::swap(picture, next);
    }
    double sum = 0;
    for (float value : picture) sum += static_cast<double>(value);
    std::printf("%d rounds, sum %.2f\n", rounds, sum);
    return std::abs(sum - 1000.0) < 0.1 ? 0 : 1;
  } catch (const tack::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
