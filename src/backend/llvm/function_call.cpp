// SPDX-License-Identifier: Apache-2.0
// Calls, returns, and the C ABI's view of both.
#include "backend/llvm/assembly.hpp"
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

llvm::AttributeList function_attributes(Lower& l, const ir::Module& module,
                                        llvm::ArrayRef<ir::Type> results,
                                        llvm::ArrayRef<ir::Type> params,
                                        llvm::ArrayRef<ir::Type> by_value) {
  auto attributes = [&](ir::Type t) {
    llvm::AttrBuilder made(l.b.getContext());
    bool is_small = !t.is_lanes() && (t.is_bool() || (t.is_int() && ir::bits_of(t) < 32));
    if (is_small) made.addAttribute(t.is_signed() ? llvm::Attribute::SExt : llvm::Attribute::ZExt);
    return llvm::AttributeSet::get(l.b.getContext(), made);
  };
  llvm::SmallVector<llvm::AttributeSet, 8> sets;
  for (ir::Type t : params) sets.push_back(attributes(t));
  for (size_t k = 0; k < by_value.size() && k < sets.size(); ++k) {
    if (!by_value[k].is_aggregate()) continue;
    llvm::AttrBuilder made(l.b.getContext());
    made.addByValAttr(llvm::ArrayType::get(l.b.getInt8Ty(), module.size_of(by_value[k])));
    made.addAlignmentAttr(std::max(module.align_of(by_value[k]), 8u));
    sets[k] = llvm::AttributeSet::get(l.b.getContext(), made);
  }
  llvm::AttributeSet result = results.size() == 1 ? attributes(results[0]) : llvm::AttributeSet();
  llvm::AttrBuilder function(l.b.getContext());
  function.addAttribute(llvm::Attribute::NoUnwind);
  return llvm::AttributeList::get(
      l.b.getContext(), llvm::AttributeSet::get(l.b.getContext(), function), result, sets);
}

void FunctionLower::call(const Inst& inst, llvm::FunctionCallee callee,
                         llvm::ArrayRef<ir::Type> results, size_t first) {
  if (inst.callee && is_assembly(*inst.callee)) {
    values_[&inst] = assembly(b_, *inst.callee);
    return;
  }
  llvm::SmallVector<Value*, 8> arguments;
  llvm::SmallVector<ir::Type, 8> types;
  for (size_t i = first; i < inst.operands.size(); ++i) {
    ir::Type type = inst.operands[i]->type;
    Value* v = operand(inst, i);
    arguments.push_back(type.is_mask() ? l_.mask_stored(v) : v);
    types.push_back(type);
  }
  llvm::SmallVector<ir::Type, 8> by_value;
  if (inst.callee) {
    for (const Inst* p : inst.callee->params) by_value.push_back(p->aux);
  } else if (inst.aux.is_struct()) {
    for (const ir::Field& f : ir_module_.struct_of(inst.aux).fields) by_value.push_back(f.type);
  }
  llvm::CallInst* result = b_.CreateCall(callee, arguments);
  result->setAttributes(function_attributes(l_, ir_module_, results, types, by_value));
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
