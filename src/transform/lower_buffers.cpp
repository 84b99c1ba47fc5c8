// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_buffers.hpp"

#include <unordered_map>

#include "support/ice.hpp"

namespace tack::transform {
namespace {

using namespace ir;

constexpr uint64_t kUnaligned = 1;

struct Buffer {
  Inst* address;
  Inst* length;
};

class State {
 public:
  explicit State(Function& f) : f_(f) {}

  void run() {
    std::vector<Inst*> params;
    for (Inst* p : f_.params) {
      if (!p->type.is_buffer()) {
        params.push_back(p);
        continue;
      }
      Inst* address = f_.make(Op::Param, kPtr);
      address->name = p->name;
      Inst* length = f_.make(Op::Param, kI64);
      length->name = p->name + ".len";
      buffers_[p] = {address, length};
      params.push_back(address);
      params.push_back(length);
    }
    f_.params = std::move(params);
    for (size_t i = 0; i < f_.params.size(); ++i) f_.params[i]->bits = i;
    region(f_.body);
  }

 private:
  void region(Region& region) {
    std::vector<Inst*> old = std::move(region.insts);
    region.insts.clear();
    out_ = &region;
    for (Inst* inst : old) {
      lower(*inst);
      out_->insts.push_back(inst);
      for (auto& inner : inst->regions) {
        this->region(*inner);
        out_ = &region;
      }
    }
  }

  Inst* emit(Op op, Type type, std::vector<Inst*> operands) {
    Inst* inst = f_.make(op, type, std::move(operands), loc_);
    out_->insts.push_back(inst);
    return inst;
  }
  Inst* convert(Inst* v, Type type) { return v->type == type ? v : emit(Op::Convert, type, {v}); }

  const Buffer& buffer(Inst* operand) {
    auto found = buffers_.find(operand);
    if (found == buffers_.end()) TACK_ICE("a buffer that is no parameter: " + operand->name);
    return found->second;
  }

  // index * size of an element, as i64 or lanes of it.
  Inst* bytes(Inst* index, Kind element) {
    Type wide = kI64.with_lanes(index->type.lanes);
    // Through i32 (and sign extension) where the index surely fits: the form gathers address with.
    bool narrow = index->type.is_lanes() &&
                  (f_.small || (index->type.is_unsigned() && bits_of(index->type) < 32));
    if (narrow) index = convert(index, kI32.with_lanes(index->type.lanes));
    Inst* at = convert(index, wide);
    int64_t size = bits_of(element) / 8;
    if (size == 1) return at;
    return emit(Op::Mul, wide, {at, f_.constant(wide, static_cast<uint64_t>(size))});
  }

  Inst* address(Inst* buffer_operand, Inst* index) {
    Inst* offset = bytes(index, buffer_operand->type.buffer_element());
    return emit(Op::PtrAdd, kPtr, {buffer(buffer_operand).address, offset});
  }

  // Lanes that are off may be read where they are inside the buffer, and what they hold is
  // nobody's. So a vector that is inside loads whole: the blur's border gangs, with nine masked
  // loads of bytes each, took as long as the forty between them.
  Inst* load_mask(const Inst& inst) {
    Inst* mask = inst.operands[2];
    const Target& target = f_.module.target;
    bool has_masked_loads = bits_of(inst.type) >= 32 && target.vector_bits > 128;
    if (mask->is_const() || has_masked_loads) return mask;
    Inst* base = convert(inst.operands[1], kI64);
    Inst* width = f_.constant(kI64, inst.type.lanes);
    Inst* last = emit(Op::Sub, kI64, {buffer(inst.operands[0]).length, width});
    Inst* begins = emit(Op::Ge, kI1, {base, f_.constant(kI64, 0)});
    Inst* ends = emit(Op::Le, kI1, {base, last});
    Inst* inside = emit(Op::And, kI1, {begins, ends});
    return emit(Op::Or, mask->type, {mask, emit(Op::Splat, mask->type, {inside})});
  }

  void rewrite(Inst& inst, Op op, std::vector<Inst*> operands) {
    inst.op = op;
    inst.operands = std::move(operands);
    inst.bits = kUnaligned;
  }

  // Aligned: the host has looked.
  static void update(Inst& inst, Op op, Inst* address) {
    inst.op = op;
    inst.operands = {address, inst.operands[2]};
  }

  void lower(Inst& inst) {
    loc_ = inst.loc;
    std::vector<Inst*> o = inst.operands;
    switch (inst.op) {
      case Op::LoadElem:
        return rewrite(inst, Op::PtrLoad, {address(o[0], o[1])});
      case Op::StoreElem:
        return rewrite(inst, Op::PtrStore, {address(o[0], o[1]), o[2]});
      case Op::AtomicAdd:
        return update(inst, Op::PtrAtomicAdd, address(o[0], o[1]));
      case Op::AtomicMin:
        return update(inst, Op::PtrAtomicMin, address(o[0], o[1]));
      case Op::AtomicMax:
        return update(inst, Op::PtrAtomicMax, address(o[0], o[1]));
      case Op::LoadLanes:
        return rewrite(inst, Op::PtrLoadLanes, {address(o[0], o[1]), load_mask(inst)});
      case Op::StoreLanes:
        return rewrite(inst, Op::PtrStoreLanes, {address(o[0], o[1]), o[2], o[3]});
      case Op::Gather: {
        Inst* offsets = bytes(o[1], o[0]->type.buffer_element());
        return rewrite(inst, Op::PtrGather, {buffer(o[0]).address, offsets, o[2]});
      }
      case Op::Scatter: {
        Inst* offsets = bytes(o[1], o[0]->type.buffer_element());
        return rewrite(inst, Op::PtrScatter, {buffer(o[0]).address, offsets, o[2], o[3]});
      }
      case Op::BufferLen:
        // Keeps its place as the value it stands for: length + 0 is folded by every user of it.
        inst.op = Op::Add;
        inst.operands = {buffer(o[0]).length, f_.constant(kI64, 0)};
        return;
      case Op::Call:
        inst.operands.clear();
        for (Inst* operand : o) {
          if (operand->type.is_buffer()) {
            inst.operands.push_back(buffer(operand).address);
            inst.operands.push_back(buffer(operand).length);
          } else {
            inst.operands.push_back(operand);
          }
        }
        return;
      default:
        return;
    }
  }

  Function& f_;
  Region* out_ = nullptr;
  Loc loc_ = 0;
  std::unordered_map<Inst*, Buffer> buffers_;
};

}  // namespace

void lower_buffers(Module& module) {
  for (auto& function : module.functions) {
    if (!function->is_extern()) State(*function).run();
  }
}

}  // namespace tack::transform
