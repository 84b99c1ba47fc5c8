// SPDX-License-Identifier: Apache-2.0
#include "math/wide.hpp"

#include <string>

#if defined(__x86_64__) && defined(__GLIBC__)
#define TACK_VECTOR_LIBRARY
#include <dlfcn.h>
#include <immintrin.h>
#endif

namespace tack::math_check {
namespace {

#ifdef TACK_VECTOR_LIBRARY
// Its functions by the names of the x86-64 vector ABI: AVX2, four lanes, one vector argument.
void* find_four(const char* name) {
  static void* const library =
      __builtin_cpu_supports("avx2") ? dlopen("libmvec.so.1", RTLD_NOW) : nullptr;
  return library ? dlsym(library, (std::string("_ZGVdN4v_") + name).c_str()) : nullptr;
}

__attribute__((target("avx2"))) int64_t run_four(void* function, const float* x, double* want,
                                                 int64_t count) {
  auto four = reinterpret_cast<__m256d (*)(__m256d)>(function);
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    _mm256_storeu_pd(want + i, four(_mm256_cvtps_pd(_mm_loadu_ps(x + i))));
  }
  return i;
}
#else
void* find_four(const char*) { return nullptr; }
int64_t run_four(void*, const float*, double*, int64_t) { return 0; }
#endif

}  // namespace

Wide::Wide(const Function& function)
    : one_(function.wide1), four_(one_ ? find_four(function.name) : nullptr) {}

void Wide::run(const float* x, double* want, int64_t count) const {
  int64_t i = four_ ? run_four(four_, x, want, count) : 0;
  for (; i < count; ++i) want[i] = one_(x[i]);
}

}  // namespace tack::math_check
