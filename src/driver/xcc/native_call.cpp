// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/native_call.hpp"

#include <sys/mman.h>

#include <cstddef>
#include <cstring>

#include "support/ice.hpp"

namespace tack::xcc {
namespace {

constexpr size_t kInts = 6, kFloats = 8;

struct Registers {
  uint64_t ints[kInts] = {};
  uint64_t floats[kFloats] = {};
  const uint64_t* stack = nullptr;
  uint64_t count = 0;  // words of it
  uint64_t rax = 0, rdx = 0, xmm0 = 0, xmm1 = 0;
  void* code = nullptr;
};
static_assert(offsetof(Registers, stack) == 112 && offsetof(Registers, rax) == 128 &&
              offsetof(Registers, code) == 160);

const Callbacks* current = nullptr;

// A narrow integer as callees expect it in 32 bits and more: extended by its sign.
uint64_t extended(ir::Type type, uint64_t word) {
  if (!type.is_int() || !type.is_signed()) return word;
  int unused = 64 - ir::bits_of(type.kind);
  return static_cast<uint64_t>(static_cast<int64_t>(word << unused) >> unused);
}

uint64_t cut(ir::Type type, uint64_t word) {
  if (type.is_ptr()) return word;
  int bits = type.kind == ir::Kind::I1 ? 1 : ir::bits_of(type.kind);
  return bits >= 64 ? word : word & ((uint64_t{1} << bits) - 1);
}

}  // namespace
}  // namespace tack::xcc

extern "C" {
void tack_xcc_call_native(void* registers);
void tack_xcc_callback();
void tack_xcc_called_back(uint64_t function, uint64_t* registers, const uint64_t* stack);
}

// al says how many vector registers a variadic callee may find arguments in.
__asm__(R"(
  .pushsection .text
  .globl tack_xcc_call_native
  .hidden tack_xcc_call_native
  .type tack_xcc_call_native, @function
tack_xcc_call_native:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  movq %rdi, %rbx
  movq 120(%rbx), %rcx
  leaq 15(,%rcx,8), %rax
  andq $-16, %rax
  subq %rax, %rsp
  movq 112(%rbx), %rsi
  movq %rsp, %rdi
  cld
  rep movsq
  movsd 48(%rbx), %xmm0
  movsd 56(%rbx), %xmm1
  movsd 64(%rbx), %xmm2
  movsd 72(%rbx), %xmm3
  movsd 80(%rbx), %xmm4
  movsd 88(%rbx), %xmm5
  movsd 96(%rbx), %xmm6
  movsd 104(%rbx), %xmm7
  movq 0(%rbx), %rdi
  movq 8(%rbx), %rsi
  movq 16(%rbx), %rdx
  movq 24(%rbx), %rcx
  movq 32(%rbx), %r8
  movq 40(%rbx), %r9
  movl $8, %eax
  movq 160(%rbx), %r11
  call *%r11
  movq %rax, 128(%rbx)
  movq %rdx, 136(%rbx)
  movsd %xmm0, 144(%rbx)
  movsd %xmm1, 152(%rbx)
  leaq -16(%rbp), %rsp
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size tack_xcc_call_native, .-tack_xcc_call_native

  .globl tack_xcc_callback
  .hidden tack_xcc_callback
  .type tack_xcc_callback, @function
tack_xcc_callback:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $112, %rsp
  movq %rdi, 0(%rsp)
  movq %rsi, 8(%rsp)
  movq %rdx, 16(%rsp)
  movq %rcx, 24(%rsp)
  movq %r8, 32(%rsp)
  movq %r9, 40(%rsp)
  movsd %xmm0, 48(%rsp)
  movsd %xmm1, 56(%rsp)
  movsd %xmm2, 64(%rsp)
  movsd %xmm3, 72(%rsp)
  movsd %xmm4, 80(%rsp)
  movsd %xmm5, 88(%rsp)
  movsd %xmm6, 96(%rsp)
  movsd %xmm7, 104(%rsp)
  movq %r11, %rdi
  movq %rsp, %rsi
  leaq 16(%rbp), %rdx
  call tack_xcc_called_back@PLT
  movq 0(%rsp), %rax
  movq 8(%rsp), %rdx
  movsd 48(%rsp), %xmm0
  movsd 56(%rsp), %xmm1
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size tack_xcc_callback, .-tack_xcc_callback
  .popsection
)");

