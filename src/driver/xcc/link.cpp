// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/link.hpp"

#include <dlfcn.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/loader.hpp"
#include "runtime/xc/xc_rt.h"

extern char** environ;

namespace tack::xcc {

namespace fs = std::filesystem;

namespace {

fs::path program_directory() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

// A folder for this run's files, gone with it.
struct Scratch {
  fs::path path;
  Scratch() {
    std::error_code fault;
    fs::path folder = fs::temp_directory_path(fault);
    std::string pattern = (folder / "xcc-XXXXXX").string();
    if (!fault && mkdtemp(pattern.data())) path = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
};

Result<void> execute(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& c : command) argv.push_back(const_cast<char*>(c.c_str()));
  argv.push_back(nullptr);
  pid_t pid = 0;
  if (posix_spawnp(&pid, argv[0], nullptr, nullptr, argv.data(), environ) != 0)
    return Error{"cannot run '" + command[0] + "'; linking wants a C compiler"};
  int status = 0;
  if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return Error{"'" + command[0] + "' failed"};
  return {};
}

// $CC may bring options, or a launcher before it: "gcc -m64", "ccache gcc".
std::vector<std::string> c_compiler() {
  const char* chosen = std::getenv("CC");
  std::istringstream words(chosen ? chosen : "");
  std::vector<std::string> command;
  for (std::string word; words >> word;) command.push_back(word);
  if (command.empty()) command.push_back("cc");
  return command;
}

Result<std::vector<std::string>> write_parts(const Objects& objects, const fs::path& directory) {
  if (directory.empty()) return Error{"cannot make a temporary folder"};
  std::vector<std::string> paths;
  auto add = [&](const std::string& bytes) {
    paths.push_back((directory / ("part" + std::to_string(paths.size()) + ".o")).string());
    return write_file(paths.back(), bytes);
  };
  Result<void> done = add(objects.host);
  for (const std::string& k : objects.kernels) {
    if (done) done = add(k);
  }
  if (!done) return done.error();
  return paths;
}

}  // namespace

std::string library_directory() {
  std::error_code ignored;
  for (const char* place : {"../lib/tack/xc", "../lib/xc", "../share/tack/xc"}) {
    fs::path path = program_directory() / place;
    if (fs::exists(path / "Par.xc", ignored)) return fs::canonical(path, ignored).string();
  }
  return TACK_XC_LIBRARY;
}

std::string runtime_archive() {
  std::error_code ignored;
  for (const char* place : {"../lib/libtack_rt.a", "../lib/tack/libtack_rt.a"}) {
    fs::path path = program_directory() / place;
    if (fs::exists(path, ignored)) return fs::canonical(path, ignored).string();
  }
  return TACK_RT_ARCHIVE;
}

Result<void> write_file(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return Error{"cannot write '" + path + "'"};
  return {};
}

Result<void> write_object(const Objects& objects, const std::string& path) {
  if (objects.kernels.empty()) return write_file(path, objects.host);
  Scratch scratch;
  Result<std::vector<std::string>> parts = write_parts(objects, scratch.path);
  if (!parts) return parts.error();
  std::vector<std::string> command = c_compiler();
  command.insert(command.end(), {"-r", "-nostdlib", "-o", path});
  command.insert(command.end(), parts->begin(), parts->end());
  return execute(command);
}

Result<void> link(const Objects& objects, const std::vector<std::string>& arguments,
                  const std::string& path) {
  Scratch scratch;
  Result<std::vector<std::string>> parts = write_parts(objects, scratch.path);
  if (!parts) return parts.error();
  std::vector<std::string> command = c_compiler();
  command.insert(command.end(), {"-o", path});
  command.insert(command.end(), parts->begin(), parts->end());
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), {runtime_archive(), "-lm", "-lpthread"});
  return execute(command);
}

Result<int> run(const Objects& objects, const std::vector<std::string>& arguments) {
  std::vector<std::unique_ptr<runtime::LoadedObject>> loaded;
  auto resolve = [&](const char* name) -> void* {
    for (const auto& object : loaded) {
      if (void* found = object->find(name)) return found;
    }
    if (void* found = runtime::find_runtime_symbol(name)) return found;
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
