// SPDX-License-Identifier: Apache-2.0
#include "interp/code.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "interp/arith.hpp"

namespace tack::interp {
namespace {

using ir::Function;
using ir::Inst;
using ir::Module;
using ir::Op;
using ir::Type;

// What one function's vars may take together; more is a fault of the program.
constexpr uint64_t kVarGap = 16;
constexpr uint64_t kMaxVarBytes = uint64_t{1} << 28;
// Nesting of regions: they run by recursion of the host.
constexpr int kMaxDepth = 1000;

struct Maker {
  const Module& module;
  Code& code;
  std::unordered_map<const Inst*, uint32_t> words;
  std::unordered_map<const Inst*, uint32_t> vars;

  void fail(std::string text) {
    if (code.fault.empty()) code.fault = std::move(text);
  }

  uint32_t reserve(const Inst* value) {
    uint32_t at = static_cast<uint32_t>(code.words.size());
    code.words.resize(at + words_of(value->type), value->is_const() ? value->bits : 0);
    words[value] = at;
    return at;
  }

  uint32_t word(const Inst* value) {
    if (value->is_var() || value->type.is_void()) return 0;
    auto known = words.find(value);
    return known != words.end() ? known->second : reserve(value);
  }

  uint32_t add_var(const Inst* inst) {
    VarPlace place{inst, 0, module.size_of(inst->aux), module.align_of(inst->aux), false};
    // Past a gap, so that what reaches beyond a var does not find the next one.
    place.offset = (code.var_bytes + kVarGap + place.align - 1) / place.align * place.align;
    if (place.size > kMaxVarBytes || place.offset + place.size > kMaxVarBytes) {
      fail(fmt::format("the vars of @{} take more than {} bytes", code.function->name,
                       kMaxVarBytes));
      place.size = 0;
    }
    code.var_bytes = place.offset + place.size + kVarGap;
    uint32_t number = static_cast<uint32_t>(code.vars.size());
    code.vars.push_back(place);
    vars[inst] = number;
    return number;
  }

  void access(Node& node, size_t path_end) {
    Type type = node.inst->operands[0]->aux;
    for (size_t i = 1; i < path_end; ++i) {
      const Inst* step = node.inst->operands[i];
      if (type.is_struct()) {
        const ir::Field& field = module.struct_of(type).fields[step->bits];
        node.offset += field.offset;
        type = field.type;
      } else {
        const ir::ArrayType& array = module.array_of(type);
        node.path.push_back(
            {word(step), step->type.kind, array.count, module.size_of(array.element)});
        type = array.element;
      }
    }
    node.lanes = type.lanes;
    node.to = type.kind;
    node.size = module.size_of(type.element());
  }

  // Kinds, lanes and sizes of what the node moves or computes.
  void describe(Node& node) {
    const Inst& inst = *node.inst;
    auto moves = [&](Type type) {
      node.lanes = type.lanes;
      node.to = type.kind;
      node.size = module.size_of(type.element());
    };
    if (!inst.operands.empty()) node.from = inst.operands[0]->type.kind;
    if (!inst.type.is_void()) moves(inst.type);
    switch (inst.op) {
      case Op::Select:
        node.from = inst.operands[1]->type.kind;
        break;
      case Op::Load:
        access(node, inst.operands.size());
        break;
      case Op::Store:
        access(node, inst.operands.size() - 1);
        break;
      case Op::StoreElem:
      case Op::StoreLanes:
      case Op::Scatter:
      case Op::VarScatter:
      case Op::PtrScatter:
        moves(inst.operands[2]->type);
        break;
      case Op::PtrStore:
      case Op::PtrStoreLanes:
        moves(inst.operands[1]->type);
        break;
      default:
        break;
    }
  }

  void make(const ir::Region& region, Body& body, int depth) {
    if (depth > kMaxDepth) return fail("regions are nested too deep in @" + code.function->name);
    for (const Inst* inst : region.insts) {
      Node& node = body.emplace_back();
      node.inst = inst;
      node.op = inst->op;
      if (inst->op == Op::Var) {
        node.var = add_var(inst);
        continue;
      }
      for (const Inst* operand : inst->operands) node.in.push_back(word(operand));
      if (!inst->operands.empty() && inst->operands[0]->is_var()) {
        node.var = vars.at(inst->operands[0]);
        if (inst->op == Op::AddrOf) code.vars[node.var].has_address = true;
      }
      describe(node);
      node.out = multi_word(inst);
      if (inst->index) node.out = reserve(inst->index);
      for (const auto& inner : inst->regions) make(*inner, node.bodies.emplace_back(), depth + 1);
    }
  }

  // A call with several results keeps them all, one word each; `result` picks one.
  uint32_t multi_word(const Inst* inst) {
    size_t results = inst->op == Op::Call      ? inst->callee->results.size()
                     : inst->op == Op::CallPtr ? inst->signature.size()
                                               : 0;
    if (results > 1) {
      uint32_t at = static_cast<uint32_t>(code.words.size());
      uint32_t size = 0;
      for (Type type : inst->op == Op::Call ? inst->callee->results : inst->signature)
        size += words_of(type);
      code.words.resize(at + size);
      words[inst] = at;
      return at;
    }
    if (inst->op == Op::ResultOf) {
      const Inst* call = inst->operands[0];
      const auto& types = call->op == Op::Call ? call->callee->results : call->signature;
      uint32_t at = words.at(call);
      for (uint64_t k = 0; k < inst->bits; ++k) at += words_of(types[k]);
      words[inst] = at;
      return at;
    }
    return inst->type.is_void() ? 0 : reserve(inst);
  }
};

}  // namespace

std::unique_ptr<Code> make_code(const Function& function) {
  auto code = std::make_unique<Code>();
  code->function = &function;
  Maker maker{function.module, *code, {}, {}};
  for (const Inst* p : function.params) code->params.push_back(maker.reserve(p));
  for (const Inst* p : function.indices) code->indices.push_back(maker.reserve(p));
  for (const Inst* p : function.extents) code->extents.push_back(maker.reserve(p));
  for (const Inst* p : function.reductions) code->reductions.push_back(maker.add_var(p));
  if (function.mask) code->mask = maker.reserve(function.mask);
  maker.make(function.body, code->body, 0);
  return code;
}

}  // namespace tack::interp
