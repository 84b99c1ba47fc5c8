// SPDX-License-Identifier: Apache-2.0
// What becomes of a kernel, as text, without running it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compile/cpu.hpp"
#include "launch/kernel.hpp"

namespace tack::launch {

struct InspectMode {
  std::string_view name;
  bool is_ir;             // the front end's result
  compile::CpuEmit emit;  // of the others
  std::string_view help;
};
// "ir", "source", "optimized", "asm", in the order of the pipeline.
std::span<const InspectMode> inspect_modes();
const InspectMode* find_mode(std::string_view name);
// "unknown mode 'x': write ir, source, optimized or asm"
std::string unknown_mode(std::string_view name);

// An error of ours or of the installation.
Result<std::string> inspect(python::Compiled& compiled, const InspectMode& mode);

}  // namespace tack::launch
