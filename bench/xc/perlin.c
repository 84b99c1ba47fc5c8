/* SPDX-License-Identifier: Apache-2.0 */
/* perlin.xc, in C. */
#include "timer.h"
#define SIDE 2048

uint8_t image[SIDE * SIDE];

static uint32_t hash(uint32_t x, uint32_t y) {
  uint32_t v = x * 0x9e3779b1U + y * 0x85ebca6bU;
  v = (v ^ (v >> 15)) * 0x2c1b3c6dU;
  v = (v ^ (v >> 12)) * 0x297a2d39U;
  return v ^ (v >> 15);
}

static float pull(uint32_t x, uint32_t y, float dx, float dy) {
  uint32_t h = hash(x, y) & 7;
  float u = h < 4 ? dx : dy, v = h < 4 ? dy : dx;
  float a = (h & 1) != 0 ? -u : u, b = (h & 2) != 0 ? -v : v;
  return a + 0.5f * b;
}

static float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

static float noise(float x, float y) {
  uint32_t ix = (uint32_t)x, iy = (uint32_t)y;
  float fx = x - (float)ix, fy = y - (float)iy;
  float a = pull(ix, iy, fx, fy);
  float b = pull(ix + 1, iy, fx - 1.0f, fy);
  float c = pull(ix, iy + 1, fx, fy - 1.0f);
  float d = pull(ix + 1, iy + 1, fx - 1.0f, fy - 1.0f);
  float u = fade(fx);
  float top = a + u * (b - a), bottom = c + u * (d - c);
  return top + fade(fy) * (bottom - top);
}

static uint64_t render(void) {
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
  for (uint32_t row = 0; row < SIDE; row++)
    for (uint32_t column = 0; column < SIDE; column++) {
      float x = (float)column * (1.0f / 64.0f), y = (float)row * (1.0f / 64.0f);
      float sum = 0.0f, weight = 0.5f;
      for (int octave = 0; octave < 4; octave++) {
        sum += weight * noise(x, y);
        x *= 2.0f;
        y *= 2.0f;
        weight *= 0.5f;
      }
      float grey = 128.0f + 127.0f * sum;
      uint8_t g = grey < 0.0f ? 0 : grey > 255.0f ? 255 : (uint8_t)grey;
      image[row * SIDE + column] = g;
      total += g;
    }
  return total;
}

int main(int argc, char** argv) {
  uint64_t total = render();
  printf("%u %llu\n", (unsigned)(total * 10 / (SIDE * SIDE)), (unsigned long long)total);
  if (argc > 1) BEST_OF(7, render());
  (void)argv;
  return 0;
}
