// SPDX-License-Identifier: Apache-2.0
#include "ir/verify_module.hpp"

#include <bit>
#include <unordered_set>

namespace tack::ir {
namespace {

bool is_value(Type type) { return type.is_number() || type.is_bool() || type.is_ptr(); }

void check_struct(const Module& module, uint32_t id, FaultList& faults) {
  const StructType& s = module.structs[id];
  auto fail = [&](const std::string& what) { faults.add("struct @" + s.name + ": " + what); };
  if (!std::has_single_bit(s.align)) fail("its alignment is not a power of two");
  for (const Field& field : s.fields) {
    // A struct holds only structs that came before it: none holds itself.
    Type leaf = field.type;
    while (leaf.is_array() && leaf.id < module.arrays.size()) leaf = module.array_of(leaf).element;
    if (leaf.is_struct() && leaf.id >= id) {
      fail("field " + field.name + " has a struct that comes later");
      continue;
    }
    std::string fault = check_type_body(module, field.type);
    if (!fault.empty()) {
      fail("field " + field.name + ": " + fault);
      continue;
    }
    uint64_t size = module.size_of(field.type);
    if (field.offset > s.size || size > s.size - field.offset)
      fail("field " + field.name + " passes the end");
  }
}

void check_global(const Module& module, const Global& global, FaultList& faults) {
  auto fail = [&](const std::string& what) { faults.add("global @" + global.name + ": " + what); };
  if (!std::has_single_bit(global.align)) fail("its alignment is not a power of two");
  if (global.bytes.size() > global.size) fail("its initialiser is longer than its size");
  if (global.type.is_aggregate()) {
    std::string fault = check_type_body(module, global.type);
    if (!fault.empty()) fail(fault);
  }
  for (const Relocation& r : global.relocations) {
    if ((r.function != nullptr) == (r.global != nullptr)) fail("a relocation names one symbol");
    if (r.offset > global.size || module.target.pointer_bytes > global.size - r.offset)
      fail("a relocation passes the end");
  }
}

void check_kernel(const Function& f, Stage stage, FaultList& faults) {
  if (f.indices.empty() || f.indices.size() > 3) faults.add(f, "a kernel has 1 to 3 dimensions");
  if (f.extents.size() != f.indices.size()) faults.add(f, "one extent a dimension");
  for (const auto* list : {&f.indices, &f.extents}) {
    for (const Inst* inst : *list) {
      if (inst->type != kI64) faults.add(f, "indices and extents are i64");
    }
  }
  if (!f.results.empty()) faults.add(f, "a kernel has no results");
  for (const Inst* param : f.params) {
    // Buffers become pointers just before the kernel is raised to its entry.
    bool is_address = stage == Stage::Target && param->type.is_ptr();
    if (!param->type.is_number() && !param->type.is_bool() && !param->type.is_buffer() &&
        !is_address)
      faults.add(f, "a kernel's parameters are numbers, truth values and buffers");
  }
  for (const Inst* r : f.reductions) {
    auto op = static_cast<ReduceOp>(r->bits);
    bool bitwise = op == ReduceOp::And || op == ReduceOp::Or || op == ReduceOp::Xor;
    bool fits = bitwise ? r->aux.is_int() || r->aux.is_bool() : r->aux.is_number();
    if (r->bits > static_cast<uint64_t>(ReduceOp::Max) || !fits)
      faults.add(f, "reduction " + r->name + ": its op does not work on its type");
    if (r->aux.is_lanes() && r->aux.lanes != f.gang)
      faults.add(f, "reduction " + r->name + ": lanes are the gang's");
  }
  if (f.gang != 0) {
    if (stage == Stage::Source) faults.add(f, "a gang before vectorising");
    if (!std::has_single_bit(f.gang) || f.gang > 64)
      faults.add(f, "the gang's width does not divide 64");
  }
  if (f.mask ? f.gang == 0 || f.mask->type != Type::mask(f.gang) : f.gang != 0)
    faults.add(f, "a gang kernel has a mask of its width");
}

}  // namespace

std::string check_type_body(const Module& module, Type type) {
  while (type.is_array()) {
    if (type.id >= module.arrays.size()) return "an array type that is not in the table";
    Type element = module.array_of(type).element;
    if (element.is_array() && element.id >= type.id) return "an array type that holds itself";
    type = element;
  }
  if (type.is_struct())
    return type.id < module.structs.size() ? "" : "a struct type that is not in the table";
  return is_value(type) ? "" : "a type that memory cannot hold";
}

std::string check_by_value(const Module& module, Type aux, Type type) {
  if (aux.is_void()) return {};
  if (type != kPtr) return "what is passed by value is seen as a ptr";
  return aux.is_aggregate() ? check_type_body(module, aux)
                            : "a struct or an array is passed by value";
}

void check_header(const Function& f, Stage stage, FaultList& faults) {
  for (Type type : f.results) {
    if (!is_value(type)) faults.add(f, "a result is a number, a truth value or a pointer");
    if (type.is_lanes() && stage != Stage::Target) faults.add(f, "lanes before vectorising");
  }
  for (size_t i = 0; i < f.params.size(); ++i) {
    Type type = f.params[i]->type;
    if (f.params[i]->op != Op::Param || f.params[i]->bits != i)
      faults.add(f, "a parameter stands at another position than it says");
    if (type.is_lanes() && stage != Stage::Target) faults.add(f, "lanes before vectorising");
    if (std::string fault = check_by_value(f.module, f.params[i]->aux, type); !fault.empty())
      faults.add(f, fault);
    if (f.is_kernel()) continue;
    if (!is_value(type) && !(type.is_buffer() && !f.is_extern()))
      faults.add(f, "a parameter is a number, a truth value, a pointer or a buffer");
  }
  if (f.is_kernel()) return check_kernel(f, stage, faults);
  if (f.is_extern() && !f.body.insts.empty()) faults.add(f, "an extern has no body");
  if (!f.indices.empty() || !f.extents.empty() || !f.reductions.empty() || f.mask || f.gang)
    faults.add(f, "only a kernel has dimensions, reductions and a gang");
  if (f.is_variadic && !f.is_extern()) faults.add(f, "only an extern takes variable arguments");
}

void check_module(const Module& module, FaultList& faults) {
  std::unordered_set<std::string> names;
  auto name = [&](const std::string& n) {
    if (!names.insert(n).second) faults.add("@" + n + " stands twice in the module");
  };
  for (const auto& function : module.functions) name(function->name);
  for (const auto& global : module.globals) name(global->name);
  for (uint32_t i = 0; i < module.structs.size(); ++i) check_struct(module, i, faults);
  for (const auto& global : module.globals) check_global(module, *global, faults);
}

}  // namespace tack::ir
