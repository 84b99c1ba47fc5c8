// SPDX-License-Identifier: Apache-2.0
// The code generator as the rest of Tack sees it: libtack_llvm.so, opened at the first compilation.
#pragma once

#include <string>
#include <string_view>

#include "support/result.hpp"

namespace tack::llvm_backend {

enum class Emit { Object, Assembly, LlvmIr, LlvmIrRaw };
enum class Tune { Kernels, Host };

struct CompileOptions {
  std::string isa;  // sse2, sse4, avx2, avx512
  bool optimize = true;
  Emit emit = Emit::Object;
  Tune tune = Tune::Kernels;
};

// Compiles the text of a module at the target stage. Looks for libtack_llvm.so in
// $TACK_LLVM_LIBRARY (a file), then beside the library or program that this code is part of, then
// in lib and ../lib of it, then where it was built. Thread-safe.
Result<std::string> compile(std::string_view ir_text, const CompileOptions& options);

// The library that compile() opens, without opening it: the first candidate that is there.
Result<std::string> library_path();

// For cache keys: changes whenever generated code may. An error when the library cannot be opened.
Result<std::string> build_id();

}  // namespace tack::llvm_backend
