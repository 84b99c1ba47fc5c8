// SPDX-License-Identifier: Apache-2.0
// One launch: how many threads are worth it, pieces, reductions.
//
// Threads are worth it when they save more than waking them costs: with r_s the serial and r_p the
// parallel cost of an item and F the fan-out cost, from n = F * margin / (r_s - min(r_p, 0.9 r_s))
// items on. Costs are measured on the launches themselves; nothing runs twice.
//
// A launch with a poll never runs longer than about a millisecond without one, whatever was
// measured before: its steps start small and follow what they cost. Only a single gang cannot be
// cut.
#include <sys/mman.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "ir/reduction_order.hpp"
#include "runtime/own_stack.hpp"
#include "runtime/policy.hpp"
#include "runtime/pool.hpp"
#include "runtime/reduce.hpp"
#include "runtime/tack_rt.h"

namespace tack::rt {
namespace {

constexpr int64_t kAlign = 64;  // pieces begin at multiples of this
// Fan-out: opening the gate, the last piece's imbalance and the join. 3 to 6 us with spinning
// workers, 10 to 60 us when they sleep (measured on 2 cores by runtime_bench).
constexpr double kFanOutNs = 12000;
constexpr double kProbeNs = 5000;  // a first launch looks at the clock about this often
constexpr double kPieceNs = 1e6;   // a poll is due about this often
// Of items with loops, whose cost may leap: the longest step is what it leaps by times this, and a
// look at the clock and a call of the entry for each take half a per cent of it.
constexpr double kWatchedStepNs = 10000;
constexpr double kShortestPieceNs = 2000;  // taking a piece costs 0.02 to 0.1 us
constexpr int64_t kClockItems = 256;       // below, two looks at the clock (50 ns) would show
constexpr int64_t kPlainStep = 1024;  // items without loops that run between looks at the clock
// From so many items on, a buffer of unknown length is worth two system calls (0.6 us each, while
// an item's gathers in place of loads take about 1 ns).
constexpr int64_t kProbedItems = 8192;
constexpr size_t kStackReserve = 64 << 10;  // for what the launch itself and signal handlers take

double now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <class T>
T read(const T& field) {
  T value;
  __atomic_load(&field, &value, __ATOMIC_RELAXED);
  return value;
}
template <class T>
void write(T& field, T value) {
  __atomic_store(&field, &value, __ATOMIC_RELAXED);
}

// An average that follows a change within a few launches.
void learn(float& field, double value);

// A measurement of an item's serial cost, and how well it agrees with those before.
void learn_serial(tack_rt_profile& profile, double value) {
  double before = static_cast<double>(read(profile.serial_ns));
  if (before > 0) {
    double off = value > before ? (value - before) / before : (before - value) / before;
    float old = read(profile.spread);
    write(profile.spread, 0.75f * old + 0.25f * static_cast<float>(off < 4 ? off : 4));
  }
  learn(profile.serial_ns, value);
}

void learn(float& field, double value) {
  float old = read(field);
  // Never 0, which means unknown.
  float fresh = value < 1e-6 ? 1e-6f : static_cast<float>(value);
  // What costs less than half was measured badly before: a first launch waits for memory and code.
  write(field, old > 0 && fresh > 0.5f * old ? 0.5f * old + 0.5f * fresh : fresh);
}

struct Launch {
  const tack_rt_kernel* kernel;
  tack_rt_entry entry;
  const void* args;
  int64_t items;
  tack_rt_poll poll;
  void* poll_argument;
  double next_poll = 0;
  std::atomic<bool> stop{false};
  char* block_results = nullptr;  // reductions: block b's r-th at (b * R + r) * 8
  int64_t block = 0;              // items in a block
  int64_t piece = 0;              // items in a pool piece
  int64_t base = 0;               // first item of piece 0
  const void* caller = nullptr;   // identity of the calling thread
  char* caller_stack = nullptr;   // where its items run, when its own stack is too small
  uint32_t number = 0;            // of the launches on the pool
  // What the calling thread's steps have taken, calls of the poll left out.
  double step_ns = 0;
  int64_t step_items = 0;

