// SPDX-License-Identifier: Apache-2.0
// The module around the code: capabilities, the interface of runtime/vulkan/abi.hpp, parameters.
#include "backend/spirv/emitter.hpp"
#include "support/ice.hpp"

namespace tack::spirv {
namespace {

using From = ParameterSource::From;
using What = vulkan::Argument::What;

spv::StorageClass memory_space(vulkan::BufferForm form) {
  return form == vulkan::BufferForm::Address ? spv::StorageClass::PhysicalStorageBuffer
                                             : spv::StorageClass::StorageBuffer;
}

}  // namespace

// struct { T elements[]; }, laid out.
Id Emitter::memory_struct(Id element, uint32_t bytes) {
  Id& known = memory_structs_[element];
  if (known == 0) {
    Id array = w_.fresh_type(spv::Op::OpTypeRuntimeArray, {element});
    w_.decorate(array, spv::Decoration::ArrayStride, {bytes});
    known = w_.fresh_type(spv::Op::OpTypeStruct, {array});
    w_.decorate(known, spv::Decoration::Block);
    w_.decorate_member(known, 0, spv::Decoration::Offset, {0});
  }
  return known;
}

void Emitter::declare_interface() {
  const vulkan::Layout& layout = entry_.layout;
  bool by_address = layout.form == vulkan::BufferForm::Address;
  w_.capability(spv::Capability::Shader);
  w_.extension("SPV_KHR_storage_buffer_storage_class");
  if (by_address) {
    w_.capability(spv::Capability::PhysicalStorageBufferAddresses);
    w_.extension("SPV_KHR_physical_storage_buffer");
  }
  w_.memory_model(by_address ? spv::AddressingModel::PhysicalStorageBuffer64
                             : spv::AddressingModel::Logical);

  Id pair = w_.vector_type(w_.int_type(32), 2);
  Id block = w_.fresh_type(spv::Op::OpTypeStruct, {pair, pair, pair, pair});
  w_.decorate(block, spv::Decoration::Block);
  for (uint32_t i = 0; i < 4; ++i) w_.decorate_member(block, i, spv::Decoration::Offset, {8 * i});
  push_ = w_.global(w_.pointer_type(spv::StorageClass::PushConstant, block),
                    spv::StorageClass::PushConstant);
  w_.name(push_, "slab");

  Id ids = w_.vector_type(w_.int_type(32), 3);
  global_id_ = w_.global(w_.pointer_type(spv::StorageClass::Input, ids), spv::StorageClass::Input);
  w_.decorate(global_id_, spv::Decoration::BuiltIn,
              {static_cast<uint32_t>(spv::BuiltIn::GlobalInvocationId)});
  interface_.push_back(global_id_);
}

void Emitter::execution_modes(Id function) {
  const uint32_t* size = entry_.layout.group_size;
  w_.execution_mode(function, spv::ExecutionMode::LocalSize, {size[0], size[1], size[2]});
  struct Control {
    bool has;
    spv::Capability capability;
    spv::ExecutionMode mode;
    uint32_t width;
  };
  const bool f64 = caps_.float64;
  const Control controls[] = {
      {caps_.keep_denorms32, spv::Capability::DenormPreserve, spv::ExecutionMode::DenormPreserve,
       32},
      {caps_.keep_denorms64 && f64, spv::Capability::DenormPreserve,
       spv::ExecutionMode::DenormPreserve, 64},
      {caps_.keep_nan32, spv::Capability::SignedZeroInfNanPreserve,
       spv::ExecutionMode::SignedZeroInfNanPreserve, 32},
      {caps_.keep_nan64 && f64, spv::Capability::SignedZeroInfNanPreserve,
       spv::ExecutionMode::SignedZeroInfNanPreserve, 64},
      {caps_.round_even32, spv::Capability::RoundingModeRTE, spv::ExecutionMode::RoundingModeRTE,
       32},
      {caps_.round_even64 && f64, spv::Capability::RoundingModeRTE,
       spv::ExecutionMode::RoundingModeRTE, 64},
  };
  for (const Control& c : controls) {
    if (!c.has) continue;
    if (c.width == 64) w_.capability(spv::Capability::Float64);
    w_.capability(c.capability);
    w_.extension("SPV_KHR_float_controls");
    w_.execution_mode(function, c.mode, {c.width});
  }
}

Id Emitter::push_constant(uint32_t member, Id type) {
  Id pointer = w_.pointer_type(spv::StorageClass::PushConstant, type);
  Id at = op(spv::Op::OpAccessChain, pointer, {push_, u32(member)});
  return op(spv::Op::OpLoad, type, {at});
}

// A scalar out of the argument block.
Id Emitter::argument_words(uint32_t word, uint32_t words, Type t) {
  Id low = load_view(arguments_, u32(word));
  if (words == 1) {
    if (ir::bits_of(t) < 32 && !t.is_bool()) return resize(ir::kU32, t, low);
    if (t.is_bool()) return op(spv::Op::OpINotEqual, w_.bool_type(), {low, u32(0)});
    return t.is_float() ? op(spv::Op::OpBitcast, type(t), {low}) : low;
  }
  Id high = load_view(arguments_, u32(word + 1));
  Id pair = w_.vector_type(w_.int_type(32), 2);
  Id both = op(spv::Op::OpCompositeConstruct, pair, {low, high});
  return t.is_void() ? both : op(spv::Op::OpBitcast, type(t), {both});
}

void Emitter::parameters() {
  const vulkan::Layout& layout = entry_.layout;
  spv::StorageClass space = memory_space(layout.form);
  Id pair = w_.vector_type(w_.int_type(32), 2);
  Id word = w_.int_type(32);

  auto bind = [&](Id block, uint32_t binding) {
    Id variable = w_.global(w_.pointer_type(space, block), space);
    w_.decorate(variable, spv::Decoration::DescriptorSet, {0});
    w_.decorate(variable, spv::Decoration::Binding, {binding});
    // Two buffers may be the same memory (docs/ir.md), and the default promises otherwise.
    w_.decorate(variable, spv::Decoration::Aliased);
    return variable;
  };
  auto base_pointer = [&](Id block, Id address) {
    return op(spv::Op::OpBitcast, w_.pointer_type(space, block), {address});
  };
  bool by_address = layout.form == vulkan::BufferForm::Address;
  Id block = memory_struct(word, 4);
  arguments_ = {by_address ? base_pointer(block, push_constant(0, pair)) : bind(block, 0), word, 4,
                0};

  auto argument = [&](What what, uint32_t index) -> const vulkan::Argument* {
    for (const vulkan::Argument& a : layout.arguments)
      if (a.what == what && a.index == index) return &a;
    return nullptr;
  };
  for (size_t i = 0; i < function_.params.size(); ++i) {
    const ir::Inst* param = function_.params[i];
    const ParameterSource& source = entry_.sources[i];
    switch (source.from) {
      case From::Argument: {
        uint32_t words = ir::bits_of(param->type) > 32 ? 2 : 1;
        values_[param] = argument_words(source.at, words, param->type);
        w_.name(values_[param], param->name);
        break;
      }
      case From::Buffer: {
        Kind kind = param->type.buffer_element();
        bool words = through_words(caps_, kind);
        BufferView view;
        view.bytes = words ? 4 : static_cast<uint32_t>(ir::bits_of(kind) / 8);
        view.element = words ? word : memory_type(Type::scalar(kind));
        Id holder = memory_struct(view.element, view.bytes);
        if (by_address) {
          const vulkan::Argument* address = argument(What::Address, source.at);
          TACK_CHECK(address != nullptr);
          view.base = base_pointer(holder, argument_words(address->word, 2, ir::kVoid));
        } else {
          view.base = bind(holder, 1 + source.at);
        }
        w_.name(view.base, param->name);
        if (const vulkan::Argument* offset = argument(What::Offset, source.at))
          view.offset = load_view(arguments_, u32(offset->word));
        views_[param] = view;
        break;
      }
      case From::GlobalId:
        values_[param] = op(spv::Op::OpCompositeExtract, word, {global_id_value_, source.at});
        w_.name(values_[param], param->name);
        break;
      case From::Base:
        values_[param] =
            op(spv::Op::OpBitcast, type(param->type), {push_constant(1 + source.at, pair)});
        break;
      case From::BaseLow:
      case From::BaseHigh:
        values_[param] =
            op(spv::Op::OpCompositeExtract, word,
               {push_constant(1 + source.at, pair), source.from == From::BaseHigh ? 1u : 0u});
        break;
    }
  }
}

Words Emitter::run() {
  declare_interface();
  Id function = w_.begin_function();
  w_.name(function, function_.name);
  execution_modes(function);
  ir::walk(function_.body, [&](const ir::Inst& inst) {
    if (inst.op == ir::Op::StoreElem &&
        through_words(caps_, inst.operands[0]->type.buffer_element()))
      small_stores_ = true;
  });
  global_id_value_ = op(spv::Op::OpLoad, w_.vector_type(w_.int_type(32), 3), {global_id_});
  parameters();
  if (region(function_.body)) w_.effect(spv::Op::OpReturn, {});
  w_.entry_point(function, "main", interface_);
  return w_.finish();
}

}  // namespace tack::spirv
