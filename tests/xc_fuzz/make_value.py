# SPDX-License-Identifier: Apache-2.0
"""Expressions: any operator on operands of any types, which XC's rules bring together."""

import kinds
from kinds import INTS, REALS, SCALARS, Struct
from tree import Node, binary, cast, lit, real, use

NICE = (0, 1, 2, 3, 5, 7, 8, 10, 15, 31, 32, 63, 64, 100, 127, 128, 200, 255, 256, 1000, 32767)
NICE += (32768, 40000, 65535, 65536, 100000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1)
NICE += (2**63, 2**64 - 1, 0x5DEECE66D, 0x9E3779B9)
REAL = (0.0, 0.5, 1.0, 1.5, 2.25, 3.0, 0.1, 10.0, 127.5, 255.9, 300.0, 70000.0, 1e10, 3e19, 1e-3)
ARITHMETIC = ("+", "-", "*", "/")
BITS = ("&", "|", "^")


def is_exact(e):
    """Made of integer literals only: XC works it out with every digit."""
    return e.kind == "lit" or (
        e.kind in ("un", "bin") and e.ty in INTS and all(map(is_exact, e.kids))
    )


class ValueMaker:
    def pick(self, *choices):
        """One of (weight, value)."""
        return self.rng.choices([v for _, v in choices], [w for w, _ in choices])[0]

    def chance(self, p):
        return self.rng.random() < p

    # Leaves.

    def literal(self):
        r = self.rng
        if self.chance(0.2):
            ty = r.choice(REALS if self.chance(0.9) else ("double",))
            v = r.choice(REAL) if self.chance(0.7) else r.uniform(-1000, 1000)
            return real(ty, -v if self.chance(0.2) else v)
        v = r.choice(NICE) if self.chance(0.5) else r.randrange(40)
        if self.chance(0.1):
            return self.exact()
        if self.chance(0.25) and 0 < v <= 2**63:
            return lit(-v)
        text = self.pick((8, str(v)), (1, hex(v)), (1, f"${v:X}"), (1, f"{v:_}"))
        return lit(v, text=text)

    def exact(self):
        """An expression of literals, which does not wrap."""
        a, b = self.rng.randrange(1, 70000), self.rng.randrange(1, 500)
        op = self.rng.choice(("+", "-", "*", "/", "%", "<<", "&", "|"))
        b = b % 30 if op == "<<" else b
        v = {"+": a + b, "-": b - a, "*": a * b, "/": a // b if b else 0, "%": a % b if b else a}
        v |= {"<<": a << b, "&": a & b, "|": a | b}
        x, y = (b, a) if op == "-" else (a, b)
        return lit(v[op], text=f"({x} {op} {y})")

    def index(self, count, depth, plain=False):
        """Below `count` for any operands; `plain` where an item's own row must be seen."""
        if count == 1 or plain or self.chance(0.4):
            return lit(self.rng.randrange(count))
        variables = [v for v in self.readable() if kinds.is_int(v.ty)]
        if variables and self.chance(0.8):
            e = use(self.rng.choice(variables))
        else:
            e = self.whole(min(depth, 1))
        if is_exact(e):
            e = cast("u32", e)
        if count & (count - 1) == 0:
            return binary("&", e, lit(count - 1))
        return binary("%", cast(self.rng.choice(("u16", "u32", "u64")), e), lit(count))

    def descend(self, e, ty, depth):
        """From a place of any type to one of its scalars, or of the wanted type."""
        while not (kinds.is_scalar(e.ty) or (ty is not None and e.ty == ty)):
            t = e.ty
            if isinstance(t, Struct):
                fields = [f for f in t.fields if ty is None or self.leads(f[1], ty)]
                name, inner = self.rng.choice(fields or t.fields)
                e = Node("field", inner, [e], name=name, dot=".")
            elif kinds.is_array(t):
                e = Node("index", t[1], [e, self.index(t[2], depth - 1)])
            elif kinds.is_pointer(t):
                e = self.behind(e, depth)
            else:
                return None
        return e if ty is None or e.ty == ty else None

    def behind(self, e, depth):
        count, plain = e.var.length, e.var.where == "row"
        to = e.ty[1]
        if isinstance(to, Struct) and count == 1 and self.chance(0.8):
            name, inner = self.rng.choice(to.fields)
            return Node("field", inner, [e], name=name, dot=self.rng.choice((".", "->")))
        if count == 1 and self.chance(0.7):
            return Node("deref", to, [e])
        if self.chance(0.15):
            at = Node("bin", e.ty, [e, self.index(count, depth - 1, plain)], op="+")
            return Node("deref", to, [at])
        return Node("index", to, [e, self.index(count, depth - 1, plain)])

    def leads(self, t, ty):
        if t == ty:
            return True
        if isinstance(t, Struct):
            return any(self.leads(f, ty) for _, f in t.fields)
        return (kinds.is_array(t) or kinds.is_pointer(t)) and self.leads(t[1], ty)

    def readable(self):
        """Variables that an expression may read here."""
        locals_ = [v for scope in self.scopes for v in scope if v not in self.closed]
        if self.item:
            # A pointer from outside may point to what the block writes, but to new memory.
            own = {v for scope in self.scopes[self.base :] for v in scope}
            locals_ = [
                v for v in locals_ if v in own or v.where == "new" or not kinds.is_pointer(v.ty)
            ]
        return locals_ + [v for v in self.open_globals if v not in self.closed]

    def place(self, depth, ty=None, write=False):
        """A scalar place, or one of the wanted type; nothing where there is none."""
        if write and self.frozen:
            return None
        wanted = [v for v in (self.writable() if write else self.readable())]
        wanted = [v for v in wanted if ty is None or self.leads(v.ty, ty)]
        wanted = [
            v
            for v in wanted
            if not isinstance(v.ty, tuple) or v.ty[0] not in ("fn", "obj", "block")
        ]
        if write:
            wanted = [
                v for v in wanted if not v.fixed or (kinds.is_pointer(v.ty) and not v.readonly)
            ]
        if self.own and self.chance(0.3):
            array, at = self.rng.choice(self.own)
            e = Node("index", array.ty[1], [use(array), at.clone()])
            return self.descend(e, ty, depth)
        if not wanted:
            return None
        # The newest ones more often: they are what loops and arguments gave.
        n = len(wanted)
        var = wanted[max(self.rng.randrange(n), self.rng.randrange(n))]
        return self.descend(use(var), ty, depth)

    def leaf(self, depth=0):
        if self.chance(0.65):
            e = self.place(depth)
            if e:
                return e
        if self.item and self.grid and self.chance(0.3):
            names = "xyz" if self.chance(0.8) else ("width", "height", "depth")
            return Node("par", "u32", name=self.rng.choice(names))
        if self.item and self.views and self.chance(0.3):
            view, array = self.rng.choice(self.views)
            pointer = Node("field", ("ptr", array.ty[1]), [use(view)], name="p", dot=".")
            return Node("index", array.ty[1], [pointer, self.index(array.ty[2], depth - 1)])
        if self.p.enums and self.chance(0.08):
            _, members = self.rng.choice(self.p.enums)
            name, _, v = self.rng.choice(members)
            ty = kinds.literal(max(m[2] for m in members))
            return Node("name", ty, name=name, value=v)
        if self.chance(0.02):
            arrays = [v for v in self.readable() if kinds.is_array(v.ty)]
            if arrays and not self.item:
                return Node("length", "u32", [use(self.rng.choice(arrays))])
            of = self.rng.choice(SCALARS + tuple(self.p.structs))
            return Node("sizeof", "u64", of=of)
        return self.literal()

    # Inner nodes.

    def whole(self, depth):
        e = self.number(depth)
        return e if kinds.is_int(e.ty) else cast(self.rng.choice(INTS), e)

    def number(self, depth):
        if depth <= 0 or self.size <= 0:
            return self.leaf(depth)
        self.size -= 1
        make = self.pick(
            (30, self.arithmetic), (18, self.bitwise), (10, self.casted), (8, self.unary),
            (8, self.compared), (4, self.logic), (5, self.choice), (10, self.call),
            (3, self.assignment), (3, self.step), (12, self.leaf),
        )  # fmt: skip
        return make(depth) or self.leaf(depth)

    def both(self, op, a, b):
        if is_exact(a) and is_exact(b):
            b = cast(self.rng.choice(INTS), b)
        return binary(op, a, b)

    def arithmetic(self, depth):
        op = self.rng.choice(ARITHMETIC)
        a, b = self.number(depth - 1), self.number(depth - 1)
        if self.chance(0.1) and kinds.is_int(a.ty) and kinds.is_int(b.ty):
            op = "%"
        return self.both(op, a, b)

    def bitwise(self, depth):
        op = self.pick((3, self.rng.choice(BITS)), (2, self.rng.choice(kinds.SHIFTS)),
                       (1, self.rng.choice(kinds.ROTATES)), (1, "%"), (0.5, "/"))  # fmt: skip
        a, b = self.whole(depth - 1), self.whole(depth - 1)
        return self.both(op, a, b)

    def compared(self, depth):
        a = self.number(depth - 1)
        b = self.number(depth - 1)
        return self.both(self.rng.choice(kinds.COMPARE), a, b)

    def casted(self, depth):
        return cast(self.rng.choice(SCALARS), self.number(depth - 1))

    def unary(self, depth):
        op = self.pick((4, "-"), (3, "~"), (2, "!"), (0.8, "+"))
        e = self.whole(depth - 1) if op == "~" else self.number(depth - 1)
        if op == "!":
            return Node("un", "u8", [e], op=op)
        if e.kind in ("lit", "real") or is_exact(e):
            e = cast(e.ty, e)
        return Node("un", e.ty, [e], op=op)

    def truth(self, depth):
        return self.compared(depth) if self.chance(0.6) else self.number(depth)

    def logic(self, depth):
        kids = [self.truth(depth - 1), self.truth(depth - 1)]
        return Node("logic", "u8", kids, op=self.rng.choice(("&&", "||")))

    def choice(self, depth):
        c, a, b = self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1)
        return Node("cond", kinds.common(a.ty, b.ty), [c, a, b])

    def assignment(self, depth):
        to = self.place(depth - 1, write=True)
        return to and self.assign_to(to, depth - 1)

    def assign_to(self, to, depth):
        ops = ["", "", "+", "-", "*", "/"]
        if kinds.is_int(to.ty):
            ops += ["%", "&", "|", "^", "<<", ">>", "<:", ":>"]
        op = self.rng.choice(ops)
        from_ = self.whole(depth) if op in kinds.INT_ONLY else self.number(depth)
        return Node("assign", to.ty, [to, from_], op=op)

    def step(self, depth):
        to = self.place(depth - 1, write=True)
        if not to:
            return None
        op = self.rng.choice(("++", "--"))
        return Node("step", to.ty, [to], op=op, prefix=self.chance(0.5))

    # Values of a given type.

    def value_of(self, ty, depth):
        """For an argument or a copy: a number converts by itself."""
        if kinds.is_scalar(ty):
            return self.number(depth)
        if isinstance(ty, Struct):
            return self.struct_value(ty, depth)
        if kinds.is_pointer(ty):
            return self.pointer_value(ty[1], 1, depth)
        return None

    def struct_value(self, ty, depth):
        makers = [f for f in self.callable() if f.results == [ty]]
        if makers and self.chance(0.4) and depth > 0:
            made = self.call_of(self.rng.choice(makers), depth)
            if made:
                return made
        e = self.place(depth, ty)
        if e and depth > 1 and self.chance(0.15):
            other = self.place(depth, ty)
            return Node("cond", ty, [self.truth(depth - 1), e, other]) if other else e
        return e

    def pointer_value(self, to, count, depth, write=True):
        """To at least `count` elements, which the callee may write."""
        found = []
        may_write = set(self.writable())
        for v in self.readable():
            if write and (v not in may_write or v.readonly):
                continue
            if kinds.is_array(v.ty) and v.ty[1] == to and v.ty[2] >= count:
                found.append(Node("decay", ("ptr", to), [use(v)]))
                if v.ty[2] > count:
                    at = lit(self.rng.randrange(v.ty[2] - count + 1))
                    element = Node("index", to, [use(v), at])
                    found.append(Node("address", ("ptr", to), [element]))
            elif kinds.is_pointer(v.ty) and v.ty[1] == to and v.length >= count:
                found.append(use(v))
            elif count == 1 and v.ty == to and not v.fixed and v in may_write:
                found.append(Node("address", ("ptr", to), [use(v)]))
        for array, at, room in self.rows:
            if array.ty[1] == to and room >= count:
                element = Node("index", to, [use(array), at.clone()])
                found += [Node("address", ("ptr", to), [element])] * 3
        if not found:
            return None
        return self.rng.choice(found)

    # Calls.

    def callable(self):
        return [
            f
            for f in self.functions
            if (f.pure or not self.pure)
            and not (f.recursive and self.pure)
            and self.cost + self.trips * f.cost <= self.limit
            and (not f.throws or self.may_throw)
        ]

    def call(self, depth):
        pointers = [f for f in self.fn_vars if any(f[0] in scope for scope in self.scopes)]
        if pointers and not self.pure and self.chance(0.25):
            var, result, params = self.rng.choice(pointers)
            if self.cost + self.trips * 300 <= self.limit:
                self.cost += self.trips * 300
                args = [self.number(depth - 1) for _ in params]
                return Node("call_pointer", result, [use(var), *args], params=params)
        found = [
            f for f in self.callable() if len(f.results) == 1 and kinds.is_scalar(f.results[0])
        ]
        return self.call_of(self.rng.choice(found), depth) if found else None

    def call_of(self, f, depth):
        args = []
        for v in f.params:
            if v.where == "depth":
                args.append(lit(self.rng.randrange(1, 5)))
                continue
            if kinds.is_pointer(v.ty):
                e = self.pointer_value(v.ty[1], v.length, depth, not v.readonly)
            else:
                e = self.value_of(v.ty, depth - 1)
            if e is None:
                return None
            args.append(e)
        if f.name != f.c_name:
            args, f = self.overload(f, args)
        self.cost += self.trips * f.cost
        return Node("call", f.results[0] if len(f.results) == 1 else None, args, function=f)

    def overload(self, f, args):
        """The one that the documented costs choose, if they leave no doubt; else casts say which."""
        args = [
            cast(a.ty, a) if a.kind in ("lit", "real", "un", "bin", "cond") else a for a in args
        ]
        group = [g for g in self.functions if g.name == f.name]
        costs = []
        for g in group:
            each = [kinds.conversion_cost(a.ty, v.ty) for a, v in zip(args, g.params, strict=True)]
            costs.append((sum(c[0] for c in each), sum(c[1] for c in each), g))
        costs.sort(key=lambda c: c[1])
        if len(costs) > 1 and costs[0][1] < costs[1][0] and costs[0][1] < 8:
            if self.pure <= costs[0][2].pure:
                return args, costs[0][2]
        return [cast(v.ty, a) for a, v in zip(args, f.params, strict=True)], f
