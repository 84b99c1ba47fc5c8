// SPDX-License-Identifier: Apache-2.0
#include "backend/llvm/long_code.hpp"

namespace tack::llvm_backend {

// The longest hand-written kernels of the benchmarks have 2,000 instructions.
constexpr unsigned kLong = 8000;

LongCodeGate::LongCodeGate(const llvm::Module& module)
    : is_long(module.getInstructionCount() > kLong) {}

bool LongCodeGate::shouldRunPass(llvm::StringRef pass, llvm::StringRef) {
  return !pass.ends_with("Machine Loop Invariant Code Motion");
}

}  // namespace tack::llvm_backend
