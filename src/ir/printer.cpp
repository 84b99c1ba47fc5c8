// SPDX-License-Identifier: Apache-2.0
// Prints any module, also one that the verifier refuses: people debug with it.

#include "ir/lexer.hpp"
#include "ir/literal.hpp"
#include "ir/names.hpp"
#include "ir/text.hpp"

namespace tack::ir {
namespace {

// @name, quoted when it holds other characters (C++ symbols and the like).
std::string symbol(const std::string& name) { return "@" + (is_name(name) ? name : quote(name)); }

struct Printer {
  const Module& module;
  PrintOptions options;
  std::vector<std::string> structs;
  std::string out;

  Printer(const Module& m, PrintOptions o) : module(m), options(o), structs(struct_names(m)) {}

  std::string type(Type t) const {
    if (t.is_lanes()) {
      if (t.is_mask()) return "mask<" + std::to_string(t.lanes) + ">";
      return "lanes<" + std::to_string(t.lanes) + "," + type(t.element()) + ">";
    }
    switch (t.kind) {
      case Kind::Ptr:
        if (t.space() == Space::Global) return "ptr";
        return std::string("ptr<") + space_name(t.space()) + ">";
      case Kind::Buffer:
        return std::string("buffer<") + kind_name(t.buffer_element()) + ">";
      case Kind::Array:
        if (t.id >= module.arrays.size()) return "array<?>";
        return "array<" + type(module.array_of(t).element) + "," +
               std::to_string(module.array_of(t).count) + ">";
      case Kind::Struct:
        return "struct<" + (t.id < structs.size() ? structs[t.id] : "?") + ">";
      default:
        return kind_name(t.kind);
    }
  }

  std::string results(const std::vector<Type>& types) const {
    if (types.empty()) return {};
    if (types.size() == 1) return " -> " + type(types[0]);
    std::string text;
    for (Type t : types) text += (text.empty() ? " -> (" : ", ") + type(t);
    return text + ")";
  }

  std::string place(Loc loc) const {
    if (!options.locations || loc == 0) return {};
    std::string text = " @ ";
    // A chain is as long as calls were inlined into each other; a cycle would be a fault of ours.
    for (size_t links = 0; loc != 0 && loc < module.locs.size() && links < 1000; ++links) {
      const LocInfo& info = module.locs[loc];
      std::string file = info.file < module.files.size() ? module.files[info.file] : "?";
      bool plain = !file.empty();
      for (char c : file) {
        auto byte = static_cast<unsigned char>(c);
        plain = plain && byte > ' ' && byte != 0x7F && c != '"' && c != '{' && c != '\\';
      }
      if (links > 0) text += " < ";
      text += plain ? file : quote(file);
      text += ":" + std::to_string(info.line) + ":" + std::to_string(info.column) + "-" +
              std::to_string(info.end_column);
      loc = info.inlined_at;
    }
    return text;
  }

  void print_target() {
    const Target& t = module.target;
    if (t == Target{}) return;
    out += "target " + (is_word(t.name) ? t.name : quote(t.name));
    out += " pointer " + std::to_string(t.pointer_bytes) + " align " + std::to_string(t.align_cap);
    if (t.has_int8) out += " int8";
    if (t.has_int16) out += " int16";
    if (t.has_int64) out += " int64";
    if (t.has_float64) out += " f64";
    if (t.vector_bits) out += " vector " + std::to_string(t.vector_bits);
    if (!t.little_endian) out += " big";
    out += "\n\n";
  }

  void print_structs() {
    for (size_t i = 0; i < module.structs.size(); ++i) {
      const StructType& s = module.structs[i];
      UniqueNames names;
      out += "struct @" + structs[i] + " {";
      const char* separator = " ";
      for (const Field& field : s.fields) {
        out += separator + names.add(field.name) + ": " + type(field.type) + " @" +
               std::to_string(field.offset);
        separator = ", ";
      }
      out += " } size " + std::to_string(s.size) + " align " + std::to_string(s.align) + "\n";
    }
    if (!module.structs.empty()) out += "\n";
  }

  void print_global(const Global& g) {
    constexpr char kHex[] = "0123456789abcdef";
    out += "global " + symbol(g.name);
    if (!g.type.is_void()) out += ": " + type(g.type);
    out += " size " + std::to_string(g.size) + " align " + std::to_string(g.align);
    if (g.is_constant) out += " const";
    if (g.is_exported) out += " export";
    if (g.is_extern) out += " extern";
    if (!g.bytes.empty()) {
      out += " = hex \"";
      for (uint8_t byte : g.bytes) {
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
      }
      out += "\"";
    }
    for (const Relocation& r : g.relocations) {
      out += " reloc " + std::to_string(r.offset) + " ";
      out += r.function ? symbol(r.function->name) : r.global ? symbol(r.global->name) : "@?";
      out += " + " + std::to_string(r.addend);
    }
    out += "\n";
  }
};

struct FunctionPrinter {
  Printer& p;
  const Function& f;
  FunctionNames names;
  std::string& out = p.out;

