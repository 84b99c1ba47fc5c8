// SPDX-License-Identifier: Apache-2.0
#include "math/measure.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "math/compiled.hpp"
#include "math/samples.hpp"
#include "math/wide.hpp"

namespace tack::math_check {
namespace {

double precise(const Function& f, float x, float y) {
  return f.arguments == 1 ? f.wide1(x) : f.wide2(x, y);
}
long double precise(const Function& f, double x, double y) {
  return f.arguments == 1 ? f.wider1(x) : f.wider2(x, y);
}

// Of this thread, so that figures hold on a busy machine too.
double thread_ns() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// One thread's arrays.
template <class Float>
struct Arrays {
  std::vector<Float> x = std::vector<Float>(kBlock), y = x, got = x, mirrored = x;
  std::vector<double> want = std::vector<double>(kBlock);
};

template <class Float>
void judge(const Function& function, Float got, Float x, Float y, Worst& worst) {
  double error = exact_ulps(function, got, x, y);
  if (error <= worst.ulps) return;
  worst.ulps = error;
  worst.x = x;
  worst.y = y;
  worst.got = got;
}

// As below, of a sweep: the vector library's results choose whom MPFR is asked about.
void compare_all(const Function& function, const Wide& wide, Arrays<float>& a, Worst& worst) {
  wide.run(a.x.data(), a.want.data(), kBlock);
  constexpr double kSlack = 0x1p-12;
  constexpr size_t kChunk = 64;
  for (size_t i = 0; i < kBlock; ++i) {
    if (i % kChunk == 0 && !may_exceed(&a.got[i], &a.want[i], kChunk, worst.ulps - kSlack)) {
      i += kChunk - 1;
      continue;
    }
    if (ulps(a.got[i], a.want[i]) + kSlack <= worst.ulps) continue;
    if (ulps(a.got[i], function.wide1(a.x[i])) <= worst.ulps) continue;
    judge(function, a.got[i], a.x[i], 0.0f, worst);
  }
  worst.tried += kBlock;
}

template <class Float>
void compare(const Function& function, const Settings& settings, const Arrays<Float>& a,
             Worst& worst) {
  for (size_t i = 0; i < kBlock; ++i) {
    Float x = a.x[i], y = a.y[i], got = a.got[i];
    if (settings.low < settings.high && !(x >= settings.low && x <= settings.high)) continue;
    ++worst.tried;
    double error = ulps(got, precise(function, x, y));
    // The C library may be wrong, and its last place shows where results are near a tie.
    if (error <= worst.ulps) continue;
    judge(function, got, x, y, worst);
  }
}

// Of odd and even functions the negative half is the mirrored positive one, bit for bit: that is
// checked, and the reference is needed once.
template <class Float>
void compare_mirrored(const Function& function, const Compiled<Float>& compiled, Arrays<Float>& a,
                      Worst& worst) {
  for (Float& x : a.x) x = -x;
  compiled.run(a.x.data(), a.mirrored.data(), kBlock);
  bool odd = function.symmetry == Symmetry::Odd;
  for (size_t i = 0; i < kBlock; ++i) {
    Float want = odd ? -a.got[i] : a.got[i], got = a.mirrored[i];
    bool same =
        (std::isnan(want) && std::isnan(got)) || std::memcmp(&want, &got, sizeof(Float)) == 0;
    if (!same) worst = {exact_ulps(function, got, a.x[i], Float(0)) + 1e6, a.x[i], 0, got, 0};
  }
  worst.tried += kBlock;
}

template <class Float>
void measure_block(const Function& function, const Compiled<Float>& compiled, const Wide& wide,
                   const Settings& settings, uint64_t block, Arrays<Float>& a, Worst& worst) {
  if constexpr (sizeof(Float) == 4) {
    if (settings.all) fill_all(block, a.x);
  }
  if (!settings.all) fill_mixture(function, block, settings.blocks, a.x, a.y);
  compiled.run(a.x.data(), a.y.data(), a.got.data(), kBlock);
  bool sweep = settings.all && settings.low >= settings.high;
  if constexpr (sizeof(Float) == 4) {
    if (sweep) compare_all(function, wide, a, worst);
  }
  if (!sweep) compare(function, settings, a, worst);
  if (settings.all && function.symmetry != Symmetry::None) {
    compare_mirrored(function, compiled, a, worst);
  }
}

}  // namespace

template <class Float>
Worst measure(const Function& function, const Settings& settings) {
  Compiled<Float> compiled(function.name, function.arguments, settings.width, settings.isa,
                           settings.library);
  Wide wide(function);
  uint64_t blocks = settings.blocks;
  if (settings.all) {
    blocks = (uint64_t{1} << (function.symmetry == Symmetry::None ? 32 : 31)) / kBlock;
  }
  std::atomic<uint64_t> next{0};
  std::mutex lock;
  Worst worst;
  if (settings.all) {
    // A sweep begins with a good guess: else it meets ever larger errors, and MPFR, millions of
    // times.
    Settings sample = settings;
    sample.all = false;
    sample.blocks = 16;
    worst = measure<Float>(function, sample);
    worst.tried = 0;
  }
  auto work = [&, guess = worst] {
    Arrays<Float> arrays;
    Worst mine = guess;
    for (uint64_t block; (block = next++) < blocks;) {
      measure_block(function, compiled, wide, settings, block, arrays, mine);
    }
    std::lock_guard held(lock);
    uint64_t tried = worst.tried + mine.tried;
    if (mine.ulps > worst.ulps) worst = mine;
    worst.tried = tried;
  };
  std::vector<std::thread> others;
  for (int i = 1; i < settings.threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
  return worst;
}

template <class Float>
double nanoseconds(const Function& function, const Settings& settings) {
  constexpr int kItems = 2048, kRounds = 400;
  Compiled<Float> compiled(function.name, function.arguments, settings.width, settings.isa,
                           settings.library);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> within(function.low, function.high);
  std::vector<Float> x(kItems), y(kItems), got(kItems);
  for (int i = 0; i < kItems; ++i) {
    x[i] = static_cast<Float>(within(random));
    y[i] = static_cast<Float>(within(random));
  }
  double best = 1e30;
  for (int round = 0; round < kRounds; ++round) {
    constexpr int kRepeats = 10;
    double start = thread_ns();
    for (int i = 0; i < kRepeats; ++i) compiled.run(x.data(), y.data(), got.data(), kItems);
    best = std::min(best, (thread_ns() - start) / (kRepeats * kItems));
  }
  return best;
}

template Worst measure<float>(const Function&, const Settings&);
template Worst measure<double>(const Function&, const Settings&);
template double nanoseconds<float>(const Function&, const Settings&);
template double nanoseconds<double>(const Function&, const Settings&);

}  // namespace tack::math_check
