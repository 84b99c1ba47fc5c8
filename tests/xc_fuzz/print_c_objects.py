# SPDX-License-Identifier: Apache-2.0
"""Objects, blocks and variadic functions in C: an object is a struct with a number for its class, never
freed; a method is chosen by that number; a block's value is worked out where it is called, from copies
made where it was created."""

import kinds
from kinds import spell


class Objects:
    def classes(self, p):
        if not p.classes:
            return
        root = p.classes[0].name
        fields = " ".join(spell(v.ty, v.name) + ";" for c in p.classes for v in c.fields)
        self.out.append(f"typedef struct {root}_object {root};")
        self.out.append(f"struct {root}_object {{ int tag; {root}* link; {fields} }};")
        for c in p.classes:
            if c.base:
                self.out.append(f"typedef {root} {c.name};")
            self.out += [self.head(f) + ";" for f in c.methods.values()]
        for name, f in p.classes[0].methods.items():
            params = "".join(", " + spell(v.ty, v.name) for v in f.params)
            args = "".join(", " + v.name for v in f.params)
            self.out.append(f"static {f.results[0]} {root}_call_{name}({root}* self{params})\n{{")
            for k, c in enumerate(p.classes):
                self.out.append(f"if (self->tag == {k}) return {c.find(name).c_name}(self{args});")
            self.out.append("abort();\n}")
        for k, c in enumerate(p.classes):
            names = [v.name for v in c.all_fields()]
            params = "".join(spell(v.ty, v.name) + ", " for v in c.all_fields())
            self.out.append(f"static {root}* {c.name}_new({params}{root}* link)\n{{")
            self.out.append(f"{root}* o = calloc(1, sizeof *o); o->tag = {k}; o->link = link;")
            self.out += [f"o->{n} = {n};" for n in names]
            self.out.append("return o;\n}")

    def define_methods(self, p):
        for c in p.classes:
            for f in c.methods.values():
                for v in c.all_fields():
                    self.renamed[v] = f"self->{v.name}"
                self.define(f, [])
                self.renamed = {}

    def varargs(self, p):
        for name, t in p.varargs:
            slot = "double" if kinds.is_real(t) else "i64"
            self.out.append(
                f"static {t} {name}(u32 n, {slot}* a)\n{{\n{t} s = 1;\n"
                f"for (u32 k = 0; k < n; k++) s = add_{t}(mul_{t}(s, 3), ({t})a[k]);\nreturn s;\n}}"
            )

    def v_vararg(self, e):
        self.hit("variadic", e.ty)
        slot = "double" if kinds.is_real(e.ty) else "i64"
        args = ", ".join([f"({slot}){self.value(k)}" for k in e.kids] + ["0"])
        return self.temp(e.ty, f"{e.name}({len(e.kids)}, ({slot}[]){{{args}}})")

    def v_null(self, e):
        return "0"

    def v_new_object(self, e):
        types = [v.ty for v in e.made.all_fields()]
        self.hit("object", "derived" if e.made.base else "base")
        args = [self.of(k, t) for k, t in zip(e.kids, types, strict=False)]
        args.append(self.value(e.kids[-1]))
        return self.temp(e.ty, f"{e.made.name}_new({', '.join(args)})")

    def v_method(self, e):
        f = e.method
        self.hit("method", "virtual")
        to = self.value(e.kids[0])
        args = self.arguments(e.kids[1:], [v.ty for v in f.params])
        name = f"{f.owner.root().name}_call_{f.name}"
        return self.temp(e.ty, f"{name}({to}{', ' if args else ''}{args})")

    def v_virtual(self, e):
        self.hit("method", "of self")
        args = self.arguments(e.kids, [v.ty for v in e.method.params])
        name = f"{e.method.owner.root().name}_call_{e.method.name}"
        return self.temp(e.ty, f"{name}(self{', ' if args else ''}{args})")

    def v_super(self, e):
        self.hit("method", "super")
        args = self.arguments(e.kids, [v.ty for v in e.method.params])
        return self.temp(e.ty, f"{e.method.c_name}(self{', ' if args else ''}{args})")

    def s_alive(self, s):
        self.line(f'printf("{s.number}: alive 0\\n");')

    def s_block_decl(self, s):
        self.hit("block", "made")
        for v in s.made.captured:
            copy = self.hoist(v.ty, f"{s.made.name}_{v.name}")
            self.line(f"memcpy(&{copy}, &{self.renamed.get(v, v.name)}, sizeof {copy});")

    def v_block_call(self, e):
        made = e.made
        self.hit("block", "called")
        x = self.of(e.kids[0], made.param.ty)
        kept = self.renamed
        param = self.hoist(made.param.ty, self.fresh("x"))
        self.line(f"{param} = {x};")
        self.renamed = kept | {v: f"{made.name}_{v.name}" for v in made.captured}
        self.renamed[made.param] = param
        out = self.of(made.expr, made.result)
        self.renamed = kept
        return self.temp(made.result, out)
