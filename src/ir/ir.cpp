// SPDX-License-Identifier: Apache-2.0
#include "ir/ir.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "support/ice.hpp"

namespace tack::ir {

const char* reduce_op_name(ReduceOp op) {
  constexpr const char* kNames[] = {"add", "mul", "and", "or", "xor", "min", "max"};
  return kNames[static_cast<int>(op)];
}

uint64_t reduce_identity(ReduceOp op, Kind kind) {
  Type type = Type::scalar(kind);
  int width = bits_of(kind);
  uint64_t ones = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  switch (op) {
    case ReduceOp::Add:
    case ReduceOp::Or:
    case ReduceOp::Xor:
      return 0;
    case ReduceOp::And:
      return ones;
    case ReduceOp::Mul:
      if (kind == Kind::F32) return 0x3F800000u;
      if (kind == Kind::F64) return 0x3FF0000000000000u;
      return 1;
    case ReduceOp::Min:
      if (kind == Kind::F32) return 0x7F800000u;
      if (kind == Kind::F64) return 0x7FF0000000000000u;
      return type.is_signed() ? ones >> 1 : ones;
    case ReduceOp::Max:
      if (kind == Kind::F32) return 0xFF800000u;
      if (kind == Kind::F64) return 0xFFF0000000000000u;
      return type.is_signed() ? uint64_t{1} << (width - 1) : 0;
  }
  TACK_ICE("reduce op");
}

Inst* Function::make(Op op, Type type, std::vector<Inst*> operands, Loc loc) {
  Inst& inst = arena_.emplace_back();
  inst.op = op;
  inst.type = type;
  inst.operands = std::move(operands);
  inst.loc = loc;
  size_t regions = 0;
  if (inst.has_label()) regions = 1;
  if (op == Op::If) regions = 2;
  for (size_t i = 0; i < regions; ++i) inst.regions.push_back(std::make_unique<Region>());
  return &inst;
}

Inst* Function::constant(Type type, uint64_t bits) {
  int width = bits_of(type);
  if (width != 0 && width < 64) bits &= (uint64_t{1} << width) - 1;
  // Sorted, since a long kernel has thousands.
  auto key = [](Type t, uint64_t value) { return std::tuple(t.kind, t.sub, t.lanes, t.id, value); };
  auto at = std::lower_bound(constants_.begin(), constants_.end(), key(type, bits),
                             [&](const Inst* known, const auto& wanted) {
                               return key(known->type, known->bits) < wanted;
                             });
  if (at != constants_.end() && (*at)->type == type && (*at)->bits == bits) return *at;
  Inst* inst = make(Op::Const, type);
  inst->bits = bits;
  constants_.insert(at, inst);
  return inst;
}

Inst* Function::add_param(Type type, std::string hint) {
  Inst* inst = make(Op::Param, type);
  inst->bits = params.size();
  inst->name = std::move(hint);
  params.push_back(inst);
  return inst;
}

void Function::add_dimension(std::string index_name, std::string extent_name) {
  Inst* index = make(Op::Index, kI64);
  Inst* extent = make(Op::Extent, kI64);
  index->bits = extent->bits = indices.size();
  index->name = std::move(index_name);
  extent->name = std::move(extent_name);
  indices.push_back(index);
  extents.push_back(extent);
}

Inst* Function::add_reduction(ReduceOp op, Type type, std::string hint) {
  Inst* inst = make(Op::Reduction, kVoid);
  inst->aux = type;
  inst->bits = static_cast<uint64_t>(op);
  inst->name = std::move(hint);
  reductions.push_back(inst);
  return inst;
}

Function* Module::add_function(std::string name, FunctionKind kind) {
  functions.push_back(std::make_unique<Function>(*this));
  functions.back()->name = std::move(name);
  functions.back()->kind = kind;
  return functions.back().get();
}

Global* Module::add_global(std::string name, Type type, uint64_t size, uint32_t align) {
  globals.push_back(std::make_unique<Global>());
  Global* global = globals.back().get();
  global->name = std::move(name);
  global->type = type;
  global->size = size;
  global->align = align;
  return global;
}

Function* Module::find_function(std::string_view name) const {
  for (const auto& function : functions) {
    if (function->name == name) return function.get();
  }
  return nullptr;
}

Global* Module::find_global(std::string_view name) const {
  for (const auto& global : globals) {
    if (global->name == name) return global.get();
  }
  return nullptr;
}

Type Module::array(Type element, uint64_t count) {
  ArrayType body{element, count};
  auto known = std::find(arrays.begin(), arrays.end(), body);
  uint32_t id = static_cast<uint32_t>(known - arrays.begin());
  if (known == arrays.end()) arrays.push_back(body);
  return {Kind::Array, 0, 0, id};
}

Type Module::add_struct(StructType body) {
  structs.push_back(std::move(body));
  return {Kind::Struct, 0, 0, static_cast<uint32_t>(structs.size() - 1)};
}

uint64_t Module::size_of(Type type) const {
  uint64_t one = 0;
  switch (type.kind) {
    case Kind::Void:
      return 0;
    case Kind::I1:
      one = 1;
      break;
    case Kind::Ptr:
    case Kind::Buffer:
      one = target.pointer_bytes;
      break;
    case Kind::Array:
      return size_of(array_of(type).element) * array_of(type).count;
    case Kind::Struct:
      return struct_of(type).size;
    default:
      one = static_cast<uint64_t>(bits_of(type)) / 8;
      break;
  }
  return type.is_lanes() ? one * type.lanes : one;
}

uint32_t Module::align_of(Type type) const {
  if (type.is_array()) return align_of(array_of(type).element);
  if (type.is_struct()) return struct_of(type).align;
  uint64_t natural = size_of(type.element());
  return static_cast<uint32_t>(std::clamp<uint64_t>(natural, 1, std::max(target.align_cap, 1u)));
}

uint32_t Module::add_file(std::string name) {
  auto known = std::find(files.begin(), files.end(), name);
  uint32_t id = static_cast<uint32_t>(known - files.begin());
  if (known == files.end()) files.push_back(std::move(name));
  return id;
}

Loc Module::add_loc(const LocInfo& info) {
  if (locs.back() == info) return static_cast<Loc>(locs.size() - 1);
  locs.push_back(info);
  return static_cast<Loc>(locs.size() - 1);
}

}  // namespace tack::ir
