// SPDX-License-Identifier: Apache-2.0
// Kernels through the C of `xcc -S --emit=c`: printed, compiled by gcc into a shared object, found.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "ir/ir.hpp"
#include "runtime/tack_rt.h"
#include "support/result.hpp"

namespace tack::c89 {

class CProgram {
 public:
  // Lowers the module's kernels as the driver does.
  static Result<void> lower(ir::Module& module, bool verify);
  // One file of lowered modules. An error holds what gcc said.
  static Result<std::unique_ptr<CProgram>> build(std::span<const ir::Module* const> modules,
                                                 const std::string& level);
  ~CProgram();

  tack_rt_entry entry(const std::string& kernel) const;

 private:
  CProgram() = default;
  void* handle_ = nullptr;
};

}  // namespace tack::c89
