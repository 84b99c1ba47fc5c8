// SPDX-License-Identifier: Apache-2.0
// Counts that several threads change. Objects end as they do in compiled code without threads
// (frontend/xc/lower_counts.cpp): below a depth they wait in a list and end one after the other.
#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

constexpr uint64_t kDepth = 512;

// A thread's own: what it lets go ends in it.
thread_local uint64_t depth;
thread_local void* waiting;

uint64_t* count_of(void* object) {
  return reinterpret_cast<uint64_t*>(static_cast<char*>(object) + TACK_XC_OBJECT_COUNT);
}

void end(void* object) {
  // What dealloc does with its self must not end it a second time.
  *count_of(object) = uint64_t{1} << TACK_XC_ENDING_BIT;
  auto** table = *reinterpret_cast<void***>(object);
  reinterpret_cast<void (*)(void*)>(table[TACK_XC_TABLE_TEARDOWN / sizeof(void*)])(object);
  tack_rt_xc_delete_object(object);
}

void let_go(void* object) {
  uint64_t* count = count_of(object);
  // A weak reference that comes too late may try to change it meanwhile.
  if (__atomic_load_n(count, __ATOMIC_RELAXED) & TACK_XC_COUNT_WEAK) tack_rt_xc_weak_end(object);
  if (depth == kDepth) {
    *count = reinterpret_cast<uint64_t>(waiting);
    waiting = object;
    return;
  }
  ++depth;
  end(object);
  if (depth == kDepth) {
    while (waiting) {
      void* first = waiting;
      waiting = reinterpret_cast<void*>(*count_of(first));
      end(first);
    }
  }
  --depth;
}

}  // namespace

void tack_rt_xc_retain_atomic(void* object) {
  __atomic_fetch_add(count_of(object), uint64_t{TACK_XC_COUNT_ONE}, __ATOMIC_RELAXED);
}

// Whoever lets the last reference go sees all that others did with the object before.
void tack_rt_xc_release_atomic(void* object) {
  uint64_t left =
      __atomic_sub_fetch(count_of(object), uint64_t{TACK_XC_COUNT_ONE}, __ATOMIC_ACQ_REL);
  if (left < TACK_XC_COUNT_ONE) let_go(object);
}
