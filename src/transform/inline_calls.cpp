// SPDX-License-Identifier: Apache-2.0
#include "transform/inline_calls.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/clone.hpp"
#include "transform/rewrite.hpp"

namespace tack::transform {
namespace {

using namespace ir;

std::vector<Function*> callees(const Function& f) {
  std::vector<Function*> found;
  walk(f.body, [&](const Inst& inst) {
    if (inst.op == Op::Call && inst.callee->kind == FunctionKind::Function)
      found.push_back(inst.callee);
  });
  return found;
}

// Depth-first: the path of calls that comes back to itself, as text; empty when there is none.
struct Cycles {
  std::unordered_set<const Function*> done;
  std::vector<const Function*> path;

  std::string find(const Function& f) {
    auto at = std::find(path.begin(), path.end(), &f);
    if (at != path.end()) {
      std::string text = "recursion: ";
      for (; at != path.end(); ++at) text += "@" + (*at)->name + " calls ";
      return text + "@" + f.name;
    }
    if (!done.insert(&f).second) return {};
    path.push_back(&f);
    for (const Function* callee : callees(f)) {
      std::string text = find(*callee);
      if (!text.empty()) return text;
    }
    path.pop_back();
    return {};
  }
};

// No return, or only one as the last instruction: the copy needs no block.
bool is_straight(const Function& f) {
  size_t returns = 0;
  walk(f.body, [&](const Inst& inst) { returns += inst.op == Op::Return; });
  bool last = !f.body.insts.empty() && f.body.insts.back()->op == Op::Return;
  return returns == 0 || (returns == 1 && last);
}

struct Inliner {
  Function& kernel;
  ValueMap replaced;                                               // calls and results
  std::unordered_map<const Inst*, std::vector<Inst*>> multi = {};  // results of calls with several

  Inst* make(Op op, Type type, std::vector<Inst*> operands, Loc loc) {
    return kernel.make(op, type, std::move(operands), loc);
  }

  void region(Region& body) {
    std::vector<Inst*> old = std::move(body.insts);
    body.insts.clear();
    for (Inst* inst : old) {
      if (inst->op == Op::Call && inst->callee->kind == FunctionKind::Function) {
        call(*inst, body);
      } else if (inst->op == Op::ResultOf && multi.contains(inst->operands[0])) {
        replaced[inst] = multi[inst->operands[0]][inst->bits];
      } else {
        for (auto& inner : inst->regions) region(*inner);
        body.insts.push_back(inst);
      }
    }
  }

  void call(const Inst& inst, Region& into) {
    const Function& f = *inst.callee;
    ValueMap map;
    for (size_t i = 0; i < f.params.size(); ++i) map[f.params[i]] = inst.operands[i];
    Region copy;
    clone_into(f.body, copy, kernel, map, inst.loc);
    region(copy);
    std::vector<Inst*> values;
    if (is_straight(f)) {
      if (!copy.insts.empty() && copy.insts.back()->op == Op::Return) {
        values = copy.insts.back()->operands;
        copy.insts.pop_back();
      }
      into.insts.insert(into.insts.end(), copy.insts.begin(), copy.insts.end());
    } else {
      std::vector<Inst*> vars;
      for (Type type : f.results) {
        vars.push_back(make(Op::Var, kVoid, {}, inst.loc));
        vars.back()->aux = type;
        vars.back()->name = f.name + ".result";
        into.insts.push_back(vars.back());
      }
      Inst* block = make(Op::Block, kVoid, {}, inst.loc);
      block->name = f.name;
      returns_to_exits(copy, *block, vars);
      block->body() = std::move(copy);
      into.insts.push_back(block);
      for (Inst* var : vars) {
        values.push_back(make(Op::Load, var->aux, {var}, inst.loc));
        into.insts.push_back(values.back());
      }
    }
    if (values.size() == 1) replaced[&inst] = values[0];
    if (values.size() > 1) multi[&inst] = std::move(values);
  }

  void returns_to_exits(Region& body, Inst& block, const std::vector<Inst*>& vars) {
    for (Inst* inst : body.insts) {
      for (auto& inner : inst->regions) returns_to_exits(*inner, block, vars);
    }
    if (body.insts.empty() || body.insts.back()->op != Op::Return) return;
    Inst* ret = body.insts.back();
    body.insts.pop_back();
    for (size_t i = 0; i < vars.size(); ++i)
      body.insts.push_back(make(Op::Store, kVoid, {vars[i], ret->operands[i]}, ret->loc));
    body.insts.push_back(make(Op::Exit, kVoid, {}, ret->loc));
    body.insts.back()->target = &block;
  }
};

}  // namespace

Result<void> inline_calls(Module& module) {
  Cycles cycles;
  for (const auto& f : module.functions) {
    if (!f->is_kernel()) continue;
    std::string cycle = cycles.find(*f);
    if (!cycle.empty()) return Error{cycle};
  }
  for (const auto& f : module.functions) {
    if (!f->is_kernel()) continue;
    Inliner inliner{*f, {}, {}};
    inliner.region(f->body);
    replace_all(f->body, std::move(inliner.replaced));
  }
  return {};
}

void drop_unused_functions(Module& module) {
  std::unordered_set<const Function*> used;
  std::vector<const Function*> work;
  auto use = [&](const Function* f) {
    if (f && used.insert(f).second) work.push_back(f);
  };
  for (const auto& f : module.functions) {
    if (f->is_kernel() || f->is_host || f->is_exported || f->is_extern()) use(f.get());
  }
  for (const auto& global : module.globals) {
    for (const Relocation& r : global->relocations) use(r.function);
  }
  while (!work.empty()) {
    const Function* f = work.back();
    work.pop_back();
    walk(f->body, [&](const Inst& inst) { use(inst.callee); });
  }
  std::erase_if(module.functions, [&](const auto& f) { return !used.contains(f.get()); });
}

}  // namespace tack::transform