  FunctionPrinter(Printer& printer, const Function& function)
      : p(printer), f(function), names(function) {}

  std::string operand(const Inst* inst) const {
    if (!inst) return "%?";
    if (inst->is_const()) return literal_text(inst->type, inst->bits);
    return "%" + names.value(inst);
  }
  // operands [from, to) with commas
  std::string list(const Inst& inst, size_t from, size_t to) const {
    std::string text;
    for (size_t i = from; i < to && i < inst.operands.size(); ++i)
      text += (i > from ? ", " : "") + operand(inst.operands[i]);
    return text;
  }
  std::string list(const Inst& inst, size_t from = 0) const {
    return list(inst, from, inst.operands.size());
  }
  std::string label(const Inst* inst) const { return "$" + names.label(inst); }
  std::string callee(const Inst& inst) const {
    return inst.callee ? symbol(inst.callee->name) : "@?";
  }

  std::string access(const Inst& inst, size_t end) const {
    std::string text = list(inst, 0, 1);
    for (size_t i = 1; i < end; ++i) text += "[" + operand(inst.operands[i]) + "]";
    return text;
  }

  std::string launch(const Inst& inst) const {
    size_t reductions = inst.callee ? inst.callee->reductions.size() : 0;
    size_t count = inst.operands.size();
    size_t split = std::min<size_t>(inst.split, count);
    size_t end = count - std::min(reductions, count - split);
    std::string text = " " + callee(inst) + " over (" + list(inst, 0, split) + ") (" +
                       list(inst, split, end) + ")";
    if (end < count) text += " reduce (" + list(inst, end) + ")";
    return text;
  }

  // What follows the op's name, up to the brace of its first region.
  std::string rest(const Inst& inst) const {
    switch (info(inst.op).form) {
      case Form::Var:
        return " %" + names.value(&inst) + ": " + p.type(inst.aux);
      case Form::VarAccess: {
        bool stores = inst.op == Op::Store && inst.operands.size() > 1;
        size_t end = inst.operands.size() - stores;
        return " " + access(inst, end) + (stores ? ", " + operand(inst.operands.back()) : "");
      }
      case Form::Symbol:
        if (inst.callee) return " " + symbol(inst.callee->name);
        if (inst.global) return " " + symbol(inst.global->name);
        return " " + list(inst);
      case Form::Call:
        if (inst.op == Op::Call) return " " + callee(inst) + "(" + list(inst) + ")";
        return " " + list(inst, 0, 1) + "(" + list(inst, 1) + ")" + p.results(inst.signature) +
               (inst.aux.is_void() ? std::string() : " byval " + p.type(inst.aux));
      case Form::Launch:
        return launch(inst);
      case Form::Region:
        return " " + label(&inst);
      case Form::For:
        if (inst.operands.size() != 3 || !inst.index) return " " + label(&inst) + " ?";
        return " " + label(&inst) + " %" + names.value(inst.index) + ": " +
               p.type(inst.index->type) + " = " + operand(inst.operands[0]) + " to " +
               operand(inst.operands[1]) + " step " + operand(inst.operands[2]);
      case Form::Exit:
        return " " + label(inst.target);
      case Form::Trap:
        return " " + quote(inst.text);
      case Form::Print:
        return " " + quote(inst.text) + (inst.operands.empty() ? "" : " " + list(inst));
      default: {
        std::string text = inst.is_volatile ? " volatile" : "";
        if (!inst.operands.empty()) text += " " + list(inst);
        if (inst.op == Op::ResultOf) return text + ", " + std::to_string(inst.bits);
        if (inst.bits) text += " align " + std::to_string(inst.bits);
        return text;
      }
    }
  }

  std::string head(const Inst& inst) const {
    std::string text;
    if (inst.op != Op::Var && has_value_name(inst)) {
      text = "%" + names.value(&inst);
      if (!inst.type.is_void()) text += ": " + p.type(inst.type);
      text += " = ";
    }
    text += info(inst.op).text;
    return text + rest(inst) + p.place(inst.loc);
  }

