// SPDX-License-Identifier: Apache-2.0
// From a front end's module to the target stage for CPUs: everything before the code generator.
#pragma once

#include <string>
#include <vector>

#include "transform/pass.hpp"
#include "transform/report.hpp"

namespace tack::transform {

struct CpuOptions {
  std::string isa = "avx2";  // sse2, sse4, avx2, avx512
  uint32_t width = 0;        // W: 0 chosen for each kernel, 1 scalar, else forced
  std::string suffix;        // of the entries' names
  std::vector<KernelReport>* reports = nullptr;  // one for each kernel, when wanted
};

std::vector<Step> cpu_pipeline(const CpuOptions& options);

}  // namespace tack::transform
