// SPDX-License-Identifier: Apache-2.0
// The kernel as scalar C++: tests/kernels/mandelbrot.tir, item by item.
#include <cstdint>

extern "C" void mandelbrot_scalar(int32_t* out, int32_t iters, int64_t h, int64_t w) {
  for (int64_t j = 0; j < h; ++j) {
    for (int64_t i = 0; i < w; ++i) {
      float cx = -2.0f + 3.0f * static_cast<float>(i) / static_cast<float>(w);
      float cy = -1.0f + 2.0f * static_cast<float>(j) / static_cast<float>(h);
      float x = 0, y = 0;
      int32_t n = 0;
      while (n < iters) {
        float xx = x * x, yy = y * y;
        if (!(xx + yy < 4.0f)) break;
        float t = xx - yy + cx;
        y = 2.0f * x * y + cy;
        x = t;
        ++n;
      }
      out[j * w + i] = n;
    }
  }
}
