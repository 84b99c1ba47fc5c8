// SPDX-License-Identifier: Apache-2.0
// tack devices: what kernels run on. tack cache: the compiled kernels on disk.
#include <cstdio>
#include <fstream>

#include "compile/cpu.hpp"
#include "compile/disk_cache.hpp"
#include "driver/tack/commands.hpp"
#include "runtime/tack_rt.h"

namespace tack::driver {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

int devices(const Options&) {
  int threads = tack_rt_threads();
  std::printf("cpu  %s, %d thread%s, %s\n", processor_name().c_str(), threads,
              threads == 1 ? "" : "s", compile::cpu_isa_name().c_str());
  return kFine;
}

int cache(const Options& options) {
  const compile::DiskCache& cache = compile::DiskCache::standard();
  std::string action = options.positional.empty() ? "show" : options.positional[0];
  if (action != "show" && action != "clear")
    return complain("unknown action '" + action + "': write show or clear");
  if (cache.folder().empty()) {
    std::puts("the cache is off");
    return kFine;
  }
  if (action == "clear") cache.prune(0);
  compile::DiskCache::Contents contents = cache.contents();
  if (action == "clear" && contents.entries != 0)
    return complain("entries in '" + cache.folder() + "' could not be removed", kFound);
  std::printf("%s: %llu kernel%s, %.1f MiB\n", cache.folder().c_str(),
              static_cast<unsigned long long>(contents.entries), contents.entries == 1 ? "" : "s",
              static_cast<double>(contents.bytes) / (1 << 20));
  return kFine;
}

}  // namespace

const CommandSpec kDevices = {
    "devices",
    "",
    "list what kernels run on",
    "  One line a device: its name, what it is, how many threads a launch uses, the instruction\n"
    "  set. TACK_CPU_THREADS and TACK_CPU_ISA choose less than there is.\n",
    {},
    0,
    0,
    devices};

const CommandSpec kCache = {
    "cache",
    "[show | clear]",
    "show or empty the disk cache of compiled kernels",
    "  The folder is $TACK_CACHE_DIR, else $XDG_CACHE_HOME/tack, else ~/.cache/tack; TACK_CACHE=0\n"
    "  turns the cache off. It keeps to a size by itself.\n",
    {},
    0,
    1,
    cache};

}  // namespace tack::driver
