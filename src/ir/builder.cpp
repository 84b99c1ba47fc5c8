// SPDX-License-Identifier: Apache-2.0
#include "ir/builder.hpp"

#include "ir/typing.hpp"
#include "support/ice.hpp"

namespace tack::ir {

Inst* Builder::append(Inst* inst) {
  inst->loc = loc_;
  region_->insts.push_back(inst);
  return inst;
}

Inst* Builder::emit(Op op, std::vector<Inst*> operands) {
  std::optional<Type> type = infer_type(op, operands);
  if (!type) TACK_ICE("no type for " + std::string(info(op).text));
  return emit(op, *type, std::move(operands));
}

Inst* Builder::emit(Op op, Type type, std::vector<Inst*> operands) {
  return append(function_.make(op, type, std::move(operands)));
}

Inst* Builder::var(Type type, std::string name) {
  Inst* inst = emit(Op::Var, kVoid, {});
  inst->aux = type;
  inst->name = std::move(name);
  return inst;
}

Inst* Builder::load(Inst* var, std::vector<Inst*> path) {
  std::optional<Type> type = path_type(module(), var->aux, path);
  if (!type) TACK_ICE("access path does not fit variable " + var->name);
  path.insert(path.begin(), var);
  return emit(Op::Load, *type, std::move(path));
}

void Builder::store(Inst* var, Inst* value, std::vector<Inst*> path) {
  path.insert(path.begin(), var);
  path.push_back(value);
  emit(Op::Store, kVoid, std::move(path));
}

Inst* Builder::load_elem(Inst* buffer, Inst* index) {
  return emit(Op::LoadElem, Type::scalar(buffer->type.buffer_element()), {buffer, index});
}

void Builder::store_elem(Inst* buffer, Inst* index, Inst* value) {
  emit(Op::StoreElem, kVoid, {buffer, index, value});
}

Inst* Builder::addr_of(Inst* var) { return emit(Op::AddrOf, Type::ptr(Space::Private), {var}); }

Inst* Builder::addr_of(Global& global) {
  Inst* inst = emit(Op::AddrOf, kPtr, {});
  inst->global = &global;
  return inst;
}

Inst* Builder::addr_of(Function& function) {
  Inst* inst = emit(Op::AddrOf, Type::ptr(Space::Host), {});
  inst->callee = &function;
  return inst;
}

Inst* Builder::call(Function& callee, std::vector<Inst*> arguments) {
  Type type = callee.results.size() == 1 ? callee.results[0] : kVoid;
  Inst* inst = emit(Op::Call, type, std::move(arguments));
  inst->callee = &callee;
  return inst;
}

Inst* Builder::call_ptr(Inst* pointer, std::vector<Type> results, std::vector<Inst*> arguments) {
  arguments.insert(arguments.begin(), pointer);
  Inst* inst = emit(Op::CallPtr, results.size() == 1 ? results[0] : kVoid, std::move(arguments));
  inst->signature = std::move(results);
  return inst;
}

Inst* Builder::result_of(Inst* call, uint32_t k) {
  const std::vector<Type>& results = call->op == Op::Call ? call->callee->results : call->signature;
  Inst* inst = emit(Op::ResultOf, results[k], {call});
  inst->bits = k;
  return inst;
}

Inst* Builder::launch(Function& kernel, std::vector<Inst*> extents, std::vector<Inst*> arguments,
                      std::vector<Inst*> reduction_pointers) {
  uint32_t split = static_cast<uint32_t>(extents.size());
  std::vector<Inst*> operands = std::move(extents);
  operands.insert(operands.end(), arguments.begin(), arguments.end());
  operands.insert(operands.end(), reduction_pointers.begin(), reduction_pointers.end());
  Inst* inst = emit(Op::Launch, kVoid, std::move(operands));
  inst->callee = &kernel;
  inst->split = split;
  return inst;
}

Inst* Builder::labelled(Op op, std::string label, std::vector<Inst*> operands) {
  Inst* inst = emit(op, kVoid, std::move(operands));
  inst->name = std::move(label);
  return inst;
}

Inst* Builder::for_range(Inst* lo, Inst* hi, Inst* step, std::string index, std::string label) {
  Inst* inst = labelled(Op::For, std::move(label), {lo, hi, step});
  inst->index = function_.make(Op::ForIndex, lo->type, {}, loc_);
  inst->index->name = std::move(index);
  return inst;
}

Inst* Builder::switch_(Inst* subject, std::vector<SwitchCase> cases) {
  Inst* inst = emit(Op::Switch, kVoid, {subject});
  for (size_t i = 0; i <= cases.size(); ++i) inst->regions.push_back(std::make_unique<Region>());
  inst->cases = std::move(cases);
  return inst;
}

void Builder::exit(Inst* label) { emit(Op::Exit, kVoid, {})->target = label; }

void Builder::trap(std::string message) { emit(Op::Trap, kVoid, {})->text = std::move(message); }

}  // namespace tack::ir
