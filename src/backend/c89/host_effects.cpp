// SPDX-License-Identifier: Apache-2.0
// Memory, calls and returns.
#include "backend/c89/host_printer.hpp"
#include "backend/c89/host_types.hpp"
#include "support/ice.hpp"

namespace tack::c89 {

using namespace ir;

bool HostPrinter::is_call(const Inst& inst) {
  return inst.op == Op::Call || inst.op == Op::CallPtr;
}

const std::vector<Type>& HostPrinter::result_types(const Inst& call) {
  return call.op == Op::Call ? call.callee->results : call.signature;
}

// A truth value in memory is a byte; any but zero is true.
std::string HostPrinter::truth(Type type, const std::string& text) {
  return type.is_bool() ? text + " != 0" : text;
}

void HostPrinter::set(const Inst& inst, const std::string& text, size_t depth) {
  line(depth, values.name(&inst) + " = " + text + ";");
}

void HostPrinter::clear(const Inst& var, size_t depth) {
  const std::string& name = values.name(&var);
  if (!var.aux.is_aggregate()) return line(depth, name + " = 0;");
  file.library.insert("memset");
  line(depth,
       "memset(" + std::string(is_bytes(var.aux) ? "&" : "") + name + ", 0, sizeof " + name + ");");
}

HostPrinter::Place HostPrinter::place(const Inst& inst, size_t end) {
  const Inst* var = inst.operands[0];
  Place p{values.name(var), var->aux, is_bytes(var->aux)};
  if (!p.is_address) {
    for (size_t i = 1; i < end; ++i) {
      p.text += "[" + values.print(inst.operands[i]) + "]";
      p.type = f.module.array_of(p.type).element;
    }
    return p;
  }
  p.text += ".bytes";
  uint64_t known = 0;
  for (size_t i = 1; i < end; ++i) {
    const Inst* step = inst.operands[i];
    if (p.type.is_struct()) {
      const Field& field = f.module.struct_of(p.type).fields[step->bits];
      known += field.offset;
      p.type = field.type;
      continue;
    }
    p.type = f.module.array_of(p.type).element;
    uint64_t size = f.module.size_of(p.type);
    if (step->is_const()) {
      known += size * step->bits;
    } else {
      p.text += " + (tack_i64)" + values.simple(step) + " * " + std::to_string(size) + "L";
    }
  }
  if (known) p.text += " + " + std::to_string(known);
  return p;
}

void HostPrinter::load(const Inst& inst, size_t depth) {
  Place p = place(inst, inst.operands.size());
  if (p.is_address) p.text = values.helper("get", p.type) + "(" + p.text + ")";
  set(inst, truth(p.type, p.text), depth);
}

void HostPrinter::store(const Inst& inst, size_t depth) {
  Place p = place(inst, inst.operands.size() - 1);
  const Inst* value = inst.operands.back();
  if (!p.is_address) {
    std::string text = values.print(value);
    if (p.type.is_bool()) text = "(tack_u8)" + parenthesised(text);
    return line(depth, p.text + " = " + text + ";");
  }
  line(depth, values.helper("put", p.type) + "(" + p.text + ", " +
                  (p.type.is_bool() ? "(tack_u8)" + values.simple(value) : values.print(value)) +
                  ");");
}

// The helper of an access at an address. A volatile one is a single access where the address is
// known to allow it.
std::string HostPrinter::access(const Inst& inst, Type type, const char* plain,
                                const char* watched) {
  if (!inst.is_volatile) return values.helper(plain, type);
  bool is_aligned = inst.bits == 0 || inst.bits % f.module.size_of(type) == 0;
  return values.helper(std::string(watched) + (is_aligned ? "" : "_bytes"), type);
}

void HostPrinter::call(const Inst& inst, size_t depth) {
  size_t first = inst.op == Op::CallPtr ? 1 : 0;
  std::vector<Type> by_value;
  if (inst.callee) {
    for (const Inst* p : inst.callee->params) by_value.push_back(p->aux);
  } else if (inst.aux.is_struct()) {
    for (const Field& field : f.module.struct_of(inst.aux).fields) by_value.push_back(field.type);
  }
  std::string arguments, types;
  for (size_t i = first; i < inst.operands.size(); ++i) {
    const Inst* operand = inst.operands[i];
    size_t k = i - first;
    bool copied = k < by_value.size() && by_value[k].is_aggregate();
    std::string text = values.print(operand);
    if (copied) text = file.take(f.module, by_value[k]) + "(" + text + ")";
    arguments += (k ? ", " : "") + text;
    types += (k ? ", " : "") +
             file.parameter_type(f.module, operand->type, copied ? by_value[k] : kVoid);
  }
  const std::vector<Type>& results = result_types(inst);
  std::string callee;
  if (inst.op == Op::Call) {
    callee = file.functions.at(inst.callee);
  } else {
    callee = "((" + c89::declare(file.result_type(results), "(*)") + "(" +
             (types.empty() ? "void" : types) + "))(tack_u64)" + values.simple(inst.operands[0]) +
             ")";
  }
  std::string text = callee + "(" + arguments + ")";
  if (results.empty()) return line(depth, text + ";");
  set(inst, results.size() == 1 ? truth(results[0], text) : text, depth);
}

void HostPrinter::returns(const Inst& inst, size_t depth) {
  if (inst.operands.empty()) return line(depth, "return;");
  if (inst.operands.size() == 1) {
    std::string text = values.print(inst.operands[0]);
    if (inst.operands[0]->type.is_bool()) text = "(tack_u8)" + parenthesised(text);
    return line(depth, "return " + text + ";");
  }
  std::string name = names.add("results");
  line(depth, "{");
  line(depth + 1, file.result_type(f.results) + " " + name + ";");
  for (size_t k = 0; k < inst.operands.size(); ++k)
    line(depth + 1,
         name + ".r" + std::to_string(k) + " = " +
             (inst.operands[k]->type.is_bool() ? "(tack_u8)" + values.simple(inst.operands[k])
                                               : values.print(inst.operands[k])) +
             ";");
  line(depth + 1, "return " + name + ";");
  line(depth, "}");
}

bool HostPrinter::effect(const Inst& inst, size_t depth) {
  auto at = [&](size_t i) { return values.print(inst.operands[i]); };
  switch (inst.op) {
    case Op::Var:
      clear(inst, depth);
      return true;
    case Op::Load:
      load(inst, depth);
      return true;
    case Op::Store:
      store(inst, depth);
      return true;
    case Op::PtrLoad:
      set(inst, truth(inst.type, access(inst, inst.type, "get", "watch") + "(" + at(0) + ")"),
          depth);
      return true;
    case Op::PtrStore: {
      Type type = inst.operands[1]->type;
      std::string value = type.is_bool() ? "(tack_u8)" + values.simple(inst.operands[1]) : at(1);
      line(depth, access(inst, type, "put", "signal") + "(" + at(0) + ", " + value + ");");
      return true;
    }
    case Op::MemCopy:
    case Op::MemSet: {
      const char* name = inst.op == Op::MemCopy ? "tack_copy" : "tack_fill";
      file.moves.insert(name);
      line(depth, std::string(name) + "(" + at(0) + ", " + at(1) + ", " + at(2) + ");");
      return true;
    }
    case Op::PtrAtomicAdd:
    case Op::PtrAtomicMin:
    case Op::PtrAtomicMax: {
      const char* name = inst.op == Op::PtrAtomicAdd   ? "atomic_add"
                         : inst.op == Op::PtrAtomicMin ? "atomic_min"
                                                       : "atomic_max";
      set(inst, values.helper(name, inst.type) + "(" + at(0) + ", " + at(1) + ")", depth);
      return true;
    }
    case Op::Call:
    case Op::CallPtr:
      call(inst, depth);
      return true;
    case Op::Return:
      returns(inst, depth);
      return true;
    default:
      return false;
  }
}

}  // namespace tack::c89
