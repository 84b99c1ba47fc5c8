// SPDX-License-Identifier: Apache-2.0
// The process's one thread pool. Pieces 0 .. count-1 run once each, on the calling thread and the
// workers.
//
// Each participant owns a contiguous home range of pieces, so that repeated launches touch the same
// memory from the same thread, and takes from others' ranges when its own is empty. No lock is
// taken: a launch opens a gate and bumps an epoch that workers spin on, then sleep on.
#pragma once

#include <cstdint>

namespace tack::rt {

using PieceFunction = void (*)(void* context, int64_t piece);

// True when workers may help: more than one thread, and not inside a piece already.
bool pool_usable();

// Called by the caller about every millisecond while it waits for the workers' last pieces.
using IdleFunction = void (*)(void* context);

// Whether this process was forked while the calling thread ran pieces together with workers: those
// that they had taken run in the parent only. Asking forgets it.
bool pool_lost_pieces();

// Runs the pieces on up to `threads` threads; returns when all have run. When another host thread
// is using the workers, or pool_usable() is false, the caller runs all pieces itself and false is
// returned. `idle` may be null.
bool pool_run(int64_t count, PieceFunction function, void* context, int32_t threads,
              IdleFunction idle = nullptr);

}  // namespace tack::rt
