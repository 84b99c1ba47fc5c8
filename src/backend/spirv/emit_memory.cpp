// SPDX-License-Identifier: Apache-2.0
// Variables and buffers. 8- and 16-bit elements on a device that cannot store them are reached
// through the 32-bit word around them; a store is an atomic and, then an atomic or, because other
// items may be writing the rest of the word.
#include "backend/spirv/emitter.hpp"
#include "support/ice.hpp"

namespace tack::spirv {

using S = spv::Op;

Id Emitter::memory_type(Type t) {
  if (t.is_array()) {
    const ir::ArrayType& array = function_.module.array_of(t);
    return w_.array_type(memory_type(array.element),
                         u32(static_cast<uint32_t>(array.count == 0 ? 1 : array.count)));
  }
  if (t.is_struct()) {
    auto known = structs_.find(t.id);
    if (known != structs_.end()) return known->second;
    Words fields;
    for (const ir::Field& field : function_.module.struct_of(t).fields)
      fields.push_back(memory_type(field.type));
    return structs_[t.id] = w_.fresh_type(S::OpTypeStruct, fields);
  }
  return type(t);
}

void Emitter::variable(const ir::Inst& inst) {
  Id ty = memory_type(inst.aux);
  Id at = w_.local(w_.pointer_type(spv::StorageClass::Function, ty));
  w_.name(at, inst.name);
  values_[&inst] = at;
  w_.effect(S::OpStore, {at, w_.null(ty)});  // zero at each execution
}

// The pointer that operands [0, path_end) name.
Id Emitter::access(const ir::Inst& inst, size_t path_end) {
  const ir::Inst* var = inst.operands[0];
  Id base = values_.at(var);
  if (path_end == 1) return base;
  Words words{base};
  Type t = var->aux;
  for (size_t i = 1; i < path_end; ++i) {
    const ir::Inst* step = inst.operands[i];
    if (t.is_struct()) {
      words.push_back(u32(static_cast<uint32_t>(step->bits)));
      t = function_.module.struct_of(t).fields[step->bits].type;
    } else {
      // No array of a var has 2^31 elements: the low word is the index.
      words.push_back(resize(step->type, ir::kI32, of(step)));
      t = function_.module.array_of(t).element;
    }
  }
  return w_.op(S::OpAccessChain, w_.pointer_type(spv::StorageClass::Function, memory_type(t)),
               words);
}

bool Emitter::through_words(Kind element) const {
  int bits = ir::bits_of(element);
  if (bits == 8) return !caps_.int8 || !caps_.storage8;
  if (bits == 16) return !caps_.int16 || !caps_.storage16;
  return false;
}

Id Emitter::view_pointer(const BufferView& view, Id index) {
  auto space = entry_.layout.form == vulkan::BufferForm::Address
                   ? spv::StorageClass::PhysicalStorageBuffer
                   : spv::StorageClass::StorageBuffer;
  return op(S::OpAccessChain, w_.pointer_type(space, view.element), {view.base, u32(0), index});
}

Id Emitter::load_view(const BufferView& view, Id index) {
  Id pointer = view_pointer(view, index);
  if (entry_.layout.form != vulkan::BufferForm::Address)
    return op(S::OpLoad, view.element, {pointer});
  constexpr uint32_t kAligned = 2;
  return op(S::OpLoad, view.element, {pointer, kAligned, view.bytes});
}

void Emitter::store_view(const BufferView& view, Id index, Id value) {
  Id pointer = view_pointer(view, index);
  constexpr uint32_t kAligned = 2;
  if (entry_.layout.form != vulkan::BufferForm::Address)
    w_.effect(S::OpStore, {pointer, value});
  else
    w_.effect(S::OpStore, {pointer, value, kAligned, view.bytes});
}

namespace {

constexpr uint32_t kDeviceScope = 1;
constexpr uint32_t kRelaxed = 0;

}  // namespace

Id Emitter::load_elem(const ir::Inst& inst) {
  const BufferView& view = views_.at(inst.operands[0]);
  const ir::Inst* index = inst.operands[1];
  Kind kind = inst.type.kind;
  Id at = of(index);
  Type wide = caps_.int64 ? ir::kI64 : ir::kI32;
  at = resize(index->type, wide, at);
  if (view.offset != 0) at = op(S::OpIAdd, type(wide), {at, resize(ir::kU32, wide, view.offset)});
  if (!through_words(kind)) {
    if (ir::bits_of(kind) == 8) {
      w_.capability(spv::Capability::StorageBuffer8BitAccess);
      w_.extension("SPV_KHR_8bit_storage");
    }
    if (ir::bits_of(kind) == 16) {
      w_.capability(spv::Capability::StorageBuffer16BitAccess);
      w_.extension("SPV_KHR_16bit_storage");
    }
    return load_view(view, at);
  }
  bool is_byte = ir::bits_of(kind) == 8;
  Id word_type = w_.int_type(32);
  Id word_index = op(S::OpShiftRightArithmetic, type(wide), {at, constant(wide, is_byte ? 2 : 1)});
  Id part = op(S::OpBitwiseAnd, word_type, {resize(wide, ir::kU32, at), u32(is_byte ? 3 : 1)});
  Id shift = op(S::OpShiftLeftLogical, word_type, {part, u32(is_byte ? 3 : 4)});
  Id word = 0;
  if (small_stores_) {
    word = op(S::OpAtomicLoad, word_type,
              {view_pointer(view, word_index), u32(kDeviceScope), u32(kRelaxed)});
  } else {
    word = load_view(view, word_index);
  }
  Id low = op(S::OpShiftRightLogical, word_type, {word, shift});
  return resize(ir::kU32, inst.type, low);
}

void Emitter::store_elem(const ir::Inst& inst) {
  const BufferView& view = views_.at(inst.operands[0]);
  const ir::Inst* index = inst.operands[1];
  Type t = inst.operands[2]->type;
  Id value = of(inst.operands[2]);
  Type wide = caps_.int64 ? ir::kI64 : ir::kI32;
  Id at = resize(index->type, wide, of(index));
  if (view.offset != 0) at = op(S::OpIAdd, type(wide), {at, resize(ir::kU32, wide, view.offset)});
  if (!through_words(t.kind)) {
    if (ir::bits_of(t) == 8) {
      w_.capability(spv::Capability::StorageBuffer8BitAccess);
      w_.extension("SPV_KHR_8bit_storage");
    }
    if (ir::bits_of(t) == 16) {
      w_.capability(spv::Capability::StorageBuffer16BitAccess);
      w_.extension("SPV_KHR_16bit_storage");
    }
    store_view(view, at, value);
    return;
  }
  bool is_byte = ir::bits_of(t) == 8;
  Id word_type = w_.int_type(32);
  Id word_index = op(S::OpShiftRightArithmetic, type(wide), {at, constant(wide, is_byte ? 2 : 1)});
  Id part = op(S::OpBitwiseAnd, word_type, {resize(wide, ir::kU32, at), u32(is_byte ? 3 : 1)});
  Id shift = op(S::OpShiftLeftLogical, word_type, {part, u32(is_byte ? 3 : 4)});
  Id ones = u32(is_byte ? 0xff : 0xffff);
  Id hole = op(S::OpNot, word_type, {op(S::OpShiftLeftLogical, word_type, {ones, shift})});
  Id bits = op(S::OpBitwiseAnd, word_type, {resize(t, ir::kU32, value), ones});
  Id placed = op(S::OpShiftLeftLogical, word_type, {bits, shift});
  Id pointer = view_pointer(view, word_index);
  op(S::OpAtomicAnd, word_type, {pointer, u32(kDeviceScope), u32(kRelaxed), hole});
  op(S::OpAtomicOr, word_type, {pointer, u32(kDeviceScope), u32(kRelaxed), placed});
}

}  // namespace tack::spirv
