# SPDX-License-Identifier: Apache-2.0
"""The program as XC, with as few parentheses as the priorities of operators allow."""

from kinds import spell

# How tightly an operator binds, from the table of the language.
BINDS = {"*": 12, "/": 12, "%": 12, "+": 11, "-": 11, "<:": 10, ":>": 10, "<<": 9, ">>": 9}
BINDS.update({"<": 8, ">": 8, "<=": 8, ">=": 8, "==": 7, "!=": 7, "&": 6, "^": 5, "|": 4})
BINDS.update({"&&": 3, "||": 2})
UNARY, POSTFIX, CHOICE, ASSIGN = 13, 14, 1, 0

HEADER = """#import "Par.xc"
#use Stdio

class Fault { i32 code; void init(i32 c) { code = c; } }
class Worse : Fault { void init(i32 c) { code = c; } }
class Other { i32 number; void init(i32 c) { number = c; } }

u64 hash;
void mix(u64 v) { hash = (hash ^ v) * 0x100000001b3; hash ^= hash >> 29; }
u32 fbits(float v) { if (v != v) return 0x7FC00000; return *(u32*)&v; }
u64 dbits(double v) { if (v != v) return 0x7FF8000000000000; return *(u64*)&v; }
"""


class PrintXC:
    def __init__(self):
        self.lines = []
        self.depth = 0

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    # Expressions.

    def value(self, e, least=0):
        text, binds = getattr(self, "x_" + e.kind)(e)
        return f"({text})" if binds < least else text

    def x_lit(self, e):
        return e.text, UNARY if e.value < 0 else POSTFIX

    def x_real(self, e):
        return e.text + ("d" if e.ty == "double" else ""), POSTFIX

    def x_var(self, e):
        return e.var.name, POSTFIX

    def x_name(self, e):
        return e.name, POSTFIX

    def x_bin(self, e):
        n = BINDS[e.op]
        return f"{self.value(e.kids[0], n)} {e.op} {self.value(e.kids[1], n + 1)}", n

    x_logic = x_bin

    def x_un(self, e):
        inner = self.value(e.kids[0], UNARY)
        return e.op + (" " if inner[0] == e.op else "") + inner, UNARY

    def x_cast(self, e):
        return f"({spell(e.ty)}){self.value(e.kids[0], UNARY)}", UNARY

    def x_cond(self, e):
        c, a, b = e.kids
        text = f"{self.value(c, CHOICE + 1)} ? {self.value(a)} : {self.value(b, CHOICE)}"
        return text, CHOICE

    def x_assign(self, e):
        return f"{self.value(e.kids[0], POSTFIX)} {e.op}= {self.value(e.kids[1])}", ASSIGN

    def x_step(self, e):
        inner = self.value(e.kids[0], POSTFIX)
        return (e.op + inner, UNARY) if e.prefix else (inner + e.op, POSTFIX)

    def x_index(self, e):
        return f"{self.value(e.kids[0], POSTFIX)}[{self.value(e.kids[1])}]", POSTFIX

    def x_field(self, e):
        return f"{self.value(e.kids[0], POSTFIX)}{e.dot}{e.name}", POSTFIX

    def x_deref(self, e):
        return "*" + self.value(e.kids[0], UNARY), UNARY

    def x_address(self, e):
        return "&" + self.value(e.kids[0], UNARY), UNARY

    def x_decay(self, e):
        return self.x_var(e.kids[0])

    def x_function(self, e):
        return "&" + e.function.name, UNARY

    def x_call(self, e):
        return f"{e.function.name}({', '.join(self.value(k) for k in e.kids)})", POSTFIX

    def x_call_pointer(self, e):
        args = ", ".join(self.value(k) for k in e.kids[1:])
        return f"{self.value(e.kids[0], POSTFIX)}({args})", POSTFIX

    def x_bits(self, e):
        return f"{'fbits' if e.ty == 'u32' else 'dbits'}({self.value(e.kids[0])})", POSTFIX

    def x_length(self, e):
        return self.value(e.kids[0], POSTFIX) + ".length", POSTFIX

    def x_sizeof(self, e):
        return f"sizeof({spell(e.of)})", POSTFIX

    def x_new(self, e):
        return f"new {spell(e.ty[1])}[{self.value(e.kids[0])}]", UNARY

    def x_list(self, e):
        return "{" + ", ".join(self.value(k) for k in e.kids) + "}", POSTFIX

    def args(self, kids):
        return ", ".join(self.value(k) for k in kids)

    def x_null(self, e):
        return "0", POSTFIX

    def x_new_object(self, e):
        return f"new {e.made.name}({self.args(e.kids)})", UNARY

    def x_method(self, e):
        to = self.value(e.kids[0], POSTFIX)
        return f"{to}.{e.method.name}({self.args(e.kids[1:])})", POSTFIX

    def x_super(self, e):
        return f"super.{e.method.name}({self.args(e.kids)})", POSTFIX

    def x_virtual(self, e):
        return f"{e.method.name}({self.args(e.kids)})", POSTFIX

    def x_block_call(self, e):
        return f"{e.made.name}({self.args(e.kids)})", POSTFIX

    def x_vararg(self, e):
        count = len(e.kids)
        return f"{e.name}({', '.join([str(count), *map(self.value, e.kids)])})", POSTFIX

    def x_par(self, e):
        return f"par.{e.name}", POSTFIX

    # Statements.

    def statement(self, s):
        getattr(self, "s_" + s.kind)(s)

    def braces(self, s):
        self.depth += 1
        self.line("{")
        for k in s.kids:
            self.statement(k)
        self.line("}")
        self.depth -= 1

    s_block = braces

    def s_decl(self, s):
        text = spell(s.var.ty, s.var.name)
        if s.at.get("auto"):
            text = f"auto {s.var.name}"
        if s.at.get("static"):
            text = "static " + text
        if s.at.get("shared"):
            text = "block:" + text
        self.line(text + (f" = {self.value(s.kids[0])};" if s.kids else ";"))

    def s_block_decl(self, s):
        b = s.made
        head = f"block {b.name} {spell(b.result)}({spell(b.param.ty, b.param.name)})"
        self.line(f"{head} = {{ return {self.value(b.expr)}; }};")

    def s_alive(self, s):
        self.line(f'printf("{s.number}: alive %d\\n", p{s.number}_alive);')

    def class_(self, c, number):
        own = [spell(v.ty, v.name) + ";" for v in c.fields]
        params = "".join(spell(v.ty, v.name + "_") + ", " for v in c.all_fields())
        root = c.root().name
        alive = f"p{number}_alive"
        if c.base:
            first = "".join(f"{v.name}_, " for v in c.base.all_fields())
            start = f"super.init({first}link_);"
        else:
            own.append(f"{root}* link;")
            start = f"link = link_; {alive}++;"
        stores = " ".join(f"{v.name} = {v.name}_;" for v in c.fields)
        self.line(f"class {c.name}{' : ' + c.base.name if c.base else ''}")
        self.depth += 1
        self.line("{")
        self.line(" ".join(own))
        self.line(f"void init({params}{root}* link_) {{ {start} {stores} }}")
        if not c.base:
            self.line(f"void dealloc(void) {{ {alive}--; }}")
        for f in c.methods.values():
            self.function(f)
        self.line("}")
        self.depth -= 1

    def function(self, f):
        params = ", ".join(spell(v.ty, v.name) for v in f.params) or "void"
        results = ", ".join(spell(t) for t in f.results) or "void"
        self.line(f"{results} {f.name}({params}){' throws' if f.throws else ''}")
        self.braces(f.body)

    def variadic(self, name, ty):
        take = f"for (u32 k in 0..n) s = s * 3 + va_arg(ap, {ty});"
        self.line(
            f"{ty} {name}(u32 n, ...) {{ u8 ap; va_start(ap); {ty} s = 1; {take} va_end(ap); return s; }}"
        )

    def s_expr(self, s):
        self.line(self.value(s.kids[0]) + ";")

    def s_if(self, s):
        self.line(f"if ({self.value(s.kids[0])})")
        self.braces(s.kids[1])
        if len(s.kids) > 2:
            self.line("else")
            self.braces(s.kids[2])

    def s_while(self, s):
        self.line(f"while ({self.value(s.kids[0])})")
        self.braces(s.kids[1])

    def s_for(self, s):
        init, test, step, body = s.kids
        first = f"{spell(init.var.ty, init.var.name)} = {self.value(init.kids[0])}"
        self.line(f"for ({first}; {self.value(test)}; {self.value(step)})")
        self.braces(body)

    def s_range(self, s):
        lo, hi, body = s.kids
        dots = "..." if s.inclusive else ".."
        step = "" if s.step is None else f" step {s.step}"
        ty = "" if s.untyped else s.var.ty + " "
        self.line(
            f"for ({ty}{s.var.name} in {self.value(lo, ASSIGN + 1)}{dots}{self.value(hi, ASSIGN + 1)}{step})"
            + s.at.get("note", "")
        )
        self.braces(body)

    def s_forin(self, s):
        what = self.value(s.kids[0], POSTFIX)
        if s.slice:
            lo, hi = s.kids[1], s.kids[2]
            low = "" if lo.kind == "none" else self.value(lo, ASSIGN + 1)
            high = "" if hi.kind == "none" else self.value(hi, ASSIGN + 1)
            what += f"[{low}{'...' if s.inclusive else '..'}{high}]"
        ty = "" if s.untyped else s.var.ty + " "
        self.line(f"for ({ty}{s.var.name} in {what})")
        self.braces(s.kids[-1])

    def s_switch(self, s):
        self.line(f"switch ({self.value(s.kids[0])})")
        self.depth += 1
        self.line("{")
        for labels, body in zip(s.labels, s.kids[1:], strict=True):
            for label in labels:
                self.line("default:" if label is None else f"case {self.label(label)}:")
            self.depth += 1
            for k in body.kids:
                self.statement(k)
            self.depth -= 1
        self.line("}")
        self.depth -= 1

    @staticmethod
    def label(label):
        if isinstance(label, tuple):
            lo, hi = label
            return f"{'' if lo is None else lo}..{'' if hi is None else hi}"
        return str(label)

    def s_break(self, s):
        self.line("break;")

    def s_continue(self, s):
        self.line("continue;")

    def s_return(self, s):
        self.line(" ".join(["return", ", ".join(self.value(k) for k in s.kids)]).rstrip() + ";")

    def s_defer(self, s):
        self.line("defer")
        self.braces(s.kids[0])

    def s_label(self, s):
        self.line(f"{s.name}:;")

    def s_goto(self, s):
        self.line(f"goto {s.name};")

    def s_delete(self, s):
        self.line(f"delete {s.var.name};")

    def s_results(self, s):
        *places, call = s.kids
        self.line(f"({', '.join(self.value(p) for p in places)}) = {self.value(call)};")

    def s_new_results(self, s):
        names = ", ".join(spell(v.ty, v.name) for v in s.vars)
        self.line(f"({names}) = {self.value(s.kids[0])};")

    def s_print(self, s):
        form = " ".join("%" + c for c in s.specs)
        args = "".join(", " + self.value(k) for k in s.kids)
        self.line(f'printf("{s.number}: {form}\\n"{args});')

    def s_throw(self, s):
        self.line(f"throw new {s.name}({self.value(s.kids[0])});")

    def s_try(self, s):
        self.line("try")
        self.braces(s.kids[0])
        for (kind, var), body in zip(s.catches, s.kids[1:], strict=True):
            self.line(f"catch ({kind + ' ' if kind else ''}{var.name}_)")
            # The code is copied into a variable, so that both languages name one.
            self.depth += 1
            self.line("{")
            if kind:
                field = "number" if kind == "Other" else "code"
                self.line(f"i32 {var.name} = {var.name}_.{field};")
            for k in body.kids:
                self.statement(k)
            self.line("}")
            self.depth -= 1

    def s_par(self, s):
        clauses = "".join(f" :reduce({op} {v.name})" for op, v in s.reduce)
        if s.goal:
            clauses += f" :goal({s.goal})"
        if s.grid:
            sizes = ", ".join(self.value(k) for k in s.kids[:-1])
            self.line(f"par {s.name} :grid({sizes}){clauses}".replace("  ", " "))
            self.braces(s.kids[-1])
            return
        self.line(f"par {s.name}{clauses}".rstrip())
        self.depth += 1
        self.line("{")
        lo, hi, body = s.kids
        dots = "..." if s.inclusive else ".."
        bounds = f"{self.value(lo, ASSIGN + 1)}{dots}{self.value(hi, ASSIGN + 1)}"
        self.line(f"for ({s.var.ty} {s.var.name} in {bounds})")
        self.braces(body)
        self.line("}")
        self.depth -= 1

    # Declarations.

    def program(self, p):
        for s in p.structs + p.views:
            fields = " ".join(spell(t, n) + ";" for n, t in s.fields)
            self.line(f"struct {s.name} {{ {fields} }};")
        for name, members in p.enums:
            texts = ", ".join(m if v is None else f"{m} = {v}" for m, v, _ in members)
            self.line(f"enum {name} = {{{texts}}};")
        for name, result, params in p.fn_types:
            self.line(f"typedef {spell(result)} {name}({', '.join(spell(t) for t in params)});")
        for var, first in p.globals:
            start = "" if first is None else f" = {self.constant(first)}"
            self.line(spell(var.ty, var.name) + start + ";")
        if p.classes:
            self.line(f"i32 p{p.number}_alive;")
        for c in p.classes:
            self.class_(c, p.number)
        for name, ty in p.varargs:
            self.variadic(name, ty)
        for f in p.functions:
            self.function(f)

    def constant(self, first):
        if isinstance(first, list):
            return "{" + ", ".join(self.constant(v) for v in first) + "}"
        return self.value(first)


def print_xc(programs):
    out = PrintXC()
    for p in programs:
        out.program(p)
    calls = "\n".join(f"    hash = 0; p{p.number}_main();" for p in programs)
    body = "\n".join(out.lines)
    return f"{HEADER}\n{body}\n\ni32 main(void)\n    {{\n{calls}\n    return 0;\n    }}\n"