  // Such items may take any time, so the clock is looked at from the first gang on.
  bool is_watched() const { return poll && (kernel->flags & TACK_RT_LOOPS); }
  double longest_step_ns() const { return is_watched() ? kWatchedStepNs : kPieceNs; }
  bool stopped() { return poll && stop.load(std::memory_order_relaxed); }
  // Only the calling thread polls. True when it did, which may have taken a while.
  bool maybe_poll(double now) {
    if (!poll || now < next_poll || stop.load(std::memory_order_relaxed)) return false;
    if (poll(poll_argument)) stop.store(true, std::memory_order_relaxed);
    next_poll = now_ns() + kPieceNs;
    return true;
  }
};

thread_local char t_identity;

void call_entry(Launch& launch, int64_t begin, int64_t end, tack_rt_context* context) {
  if (launch.caller_stack && launch.caller == &t_identity)
    call_on_stack(launch.caller_stack, launch.entry, launch.args, begin, end, context);
  else
    launch.entry(launch.args, begin, end, context);
}

void run_plain(Launch& launch, int64_t begin, int64_t end) {
  tack_rt_context context{TACK_RT_ABI, 0, nullptr};
  call_entry(launch, begin, end, &context);
}

// One block: its own copies, folded to one value each.
void run_block(Launch& launch, int64_t block) {
  const tack_rt_kernel& kernel = *launch.kernel;
  int64_t count = kernel.reduction_count;
  constexpr int64_t kOnStack = 8;
  alignas(64) char small[kOnStack * kCopyBytes];
  char* copies = small;
  if (count > kOnStack) {
    copies = static_cast<char*>(aligned_alloc(64, static_cast<size_t>(count * kCopyBytes)));
    if (!copies) {
      fprintf(stderr, "tack: out of memory for reductions of kernel %s\n", kernel.name);
      abort();
    }
  }
  for (int64_t r = 0; r < count; ++r) fill_identity(kernel.reductions[r], copies + r * kCopyBytes);
  tack_rt_context context{TACK_RT_ABI, 0, copies};
  int64_t begin = block * launch.block;
  int64_t end = launch.items - begin < launch.block ? launch.items : begin + launch.block;
  call_entry(launch, begin, end, &context);
  for (int64_t r = 0; r < count; ++r) {
    char* mine = copies + r * kCopyBytes;
    fold_copies(kernel.reductions[r], mine);
    memcpy(launch.block_results + (block * count + r) * 8, mine,
           static_cast<size_t>(element_bytes(kernel.reductions[r].type)));
  }
  if (copies != small) free(copies);
}

// Items [begin, end), which are whole blocks when there are reductions.
void run_items(Launch& launch, int64_t begin, int64_t end) {
  if (!launch.block) return run_plain(launch, begin, end);
  for (int64_t b = begin / launch.block; b * launch.block < end; ++b) run_block(launch, b);
}

// The size of serial steps and of pool pieces is a multiple of this.
int64_t step_unit(const Launch& launch) {
  if (launch.block) return launch.block;
  auto gang = static_cast<int64_t>(launch.kernel->flags >> TACK_RT_GANG_SHIFT);
  return launch.is_watched() && gang > 0 && gang < kAlign ? gang : kAlign;
}

// The step that a thread's piece of a launch has come to: its next piece goes on from there.
struct LastStep {
  uint32_t launch = 0;
  int64_t items = 0;
};
thread_local LastStep t_last_step;
std::atomic<uint32_t> g_launches{0};

// Items that can be stopped: in steps of about kPieceNs, found by doubling and cutting. What an
// item cost in earlier launches is no guide, since arguments decide how long its loops run.
void run_steps(Launch& launch, int64_t begin, int64_t end) {
  int64_t unit = step_unit(launch);
  int64_t step = launch.is_watched() || unit > kPlainStep ? unit : kPlainStep;
  LastStep& last = t_last_step;
  if (launch.number != 0 && last.launch == launch.number) step = last.items;
  double longest = launch.longest_step_ns();
  bool is_caller = launch.caller == &t_identity;
  double start = now_ns();
  while (begin < end && !launch.stopped()) {
    int64_t next = end - begin < step ? end : begin + step;
    run_items(launch, begin, next);
    double now = now_ns(), spent = now - start;
    start = now;
    if (is_caller) {
      launch.step_ns += spent;
      launch.step_items += next - begin;
      if (launch.maybe_poll(now)) start = now_ns();
    }
    begin = next;
    if (spent < longest / 4) {
      if (step < end - begin) step *= 2;
    } else if (spent > longest && step > unit) {
      double shrunk = static_cast<double>(step) * longest / spent;
      step = (static_cast<int64_t>(shrunk) / unit + 1) * unit;
    }
  }
  last.launch = launch.number;
  last.items = step;
}

void run_piece(void* context, int64_t piece) {
  auto& launch = *static_cast<Launch*>(context);
  int64_t begin = launch.base + piece * launch.piece;
  int64_t end = launch.items - begin < launch.piece ? launch.items : begin + launch.piece;
  if (launch.poll) return run_steps(launch, begin, end);
  run_items(launch, begin, end);
}

void poll_while_waiting(void* context) { static_cast<Launch*>(context)->maybe_poll(now_ns()); }

int64_t items_for(const Launch& launch, double ns, double ns_per_item) {
  double items = ns / ns_per_item;
  int64_t unit = step_unit(launch);
  if (items >= static_cast<double>(launch.items)) items = static_cast<double>(launch.items);
  int64_t n = static_cast<int64_t>(items) / unit * unit;
  return n < unit ? unit : n;
}

double threshold_items(const Launch& launch, double serial, double parallel, int32_t threads) {
  const tack_rt_profile* profile = launch.kernel->profile;
  double margin = policy_margin(profile ? read(profile->spread) : 0);
  if (parallel <= 0) parallel = serial / threads;
  double best = parallel < 0.9 * serial ? parallel : 0.9 * serial;
  return kFanOutNs * margin / (serial - best);
}

// [base, items) on the pool.
void fan_out(Launch& launch, int64_t base, double serial, int32_t threads) {
  int64_t rest = launch.items - base;
  int64_t unit = step_unit(launch);
  bool divergent = launch.kernel->flags & TACK_RT_DIVERGENT;
  // Several pieces a thread even out interruptions by other programs.
  int64_t pieces = static_cast<int64_t>(threads) * (divergent ? 32 : 4);
  int64_t piece = (rest / pieces + unit) / unit * unit;
  if (serial > 0) {
    int64_t longest = items_for(launch, kPieceNs, serial);
    int64_t shortest = items_for(launch, kShortestPieceNs, serial);
    // With a poll a piece is short enough that the caller looks up in time.
    if (launch.poll && piece > longest) piece = longest;
    if (piece < shortest) piece = shortest;
    int64_t each = (rest / threads + unit) / unit * unit;
    if (!launch.block && piece > each) piece = each;
  }
  launch.piece = piece;
  launch.base = base;
  while (launch.number == 0) launch.number = g_launches.fetch_add(1, std::memory_order_relaxed) + 1;
  int64_t count = (rest - 1) / piece + 1;
  double start = now_ns();
  IdleFunction idle = launch.poll ? poll_while_waiting : nullptr;
  if (!pool_run(count, run_piece, &launch, threads, idle)) return;
  tack_rt_profile* profile = launch.kernel->profile;
  if (!profile || launch.stop.load(std::memory_order_relaxed)) return;
  learn(profile->parallel_ns, (now_ns() - start) / static_cast<double>(rest));
  // Of items that are watched no slice is timed on its own: it could not be cut.
  if (launch.is_watched() && launch.step_ns > kProbeNs)
    learn_serial(*profile, launch.step_ns / static_cast<double>(launch.step_items));
}

// Everything on the calling thread, from `begin` on; learns the cost and changes to the pool when
// the rest turns out to be worth it. Steps double, so at most half of the work precedes a look at
// the clock.
void run_watched(Launch& launch, int64_t begin, int32_t threads) {
  tack_rt_profile* profile = launch.kernel->profile;
  double serial = profile ? read(profile->serial_ns) : 0;
  int64_t unit = step_unit(launch);
  bool is_known = serial > 0 && !launch.is_watched();
  int64_t step = is_known ? items_for(launch, kProbeNs, serial) : unit;
  // Learnt once for a step that is long enough to time well, and for the last one.
  double start = now_ns(), since = start;
  int64_t from = begin;
  while (begin < launch.items) {
    int64_t end = launch.items - begin < step ? launch.items : begin + step, from_step = begin;
    run_items(launch, begin, end);
    double now = now_ns(), spent = now - start;
    begin = end;
    start = now;
    if (now - since > 500 || begin == launch.items) {
      double rate = (now - since) / static_cast<double>(begin - from);
      serial = rate > 1e-6 ? rate : 1e-6;
      if (profile) learn_serial(*profile, serial);
      since = now;
      from = begin;
    }
    if (launch.maybe_poll(now)) {
      start = since = now_ns();
      from = begin;
    }
    if (begin >= launch.items || launch.stopped()) return;
    if (threads > 1 && serial > 0) {
      double parallel = profile ? read(profile->parallel_ns) : 0;
      if (static_cast<double>(launch.items - begin) >=
          threshold_items(launch, serial, parallel, threads))
        return fan_out(launch, begin, serial, threads);
    }
    if (step <= launch.items / 2) step *= 2;
    if (launch.poll) {
      // The step that was taken is half of the next at most.
      double rate = spent / static_cast<double>(end - from_step);
      int64_t longest = items_for(launch, launch.longest_step_ns(), rate);
      if (spent > launch.longest_step_ns() / 4 && step > longest) step = longest;
    }
  }
}

// Launches 1, 2, 4, ... 1024 and every 1024th measure the serial cost again.
bool measurement_due(uint32_t launches) {
  return launches >= 1024 ? launches % 1024 == 0 : (launches & (launches - 1)) == 0;
}

void run_all(Launch& launch) {
  int64_t items = launch.items;
  tack_rt_profile* profile = launch.kernel->profile;
  float serial = profile ? read(profile->serial_ns) : 0;
  bool is_watched = launch.is_watched();
  if (items <= kAlign && (serial > 0 || !profile) && !is_watched) {
    // The short way: a handful of items of known cost.
    return run_items(launch, 0, items);
  }
  int32_t threads = pool_usable() ? tack_rt_threads() : 1;
  if (serial <= 0) return run_watched(launch, 0, threads);
  uint32_t launches = read(profile->launches) + 1;
  write(profile->launches, launches);
  double parallel = read(profile->parallel_ns);
  if (threads > 1 &&
      static_cast<double>(items) >= threshold_items(launch, serial, parallel, threads)) {
    int64_t begin = 0;
    if (measurement_due(launches) && !is_watched) {
      // A slice on its own; the rest is shared as usual.
      int64_t slice = items_for(launch, kProbeNs * 2, serial);
      if (slice < items / 8) {
        double start = now_ns();
        run_items(launch, 0, slice);
        learn_serial(*profile, (now_ns() - start) / static_cast<double>(slice));
        begin = slice;
      }
    }
    return fan_out(launch, begin, serial, threads);
  }
  // Expected to be short. Costs vary with the data, so longer ones are watched all the same.
  if (items < kClockItems && !is_watched) return run_items(launch, 0, items);
  if (serial * static_cast<double>(items) < 2000 && !measurement_due(launches) && !is_watched) {
    // A look at the clock for each kPlainStep items hardly shows.
    if (launch.poll) return run_steps(launch, 0, items);
    return run_items(launch, 0, items);
  }
  run_watched(launch, 0, threads);
}

int32_t run_reduced(Launch& launch, void* const* results) {
  int64_t count = launch.kernel->reduction_count;
  launch.block = ir::reduction_block(launch.items);
  int64_t blocks = (launch.items - 1) / launch.block + 1;
  constexpr int64_t kOnStack = 256;
  alignas(8) char small[kOnStack * 8];
  launch.block_results = small;
  if (blocks * count > kOnStack) {
    launch.block_results = static_cast<char*>(malloc(static_cast<size_t>(blocks * count * 8)));
    if (!launch.block_results) {
      fprintf(stderr, "tack: out of memory for reductions of kernel %s\n", launch.kernel->name);
      abort();
    }
  }
  run_all(launch);
  bool stopped = launch.stop.load(std::memory_order_relaxed);
  if (!stopped)
    for (int64_t b = 0; b < blocks; ++b)
      for (int64_t r = 0; r < count; ++r)
        combine(launch.kernel->reductions[r], results[r],
                launch.block_results + (b * count + r) * 8);
  if (launch.block_results != small) free(launch.block_results);
  return stopped;
}

// The product of the extents; -1 when it passes 2^63 - 1.
int64_t item_count(const int64_t* extents, int32_t dims) {
  for (int32_t d = 0; d < dims; ++d)
    if (extents[d] <= 0) return 0;
  int64_t items = 1;
  for (int32_t d = 0; d < dims; ++d)
    if (__builtin_mul_overflow(items, extents[d], &items)) return -1;
  return items;
}

[[noreturn]] void fail(const tack_rt_kernel* kernel, const char* what) {
  fprintf(stderr, "tack: kernel %s: %s\n", kernel->name ? kernel->name : "?", what);
  abort();
}

// Whether nothing is mapped 2^31 bytes above or below: then no array reaches from here so far, and
// of its elements none is as far as 2^31. What happens to lie there costs speed only.
bool is_near(const char* place) {
  constexpr uintptr_t kPage = 4096, kFar = uintptr_t(1) << 31;
  const uintptr_t page = reinterpret_cast<uintptr_t>(place) & ~(kPage - 1);
  for (uintptr_t far : {page + kFar, page - kFar}) {
    unsigned char resident;
    if (mincore(reinterpret_cast<void*>(far), kPage, &resident) == 0 || errno != ENOMEM)
      return false;
  }
  return true;
}

bool is_small(const tack_rt_kernel& kernel, const void* args, int64_t items, const int64_t* extents,
              int32_t dims) {
  constexpr int64_t kLimit = int64_t(1) << 31;
  if (items >= kLimit) return false;
  for (int32_t d = 0; d < dims; ++d)
    if (extents[d] >= kLimit) return false;
  for (uint64_t slots = kernel.length_slots; slots; slots &= slots - 1) {
    const char* slot = static_cast<const char*>(args) + 8 * __builtin_ctzll(slots);
    int64_t length;
    memcpy(&length, slot, 8);
    if (length >= kLimit) return false;
    if (length >= 0) continue;
    const char* buffer;
    memcpy(&buffer, slot - 8, 8);
    if (items < kProbedItems || !is_near(buffer)) return false;
  }
  return true;
}

}  // namespace
}  // namespace tack::rt

