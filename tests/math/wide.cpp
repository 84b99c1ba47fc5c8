// SPDX-License-Identifier: Apache-2.0
#include "math/wide.hpp"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <vector>

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

__attribute__((target("avx2"))) int64_t run_four(void* function, const double* x, double* want,
                                                 int64_t count) {
  auto four = reinterpret_cast<__m256d (*)(__m256d)>(function);
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    _mm256_storeu_pd(want + i, four(_mm256_loadu_pd(x + i)));
  }
  return i;
}
#else
void* find_four(const char*) { return nullptr; }
int64_t run_four(void*, const double*, double*, int64_t) { return 0; }
#endif

// The C library takes 100 ns for the sine of a large number, and every second float is one. Here
// the significand is multiplied by 2/pi 2^e modulo 4, of which there is one for each exponent.
class Angles {
 public:
  Angles() {
    mpfr_t value;
    mpz_t bits;
    mpfr_init2(value, 600);
    mpz_init(bits);
    for (int e = 0; e < kExponents; ++e) {
      mpfr_const_pi(value, MPFR_RNDN);
      mpfr_ui_div(value, 2, value, MPFR_RNDN);
      mpfr_mul_2si(value, value, e + kLeast + 94, MPFR_RNDN);
      mpfr_get_z(bits, value, MPFR_RNDD);
      mpz_fdiv_r_2exp(bits, bits, 96);
      low_[e] = mpz_get_ui(bits);
      mpz_fdiv_q_2exp(bits, bits, 64);
      high_[e] = mpz_get_ui(bits);
    }
    mpz_clear(bits);
    mpfr_clear(value);
  }

  // x less a multiple of 2 pi, within 2^-52; itself when it is small, NaN or infinite.
  double reduced(float x) const {
    auto bits = std::bit_cast<uint32_t>(x);
    uint32_t exponent = bits >> 23 & 255;
    if (exponent < 127 + 16 || exponent == 255) return x;
    uint64_t significand = (bits & 0x7fffff) | 0x800000;
    auto at = static_cast<int>(exponent) - 150 - kLeast;
    unsigned __int128 low = static_cast<unsigned __int128>(significand) * low_[at];
    uint64_t high = significand * high_[at] + static_cast<uint64_t>(low >> 64);
    auto quarters = static_cast<int64_t>(high << 32 | static_cast<uint64_t>(low) >> 32);
    double angle = static_cast<double>(quarters) * (0x1p-62 * 1.5707963267948966);
    return x < 0 ? -angle : angle;
  }

 private:
  static constexpr int kLeast = -7, kExponents = 112;  // of a significand's last bit
  uint64_t low_[kExponents], high_[kExponents];
};

}  // namespace

Wide::Wide(const Function& function)
    : one_(function.wide1),
      periodic_(std::set<std::string>{"sin", "cos", "tan"}.contains(function.name)),
      four_(one_ ? find_four(function.name) : nullptr) {}

void Wide::run(const float* x, double* want, int64_t count) const {
  static const Angles angles;
  std::vector<double> arguments(x, x + count);
  if (periodic_) {
    for (int64_t i = 0; i < count; ++i) arguments[i] = angles.reduced(x[i]);
  }
  int64_t i = four_ ? run_four(four_, arguments.data(), want, count) : 0;
  for (; i < count; ++i) want[i] = one_(arguments[i]);
  if (!periodic_) return;
  // Near a zero or a pole an absolute error of 2^-52 is too much.
  for (i = 0; i < count; ++i) {
    double size = std::fabs(want[i]);
    if (size < 0x1p-16 || size > 0x1p16) want[i] = one_(x[i]);
  }
}

namespace {

__attribute__((always_inline)) inline bool exceeds(const float* got, const double* want,
                                                   int64_t count, double limit) {
  constexpr double kHighest = 0x1.fffffep126, kLowest = 0x1p-126;
  constexpr uint64_t kExponent = uint64_t{0x7ff} << 52, kUnit = uint64_t{1023 + 23 + 1023} << 52;
  uint64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    double g = got[i], w = want[i], size = std::fabs(w);
    double error =
        std::fabs(g - w) * std::bit_cast<double>(kUnit - (std::bit_cast<uint64_t>(w) & kExponent));
    bool good = (size >= kLowest) & (size <= kHighest) & (error <= limit);
    found |= good ? 0 : 1;
  }
  return found != 0;
}

#ifdef TACK_VECTOR_LIBRARY
__attribute__((target("avx2"))) bool exceeds_in_avx2(const float* got, const double* want,
                                                     int64_t count, double limit) {
  return exceeds(got, want, count, limit);
}
#endif

}  // namespace

// Not by target_clones: its resolver runs before the sanitizers are ready.
bool may_exceed(const float* got, const double* want, int64_t count, double limit) {
#ifdef TACK_VECTOR_LIBRARY
  if (__builtin_cpu_supports("avx2")) return exceeds_in_avx2(got, want, count, limit);
#endif
  return exceeds(got, want, count, limit);
}

}  // namespace tack::math_check