  void print_region(const Region& region, size_t depth) {
    for (const Inst* inst : region.insts) print_inst(*inst, depth);
  }

  void print_inst(const Inst& inst, size_t depth) {
    std::string indent(depth * 2, ' ');
    out += indent + head(inst);
    if (inst.op == Op::Switch) {
      out += " {\n";
      for (size_t i = 0; i < inst.regions.size(); ++i) {
        out += indent + "  " + (i < inst.cases.size() ? case_head(inst, inst.cases[i]) : "default");
        out += " {\n";
        print_region(*inst.regions[i], depth + 2);
        out += indent + "  }\n";
      }
      out += indent + "}\n";
      return;
    }
    for (size_t i = 0; i < inst.regions.size(); ++i) {
      if (i > 0 && inst.op == Op::If && inst.regions[i]->insts.empty()) continue;
      out += i == 0 ? " {\n" : " else {\n";
      print_region(*inst.regions[i], depth + 1);
      out += indent + "}";
    }
    out += "\n";
  }

  std::string case_head(const Inst& inst, const SwitchCase& one) const {
    Kind kind = inst.operands.empty() ? Kind::I64 : inst.operands[0]->type.kind;
    int width = bits_of(kind);
    std::string text = "case";
    for (size_t i = 0; i < one.values.size(); ++i) {
      auto bits = static_cast<uint64_t>(one.values[i]);
      if (width > 0 && width < 64) bits &= (uint64_t{1} << width) - 1;
      text += (i ? ", " : " ") + integer_text(width ? kind : Kind::I64, bits);
    }
    return text;
  }

  std::string params() const {
    std::string text = "(";
    for (size_t i = 0; i < f.params.size(); ++i) {
      if (i > 0) text += ", ";
      if (!f.is_extern()) text += "%" + names.value(f.params[i]) + ": ";
      text += p.type(f.params[i]->type);
      if (!f.params[i]->aux.is_void()) text += " byval " + p.type(f.params[i]->aux);
    }
    if (f.is_variadic) text += f.params.empty() ? "..." : ", ...";
    return text + ")";
  }

  void print_header() {
    constexpr const char* kKinds[] = {"kernel ", "func ", "extern "};
    out += kKinds[static_cast<int>(f.kind)] + symbol(f.name) + params() + p.results(f.results);
    if (f.is_kernel()) {
      out += " over (";
      for (size_t d = 0; d < f.indices.size(); ++d) {
        out += (d ? ", %" : "%") + names.value(f.indices[d]) + " < %" +
               (d < f.extents.size() ? names.value(f.extents[d]) : "?");
      }
      out += ")";
    }
    for (size_t r = 0; r < f.reductions.size(); ++r) {
      const Inst& inst = *f.reductions[r];
      out += (r ? ", %" : " reduce (%") + names.value(&inst) + ": " + p.type(inst.aux) + " " +
             reduce_op_name(static_cast<ReduceOp>(inst.bits)) +
             (r + 1 == f.reductions.size() ? ")" : "");
    }
    if (f.gang) out += " gang " + std::to_string(f.gang);
    if (f.mask) out += " mask %" + names.value(f.mask);
    if (f.small) out += " small";
    if (f.goal == Goal::Accuracy) out += " goal accuracy";
    if (!f.title.empty()) out += " title " + quote(f.title);
    if (f.is_host) out += " host";
    if (f.is_exported) out += " export";
    out += p.place(f.loc);
  }

  void run() {
    print_header();
    if (f.is_extern()) {
      out += "\n";
      return;
    }
    out += " {\n";
    print_region(f.body, 1);
    out += "}\n";
  }
};

}  // namespace

std::string print(const Module& module, PrintOptions options) {
  Printer printer(module, options);
  printer.print_target();
  if (options.locations && module.requires_locations) printer.out += "locations required\n\n";
  printer.print_structs();
  for (const auto& global : module.globals) printer.print_global(*global);
  if (!module.globals.empty()) printer.out += "\n";
  bool first = true;
  for (const auto& function : module.functions) {
    if (!first) printer.out += "\n";
    first = false;
    FunctionPrinter(printer, *function).run();
  }
  return std::move(printer.out);
}

std::string print(const Function& function, PrintOptions options) {
  Printer printer(function.module, options);
  FunctionPrinter(printer, function).run();
  return std::move(printer.out);
}

std::string print(const Module& module, Type type) { return Printer(module, {}).type(type); }

std::string print_line(const Function& function, const Inst& inst) {
  Printer printer(function.module, {});
  FunctionPrinter names(printer, function);
  return names.head(inst);
}

}  // namespace tack::ir
