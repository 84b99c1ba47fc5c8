// SPDX-License-Identifier: Apache-2.0
// The program: Module > Function > Region > Inst. docs/ir.md is the contract.
//
// An Inst is also the value it computes. Values that stand in no region (constants, parameters, a
// kernel's index) are Insts with a Hidden op. A function owns its Insts in an arena: taking one out
// of a region never frees it, and pointers stay good until the function dies.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/op.hpp"
#include "ir/target.hpp"
#include "ir/type.hpp"

namespace tack::ir {

struct Inst;
struct Function;
struct Global;
struct Module;

// A place in the source: index into Module::locs, 0 for none.
using Loc = uint32_t;

struct LocInfo {
  uint32_t file = 0;  // index into Module::files
  uint32_t line = 0, column = 0, end_column = 0;
  Loc inlined_at = 0;  // the call that brought this instruction here

  bool operator==(const LocInfo&) const = default;
};

// Instructions in order. Held by pointer so that it may move between owners.
struct Region {
  std::vector<Inst*> insts;
};

struct SwitchCase {
  std::vector<int64_t> values;  // sign- or zero-extended from the subject's type; none twice
};

struct Inst {
  Op op = Op::Const;
  Type type = kVoid;
  Loc loc = 0;
  bool is_volatile = false;  // PtrLoad, PtrStore
  std::string name;          // a hint; the printer makes it unique. Labels too
  std::vector<Inst*> operands;

  // What operands cannot say, by op:
  uint64_t bits = 0;            // Const: the value, zero-extended from its width (floats: their
                                //   bits). Index, Extent: dimension. ResultOf: k
                                // Reduction: ReduceOp. Param: position. PtrLoad/PtrStore/
                                //   lanes forms: alignment in bytes (0: the element's own)
  Type aux = kVoid;             // Var: the variable's type. Param, a ptr: passed by value, the
                                //   type of the copy it points to. CallPtr: a struct whose fields
                                //   are the parameters, if some are passed by value
  Inst* target = nullptr;       // Exit: the Block, Loop or For that it leaves
  Function* callee = nullptr;   // Call, Launch, AddrOf a function
  Global* global = nullptr;     // AddrOf a global
  std::string text;             // Trap: message
  std::vector<Type> signature;  // CallPtr: result types
  uint32_t split = 0;           // Launch: number of extents, then arguments, then reductions

  // Block, Loop, For: one. If: then, else. Switch: the cases in order, then the default.
  std::vector<std::unique_ptr<Region>> regions;
  std::vector<SwitchCase> cases;  // Switch
  Inst* index = nullptr;          // For: its ForIndex

  Region& body() { return *regions[0]; }
  const Region& body() const { return *regions[0]; }
  bool is_const() const { return op == Op::Const; }
  bool has_label() const { return op == Op::Block || op == Op::Loop || op == Op::For; }
  // May stand as an operand: has a type, or is a Var (the operand of Load, Store, AddrOf).
  bool is_var() const { return op == Op::Var || op == Op::Reduction; }
};

enum class ReduceOp : uint8_t { Add, Mul, And, Or, Xor, Min, Max };
const char* reduce_op_name(ReduceOp op);
// The identity: 0; 1; all ones; 0; 0; the greatest value (+inf); the least (-inf). As Const bits.
uint64_t reduce_identity(ReduceOp op, Kind kind);

enum class FunctionKind : uint8_t {
  Kernel,    // an iteration space; the body runs once a point
  Function,  // ordinary code: device function or host function
  Extern,    // C ABI, no body
};

enum class Goal : uint8_t { Speed, Accuracy };

struct Function {
  explicit Function(Module& m) : module(m) {}

  Module& module;
  std::string name;  // unique in the module; also the symbol, for what is exported
  FunctionKind kind = FunctionKind::Function;
  std::vector<Type> results;  // a kernel has none
  std::vector<Inst*> params;  // Param; kernels: numbers and buffers only
  bool is_variadic = false;   // Extern
  bool is_host = false;       // Function: may use host ops (addresses, externs, launches)
  bool is_exported = false;   // keep, with its name as the symbol
  Loc loc = 0;
  Region body;

