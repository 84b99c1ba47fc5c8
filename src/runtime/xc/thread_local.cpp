// SPDX-License-Identifier: Apache-2.0
// ThreadLocal: an object for each thread, let go when the thread ends or the ThreadLocal does,
// whichever comes first. Both reach the values, so one lock guards all; what is let go runs the
// program's dealloc, and so never under it.
#include <pthread.h>
#include <stdlib.h>

#include "runtime/tack_rt.h"
#include "runtime/xc/xc_rt.h"

namespace {

struct Local;

// A thread's value: in the list of its thread, and in that of its local.
struct Value {
  Local* local;
  Value** thread;  // the head of its thread's list
  void* object;
  Value* next_of_thread;
  Value* next_of_local;
};

struct Local {
  Value* values;
};

pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t g_end_of_thread;
pthread_once_t g_once = PTHREAD_ONCE_INIT;
thread_local Value* t_values;

void unlink_from_local(Value* value) {
  Value** at = &value->local->values;
  while (*at != value) at = &(*at)->next_of_local;
  *at = value->next_of_local;
}

void unlink_from_thread(Value* value) {
  Value** at = value->thread;
  while (*at != value) at = &(*at)->next_of_thread;
  *at = value->next_of_thread;
}

void end(Value* value) {
  void* object = value->object;
  free(value);
  if (object) tack_rt_xc_release_atomic(object);
}

// A dealloc may set values again: until none is left.
void end_thread(void*) {
  for (;;) {
    pthread_mutex_lock(&g_lock);
    Value* first = t_values;
    if (first) {
      t_values = first->next_of_thread;
      unlink_from_local(first);
    }
    pthread_mutex_unlock(&g_lock);
    if (!first) return;
    end(first);
  }
}

void make_key() {
  if (pthread_key_create(&g_end_of_thread, end_thread) != 0)
    tack_rt_trap("ThreadLocal: the system has no key left");
}

Value* find(const Local* local) {
  Value* value = t_values;
  while (value && value->local != local) value = value->next_of_thread;
  return value;
}

}  // namespace

void* tack_rt_xc_local_new(void) {
  void* local = calloc(1, sizeof(Local));
  if (!local) tack_rt_trap("out of memory for a ThreadLocal");
  return local;
}

void tack_rt_xc_local_delete(void* memory) {
  auto* local = static_cast<Local*>(memory);
  for (;;) {
    pthread_mutex_lock(&g_lock);
    Value* first = local->values;
    if (first) {
      local->values = first->next_of_local;
      unlink_from_thread(first);
    }
    pthread_mutex_unlock(&g_lock);
    if (!first) break;
    end(first);
  }
  free(local);
}

void* tack_rt_xc_local_get(void* local) {
  pthread_mutex_lock(&g_lock);
  Value* value = find(static_cast<Local*>(local));
  void* object = value ? value->object : nullptr;
  if (object) tack_rt_xc_retain_atomic(object);
  pthread_mutex_unlock(&g_lock);
  return object;
}

void tack_rt_xc_local_set(void* memory, void* object) {
  auto* local = static_cast<Local*>(memory);
  pthread_once(&g_once, make_key);
  // Any value but null has the system call end_thread.
  pthread_setspecific(g_end_of_thread, &t_values);
  if (object) tack_rt_xc_retain_atomic(object);
  pthread_mutex_lock(&g_lock);
  Value* value = find(local);
  void* before = nullptr;
  if (value) {
    before = value->object;
    value->object = object;
  } else {
    value = static_cast<Value*>(malloc(sizeof(Value)));
    if (!value) tack_rt_trap("out of memory for a ThreadLocal");
    *value = {local, &t_values, object, t_values, local->values};
    t_values = local->values = value;
  }
  pthread_mutex_unlock(&g_lock);
  if (before) tack_rt_xc_release_atomic(before);
}
