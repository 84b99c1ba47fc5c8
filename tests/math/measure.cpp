// SPDX-License-Identifier: Apache-2.0
#include "math/measure.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "math/compiled.hpp"
#include "math/samples.hpp"

namespace tack::math_check {
namespace {

double wide(const Function& f, float x, float y) {
  return f.arguments == 1 ? f.wide1(x) : f.wide2(x, y);
}
long double wide(const Function& f, double x, double y) {
  return f.arguments == 1 ? f.wider1(x) : f.wider2(x, y);
}

// Of this thread, so that figures hold on a busy machine too.
double thread_ns() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Float>
void measure_block(const Function& function, const Compiled<Float>& compiled,
                   const Settings& settings, uint64_t block, std::vector<Float>& x,
                   std::vector<Float>& y, std::vector<Float>& got, Worst& worst) {
  if constexpr (sizeof(Float) == 4) {
    if (settings.all) fill_all(block, x);
  }
  if (!settings.all) fill_mixture(function, block, settings.blocks, x, y);
  compiled.run(x.data(), y.data(), got.data(), kBlock);
  for (size_t i = 0; i < kBlock; ++i) {
    if (settings.low < settings.high && !(x[i] >= settings.low && x[i] <= settings.high)) continue;
    ++worst.tried;
    double error = ulps(got[i], wide(function, x[i], y[i]));
    // The C library may be wrong, and its last place shows where results are near a tie.
    if (error <= worst.ulps) continue;
    error = exact_ulps(function, got[i], x[i], y[i]);
    if (error <= worst.ulps) continue;
    worst.ulps = error;
    worst.x = x[i];
    worst.y = y[i];
    worst.got = got[i];
  }
}

}  // namespace

template <class Float>
Worst measure(const Function& function, const Settings& settings) {
  Compiled<Float> compiled(function.name, function.arguments, settings.width, settings.isa,
                           settings.library);
  uint64_t blocks = settings.all ? (uint64_t{1} << 32) / kBlock : settings.blocks;
  std::atomic<uint64_t> next{0};
  std::mutex lock;
  Worst worst;
  auto work = [&] {
    std::vector<Float> x(kBlock), y(kBlock), got(kBlock);
    Worst mine;
    for (uint64_t block; (block = next++) < blocks;) {
      measure_block(function, compiled, settings, block, x, y, got, mine);
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
