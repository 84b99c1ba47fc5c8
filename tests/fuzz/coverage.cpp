// SPDX-License-Identifier: Apache-2.0
#include "fuzz/coverage.hpp"

#include "ir/typing.hpp"

namespace tack::fuzz {
namespace {

using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Rule;
using ir::Type;

size_t scalar_operands(Rule rule) {
  switch (rule) {
    case Rule::Number1:
    case Rule::Float1:
    case Rule::Bits1:
    case Rule::Convert:
    case Rule::Bitcast:
      return 1;
    case Rule::Number2:
    case Rule::Int2:
    case Rule::Bits2:
    case Rule::Compare:
    case Rule::CompareAny:
      return 2;
    case Rule::Float3:
    case Rule::Select:
      return 3;
    default:
      return 0;
  }
}

std::vector<Kind> kinds(Kind first, Kind last) {
  std::vector<Kind> out;
  for (int k = static_cast<int>(first); k <= static_cast<int>(last); ++k)
    out.push_back(static_cast<Kind>(k));
  return out;
}

}  // namespace

const std::vector<OpUse>& scalar_uses() {
  static const std::vector<OpUse> uses = [] {
    std::vector<OpUse> found;
    ir::Module module;
    ir::Function& f = *module.add_function("f", ir::FunctionKind::Function);
    for (int o = 0; o < ir::kOpCount; ++o) {
      Op op = static_cast<Op>(o);
      size_t n = scalar_operands(ir::info(op).rule);
      if (n == 0) continue;
      for (Kind from : kinds(Kind::I1, Kind::F64)) {
        for (Kind to : kinds(Kind::I1, Kind::F64)) {
          std::vector<Inst*> operands(n, f.constant(Type::scalar(from), 0));
          if (op == Op::Select) operands[0] = f.constant(ir::kI1, 0);
          Inst* inst = f.make(op, Type::scalar(to), operands);
          if (ir::check_types(module, *inst).empty()) found.push_back({op, from, to});
        }
      }
    }
    return found;
  }();
  return uses;
}

const std::set<OpUse>& all_uses() {
  static const std::set<OpUse> uses = [] {
    std::set<OpUse> found(scalar_uses().begin(), scalar_uses().end());
    for (Kind k : kinds(Kind::I1, Kind::F64)) {
      found.insert({Op::Var, k, k});
      found.insert({Op::Load, k, k});
      found.insert({Op::Store, k, k});
    }
    for (Kind k : kinds(Kind::I8, Kind::F64)) {
      found.insert({Op::BufferLen, k, Kind::I64});
      for (Op op : {Op::AtomicAdd, Op::AtomicMin, Op::AtomicMax}) found.insert({op, k, k});
      for (Kind index : kinds(Kind::I8, Kind::U64)) {
        found.insert({Op::LoadElem, k, index});
        found.insert({Op::StoreElem, k, index});
      }
    }
    for (Kind k : kinds(Kind::I8, Kind::U64)) {
      found.insert({Op::For, k, k});
      found.insert({Op::Switch, k, k});
    }
    return found;
  }();
  return uses;
}

std::vector<OpUse> uses_of(const Inst& inst) {
  switch (inst.op) {
    case Op::Var:
      return inst.aux.is_aggregate() ? std::vector<OpUse>{}
                                     : std::vector<OpUse>{{inst.op, inst.aux.kind, inst.aux.kind}};
    case Op::Load:
      return {{inst.op, inst.type.kind, inst.type.kind}};
    case Op::Store:
      return {{inst.op, inst.operands.back()->type.kind, inst.operands.back()->type.kind}};
    case Op::LoadElem:
    case Op::StoreElem:
      return {{inst.op, inst.operands[0]->type.buffer_element(), inst.operands[1]->type.kind}};
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
      return {{inst.op, inst.type.kind, inst.type.kind}};
    case Op::BufferLen:
      return {{inst.op, inst.operands[0]->type.buffer_element(), Kind::I64}};
    case Op::For:
    case Op::Switch:
      return {{inst.op, inst.operands[0]->type.kind, inst.operands[0]->type.kind}};
    default:
      break;
  }
  if (scalar_operands(ir::info(inst.op).rule) == 0) return {};
  return {{inst.op, inst.operands.back()->type.kind, inst.type.kind}};
}

std::string text(const OpUse& use) {
  return std::string(ir::info(use.op).text) + " " + ir::kind_name(use.from) + " " +
         ir::kind_name(use.to);
}

}  // namespace tack::fuzz