extern "C" void tack_xcc_called_back(uint64_t function, uint64_t* registers,
                                     const uint64_t* stack) {
  tack::xcc::current->called(function, registers, stack);
}

namespace tack::xcc {

Result<std::vector<uint64_t>> call_native(void* code, const std::vector<Argument>& arguments,
                                          const std::vector<ir::Type>& results) {
  Registers r;
  std::vector<uint64_t> stack;
  size_t ints = 0, floats = 0;
  for (const Argument& a : arguments) {
    bool is_float = a.type.is_float();
    if (a.by_value) {
      size_t at = stack.size();
      stack.resize(at + (a.by_value + 7) / 8);
      std::memcpy(&stack[at], reinterpret_cast<const void*>(a.word), a.by_value);
    } else if (is_float && floats < kFloats) {
      r.floats[floats++] = a.word;
    } else if (!is_float && ints < kInts) {
      r.ints[ints++] = extended(a.type, a.word);
    } else {
      stack.push_back(extended(a.type, a.word));
    }
  }
  if (results.size() > 2) return Error{"more than two results"};
  r.stack = stack.data();
  r.count = stack.size();
  r.code = code;
  tack_xcc_call_native(&r);
  std::vector<uint64_t> out;
  ints = floats = 0;
  for (ir::Type type : results) {
    uint64_t word = type.is_float() ? (floats++ ? r.xmm1 : r.xmm0) : (ints++ ? r.rdx : r.rax);
    out.push_back(cut(type, word));
  }
  return out;
}

Callbacks::Callbacks(const ir::Module& module, Run run) : module_(module), run_(std::move(run)) {
  bytes_ = std::max<size_t>(module.functions.size(), 1) * kStub;
  void* pages = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  auto* at = static_cast<uint8_t*>(pages);
  for (uint64_t i = 0; i < module.functions.size(); ++i, at += kStub) {
    // movabs $i, %r11; movabs $tack_xcc_callback, %rax; jmp *%rax
    auto target = reinterpret_cast<uint64_t>(&tack_xcc_callback);
    at[0] = 0x49, at[1] = 0xBB;
    std::memcpy(at + 2, &i, 8);
    at[10] = 0x48, at[11] = 0xB8;
    std::memcpy(at + 12, &target, 8);
    at[20] = 0xFF, at[21] = 0xE0;
  }
  if (mprotect(pages, bytes_, PROT_READ | PROT_EXEC) != 0) throw std::bad_alloc();
  code_ = reinterpret_cast<uint64_t>(pages);
  current = this;
}

Callbacks::~Callbacks() {
  current = nullptr;
  munmap(reinterpret_cast<void*>(code_), bytes_);
}

void Callbacks::called(uint64_t function, uint64_t* registers, const uint64_t* stack) const {
  const ir::Function& f = *module_.functions[function];
  std::vector<uint64_t> words;
  size_t ints = 0, floats = 0;
  for (const ir::Inst* p : f.params) {
    if (p->aux.is_aggregate()) {
      words.push_back(reinterpret_cast<uint64_t>(stack));
      stack += (module_.size_of(p->aux) + 7) / 8;
      continue;
    }
    bool is_float = p->type.is_float();
    uint64_t word = is_float && floats < kFloats ? registers[kInts + floats++]
                    : !is_float && ints < kInts  ? registers[ints++]
                                                 : *stack++;
    words.push_back(cut(p->type, word));
  }
  std::vector<uint64_t> results = run_(f, words);
  ints = floats = 0;
  for (size_t i = 0; i < results.size() && i < 2; ++i) {
    if (f.results[i].is_float()) {
      registers[kInts + floats++] = results[i];
    } else {
      registers[ints++] = extended(f.results[i], results[i]);
    }
  }
}

}  // namespace tack::xcc
