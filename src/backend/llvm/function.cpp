// SPDX-License-Identifier: Apache-2.0
#include "backend/llvm/function_lower.hpp"
#include "support/ice.hpp"

namespace tack::llvm_backend {

using ir::Inst;
using ir::Op;
using llvm::Value;

std::string FunctionLower::run() {
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

Value* FunctionLower::value(const Inst* inst) {
  if (inst->is_const()) return l_.constant(inst->type, inst->bits);
  auto found = values_.find(inst);
  if (found == values_.end()) TACK_ICE("use before definition of %" + inst->name);
  return found->second;
}

Value* FunctionLower::index_operand(const Inst& inst, size_t i) {
  const Inst* v = inst.operands[i];
  return v->type.is_signed() ? b_.CreateSExtOrTrunc(value(v), b_.getInt64Ty())
                             : b_.CreateZExtOrTrunc(value(v), b_.getInt64Ty());
}

void FunctionLower::addr_of(const Inst& inst) {
  if (inst.global) {
    values_[&inst] = symbols_.globals.at(inst.global);
  } else if (inst.callee) {
    values_[&inst] = symbols_.functions.at(inst.callee);
  } else {
    values_[&inst] = slot_of(inst.operands[0]);
  }
}

void FunctionLower::refuse(const Inst& inst, const char* why) {
  if (fault_.empty())
    fault_ = "@" + from_.name + ": " + std::string(ir::info(inst.op).text) + ": " + why;
  if (!inst.type.is_void()) values_[&inst] = llvm::PoisonValue::get(l_.type(inst.type));
}

void FunctionLower::lower(const Inst& inst) {
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
      values_[&inst] = lower_load_lanes(l_, l_.type(inst.type), operand(inst, 0), operand(inst, 1),
                                        alignment(inst, inst.type.element()));
      return;
    case Op::PtrStoreLanes:
      return lower_store_lanes(l_, operand(inst, 0), operand(inst, 1), operand(inst, 2),
                               alignment(inst, inst.operands[1]->type.element()));
    case Op::PtrGather:
      values_[&inst] = lower_gather(l_, l_.type(inst.type), operand(inst, 0), offset_lanes(inst, 1),
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
      // Assembly is an extern that is no symbol.
      return call(inst,
                  symbols_.functions.count(inst.callee)
                      ? llvm::FunctionCallee(symbols_.functions.at(inst.callee))
                      : llvm::FunctionCallee(),
                  inst.callee->results, 0);
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

std::string lower_function(Lower& l, const Symbols& symbols, const ir::Function& from,
                           llvm::Function& into) {
  return FunctionLower(l, symbols, from, into).run();
}

}  // namespace tack::llvm_backend
