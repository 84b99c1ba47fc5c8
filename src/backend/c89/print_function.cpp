// SPDX-License-Identifier: Apache-2.0
// Declarations, loops and memory of a kernel. Expressions are in print_value.cpp.
#include "backend/c89/print_function.hpp"

#include "backend/c89/helpers.hpp"
#include "backend/c89/print_value.hpp"
#include "backend/c89/statements.hpp"
#include "support/ice.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

class Printer : public Statements {
 public:
  Printer(const Function& function, Program& program)
      : Statements(function), program_(program), values_(program.helpers) {}

  void run() {
    program_.name = names.add(f.name);
    std::string header = "void " + program_.name + "(";
    for (size_t i = 0; i < f.params.size(); ++i) {
      const Inst* p = f.params[i];
      values_.set_name(p, names.add(p->name));
      program_.types.push_back(c_type(p->type));
      std::string space = program_.types.back().ends_with('*') ? "" : " ";
      header += (i ? ", " : "") + program_.types.back() + space + values_.name(p);
    }
    if (f.params.empty()) header += "void";
    choose_inlined(f.body, transform::count_uses(f.body));
    out = header + ") {\n";
    body(f.body, 1);
    out += "}\n";
    program_.text = std::move(out);
  }

 private:
  Expressions& expressions() override { return values_; }
  // 64-bit patterns around doubles exist inlined only.
  bool is_always_inlined(const Inst& inst) const override {
    return inst.type.is_int() && bits_of(inst.type) == 64;
  }

  void declare(const Region& region, size_t depth) override {
    for (const Inst* inst : region.insts) {
      if (inst->op == Op::For) {
        values_.set_name(inst->index, names.add(inst->index->name));
        line(depth, c_type(inst->index->type) + " " + values_.name(inst->index) + ";");
      }
      if (inst->op == Op::Var) {
        values_.set_name(inst, names.add(inst->name));
        std::string dimensions;
        Type type = inst->aux;
        for (; type.is_array(); type = f.module.array_of(type).element)
          dimensions += "[" + std::to_string(f.module.array_of(type).count) + "]";
        line(depth, c_type(type) + " " + values_.name(inst) + dimensions + ";");
      } else if (!inst->type.is_void() && !values_.is_inlined(inst)) {
        values_.set_name(inst, names.add(inst->name));
        line(depth, c_type(inst->type) + " " + values_.name(inst) + ";");
      }
    }
  }

  std::string access(const Inst& inst, size_t end) {
    std::string text = values_.name(inst.operands[0]);
    for (size_t i = 1; i < end; ++i) text += "[" + values_.print(inst.operands[i]) + "]";
    return text;
  }

  void clear(const Inst& var, size_t depth) {
    const std::string& name = values_.name(&var);
    line(depth,
         var.aux.is_array() ? "memset(" + name + ", 0, sizeof " + name + ");" : name + " = 0;");
  }

  void for_(const Inst& inst, size_t depth) {
    const std::string& i = values_.name(inst.index);
    line(depth, "for (" + i + " = " + values_.print(inst.operands[0]) + "; " + i + " < " +
                    values_.simple(inst.operands[1]) + "; " + i + "++) {");
    turn(inst, depth);
    close(inst, depth);
  }

  void statement(const Inst& inst, size_t depth) override {
    switch (inst.op) {
      case Op::Var:
        return clear(inst, depth);
      case Op::Load:
        return line(depth, values_.name(&inst) + " = " + access(inst, inst.operands.size()) + ";");
      case Op::Store:
        return line(depth, access(inst, inst.operands.size() - 1) + " = " +
                               values_.print(inst.operands.back()) + ";");
      case Op::LoadElem:
        return line(depth, values_.name(&inst) + " = " + values_.element(inst) + ";");
      case Op::StoreElem:
        return line(depth, values_.element(inst) + " = " + values_.print(inst.operands[2]) + ";");
      case Op::For:
        return for_(inst, depth);
      case Op::Return:
        return line(depth, "return;");
      default:
        break;
    }
    if (control(inst, depth)) return;
    if (!is_pure(inst.op)) TACK_ICE("C89 has no statement for " + std::string(info(inst.op).text));
    if (!values_.is_inlined(&inst))
      line(depth, values_.name(&inst) + " = " + values_.define(inst) + ";");
  }

  Program& program_;
  ValuePrinter values_;
};

}  // namespace

void print_function(const Function& function, Program& program) {
  Printer(function, program).run();
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
