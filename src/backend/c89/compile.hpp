// SPDX-License-Identifier: Apache-2.0
// C89 for compilers with 16-bit int, no 64-bit integers and no float, if the kernel needs none.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/c89/raise_entry.hpp"
#include "transform/pass.hpp"

namespace tack::c89 {

struct Program {
  std::string name;  // of the C function; returns void
  std::vector<Parameter> parameters;
  std::vector<std::string> types;  // C types of the parameters: "tack_u8 *", "tack_i32", "float"
  std::string text;                // the function
  std::set<std::string> helpers;   // what it calls
};

// The passes from a kernel to the function that print_function takes.
std::vector<transform::Step> pipeline(std::string_view kernel, std::vector<Parameter>& parameters);

// Changes the module. An error names what C89 has no form for, or an option's fault.
Result<Program> compile(ir::Module& module, std::string_view kernel,
                        const transform::PipelineOptions& options = {});

// A C file: types, the helpers that are used, the functions. Their names must differ. Compile it
// with strict aliasing off when buffers of different types share memory.
std::string assemble(std::span<const Program> programs);

}  // namespace tack::c89
