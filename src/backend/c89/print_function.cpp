// SPDX-License-Identifier: Apache-2.0
// Statements: regions, control, memory. Expressions are in print_value.cpp.
#include "backend/c89/print_function.hpp"

#include <unordered_map>

#include "backend/c89/c_names.hpp"
#include "backend/c89/helpers.hpp"
#include "backend/c89/print_value.hpp"
#include "support/ice.hpp"
#include "transform/rewrite.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

// Longer expressions become variables of their own, so that lines stay readable.
constexpr int kMaxParts = 6;

struct Printer {
  const Function& f;
  Program& program;
  CNames names = {};
  ValuePrinter values{program.helpers};
  std::unordered_map<const Inst*, std::string> labels = {};  // of regions that a goto leaves
  std::vector<const Inst*> enclosing = {};  // loops and switches: what `break` would leave
  std::string out = {};

  void line(size_t depth, const std::string& text) {
    out += std::string(depth * 2, ' ') + text + "\n";
  }

  // --- which values get a variable

  // (x & 3) == 4 is what a program may say, but compilers warn when they see it in one line.
  static bool looks_silly(const Inst& inst, const Inst& user) {
    bool compares = info(user.op).rule == Rule::CompareAny || info(user.op).rule == Rule::Compare;
    if (!compares) return false;
    if (inst.op == Op::Convert) return inst.operands[0]->type.is_bool();
    return (inst.op == Op::And || inst.op == Op::Or) && inst.operands[1]->is_const();
  }

  // Pure, used once, in its own region, and not by a `for`, which reads its end at every turn.
  void choose_inlined(const Region& region, const transform::UseCounts& uses) {
    std::unordered_map<const Inst*, int> parts;
    for (const Inst* inst : region.insts) {
      for (const auto& inner : inst->regions) choose_inlined(*inner, uses);
    }
    std::unordered_map<const Inst*, const Inst*> user;
    for (const Inst* inst : region.insts) {
      for (const Inst* operand : inst->operands) user[operand] = inst;
    }
    for (const Inst* inst : region.insts) {
      if (!is_pure(inst->op)) continue;
      int count = 1;
      for (const Inst* operand : inst->operands) {
        if (values.is_inlined(operand)) count += parts[operand];
      }
      parts[inst] = count;
      // 64-bit patterns around doubles exist inlined only.
      bool is_word_pattern = inst->type.is_int() && bits_of(inst->type) == 64;
      auto used = uses.find(inst);
      bool once = used != uses.end() && used->second == 1;
      auto at = user.find(inst);
      bool here = at != user.end() && at->second->op != Op::For && !looks_silly(*inst, *at->second);
      if (is_word_pattern || (once && here && count <= kMaxParts)) values.set_inlined(inst);
    }
  }

  void declare(const Region& region, size_t depth) {
    for (const Inst* inst : region.insts) {
      if (inst->op == Op::For) {
        values.set_name(inst->index, names.add(inst->index->name));
        line(depth, c_type(inst->index->type) + " " + values.name(inst->index) + ";");
      }
      if (inst->op == Op::Var) {
        values.set_name(inst, names.add(inst->name));
        std::string dimensions;
        Type type = inst->aux;
        for (; type.is_array(); type = f.module.array_of(type).element)
          dimensions += "[" + std::to_string(f.module.array_of(type).count) + "]";
        line(depth, c_type(type) + " " + values.name(inst) + dimensions + ";");
      } else if (!inst->type.is_void() && !values.is_inlined(inst)) {
        values.set_name(inst, names.add(inst->name));
        line(depth, c_type(inst->type) + " " + values.name(inst) + ";");
      }
    }
  }

  // --- statements

  std::string access(const Inst& inst, size_t end) {
    std::string text = values.name(inst.operands[0]);
    for (size_t i = 1; i < end; ++i) text += "[" + values.print(inst.operands[i]) + "]";
    return text;
  }

  void clear(const Inst& var, size_t depth) {
    const std::string& name = values.name(&var);
    line(depth,
         var.aux.is_array() ? "memset(" + name + ", 0, sizeof " + name + ");" : name + " = 0;");
  }

  void leave(const Inst& label, size_t depth) {
    if (!enclosing.empty() && enclosing.back() == &label) return line(depth, "break;");
    std::string& name = labels[&label];
    if (name.empty()) name = names.add(label.name.empty() ? "out" : label.name);
    line(depth, "goto " + name + ";");
  }

