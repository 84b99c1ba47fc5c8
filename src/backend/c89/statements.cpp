// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/statements.hpp"

namespace tack::c89 {

using namespace ir;

namespace {

// Longer expressions become variables of their own, so that lines stay readable.
constexpr int kMaxParts = 6;

}  // namespace

bool Statements::compares(const Inst& inst) {
  return info(inst.op).rule == Rule::CompareAny || info(inst.op).rule == Rule::Compare;
}

bool Statements::looks_silly(const Inst& inst, const Inst& user) const {
  if (!compares(user)) return false;
  if (inst.op == Op::Convert) return inst.operands[0]->type.is_bool();
  return (inst.op == Op::And || inst.op == Op::Or) && inst.operands[1]->is_const();
}

// Pure, used once, in its own region, and not by a `for`, which reads its end at every turn.
void Statements::choose_inlined(const Region& region, const transform::UseCounts& uses) {
  std::unordered_map<const Inst*, int> parts;
  std::unordered_map<const Inst*, const Inst*> user;
  for (const Inst* inst : region.insts) {
    for (const auto& inner : inst->regions) choose_inlined(*inner, uses);
    for (const Inst* operand : inst->operands) user[operand] = inst;
  }
  for (const Inst* inst : region.insts) {
    if (!is_pure(inst->op)) continue;
    int count = 1;
    for (const Inst* operand : inst->operands) {
      if (expressions().is_inlined(operand)) count += parts[operand];
    }
    parts[inst] = count;
    auto used = uses.find(inst);
    bool once = used != uses.end() && used->second == 1;
    auto at = user.find(inst);
    bool here = at != user.end() && at->second->op != Op::For && !looks_silly(*inst, *at->second);
    if (is_always_inlined(*inst) || (once && here && count <= kMaxParts))
      expressions().set_inlined(inst);
  }
}

void Statements::body(const Region& region, size_t depth) {
  declare(region, depth);
  for (const Inst* inst : region.insts) statement(*inst, depth);
}

void Statements::leave(const Inst& label, size_t depth) {
  if (!enclosing_.empty() && enclosing_.back() == &label) return line(depth, "break;");
  std::string& name = labels_[&label];
  if (name.empty()) name = names.add(label.name.empty() ? "out" : label.name);
  line(depth, "goto " + name + ";");
}

void Statements::close(const Inst& inst, size_t depth) {
  line(depth, "}");
  auto at = labels_.find(&inst);
  if (at != labels_.end()) line(depth, at->second + ":;");
}

void Statements::turn(const Inst& loop, size_t depth) {
  enclosing_.push_back(&loop);
  body(loop.body(), depth + 1);
  enclosing_.pop_back();
}

void Statements::if_(const Inst& inst, size_t depth) {
  const Region &yes = *inst.regions[0], &no = *inst.regions[1];
  if (yes.insts.empty()) {
    line(depth, "if (!" + expressions().simple(inst.operands[0]) + ") {");
    body(no, depth + 1);
    return line(depth, "}");
  }
  line(depth, "if (" + expressions().print(inst.operands[0]) + ") {");
  body(yes, depth + 1);
  if (!no.insts.empty()) {
    line(depth, "} else {");
    body(no, depth + 1);
  }
  line(depth, "}");
}

void Statements::switch_(const Inst& inst, size_t depth) {
  Type type = inst.operands[0]->type;
  line(depth, "switch (" + expressions().print(inst.operands[0]) + ") {");
  enclosing_.push_back(&inst);
  for (size_t i = 0; i < inst.regions.size(); ++i) {
    if (i < inst.cases.size()) {
      for (int64_t value : inst.cases[i].values)
        line(depth + 1, "case " + expressions().integer(type, static_cast<uint64_t>(value)) + ":");
      if (inst.cases[i].values.empty()) continue;
    } else {
      line(depth + 1, "default:");
    }
    line(depth + 2, "{");
    body(*inst.regions[i], depth + 3);
    line(depth + 2, "}");
    line(depth + 2, "break;");
  }
  enclosing_.pop_back();
  line(depth, "}");
}

bool Statements::control(const Inst& inst, size_t depth) {
  switch (inst.op) {
    case Op::If:
      if_(inst, depth);
      return true;
    case Op::Switch:
      switch_(inst, depth);
      return true;
    case Op::Block:
      line(depth, "{");
      body(inst.body(), depth + 1);
      break;
    case Op::Loop:
      line(depth, "for (;;) {");
      turn(inst, depth);
      break;
    case Op::Exit:
      leave(*inst.target, depth);
      return true;
    default:
      return false;
  }
  close(inst, depth);
  return true;
}

}  // namespace tack::c89
