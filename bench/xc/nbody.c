/* SPDX-License-Identifier: Apache-2.0 */
/* nbody.xc, in C. */
#include <math.h>

#include "timer.h"
#define N 8192

static float px[N], py[N], pz[N], mass[N], ax[N], ay[N], az[N];

static uint32_t hash(uint32_t v) {
  v = (v ^ (v >> 16)) * 0x7feb352dU;
  v = (v ^ (v >> 15)) * 0x846ca68bU;
  return v ^ (v >> 16);
}

static float place(uint32_t v) {
  return (float)(int32_t)(hash(v) >> 8) * (1.0f / 8388608.0f) - 1.0f;
}

static void forces(void) {
#pragma omp parallel for
  for (uint32_t i = 0; i < N; i++) {
    float x = px[i], y = py[i], z = pz[i];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (uint32_t j = 0; j < N; j++) {
      float dx = px[j] - x, dy = py[j] - y, dz = pz[j] - z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.0001f;
      float pull = mass[j] / (d2 * sqrtf(d2));
      fx += dx * pull;
      fy += dy * pull;
      fz += dz * pull;
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
  }
}

int main(int argc, char** argv) {
  for (uint32_t i = 0; i < N; i++) {
    px[i] = place(i * 4);
    py[i] = place(i * 4 + 1);
    pz[i] = place(i * 4 + 2);
    mass[i] = place(i * 4 + 3) + 1.5f;
  }
  forces();
  unsigned right = 0;
  for (uint32_t i = 0; i < N; i++) right += ax[i] > 0.0f;
  printf("%u %u\n", (right + 50) / 100, right);
  if (argc > 1) BEST_OF(5, forces());
  (void)argv;
  return 0;
}
