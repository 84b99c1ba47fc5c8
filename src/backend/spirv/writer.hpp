// SPDX-License-Identifier: Apache-2.0
// A SPIR-V module under construction: ids, interned types and constants, and the sections in the
// order that the specification wants. Knows nothing of the IR.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

namespace tack::spirv {

using Id = uint32_t;
using Words = std::vector<uint32_t>;

class Writer {
 public:
  Id fresh() { return next_++; }

  // --- once a module
  void capability(spv::Capability c);
  void extension(std::string_view name);
  Id glsl();  // the import of GLSL.std.450
  void memory_model(spv::AddressingModel addressing);
  void entry_point(Id function, std::string_view name, const std::vector<Id>& interface);
  void execution_mode(Id function, spv::ExecutionMode mode, std::initializer_list<uint32_t> words);

  // --- names and decorations
  void name(Id id, std::string_view text);
  void decorate(Id id, spv::Decoration what, std::initializer_list<uint32_t> words = {});
  void decorate_member(Id type, uint32_t member, spv::Decoration what,
                       std::initializer_list<uint32_t> words = {});

  // --- types: integers are all "unsigned" in SPIR-V's sense; the operations carry the signedness
  Id void_type() { return type(spv::Op::OpTypeVoid, {}); }
  Id bool_type() { return type(spv::Op::OpTypeBool, {}); }
  Id int_type(uint32_t bits) { return type(spv::Op::OpTypeInt, {bits, 0}); }
  Id float_type(uint32_t bits) { return type(spv::Op::OpTypeFloat, {bits}); }
  Id vector_type(Id element, uint32_t n) { return type(spv::Op::OpTypeVector, {element, n}); }
  Id pointer_type(spv::StorageClass space, Id pointee) {
    return type(spv::Op::OpTypePointer, {static_cast<uint32_t>(space), pointee});
  }
  Id array_type(Id element, Id count) { return type(spv::Op::OpTypeArray, {element, count}); }
  Id function_type(Id result) { return type(spv::Op::OpTypeFunction, {result}); }
  // Interned by opcode and operands.
  Id type(spv::Op op, std::initializer_list<uint32_t> operands);
  // A struct or runtime array that gets decorations: a new one each time.
  Id fresh_type(spv::Op op, const std::vector<uint32_t>& operands);

  // --- constants
  Id constant(Id type, uint32_t bits, uint64_t value);  // of an int or float type of so many bits
  Id boolean(bool value);
  Id null(Id type) { return constant_of(spv::Op::OpConstantNull, type, {}); }
  Id composite(Id type, std::initializer_list<uint32_t> parts) {
    return constant_of(spv::Op::OpConstantComposite, type, parts);
  }
  Id global(Id pointer_type, spv::StorageClass space);

  // --- the function's code
  Id op(spv::Op op, Id type, std::initializer_list<uint32_t> operands);
  Id op(spv::Op op, Id type, const Words& operands);
  void effect(spv::Op op, std::initializer_list<uint32_t> operands);
  void effect(spv::Op op, const Words& operands);
  void label(Id id) { effect(spv::Op::OpLabel, {id}); }
  void branch(Id target) { effect(spv::Op::OpBranch, {target}); }
  // A function variable: stands in the first block wherever it is asked for.
  Id local(Id pointer_type);

  // Starts the one function: everything after goes to its body.
  Id begin_function();
  Words finish();

 private:
  Id constant_of(spv::Op op, Id type, std::initializer_list<uint32_t> operands);
  Id intern(std::map<Words, Id>& table, spv::Op op, Id type, const Words& operands);
  static void put(Words& to, spv::Op op, const uint32_t* operands, size_t count);
  static void put_string(Words& to, std::string_view text);

  Id next_ = 1;
  Id glsl_ = 0;
  std::set<uint32_t> capabilities_;
  std::set<std::string, std::less<>> extensions_;
  std::map<Words, Id> types_, constants_;
  Words imports_, model_, entry_, modes_, names_, decorations_, globals_, head_, locals_, body_;
};

}  // namespace tack::spirv
