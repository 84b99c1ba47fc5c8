// SPDX-License-Identifier: Apache-2.0
// A .py file of kernels, read without Python: imports of tack and math, tack.constant of a literal,
// decorated functions. Any other name is an error only where a kernel reads it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/python/frontend.hpp"
#include "support/result.hpp"

namespace tack::python {

struct FileKernel {
  std::shared_ptr<const Template> source;
  std::string name;
};

class FileModule {
 public:
  explicit FileModule(SourceFile file);

  const std::vector<FileKernel>& kernels() const { return kernels_; }
  Environment& environment() { return *environment_; }
  const SourceFile& file() const { return file_; }

 private:
  void read_statements();

  SourceFile file_;
  std::vector<FileKernel> kernels_;
  std::shared_ptr<MapEnvironment> environment_;
};

// Argument types for a kernel that nobody calls: what is indexed or measured is an f32 array,
// everything else an i32.
std::vector<ArgType> guess_arguments(const Template& kernel, Environment& environment,
                                     ir::Kind element = ir::Kind::F32);

// "f32[1], f32[2], i32": an array by its rank in brackets; "f32x3[1]" has vectors of 3 as elements,
// "f32x2x2[1]" matrices. The error says which part is wrong.
Result<std::vector<ArgType>> parse_arguments(std::string_view text);

}  // namespace tack::python
