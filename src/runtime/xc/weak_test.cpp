// SPDX-License-Identifier: Apache-2.0
// Weak references and atomic counts, from several threads at once.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

std::atomic<int> ended{0};
std::atomic<int> faults{0};
constexpr uint64_t kMagic = 0x5ca1ab1e0ddba11;

struct Object {
  const void* table;
  uint64_t count;
  uint64_t magic;
  Object* next;
};

void teardown(void* object) {
  auto* o = static_cast<Object*>(object);
  if (o->magic != kMagic) ++faults;
  o->magic = 0;
  ++ended;
  // One weak reference more, made by a dealloc, is null.
  if (tack_rt_xc_weak_of(o)) ++faults;
  if (o->next) tack_rt_xc_release_atomic(o->next);
}

struct Table {
  void (*teardown)(void*);
  const void* parent;
  uint64_t size;
  std::array<const void*, 8> rest;
};
const Table kTable = {teardown, nullptr, sizeof(Object), {}};
static_assert(offsetof(Table, teardown) == TACK_XC_TABLE_TEARDOWN);
static_assert(offsetof(Table, size) == TACK_XC_TABLE_SIZE);

Object* make(Object* next = nullptr) {
  auto* o = static_cast<Object*>(tack_rt_xc_new_object(sizeof(Object)));
  o->table = &kTable;
  o->count = TACK_XC_COUNT_ONE;
  o->magic = kMagic;
  o->next = next;
  return o;
}

class Weak : public testing::Test {
 protected:
  void SetUp() override { ended = faults = 0; }
  void TearDown() override { EXPECT_EQ(faults, 0); }
};

TEST_F(Weak, ReadsTheObjectUntilItEnds) {
  Object* o = make();
  void* a = tack_rt_xc_weak_of(o);
  void* b = tack_rt_xc_weak_of(o);
  EXPECT_EQ(a, b);
  EXPECT_EQ(tack_rt_xc_weak_get(a), o);
  tack_rt_xc_release_atomic(o);
  EXPECT_EQ(ended, 0);
  tack_rt_xc_release_atomic(o);
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(tack_rt_xc_weak_get(a), nullptr);
  tack_rt_xc_weak_release(a);
  tack_rt_xc_weak_release(b);
}

TEST_F(Weak, NullIsNobody) {
  EXPECT_EQ(tack_rt_xc_weak_of(nullptr), nullptr);
  EXPECT_EQ(tack_rt_xc_weak_get(nullptr), nullptr);
  tack_rt_xc_weak_retain(nullptr);
  tack_rt_xc_weak_release(nullptr);
}

TEST_F(Weak, KeepsManyApart) {
  constexpr int kObjects = 5000;
  std::vector<Object*> objects;
  std::vector<void*> weak;
  for (int k = 0; k < kObjects; ++k) {
    objects.push_back(make());
    weak.push_back(tack_rt_xc_weak_of(objects.back()));
  }
  for (int k = 0; k < kObjects; k += 3) tack_rt_xc_release_atomic(objects[k]);
  for (int k = 0; k < kObjects; k += 2) tack_rt_xc_weak_release(weak[k]);
  for (int k = 1; k < kObjects; k += 2) {
    void* got = tack_rt_xc_weak_get(weak[k]);
    EXPECT_EQ(got, k % 3 ? objects[k] : nullptr);
    if (got) tack_rt_xc_release_atomic(got);
    tack_rt_xc_weak_release(weak[k]);
  }
  for (int k = 0; k < kObjects; ++k) {
    if (k % 3) tack_rt_xc_release_atomic(objects[k]);
  }
  EXPECT_EQ(ended, kObjects);
}

TEST_F(Weak, LongListsEndWithoutTheStack) {
  Object* list = nullptr;
  for (int k = 0; k < 200000; ++k) list = make(list);
  tack_rt_xc_release_atomic(list);
  EXPECT_EQ(ended, 200000);
}

TEST_F(Weak, ThreadsSeeItAliveOrNotAtAll) {
  constexpr int kRounds = 200, kThreads = 3;
  for (int round = 0; round < kRounds; ++round) {
    Object* o = make();
    void* weak = tack_rt_xc_weak_of(o);
    for (int k = 1; k < kThreads; ++k) tack_rt_xc_weak_retain(weak);
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int k = 0; k < kThreads; ++k) {
      threads.emplace_back([&] {
        ++ready;
        for (int turn = 0; turn < 2000; ++turn) {
          auto* got = static_cast<Object*>(tack_rt_xc_weak_get(weak));
          if (!got) break;
          if (got->magic != kMagic) ++faults;
          void* again = tack_rt_xc_weak_of(got);
          if (again != weak) ++faults;
          tack_rt_xc_weak_release(again);
          tack_rt_xc_retain_atomic(got);
          tack_rt_xc_release_atomic(got);
          tack_rt_xc_release_atomic(got);
        }
        tack_rt_xc_weak_release(weak);
      });
    }
    while (ready < kThreads) std::this_thread::yield();
    tack_rt_xc_release_atomic(o);
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(ended, round + 1);
  }
}

}  // namespace
