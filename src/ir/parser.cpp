// SPDX-License-Identifier: Apache-2.0
// The module's items. Headers come first, bodies after all headers: calls may look ahead.
#include "ir/parser.hpp"

#include <bit>
#include <utility>

#include "ir/text.hpp"

namespace tack::ir {
namespace {

constexpr uint64_t kMaxGlobalBytes = uint64_t{1} << 40;

struct ModuleParser {
  struct Body {
    Function* function;
    size_t start;  // behind its `{`
    std::unordered_map<std::string, Inst*> values;
  };
  struct PendingReloc {
    Global* global;
    size_t index;
    std::string name;
    Token token;
  };

  Cursor c;
  std::vector<Body> bodies;
  std::vector<PendingReloc> relocations;
  std::unordered_map<std::string, bool> symbols;

  bool target() {
    Target& t = c.module.target;
    t.has_int8 = t.has_int16 = t.has_int64 = t.has_float64 = false;
    uint64_t pointer = 0, align = 0, vector = 0;
    if (c.peek().kind == Tok::String) {
      c.string(t.name);
    } else if (c.peek().kind == Tok::Word) {
      t.name = std::string(c.take().text);
    } else {
      return c.fail("expected the target's name");
    }
    if (!c.expect("pointer") || !c.number(pointer) || !c.expect("align") || !c.number(align))
      return false;
    if (pointer != 2 && pointer != 4 && pointer != 8)
      return c.fail("a pointer has 2, 4 or 8 bytes");
    if (!std::has_single_bit(align) || align > 4096)
      return c.fail("an alignment is a power of two up to 4096");
    t.pointer_bytes = static_cast<uint32_t>(pointer);
    t.align_cap = static_cast<uint32_t>(align);
    t.has_int8 = c.accept("int8");
    t.has_int16 = c.accept("int16");
    t.has_int64 = c.accept("int64");
    t.has_float64 = c.accept("f64");
    if (c.accept("vector")) {
      if (!c.number(vector)) return false;
      if (vector > 65536) return c.fail("a vector has at most 65536 bits");
    }
    t.vector_bits = static_cast<uint32_t>(vector);
    t.little_endian = !c.accept("big");
    return true;
  }

  bool align(uint32_t& out) {
    uint64_t value = 0;
    Token token = c.peek();
    if (!c.expect("align") || !c.number(value)) return false;
    if (!std::has_single_bit(value) || value > (1u << 30))
      return c.fail_at(token, "an alignment is a power of two");
    out = static_cast<uint32_t>(value);
    return true;
  }

  bool struct_type() {
    StructType s;
    Token token = c.peek();
    std::string name;
    if (!c.symbol(name) || !c.expect("{")) return false;
    if (!c.accept("}")) {
      do {
        Field& field = s.fields.emplace_back();
        Tok kind = c.peek().kind;
        if (kind != Tok::Word && kind != Tok::Number) return c.fail("expected a field's name");
        field.name = hint_of(c.take().text);
        std::string offset;
        if (!c.expect(":") || !c.type(field.type)) return false;
        Token at = c.peek();
        if (!c.symbol(offset)) return false;
        if (!plain_number(offset, field.offset)) return c.fail_at(at, "expected @offset");
      } while (c.accept(","));
      if (!c.expect("}")) return false;
    }
    if (!c.expect("size") || !c.number(s.size) || !align(s.align)) return false;
    if (c.structs.contains(name)) return c.fail_at(token, "struct @" + name + " is defined twice");
    s.name = hint_of(name);
    Type type = c.module.add_struct(std::move(s));
    c.structs.emplace(std::move(name), type);
    return true;
  }

  static bool plain_number(const std::string& text, uint64_t& out) {
    if (text.empty() || text.size() > 18) return false;
    out = 0;
    for (char d : text) {
      if (d < '0' || d > '9') return false;
      out = out * 10 + static_cast<uint64_t>(d - '0');
    }
    return true;
  }

  bool new_symbol(std::string& name) {
    Token token = c.peek();
    if (!c.symbol(name)) return false;
    if (!symbols.emplace(name, true).second)
      return c.fail_at(token, "@" + name + " is defined twice");
    return true;
  }

  bool global() {
    std::string name;
    Type type;
    uint64_t size = 0;
    uint32_t alignment = 1;
    if (!new_symbol(name)) return false;
    if (c.accept(":") && !c.type(type)) return false;
    if (!c.expect("size") || !c.number(size) || !align(alignment)) return false;
    if (size > kMaxGlobalBytes) return c.fail("a global of that size");
    Global* g = c.module.add_global(std::move(name), type, size, alignment);
    g->is_constant = c.accept("const");
    g->is_exported = c.accept("export");
    // `extern @f(...)` may be what comes next.
    g->is_extern = c.peek(1).kind != Tok::Symbol && c.accept("extern");
    if (c.accept("=") && (!c.expect("hex") || !bytes(*g))) return false;
    while (c.accept("reloc")) {
      Relocation& r = g->relocations.emplace_back();
      PendingReloc pending{g, g->relocations.size() - 1, {}, {}};
      if (!c.number(r.offset)) return false;
      pending.token = c.peek();
      if (!c.symbol(pending.name) || !c.expect("+") || !c.signed_number(r.addend)) return false;
      relocations.push_back(std::move(pending));
    }
    return true;
  }

  bool bytes(Global& g) {
    Token token = c.peek();
    std::string hex;
    if (!c.string(hex)) return false;
    auto digit = [](char d) {
      if (d >= '0' && d <= '9') return d - '0';
      return d >= 'a' && d <= 'f' ? d - 'a' + 10 : -1;
    };
    if (hex.size() % 2) return c.fail_at(token, "hex bytes have two digits");
    for (size_t i = 0; i < hex.size(); i += 2) {
      int high = digit(hex[i]), low = digit(hex[i + 1]);
      if (high < 0 || low < 0) return c.fail_at(token, "not a hex digit");
      g.bytes.push_back(static_cast<uint8_t>(high * 16 + low));
    }
    return true;
  }

