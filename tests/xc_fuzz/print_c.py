# SPDX-License-Identifier: Apache-2.0
"""The program as C: each operation by a function of twin.h that names its type, each effect a line, in
XC's order. Nothing is left to C's own promotions, priorities, order of evaluation or jumps."""

import kinds
import print_c_jumps
import print_c_objects
from kinds import spell

NAMES = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "and", "|": "or"}
NAMES.update({"^": "xor", "<<": "shl", ">>": "shr", "<:": "rol", ":>": "ror", "<": "lt"})
NAMES.update({">": "gt", "<=": "le", ">=": "ge", "==": "eq", "!=": "ne"})


def name_of(t):
    if isinstance(t, kinds.Struct):
        return "struct"
    return (
        t
        if isinstance(t, str)
        else {"ptr": "pointer", "fn": "function", "obj": "object"}.get(t[0], t[0])
    )


EFFECTS = ("assign", "step", "call", "call_pointer", "new", "new_object", "method", "super")
EFFECTS += ("virtual", "block_call", "vararg")


def is_calm(e):
    """Neither changes anything nor calls anybody. A choice of structs is left to statements."""
    if e.kind in EFFECTS or (e.kind == "cond" and not kinds.is_scalar(e.ty)):
        return False
    return all(map(is_calm, e.kids))


