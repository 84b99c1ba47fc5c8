// SPDX-License-Identifier: Apache-2.0
// Prints a raised kernel as a SPIR-V module. Takes no decisions about the target but those that its
// type system forces: what a device lacks was lowered by the passes before (pipeline.hpp).
#pragma once

#include <span>
#include <unordered_map>

#include "backend/spirv/entry.hpp"
#include "backend/spirv/writer.hpp"
#include "ir/ir.hpp"

namespace tack::spirv {

class Emitter {
 public:
  Emitter(const ir::Function& function, const Entry& entry, const vulkan::Capabilities& caps)
      : function_(function), entry_(entry), caps_(caps) {}

  Words run();

 private:
  using Type = ir::Type;
  using Kind = ir::Kind;

  // One array in memory as the code reaches it.
  struct BufferView {
    Id base = 0;         // pointer to a struct that holds the array
    Id element = 0;      // SPIR-V type of an element of the array
    uint32_t bytes = 0;  // its size
    Id offset = 0;       // u32 elements to add to the index, or 0
  };

  // emit_entry.cpp
  void declare_interface();
  void execution_modes(Id function);
  void parameters();
  Id argument_words(uint32_t word, uint32_t words, Type type);
  Id push_constant(uint32_t member, Id type);
  Id memory_struct(Id element, uint32_t bytes);
  Id view_pointer(const BufferView& view, Id index);

  // emit_control.cpp
  bool region(const ir::Region& region);  // true: the end is reached
  bool inst(const ir::Inst& inst);
  bool loop(const ir::Inst& inst);
  bool block(const ir::Inst& inst);
  bool if_else(const ir::Inst& inst);
  bool switch_case(const ir::Inst& inst);

  // emit_value.cpp: a value of each pure op
  Id value(const ir::Inst& inst);
  Id integer(const ir::Inst& inst, Id a, Id b);
  Id division(const ir::Inst& inst, Id a, Id b);
  Id floating(const ir::Inst& inst, std::span<const Id> x);
  Id round64(ir::Op op, Id x);
  Id keep_sign(Type t, Id x, Id rounded);
  Id minmax(const ir::Inst& inst, Id a, Id b);
  Id is_nan(Type t, Id x);
  Id comparison(ir::Op op, Type type, Id a, Id b);
  Id glsl(uint32_t number, Id type, std::initializer_list<uint32_t> operands);

  // emit_convert.cpp
  Id convert(Type from, Type to, Id x);
  Id resize(Type from, Type to, Id x);
  Id saturate(Type from, Type to, Id x);
  Id bitcast(Type from, Type to, Id x);

  // emit_memory.cpp
  void variable(const ir::Inst& inst);
  Id access(const ir::Inst& inst, size_t path_end);
  struct Part {
    Id word;   // index of the word
    Id shift;  // of the element in it
  };
  Id element_index(const BufferView& view, const ir::Inst* index);
  Part part_of_word(Kind element, Id index);
  void need_storage(Kind element);
  Id load_elem(const ir::Inst& inst);
  void store_elem(const ir::Inst& inst);
  Id load_view(const BufferView& view, Id index);
  void store_view(const BufferView& view, Id index, Id value);

  // 64-bit integers without Int64: two words, only around bitcasts of f64 (lower_int64.hpp).
  bool is_two_words(Type t) const { return t.is_int() && ir::bits_of(t) == 64 && !caps_.int64; }
  Id two_words(Id low, Id high);

  // Types, constants, operands.
  Id type(Type t);  // of a value
  Id memory_type(Type t);
  uint32_t carried_bits(Kind kind) const;  // the width that holds it: small ints may lack a type
  Id constant(Type t, uint64_t bits);
  Id u32(uint32_t v) { return w_.constant(w_.int_type(32), 32, v); }
  Id of(const ir::Inst* value);
  Id op(spv::Op op, Id type, std::initializer_list<uint32_t> operands) {
    return w_.op(op, type, operands);
  }
  Id select(Id type, Id c, Id a, Id b) { return op(spv::Op::OpSelect, type, {c, a, b}); }
  Id exact(Id id) {  // no contraction
    w_.decorate(id, spv::Decoration::NoContraction);
    return id;
  }

  const ir::Function& function_;
  const Entry& entry_;
  const vulkan::Capabilities& caps_;
  Writer w_;
  std::unordered_map<const ir::Inst*, Id> values_;
  std::unordered_map<const ir::Inst*, BufferView> views_;
  struct Target {
    Id merge = 0;
    bool used = false;
  };
  std::unordered_map<const ir::Inst*, Target> targets_;
  std::unordered_map<uint32_t, Id> structs_;   // by the module's struct index
  std::unordered_map<Id, Id> memory_structs_;  // by element type
  std::vector<Id> interface_;
  BufferView arguments_;
  Id push_ = 0, global_id_ = 0, global_id_value_ = 0;
  bool small_stores_ = false;  // some buffer's words are written by atomics
};

}  // namespace tack::spirv
