// SPDX-License-Identifier: Apache-2.0
// Function bodies. Each instruction's types are checked as it is read, so that the error names its
// line; what needs the whole function (dominance, profiles, ends of paths) is the verifier's.
#include "ir/literal.hpp"
#include "ir/parser.hpp"
#include "ir/typing.hpp"

namespace tack::ir {
namespace {

struct BodyParser {
  Cursor& c;
  Function& f;
  std::unordered_map<std::string, Inst*> values;
  std::unordered_map<std::string, Inst*> labels;

  bool define(const Token& name, Inst* inst) {
    inst->name = hint_of(name.text);
    return values.emplace(std::string(name.text), inst).second ||
           c.fail_at(name, "%" + std::string(name.text) + " is defined twice");
  }

  bool operand(Inst*& out) {
    Token token = c.peek();
    if (token.kind == Tok::Value) {
      auto found = values.find(std::string(token.text));
      if (found == values.end()) return c.fail("unknown value %" + std::string(token.text));
      out = found->second;
      c.take();
      return true;
    }
    if (token.kind != Tok::Number && token.kind != Tok::Word)
      return c.fail("expected a value or a constant");
    Result<Literal> literal = parse_literal(token.text);
    if (!literal) return c.fail(literal.error().message);
    out = f.constant(literal->type, literal->bits);
    c.take();
    return true;
  }
  bool operand(Inst& inst) {
    Inst* value = nullptr;
    if (!operand(value)) return false;
    inst.operands.push_back(value);
    return true;
  }
  bool operands(Inst& inst) {
    do {
      if (!operand(inst)) return false;
    } while (c.accept(","));
    return true;
  }
  // ( %a, %b )
  bool arguments(Inst& inst) {
    if (!c.expect("(")) return false;
    return c.accept(")") || (operands(inst) && c.expect(")"));
  }

  bool function_named(Function*& out) {
    Token token = c.peek();
    std::string name;
    if (!c.symbol(name)) return false;
    out = c.module.find_function(name);
    return out || c.fail_at(token, "unknown function @" + name);
  }

  bool label(Inst& inst) {
    if (c.peek().kind != Tok::Label) return c.fail("expected a $label");
    Token token = c.take();
    inst.name = hint_of(token.text);
    return labels.emplace(std::string(token.text), &inst).second ||
           c.fail_at(token, "$" + std::string(token.text) + " is defined twice");
  }

  // Operands of a Plain op stand on its line: `lane_id` and `return` may have none.
  bool plain(Inst& inst, uint32_t line) {
    auto here = [&] { return c.peek().line == line; };
    inst.is_volatile = here() && c.accept("volatile");
    Tok next = c.peek().kind;
    if (here() && (next == Tok::Value || next == Tok::Number || next == Tok::Word)) {
      if (inst.op == Op::ResultOf) {
        if (!operand(inst) || !c.expect(",") || !c.number(inst.bits)) return false;
      } else if (!operands(inst)) {
        return false;
      }
    }
    Token token = c.peek();
    if (!here() || !c.accept("align")) return true;
    if (inst.op == Op::ResultOf || !c.number(inst.bits)) return c.fail("no alignment here");
    return (inst.bits != 0 && inst.bits <= (1u << 30) && (inst.bits & (inst.bits - 1)) == 0) ||
           c.fail_at(token, "an alignment is a power of two");
  }

  bool access(Inst& inst) {
    if (!operand(inst)) return false;
    while (c.accept("[")) {
      if (!operand(inst) || !c.expect("]")) return false;
    }
    return inst.op == Op::Load || (c.expect(",") && operand(inst));
  }

  bool symbol(Inst& inst) {
    if (c.peek().kind != Tok::Symbol) return operand(inst);
    Token token = c.peek();
    std::string name;
    c.symbol(name);
    inst.callee = c.module.find_function(name);
    if (!inst.callee) inst.global = c.module.find_global(name);
    return inst.callee || inst.global || c.fail_at(token, "unknown name @" + name);
  }

  bool launch(Inst& inst) {
    if (!function_named(inst.callee) || !c.expect("over") || !arguments(inst)) return false;
    inst.split = static_cast<uint32_t>(inst.operands.size());
    if (!arguments(inst)) return false;
    return !c.accept("reduce") || arguments(inst);
  }

  bool for_head(Inst& inst) {
    if (!label(inst)) return false;
    if (c.peek().kind != Tok::Value) return c.fail("expected the index's %name");
    Token name = c.take();
    inst.index = f.make(Op::ForIndex, kVoid);
    if (!c.expect(":") || !c.type(inst.index->type) || !c.expect("=") || !operand(inst) ||
        !c.expect("to") || !operand(inst) || !c.expect("step") || !operand(inst))
      return false;
    return define(name, inst.index);
  }