  void body(const Region& region, size_t depth) {
    declare(region, depth);
    for (const Inst* inst : region.insts) statement(*inst, depth);
  }
  void end_label(const Inst& inst, size_t depth) {
    auto at = labels.find(&inst);
    if (at != labels.end()) line(depth, at->second + ":;");
  }

  void if_(const Inst& inst, size_t depth) {
    std::string condition = values.print(inst.operands[0]);
    const Region &yes = *inst.regions[0], &no = *inst.regions[1];
    if (yes.insts.empty()) {
      line(depth, "if (!" + values.simple(inst.operands[0]) + ") {");
      body(no, depth + 1);
      return line(depth, "}");
    }
    line(depth, "if (" + condition + ") {");
    body(yes, depth + 1);
    if (!no.insts.empty()) {
      line(depth, "} else {");
      body(no, depth + 1);
    }
    line(depth, "}");
  }

  void switch_(const Inst& inst, size_t depth) {
    Type type = inst.operands[0]->type;
    line(depth, "switch (" + values.print(inst.operands[0]) + ") {");
    enclosing.push_back(&inst);
    for (size_t i = 0; i < inst.regions.size(); ++i) {
      if (i < inst.cases.size()) {
        for (int64_t value : inst.cases[i].values)
          line(depth + 1, "case " + integer(type, static_cast<uint64_t>(value)) + ":");
        if (inst.cases[i].values.empty()) continue;
      } else {
        line(depth + 1, "default:");
      }
      line(depth + 2, "{");
      body(*inst.regions[i], depth + 3);
      line(depth + 2, "}");
      line(depth + 2, "break;");
    }
    enclosing.pop_back();
    line(depth, "}");
  }

  void for_(const Inst& inst, size_t depth) {
    const std::string& i = values.name(inst.index);
    line(depth, "for (" + i + " = " + values.print(inst.operands[0]) + "; " + i + " < " +
                    values.simple(inst.operands[1]) + "; " + i + "++) {");
  }

  void statement(const Inst& inst, size_t depth) {
    switch (inst.op) {
      case Op::Var:
        return clear(inst, depth);
      case Op::Load:
        return line(depth, values.name(&inst) + " = " + access(inst, inst.operands.size()) + ";");
      case Op::Store:
        return line(depth, access(inst, inst.operands.size() - 1) + " = " +
                               values.print(inst.operands.back()) + ";");
      case Op::LoadElem:
        return line(depth, values.name(&inst) + " = " + values.element(inst) + ";");
      case Op::StoreElem:
        return line(depth, values.element(inst) + " = " + values.print(inst.operands[2]) + ";");
      case Op::If:
        return if_(inst, depth);
      case Op::Switch:
        return switch_(inst, depth);
      case Op::Block:
        line(depth, "{");
        body(inst.body(), depth + 1);
        line(depth, "}");
        return end_label(inst, depth);
      case Op::Loop:
      case Op::For:
        if (inst.op == Op::For) {
          for_(inst, depth);
        } else {
          line(depth, "for (;;) {");
        }
        enclosing.push_back(&inst);
        body(inst.body(), depth + 1);
        enclosing.pop_back();
        line(depth, "}");
        return end_label(inst, depth);
      case Op::Exit:
        return leave(*inst.target, depth);
      case Op::Return:
        return line(depth, "return;");
      default:
        break;
    }
    if (!is_pure(inst.op)) TACK_ICE("C89 has no statement for " + std::string(info(inst.op).text));
    if (!values.is_inlined(&inst))
      line(depth, values.name(&inst) + " = " + values.define(inst) + ";");
  }

  void run() {
    program.name = names.add(f.name);
    std::string header = "void " + program.name + "(";
    for (size_t i = 0; i < f.params.size(); ++i) {
      const Inst* p = f.params[i];
      values.set_name(p, names.add(p->name));
      program.types.push_back(c_type(p->type));
      std::string space = program.types.back().ends_with('*') ? "" : " ";
      header += (i ? ", " : "") + program.types.back() + space + values.name(p);
    }
    if (f.params.empty()) header += "void";
    choose_inlined(f.body, transform::count_uses(f.body));
    out = header + ") {\n";
    body(f.body, 1);
    out += "}\n";
    program.text = std::move(out);
  }
};

}  // namespace

void print_function(const Function& function, Program& program) {
  Printer{function, program}.run();
}

std::string assemble(std::span<const Program> programs) {
  std::set<std::string> helpers;
  for (const Program& program : programs)
    helpers.insert(program.helpers.begin(), program.helpers.end());
  std::string out = prologue(helpers);
  for (const Program& program : programs) out += "\n" + program.text;
  return out;
}

}  // namespace tack::c89
