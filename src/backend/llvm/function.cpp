// SPDX-License-Identifier: Apache-2.0
#include "backend/llvm/function.hpp"

#include "support/ice.hpp"

namespace tack::llvm_backend {
namespace {

using ir::Inst;
using ir::Op;
using llvm::Value;

struct Place {
  Value* address;
  ir::Type type;
  bool in_aggregate;
};

class FunctionLower {
 public:
  FunctionLower(Lower& l, const Symbols& symbols, const ir::Function& from, llvm::Function& into)
      : l_(l), b_(l.b), symbols_(symbols), from_(from), into_(into), ir_module_(from.module) {}

  std::string run() {
    b_.SetInsertPoint(new_block("entry"));
    l_.start_function();
    for (size_t i = 0; i < from_.params.size(); ++i) values_[from_.params[i]] = into_.getArg(i);
    region(from_.body);
    if (!ended()) {
      if (into_.getReturnType()->isVoidTy()) {
        b_.CreateRetVoid();
      } else {
        b_.CreateUnreachable();  // the verifier found that every path returns
      }
    }
    return fault_;
  }

 private:
  llvm::BasicBlock* new_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(b_.getContext(), name, &into_);
  }
  bool ended() const { return b_.GetInsertBlock()->getTerminator() != nullptr; }
  void branch_to(llvm::BasicBlock* block) {
    if (!ended()) b_.CreateBr(block);
  }

  Value* value(const Inst* inst) {
    if (inst->is_const()) return l_.constant(inst->type, inst->bits);
    auto found = values_.find(inst);
    if (found == values_.end()) TACK_ICE("use before definition of %" + inst->name);
    return found->second;
  }
  Value* operand(const Inst& inst, size_t i) { return value(inst.operands[i]); }
  // As i64, by the operand's signedness.
  Value* index_operand(const Inst& inst, size_t i) {
    const Inst* v = inst.operands[i];
    return v->type.is_signed() ? b_.CreateSExtOrTrunc(value(v), b_.getInt64Ty())
                               : b_.CreateZExtOrTrunc(value(v), b_.getInt64Ty());
  }

  // --- memory

  // Masks in arrays are wide integers on every instruction set, since gathers address their lanes.
  llvm::Type* element_memory_type(ir::Type t) {
    return t.is_mask() ? l_.vector(l_.int_type(l_.mask_bits), t.lanes) : l_.memory_type(t);
  }
  uint64_t storage(ir::Type t) {
    if (t.is_array()) return storage(ir_module_.array_of(t).element) * ir_module_.array_of(t).count;
    if (t.is_struct()) return ir_module_.struct_of(t).size;
    return l_.module->getDataLayout().getTypeAllocSize(element_memory_type(t));
  }
  llvm::Align storage_align(ir::Type t) {
    if (t.is_array()) return storage_align(ir_module_.array_of(t).element);
    if (t.is_lanes()) return l_.module->getDataLayout().getPrefTypeAlign(element_memory_type(t));
    return llvm::Align(std::max(ir_module_.align_of(t), 1u));
  }

  Value* load_from(Value* address, ir::Type type, llvm::Align align, bool in_aggregate,
                   bool is_volatile) {
    llvm::Type* memory = in_aggregate ? element_memory_type(type) : l_.memory_type(type);
    Value* v = b_.CreateAlignedLoad(memory, address, align, is_volatile);
    if (type == ir::kI1) return b_.CreateICmpNE(v, l_.like(v, 0));
    if (type.is_mask() && l_.i1_masks() && in_aggregate) return b_.CreateICmpNE(v, l_.like(v, 0));
    return v;
  }
  void store_to(Value* address, Value* v, ir::Type type, llvm::Align align, bool in_aggregate,
                bool is_volatile) {
    if (type == ir::kI1) v = b_.CreateZExt(v, b_.getInt8Ty());
    if (type.is_mask()) {
      v = l_.mask_stored(v);
      if (l_.i1_masks() && in_aggregate) v = b_.CreateSExt(v, element_memory_type(type));
    }
    b_.CreateAlignedStore(v, address, align, is_volatile);
  }

  Value* slot_of(const Inst* var) {
    Value*& slot = slots_[var];
    if (!slot) {
      llvm::Type* type = var->aux.is_aggregate()
                             ? llvm::ArrayType::get(b_.getInt8Ty(), storage(var->aux))
                             : l_.memory_type(var->aux);
      slot = l_.slot(type, storage_align(var->aux), var->name);
    }
    return slot;
  }

