// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/known_calls.hpp"

#include <cstdint>

namespace tack::xcc {
namespace {

// One argument is an address, another says how many bytes are accessed there, or so many are.
struct Access {
  const char* function;
  size_t address;
  int size_at;  // the argument with the size; -1: `bytes`
  uint64_t bytes;
  bool writes;
};

constexpr uint64_t kHeader = 16;  // of an object
constexpr Access kAccesses[] = {
    {"memcpy", 0, 2, 0, true},
    {"memcpy", 1, 2, 0, false},
    {"memmove", 0, 2, 0, true},
    {"memmove", 1, 2, 0, false},
    {"memset", 0, 2, 0, true},
    {"memcmp", 0, 2, 0, false},
    {"memcmp", 1, 2, 0, false},
    {"tack_rt_xc_bytes_move", 0, 2, 0, true},
    {"tack_rt_xc_bytes_move", 1, 2, 0, false},
    {"tack_rt_xc_bytes_compare", 0, 2, 0, false},
    {"tack_rt_xc_bytes_compare", 1, 2, 0, false},
    {"tack_rt_xc_bytes_hash", 0, 1, 0, false},
    {"tack_rt_xc_retain_atomic", 0, -1, kHeader, true},
    {"tack_rt_xc_release_atomic", 0, -1, kHeader, true},
    {"tack_rt_xc_weak_of", 0, -1, kHeader, true},
    {"tack_rt_xc_weak_end", 0, -1, kHeader, true},
};
// Null is nothing to these.
constexpr std::string_view kTakesNull = "tack_rt_xc_";

// The frame they would come back to is the interpreter's.
constexpr const char* kReturnsTwice[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork"};

}  // namespace

std::string fault_of_call(interp::Machine& machine, std::string_view name,
                          const interp::Words& words) {
  for (const char* function : kReturnsTwice) {
    if (name == function)
      return "a checked run has no '" + std::string(name) + "', which returns twice";
  }
  for (const Access& a : kAccesses) {
    if (name != a.function || words.size() <= a.address) continue;
    uint64_t bytes = a.bytes, address = words[a.address];
    if (a.size_at >= 0 && words.size() > static_cast<size_t>(a.size_at))
      bytes = words[static_cast<size_t>(a.size_at)];
    if (bytes == 0 || machine.memory(address, bytes)) continue;
    if (address == 0 && name.starts_with(kTakesNull)) continue;
    std::string who = name.starts_with(kTakesNull) ? "" : "'" + std::string(name) + "' ";
    return who + (a.writes ? "writes " : "reads ") + std::to_string(bytes) + " bytes " +
           machine.describe(address);
  }
  return "";
}

}  // namespace tack::xcc
