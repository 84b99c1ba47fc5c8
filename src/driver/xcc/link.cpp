// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/link.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

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

Result<void> execute(const std::vector<std::string>& command, bool verbose) {
  std::vector<char*> argv;
  std::string line;
  for (const std::string& c : command) {
    argv.push_back(const_cast<char*>(c.c_str()));
    line += (line.empty() ? "" : " ") + c;
  }
  argv.push_back(nullptr);
  if (verbose) std::fprintf(stderr, "%s\n", line.c_str());
  pid_t pid = 0;
  if (posix_spawnp(&pid, argv[0], nullptr, nullptr, argv.data(), environ) != 0)
    return Error{"cannot run '" + command[0] +
                 "': linking wants a C compiler, install gcc or clang or name one in CC; '--run' "
                 "needs none"};
  int status = 0;
  if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return Error{"'" + command[0] + "' failed; -V shows the command"};
  return {};
}

// LLVM's linker is several times as fast as GNU ld. Its program may carry a version: a link in our
// own folder gives it the name that compilers look for there. Empty where none is installed.
std::vector<std::string> fast_linker(const fs::path& scratch) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  std::vector<std::string> names{"ld.lld"};
  for (int version = 22; version >= 14; --version)
    names.push_back("ld.lld-" + std::to_string(version));
  std::vector<fs::path> places;
  for (std::string folder; std::getline(folders, folder, ':');) places.push_back(folder);
  std::error_code fault;
  for (const std::string& name : names) {
    for (const fs::path& folder : places) {
      if (folder.empty() || !fs::exists(folder / name, fault)) continue;
      fs::create_symlink(fs::absolute(folder / name, fault), scratch / "ld.lld", fault);
      if (fault) return {};
      return {"-B" + scratch.string(), "-fuse-ld=lld"};
    }
  }
  return {};
}

// Compilers say it in their own way, behind messages of theirs.
Result<void> writable(const std::string& path) {
  fs::path folder = fs::path(path).parent_path();
  std::error_code fault;
  if (!folder.empty() && !fs::is_directory(folder, fault))
    return Error{"cannot write '" + path + "': there is no folder '" + folder.string() + "'"};
  if (fs::is_directory(path, fault)) return Error{"cannot write '" + path + "': it is a folder"};
  if (access(folder.empty() ? "." : folder.c_str(), W_OK) != 0 && access(path.c_str(), W_OK) != 0)
    return Error{"cannot write '" + path + "'"};
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

std::string library_directory(const std::string& root) {
  std::error_code ignored;
  fs::path base = root.empty() ? program_directory() / ".." : fs::path(root);
  for (const char* place : {"lib/tack/xc", "lib/xc", "share/tack/xc", "xc", "."}) {
    fs::path path = base / place;
    if (fs::exists(path / "Par.xc", ignored)) return fs::canonical(path, ignored).string();
  }
  return root.empty() ? TACK_XC_LIBRARY : "";
}

std::string runtime_archive(const std::string& root) {
  std::error_code ignored;
  fs::path base = root.empty() ? program_directory() / ".." : fs::path(root);
  for (const char* place : {"lib/libtack_rt.a", "lib/tack/libtack_rt.a", "libtack_rt.a"}) {
    fs::path path = base / place;
    if (fs::exists(path, ignored)) return fs::canonical(path, ignored).string();
  }
  // A tree may bring the library alone: the runtime is then this compiler's own.
  return root.empty() ? TACK_RT_ARCHIVE : runtime_archive("");
}

Result<void> write_file(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return Error{"cannot write '" + path + "'"};
  return {};
}

Result<void> write_object(const Objects& objects, const std::string& path,
                          const LinkOptions& options) {
  if (objects.kernels.empty()) return write_file(path, objects.host);
  if (Result<void> can = writable(path); !can) return can.error();
  Scratch scratch;
  Result<std::vector<std::string>> parts = write_parts(objects, scratch.path);
  if (!parts) return parts.error();
  std::vector<std::string> command = c_compiler();
  command.insert(command.end(), {"-r", "-nostdlib", "-o", path});
  command.insert(command.end(), parts->begin(), parts->end());
  return execute(command, options.verbose);
}

Result<void> link(const Objects& objects, const std::string& path, const LinkOptions& options) {
  if (Result<void> can = writable(path); !can) return can.error();
  Scratch scratch;
  Result<std::vector<std::string>> parts = write_parts(objects, scratch.path);
  if (!parts) return parts.error();
  std::vector<std::string> command = c_compiler();
  for (const std::string& a : fast_linker(scratch.path)) command.push_back(a);
  if (options.static_link) command.push_back("-static");
  if (options.library) command.push_back("-shared");
  command.insert(command.end(), {"-o", path});
  command.insert(command.end(), parts->begin(), parts->end());
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  command.insert(command.end(), {options.runtime, "-lm", "-lpthread"});
  return execute(command, options.verbose);
}

}  // namespace tack::xcc
