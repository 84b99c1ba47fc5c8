// SPDX-License-Identifier: Apache-2.0
#include "runtime/pool.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/tack_rt.h"

namespace tack::rt {
namespace {

struct Counts {
  explicit Counts(int64_t n) : size(n), hits(new std::atomic<int>[n]) {
    for (int64_t i = 0; i < n; ++i) hits[i] = 0;
  }
  static void piece(void* self, int64_t i) { static_cast<Counts*>(self)->hits[i]++; }
  bool all_once() const {
    for (int64_t i = 0; i < size; ++i)
      if (hits[i] != 1) return false;
    return true;
  }
  int64_t size;
  std::unique_ptr<std::atomic<int>[]> hits;
};

class Pool : public testing::Test {
 protected:
  void TearDown() override { tack_rt_set_threads(2); }
};

TEST_F(Pool, RunsEachPieceOnce) {
  for (int threads : {1, 2, 3, 16}) {
    tack_rt_set_threads(threads);
    for (int64_t n : {1, 2, 5, 64, 1000})
      for (int round = 0; round < 50; ++round) {
        Counts counts(n);
        pool_run(n, Counts::piece, &counts, threads);
        EXPECT_TRUE(counts.all_once()) << threads << " threads, " << n << " pieces";
      }
  }
}

TEST_F(Pool, WorkersTakePart) {
  tack_rt_set_threads(2);
  // Each piece waits until both have begun: deadlocks unless two threads run.
  struct Meet {
    std::atomic<int> begun{0};
    static void piece(void* self, int64_t) {
      auto& meet = *static_cast<Meet*>(self);
      meet.begun++;
      while (meet.begun < 2) std::this_thread::yield();
    }
  } meet;
  EXPECT_TRUE(pool_run(2, Meet::piece, &meet, 2));
  EXPECT_EQ(meet.begun, 2);
}

TEST_F(Pool, WakesSleepingWorkers) {
  tack_rt_set_threads(4);
  for (int round = 0; round < 5; ++round) {
    Counts counts(100);
    pool_run(100, Counts::piece, &counts, 4);
    EXPECT_TRUE(counts.all_once());
    usleep(20000);
  }
}

TEST_F(Pool, NestedLaunchesRunInline) {
  tack_rt_set_threads(4);
  struct Outer {
    std::atomic<int> inner{0}, wrong{0};
    static void inner_piece(void* self, int64_t) { static_cast<Outer*>(self)->inner++; }
    static void piece(void* self, int64_t) {
      if (pool_usable()) static_cast<Outer*>(self)->wrong++;
      if (pool_run(7, inner_piece, self, 4)) static_cast<Outer*>(self)->wrong++;
    }
  } outer;
  pool_run(20, Outer::piece, &outer, 4);
  EXPECT_EQ(outer.inner, 140);
  EXPECT_EQ(outer.wrong, 0);
  EXPECT_TRUE(pool_usable());
}

TEST_F(Pool, SeveralHostThreads) {
  tack_rt_set_threads(3);
  std::atomic<int> bad{0};
  std::vector<std::thread> hosts;
  for (int h = 0; h < 8; ++h)
    hosts.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        Counts counts(37);
        pool_run(37, Counts::piece, &counts, 3);
        if (!counts.all_once()) bad++;
      }
    });
  for (auto& host : hosts) host.join();
  EXPECT_EQ(bad, 0);
}

#if !defined(__SANITIZE_THREAD__)
TEST_F(Pool, ForkedChildBuildsItsOwn) {
  tack_rt_set_threads(4);
  Counts before(100);
  pool_run(100, Counts::piece, &before, 4);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);  // a hang kills the child
    Counts counts(1000);
    bool fanned = pool_run(1000, Counts::piece, &counts, 4);
    _exit(fanned && counts.all_once() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  Counts after(100);
  pool_run(100, Counts::piece, &after, 4);
  EXPECT_TRUE(after.all_once());
}

TEST_F(Pool, ForkWhileAnotherThreadLaunches) {
  tack_rt_set_threads(3);
  std::atomic<bool> done{false};
  std::thread busy([&] {
    while (!done) {
      Counts counts(50);
      pool_run(50, Counts::piece, &counts, 3);
    }
  });
  for (int round = 0; round < 10; ++round) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(20);
      Counts counts(500);
      bool fanned = pool_run(500, Counts::piece, &counts, 3);
      _exit(fanned && counts.all_once() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  done = true;
  busy.join();
}
#endif

}  // namespace
}  // namespace tack::rt
