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

struct Name {
  const char* text;
  int32_t isa;
};
// Those that this build has code for.
#if defined(__aarch64__)
constexpr Name kNames[] = {{"neon", TACK_RT_ISA_NEON}};
constexpr const char* kFault = "TACK_CPU_ISA is neon, or not set";
#else
constexpr Name kNames[] = {{"sse2", TACK_RT_ISA_ANY},
                           {"sse4", TACK_RT_ISA_SSE4},
                           {"avx2", TACK_RT_ISA_AVX2},
                           {"avx512", TACK_RT_ISA_AVX512}};
constexpr const char* kFault = "TACK_CPU_ISA is sse2, sse4, avx2 or avx512, or not set";
#endif

const Name* named(const char* text) {
  for (const Name& n : kNames) {
    if (strcmp(n.text, text) == 0) return &n;
  }
  return nullptr;
}

// TACK_CPU_ISA lowers the choice; a set that this machine lacks changes nothing.
int32_t allowed(int32_t have) {
  const char* text = getenv("TACK_CPU_ISA");
  const Name* name = text ? named(text) : nullptr;
  if (!name) return have;
  return name->isa < have ? name->isa : have;
}

}  // namespace

extern "C" const char* tack_rt_cpu_isa_fault(void) {
  const char* text = getenv("TACK_CPU_ISA");
  if (!text || !*text || named(text)) return nullptr;
  return kFault;
}

extern "C" int32_t tack_rt_cpu_isa(void) {
  static int32_t known = -1;
  int32_t isa = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (isa < 0) {
    isa = allowed(detect());
    __atomic_store_n(&known, isa, __ATOMIC_RELAXED);
  }
  return isa;
}