class PrintC(print_c_jumps.Jumps, print_c_objects.Objects):
    """`hits` numbers the rules that a file reaches."""

    def __init__(self):
        super().__init__()
        self.hits = {}
        self.out = []
        self.lines = []
        self.hoisted = {}
        self.count = 0
        self.renamed = {}
        self.function = None
        self.calm = False
        self.pending = []

    def line(self, text):
        self.lines.append(text)

    def hit(self, *rule):
        text = f"H({self.hits.setdefault(' '.join(rule), len(self.hits))})"
        if self.calm:
            self.pending.append(text)
        else:
            self.line(text + ";")

    def fresh(self, stem="t"):
        self.count += 1
        return f"{stem}{self.count}"

    def temp(self, ty, text):
        if self.calm:
            text = f"({', '.join([*self.pending, text])})"
            self.pending = []
            return text
        name = self.fresh()
        self.line(f"{spell(ty, name)} = {text};")
        return name

    def hoist(self, ty, name):
        self.hoisted[name] = spell(ty, name)
        return name

    # Values: each gives the name of a temporary, or a constant.

    def value(self, e):
        make = getattr(self, "v_" + e.kind)
        if self.calm or e.kind in ("lit", "real", "name") or not is_calm(e):
            return make(e)
        # What has no effects is written in one piece, in which no order shows.
        self.calm = True
        text = make(e)
        text = f"({', '.join([*self.pending, text])})" if self.pending else text
        self.calm, self.pending = False, []
        return self.temp(e.ty, text)

    def converted(self, text, a, b, how="conversion"):
        if a == b or not kinds.is_scalar(a) or not kinds.is_scalar(b):
            return text
        self.hit(how, a, b)
        if kinds.is_real(a) and kinds.is_int(b):
            return self.temp(b, f"{b}_of_{a}({text})")
        return self.temp(b, f"({b}){text}")

    def of(self, e, ty):
        """The value as an implicit conversion to a type gives it."""
        return self.converted(self.value(e), e.ty, ty)

    def truth(self, e):
        return self.temp("u8", f"{self.value(e)} != 0")

    @staticmethod
    def constant(v, ty):
        if ty == "u64":
            return f"UINT64_C({v})"
        if v == kinds.least("i64"):
            return "INT64_MIN"
        return f"({ty}){v}" if abs(v) < 1 << 31 else f"({ty})INT64_C({v})"

    def v_lit(self, e):
        self.hit("literal", e.ty)
        return self.constant(e.value, e.ty)

    def v_real(self, e):
        self.hit("literal", e.ty)
        return e.text + ("f" if e.ty == "float" else "")

    def v_name(self, e):
        self.hit("enum", e.ty)
        return self.constant(e.value, e.ty)

    def v_var(self, e):
        return self.temp(e.ty, self.place(e))

    v_index = v_field = v_deref = v_var

    def v_bin(self, e):
        a, b = e.kids
        x, y = self.value(a), self.value(b)
        return self.operate(e.op, x, a.ty, y, b.ty)

    def operate(self, op, x, tx, y, ty):
        if kinds.is_pointer(tx):
            self.hit("pointer", op)
            if op in kinds.COMPARE:
                return self.temp("u8", f"{x} {op} {y}")
            return self.temp("i64" if kinds.is_pointer(ty) else tx, f"{x} {op} {y}")
        at = kinds.works_at(op, tx, ty)
        self.hit("operator", op, at)
        if tx != ty:
            self.hit("meet", *sorted((tx, ty)))
        x = self.converted(x, tx, at, "meeting")
        if op in kinds.ROTATES:
            return self.temp(at, f"{NAMES[op]}_{at}({x}, (u64){y})")
        y = self.converted(y, ty, at, "meeting")
        result = "u8" if op in kinds.COMPARE else at
        return self.temp(result, f"{NAMES[op]}_{at}({x}, {y})")

    def v_logic(self, e):
        self.hit("operator", e.op)
        if self.calm:
            a, b = (self.truth(k) for k in e.kids)
            return self.temp("u8", f"(u8)({a} {e.op} {b})")
        out = self.temp("u8", self.truth(e.kids[0]))
        self.line(f"if ({'' if e.op == '&&' else '!'}{out}) {{")
        self.line(f"{out} = {self.truth(e.kids[1])};")
        self.line("}")
        return out

    def v_un(self, e):
        x = self.value(e.kids[0])
        t = e.kids[0].ty
        self.hit("unary", e.op, t)
        if e.op == "!":
            return self.temp("u8", f"{x} == 0")
        if e.op == "+":
            return x
        return self.temp(t, f"{'neg' if e.op == '-' else 'not'}_{t}({x})")

    def v_cast(self, e):
        x, a = self.value(e.kids[0]), e.kids[0].ty
        if kinds.is_scalar(e.ty):
            return self.converted(x, a, e.ty, "cast")
        return self.temp(e.ty, f"({spell(e.ty)}){x}")

    def v_cond(self, e):
        c, a, b = e.kids
        self.hit("choice", name_of(e.ty))
        if self.calm:
            c, a, b = self.truth(c), self.of(a, e.ty), self.of(b, e.ty)
            return self.temp(e.ty, f"({spell(e.ty)})({c} ? {a} : {b})")
        out = self.fresh()
        self.line(f"{spell(e.ty, out)};")
        self.line(f"if ({self.truth(c)}) {{")
        self.line(f"{out} = {self.of(a, e.ty)};")
        self.line("} else {")
        self.line(f"{out} = {self.of(b, e.ty)};")
        self.line("}")
        return out

    def v_assign(self, e):
        to, from_ = e.kids
        where = self.place(to)
        if e.op:
            self.hit("compound", e.op, to.ty if kinds.is_scalar(to.ty) else "pointer")
            old = self.temp(to.ty, where)
            y = self.value(from_)
            v = self.operate(e.op, old, to.ty, y, from_.ty)
            at = to.ty if kinds.is_pointer(to.ty) else kinds.works_at(e.op, to.ty, from_.ty)
            v = self.converted(v, at, to.ty)
        else:
            self.hit("assign", name_of(to.ty))
            v = self.of(from_, to.ty)
        self.line(f"{where} = {v};")
        return v

    def v_step(self, e):
        where = self.place(e.kids[0])
        t = e.ty
        self.hit("step", "before" if e.prefix else "behind", e.op, name_of(t))
        old = self.temp(t, where)
        if kinds.is_pointer(t):
            new = self.temp(t, f"{old} {e.op[0]} 1")
        else:
            new = self.temp(t, f"{NAMES[e.op[0]]}_{t}({old}, 1)")
        self.line(f"{where} = {new};")
        return new if e.prefix else old

    def v_address(self, e):
        return self.temp(e.ty, f"&{self.place(e.kids[0])}")

    def v_decay(self, e):
        return self.temp(e.ty, f"&{self.place(e.kids[0])}[0]")

    def v_function(self, e):
        return e.function.c_name

    def v_bits(self, e):
        return self.temp(e.ty, f"{'fbits' if e.ty == 'u32' else 'dbits'}({self.value(e.kids[0])})")

    def v_length(self, e):
        self.hit("length", "array" if kinds.is_array(e.kids[0].ty) else "pointer")
        return f"(u32){e.kids[0].ty[2] if kinds.is_array(e.kids[0].ty) else e.kids[0].var.length}"

    def v_sizeof(self, e):
        self.hit("sizeof")
        return f"(u64)sizeof({spell(e.of)})"

    def v_new(self, e):
        self.hit("new", name_of(e.ty[1]))
        return self.temp(e.ty, f"calloc({self.value(e.kids[0])}, sizeof({spell(e.ty[1])}))")

    def v_par(self, e):
        return f"par_{e.name}"

    def arguments(self, kids, types):
        return ", ".join([self.of(k, t) for k, t in zip(kids, types, strict=True)])

    def v_call(self, e):
        f = e.function
        if f.c_name == "mix":
            self.line(f"mix({self.of(e.kids[0], 'u64')});")
            return ""
        args = self.arguments(e.kids, [v.ty for v in f.params])
        self.hit("call", "pure" if f.pure else "ordinary")
        if self.in_item() and any(kinds.is_pointer(v.ty) for v in f.params):
            self.hit("par", "pointer argument")
        if f.name != f.c_name:
            self.hit("overload")
        return self.called(f, f"{f.c_name}({args})")

    def in_item(self):
        return any("item" in f.labels for f in self.frames)

    def called(self, f, text):
        if len(f.results) == 1:
            out = self.temp(f.results[0], text)
        else:
            self.line(text + ";")
            out = ""
        if f.throws:
            self.line("if (thrown) {")
            self.leave_by_throw()
            self.line("}")
        return out

    def v_call_pointer(self, e):
        f = self.value(e.kids[0])
        self.hit("call", "pointer")
        args = self.arguments(e.kids[1:], e.params)
        return self.temp(e.ty, f"{f}({args})")

    # Places: C text that names one, with everything in it worked out.

    def place(self, e):
        if e.kind == "var":
            return self.renamed.get(e.var, e.var.name)
        if e.kind == "deref":
            return f"(*{self.value(e.kids[0])})"
        base = e.kids[0]
        arrow = kinds.is_pointer(base.ty) or kinds.is_object(base.ty)
        where = self.value(base) if arrow or base.kind == "call" else self.place(base)
        if e.kind == "field":
            self.hit("field", name_of(base.ty))
            return f"{where}{'->' if arrow else '.'}{e.name}"
        self.hit("index", "pointer" if arrow else "array")
        return f"{where}[{self.value(e.kids[1])}]"

    # Declarations.

    def initialise(self, where, ty, e):
        if e.kind != "list":
            self.line(f"{where} = {self.of(e, ty)};")
            return
        self.hit("list", name_of(ty))
        for k, part in enumerate(e.kids):
            if kinds.is_array(ty):
                self.initialise(f"{where}[{k}]", ty[1], part)
            else:
                name, t = ty.fields[k]
                self.initialise(f"{where}.{name}", t, part)

    def program(self, p):
        for s in p.structs + p.views:
            fields = " ".join(spell(t, n) + ";" for n, t in s.fields)
            self.out.append(f"typedef struct {{ {fields} }} {s.name};")
        for name, result, params in p.fn_types:
            self.out.append(
                f"typedef {spell(result)} {name}({', '.join(spell(t) for t in params)});"
            )
        self.out += [spell(v.ty, v.name) + ";" for v, _ in p.globals]
        self.out += [self.head(f) + ";" for f in p.functions]
        self.classes(p)
        self.varargs(p)
        self.define_methods(p)
        for f in p.functions:
            first = p.globals if f.name == f"p{p.number}_main" else []
            self.define(f, first)

    def head(self, f):
        params = [spell(v.ty, v.name) for v in f.params]
        if f.owner:
            params.insert(0, f"{f.owner.root().name}* self")
        if len(f.results) > 1:
            params += [spell(("ptr", t), f"out{k}") for k, t in enumerate(f.results)]
        result = spell(f.results[0]) if len(f.results) == 1 else "void"
        return f"static {result} {f.c_name}({', '.join(params) or 'void'})"

    def define(self, f, globals_):
        self.lines, self.hoisted, self.function = [], {}, f
        for var, first in globals_:
            if first is not None:
                self.initialise(var.name, var.ty, first)
        self.statement(f.body)
        self.out.append(self.head(f) + "\n{")
        self.out += [f"{text} = {{0}};" for text in self.hoisted.values()]
        if len(f.results) == 1:
            self.out.append(f"{spell(f.results[0], 'result')} = {{0}};")
        self.out += self.lines
        self.out.append("end:;")
        self.out.append("return result;" if len(f.results) == 1 else "return;")
        self.out.append("}")


def print_c(programs, prelude):
    """The text, and the rules by number."""
    c = PrintC()
    for p in programs:
        c.program(p)
    calls = "\n".join(f"hash = 0; p{p.number}_main();" for p in programs)
    return (
        f'#include "{prelude}"\nstatic unsigned char hit[{len(c.hits) + 1}];\n'
        "static int thrown; static i32 thrown_code;\n"
        + "\n".join(c.out)
        + f"\nint main(void)\n{{\n{calls}\n"
        f"for (int k = 0; k < {len(c.hits)}; k++) fputc('0' + hit[k], stderr);\nreturn 0;\n}}\n"
    ), list(c.hits)
