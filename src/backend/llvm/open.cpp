// SPDX-License-Identifier: Apache-2.0
#include "backend/llvm/open.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "backend/llvm/llvm_api.h"

namespace tack::llvm_backend {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libtack_llvm.so";

std::vector<std::string> candidates() {
  std::vector<std::string> paths;
  if (const char* chosen = std::getenv("TACK_LLVM_LIBRARY"); chosen && *chosen) return {chosen};
  static const int anchor = 0;
  Dl_info self;
  std::error_code ignored;
  if (dladdr(&anchor, &self) && self.dli_fname) {
    fs::path folder = fs::canonical(self.dli_fname, ignored).parent_path();
    if (!folder.empty()) {
      paths.push_back(folder / kLibrary);
      paths.push_back(folder / "lib" / kLibrary);
      paths.push_back(folder.parent_path() / "lib" / kLibrary);
    }
  }
#ifdef TACK_LLVM_BUILD_DIR
  paths.push_back(fs::path(TACK_LLVM_BUILD_DIR) / kLibrary);
#endif
  return paths;
}

Result<const tack_llvm_api*> open_library() {
  std::string tried;
  for (const std::string& path : candidates()) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
      tried += "\n  " + path + ": not there";
      continue;
    }
    // Local: its one symbol serves nobody else.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      const char* why = dlerror();
      tried += "\n  " + path + ": " + (why ? why : "cannot be opened");
      continue;
    }
    auto get = reinterpret_cast<decltype(&tack_llvm_get_api)>(dlsym(library, "tack_llvm_get_api"));
    const tack_llvm_api* api = get ? get(TACK_LLVM_API_VERSION) : nullptr;
    if (api) return api;
    tried += "\n  " + path + ": another version";
    dlclose(library);
  }
  return Error{"the code generator " + std::string(kLibrary) + " cannot be loaded:" + tried};
}

const Result<const tack_llvm_api*>& library() {
  static const auto* opened = new Result<const tack_llvm_api*>(open_library());
  return *opened;
}

}  // namespace

Result<std::string> compile(std::string_view ir_text, const CompileOptions& options) {
  const auto& api = library();
  if (!api) return api.error();
  tack_llvm_options c_options{};
  c_options.isa = options.isa.c_str();
  c_options.optimize = options.optimize;
  c_options.emit = static_cast<int32_t>(options.emit);
  c_options.tune = static_cast<int32_t>(options.tune);
  tack_llvm_buffer out{};
  int32_t failed = (*api)->compile(ir_text.data(), ir_text.size(), &c_options, &out);
  std::string text(out.data ? out.data : "", out.size);
  (*api)->free_buffer(&out);
  if (failed) return Error{std::move(text)};
  return text;
}

Result<std::string> library_path() {
  for (const std::string& path : candidates()) {
    std::error_code ignored;
    if (fs::exists(path, ignored)) return path;
  }
  return Error{"the code generator " + std::string(kLibrary) + " is not there"};
}

Result<std::string> build_id() {
  const auto& api = library();
  if (!api) return api.error();
  return std::string((*api)->build_id);
}

}  // namespace tack::llvm_backend
