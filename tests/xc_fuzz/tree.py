# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a program, which both printers walk and the reducer cuts."""

import kinds


class Node:
    """`kind`, the type of an expression, its parts in order, and what else there is by name."""

    __slots__ = ("at", "kids", "kind", "ty")

    def __init__(self, kind, ty=None, kids=(), **at):
        self.kind = kind
        self.ty = ty
        self.kids = list(kids)
        self.at = at

    def __getattr__(self, name):
        try:
            return object.__getattribute__(self, "at")[name]
        except KeyError:
            raise AttributeError(name) from None

    def clone(self):
        return Node(self.kind, self.ty, [k.clone() for k in self.kids], **self.at)

    def walk(self):
        yield self
        for k in self.kids:
            yield from k.walk()


class Function:
    """results: a list of types; `pure`: a par block may call it."""

    def __init__(self, name, results, params, pure=False, c_name=None):
        self.name = name
        self.c_name = c_name or name
        self.results = results
        self.params = params
        self.pure = pure
        self.throws = self.recursive = False
        self.cost = 0
        self.body = None
        self.owner = None  # a method's class


class Program:
    def __init__(self, number):
        self.number = number
        self.structs = []
        self.views = []  # structs that hold a pointer, for par blocks to capture
        self.classes, self.varargs = [], []
        self.enums = []  # (name, [(member, value)])
        self.fn_types = []  # (name, result, parameters)
        self.globals = []  # (Var, list of numbers or None)
        self.functions = []

    def clone(self):
        out = Program(self.number)
        out.structs, out.enums = list(self.structs), list(self.enums)
        out.views = list(self.views)
        out.classes, out.varargs = list(self.classes), list(self.varargs)
        out.fn_types, out.globals = list(self.fn_types), list(self.globals)
        out.functions = []
        for f in self.functions:
            g = Function(f.name, f.results, f.params, f.pure, f.c_name)
            g.throws, g.cost, g.body = f.throws, f.cost, f.body.clone()
            g.recursive = f.recursive
            out.functions.append(g)
        return out


def lit(v, ty=None, text=None):
    """An integer of literals alone has its narrowest type; another one needs a cast."""
    own = kinds.literal(v)
    node = Node("lit", own, value=v, text=text or str(v))
    return node if ty in (None, own) else cast(ty, node)


def real(ty, v):
    text = f"{abs(v):.9g}" if ty == "float" else f"{abs(v):.17g}"
    if "." not in text and "e" not in text:
        text += ".0"
    node = Node("real", ty, text=text)
    return Node("un", ty, [node], op="-") if v < 0 else node


def number(ty, v):
    return real(ty, float(v)) if kinds.is_real(ty) else lit(int(v), ty)


def cast(ty, e):
    return Node("cast", ty, [e])


def binary(op, a, b):
    return Node("bin", kinds.result(op, a.ty, b.ty), [a, b], op=op)


def use(var):
    return Node("var", var.ty, var=var)


def block(*statements):
    return Node("block", None, statements)
