// SPDX-License-Identifier: Apache-2.0
#include "runtime/pool.hpp"

#include <pthread.h>
#include <signal.h>

#include <atomic>

#include "runtime/park.hpp"
#include "runtime/tack_rt.h"
#include "runtime/threads.hpp"

namespace tack::rt {
namespace {

// A worker that ran out of work polls this often before it sleeps: about 50 microseconds, more than
// the host needs between two launches in a loop, less than a scheduler's tick.
constexpr int kWorkerSpins = 1000;
constexpr int kCallerSpins = 2000;
constexpr long kIdleNs = 1000000;

// gate: kOpen while a launch takes helpers, kCallerSleeps, and the number of workers inside.
constexpr uint32_t kOpen = 1u << 31;
constexpr uint32_t kCallerSleeps = 1u << 30;
constexpr uint32_t kCountMask = kCallerSleeps - 1;

struct alignas(64) Range {
  std::atomic<int64_t> next;
  int64_t end;
};

struct Pool {
  alignas(64) std::atomic<uint32_t> epoch;  // bumped by each launch
  alignas(64) std::atomic<uint32_t> gate;
  alignas(64) std::atomic<uint32_t> busy;  // 1 while a host thread owns the fields below
  std::atomic<uint32_t> sleepers;          // workers parked on epoch
  int32_t workers;                         // started so far
  bool fork_handler;

  // The launch; written before the gate opens, read inside it.
  PieceFunction function;
  void* context;
  int32_t participants;
  Range ranges[kMaxThreads];
};

// Zero at start; never destroyed, since workers outlive main.
Pool g_pool;
thread_local bool t_inside = false;
thread_local bool t_owner = false;  // of busy
thread_local bool t_lost = false;

void run_range(Range& range) {
  for (;;) {
    int64_t piece = range.next.fetch_add(1, std::memory_order_relaxed);
    if (piece >= range.end) return;
    g_pool.function(g_pool.context, piece);
  }
}

void participate(int32_t self) {
  int32_t n = g_pool.participants;
  for (int32_t k = 0; k < n; ++k) {
    int32_t victim = self + k;
    run_range(g_pool.ranges[victim < n ? victim : victim - n]);
  }
}

void await_epoch(uint32_t seen) {
  for (int spin = 0; spin < kWorkerSpins; ++spin) {
    if (g_pool.epoch.load(std::memory_order_acquire) != seen) return;
    cpu_pause();
  }
  g_pool.sleepers.fetch_add(1, std::memory_order_seq_cst);
  while (g_pool.epoch.load(std::memory_order_seq_cst) == seen) park(g_pool.epoch, seen);
  g_pool.sleepers.fetch_sub(1, std::memory_order_relaxed);
}

void* worker_main(void* argument) {
  // Self is 1 .. workers: the caller is participant 0.
  auto self = static_cast<int32_t>(reinterpret_cast<intptr_t>(argument));
  t_inside = true;
  uint32_t seen = 0;
  for (;;) {
    await_epoch(seen);
    seen = g_pool.epoch.load(std::memory_order_acquire);
    uint32_t gate = g_pool.gate.fetch_add(1, std::memory_order_acq_rel);
    if ((gate & kOpen) && self < g_pool.participants) participate(self);
    gate = g_pool.gate.fetch_sub(1, std::memory_order_acq_rel);
    if ((gate & kCallerSleeps) && (gate & kCountMask) == 1) unpark(g_pool.gate, 1);
  }
  return nullptr;
}

// In a forked child only the calling thread exists: the next launch builds the pool again. A launch
// that another thread had running at the time is the parent's.
void forget_workers() {
  // Only a signal handler can fork inside a launch.
  if (t_owner) t_lost = true;
  g_pool.workers = 0;
  g_pool.gate.store(0, std::memory_order_relaxed);
  g_pool.sleepers.store(0, std::memory_order_relaxed);
  g_pool.epoch.store(0, std::memory_order_relaxed);
  g_pool.busy.store(t_owner ? 1 : 0, std::memory_order_relaxed);
}

// Called by the owner of busy. Fewer threads than wanted is fine: the rest share the pieces.
void start_workers(int32_t wanted) {
  if (g_pool.workers >= wanted) return;
  if (!g_pool.fork_handler) {
    pthread_atfork(nullptr, nullptr, forget_workers);
    g_pool.fork_handler = true;
  }
  // Signals belong to the program's own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 8u << 20);
  while (g_pool.workers < wanted) {
    pthread_t thread;
    auto self = static_cast<intptr_t>(g_pool.workers + 1);
    if (pthread_create(&thread, &attributes, worker_main, reinterpret_cast<void*>(self)) != 0)
      break;
    ++g_pool.workers;
  }
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void close_gate(IdleFunction idle, void* context) {
  g_pool.gate.fetch_and(~kOpen, std::memory_order_acq_rel);
  for (int spin = 0; spin < kCallerSpins; ++spin) {
    if ((g_pool.gate.load(std::memory_order_acquire) & kCountMask) == 0) return;
    cpu_pause();
  }
  uint32_t gate = g_pool.gate.fetch_or(kCallerSleeps, std::memory_order_acq_rel) | kCallerSleeps;
  while ((gate & kCountMask) != 0) {
    if (idle) {
      park_for(g_pool.gate, gate, kIdleNs);
      idle(context);
    } else {
      park(g_pool.gate, gate);
    }
    gate = g_pool.gate.load(std::memory_order_acquire);
  }
  g_pool.gate.fetch_and(~kCallerSleeps, std::memory_order_acq_rel);
}

}  // namespace

bool pool_usable() { return !t_inside && tack_rt_threads() > 1; }

bool pool_lost_pieces() {
  bool lost = t_lost;
  t_lost = false;
  return lost;
}

bool pool_run(int64_t count, PieceFunction function, void* context, int32_t threads,
              IdleFunction idle) {
  if (threads > count) threads = static_cast<int32_t>(count);
  if (threads > kMaxThreads) threads = kMaxThreads;
  uint32_t free = 0;
  if (threads < 2 || t_inside ||
      !g_pool.busy.compare_exchange_strong(free, 1, std::memory_order_acquire,
                                           std::memory_order_relaxed)) {
    bool outer = t_inside;
    t_inside = true;  // nested launches stay inline here as well
    for (int64_t piece = 0; piece < count; ++piece) function(context, piece);
    t_inside = outer;
    return false;
  }
  t_inside = true;
  t_owner = true;
  start_workers(threads - 1);
  g_pool.function = function;
  g_pool.context = context;
  g_pool.participants = threads;
  for (int32_t p = 0; p < threads; ++p) {
    // 128 bits: count may be near 2^63.
    auto cut = [&](int32_t k) {
      return static_cast<int64_t>(static_cast<__int128>(count) * k / threads);
    };
    g_pool.ranges[p].next.store(cut(p), std::memory_order_relaxed);
    g_pool.ranges[p].end = cut(p + 1);
  }
  g_pool.gate.fetch_or(kOpen, std::memory_order_release);
  g_pool.epoch.fetch_add(1, std::memory_order_seq_cst);
  if (g_pool.sleepers.load(std::memory_order_seq_cst) != 0) unpark(g_pool.epoch, g_pool.workers);
  participate(0);
  close_gate(idle, context);
  t_inside = false;
  t_owner = false;
  g_pool.busy.store(0, std::memory_order_release);
  return true;
}

}  // namespace tack::rt
