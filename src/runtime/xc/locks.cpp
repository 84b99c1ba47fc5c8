// SPDX-License-Identifier: Apache-2.0
// Mutex, Cond, Sem and Atomic of XC's library. A mutex knows who holds it: what would wait for ever
// or free another's lock ends the program instead.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "runtime/tack_rt.h"
#include "runtime/xc/xc_rt.h"

namespace {

void* taken(void* memory) {
  if (!memory) tack_rt_trap("out of memory for a lock");
  return memory;
}

pthread_mutex_t* mutex_of(void* mutex) { return static_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* cond_of(void* cond) { return static_cast<pthread_cond_t*>(cond); }

void make_cond(pthread_cond_t* cond) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  // The computer's clock may be set.
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(cond, &attributes);
  pthread_condattr_destroy(&attributes);
}

timespec after(uint32_t milliseconds) {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_sec += milliseconds / 1000;
  t.tv_nsec += milliseconds % 1000 * 1000000L;
  if (t.tv_nsec >= 1000000000L) {
    t.tv_nsec -= 1000000000L;
    ++t.tv_sec;
  }
  return t;
}

struct Sem {
  pthread_mutex_t lock;
  pthread_cond_t more;
  uint32_t count;
};

Sem* sem_of(void* sem) { return static_cast<Sem*>(sem); }

}  // namespace

void* tack_rt_xc_mutex_new(void) {
  auto* mutex = static_cast<pthread_mutex_t*>(taken(malloc(sizeof(pthread_mutex_t))));
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return mutex;
}

void tack_rt_xc_mutex_delete(void* mutex) {
  pthread_mutex_destroy(mutex_of(mutex));
  free(mutex);
}

void tack_rt_xc_mutex_lock(void* mutex) {
  if (pthread_mutex_lock(mutex_of(mutex)) != 0)
    tack_rt_trap("Mutex.lock: this thread holds it already");
}

bool tack_rt_xc_mutex_try_lock(void* mutex) { return pthread_mutex_trylock(mutex_of(mutex)) == 0; }

void tack_rt_xc_mutex_unlock(void* mutex) {
  if (pthread_mutex_unlock(mutex_of(mutex)) != 0)
    tack_rt_trap("Mutex.unlock: this thread does not hold it");
}

void* tack_rt_xc_cond_new(void) {
  auto* cond = static_cast<pthread_cond_t*>(taken(malloc(sizeof(pthread_cond_t))));
  make_cond(cond);
  return cond;
}

void tack_rt_xc_cond_delete(void* cond) {
  pthread_cond_destroy(cond_of(cond));
  free(cond);
}

void tack_rt_xc_cond_wait(void* cond, void* mutex) {
  if (pthread_cond_wait(cond_of(cond), mutex_of(mutex)) != 0)
    tack_rt_trap("Cond.wait: this thread does not hold the mutex");
}

bool tack_rt_xc_cond_wait_for(void* cond, void* mutex, uint32_t milliseconds) {
  timespec until = after(milliseconds);
  int error = pthread_cond_timedwait(cond_of(cond), mutex_of(mutex), &until);
  if (error != 0 && error != ETIMEDOUT)
    tack_rt_trap("Cond.waitMs: this thread does not hold the mutex");
  return error == 0;
}

void tack_rt_xc_cond_signal(void* cond) { pthread_cond_signal(cond_of(cond)); }

void tack_rt_xc_cond_broadcast(void* cond) { pthread_cond_broadcast(cond_of(cond)); }

void* tack_rt_xc_sem_new(uint32_t count) {
  auto* sem = static_cast<Sem*>(taken(malloc(sizeof(Sem))));
  pthread_mutex_init(&sem->lock, nullptr);
  make_cond(&sem->more);
  sem->count = count;
  return sem;
}

void tack_rt_xc_sem_delete(void* sem) {
  pthread_cond_destroy(&sem_of(sem)->more);
  pthread_mutex_destroy(&sem_of(sem)->lock);
  free(sem);
}

bool tack_rt_xc_sem_try_wait(void* sem) {
  Sem* s = sem_of(sem);
  pthread_mutex_lock(&s->lock);
  bool got = s->count > 0;
  s->count -= got;
  pthread_mutex_unlock(&s->lock);
  return got;
}

void tack_rt_xc_sem_wait(void* sem) {
  Sem* s = sem_of(sem);
  pthread_mutex_lock(&s->lock);
  while (s->count == 0) pthread_cond_wait(&s->more, &s->lock);
  --s->count;
  pthread_mutex_unlock(&s->lock);
}

bool tack_rt_xc_sem_wait_for(void* sem, uint32_t milliseconds) {
  Sem* s = sem_of(sem);
  timespec until = after(milliseconds);
  pthread_mutex_lock(&s->lock);
  while (s->count == 0 && pthread_cond_timedwait(&s->more, &s->lock, &until) == 0) {
  }
  bool got = s->count > 0;
  s->count -= got;
  pthread_mutex_unlock(&s->lock);
  return got;
}

void tack_rt_xc_sem_post(void* sem) {
  Sem* s = sem_of(sem);
  pthread_mutex_lock(&s->lock);
  if (++s->count == 0) tack_rt_trap("Sem.post: more than 2^32 - 1");
  pthread_cond_signal(&s->more);
  pthread_mutex_unlock(&s->lock);
}

uint32_t tack_rt_xc_sem_count(void* sem) {
  Sem* s = sem_of(sem);
  pthread_mutex_lock(&s->lock);
  uint32_t count = s->count;
  pthread_mutex_unlock(&s->lock);
  return count;
}

int64_t tack_rt_xc_atomic_load(const int64_t* at) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); }

void tack_rt_xc_atomic_store(int64_t* at, int64_t value) {
  __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
}

int64_t tack_rt_xc_atomic_exchange(int64_t* at, int64_t value) {
  return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}

bool tack_rt_xc_atomic_compare_exchange(int64_t* at, int64_t expected, int64_t value) {
  return __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

int64_t tack_rt_xc_atomic_add(int64_t* at, int64_t value) {
  return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}

int64_t tack_rt_xc_atomic_and(int64_t* at, int64_t value) {
  return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);
}

int64_t tack_rt_xc_atomic_or(int64_t* at, int64_t value) {
  return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);
}

int64_t tack_rt_xc_atomic_xor(int64_t* at, int64_t value) {
  return __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST);
}
