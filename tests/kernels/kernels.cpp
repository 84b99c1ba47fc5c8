// SPDX-License-Identifier: Apache-2.0
#include "kernels/kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "ir/reduction_order.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::kernels {
namespace {

template <class T>
std::vector<uint8_t> bytes(const std::vector<T>& values) {
  std::vector<uint8_t> out(values.size() * sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), values.data(), out.size());
  return out;
}

uint64_t bits(float v) { return std::bit_cast<uint32_t>(v); }

// A fixed stream of values in [0, 1).
struct Stream {
  uint64_t state = 88172645463325252ull;
  uint32_t next() {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<uint32_t>(state >> 32);
  }
  float unit() { return static_cast<float>(next() >> 8) * 0x1p-24f; }
};

Case saxpy(int64_t n) {
  Stream random;
  std::vector<float> x(n), y(n), want(n);
  float a = 2.5f;
  for (int64_t i = 0; i < n; ++i) {
    x[i] = random.unit() * 100 - 50, y[i] = random.unit();
    float ax = a * x[i];
    want[i] = ax + y[i];
  }
  return {"saxpy", {n}, {bytes(y), bytes(x)}, {bits(a)}, {}, {bytes(want), bytes(x)}, {}};
}

Case mandelbrot(int64_t h, int64_t w, int32_t iters) {
  std::vector<int32_t> out(h * w, -1), want(h * w);
  for (int64_t j = 0; j < h; ++j) {
    for (int64_t i = 0; i < w; ++i) {
      float cx = -2 + 3.f * i / w, cy = -1 + 2.f * j / h, zx = 0, zy = 0;
      int32_t k = 0;
      while (k < iters && zx * zx + zy * zy < 4) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        k++;
      }
      want[j * w + i] = k;
    }
  }
  uint64_t most = static_cast<uint32_t>(iters);
  return {"mandelbrot", {h, w}, {bytes(out)}, {most}, {}, {bytes(want)}, {}};
}

Case blur(int64_t h, int64_t w) {
  Stream random;
  std::vector<uint8_t> in(h * w), out(h * w, 77), want(h * w);
  for (uint8_t& v : in) v = static_cast<uint8_t>(random.next());
  constexpr int kWeights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
  for (int64_t j = 0; j < h; ++j) {
    for (int64_t i = 0; i < w; ++i) {
      int64_t at = j * w + i;
      if (j == 0 || j == h - 1 || i == 0 || i == w - 1) {
        want[at] = in[at];
        continue;
      }
      int sum = 8;
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) sum += kWeights[y + 1][x + 1] * in[at + y * w + x];
      want[at] = static_cast<uint8_t>(sum >> 4);
    }
  }
  return {"blur", {h, w}, {out, in}, {}, {}, {want, in}, {}};
}

float heron(float a, int32_t most) {
  if (a <= 0) return -1;
  float x = a;
  for (int32_t k = 0; k < most; ++k) {
    float next = 0.5f * (x + a / x);
    if (std::fabs(next - x) <= 0.000001f * next) return next;
    x = next;
  }
  return -1;
}

Case settle(int64_t n, int32_t most) {
  Stream random;
  std::vector<float> a(n), root(n, 9), want(n);
  for (float& v : a) v = random.unit() * 1000 - 20;
  if (n > 3) a[3] = NAN, a[1] = INFINITY, a[2] = 0;
  float sum = 0.5f;
  int64_t block = ir::reduction_block(n);
  for (int64_t begin = 0; begin < n; begin += block) {
    float copies[64] = {};
    for (int64_t i = begin; i < std::min(n, begin + block); ++i) {
      want[i] = heron(a[i], most);
      copies[(i - begin) % 64] += want[i];
    }
    for (int s = 32; s > 0; s /= 2)
      for (int i = 0; i < s; ++i) copies[i] += copies[i + s];
    sum += copies[0];
  }
  return {"settle",
          {n},
          {bytes(root), bytes(a)},
          {static_cast<uint32_t>(most)},
          {bits(0.5f)},
          {bytes(want), bytes(a)},
          {bits(sum)}};
}

}  // namespace

std::vector<Case> all_cases() {
  using Size = std::pair<int64_t, int64_t>;
  std::vector<Case> cases;
  for (int64_t n : {0, 1, 3, 8, 63, 64, 65, 100, 1000, 5003}) cases.push_back(saxpy(n));
  for (auto [h, w] : {Size{1, 1}, {3, 5}, {1, 64}, {16, 33}, {0, 4}, {4, 0}})
    cases.push_back(mandelbrot(h, w, 64));
  cases.push_back(mandelbrot(9, 40, 0));
  for (auto [h, w] : {Size{1, 1}, {2, 2}, {3, 3}, {5, 17}, {7, 64}, {6, 131}, {40, 1}})
    cases.push_back(blur(h, w));
  for (int64_t n : {0, 1, 2, 7, 64, 129, 1000, 4096, 9001}) cases.push_back(settle(n, 20));
  return cases;
}

std::unique_ptr<ir::Module> load(const std::string& kernel) {
  std::string path = TACK_SOURCE_DIR "/tests/kernels/" + kernel + ".tir";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  Result<std::unique_ptr<ir::Module>> module = ir::parse(text.str(), path);
  std::string fault =
      module.ok() ? ir::verify(**module, ir::Stage::Source) : module.error().message;
  if (!fault.empty() || !file) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), fault.c_str());
    std::abort();
  }
  return std::move(*module);
}

}  // namespace tack::kernels
