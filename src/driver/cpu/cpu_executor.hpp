// SPDX-License-Identifier: Apache-2.0
// A kernel of an IR module, compiled for this machine and run: what tests compare the interpreter
// with. One module, one instruction set, one width.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/llvm/open.hpp"
#include "driver/entry/launch_entry.hpp"
#include "ir/ir.hpp"
#include "runtime/loader.hpp"
#include "runtime/tack_rt.h"
#include "support/result.hpp"
#include "transform/cpu_pipeline.hpp"

namespace tack::driver {

struct CpuCompileOptions {
  transform::CpuOptions pipeline;
  bool run_pipeline = true;  // false: the module is at the target stage already
  bool verify = true;        // after each pass
  llvm_backend::Emit emit = llvm_backend::Emit::Object;
  llvm_backend::Tune tune = llvm_backend::Tune::Kernels;
  bool optimize = true;
};

// The bytes of what `emit` says. The module itself is not changed.
Result<std::string> cpu_compile(const ir::Module& module, const CpuCompileOptions& options);

class CpuProgram {
 public:
  static Result<std::unique_ptr<CpuProgram>> compile(const ir::Module& module,
                                                     const CpuCompileOptions& options,
                                                     const runtime::Resolver& resolver = {});

  // launch_entry of the kernel's.
  Result<void> launch(const ir::Function& kernel, std::span<const CpuArgument> arguments,
                      std::span<const int64_t> extents, std::vector<uint64_t>& reductions);
  void* find(std::string_view symbol) const { return object_->find(symbol); }

  const std::string& isa() const { return isa_; }

 private:
  std::string isa_, suffix_;
  std::unique_ptr<runtime::LoadedObject> object_;
};

// The best instruction set of this machine, by name, as TACK_CPU_ISA allows.
std::string cpu_isa_name();
// May code for this instruction set run here?
bool cpu_has(std::string_view isa);

}  // namespace tack::driver
