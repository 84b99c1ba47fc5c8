// SPDX-License-Identifier: Apache-2.0
#include "support/big_stack.hpp"

#include <pthread.h>

#include <exception>

#include "support/stack_left.hpp"

namespace tack {
namespace {

struct Job {
  const std::function<void()>& work;
  std::exception_ptr thrown;
};

void* start(void* argument) {
  auto& job = *static_cast<Job*>(argument);
  try {
    job.work();
  } catch (...) {
    job.thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void run_on_big_stack(const std::function<void()>& work) {
  constexpr size_t kStack = size_t{64} << 20;
  Job job{work, nullptr};
  pthread_attr_t attributes;
  pthread_t thread;
  bool is_ready =
      pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, kStack) == 0;
  // Where no thread can be had (a limit on processes or address space) the caller's stack must do.
  if (!is_ready || pthread_create(&thread, &attributes, start, &job) != 0) {
    start(&job);
  } else {
    pthread_join(thread, nullptr);
  }
  pthread_attr_destroy(&attributes);
  if (job.thrown) std::rethrow_exception(job.thrown);
}

void run_with_stack(size_t bytes, const std::function<void()>& work) {
  if (stack_left(find_stack_end()) >= bytes) return work();
  run_on_big_stack(work);
}

}  // namespace tack
