// SPDX-License-Identifier: Apache-2.0
// One function's body: regions become blocks, variables stack slots that SROA turns into values.
#pragma once

#include <unordered_map>

#include "backend/llvm/lower.hpp"

namespace tack::llvm_backend {

// Where functions and globals of the IR are found in the LLVM module.
struct Symbols {
  std::unordered_map<const ir::Function*, llvm::Function*> functions;
  std::unordered_map<const ir::Global*, llvm::GlobalVariable*> globals;
  llvm::Function* trap = nullptr;  // tack_rt_trap(const char*), does not return
};

// The C ABI's type of a function with these results and parameters.
llvm::FunctionType* function_type(Lower& l, llvm::ArrayRef<ir::Type> results,
                                  llvm::ArrayRef<ir::Type> params, bool is_variadic);
// Small integers are extended by the caller (parameters) and the callee (results). `by_value`: of
// each parameter, as far as it goes, the struct whose copy it points to.
llvm::AttributeList function_attributes(Lower& l, const ir::Module& module,
                                        llvm::ArrayRef<ir::Type> results,
                                        llvm::ArrayRef<ir::Type> params,
                                        llvm::ArrayRef<ir::Type> by_value);

// The error names what cannot be compiled; empty when all can.
std::string lower_function(Lower& l, const Symbols& symbols, const ir::Function& from,
                           llvm::Function& into);

}  // namespace tack::llvm_backend
