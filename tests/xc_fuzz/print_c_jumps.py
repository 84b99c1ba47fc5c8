# SPDX-License-Identifier: Apache-2.0
"""Statements in C. All of XC's jumps become gotos, and what a scope defers is written out at each way
out of it."""

import kinds
from kinds import spell


class Frame:
    """A scope, loop, switch or try that is being written."""

    def __init__(self, kind, **labels):
        self.kind = kind
        self.defers = []
        self.names = set()  # what a goto may name
        self.labels = labels


class Jumps:
    def __init__(self):
        self.frames = []
        self.goto_labels = {}

    def statement(self, s):
        getattr(self, "s_" + s.kind)(s)

    # Ways out.

    def run_defers(self, index):
        """What frame `index` has deferred so far; inside, nothing around it is left by accident."""
        kept = self.frames
        for body in reversed(kept[index].defers):
            self.frames = kept[:index]
            self.s_block(body)
        self.frames = kept

    def leave_to(self, index):
        """Leaves the frames above `index`."""
        for k in range(len(self.frames) - 1, index, -1):
            self.run_defers(k)

    def jump(self, label):
        """To a label of the innermost frame that has it: break, continue, item, caught."""
        for k in range(len(self.frames) - 1, -1, -1):
            if label in self.frames[k].labels:
                self.leave_to(k)
                self.line(f"goto {self.frames[k].labels[label]};")
                return
        raise ValueError(label)

    def leave_by_throw(self):
        # What a defer calls may throw and catch by itself, so `thrown` is put aside.
        self.line("{ int thrown_ = thrown; i32 code_ = thrown_code; thrown = 0;")
        tries = [k for k, f in enumerate(self.frames) if "caught" in f.labels]
        self.leave_to(tries[-1] if tries else -1)
        to = self.frames[tries[-1]].labels["caught"] if tries else "end"
        self.line(f"thrown = thrown_; thrown_code = code_; goto {to}; }}")

    # Statements.

    def s_block(self, s):
        self.frames.append(Frame("scope"))
        self.frames[-1].names = {k.name for k in s.kids if k.kind == "label"}
        self.line("{")
        for k in s.kids:
            self.statement(k)
        self.run_defers(len(self.frames) - 1)
        self.line("}")
        self.frames.pop()

    def s_decl(self, s):
        name, ty = s.var.name, s.var.ty
        if s.at.get("static"):
            self.hit("static")
            self.hoisted[name] = "static " + spell(ty, name)
            self.hoisted[name + "_made"] = f"static u8 {name}_made"
            self.line(f"if (!{name}_made) {{ {name}_made = 1;")
            self.initialise(name, ty, s.kids[0])
            self.line("}")
            return
        self.hit("declare", "auto" if s.at.get("auto") else "typed")
        self.hoist(ty, name)
        if s.kids and s.kids[0].kind != "list":
            self.initialise(name, ty, s.kids[0])
            return
        if s.kids:
            # A list's values may name the variable of an earlier round: made aside.
            made = self.fresh("made")
            self.line(f"{spell(ty, made)}; memset(&{made}, 0, sizeof {made});")
            self.initialise(made, ty, s.kids[0])
            self.line(f"memcpy(&{name}, &{made}, sizeof {name});")
        else:
            self.line(f"memset(&{name}, 0, sizeof {name});")

    def s_expr(self, s):
        self.value(s.kids[0])

    def s_if(self, s):
        self.hit("statement", "if")
        self.line(f"if ({self.truth(s.kids[0])})")
        self.s_block(s.kids[1])
        if len(s.kids) > 2:
            self.line("else")
            self.s_block(s.kids[2])

    def loop(self, test, step, body):
        """test() gives a truth or nothing; a `continue` goes on with step()."""
        out, round_ = self.fresh("out"), self.fresh("round")
        self.line("for (;;) {")
        if test:
            self.line(f"if (!{test()}) break;")
        self.frames.append(Frame("loop", break_=out, continue_=round_))
        self.s_block(body)
        self.frames.pop()
        self.line(f"{round_}:;")
        if step:
            step()
        self.line("}")
        self.line(f"{out}:;")

    def s_while(self, s):
        self.hit("statement", "while")
        self.loop(lambda: self.truth(s.kids[0]), None, s.kids[1])

    def s_for(self, s):
        init, test, step, body = s.kids
        self.hit("statement", "for")
        self.s_decl(init)
        self.loop(lambda: self.truth(test), lambda: self.value(step), body)

    def s_range(self, s):
        lo, hi, body = s.kids
        t = s.var.ty
        down = s.down
        self.hit("range", "down" if down else "up", t)
        self.hit("range", "inclusive" if s.inclusive else "exclusive")
        i = self.hoist(t, s.var.name)
        self.line(f"{i} = {self.of(lo, t)};")
        step = s.step if s.step is not None else (-1 if down else 1)
        op = (">" if down else "<") + ("=" if s.inclusive else "")

        def advance():
            # The step at T's width: the sum wraps.
            self.line(f"{i} = ({t})((u64){i} + (u64)INT64_C({step}));")

        self.loop(lambda: self.temp("u8", f"{i} {op} {self.of(hi, t)}"), advance, body)

    def s_forin(self, s):
        array = s.kids[0]
        self.hit("for in", "slice" if s.slice else "whole", "pointer" if s.pointer else "array")
        base = self.value(array) if s.pointer else self.place(array)
        element = array.ty[1]
        count = s.length
        k, end = self.temp("u64", "0"), self.temp("u64", str(count))
        if s.slice:
            for bound, name in ((s.kids[1], k), (s.kids[2], end)):
                if bound.kind != "none":
                    more = " + 1" if name == end and s.inclusive else ""
                    self.line(f"{name} = (u64){self.value(bound)}{more};")
        v = self.hoist(s.var.ty, s.var.name)

        def test():
            self.line(f"if (!({k} < {end})) break;")
            x = self.temp(element, f"{base}[{k}]")
            self.line(f"{v} = {self.converted(x, element, s.var.ty)};")
            return "1"

        self.loop(test, lambda: self.line(f"{k}++;"), s.kids[-1])

    def s_switch(self, s):
        subject = s.kids[0]
        self.hit("switch", subject.ty)
        x = self.value(subject)
        out = self.fresh("out")
        cases = [self.fresh("case") for _ in s.labels]
        default = out
        for case, labels in zip(cases, s.labels, strict=True):
            for label in labels:
                if label is None:
                    default = case
                elif isinstance(label, tuple):
                    self.hit("switch", "range")
                    lo, hi = label
                    low = 0 if lo is None else lo
                    high = 255 if hi is None else hi
                    self.line(f"if ({x} >= {low} && {x} <= {high}) goto {case};")
                else:
                    self.line(f"if ({x} == {self.constant(label, subject.ty)}) goto {case};")
        self.line(f"goto {default};")
        self.frames.append(Frame("switch", break_=out))
        for case, body in zip(cases, s.kids[1:], strict=True):
            self.line(f"{case}:;")
            for k in body.kids:
                self.statement(k)
            if not body.kids or body.kids[-1].kind not in ("break", "return", "continue"):
                self.hit("switch", "falls through")
        self.frames.pop()
        self.line(f"{out}:;")

    def s_break(self, s):
        self.hit("break", next(f.kind for f in reversed(self.frames) if "break_" in f.labels))
        self.jump("break_")

    def s_continue(self, s):
        self.hit("statement", "continue")
        self.jump("continue_")

    def s_return(self, s):
        if self.in_item():
            self.hit("par", "return")
            self.jump("item")
            return
        self.hit("statement", "return")
        results = self.function.results
        values = [self.of(k, t) for k, t in zip(s.kids, results, strict=True)]
        if len(results) == 1:
            values = [self.temp(results[0], values[0])]
        self.leave_to(-1)
        if len(results) == 1:
            self.line(f"result = {values[0]};")
        else:
            for k, v in enumerate(values):
                self.line(f"*out{k} = {v};")
        self.line("goto end;")

    def s_defer(self, s):
        self.hit("statement", "defer")
        self.frames[-1].defers.append(s.kids[0])

    def s_label(self, s):
        self.hit("statement", "label")
        self.line(f"{s.name}:;")

    def s_goto(self, s):
        self.hit("statement", "goto")
        target = next(k for k, f in enumerate(self.frames) if s.name in f.names)
        self.leave_to(target)
        self.line(f"goto {s.name};")

    def s_delete(self, s):
        self.line(f"free({s.var.name});")

    def s_results(self, s):
        *places, call = s.kids
        self.hit("par results" if self.in_item() else "results", "assigned")
        where = [self.place(p) for p in places]
        values = self.several(call)
        for p, to, v, t in zip(places, where, values, call.function.results, strict=True):
            self.line(f"{to} = {self.converted(v, t, p.ty)};")

    def s_new_results(self, s):
        self.hit("par results" if self.in_item() else "results", "declared")
        call = s.kids[0]
        values = self.several(call)
        for var, v, t in zip(s.vars, values, call.function.results, strict=True):
            self.hoist(var.ty, var.name)
            self.line(f"{var.name} = {self.converted(v, t, var.ty)};")

    def several(self, call):
        f = call.function
        args = self.arguments(call.kids, [v.ty for v in f.params])
        outs = [self.fresh() for _ in f.results]
        for name, t in zip(outs, f.results, strict=True):
            self.line(f"{spell(t, name)};")
        all_ = ", ".join(([args] if args else []) + [f"&{name}" for name in outs])
        self.line(f"{f.c_name}({all_});")
        return outs

    def s_print(self, s):
        parts, values = [], []
        for spec, k in zip(s.specs, s.kids, strict=True):
            v = self.value(k)
            self.hit("print", spec, k.ty)
            sign = "i" if spec == "d" else "u"
            wide = "long long" if spec == "d" else "unsigned long long"
            parts.append({"d": "%lld", "u": "%llu", "x": "%llx"}[spec])
            values.append(f"({wide})({sign}{kinds.bits(k.ty)}){v}")
        self.line(f'printf("{s.number}: {" ".join(parts)}\\n"{"".join(", " + v for v in values)});')

    def s_throw(self, s):
        self.hit("statement", "throw")
        v = self.of(s.kids[0], "i32")
        number = {"Fault": 1, "Worse": 2, "Other": 3}[s.name]
        self.line(f"thrown = {number}; thrown_code = {v};")
        self.leave_by_throw()

    def s_try(self, s):
        self.hit("statement", "try")
        caught, out = self.fresh("caught"), self.fresh("out")
        self.frames.append(Frame("try", caught=caught))
        self.s_block(s.kids[0])
        self.frames.pop()
        self.line(f"goto {out};")
        self.line(f"{caught}:;")
        kinds_of = {"Fault": "thrown == 1 || thrown == 2", "Worse": "thrown == 2"}
        kinds_of["Other"] = "thrown == 3"
        for (kind, var), body in zip(s.catches, s.kids[1:], strict=True):
            self.line(f"if ({kinds_of.get(kind, 1)}) {{")
            self.hit("catch", kind or "any")
            self.line("thrown = 0;")
            self.hoist("i32", var.name)
            self.line(f"{var.name} = thrown_code;")
            self.s_block(body)
            self.line(f"goto {out};")
            self.line("}")
        # Nothing fits: on to the next one.
        self.leave_by_throw()
        self.line(f"{out}:;")

    def s_par(self, s):
        self.hit("par", "grid" if s.grid else "loop", s.goal or "no goal")
        bounds = [self.value(k) for k in s.kids[:-1]]
        item = self.fresh("item")
        orders = []
        for op, v in s.reduce:
            self.hit("reduce", op, v.ty)
            if kinds.is_real(v.ty) and op in "+*":
                orders.append(self.ordered(op, v))
        self.line("{ i64 par_item = 0;")
        if s.grid:
            sizes = [self.temp("u32", b) for b in bounds] + ["1"] * (3 - len(bounds))
            names = ("width", "height", "depth")
            self.line(
                f"u32 par_{names[0]} = {sizes[0]}, par_{names[1]} = {sizes[1]}, par_depth = {sizes[2]};"
            )
            items = "(i64)par_width * par_height * par_depth"
            for copies in orders:
                self.line(copies["begin"].format(items=items))
            for a, n in zip("zyx", ("depth", "height", "width"), strict=True):
                self.line(f"for (u32 par_{a} = 0; par_{a} < par_{n}; par_{a}++)")
        else:
            lo, hi = (
                self.converted(b, k.ty, s.var.ty) for b, k in zip(bounds, s.kids, strict=False)
            )
            i = s.var.name
            items = f"((i64){hi} - (i64){lo} + {int(s.inclusive)})"
            self.line(f"i64 par_items = {items} < 0 ? 0 : {items};")
            for copies in orders:
                self.line(copies["begin"].format(items="par_items"))
            self.line("for (i64 par_i = 0; par_i < par_items; par_i++)")
        self.line("{")
        if not s.grid:
            self.hoist(s.var.ty, i)
            self.line(f"{i} = ({s.var.ty})((i64){lo} + par_i);")
        for copies in orders:
            self.line(copies["item"])
        self.frames.append(Frame("item", item=item, continue_=item))
        self.s_block(s.kids[-1])
        self.frames.pop()
        self.line(f"{item}:; par_item++;")
        self.line("}")
        for copies in orders:
            self.line(copies["end"])
            self.renamed.pop(copies["var"])
        self.line("}")

    def ordered(self, op, v):
        """A floating-point reduction in the order that docs/ir.md fixes."""
        n = self.fresh("r")
        t, name, fold = v.ty, v.name, {"+": "add", "*": "mul"}[op]
        start = 0 if op == "+" else 1
        self.renamed[v] = f"{n}_copies[par_item % 64]"
        reset = f"for (int k = 0; k < 64; k++) {n}_copies[k] = {start};"
        flush = f"{{ {name} = {fold}_{t}({name}, fold_{fold}_{t}({n}_copies)); {reset} }}"
        reset_ = reset.replace("{", "{{").replace("}", "}}")
        return {
            "var": v,
            "begin": f"{t} {n}_copies[64]; {reset_} i64 {n}_block = reduction_block({{items}});",
            "item": f"if (par_item && par_item % {n}_block == 0) {flush}",
            "end": f"if (par_item) {flush}",
        }
