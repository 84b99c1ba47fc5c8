// SPDX-License-Identifier: Apache-2.0
#include "compile/cpu.hpp"

#include <cstdlib>
#include <set>

#include "backend/llvm/llvm_api.h"
#include "backend/llvm/open.hpp"
#include "compile/identity.hpp"
#include "compile/in_flight.hpp"
#include "ir/text.hpp"
#include "runtime/tack_rt.h"
#include "transform/cpu_limits.hpp"
#include "transform/pass.hpp"
#include "transform/report.hpp"

namespace tack::compile {
namespace {

const ir::Function* first_kernel(const ir::Module& module) {
  for (const auto& function : module.functions)
    if (function->is_kernel()) return function.get();
  return nullptr;
}

// Bounds that are the same for every item: written down or passed in.
bool is_plain_bound(const ir::Inst& value) {
  return value.op == ir::Op::Const || value.op == ir::Op::Param || value.op == ir::Op::Extent;
}

// What the loops of a kernel say about its items, those of the functions that it calls included.
struct Loops {
  bool any = false;     // an item may take any time
  bool uneven = false;  // their length may differ from item to item
  std::set<const ir::Function*> seen;

  void look(const ir::Region& region) {
    for (const ir::Inst* inst : region.insts) {
      if (inst->op == ir::Op::Loop) any = uneven = true;
      if (inst->op == ir::Op::For) {
        any = true;
        for (const ir::Inst* bound : inst->operands) uneven |= !is_plain_bound(*bound);
      }
      if (inst->op == ir::Op::Call) call(*inst->callee);
      for (const auto& inner : inst->regions) look(*inner);
    }
  }
  // Calls are inlined later; what there is no body of may do anything.
  void call(const ir::Function& function) {
    if (function.kind == ir::FunctionKind::Extern) any = true;
    if (seen.insert(&function).second) look(function.body);
  }
};

std::string place(const ir::Module& module, ir::Loc loc) {
  if (loc == 0 || loc >= module.locs.size()) return {};
  return " (line " + std::to_string(module.locs[loc].line) + ")";
}

std::string lines_of(const transform::KernelReport& report, const ir::Module& module) {
  std::string text;
  if (!report.reason.empty())
    text += "width chosen because: " + report.reason + place(module, report.reason_loc) + "\n";
  for (const transform::AccessReport& access : report.accesses)
    text += (access.is_store ? "store to " : "load of ") + access.buffer + ": " + access.shape +
            place(module, access.loc) + "\n";
  return text;
}

llvm_backend::Emit emit_of(CpuEmit emit) {
  switch (emit) {
    case CpuEmit::Assembly:
      return llvm_backend::Emit::Assembly;
    case CpuEmit::LlvmRaw:
      return llvm_backend::Emit::LlvmIrRaw;
    case CpuEmit::LlvmOptimised:
      return llvm_backend::Emit::LlvmIr;
    case CpuEmit::Object:
      break;
  }
  return llvm_backend::Emit::Object;
}

}  // namespace

std::string cpu_isa_name() {
  switch (tack_rt_cpu_isa()) {
    case TACK_RT_ISA_AVX512:
      return "avx512";
    case TACK_RT_ISA_AVX2:
      return "avx2";
    case TACK_RT_ISA_SSE4:
      return "sse4";
    case TACK_RT_ISA_NEON:
      return "neon";
    default:
      return "sse2";
  }
}

Result<uint32_t> gang_setting() {
  if (const char* fault = tack_rt_cpu_isa_fault()) return Error{fault, ErrorKind::Value};
  const char* text = std::getenv("TACK_CPU_GANG");
  if (!text || !*text) return 0u;
  char* end = nullptr;
  long value = std::strtol(text, &end, 10);
  if (*end || value < 0 || value > 64 || (value & (value - 1)) != 0)
    return Error{"TACK_CPU_GANG is a power of two from 1 to 64, or 0 for automatic",
                 ErrorKind::Value};
  return static_cast<uint32_t>(value);
}

const std::string& compiler_identity() {
  static const auto* identity = [] {
    auto* text = new std::string;
    *text += "tack abi " + std::to_string(TACK_RT_ABI) + " llvm api " +
             std::to_string(TACK_LLVM_API_VERSION) + "\n";
    *text += own_identity() + "\n";
    // Read from the file: a process whose kernels are all cached never loads it.
    if (auto path = llvm_backend::library_path()) *text += file_identity(*path);
    return text;
  }();
  return *identity;
}

Result<CpuCode> compile_cpu(ir::Module& module, const CpuOptions& options) {
  InFlight in_flight;
  CpuCode code;
  code.isa = options.isa.empty() ? cpu_isa_name() : options.isa;
  if (const ir::Function* kernel = first_kernel(module)) {
    Loops loops;
    loops.look(kernel->body);
    code.divergent = loops.uneven;
    code.loops = loops.any;
  }

  transform::CpuOptions pipeline;
  pipeline.isa = code.isa;
  pipeline.width = options.gang;
  std::vector<transform::KernelReport> reports;
  pipeline.reports = &reports;
  if (auto done = transform::run_cpu_pipeline(module, pipeline); !done) return done.error();
  if (!reports.empty()) {
    code.gang = reports[0].width;
    code.report = lines_of(reports[0], module);
  }

  llvm_backend::CompileOptions compile;
  compile.isa = code.isa;
  compile.emit = emit_of(options.emit);
  auto bytes = llvm_backend::compile(ir::print(module), compile);
  if (!bytes) return bytes.error();
  code.bytes = std::move(*bytes);
  return code;
}

}  // namespace tack::compile