  bool head(Inst& inst, uint32_t line) {
    switch (info(inst.op).form) {
      case Form::Plain:
        return plain(inst, line);
      case Form::Var:
        return c.expect(":") && c.type(inst.aux);
      case Form::VarAccess:
        return access(inst);
      case Form::Symbol:
        return symbol(inst);
      case Form::Call:
        if (inst.op == Op::Call) return function_named(inst.callee) && arguments(inst);
        return operand(inst) && arguments(inst) && c.results(inst.signature) &&
               (!c.accept("byval") || c.type(inst.aux));
      case Form::Launch:
        return launch(inst);
      case Form::Region:
        return label(inst);
      case Form::For:
        return for_head(inst);
      case Form::If:
      case Form::Switch:
        return operand(inst);
      case Form::Exit: {
        if (c.peek().kind != Tok::Label) return c.fail("expected a $label");
        auto found = labels.find(std::string(c.peek().text));
        if (found == labels.end()) return c.fail("unknown label $" + std::string(c.peek().text));
        inst.target = found->second;
        c.take();
        return true;
      }
      case Form::Trap:
        return c.string(inst.text);
      case Form::Print:
        return c.string(inst.text) && plain(inst, line);
      case Form::Hidden:
        break;
    }
    return c.fail("this op is never written");
  }

  bool switch_body(Inst& inst, int depth) {
    Kind kind = inst.operands[0]->type.kind;
    if (!c.expect("{")) return false;
    while (c.accept("case")) {
      SwitchCase& one = inst.cases.emplace_back();
      do {
        if (c.peek().kind != Tok::Number) return c.fail("expected a case's number");
        Result<uint64_t> bits = parse_integer(kind, c.peek().text);
        if (!bits) return c.fail(bits.error().message);
        c.take();
        int unused = 64 - bits_of(kind);
        one.values.push_back(Type::scalar(kind).is_signed()
                                 ? static_cast<int64_t>(*bits << unused) >> unused
                                 : static_cast<int64_t>(*bits));
      } while (c.accept(","));
      if (!nested(inst, depth)) return false;
    }
    return c.expect("default") && nested(inst, depth) && c.expect("}");
  }

  // { ... } as a new region of `inst`
  bool nested(Inst& inst, int depth) {
    if (!c.expect("{")) return false;
    inst.regions.push_back(std::make_unique<Region>());
    return region(*inst.regions.back(), depth + 1);
  }

  bool bodies(Inst& inst, int depth) {
    inst.regions.clear();  // nested() adds them
    if (inst.op == Op::Switch) return switch_body(inst, depth);
    if (!nested(inst, depth)) return false;
    if (inst.op != Op::If) return true;
    if (c.accept("else")) return nested(inst, depth);
    inst.regions.push_back(std::make_unique<Region>());
    return true;
  }

  bool instruction(Region& into, int depth) {
    Token first = c.peek();
    Token name;
    bool has_type = false;
    Type type;
    if (c.peek().kind == Tok::Value) {
      name = c.take();
      has_type = c.accept(":");
      if (has_type && !c.type(type)) return false;
      if (!c.expect("=")) return false;
    }
    Token word = c.peek();
    std::optional<Op> op = word.kind == Tok::Word ? op_named(word.text) : std::nullopt;
    if (!op) return c.fail("expected an instruction");
    c.take();
    Inst* inst = f.make(*op, type);
    if (*op == Op::Var) {
      if (name.kind != Tok::End) return c.fail_at(first, "a variable is written var %v: type");
      if (c.peek().kind != Tok::Value) return c.fail("expected the variable's %name");
      name = c.take();
    }
    if (!head(*inst, word.line) || !c.place(inst->loc)) return false;
    if (inst->index) inst->index->loc = inst->loc;
    std::string fault = check_types(c.module, *inst);
    if (!fault.empty()) return c.fail_at(word, std::string(word.text) + ": " + fault);
    if (name.kind != Tok::End) {
      bool several = !has_type && ((inst->op == Op::Call && inst->callee->results.size() > 1) ||
                                   (inst->op == Op::CallPtr && inst->signature.size() > 1));
      if (!has_type && !several && *op != Op::Var)
        return c.fail_at(name, "this instruction has no result to name");
      if (!define(name, inst)) return false;
    }
    into.insts.push_back(inst);
    return !has_regions(*op) || bodies(*inst, depth);
  }

  static bool has_regions(Op op) {
    Form form = info(op).form;
    return form == Form::Region || form == Form::For || form == Form::If || form == Form::Switch;
  }

  // Up to and with the closing brace.
  bool region(Region& into, int depth) {
    if (depth > kMaxRegionDepth) return c.fail("regions nest too deep");
    while (!c.accept("}")) {
      if (!instruction(into, depth)) return false;
    }
    return true;
  }
};

}  // namespace

bool parse_body(Cursor& cursor, Function& function, std::unordered_map<std::string, Inst*> values) {
  BodyParser parser{cursor, function, std::move(values), {}};
  return parser.region(function.body, 0);
}

}  // namespace tack::ir
