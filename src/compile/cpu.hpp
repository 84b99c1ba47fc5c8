// SPDX-License-Identifier: Apache-2.0
// A front end's module to CPU machine code: the passes, then the code generator.
#pragma once

#include <cstdint>
#include <string>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::compile {

enum class CpuEmit : uint8_t {
  Object,        // ELF bytes
  Assembly,      // text
  LlvmRaw,       // LLVM IR before its passes
  LlvmOptimised  // LLVM IR after its passes
};

struct CpuOptions {
  std::string isa;    // sse2, sse4, avx2, avx512; empty: the best of this machine
  uint32_t gang = 0;  // W: 0 chosen for each kernel, 1 scalar, else forced
  CpuEmit emit = CpuEmit::Object;
};

struct CpuCode {
  std::string bytes;
  std::string isa;
  uint16_t gang = 1;       // W of the module's first kernel; 1: scalar
  bool divergent = false;  // its items may take very different times
  bool loops = false;      // they may take any time: there are loops inside
  std::string report;      // lines on how it was vectorised, for inspection
};

// Compiles a module at Stage::Source; changes it. An error is a fault of ours or of the
// installation, or says that the code is too large to be compiled in reasonable time: what users
// may write was checked before.
Result<CpuCode> compile_cpu(ir::Module& module, const CpuOptions& options);

// The name for TACK_CPU_ISA of what tack_rt_cpu_isa() says.
std::string cpu_isa_name();

// TACK_CPU_GANG, 0 when unset; an error says what is wrong with it or with TACK_CPU_ISA.
Result<uint32_t> gang_setting();

// What generated code depends on besides module and options: this build, the code generator's, the
// ABI.
const std::string& compiler_identity();

}  // namespace tack::compile
