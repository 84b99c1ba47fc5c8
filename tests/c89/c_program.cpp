// SPDX-License-Identifier: Apache-2.0
#include "c89/c_program.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backend/c89/host_program.hpp"
#include "transform/cpu_pipeline.hpp"

namespace tack::c89 {

Result<void> CProgram::lower(ir::Module& module, bool verify) {
  transform::CpuOptions cpu;
  cpu.isa = "sse2";
  cpu.width = 1;
  transform::PipelineOptions options;
  options.verify = verify;
  return transform::run_pipeline(module, transform::cpu_pipeline(cpu), options);
}

Result<std::unique_ptr<CProgram>> CProgram::build(std::span<const ir::Module* const> modules,
                                                  const std::string& level) {
  Result<std::string> source = print_program(modules);
  if (!source) return source.error();
  std::string folder = (std::filesystem::temp_directory_path() / "tack_c_XXXXXX").string();
  if (!mkdtemp(folder.data())) return Error{"no temporary folder"};
  std::ofstream(folder + "/k.c") << *source;
  // No options about aliases or overflow: the text must do without.
  std::string command =
      "gcc -std=c89 -pedantic-errors -Wall -Werror -Wno-unused -Wno-tautological-compare "
      "-Wno-bool-operation -fPIC -shared " +
      level + " -o " + folder + "/k.so " + folder + "/k.c -lm 2>" + folder + "/log";
  std::unique_ptr<CProgram> program(new CProgram);
  std::string said;
  if (std::system(command.c_str()) == 0) {
    program->handle_ = dlopen((folder + "/k.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!program->handle_) said = std::string("dlopen: ") + dlerror();
  } else {
    std::ifstream log(folder + "/log");
    std::stringstream text;
    text << log.rdbuf();
    said = "gcc: " + text.str().substr(0, 4000) + "\n" + source->substr(0, 20000);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  if (!said.empty()) return Error{said};
  return program;
}

CProgram::~CProgram() {
  if (handle_) dlclose(handle_);
}

tack_rt_entry CProgram::entry(const std::string& kernel) const {
  return reinterpret_cast<tack_rt_entry>(dlsym(handle_, kernel.c_str()));
}

}  // namespace tack::c89
