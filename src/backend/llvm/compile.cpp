// SPDX-License-Identifier: Apache-2.0
// Text in, object out: parse, lower, LLVM's passes, instruction selection. And the exported table.
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "backend/llvm/assembly.hpp"
#include "backend/llvm/llvm_api.h"
#include "backend/llvm/long_code.hpp"
#include "backend/llvm/lower.hpp"
#include "backend/llvm/split_blocks.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "support/ice.hpp"

namespace tack::llvm_backend {
namespace {

struct IsaRow {
  const char* name;
  Isa isa;
  const char* cpu;
  const char* features;
};

// fast-gather: LLVM would take gathers apart into a test and a branch for each lane.
constexpr IsaRow kIsas[] = {
    {"sse2", Isa::Sse2, "x86-64", ""},
    {"sse4", Isa::Sse4, "x86-64-v2", ""},
    {"avx2", Isa::Avx2, "x86-64-v3", "+fast-gather"},
    {"avx512", Isa::Avx512, "x86-64-v4", "+fast-gather,-prefer-256-bit"},
};

const IsaRow* find_isa(const char* name) {
  for (const IsaRow& row : kIsas) {
    if (name && std::strcmp(name, row.name) == 0) return &row;
  }
  return nullptr;
}

// `stack_sizes`: the object says what each function takes, for our loader.
std::unique_ptr<llvm::TargetMachine> make_machine(const IsaRow& isa, bool optimize,
                                                  bool stack_sizes, std::string& error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
  });
  const char* triple = "x86_64-unknown-linux-gnu";
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // contraction is off
  options.FunctionSections = true;
  options.DataSections = true;
  // Code that cannot be reached stops there, instead of running into what comes next.
  options.TrapUnreachable = true;
  options.NoTrapAfterNoreturn = true;
  options.EmitStackSizeSection = stack_sizes;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, isa.cpu, isa.features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      optimize ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None));
}

// Kernels come vectorised and simplified. No instcombine: it would turn wide masks back into
// <W x i1> that live across blocks, and it is the dearest of LLVM's passes.
void run_kernel_passes(llvm::Module& module, llvm::PassBuilder& builder,
                       llvm::ModuleAnalysisManager& analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstSimplifyPass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), true));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager all;
  all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  all.run(module, analyses);
}

void run_passes(llvm::Module& module, llvm::TargetMachine& machine, int32_t tune) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  if (tune == TACK_LLVM_HOST) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
  } else {
    run_kernel_passes(module, builder, modules);
    for (llvm::Function& function : module) split_blocks(function);
  }
}

struct Collector final : llvm::DiagnosticHandler {
  std::string* text;
  explicit Collector(std::string* text) : text(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    if (const auto* source = llvm::dyn_cast<llvm::DiagnosticInfoSrcMgr>(&info)) {
      if (text->empty()) *text = assembly_error(*source);
      return true;
    }
    llvm::raw_string_ostream out(*text);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    return true;
  }
};

bool compile_text(std::string_view text, const tack_llvm_options& options,
                  llvm::SmallVectorImpl<char>& out, std::string& error) {
  const IsaRow* isa = find_isa(options.isa);
  if (!isa) {
    error = "no instruction set '" + std::string(options.isa ? options.isa : "") +
            "'; there are sse2, sse4, avx2, avx512";
    return false;
  }
  auto parsed = ir::parse(text);
  if (!parsed) {
    error = parsed.error().message;
    return false;
  }
  error = ir::verify(**parsed, ir::Stage::Target);
  if (!error.empty()) return false;
  std::unique_ptr<llvm::TargetMachine> machine =
      make_machine(*isa, options.optimize != 0,
                   options.tune == TACK_LLVM_KERNELS && options.emit == TACK_LLVM_OBJECT, error);
  if (!machine) return false;

  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<Collector>(&error));
  llvm::Module module("tack", context);
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  error = lower_module(**parsed, module, isa->isa);
  if (!error.empty()) return false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", machine->getTargetCPU());
    function.addFnAttr("target-features", machine->getTargetFeatureString());
    // Lanes of 512 bits stay in zmm registers.
    if (isa->isa == Isa::Avx512) function.addFnAttr("prefer-vector-width", "512");
  }
  llvm::raw_svector_ostream stream(out);
  std::string fault;
  llvm::raw_string_ostream fault_stream(fault);
  if (llvm::verifyModule(module, &fault_stream)) {
    error = "LLVM refuses the module: " + fault;
    return false;
  }
  if (options.emit == TACK_LLVM_IR_RAW) {
    module.print(stream, nullptr);
    return true;
  }
  if (options.optimize) run_passes(module, *machine, options.tune);
  if (options.emit == TACK_LLVM_IR) {
    module.print(stream, nullptr);
    return true;
  }
  LongCodeGate gate(module);
  context.setOptPassGate(gate);
  llvm::legacy::PassManager emit;
  auto kind = options.emit == TACK_LLVM_ASSEMBLY ? llvm::CodeGenFileType::AssemblyFile
                                                 : llvm::CodeGenFileType::ObjectFile;
  if (machine->addPassesToEmitFile(emit, stream, nullptr, kind)) {
    error = "LLVM cannot emit this kind of file";
    return false;
  }
  emit.run(module);
  return error.empty();
}

void give(tack_llvm_buffer* out, const char* data, size_t size) {
  out->data = static_cast<char*>(std::malloc(size + 1));
  out->size = out->data ? size : 0;
  if (!out->data) return;
  std::memcpy(out->data, data, size);
  out->data[size] = 0;
}

int32_t compile(const char* text, size_t size, const tack_llvm_options* options,
                tack_llvm_buffer* out) {
  std::string error;
  try {
    llvm::SmallVector<char, 0> result;
    if (compile_text({text, size}, *options, result, error)) {
      give(out, result.data(), result.size());
      return 0;
    }
  } catch (const std::exception& fault) {
    error = std::string("internal error: ") + fault.what();
  }
  give(out, error.data(), error.size());
  return 1;
}

void free_buffer(tack_llvm_buffer* buffer) {
  std::free(buffer->data);
  *buffer = {};
}

constexpr tack_llvm_api kApi = {TACK_LLVM_API_VERSION, "llvm-" LLVM_VERSION_STRING " code-2",
                                compile, free_buffer};

}  // namespace
}  // namespace tack::llvm_backend

const tack_llvm_api* tack_llvm_get_api(uint32_t version) {
  return version == TACK_LLVM_API_VERSION ? &tack::llvm_backend::kApi : nullptr;
}
