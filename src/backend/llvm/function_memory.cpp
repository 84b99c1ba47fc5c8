// SPDX-License-Identifier: Apache-2.0
// Variables, memory behind addresses, and arrays of lanes.
#include "backend/llvm/function_lower.hpp"

namespace tack::llvm_backend {

using ir::Inst;
using llvm::Value;

// Masks in arrays are wide integers on every instruction set, since gathers address their lanes.
llvm::Type* FunctionLower::element_memory_type(ir::Type t) {
  return t.is_mask() ? l_.vector(l_.int_type(l_.mask_bits), t.lanes) : l_.memory_type(t);
}

uint64_t FunctionLower::storage(ir::Type t) {
  if (t.is_array()) return storage(ir_module_.array_of(t).element) * ir_module_.array_of(t).count;
  if (t.is_struct()) return ir_module_.struct_of(t).size;
  return l_.module->getDataLayout().getTypeAllocSize(element_memory_type(t));
}

llvm::Align FunctionLower::storage_align(ir::Type t) {
  if (t.is_array()) return storage_align(ir_module_.array_of(t).element);
  if (t.is_lanes()) return l_.module->getDataLayout().getPrefTypeAlign(element_memory_type(t));
  return llvm::Align(std::max(ir_module_.align_of(t), 1u));
}

Value* FunctionLower::load_from(Value* address, ir::Type type, llvm::Align align, bool in_aggregate,
                                bool is_volatile) {
  llvm::Type* memory = in_aggregate ? element_memory_type(type) : l_.memory_type(type);
  Value* v = b_.CreateAlignedLoad(memory, address, align, is_volatile);
  if (type == ir::kI1) return b_.CreateICmpNE(v, l_.like(v, 0));
  if (type.is_mask() && l_.i1_masks() && in_aggregate) return b_.CreateICmpNE(v, l_.like(v, 0));
  return v;
}

void FunctionLower::store_to(Value* address, Value* v, ir::Type type, llvm::Align align,
                             bool in_aggregate, bool is_volatile) {
  if (type == ir::kI1) v = b_.CreateZExt(v, b_.getInt8Ty());
  if (type.is_mask()) {
    v = l_.mask_stored(v);
    if (l_.i1_masks() && in_aggregate) v = b_.CreateSExt(v, element_memory_type(type));
  }
  b_.CreateAlignedStore(v, address, align, is_volatile);
}

Value* FunctionLower::slot_of(const Inst* var) {
  Value*& slot = slots_[var];
  if (!slot) {
    llvm::Type* type = var->aux.is_aggregate()
                           ? llvm::ArrayType::get(b_.getInt8Ty(), storage(var->aux))
                           : l_.memory_type(var->aux);
    slot = l_.slot(type, storage_align(var->aux), var->name);
  }
  return slot;
}

void FunctionLower::var(const Inst& inst) {
  Value* slot = slot_of(&inst);
  if (inst.aux.is_aggregate()) {
    b_.CreateMemSet(slot, b_.getInt8(0), storage(inst.aux), storage_align(inst.aux));
  } else {
    b_.CreateStore(llvm::Constant::getNullValue(l_.memory_type(inst.aux)), slot);
  }
}

FunctionLower::Place FunctionLower::place(const Inst& inst, size_t path_end) {
  const Inst* var = inst.operands[0];
  Place p{slot_of(var), var->aux, var->aux.is_aggregate()};
  for (size_t i = 1; i < path_end; ++i) {
    Value* offset;
    if (p.type.is_struct()) {
      const ir::Field& field = ir_module_.struct_of(p.type).fields[inst.operands[i]->bits];
      offset = b_.getInt64(field.offset);
      p.type = field.type;
    } else {
      p.type = ir_module_.array_of(p.type).element;
      offset = b_.CreateMul(index_operand(inst, i), b_.getInt64(storage(p.type)));
    }
    p.address = b_.CreateGEP(b_.getInt8Ty(), p.address, offset);
  }
  return p;
}

llvm::Align FunctionLower::alignment(const Inst& inst, ir::Type type) {
  return llvm::Align(inst.bits ? inst.bits : std::max(ir_module_.align_of(type), 1u));
}

Value* FunctionLower::offset_lanes(const Inst& inst, size_t i) {
  Value* v = operand(inst, i);
  ir::Type type = inst.operands[i]->type;
  if (ir::bits_of(type) >= 32 && (type.is_signed() || ir::bits_of(type) == 64)) return v;
  llvm::Type* wide = l_.vector(b_.getInt64Ty(), type.lanes);
  return type.is_signed() ? b_.CreateSExt(v, wide) : b_.CreateZExt(v, wide);
}

Value* FunctionLower::var_offsets(const Inst& inst, ir::Type element) {
  const Inst* idx = inst.operands[1];
  llvm::Type* narrow = l_.vector(b_.getInt32Ty(), idx->type.lanes);
  Value* at = idx->type.is_signed() ? b_.CreateSExtOrTrunc(value(idx), narrow)
                                    : b_.CreateZExtOrTrunc(value(idx), narrow);
  at = b_.CreateAdd(b_.CreateMul(at, l_.like(at, idx->type.lanes)), lane_ids(narrow));
  Value* wide = b_.CreateSExt(at, l_.vector(b_.getInt64Ty(), idx->type.lanes));
  return b_.CreateMul(wide, l_.like(wide, static_cast<int64_t>(storage(element) / element.lanes)));
}

llvm::Constant* FunctionLower::lane_ids(llvm::Type* type) {
  auto* lanes = llvm::cast<llvm::FixedVectorType>(type);
  llvm::SmallVector<llvm::Constant*, 64> ids;
  for (unsigned i = 0; i < lanes->getNumElements(); ++i)
    ids.push_back(llvm::ConstantInt::get(lanes->getElementType(), i));
  return llvm::ConstantVector::get(ids);
}

void FunctionLower::var_gather(const Inst& inst) {
  ir::Type element = inst.type;
  Value* v = lower_gather(l_, element_memory_type(element), slot_of(inst.operands[0]),
                          var_offsets(inst, element), operand(inst, 2), llvm::Align(1));
  if (element.is_mask() && l_.i1_masks()) v = b_.CreateICmpNE(v, l_.like(v, 0));
  values_[&inst] = v;
}

void FunctionLower::var_scatter(const Inst& inst) {
  ir::Type element = inst.operands[2]->type;
  Value* v = operand(inst, 2);
  if (element.is_mask()) {
    v = l_.mask_stored(v);
    if (l_.i1_masks()) v = b_.CreateSExt(v, element_memory_type(element));
  }
  lower_scatter(l_, slot_of(inst.operands[0]), var_offsets(inst, element), v, operand(inst, 3),
                llvm::Align(1));
}

}  // namespace tack::llvm_backend
