// SPDX-License-Identifier: Apache-2.0
// The slow way of a call: a variant that is not there yet.
#include <pthread.h>

#include <condition_variable>
#include <mutex>

#include "compile/in_flight.hpp"
#include "device_class.hpp"
#include "errors.hpp"
#include "kernel.hpp"
#include "support/big_stack.hpp"
#include "unlocked.hpp"

namespace tack::py {
namespace {

// Threads that need what another is compiling sleep here. The mutex guards only the sleep: taken
// without the interpreter's lock, so that the two cannot be waited for in a circle.
struct Sleepers {
  std::mutex mutex;
  std::condition_variable compiled;
  uint64_t generation = 0;
};
// A forked child has sleepers of its own: another thread may have held its parent's mutex. Never
// destroyed, since threads may wait while the process ends.
Sleepers* g_sleepers = [] {
  pthread_atfork(nullptr, nullptr, [] { g_sleepers = new Sleepers; });
  return new Sleepers;
}();

Variant* find(KernelState& state, const CallArguments& call) {
  for (auto& variant : state.variants)
    if (variant->matches(call)) return variant.get();
  return nullptr;
}

// What two threads must not compile both: every extent is in it, as nobody knows yet which count.
std::vector<uint64_t> job_of(const CallArguments& call) {
  std::vector<uint64_t> job(call.key, call.key + call.key_words());
  job.insert(job.end(), call.object_keys, call.object_keys + call.object_count);
  for (int i = 0; i < call.count; ++i) {
    if (!call.is_array(i)) continue;
    const launch::ArrayData* array = call.values[i].array;
    job.insert(job.end(), array->shape, array->shape + array->rank());
  }
  return job;
}

compile::PythonKernelResult compile_now(KernelState& state, const CallArguments& call, bool small,
                                        const compile::CpuOptions& cpu) {
  std::vector<python::ArgType> types =
      argument_types(call, launch::counts_on_extents(state.variants, call));
  compile::PythonKernelResult result;
  with_names(state, call, [&](compile::Snapshot& snapshot) {
    Unlocked unlocked;
    compile::PythonKernelOptions options{small, call.debug, false, cpu};
    result = {};
    // Only what compiles needs a stack of its own: a thread may wait for a processor.
    result.kernel = compile::load_python_kernel(snapshot, types, options);
    if (result.kernel) return true;
    options.is_new = true;
    run_on_big_stack([&] { result = compile::compile_python_kernel(snapshot, types, options); });
    return result.kernel != nullptr;
  });
  return result;
}

void wake_waiters() {
  Unlocked unlocked;
  {
    std::lock_guard lock(g_sleepers->mutex);
    ++g_sleepers->generation;
  }
  g_sleepers->compiled.notify_all();
}

void wait_for_others() {
  // Read with the interpreter's lock held: the compiling thread needs that lock before it changes
  // the generation, so no change is missed.
  uint64_t seen;
  {
    std::lock_guard lock(g_sleepers->mutex);
    seen = g_sleepers->generation;
  }
  Unlocked unlocked;
  std::unique_lock lock(g_sleepers->mutex);
  g_sleepers->compiled.wait(lock, [&] { return g_sleepers->generation != seen; });
}

}  // namespace

void raise_failure(KernelState& state, const CallArguments& call, bool small,
                   const compile::PythonKernelResult& result) {
  if (!result.failure) {
    PyErr_SetString(PyExc_RuntimeError, result.error.c_str());
    return;
  }
  // Once more with all names there are, which can suggest what was meant.
  std::optional<python::Failure> failure;
  std::vector<python::ArgType> types = argument_types(call);
  compile::Snapshot snapshot(state.source, *state.environment, call.objects(), &state.bindings,
                             true);
  {
    Unlocked unlocked;
    run_on_big_stack([&] {
      compile::lower_python_kernel(*state.source, snapshot.environment(), types, snapshot.objects(),
                                   small, failure, call.debug);
    });
  }
  raise(failure ? *failure : *result.failure);
}

Variant* compile_variant(KernelState& state, const CallArguments& call, bool small) {
  auto gang = compile::gang_setting();
  if (!gang) {
    raise(gang.error());
    return nullptr;
  }
  // What a thread was compiling when the process was forked does not come in the child.
  std::pair<std::vector<uint64_t>, bool> job{job_of(call), small};
  job.first.push_back(compile::fork_generation() * 2 + call.debug);
  for (;;) {
    Variant* variant = find(state, call);
    if (variant && variant->form(small).entry) return variant;
    bool elsewhere = false;
    for (const auto& other : state.compiling) elsewhere |= other == job;
    if (!elsewhere) break;
    wait_for_others();
  }
  state.compiling.push_back(job);
  compile::CpuOptions cpu;
  cpu.gang = *gang;
  compile::PythonKernelResult result = compile_now(state, call, small, cpu);
  std::erase(state.compiling, job);
  wake_waiters();
  if (!result.kernel) {
    raise_failure(state, call, small, result);
    return nullptr;
  }
  Variant* variant = find(state, call);
  if (!variant) {
    state.variants.push_back(std::make_shared<Variant>(call));
    variant = state.variants.back().get();
    if (call.object_count > 0) remember_objects(state);
  }
  variant->add_form(small, std::move(result.kernel), state.name);
  return variant;
}

}  // namespace tack::py
