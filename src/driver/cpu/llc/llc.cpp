// SPDX-License-Identifier: Apache-2.0
// tack-llc: IR text in, machine code out. For developers and for tests of the generated code.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "driver/cpu/cpu_executor.hpp"
#include "ir/text.hpp"
#include "support/ice.hpp"
#include "support/read_file.hpp"

namespace {

using namespace tack;

constexpr const char* kUsage =
    R"(usage: tack-llc FILE [options]     (FILE may be - for standard input)
  --isa=NAME     sse2, sse4, avx2 (default), avx512
  --width=W      lanes of a gang: 0 chosen (default), 1 scalar
  --emit=KIND    asm (default), obj, llvm, llvm-raw (before LLVM's passes)
  --target       the input is at the target stage: no passes of ours
  --host         LLVM's passes for host code
  -O0            no LLVM passes
  -o FILE        instead of standard output
)";

int run(int argc, char** argv) {
  driver::CpuCompileOptions options;
  options.emit = llvm_backend::Emit::Assembly;
  std::string file, out;
  for (int i = 1; i < argc; ++i) {
    std::string_view arg = argv[i];
    size_t equals = std::min(arg.find('='), arg.size());
    std::string_view key = arg.substr(0, equals);
    std::string value(arg.substr(std::min(equals + 1, arg.size())));
    if (key == "--isa") {
      options.pipeline.isa = value;
    } else if (key == "--width") {
      options.pipeline.width = static_cast<uint32_t>(std::atoi(value.c_str()));
    } else if (key == "--emit" && value == "asm") {
      options.emit = llvm_backend::Emit::Assembly;
    } else if (key == "--emit" && value == "obj") {
      options.emit = llvm_backend::Emit::Object;
    } else if (key == "--emit" && value == "llvm") {
      options.emit = llvm_backend::Emit::LlvmIr;
    } else if (key == "--emit" && value == "llvm-raw") {
      options.emit = llvm_backend::Emit::LlvmIrRaw;
    } else if (arg == "--target") {
      options.run_pipeline = false;
    } else if (arg == "--host") {
      options.tune = llvm_backend::Tune::Host;
    } else if (arg == "-O0") {
      options.optimize = false;
    } else if (arg == "-o" && i + 1 < argc) {
      out = argv[++i];
    } else if (file.empty() && (arg == "-" || !arg.starts_with('-'))) {
      file = arg;
    } else {
      std::fputs(kUsage, stderr);
      return 2;
    }
  }
  if (file.empty()) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  std::error_code none;
  if (!out.empty() && file != "-" && std::filesystem::equivalent(out, file, none)) {
    std::cerr << "tack-llc: the output '" << out << "' is the input, write another -o\n";
    return 2;
  }
  Result<std::string> text = tack::read_file(file);
  if (!text) {
    std::cerr << "tack-llc: " << text.error().message << '\n';
    return 1;
  }
  auto module = ir::parse(*text, file);
  Result<std::string> code =
      module ? driver::cpu_compile(**module, options) : Result<std::string>(module.error());
  if (!code) {
    std::cerr << "tack-llc: " << code.error().message << "\n";
    return 1;
  }
  if (out.empty()) {
    std::cout << *code << std::flush;
    if (std::cout) return 0;
    std::cerr << "tack-llc: cannot write to standard output\n";
    return 1;
  }
  std::ofstream to(out, std::ios::binary);
  to << *code;
  if (to.flush()) return 0;
  std::cerr << "tack-llc: cannot write '" << out << "'\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const InternalError& fault) {
    std::cerr << "tack-llc: internal error: " << fault.what() << "\n";
    return 70;
  }
}
