// SPDX-License-Identifier: Apache-2.0
// One variant of a kernel in Python syntax, ready to launch: from the disk cache, or by the front
// end, the passes and the code generator.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compile/cpu.hpp"
#include "compile/snapshot.hpp"
#include "frontend/python/frontend.hpp"
#include "runtime/loader.hpp"
#include "runtime/tack_rt.h"

namespace tack::compile {

struct PythonKernel {
  python::LaunchCount count;
  std::vector<python::KernelParam> params;
  python::ResultPlan result;
  std::vector<python::ArgUse> uses;
  std::vector<python::FixedExtent> fixed;
  bool needs_extents = false;
  std::vector<python::LookupTable> tables;
  bool prints = false;
  uint16_t gang = 1;
  std::vector<python::FaultSite> faults;
  bool divergent = false;
  bool loops = false;
  bool from_disk = false;
  tack_rt_entry entry = nullptr;
  // Of ResultPlan's kernels; null where there is none.
  tack_rt_entry before = nullptr, after = nullptr;
  std::unique_ptr<runtime::LoadedObject> code;
};

struct PythonKernelOptions {
  bool small = false;
  bool checks = false;  // debug mode
  bool is_new = false;  // load_python_kernel has not found it
  CpuOptions cpu;
};

// Either a kernel, or a failure of the program, or an error of ours or of the installation.
struct PythonKernelResult {
  std::unique_ptr<PythonKernel> kernel;
  std::optional<python::Failure> failure;
  std::string error;
};

// From the disk cache, or null. Needs no lock of the host language, and no big stack.
std::unique_ptr<PythonKernel> load_python_kernel(const Snapshot& snapshot,
                                                 std::span<const python::ArgType> args,
                                                 const PythonKernelOptions& options);

// From there or made anew. Needs no lock of the host language.
PythonKernelResult compile_python_kernel(Snapshot& snapshot, std::span<const python::ArgType> args,
                                         const PythonKernelOptions& options);

// The front end alone: null with a failure.
std::unique_ptr<python::Compiled> lower_python_kernel(
    const python::Template& kernel, python::Environment& environment,
    std::span<const python::ArgType> args, std::span<const python::ObjectArgument> objects,
    bool small, std::optional<python::Failure>& failure, bool checks = false);

}  // namespace tack::compile
