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

// The index as the code uses it: signed, 64 bits where there are such, with the buffer's offset.
Id Emitter::element_index(const BufferView& view, const ir::Inst* index) {
  Type wide = caps_.int64 ? ir::kI64 : ir::kI32;
  Id at = resize(index->type, wide, of(index));
  if (view.offset == 0) return at;
  return op(S::OpIAdd, type(wide), {at, resize(ir::kU32, wide, view.offset)});
}

Emitter::Part Emitter::part_of_word(Kind element, Id index) {
  Type wide = caps_.int64 ? ir::kI64 : ir::kI32;
  bool is_byte = ir::bits_of(element) == 8;
  Id word = w_.int_type(32);
  Id at = op(S::OpShiftRightArithmetic, type(wide), {index, constant(wide, is_byte ? 2 : 1)});
  Id part = op(S::OpBitwiseAnd, word, {resize(wide, ir::kU32, index), u32(is_byte ? 3 : 1)});
  return {at, op(S::OpShiftLeftLogical, word, {part, u32(is_byte ? 3 : 4)})};
}

void Emitter::need_storage(Kind element) {
  if (ir::bits_of(element) == 8) {
    w_.capability(spv::Capability::StorageBuffer8BitAccess);
    w_.extension("SPV_KHR_8bit_storage");
  }
  if (ir::bits_of(element) == 16) {
    w_.capability(spv::Capability::StorageBuffer16BitAccess);
    w_.extension("SPV_KHR_16bit_storage");
  }
}

Id Emitter::load_elem(const ir::Inst& inst) {
  const BufferView& view = views_.at(inst.operands[0]);
  Kind kind = inst.type.kind;
  Id index = element_index(view, inst.operands[1]);
  if (!through_words(caps_, kind)) {
    need_storage(kind);
    return load_view(view, index);
  }
  auto [at, shift] = part_of_word(kind, index);
  Id word_type = w_.int_type(32);
  Id word = small_stores_ ? op(S::OpAtomicLoad, word_type,
                               {view_pointer(view, at), u32(kDeviceScope), u32(kRelaxed)})
                          : load_view(view, at);
  return resize(ir::kU32, inst.type, op(S::OpShiftRightLogical, word_type, {word, shift}));
}

void Emitter::store_elem(const ir::Inst& inst) {
  const BufferView& view = views_.at(inst.operands[0]);
  Type t = inst.operands[2]->type;
  Id value = of(inst.operands[2]);
  Id index = element_index(view, inst.operands[1]);
  if (!through_words(caps_, t.kind)) {
    need_storage(t.kind);
    store_view(view, index, value);
    return;
  }
  auto [at, shift] = part_of_word(t.kind, index);
  Id word = w_.int_type(32);
  Id ones = u32(ir::bits_of(t) == 8 ? 0xff : 0xffff);
  Id hole = op(S::OpNot, word, {op(S::OpShiftLeftLogical, word, {ones, shift})});
  Id bits = op(S::OpBitwiseAnd, word, {resize(t, ir::kU32, value), ones});
  Id placed = op(S::OpShiftLeftLogical, word, {bits, shift});
  Id pointer = view_pointer(view, at);
  op(S::OpAtomicAnd, word, {pointer, u32(kDeviceScope), u32(kRelaxed), hole});
  op(S::OpAtomicOr, word, {pointer, u32(kDeviceScope), u32(kRelaxed), placed});
}

}  // namespace tack::spirv