  void var(const Inst& inst) {
    Value* slot = slot_of(&inst);
    if (inst.aux.is_aggregate()) {
      b_.CreateMemSet(slot, b_.getInt8(0), storage(inst.aux), storage_align(inst.aux));
    } else {
      b_.CreateStore(llvm::Constant::getNullValue(l_.memory_type(inst.aux)), slot);
    }
  }

  Place place(const Inst& inst, size_t path_end) {
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

  llvm::Align alignment(const Inst& inst, ir::Type type) {
    return llvm::Align(inst.bits ? inst.bits : std::max(ir_module_.align_of(type), 1u));
  }

  // Byte offsets as lanes that LLVM may sign-extend.
  Value* offset_lanes(const Inst& inst, size_t i) {
    Value* v = operand(inst, i);
    ir::Type type = inst.operands[i]->type;
    if (ir::bits_of(type) >= 32 && (type.is_signed() || ir::bits_of(type) == 64)) return v;
    llvm::Type* wide = l_.vector(b_.getInt64Ty(), type.lanes);
    return type.is_signed() ? b_.CreateSExt(v, wide) : b_.CreateZExt(v, wide);
  }

  // Lane l of element idx of array<lanes>: byte offsets (idx * W + l) * size.
  Value* var_offsets(const Inst& inst, ir::Type element) {
    const Inst* idx = inst.operands[1];
    llvm::Type* narrow = l_.vector(b_.getInt32Ty(), idx->type.lanes);
    Value* at = idx->type.is_signed() ? b_.CreateSExtOrTrunc(value(idx), narrow)
                                      : b_.CreateZExtOrTrunc(value(idx), narrow);
    at = b_.CreateAdd(b_.CreateMul(at, l_.like(at, idx->type.lanes)), lane_ids(narrow));
    Value* wide = b_.CreateSExt(at, l_.vector(b_.getInt64Ty(), idx->type.lanes));
    return b_.CreateMul(wide,
                        l_.like(wide, static_cast<int64_t>(storage(element) / element.lanes)));
  }

  llvm::Constant* lane_ids(llvm::Type* type) {
    auto* lanes = llvm::cast<llvm::FixedVectorType>(type);
    llvm::SmallVector<llvm::Constant*, 64> ids;
    for (unsigned i = 0; i < lanes->getNumElements(); ++i)
      ids.push_back(llvm::ConstantInt::get(lanes->getElementType(), i));
    return llvm::ConstantVector::get(ids);
  }

  void var_gather(const Inst& inst) {
    ir::Type element = inst.type;
    Value* v = lower_gather(l_, element_memory_type(element), slot_of(inst.operands[0]),
                            var_offsets(inst, element), operand(inst, 2), llvm::Align(1));
    if (element.is_mask() && l_.i1_masks()) v = b_.CreateICmpNE(v, l_.like(v, 0));
    values_[&inst] = v;
  }

  void var_scatter(const Inst& inst) {
    ir::Type element = inst.operands[2]->type;
    Value* v = operand(inst, 2);
    if (element.is_mask()) {
      v = l_.mask_stored(v);
      if (l_.i1_masks()) v = b_.CreateSExt(v, element_memory_type(element));
    }
    lower_scatter(l_, slot_of(inst.operands[0]), var_offsets(inst, element), v, operand(inst, 3),
                  llvm::Align(1));
  }

  // --- atomics

  void update(const Inst& inst) {
    ir::Type type = inst.type;
    llvm::Align align(static_cast<uint64_t>(ir::bits_of(type)) / 8);
    bool is_add = inst.op == Op::PtrAtomicAdd, is_min = inst.op == Op::PtrAtomicMin;
    if (type.is_float() && !is_add) {
      values_[&inst] = update_float(inst, is_min, align);
      return;
    }
    using Rmw = llvm::AtomicRMWInst;
    Rmw::BinOp op = is_add             ? (type.is_float() ? Rmw::FAdd : Rmw::Add)
                    : type.is_signed() ? (is_min ? Rmw::Min : Rmw::Max)
                                       : (is_min ? Rmw::UMin : Rmw::UMax);
    values_[&inst] = b_.CreateAtomicRMW(op, operand(inst, 0), operand(inst, 1), align,
                                        llvm::AtomicOrdering::Monotonic);
  }

  // Compares bits, since a NaN in memory is unequal to itself, and leaves memory alone when it
  // holds the result already.
  Value* update_float(const Inst& inst, bool is_min, llvm::Align align) {
    Value* address = operand(inst, 0);
    Value* v = operand(inst, 1);
    llvm::Type* bits = l_.int_type(ir::bits_of(inst.type));
    constexpr auto kRelaxed = llvm::AtomicOrdering::Monotonic;
    llvm::LoadInst* first = b_.CreateAlignedLoad(bits, address, align);
    first->setAtomic(kRelaxed);
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* head = new_block("update");
    llvm::BasicBlock* change = new_block("update.change");
    llvm::BasicBlock* after = new_block("update.after");
    b_.CreateBr(head);
    b_.SetInsertPoint(head);
    llvm::PHINode* seen = b_.CreatePHI(bits, 2);
    seen->addIncoming(first, before);
    Value* old = b_.CreateBitCast(seen, l_.type(inst.type));
    // min(a, b): b if b < a or a is NaN, else a.
    Value* wins = is_min ? b_.CreateFCmpOLT(v, old) : b_.CreateFCmpOGT(v, old);
    b_.CreateCondBr(b_.CreateOr(wins, b_.CreateFCmpUNO(old, old)), change, after);
    b_.SetInsertPoint(change);
    Value* tried =
        b_.CreateAtomicCmpXchg(address, seen, b_.CreateBitCast(v, bits), align, kRelaxed, kRelaxed);
    seen->addIncoming(b_.CreateExtractValue(tried, 0), change);
    b_.CreateCondBr(b_.CreateExtractValue(tried, 1), after, head);
    b_.SetInsertPoint(after);
    return old;
  }

  // --- calls

  void call(const Inst& inst, llvm::FunctionCallee callee, llvm::ArrayRef<ir::Type> results,
            size_t first) {
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

  void returns(const Inst& inst) {
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

  // --- control

  void region(const ir::Region& region) {
    for (const Inst* inst : region.insts) {
      if (ended()) return;  // after exit, return, trap
      lower(*inst);
    }
  }

  void labelled(const Inst& inst) {
    llvm::BasicBlock* after = new_block(inst.name + ".after");
    exits_[&inst] = after;
    if (inst.op == Op::Block) {
      region(inst.body());
      branch_to(after);
    } else if (inst.op == Op::Loop) {
      llvm::BasicBlock* head = new_block(inst.name);
      branch_to(head);
      b_.SetInsertPoint(head);
      region(inst.body());
      branch_to(head);
    } else {
      counted(inst, after);
    }
    b_.SetInsertPoint(after);
  }

  // The distance to the end decides, as an unsigned number: no index beyond the last is computed.
  void counted(const Inst& inst, llvm::BasicBlock* after) {
    Value* lo = operand(inst, 0);
    Value* hi = operand(inst, 1);
    Value* step = operand(inst, 2);
    bool is_signed = inst.operands[0]->type.is_signed();
    Value* runs = is_signed ? b_.CreateICmpSLT(lo, hi) : b_.CreateICmpULT(lo, hi);
    Value* forward = is_signed ? b_.CreateICmpSGT(step, l_.like(step, 0))
                               : b_.CreateICmpNE(step, l_.like(step, 0));
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* head = new_block(inst.name);
    llvm::BasicBlock* latch = new_block(inst.name + ".next");
    b_.CreateCondBr(b_.CreateAnd(runs, forward), head, after);
    b_.SetInsertPoint(head);
    llvm::PHINode* index = b_.CreatePHI(lo->getType(), 2, inst.index->name);
    index->addIncoming(lo, before);
    values_[inst.index] = index;
    region(inst.body());
    branch_to(latch);
    b_.SetInsertPoint(latch);
    Value* next = b_.CreateAdd(index, step);
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(step);
    Value* more = constant && constant->isOne() ? b_.CreateICmpNE(next, hi)
                                                : b_.CreateICmpUGT(b_.CreateSub(hi, index), step);
    b_.CreateCondBr(more, head, after);
    index->addIncoming(next, latch);
  }

  void if_(const Inst& inst) {
    llvm::BasicBlock* then = new_block("then");
    llvm::BasicBlock* after = new_block("endif");
    bool has_else = !inst.regions[1]->insts.empty();
    llvm::BasicBlock* otherwise = has_else ? new_block("else") : after;
    b_.CreateCondBr(operand(inst, 0), then, otherwise);
    b_.SetInsertPoint(then);
    region(*inst.regions[0]);
    branch_to(after);
    if (has_else) {
      b_.SetInsertPoint(otherwise);
      region(*inst.regions[1]);
      branch_to(after);
    }
    b_.SetInsertPoint(after);
  }

  void switch_(const Inst& inst) {
    llvm::BasicBlock* after = new_block("endswitch");
    llvm::BasicBlock* otherwise = new_block("default");
    Value* subject = operand(inst, 0);
    auto* type = llvm::cast<llvm::IntegerType>(subject->getType());
    llvm::SwitchInst* jump = b_.CreateSwitch(subject, otherwise);
    for (size_t i = 0; i < inst.regions.size(); ++i) {
      bool is_default = i == inst.cases.size();
      llvm::BasicBlock* block = is_default ? otherwise : new_block("case");
      if (!is_default) {
        for (int64_t v : inst.cases[i].values) {
          jump->addCase(llvm::ConstantInt::get(type, static_cast<uint64_t>(v), true), block);
        }
      }
      b_.SetInsertPoint(block);
      region(*inst.regions[i]);
      branch_to(after);
    }
    b_.SetInsertPoint(after);
  }

  void trap(const Inst& inst) {
    b_.CreateCall(symbols_.trap, {b_.CreateGlobalString(inst.text, "trap")});
    b_.CreateUnreachable();
  }

  void addr_of(const Inst& inst) {
    if (inst.global) {
      values_[&inst] = symbols_.globals.at(inst.global);
    } else if (inst.callee) {
      values_[&inst] = symbols_.functions.at(inst.callee);
    } else {
      values_[&inst] = slot_of(inst.operands[0]);
    }
  }

  void refuse(const Inst& inst, const char* why) {
    if (fault_.empty())
      fault_ = "@" + from_.name + ": " + std::string(ir::info(inst.op).text) + ": " + why;
    if (!inst.type.is_void()) values_[&inst] = llvm::PoisonValue::get(l_.type(inst.type));
  }

  void lower(const Inst& inst) {
    switch (inst.op) {
      case Op::Convert:
        values_[&inst] = lower_convert(l_, inst.operands[0]->type, inst.type, operand(inst, 0));
        return;
      case Op::Var:
        return var(inst);
      case Op::Load: {
        Place p = place(inst, inst.operands.size());
        values_[&inst] = load_from(p.address, p.type, storage_align(p.type), p.in_aggregate, false);
        return;
      }
      case Op::Store: {
        Place p = place(inst, inst.operands.size() - 1);
        store_to(p.address, operand(inst, inst.operands.size() - 1), p.type, storage_align(p.type),
                 p.in_aggregate, false);
        return;
      }
      case Op::AddrOf:
        return addr_of(inst);
      case Op::PtrAdd:
        values_[&inst] = b_.CreateGEP(b_.getInt8Ty(), operand(inst, 0), index_operand(inst, 1));
        return;
      case Op::PtrLoad:
        values_[&inst] = load_from(operand(inst, 0), inst.type, alignment(inst, inst.type), false,
                                   inst.is_volatile);
        return;
      case Op::PtrStore: {
        ir::Type type = inst.operands[1]->type;
        store_to(operand(inst, 0), operand(inst, 1), type, alignment(inst, type), false,
                 inst.is_volatile);
        return;
      }
      case Op::MemCopy:
        b_.CreateMemMove(operand(inst, 0), llvm::Align(1), operand(inst, 1), llvm::Align(1),
                         index_operand(inst, 2));
        return;
      case Op::MemSet:
        b_.CreateMemSet(operand(inst, 0), operand(inst, 1), index_operand(inst, 2), llvm::Align(1));
        return;
      case Op::Splat: {
        Value* v = operand(inst, 0);
        if (inst.type.is_mask()) {
          if (!l_.i1_masks()) v = b_.CreateSExt(v, l_.int_type(l_.mask_bits));
        }
        values_[&inst] = b_.CreateVectorSplat(inst.type.lanes, v);
        return;
      }
      case Op::LaneId:
        values_[&inst] = lane_ids(l_.type(inst.type));
        return;
      case Op::Extract: {
        Value* v = operand(inst, 0);
        Value* lane = b_.CreateAnd(index_operand(inst, 1), b_.getInt64(l_.lanes_of(v) - 1));
        Value* one = b_.CreateExtractElement(v, lane);
        if (inst.type.is_bool() && !l_.i1_masks()) one = b_.CreateICmpNE(one, l_.like(one, 0));
        values_[&inst] = one;
        return;
      }
      case Op::Any:
        values_[&inst] = l_.mask_any(operand(inst, 0));
        return;
      case Op::All:
        values_[&inst] = l_.mask_all(operand(inst, 0));
        return;
      case Op::PtrLoadLanes:
        values_[&inst] = lower_load_lanes(l_, l_.type(inst.type), operand(inst, 0),
                                          operand(inst, 1), alignment(inst, inst.type.element()));
        return;
      case Op::PtrStoreLanes:
        return lower_store_lanes(l_, operand(inst, 0), operand(inst, 1), operand(inst, 2),
                                 alignment(inst, inst.operands[1]->type.element()));
      case Op::PtrGather:
        values_[&inst] =
            lower_gather(l_, l_.type(inst.type), operand(inst, 0), offset_lanes(inst, 1),
                         operand(inst, 2), alignment(inst, inst.type.element()));
        return;
      case Op::PtrScatter:
        return lower_scatter(l_, operand(inst, 0), offset_lanes(inst, 1), operand(inst, 2),
                             operand(inst, 3), alignment(inst, inst.operands[2]->type.element()));
      case Op::VarGather:
        return var_gather(inst);
      case Op::VarScatter:
        return var_scatter(inst);
      case Op::Call:
        return call(inst, symbols_.functions.at(inst.callee), inst.callee->results, 0);
      case Op::CallPtr: {
        llvm::SmallVector<ir::Type, 8> types;
        for (size_t i = 1; i < inst.operands.size(); ++i) types.push_back(inst.operands[i]->type);
        return call(inst, {function_type(l_, inst.signature, types, false), operand(inst, 0)},
                    inst.signature, 1);
      }
      case Op::ResultOf:
        values_[&inst] = b_.CreateExtractValue(operand(inst, 0), static_cast<unsigned>(inst.bits));
        return;
      case Op::Block:
      case Op::Loop:
      case Op::For:
        return labelled(inst);
      case Op::If:
        return if_(inst);
      case Op::Switch:
        return switch_(inst);
      case Op::Exit:
        b_.CreateBr(exits_.at(inst.target));
        return;
      case Op::Return:
        return returns(inst);
      case Op::Trap:
        return trap(inst);
      case Op::Launch:
        return refuse(inst, "must be lowered to a call of the runtime first");
      case Op::PtrAtomicAdd:
      case Op::PtrAtomicMin:
      case Op::PtrAtomicMax:
        return update(inst);
      case Op::LaneSum:
        values_[&inst] = b_.CreateAddReduce(operand(inst, 0));
        return;
      case Op::LaneMin:
        values_[&inst] = b_.CreateIntMinReduce(operand(inst, 0), inst.type.is_signed());
        return;
      case Op::LaneMax:
        values_[&inst] = b_.CreateIntMaxReduce(operand(inst, 0), inst.type.is_signed());
        return;
      case Op::Print:
        return refuse(inst, "must be lowered to a call of the runtime first");
      case Op::AtomicAdd:
      case Op::AtomicMin:
      case Op::AtomicMax:
      case Op::LoadElem:
      case Op::StoreElem:
      case Op::BufferLen:
      case Op::LoadLanes:
      case Op::StoreLanes:
      case Op::Gather:
      case Op::Scatter:
        return refuse(inst, "buffers must be lowered to addresses first");
      default: {
        llvm::SmallVector<Value*, 3> operands;
        for (size_t i = 0; i < inst.operands.size(); ++i) operands.push_back(operand(inst, i));
        values_[&inst] = lower_plain(l_, inst, operands);
        return;
      }
    }
  }

  Lower& l_;
  llvm::IRBuilder<>& b_;
  const Symbols& symbols_;
  const ir::Function& from_;
  llvm::Function& into_;
  const ir::Module& ir_module_;
  std::unordered_map<const Inst*, Value*> values_;
  std::unordered_map<const Inst*, Value*> slots_;
  std::unordered_map<const Inst*, llvm::BasicBlock*> exits_;
  std::string fault_;
};

}  // namespace

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

std::string lower_function(Lower& l, const Symbols& symbols, const ir::Function& from,
                           llvm::Function& into) {
  return FunctionLower(l, symbols, from, into).run();
}

}  // namespace tack::llvm_backend
