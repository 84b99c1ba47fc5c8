// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/load.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "runtime/loader.hpp"
#include "runtime/xc/xc_rt.h"

namespace tack::xcc {

namespace fs = std::filesystem;

namespace {

// Part of the C library that this process has already.
bool is_here(const std::string& name) {
  for (const char* part : {"c", "m", "pthread", "dl", "rt", "util", "resolv"}) {
    if (name == part) return true;
  }
  return false;
}

// The file that a linker would take: libNAME.so in a folder of -L, else what the system's own
// folders have. Those hold libNAME.so only where the library is installed to compile with.
std::vector<std::string> candidates(const std::string& name,
                                    const std::vector<std::string>& folders) {
  std::string file = "lib" + name + ".so";
  std::vector<std::string> out;
  std::error_code fault;
  for (const std::string& folder : folders) {
    if (fs::exists(fs::path(folder) / file, fault))
      out.push_back(fs::absolute(fs::path(folder) / file, fault).string());
  }
  out.push_back(file);
  for (const char* folder : {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64",
                             "/usr/lib64", "/usr/local/lib", "/usr/lib"}) {
    for (fs::directory_iterator i(folder, fault), end; !fault && i != end; i.increment(fault)) {
      if (i->path().filename().string().rfind(file + ".", 0) == 0)
        out.push_back(i->path().string());
    }
  }
  return out;
}

}  // namespace

Result<void> load_libraries(const std::vector<std::string>& link_arguments) {
  std::vector<std::string> folders;
  for (const std::string& a : link_arguments) {
    if (a.rfind("-L", 0) == 0) folders.push_back(a.substr(2));
  }
  for (const std::string& a : link_arguments) {
    if (a.rfind("-l", 0) != 0 || is_here(a.substr(2))) continue;
    std::string name = a.substr(2), first;
    bool found = false;
    for (const std::string& file : candidates(name, folders)) {
      // For the program's names, which are looked up in the whole process.
      found = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
      if (found) break;
      const char* why = dlerror();
      if (first.empty()) first = why ? why : "it cannot be opened";
    }
    if (!found)
      return Error{"--run cannot load the library '" + name + "', it takes shared ones: " + first};
  }
  return {};
}

Result<int> run(const Objects& objects, const std::vector<std::string>& arguments) {
  std::vector<std::unique_ptr<runtime::LoadedObject>> loaded;
  auto resolve = [&](const char* name) -> void* {
    for (const auto& object : loaded) {
      if (void* found = object->find(name)) return found;
    }
    if (void* found = runtime::find_runtime_symbol(name)) return found;
    // Linked into each program: no library has them.
    if (std::strcmp(name, "atexit") == 0) return reinterpret_cast<void*>(::atexit);
    if (std::strcmp(name, "at_quick_exit") == 0) return reinterpret_cast<void*>(::at_quick_exit);
    return dlsym(RTLD_DEFAULT, name);
  };
  auto load = [&](const std::string& bytes) -> Result<void> {
    auto object = runtime::load_object(
        {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, resolve);
    if (!object) return object.error();
    loaded.push_back(std::move(*object));
    return {};
  };
  for (const std::string& k : objects.kernels) {
    Result<void> done = load(k);
    if (!done) return done.error();
  }
  Result<void> done = load(objects.host);
  if (!done) return done.error();
  auto entry = reinterpret_cast<int (*)(int, char**)>(loaded.back()->find("main"));
  if (!entry) return Error{"the program has no main"};
  std::vector<std::string> kept = arguments;
  std::vector<char*> argv;
  for (std::string& a : kept) argv.push_back(a.data());
  argv.push_back(nullptr);
  tack_rt_xc_set_arguments(static_cast<int32_t>(kept.size()), argv.data());
  int status = entry(static_cast<int>(kept.size()), argv.data());
  std::fflush(nullptr);
  // What the program registered for the exit may stand in memory that goes with us.
  std::exit(status);
}

}  // namespace tack::xcc
