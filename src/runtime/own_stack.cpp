// SPDX-License-Identifier: Apache-2.0
#include "runtime/own_stack.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include "support/stack_left.hpp"

namespace tack::rt {
namespace {

thread_local const char* t_stack_end = nullptr;

}  // namespace

size_t stack_left() {
  if (!t_stack_end) t_stack_end = find_stack_end();
  return tack::stack_left(t_stack_end);
}

OwnStack make_stack(size_t bytes) {
  auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t size = (bytes + page - 1) / page * page + page;
  void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED) return {};
  mprotect(base, page, PROT_NONE);
  return {static_cast<char*>(base), size};
}

void free_stack(OwnStack stack) {
  if (stack.base) munmap(stack.base, stack.size);
}

// The old stack pointer waits in a register that the callee keeps.
void call_on_stack(char* top, tack_rt_entry entry, const void* args, int64_t begin, int64_t end,
                   void* context) {
#if defined(__x86_64__)
  asm volatile(
      "movq %%rsp, %%rbx\n\t"
      "movq %[top], %%rsp\n\t"
      "callq *%[entry]\n\t"
      "movq %%rbx, %%rsp"
      : "+D"(args), "+S"(begin), "+d"(end), "+c"(context)
      : [top] "r"(top), [entry] "r"(entry)
      : "rax", "rbx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
        "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
        "memory", "cc");
#elif defined(__aarch64__)
  register const void* x0 asm("x0") = args;
  register int64_t x1 asm("x1") = begin;
  register int64_t x2 asm("x2") = end;
  register void* x3 asm("x3") = context;
  asm volatile(
      "mov x19, sp\n\t"
      "mov sp, %[top]\n\t"
      "blr %[entry]\n\t"
      "mov sp, x19"
      : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3)
      : [top] "r"(top), [entry] "r"(entry)
      : "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17",
        "x18", "x19", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10",
        "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23",
        "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
#else
#error "own_stack.cpp: write call_on_stack() for this processor"
#endif
}

}  // namespace tack::rt