  // Kernels.
  std::vector<Inst*> indices;     // Index, i64, slowest first; 1 to 3
  std::vector<Inst*> extents;     // Extent, i64, one for each index; named for reading
  std::vector<Inst*> reductions;  // Reduction: a var with the identity at the start of an item
  Goal goal = Goal::Speed;
  std::string title;     // the user's name for it, for messages and reports
  bool small = false;    // promise: every extent, every product of extents and every
                         // buffer length is below 2^31
  uint16_t gang = 0;     // W after vectorising: the body runs the W items
                         // indices[last] .. indices[last]+W-1, the base a multiple of W
                         // from the start of its chunk; `mask` says which are items
  Inst* mask = nullptr;  // GangMask, type mask<W>

  bool is_kernel() const { return kind == FunctionKind::Kernel; }
  bool is_extern() const { return kind == FunctionKind::Extern; }

  // Makes an Inst owned by this function, in no region yet.
  Inst* make(Op op, Type type, std::vector<Inst*> operands = {}, Loc loc = 0);
  // An interned constant; bits are cut to the width. For lanes: the same in every lane.
  Inst* constant(Type type, uint64_t bits);
  Inst* add_param(Type type, std::string name);
  // Adds a dimension (faster than those before): its index and its extent.
  void add_dimension(std::string index_name, std::string extent_name);
  Inst* add_reduction(ReduceOp op, Type type, std::string name);

 private:
  std::deque<Inst> arena_;
  std::vector<Inst*> constants_;
};

// Relocation in a global's initialiser: the address of `function` or `global` + addend is stored
// at `offset`.
struct Relocation {
  uint64_t offset = 0;
  Function* function = nullptr;
  Global* global = nullptr;
  int64_t addend = 0;
};

struct Global {
  std::string name;
  Type type = kVoid;
  uint64_t size = 0;  // bytes
  uint32_t align = 1;
  std::vector<uint8_t> bytes;  // initialiser; shorter than size: the rest is zero
  std::vector<Relocation> relocations;
  bool is_constant = false;
  bool is_exported = false;
  bool is_extern = false;
};

struct Module {
  Module() { locs.emplace_back(); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  Target target;
  std::vector<std::string> files;
  std::vector<LocInfo> locs;        // [0] is "none"
  bool requires_locations = false;  // set by front ends: the verifier wants a Loc on every Inst
  std::vector<ArrayType> arrays;
  std::vector<StructType> structs;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Global>> globals;

  Function* add_function(std::string name, FunctionKind kind);
  Global* add_global(std::string name, Type type, uint64_t size, uint32_t align);
  Function* find_function(std::string_view name) const;
  Global* find_global(std::string_view name) const;
  Type array(Type element, uint64_t count);  // interned
  Type add_struct(StructType body);          // nominal: a new type each time
  const ArrayType& array_of(Type type) const { return arrays[type.id]; }
  const StructType& struct_of(Type type) const { return structs[type.id]; }
  // Bytes and alignment of a value in memory; i1 takes one byte, a pointer the target's size.
  uint64_t size_of(Type type) const;
  uint32_t align_of(Type type) const;
  uint32_t add_file(std::string name);  // interned
  Loc add_loc(const LocInfo& info);
};

// Calls visit on every instruction of the region, outer before inner, in order.
template <class Visit>
void walk(Region& region, const Visit& visit) {
  for (size_t i = 0; i < region.insts.size(); ++i) {
    Inst* inst = region.insts[i];
    visit(*inst);
    for (auto& inner : inst->regions) walk(*inner, visit);
  }
}
template <class Visit>
void walk(const Region& region, const Visit& visit) {
  for (const Inst* inst : region.insts) {
    visit(*inst);
    for (const auto& inner : inst->regions) walk(static_cast<const Region&>(*inner), visit);
  }
}

}  // namespace tack::ir