using namespace tack::rt;

extern "C" int32_t tack_rt_run(const tack_rt_kernel* kernel, tack_rt_entry entry, const void* args,
                               int64_t items, void* const* results, tack_rt_poll poll,
                               void* poll_argument) {
  if (items <= 0) return 0;
  if (items <= kAlign && !poll && !kernel->reduction_count && !kernel->stack_bytes &&
      (!kernel->profile || read(kernel->profile->serial_ns) > 0)) {
    // The short way: a handful of items of known cost.
    tack_rt_context context{TACK_RT_ABI, 0, nullptr};
    entry(args, 0, items, &context);
    return 0;
  }
  Launch launch{kernel, entry, args, items, poll, poll_argument};
  launch.caller = &t_identity;
  if (poll) launch.next_poll = now_ns() + kPieceNs;
  OwnStack stack;
  if (kernel->stack_bytes &&
      __builtin_expect(stack_left() < kernel->stack_bytes + kStackReserve, 0)) {
    stack = make_stack(kernel->stack_bytes + kStackReserve);
    launch.caller_stack = stack.top();
    if (!launch.caller_stack) return 2;
  }
  int32_t stopped;
  if (kernel->reduction_count) {
    stopped = run_reduced(launch, results);
  } else {
    run_all(launch);
    stopped = launch.stop.load(std::memory_order_relaxed);
  }
  free_stack(stack);
  return pool_lost_pieces() ? 3 : stopped;
}

extern "C" void tack_rt_launch(const tack_rt_kernel* kernel, const void* args,
                               const int64_t* extents, int32_t dims, void* const* results) {
  if (kernel->abi != TACK_RT_ABI) fail(kernel, "compiled for another runtime version");
  int64_t items = item_count(extents, dims);
  if (items == 0) return;
  if (items < 0) fail(kernel, "more than 2^63 - 1 items");
  bool small = is_small(*kernel, args, items, extents, dims);
  int32_t isa = tack_rt_cpu_isa();
  for (int v = 0; v < kernel->variant_count; ++v) {
    const tack_rt_variant& variant = kernel->variants[v];
    if (variant.isa > isa || (variant.small && !small)) continue;
    if (tack_rt_run(kernel, variant.entry, args, items, results, nullptr, nullptr) == 3)
      fail(kernel, "a signal handler has forked the process during the launch");
    return;
  }
  fail(kernel, "no variant for this processor");
}

extern "C" double tack_rt_expected_ns(const tack_rt_kernel* kernel, int64_t items) {
  float serial = kernel->profile ? read(kernel->profile->serial_ns) : 0;
  return serial > 0 ? static_cast<double>(serial) * static_cast<double>(items) : -1;
}
