// SPDX-License-Identifier: Apache-2.0
#include "c89/c_runner.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tack::c89 {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A function of one signature for each program: arguments by address, buffers as they are.
std::string wrapper(const Program& program) {
  std::string text = "\nvoid tack_run_" + program.name + "(void **a);\nvoid tack_run_" +
                     program.name + "(void **a) {\n  " + program.name + "(";
  for (size_t i = 0; i < program.types.size(); ++i) {
    const std::string& type = program.types[i];
    std::string at = "a[" + std::to_string(i) + "]";
    text += i ? ", " : "";
    text += type.ends_with('*') ? "(" + type + ")" + at : "*(" + type + " *)" + at;
  }
  return text + ");\n}\n";
}

uint64_t extended(ir::Type type, uint64_t bits) {
  int unused = 64 - ir::bits_of(type);
  if (!type.is_signed()) return bits;
  return static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused);
}

}  // namespace

Header::Header(const ir::Function& kernel) {
  for (const ir::Inst* p : kernel.params) params.push_back(p->type);
  for (const ir::Inst* r : kernel.reductions) reductions.push_back(r->aux);
}

Result<std::unique_ptr<Library>> Library::build(std::span<const Program> programs,
                                                const std::string& options) {
  std::unique_ptr<Library> library(new Library);
  std::string folder = (std::filesystem::temp_directory_path() / "tack_c89_XXXXXX").string();
  if (!mkdtemp(folder.data())) return Error{"no temporary folder"};
  library->folder_ = folder;
  std::string source = assemble(programs);
  for (const Program& program : programs) source += wrapper(program);
  std::ofstream(folder + "/k.c") << source;
  std::string command =
      "gcc -std=c89 -pedantic-errors -Wall -Werror -Wno-unused -Wno-tautological-compare "
      "-Wno-bool-operation "
      "-ffp-contract=off "
      "-fno-strict-aliasing -fPIC -shared " +
      options + " -o " + folder + "/k.so " + folder + "/k.c -lm 2>" + folder + "/log";
  if (std::system(command.c_str()) != 0)
    return Error{"gcc: " + read(folder + "/log").substr(0, 4000) + "\n" + source.substr(0, 20000)};
  library->handle_ = dlopen((folder + "/k.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library->handle_) return Error{std::string("dlopen: ") + dlerror()};
  return library;
}

Library::~Library() {
  if (handle_) dlclose(handle_);
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void Library::run(const Program& program, const Header& header, const Launch& launch,
                  const std::vector<int64_t>& begin, const std::vector<int64_t>& end) const {
  using What = Parameter::What;
  std::vector<uint64_t> slots(program.parameters.size(), 0);
  std::vector<void*> arguments(program.parameters.size(), nullptr);
  // A kernel parameter's position among the buffers or the numbers.
  std::vector<size_t> position;
  size_t buffers = 0, numbers = 0;
  for (ir::Type type : header.params) position.push_back(type.is_buffer() ? buffers++ : numbers++);
  std::vector<uint64_t> reductions(header.reductions.size(), 0);
  if (launch.reductions) reductions = *launch.reductions;
  for (size_t i = 0; i < slots.size(); ++i) {
    Parameter p = program.parameters[i];
    uint64_t& slot = slots[i];
    arguments[i] = &slot;
    switch (p.what) {
      case What::Buffer:
        arguments[i] = launch.buffers[position[p.index]].first;
        break;
      case What::Length:
        slot = static_cast<uint64_t>(launch.buffers[position[p.index]].second);
        break;
      case What::Number:
      case What::Low:
        slot = extended(header.params[p.index], launch.numbers[position[p.index]]);
        break;
      case What::High:
        slot = launch.numbers[position[p.index]] >> 32;
        break;
      case What::Extent:
        slot = static_cast<uint64_t>(launch.extents[p.index]);
        break;
      case What::Begin:
        slot = begin.empty() ? 0 : static_cast<uint64_t>(begin[p.index]);
        break;
      case What::End:
        slot = static_cast<uint64_t>(end.empty() ? launch.extents[p.index] : end[p.index]);
        break;
      case What::Reduction:
        arguments[i] = &reductions[p.index];
        break;
    }
  }
  void* symbol = dlsym(handle_, ("tack_run_" + program.name).c_str());
  reinterpret_cast<void (*)(void**)>(symbol)(arguments.data());
  if (launch.reductions) *launch.reductions = reductions;
}

}  // namespace tack::c89
