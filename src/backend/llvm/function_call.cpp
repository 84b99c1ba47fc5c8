// SPDX-License-Identifier: Apache-2.0
// Calls, returns, and the C ABI's view of both.
#include "backend/llvm/function_lower.hpp"

namespace tack::llvm_backend {

using ir::Inst;
using llvm::Value;

llvm::FunctionType* function_type(Lower& l, llvm::ArrayRef<ir::Type> results,
                                  llvm::ArrayRef<ir::Type> params, bool is_variadic) {
  llvm::SmallVector<llvm::Type*, 4> result_types;
  for (ir::Type t : results) result_types.push_back(l.type(t));
  llvm::SmallVector<llvm::Type*, 8> param_types;
  for (ir::Type t : params) param_types.push_back(l.type(t));
  llvm::Type* result = results.empty() ? l.b.getVoidTy()
                       : results.size() == 1
                           ? result_types[0]
                           : llvm::StructType::get(l.b.getContext(), result_types);
  return llvm::FunctionType::get(result, param_types, is_variadic);
}

llvm::AttributeList function_attributes(Lower& l, llvm::ArrayRef<ir::Type> results,
                                        llvm::ArrayRef<ir::Type> params) {
  auto attributes = [&](ir::Type t) {
    llvm::AttrBuilder made(l.b.getContext());
    bool is_small = !t.is_lanes() && (t.is_bool() || (t.is_int() && ir::bits_of(t) < 32));
    if (is_small) made.addAttribute(t.is_signed() ? llvm::Attribute::SExt : llvm::Attribute::ZExt);
    return llvm::AttributeSet::get(l.b.getContext(), made);
  };
  llvm::SmallVector<llvm::AttributeSet, 8> sets;
  for (ir::Type t : params) sets.push_back(attributes(t));
  llvm::AttributeSet result = results.size() == 1 ? attributes(results[0]) : llvm::AttributeSet();
  llvm::AttrBuilder function(l.b.getContext());
  function.addAttribute(llvm::Attribute::NoUnwind);
  return llvm::AttributeList::get(
      l.b.getContext(), llvm::AttributeSet::get(l.b.getContext(), function), result, sets);
}

void FunctionLower::call(const Inst& inst, llvm::FunctionCallee callee,
                         llvm::ArrayRef<ir::Type> results, size_t first) {
  llvm::SmallVector<Value*, 8> arguments;
  llvm::SmallVector<ir::Type, 8> types;
  for (size_t i = first; i < inst.operands.size(); ++i) {
    ir::Type type = inst.operands[i]->type;
    Value* v = operand(inst, i);
    arguments.push_back(type.is_mask() ? l_.mask_stored(v) : v);
    types.push_back(type);
  }
  llvm::CallInst* result = b_.CreateCall(callee, arguments);
  result->setAttributes(function_attributes(l_, results, types));
  values_[&inst] = result;
}

void FunctionLower::returns(const Inst& inst) {
  if (inst.operands.empty()) {
    b_.CreateRetVoid();
    return;
  }
  llvm::SmallVector<Value*, 4> results;
  for (size_t i = 0; i < inst.operands.size(); ++i) {
    Value* v = operand(inst, i);
    results.push_back(inst.operands[i]->type.is_mask() ? l_.mask_stored(v) : v);
  }
  if (results.size() == 1) {
    b_.CreateRet(results[0]);
  } else {
    b_.CreateAggregateRet(results.data(), static_cast<unsigned>(results.size()));
  }
}

}  // namespace tack::llvm_backend
