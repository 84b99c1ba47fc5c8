// SPDX-License-Identifier: Apache-2.0
// Threads that the program starts, for Thread.xc. What they call is held until it has returned: a
// callback's object, which would otherwise be free to end before the thread begins, or a block.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/threads.hpp"
#include "runtime/xc/callee.hpp"
#include "runtime/xc/xc_rt.h"

namespace {

// Large local arrays are ordinary in XC.
constexpr size_t kStack = size_t{8} << 20;

struct Thread {
  pthread_t id;
  // Whether somebody has joined or detached it, or is about to.
  bool taken;
};

bool take(Thread* t) { return t && !__atomic_exchange_n(&t->taken, true, __ATOMIC_ACQ_REL); }

struct Begin {
  tack::rt::Callee callee;
};

void* run(void* argument) {
  tack::rt::Callee callee = static_cast<Begin*>(argument)->callee;
  free(argument);
  callee.code(callee.on);
  tack::rt::let_go(callee);
  return nullptr;
}

void* start(tack::rt::Callee callee) {
  if (!callee.code) return nullptr;
  auto* thread = static_cast<Thread*>(calloc(1, sizeof(Thread)));
  auto* begin = static_cast<Begin*>(malloc(sizeof(Begin)));
  bool good = thread && begin;
  if (good) {
    begin->callee = callee;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    size_t size = 0;
    if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < kStack)
      pthread_attr_setstacksize(&attributes, kStack);
    good = pthread_create(&thread->id, &attributes, run, begin) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (good) return thread;
  free(thread);
  free(begin);
  tack::rt::let_go(callee);
  return nullptr;
}

}  // namespace

void* tack_rt_xc_thread_callback(const void* callback) {
  return start(tack::rt::callee_of_callback(callback));
}

void* tack_rt_xc_thread_block(const void* block) { return start(tack::rt::callee_of_block(block)); }

bool tack_rt_xc_thread_valid(void* thread) {
  auto* t = static_cast<Thread*>(thread);
  return t && !__atomic_load_n(&t->taken, __ATOMIC_ACQUIRE);
}

bool tack_rt_xc_thread_join(void* thread) {
  auto* t = static_cast<Thread*>(thread);
  // It would wait for itself.
  if (!t || pthread_equal(t->id, pthread_self()) || !take(t)) return false;
  if (pthread_join(t->id, nullptr) == 0) return true;
  // Two that wait for each other: the second may not.
  __atomic_store_n(&t->taken, false, __ATOMIC_RELEASE);
  return false;
}

bool tack_rt_xc_thread_detach(void* thread) {
  auto* t = static_cast<Thread*>(thread);
  return take(t) && pthread_detach(t->id) == 0;
}

void tack_rt_xc_thread_drop(void* thread) {
  tack_rt_xc_thread_detach(thread);
  free(thread);
}

void tack_rt_xc_thread_yield(void) { sched_yield(); }

void tack_rt_xc_thread_sleep(uint32_t milliseconds) {
  timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  // A signal cuts it short.
  while (nanosleep(&left, &left) != 0) {
  }
}

uint32_t tack_rt_xc_thread_id(void) { return static_cast<uint32_t>(gettid()); }

int32_t tack_rt_xc_thread_cpus(void) { return tack::rt::usable_processors(false); }
