// SPDX-License-Identifier: Apache-2.0
// How many times faster is our mandelbrot, on one thread, than the same scalar C++ compiled by
// clang -O3 -march=native -ffp-contract=off? Both in one run, best of several rounds each, the same
// bits. Fails below the ratio given (default 8 with AVX2).
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "driver/cpu/cpu_executor.hpp"
#include "ir/text.hpp"

extern "C" void mandelbrot_scalar(int32_t* out, int32_t iters, int64_t h, int64_t w);

namespace {

using namespace tack;

constexpr int64_t kHeight = 512, kWidth = 768;
constexpr int32_t kIterations = 256;
constexpr int kRounds = 7;

// Of this thread, so that the ratio holds on a busy machine too.
double cpu_ms() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

template <class Run>
double best_ms(const Run& run) {
  double best = 1e30;
  for (int i = 0; i < kRounds; ++i) {
    double start = cpu_ms();
    run();
    best = std::min(best, cpu_ms() - start);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  std::string isa = driver::cpu_isa_name();
  double wanted = argc > 1 ? std::atof(argv[1]) : isa == "avx2" || isa == "avx512" ? 8.0 : 0.0;
  std::ifstream file(TACK_SOURCE_DIR "/tests/kernels/mandelbrot.tir");
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  auto module = ir::parse(text, "mandelbrot.tir");
  if (!module) return std::fprintf(stderr, "%s\n", module.error().message.c_str()), 1;

  std::vector<int32_t> expected(kHeight * kWidth), got(kHeight * kWidth);
  double scalar =
      best_ms([&] { mandelbrot_scalar(expected.data(), kIterations, kHeight, kWidth); });
  std::printf("clang scalar  %8.2f ms\n", scalar);
  double chosen = 0;
  for (uint32_t width : {1u, 8u, 16u, 32u, 64u, 0u}) {
    driver::CpuCompileOptions options;
    options.pipeline.isa = isa;
    options.pipeline.width = width;
    auto program = driver::CpuProgram::compile(**module, options);
    if (!program) return std::fprintf(stderr, "%s\n", program.error().message.c_str()), 1;
    auto entry = reinterpret_cast<tack_rt_entry>((*program)->find("mandelbrot"));
    std::fill(got.begin(), got.end(), -1);
    uint64_t args[] = {reinterpret_cast<uint64_t>(got.data()), static_cast<uint64_t>(got.size()),
                       kIterations, kHeight, kWidth};
    tack_rt_context context{TACK_RT_ABI, 0, nullptr};
    double ms = best_ms([&] { entry(args, 0, kHeight * kWidth, &context); });
    if (got != expected) return std::fprintf(stderr, "W=%u: other bits\n", width), 1;
    std::string name = width == 0 ? "chosen" : width == 1 ? "scalar" : "W=" + std::to_string(width);
    std::printf("%s %-8s %8.2f ms  %5.2fx\n", isa.c_str(), name.c_str(), ms, scalar / ms);
    if (width == 0) chosen = scalar / ms;
  }
  if (chosen >= wanted) return 0;
  std::fprintf(stderr, "the chosen width gives %.2fx, below %.2fx\n", chosen, wanted);
  return 1;
}
