// SPDX-License-Identifier: Apache-2.0
// Compiles C89 programs with the host's gcc into a shared object and calls them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/c89/compile.hpp"
#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::c89 {

// One launch, as bits and memory.
struct Launch {
  std::vector<std::pair<void*, int64_t>> buffers;  // elements and their number
  std::vector<uint64_t> numbers;                   // in the order of the number parameters
  std::vector<int64_t> extents;
  std::vector<uint64_t>* reductions = nullptr;  // before, then after
};

// The kernel's header, which the pipeline takes away.
struct Header {
  std::vector<ir::Type> params;
  std::vector<ir::Type> reductions;

  explicit Header(const ir::Function& kernel);
};

class Library {
 public:
  // gcc -std=c89 -pedantic-errors -Wall -Werror; an error holds what it said.
  static Result<std::unique_ptr<Library>> build(std::span<const Program> programs,
                                                const std::string& options = "-O1");
  ~Library();

  // The whole space, or with `begin` and `end` a box.
  void run(const Program& program, const Header& header, const Launch& launch,
           const std::vector<int64_t>& begin = {}, const std::vector<int64_t>& end = {}) const;

 private:
  Library() = default;
  void* handle_ = nullptr;
  std::string folder_;
};

}  // namespace tack::c89
