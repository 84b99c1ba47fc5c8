// SPDX-License-Identifier: Apache-2.0
// Python as the judge of what a kernel means: reference_run.py in a process that stays.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>

#include "kernel_fuzz/case.hpp"

namespace tack::kernel_fuzz {

class Reference {
 public:
  // `python` is an interpreter with NumPy; `script` is reference_run.py.
  Reference(const std::string& python, const std::string& script);
  ~Reference();
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  // An Error whose text starts with "skip" is about what Python cannot say.
  Result<Output> run(const Case& c);

 private:
  FILE* to_ = nullptr;
  FILE* from_ = nullptr;
  pid_t process_ = 0;
};

}  // namespace tack::kernel_fuzz
