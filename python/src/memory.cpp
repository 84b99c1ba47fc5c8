// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace tack::py {
namespace {

// From here on pages come straight from the kernel, already zero; below, a mapping's page faults
// cost more than clearing.
constexpr int64_t kMapFrom = 1 << 20;
// Transparent huge pages make first touches about 5 times cheaper, but only whole ones help.
constexpr int64_t kHugePage = 2 << 20;

}  // namespace

Block allocate(int64_t bytes) {
  if (bytes >= kMapFrom) {
    void* data = mmap(nullptr, static_cast<size_t>(bytes), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) return {};
#ifdef MADV_HUGEPAGE
    if (bytes >= 2 * kHugePage) madvise(data, static_cast<size_t>(bytes), MADV_HUGEPAGE);
#endif
    return {data, bytes};
  }
  int64_t rounded = (bytes + kArrayAlign - 1) / kArrayAlign * kArrayAlign;
  if (rounded == 0) rounded = kArrayAlign;
  void* data = aligned_alloc(kArrayAlign, static_cast<size_t>(rounded));
  if (data) memset(data, 0, static_cast<size_t>(rounded));
  return {data, 0};
}

void release(Block block) {
  if (block.mapped)
    munmap(block.data, static_cast<size_t>(block.mapped));
  else
    free(block.data);
}

int64_t free_bytes() {
  return static_cast<int64_t>(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

}  // namespace tack::py
