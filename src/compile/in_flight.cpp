// SPDX-License-Identifier: Apache-2.0
#include "compile/in_flight.hpp"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>

namespace tack::compile {
namespace {

struct State {
  std::mutex mutex;
  std::condition_variable idle;
  int count = 0;
};

// Never destroyed: threads may compile while the process ends.
alignas(State) char g_memory[sizeof(State)];
State& state() { return *reinterpret_cast<State*>(g_memory); }
std::atomic<uint64_t> g_generation{0};
thread_local int t_depth = 0;

void before_fork() {
  std::unique_lock lock(state().mutex);
  state().idle.wait(lock, [] { return state().count == (t_depth != 0); });
  lock.release();  // held until after the fork
}

void in_parent() { state().mutex.unlock(); }

void in_child() {
  // Those who waited are gone.
  int count = state().count;
  new (g_memory) State;
  state().count = count;
  g_generation.fetch_add(1, std::memory_order_relaxed);
}

[[maybe_unused]] const bool g_ready = [] {
  new (g_memory) State;
  pthread_atfork(before_fork, in_parent, in_child);
  return true;
}();

}  // namespace

InFlight::InFlight() {
  if (t_depth != 0) {
    ++t_depth;
    return;
  }
  std::lock_guard lock(state().mutex);
  ++state().count;
  t_depth = 1;
}

InFlight::~InFlight() {
  if (--t_depth != 0) return;
  std::lock_guard lock(state().mutex);
  if (--state().count == 0) state().idle.notify_all();
}

uint64_t fork_generation() { return g_generation.load(std::memory_order_relaxed); }

}  // namespace tack::compile
