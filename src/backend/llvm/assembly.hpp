// SPDX-License-Identifier: Apache-2.0
// Inline assembly: a call of an extern named "asm PLACE\nTEXT".
#pragma once

#include <string>

#include "backend/llvm/precompile.hpp"

namespace tack::llvm_backend {

bool is_assembly(const ir::Function& function);
llvm::Value* assembly(llvm::IRBuilder<>& b, const ir::Function& function);
// "assembly at PLACE: what is wrong".
std::string assembly_error(const llvm::DiagnosticInfoSrcMgr& info);

}  // namespace tack::llvm_backend
