/* SPDX-License-Identifier: Apache-2.0 */
/* ray.xc, in C. */
#include <math.h>

#include "timer.h"
#define WIDTH 640
#define HEIGHT 480
#define BALLS 9

static struct ball {
  float x, y, z, radius;
} balls[BALLS];
uint8_t image[WIDTH * HEIGHT];

static void place(void) {
  for (uint32_t i = 0; i < BALLS; i++) {
    balls[i].x = (float)(i % 3) * 2.2f - 2.2f;
    balls[i].y = 0.4f + (float)(i % 4) * 0.3f;
    balls[i].z = 4.0f + (float)(i / 3) * 1.9f;
    balls[i].radius = 0.5f + (float)(i % 2) * 0.4f;
  }
}

static uint8_t pixel(uint32_t x, uint32_t y) {
  float ox = 0.0f, oy = 1.2f, oz = -2.0f;
  float dx = ((float)x - 320.0f) * (1.0f / 400.0f), dy = (240.0f - (float)y) * (1.0f / 400.0f);
  float dz = 1.0f;
  float scale = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz);
  dx *= scale;
  dy *= scale;
  dz *= scale;
  float light = 0.0f, left = 1.0f;
  for (int bounce = 0; bounce < 5; bounce++) {
    float nearest = 1000.0f;
    int hit = -1;
    for (int k = 0; k < BALLS; k++) {
      float lx = balls[k].x - ox, ly = balls[k].y - oy, lz = balls[k].z - oz;
      float along = lx * dx + ly * dy + lz * dz;
      float apart = lx * lx + ly * ly + lz * lz - along * along;
      float inside = balls[k].radius * balls[k].radius - apart;
      if (inside <= 0.0f) continue;
      float t = along - sqrtf(inside);
      if (t > 0.001f && t < nearest) {
        nearest = t;
        hit = k;
      }
    }
    if (dy < -0.0001f) {
      float t = -oy / dy;
      if (t > 0.001f && t < nearest) {
        nearest = t;
        hit = BALLS;
      }
    }
    if (hit < 0) {
      light += left * (0.6f + 0.4f * dy);
      break;
    }
    ox += dx * nearest;
    oy += dy * nearest;
    oz += dz * nearest;
    if (hit == BALLS) {
      uint32_t tile = ((uint32_t)(ox + 1000.0f) + (uint32_t)(oz + 1000.0f)) & 1;
      light += left * (tile != 0 ? 0.8f : 0.2f) * (1.0f / (1.0f + 0.02f * nearest));
      break;
    }
    float r = 1.0f / balls[hit].radius;
    float nx = (ox - balls[hit].x) * r, ny = (oy - balls[hit].y) * r, nz = (oz - balls[hit].z) * r;
    float turn = 2.0f * (dx * nx + dy * ny + dz * nz);
    dx -= turn * nx;
    dy -= turn * ny;
    dz -= turn * nz;
    light += left * 0.1f * (1.0f + ny);
    left *= 0.7f;
  }
  return light > 1.0f ? 255 : (uint8_t)(light * 255.0f);
}

static uint32_t work(void) {
  place();
  uint32_t sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (uint32_t y = 0; y < HEIGHT; y++)
    for (uint32_t x = 0; x < WIDTH; x++) sum += image[y * WIDTH + x] = pixel(x, y);
  return sum;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
