// SPDX-License-Identifier: Apache-2.0
// Which instruction sets compiled variants may use here.
#include <cstdlib>
#include <cstring>

#include "runtime/tack_rt.h"

namespace {

int32_t detect() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  // What the code generator turns on for each name (x86-64 levels 2, 3 and 4).
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("fma"))
    return TACK_RT_ISA_AVX512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2"))
    return TACK_RT_ISA_AVX2;
  if (__builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("ssse3")) return TACK_RT_ISA_SSE4;
  return TACK_RT_ISA_ANY;
#elif defined(__aarch64__)
  return TACK_RT_ISA_NEON;
#else
  return TACK_RT_ISA_ANY;
#endif
}

// TACK_CPU_ISA lowers the choice; a name this machine lacks, or no name at all, changes nothing.
int32_t allowed(int32_t have) {
  const char* name = getenv("TACK_CPU_ISA");
  if (!name || have == TACK_RT_ISA_NEON) return have;
  int32_t want = strcmp(name, "sse2") == 0     ? TACK_RT_ISA_ANY
                 : strcmp(name, "sse4") == 0   ? TACK_RT_ISA_SSE4
                 : strcmp(name, "avx2") == 0   ? TACK_RT_ISA_AVX2
                 : strcmp(name, "avx512") == 0 ? TACK_RT_ISA_AVX512
                                               : have;
  return want < have ? want : have;
}

}  // namespace

extern "C" int32_t tack_rt_cpu_isa(void) {
  static int32_t known = -1;
  int32_t isa = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (isa < 0) {
    isa = allowed(detect());
    __atomic_store_n(&known, isa, __ATOMIC_RELAXED);
  }
  return isa;
}
