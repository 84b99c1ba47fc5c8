// SPDX-License-Identifier: Apache-2.0
// A .py file of kernels, read without Python: imports of tack, math and the files beside it,
// tack.constant of a literal, decorated functions. Any other name is an error only where a kernel
// reads it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/python/file_guess.hpp"
#include "frontend/python/file_loader.hpp"
#include "support/result.hpp"

namespace tack::python {

class FileModule {
 public:
  // A text of no file imports tack and math only.
  explicit FileModule(SourceFile file, bool is_file = true)
      : main_(loader_.load(std::move(file), is_file)) {}
  FileModule(const FileModule&) = delete;
  FileModule& operator=(const FileModule&) = delete;

  const std::vector<FileKernel>& kernels() const { return main_.kernels; }
  // Device classes, with the kernels in their bodies.
  const std::vector<FileClass>& classes() const { return main_.classes; }
  // Kernels inside functions and classes.
  std::vector<NestedKernel>& nested_kernels() { return loader_.nested_kernels(main_); }
  void guess_unknown(const Entity& guess) { loader_.guess_unknown(guess); }
  Environment& environment() { return main_.environment; }
  const SourceFile& file() const { return main_.file; }
  // The arguments of a kernel that nobody calls; `owner` is the class that it stands in, or null.
  GuessedArguments guess(const Template& kernel, const FileClass* owner,
                         ir::Kind element = ir::Kind::F32) {
    return guess(kernel, main_.environment, owner, element);
  }
  GuessedArguments guess(const Template& kernel, Environment& environment, const FileClass* owner,
                         ir::Kind element = ir::Kind::F32, size_t choice = 0) {
    return guess_call(kernel, environment, loader_.classes(), owner, element, choice);
  }
  // A device class of this file or of one that it imports; null when there is none.
  const FileClass* find_class(std::string_view name) const { return loader_.find_class(name); }
  std::vector<std::string> class_names() const;
  // The text that a line of a file belongs to, for messages; null when there is none.
  const SourceFile* find_source(std::string_view file, uint32_t line) const {
    return loader_.find_source(file, line);
  }

 private:
  FileLoader loader_;
  FileLoader::Loaded& main_;
};

// Argument types for a kernel that nobody calls: what is indexed or measured is an f32 array,
// everything else an i32.
std::vector<ArgType> guess_arguments(const Template& kernel, Environment& environment,
                                     ir::Kind element = ir::Kind::F32);

// Gives the arrays extents of usual size: local arrays may be as large as they are.
void take_usual_extents(std::vector<ArgType>& types);
// "x = f32[1], n = i32"; an array whose extents are known: "x = f32[1] of 64 x 64".
std::string describe_arguments(const std::vector<std::string>& names,
                               const std::vector<ArgType>& types);

// "f32", "f32x3", "f32x2x2": numbers, vectors or matrices; false for anything else.
bool parse_element(std::string_view text, ir::Kind& kind, Shape& shape);

// "f32[1], f32[2], i32": an array by its rank in brackets; "f32x3[1]" has vectors of 3 as elements,
// "f32x2x2[1]" matrices. The error says which part is wrong.
Result<std::vector<ArgType>> parse_arguments(std::string_view text);

}  // namespace tack::python
