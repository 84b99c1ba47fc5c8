// SPDX-License-Identifier: Apache-2.0
// Compilation and fork(): a child inherits the locks that the parent's threads hold, and none of
// the threads. So a fork waits until no compilation is under way, and none begins before it is
// over.
#pragma once

#include <cstdint>

namespace tack::compile {

// Around whatever takes locks of the code generator or the loader. Nests on one thread. The holder
// must wait for nothing that a forking thread may hold.
class InFlight {
 public:
  InFlight();
  ~InFlight();
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;
};

// How many forks lie between the first process and this one. What a thread of a former process had
// begun will never end.
uint64_t fork_generation();

}  // namespace tack::compile
