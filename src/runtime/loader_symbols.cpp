// SPDX-License-Identifier: Apache-2.0
// The fixed table of external symbols. Cached objects rely on it: raise TACK_RT_ABI when one goes.
#include <cmath>
#include <cstring>

#include "runtime/loader.hpp"
#include "runtime/tack_rt.h"
#include "runtime/xc/xc_rt.h"

namespace tack::runtime {
namespace {

struct Row {
  const char* name;
  void* address;
};

template <class F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

using Unary32 = float(float);
using Unary64 = double(double);

const Row kTable[] = {
    {"memcpy", address<void*(void*, const void*, size_t)>(std::memcpy)},
    {"memmove", address<void*(void*, const void*, size_t)>(std::memmove)},
    {"memset", address<void*(void*, int, size_t)>(std::memset)},
    // What LLVM calls where the instruction set lacks the operation: exact, all of them.
    {"floorf", address<Unary32>(::floorf)},
    {"floor", address<Unary64>(::floor)},
    {"ceilf", address<Unary32>(::ceilf)},
    {"ceil", address<Unary64>(::ceil)},
    {"truncf", address<Unary32>(::truncf)},
    {"trunc", address<Unary64>(::trunc)},
    {"roundevenf", address<Unary32>(::roundevenf)},
    {"roundeven", address<Unary64>(::roundeven)},
    {"fmaf", address<float(float, float, float)>(::fmaf)},
    {"fma", address<double(double, double, double)>(::fma)},
    {"fmodf", address<float(float, float)>(::fmodf)},
    {"fmod", address<double(double, double)>(::fmod)},
    {"tack_rt_trap", address(tack_rt_trap)},
    {"tack_rt_print", address(tack_rt_print)},
    {"tack_rt_launch", address(tack_rt_launch)},
    {"tack_rt_xc_launch", address(tack_rt_xc_launch)},
#define TACK_XC_SYMBOL(name) {#name, address(name)},
#include "runtime/xc/loader_symbols.def"
#undef TACK_XC_SYMBOL
};

}  // namespace

void* find_runtime_symbol(std::string_view name) {
  for (const Row& row : kTable) {
    if (name == row.name) return row.address;
  }
  return nullptr;
}

}  // namespace tack::runtime