  // %name of the header, not there yet.
  bool define(Body& body, Inst* inst) {
    if (c.peek().kind != Tok::Value) return c.fail("expected a %name");
    Token token = c.take();
    inst->name = hint_of(token.text);
    if (!body.values.emplace(std::string(token.text), inst).second)
      return c.fail_at(token, "%" + std::string(token.text) + " is defined twice");
    return true;
  }

  bool params(Body& body) {
    Function& f = *body.function;
    if (!c.expect("(")) return false;
    if (c.accept(")")) return true;
    do {
      if (f.is_extern() && c.accept("...")) {
        f.is_variadic = true;
        break;
      }
      Inst* param = f.add_param(kVoid, {});
      if (!f.is_extern() && (!define(body, param) || !c.expect(":"))) return false;
      if (!c.type(param->type)) return false;
      if (c.accept("byval") && !c.type(param->aux)) return false;
    } while (c.accept(","));
    return c.expect(")");
  }

  bool space(Body& body) {
    Function& f = *body.function;
    if (!c.expect("over") || !c.expect("(")) return false;
    do {
      f.add_dimension({}, {});
      if (!define(body, f.indices.back()) || !c.expect("<") || !define(body, f.extents.back()))
        return false;
    } while (c.accept(","));
    return c.expect(")");
  }

  bool reductions(Body& body) {
    if (!c.expect("(")) return false;
    do {
      Inst* r = body.function->add_reduction(ReduceOp::Add, kVoid, {});
      if (!define(body, r) || !c.expect(":") || !c.type(r->aux)) return false;
      Token word = c.take();
      bool known = false;
      for (int op = 0; op <= static_cast<int>(ReduceOp::Max); ++op) {
        if (word.kind != Tok::Word || word.text != reduce_op_name(static_cast<ReduceOp>(op)))
          continue;
        r->bits = static_cast<uint64_t>(op);
        known = true;
      }
      if (!known) return c.fail_at(word, "expected add, mul, and, or, xor, min or max");
    } while (c.accept(","));
    return c.expect(")");
  }

  bool attributes(Body& body) {
    Function& f = *body.function;
    if (f.is_kernel()) {
      uint64_t gang = 0;
      if (!space(body)) return false;
      if (c.accept("reduce") && !reductions(body)) return false;
      if (c.accept("gang")) {
        if (!c.number(gang)) return false;
        if (gang == 0 || gang > 1024) return c.fail("a gang has 1 to 1024 lanes");
        f.gang = static_cast<uint16_t>(gang);
      }
      if (c.accept("mask")) {
        f.mask = f.make(Op::GangMask, Type::mask(f.gang));
        if (f.gang == 0) return c.fail("a mask needs a gang");
        if (!define(body, f.mask)) return false;
      }
      f.small = c.accept("small");
      if (c.accept("goal")) {
        if (!c.expect("accuracy")) return false;
        f.goal = Goal::Accuracy;
      }
      if (c.accept("title") && !c.string(f.title)) return false;
    }
    f.is_host = c.accept("host");
    f.is_exported = c.accept("export");
    return c.place(f.loc);
  }

  bool function(FunctionKind kind) {
    std::string name;
    if (!new_symbol(name)) return false;
    Body body{c.module.add_function(std::move(name), kind), 0, {}};
    if (!params(body) || !c.results(body.function->results) || !attributes(body)) return false;
    if (kind == FunctionKind::Extern) return true;
    Token open = c.peek();
    if (!c.expect("{")) return false;
    body.start = c.at;
    bodies.push_back(std::move(body));
    for (size_t depth = 1; depth != 0;) {
      Token token = c.take();
      if (token.kind == Tok::End) return c.fail_at(open, "this brace is never closed");
      if (token.kind == Tok::Bad) return c.fail_at(token, {});
      if (token.kind != Tok::Punct) continue;
      depth += token.text == "{";
      depth -= token.text == "}";
    }
    return true;
  }

  bool item() {
    if (c.accept("target")) return target();
    if (c.accept("locations")) return c.module.requires_locations = true, c.expect("required");
    if (c.accept("struct")) return struct_type();
    if (c.accept("global")) return global();
    if (c.accept("kernel")) return function(FunctionKind::Kernel);
    if (c.accept("func")) return function(FunctionKind::Function);
    if (c.accept("extern")) return function(FunctionKind::Extern);
    return c.fail("expected kernel, func, extern, global, struct or target");
  }

  bool run() {
    while (c.peek().kind != Tok::End) {
      if (!item()) return false;
    }
    for (PendingReloc& pending : relocations) {
      Relocation& r = pending.global->relocations[pending.index];
      r.function = c.module.find_function(pending.name);
      if (!r.function) r.global = c.module.find_global(pending.name);
      if (!r.function && !r.global)
        return c.fail_at(pending.token, "unknown name @" + pending.name);
    }
    for (Body& body : bodies) {
      c.at = body.start;
      if (!parse_body(c, *body.function, std::move(body.values))) return false;
    }
    return true;
  }
};

}  // namespace

Result<std::unique_ptr<Module>> parse(std::string_view text, std::string_view name) {
  auto module = std::make_unique<Module>();
  ModuleParser parser{{*module, name, tokenize(text), {}, 0, {}}, {}, {}, {}};
  if (!parser.run()) return Error{parser.c.error};
  return module;
}

}  // namespace tack::ir
