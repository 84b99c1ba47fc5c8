// SPDX-License-Identifier: Apache-2.0
// Pool.forRange: a call for each number of a range, on the threads that par blocks have too.
#include "runtime/pool.hpp"
#include "runtime/tack_rt.h"
#include "runtime/xc/callee.hpp"
#include "runtime/xc/start.hpp"
#include "runtime/xc/xc_rt.h"

namespace {

// Pieces a thread, so that one with long calls is not waited for by all.
constexpr int64_t kPieces = 16;

struct Range {
  void (*code)(void* on, int32_t index);
  void* on;
  int64_t low, count, pieces;
};

void run_piece(void* context, int64_t piece) {
  const Range& range = *static_cast<const Range*>(context);
  int64_t end = range.count * (piece + 1) / range.pieces;
  for (int64_t k = range.count * piece / range.pieces; k < end; ++k)
    range.code(range.on, static_cast<int32_t>(range.low + k));
}

void run(int32_t low, int32_t high, tack::rt::Callee callee, const char* nothing) {
  if (low < high) {
    if (!callee.code) tack_rt_trap(nothing);
    tack::rt::start_launches();
    Range range = {reinterpret_cast<void (*)(void*, int32_t)>(callee.code), callee.on, low,
                   int64_t{high} - low, 0};
    // A checked run has one thread.
    int32_t threads = tack_rt_xc_watched() ? 1 : tack_rt_threads();
    range.pieces = range.count < threads * kPieces ? range.count : threads * kPieces;
    tack::rt::pool_run(range.pieces, run_piece, &range, threads);
  }
  tack::rt::let_go(callee);
}

}  // namespace

void tack_rt_xc_pool_callback(int32_t low, int32_t high, const void* callback) {
  run(low, high, tack::rt::callee_of_callback(callback), "Pool.forRange: the callback is null");
}

void tack_rt_xc_pool_block(int32_t low, int32_t high, const void* block) {
  run(low, high, tack::rt::callee_of_block(block), "Pool.forRange: the block is null");
}
