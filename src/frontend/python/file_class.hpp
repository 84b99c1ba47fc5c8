// SPDX-License-Identifier: Apache-2.0
// Device classes of a file that is read without Python: what stands in their bodies. What their
// instances hold is known to Python alone; for checking it is guessed from how it is used.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/python/file_decorators.hpp"
#include "frontend/python/file_value.hpp"
#include "frontend/python/frontend.hpp"

namespace tack::python {

struct FileClass {
  std::string name;
  std::vector<std::string> bases;
  uint32_t first_line = 0, last_line = 0;
  uint32_t body_indent = 0;  // of its statements that stand in no block
  bool is_device = false;    // decorated, or derived from one of the file that is
  // Constants and functions, those of bases of the file too; `iterate` and its error.
  ObjectType body;
  std::set<std::string> constants;  // members that are made by tack.constant(...)
  std::set<std::string> doubtful;   // functions that several arms of the body define
  std::set<std::string> assigned;   // self.name = ..., in any method
  // Why instances may have other attributes, which only Python knows; empty: they have not.
  std::string open;
  std::set<std::string> elsewhere;  // that the file assigns outside of classes: g.name = ...
  std::vector<std::shared_ptr<const Template>> functions;  // for kernels, `self` first
  struct Kernel {
    std::shared_ptr<const Template> source;
    std::string name;  // "Heat.step"
    bool is_static = false;
    bool is_doubtful = false;  // another of the name stands in another arm of the body
  };
  std::vector<Kernel> kernels;
  std::vector<Kernel> inherited;  // those of bases under the name of this class

  const ObjectType::Member* find(const std::string& member) const;
};

// In the order of the file, device classes or not. `values` are those of the file's own names.
std::vector<FileClass> read_classes(const SourceFile& file,
                                    const std::shared_ptr<Environment>& environment,
                                    const HostValues& values, const Decorators& decorators);

}  // namespace tack::python
