// SPDX-License-Identifier: Apache-2.0
// A function of the math library, compiled by the CPU back end and run over arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "driver/cpu/cpu_executor.hpp"
#include "runtime/tack_rt.h"

namespace tack::math_check {

// Float is float or double. Calls are safe from several threads.
template <class Float>
class Compiled {
 public:
  // `width` lanes (0: as the compiler chooses, 1: scalar) of `isa` (empty: the best of this
  // machine). `library`: IR text with the function; empty: the built-in library.
  Compiled(const std::string& name, int arguments, uint32_t width, const std::string& isa,
           const std::string& library);

  void run(const Float* x, Float* result, int64_t count) const { run(x, nullptr, result, count); }
  void run(const Float* x, const Float* y, Float* result, int64_t count) const;

 private:
  std::unique_ptr<driver::CpuProgram> program_;
  tack_rt_entry entry_ = nullptr;
  int arguments_;
};

extern template class Compiled<float>;
extern template class Compiled<double>;

}  // namespace tack::math_check
