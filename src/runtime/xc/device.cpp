// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/device.hpp"

#include <stdio.h>
#include <string.h>

namespace tack::rt {
namespace {

const Gpu* g_gpu = nullptr;

// 32-bit FNV-1a.
uint32_t hash(const char* text, uint32_t so_far = 2166136261u) {
  for (; *text; ++text) so_far = (so_far ^ static_cast<unsigned char>(*text)) * 16777619u;
  return so_far;
}

}  // namespace

void set_gpu(const Gpu* gpu) { g_gpu = gpu; }

const Gpu* gpu() { return g_gpu; }

const char* cpu_identity() {
  static char text[160];
  char model[100] = "unknown model";
  if (FILE* file = fopen("/proc/cpuinfo", "re")) {
    char line[256];
    while (fgets(line, sizeof line, file)) {
      const char* colon = strchr(line, ':');
      if (strncmp(line, "model name", 10) != 0 || !colon) continue;
      snprintf(model, sizeof model, "%.*s", static_cast<int>(strcspn(colon + 2, "\n")), colon + 2);
      break;
    }
    fclose(file);
  }
  snprintf(text, sizeof text, "%d threads, %s", tack_rt_threads(), model);
  return text;
}

uint32_t hardware_key() {
  uint32_t key = hash(g_gpu ? g_gpu->identity : "");
  return hash(cpu_identity(), hash("|", key));
}

}  // namespace tack::rt
