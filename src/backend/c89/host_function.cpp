// SPDX-License-Identifier: Apache-2.0
// Statements: which values get a variable, control. Memory and calls are in host_effects.cpp.
#include "backend/c89/host_function.hpp"

#include "backend/c89/host_printer.hpp"
#include "backend/c89/host_types.hpp"
#include "support/ice.hpp"

namespace tack::c89 {

using namespace ir;

namespace {

// C compilers must take literals of so many characters.
constexpr size_t kMaxLiteral = 500;

// A cast between pointers is not written.
const Inst* behind_casts(const Inst* inst) {
  while (inst->op == Op::Bitcast && inst->type.is_ptr()) inst = inst->operands[0];
  return inst;
}

}  // namespace

// An address is a constant, and a result is a field: both are said wherever they are used. But that
// an address is not null compilers know, and say so where it is compared in one line.
bool HostPrinter::is_always_inlined(const Inst& inst) const {
  return inst.op == Op::ResultOf || (inst.op == Op::AddrOf && !compared.contains(&inst));
}

bool HostPrinter::looks_silly(const Inst& inst, const Inst& user) const {
  if (Statements::looks_silly(inst, user)) return true;
  return compares(user) && (inst.type.is_bool() || behind_casts(&inst)->op == Op::AddrOf);
}

// A variable whose address is taken lives as long as the function, as pointers to it may.
void HostPrinter::declare_addressed() {
  walk(f.body, [&](const Inst& inst) {
    if (inst.op != Op::AddrOf || inst.operands.empty()) return;
    const Inst* var = inst.operands[0];
    if (!addressed.insert(var).second) return;
    values.set_name(var, names.add(var->name));
    line(1, variable(*var) + ";");
  });
}

std::string HostPrinter::variable(const Inst& var) {
  const std::string& name = values.name(&var);
  if (is_bytes(var.aux)) {
    uint64_t size = std::max<uint64_t>(f.module.size_of(var.aux), 1);
    return "union { tack_u8 bytes[" + std::to_string(size) + "]; tack_u64 align; } " + name;
  }
  std::string dimensions;
  Type type = var.aux;
  for (; type.is_array(); type = f.module.array_of(type).element)
    dimensions += "[" + std::to_string(std::max<uint64_t>(f.module.array_of(type).count, 1)) + "]";
  return c89::declare(host_type(type), name + dimensions);
}

bool HostPrinter::is_bytes(Type type) const {
  while (type.is_array()) type = f.module.array_of(type).element;
  return type.is_struct();
}

void HostPrinter::declare(const Region& region, size_t depth) {
  for (const Inst* inst : region.insts) {
    if (inst->op == Op::For) {
      values.set_name(inst->index, names.add(inst->index->name));
      line(depth, c89::declare(host_type(inst->index->type), values.name(inst->index)) + ";");
    }
    if (inst->op == Op::Var) {
      if (addressed.contains(inst)) continue;
      values.set_name(inst, names.add(inst->name));
      line(depth, variable(*inst) + ";");
    } else if (is_call(*inst) && result_types(*inst).size() > 1) {
      values.set_name(inst, names.add(inst->name));
      line(depth, file.result_type(result_types(*inst)) + " " + values.name(inst) + ";");
    } else if (!inst->type.is_void() && !values.is_inlined(inst)) {
      values.set_name(inst, names.add(inst->name));
      std::string type = inst->type.is_bool() ? "int" : host_type(inst->type);
      line(depth, c89::declare(type, values.name(inst)) + ";");
    }
  }
}

// The distance to the end decides, as an unsigned number: no index beyond the last is computed.
void HostPrinter::for_(const Inst& inst, size_t depth) {
  Type type = inst.index->type;
  const std::string& i = values.name(inst.index);
  std::string lo = values.print(inst.operands[0]), hi = values.simple(inst.operands[1]);
  const Inst* step = inst.operands[2];
  if (step->is_const() && step->bits == 1) {
    line(depth, "for (" + i + " = " + lo + "; " + i + " < " + hi + "; " + i + "++) {");
    turn(inst, depth);
  } else {
    std::string by = values.simple(step), wide = host_unsigned(type), own = host_type(type);
    std::string same = host_type(Type::scalar(int_kind(bits_of(type), false)));
    line(depth, i + " = " + lo + ";");
    line(depth, "if (" + i + " < " + hi + " && " + by + " > 0) for (;;) {");
    turn(inst, depth);
    line(depth + 1, "if ((" + same + ")((" + wide + ")" + hi + " - (" + wide + ")" + i + ") <= (" +
                        same + ")" + by + ") break;");
    line(depth + 1, i + " = (" + own + ")((" + wide + ")" + i + " + (" + wide + ")" + by + ");");
  }
  close(inst, depth);
}

// The loop behind it tells the compiler what C89 cannot say of a function: it does not return.
void HostPrinter::trap(const Inst& inst, size_t depth) {
  file.uses_trap = true;
  std::string text = inst.text.size() > kMaxLiteral ? inst.text.substr(0, kMaxLiteral) : inst.text;
  line(depth, "tack_rt_trap(" + quoted(text) + ");");
  line(depth, "for (;;) {}");
}

void HostPrinter::statement(const Inst& inst, size_t depth) {
  switch (inst.op) {
    case Op::For:
      return for_(inst, depth);
    case Op::Trap:
      return trap(inst, depth);
    default:
      break;
  }
  if (control(inst, depth) || effect(inst, depth)) return;
  if (!is_pure(inst.op))
    TACK_ICE("C programs have no statement for " + std::string(info(inst.op).text));
  if (!values.is_inlined(&inst))
    line(depth, values.name(&inst) + " = " + values.define(inst) + ";");
}

std::string HostPrinter::run() {
  std::vector<std::string> parameters;
  for (const Inst* p : f.params) {
    parameters.push_back(names.add(p->name));
    bool is_copy = p->aux.is_aggregate();
    values.set_name(p, is_copy ? "(void *)&" + parameters.back() : parameters.back());
  }
  bool is_static = !file.exported.contains(&f);
  out =
      (is_static ? "static " : "") + file.prototype(f, file.functions.at(&f), parameters) + " {\n";
  walk(f.body, [&](const Inst& inst) {
    if (!compares(inst)) return;
    for (const Inst* operand : inst.operands) compared.insert(behind_casts(operand));
  });
  choose_inlined(f.body, transform::count_uses(f.body));
  declare_addressed();
  body(f.body, 1);
  return out + "}\n";
}

std::string print_host_function(const Function& function, HostFile& file) {
  return HostPrinter(function, file).run();
}

}  // namespace tack::c89
