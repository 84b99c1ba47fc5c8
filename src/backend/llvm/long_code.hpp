// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/llvm/precompile.hpp"

namespace tack::llvm_backend {

// Leaves the code generator's loop-invariant motion out for long code. It moves every constant in
// front of the loop, where thousands of them live at once; the register allocator then takes time
// that grows with the square of their number and spills them all: 800 lines of float % took 14 s
// with it and 5 s without. Short loops need it: there it keeps constants in registers.
struct LongCodeGate final : llvm::OptPassGate {
  bool is_long = false;

  explicit LongCodeGate(const llvm::Module& module);
  bool isEnabled() const override { return is_long; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef where) override;
};

}  // namespace tack::llvm_backend
