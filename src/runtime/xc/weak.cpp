// SPDX-License-Identifier: Apache-2.0
// Weak references. The first one to an object makes its box, which all of them share and which
// knows the object until that ends. An object has no word for its box: a bit in its count says that
// there is one, and a table by address finds it. The table is cut into shards, each with a lock of
// its own.
#include <pthread.h>
#include <stdlib.h>

#include "runtime/tack_rt.h"
#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

struct Box {
  uint64_t references;
  void* object;  // null when it has ended
  Box* next;     // in its bucket
};

struct Shard {
  pthread_mutex_t lock;  // zeros are an open lock, as PTHREAD_MUTEX_INITIALIZER says
  Box** buckets;
  uint64_t size, used;
};

constexpr uint64_t kShards = 64;
Shard shards[kShards];

uint64_t hash_of(const void* object) {
  return (reinterpret_cast<uint64_t>(object) >> 4) * 0x9E3779B97F4A7C15;
}

Shard& shard_of(const void* object) { return shards[hash_of(object) >> 58]; }

Box*& bucket_of(Shard& shard, const void* object) {
  return shard.buckets[(hash_of(object) >> 20) & (shard.size - 1)];
}

uint64_t* count_of(void* object) {
  return reinterpret_cast<uint64_t*>(static_cast<char*>(object) + TACK_XC_OBJECT_COUNT);
}

struct Locked {
  explicit Locked(Shard& s) : shard(s) { pthread_mutex_lock(&shard.lock); }
  ~Locked() { pthread_mutex_unlock(&shard.lock); }
  Shard& shard;
};

void grow(Shard& shard) {
  uint64_t size = shard.size ? shard.size * 2 : 16;
  Box** old = shard.buckets;
  uint64_t old_size = shard.size;
  auto** made = static_cast<Box**>(calloc(size, sizeof(Box*)));
  if (!made) {
    if (old) return;  // longer chains
    tack_rt_trap("no memory for a weak reference");
  }
  shard.buckets = made;
  shard.size = size;
  for (uint64_t k = 0; k < old_size; ++k) {
    for (Box* box = old[k]; box;) {
      Box* next = box->next;
      Box*& to = bucket_of(shard, box->object);
      box->next = to;
      to = box;
      box = next;
    }
  }
  free(old);
}

// Out of the table. The caller has the lock.
void forget(Shard& shard, const Box* box) {
  Box** at = &bucket_of(shard, box->object);
  while (*at != box) at = &(*at)->next;
  *at = box->next;
  --shard.used;
}

}  // namespace

void* tack_rt_xc_weak_of(void* object) {
  if (!object) return nullptr;
  uint64_t* count = count_of(object);
  if (__atomic_load_n(count, __ATOMIC_RELAXED) >> TACK_XC_ENDING_BIT) return nullptr;
  Shard& shard = shard_of(object);
  Locked lock(shard);
  if (shard.used >= shard.size) grow(shard);
  Box*& bucket = bucket_of(shard, object);
  for (Box* box = bucket; box; box = box->next) {
    if (box->object != object) continue;
    tack_rt_xc_weak_retain(box);
    return box;
  }
  auto* box = static_cast<Box*>(calloc(1, sizeof(Box)));
  if (!box) tack_rt_trap("no memory for a weak reference");
  box->references = 1;
  box->object = object;
  box->next = bucket;
  bucket = box;
  ++shard.used;
  __atomic_fetch_or(count, uint64_t{TACK_XC_COUNT_WEAK}, __ATOMIC_RELAXED);
  return box;
}

// The lock of the object's shard keeps its end away: whoever let go of the last reference waits for
// it in tack_rt_xc_weak_end before the memory goes.
void* tack_rt_xc_weak_get(void* weak) {
  if (!weak) return nullptr;
  auto* box = static_cast<Box*>(weak);
  void* object = __atomic_load_n(&box->object, __ATOMIC_ACQUIRE);
  if (!object) return nullptr;
  Locked lock(shard_of(object));
  if (!__atomic_load_n(&box->object, __ATOMIC_RELAXED)) return nullptr;
  uint64_t* count = count_of(object);
  uint64_t was = __atomic_load_n(count, __ATOMIC_RELAXED);
  do {
    if (was < TACK_XC_COUNT_ONE) return nullptr;
  } while (!__atomic_compare_exchange_n(count, &was, was + TACK_XC_COUNT_ONE, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return object;
}

void tack_rt_xc_weak_retain(void* weak) {
  if (weak) __atomic_fetch_add(&static_cast<Box*>(weak)->references, 1, __ATOMIC_RELAXED);
}

void tack_rt_xc_weak_release(void* weak) {
  auto* box = static_cast<Box*>(weak);
  if (!box) return;
  // The last reference goes under the lock, for tack_rt_xc_weak_of may find the box meanwhile.
  uint64_t was = __atomic_load_n(&box->references, __ATOMIC_RELAXED);
  while (was > 1) {
    if (__atomic_compare_exchange_n(&box->references, &was, was - 1, true, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED))
      return;
  }
  if (void* object = __atomic_load_n(&box->object, __ATOMIC_ACQUIRE)) {
    Shard& shard = shard_of(object);
    Locked lock(shard);
    if (__atomic_sub_fetch(&box->references, 1, __ATOMIC_ACQ_REL)) return;
    if (box->object) forget(shard, box);
  } else if (__atomic_sub_fetch(&box->references, 1, __ATOMIC_ACQ_REL)) {
    return;
  }
  free(box);
}

void tack_rt_xc_weak_end(void* object) {
  Shard& shard = shard_of(object);
  Locked lock(shard);
  if (!shard.size) return;
  Box* box = bucket_of(shard, object);
  while (box && box->object != object) box = box->next;
  if (!box) return;
  forget(shard, box);
  __atomic_store_n(&box->object, nullptr, __ATOMIC_RELEASE);
}
