// SPDX-License-Identifier: Apache-2.0
// Statements: which values get a variable, control. Memory and calls are in host_effects.cpp.
#include "backend/c89/host_function.hpp"

#include "backend/c89/host_printer.hpp"
#include "backend/c89/host_types.hpp"
#include "support/ice.hpp"

namespace tack::c89 {

using namespace ir;

namespace {

// Longer expressions become variables of their own, so that lines stay readable.
constexpr int kMaxParts = 6;
// C compilers must take literals of so many characters.
constexpr size_t kMaxLiteral = 500;

// A cast between pointers is not written.
const Inst* behind_casts(const Inst* inst) {
  while (inst->op == Op::Bitcast && inst->type.is_ptr()) inst = inst->operands[0];
  return inst;
}

bool compares(const Inst& inst) {
  return info(inst.op).rule == Rule::CompareAny || info(inst.op).rule == Rule::Compare;
}

// (x & 3) == 4 is what a program may say, but compilers warn when they see it in one line.
bool looks_silly(const Inst& inst, const Inst& user) {
  if (!compares(user)) return false;
  if (inst.type.is_bool()) return true;
  if (inst.op == Op::Convert) return inst.operands[0]->type.is_bool();
  if (behind_casts(&inst)->op == Op::AddrOf) return true;
  return (inst.op == Op::And || inst.op == Op::Or) && inst.operands[1]->is_const();
}

}  // namespace

// An address is a constant, and a result is a field: both are said wherever they are used. But that
// an address is not null compilers know, and say so where it is compared in one line.
bool HostPrinter::is_always_inlined(const Inst& inst) const {
  return inst.op == Op::ResultOf || (inst.op == Op::AddrOf && !compared.contains(&inst));
}

// Pure, used once, in its own region, and not by a `for`, which reads its end at every turn.
void HostPrinter::choose_inlined(const Region& region, const transform::UseCounts& uses) {
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
      if (values.is_inlined(operand)) count += parts[operand];
    }
    parts[inst] = count;
    auto used = uses.find(inst);
    bool once = used != uses.end() && used->second == 1;
    auto at = user.find(inst);
    bool here = at != user.end() && at->second->op != Op::For && !looks_silly(*inst, *at->second);
    if (is_always_inlined(*inst) || (once && here && count <= kMaxParts)) values.set_inlined(inst);
  }
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
  return declare(host_type(type), name + dimensions);
}

bool HostPrinter::is_bytes(Type type) const {
  while (type.is_array()) type = f.module.array_of(type).element;
  return type.is_struct();
}

void HostPrinter::declare_values(const Region& region, size_t depth) {
  for (const Inst* inst : region.insts) {
    if (inst->op == Op::For) {
      values.set_name(inst->index, names.add(inst->index->name));
      line(depth, declare(host_type(inst->index->type), values.name(inst->index)) + ";");
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
      line(depth, declare(type, values.name(inst)) + ";");
    }
  }
}

void HostPrinter::body(const Region& region, size_t depth) {
  declare_values(region, depth);
  for (const Inst* inst : region.insts) statement(*inst, depth);
}

void HostPrinter::leave(const Inst& label, size_t depth) {
  if (!enclosing.empty() && enclosing.back() == &label) return line(depth, "break;");
  std::string& name = labels[&label];
  if (name.empty()) name = names.add(label.name.empty() ? "out" : label.name);
  line(depth, "goto " + name + ";");
}

void HostPrinter::end_label(const Inst& inst, size_t depth) {
  auto at = labels.find(&inst);
  if (at != labels.end()) line(depth, at->second + ":;");
}

void HostPrinter::if_(const Inst& inst, size_t depth) {
  const Region &yes = *inst.regions[0], &no = *inst.regions[1];
  if (yes.insts.empty()) {
    line(depth, "if (!" + values.simple(inst.operands[0]) + ") {");
    body(no, depth + 1);
    return line(depth, "}");
  }
  line(depth, "if (" + values.print(inst.operands[0]) + ") {");
  body(yes, depth + 1);
  if (!no.insts.empty()) {
    line(depth, "} else {");
    body(no, depth + 1);
  }
  line(depth, "}");
}

void HostPrinter::switch_(const Inst& inst, size_t depth) {
  Type type = inst.operands[0]->type;
  line(depth, "switch (" + values.print(inst.operands[0]) + ") {");
  enclosing.push_back(&inst);
  for (size_t i = 0; i < inst.regions.size(); ++i) {
    if (i < inst.cases.size()) {
      for (int64_t value : inst.cases[i].values)
        line(depth + 1, "case " + host_integer(type, static_cast<uint64_t>(value)) + ":");
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

// The distance to the end decides, as an unsigned number: no index beyond the last is computed.
void HostPrinter::for_(const Inst& inst, size_t depth) {
  Type type = inst.index->type;
  const std::string& i = values.name(inst.index);
  std::string lo = values.print(inst.operands[0]), hi = values.simple(inst.operands[1]);
  const Inst* step = inst.operands[2];
  enclosing.push_back(&inst);
  if (step->is_const() && step->bits == 1) {
    line(depth, "for (" + i + " = " + lo + "; " + i + " < " + hi + "; " + i + "++) {");
    body(inst.body(), depth + 1);
  } else {
    std::string by = values.simple(step), wide = host_unsigned(type), own = host_type(type);
    std::string same = host_type(Type::scalar(int_kind(bits_of(type), false)));
    line(depth, i + " = " + lo + ";");
    line(depth, "if (" + i + " < " + hi + " && " + by + " > 0) for (;;) {");
    body(inst.body(), depth + 1);
    line(depth + 1, "if ((" + same + ")((" + wide + ")" + hi + " - (" + wide + ")" + i + ") <= (" +
                        same + ")" + by + ") break;");
    line(depth + 1, i + " = (" + own + ")((" + wide + ")" + i + " + (" + wide + ")" + by + ");");
  }
  line(depth, "}");
  enclosing.pop_back();
  end_label(inst, depth);
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
      line(depth, "for (;;) {");
      enclosing.push_back(&inst);
      body(inst.body(), depth + 1);
      enclosing.pop_back();
      line(depth, "}");
      return end_label(inst, depth);
    case Op::For:
      return for_(inst, depth);
    case Op::Exit:
      return leave(*inst.target, depth);
    case Op::Trap:
      return trap(inst, depth);
    default:
      break;
  }
  if (effect(inst, depth)) return;
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
