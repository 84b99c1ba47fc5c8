# SPDX-License-Identifier: Apache-2.0
"""Par blocks: loops and grids whose items write elements of their own, read the rest, and reduce."""

import kinds
from kinds import INTS, Struct, Var
from make_statement import StatementMaker
from tree import Node, binary, block, cast, lit, number, use

OPERATORS = ("+", "*", "&", "|", "^", "min", "max")


class ParMaker(StatementMaker):
    def par(self):
        """The block between the declarations that it needs and the statements that look at it."""
        reduce, before = self.reductions()
        grid = self.chance(0.4)
        targets = self.targets()
        sizes, items, most = self.sizes() if grid else ([], 0, 0)
        if not grid:
            lo, hi, most = self.bounds(targets)
            items = most
        # What an item finds: its own elements, and everything else as it was before.
        kept = self.scopes, self.trips, self.pure, self.loops, self.may_throw, self.throws
        kept_fn, self.fn_vars = self.fn_vars, []
        self.base = len(self.scopes)
        self.scopes = [*self.scopes, []]
        self.item, self.grid, self.pure, self.may_throw, self.throws = True, grid, True, False, 0
        self.loops = [] if grid else ["item"]
        var = None
        if not grid:
            var = self.new(self.loop_type(most, hi), fixed=True)
            index = use(var)
        else:
            index = self.flat(len(sizes))
        self.closed = set(targets) | {v for _, v in reduce}
        self.own, self.rows = [], []
        for a in targets:
            self.own_elements(a, index, most)
        before += self.make_views(targets)
        self.updates = reduce
        body = self.body(3, trips=max(items, 1), before=lambda: self.stores(index))
        for op_var in reduce:
            body.kids += self.update(*op_var)
        self.own, self.rows, self.views, self.updates, self.closed = [], [], [], [], set()
        self.item = self.grid = False
        self.scopes, self.trips, self.pure, self.loops, self.may_throw, self.throws = kept
        self.fn_vars = kept_fn
        name = self.prefix + self.name("block") if self.chance(0.5) else ""
        goal = self.pick((6, ""), (1, "speed"), (1, "accuracy"))
        more = {"name": name, "goal": goal, "reduce": reduce, "grid": grid}
        if grid:
            node = Node("par", None, [*sizes, body], **more)
        else:
            node = Node("par", None, [lo, hi, body], var=var, inclusive=self.inclusive, **more)
        return [*before, node, *self.look(reduce, targets)]

    @staticmethod
    def room(array):
        return array.ty[2]

    def targets(self):
        """Arrays that the block writes: those of no helper."""
        locals_ = [
            v
            for scope in self.scopes
            for v in scope
            if kinds.is_array(v.ty) and not kinds.is_array(v.ty[1])
        ]
        found = self.par_globals + [v for v in locals_ if self.chance(0.3)]
        return self.rng.sample(found, min(len(found), self.rng.randrange(1, 3)))

    def loop_type(self, most, hi):
        """One in which no index wraps; of bounds that it cannot see xcc believes that from 32 bits on."""
        if hi.kind != "lit":
            return self.rng.choice([t for t in INTS if kinds.bits(t) >= 32])
        return self.rng.choice([t for t in INTS if kinds.greatest(t) > most * 4 + 16])

    def bounds(self, targets):
        """From and to, and a bound of the index. What a variable says is masked to stay below it."""
        room = max(self.room(a) for a in targets)
        top = self.rng.choice((3, 7, 15, 31, 63, 100, 127, 200, 1000, 5000))
        while top > room or self.trips * top * 10 > self.limit:
            top //= 2
        self.inclusive = self.chance(0.3)
        lo = self.rng.randrange(min(top, 9) + 1)
        low = lit(lo)
        hi = lit(max(top - self.inclusive, 0))
        if self.chance(0.4) and top & (top + 1) == 0 and top:
            e = self.place(1)
            if e:
                e = e if kinds.is_int(e.ty) else cast("u32", e)
                hi = binary("&", e, lit(top - self.inclusive if not self.inclusive else top >> 1))
        elif self.chance(0.3):
            hi = cast("u32", hi)
        if hi.kind == "lit" and lo > hi.value:
            low = lit(0)
        return low, hi, top

    def sizes(self):
        w, h = self.rng.randrange(1, 12), self.rng.randrange(1, 8)
        if self.chance(0.2):
            w = self.rng.randrange(60, 140)
        sizes = [w, h] + ([self.rng.randrange(1, 4)] if self.chance(0.3) else [])
        n = 1
        for s in sizes:
            n *= s
        nodes = [cast(self.rng.choice(INTS), lit(s)) if self.chance(0.3) and s < 100 else lit(s)
                 for s in sizes]  # fmt: skip
        return nodes, n, n

    def flat(self, dims):
        p = {a: Node("par", "u32", name=a) for a in ("x", "y", "z", "width", "height")}
        row = p["y"]
        if dims == 3:
            row = binary("+", binary("*", p["z"], p["height"]), p["y"])
        return binary("+", binary("*", row, p["width"]), p["x"])

    def own_elements(self, array, index, most):
        """One element for each item, or a row of several."""
        room = self.room(array)
        wide = self.rng.choice((2, 4)) if self.chance(0.5) else 1
        if room >= most * wide and wide > 1:
            first = binary("*", index.clone(), lit(wide))
            self.rows.append((array, first, wide))
            self.own += [(array, binary("+", first.clone(), lit(k))) for k in range(wide)]
        elif room >= most:
            spare = room - most
            if spare > 0 and self.chance(0.4):
                index = binary("+", index.clone(), lit(self.rng.randrange(min(spare, 9))))
            self.own.append((array, index.clone()))
            self.rows.append((array, index.clone(), 1))

    def make_views(self, targets):
        """Structs that hold a pointer to an array that the block reads."""
        out = []
        arrays = [v for v in self.readable() if kinds.is_array(v.ty) and kinds.is_scalar(v.ty[1])]
        arrays = [v for v in arrays if v not in targets and v not in self.scopes[-1]]
        if not arrays or not self.chance(0.3):
            return []
        array = self.rng.choice(arrays)
        pointer = ("ptr", array.ty[1])
        ty = Struct(f"{self.prefix}V{len(self.p.views)}", [("n", "u32"), ("p", pointer)])
        self.p.views.append(ty)
        var = Var(self.name(), ty, fixed=True)
        parts = [lit(array.ty[2]), Node("decay", pointer, [use(array)])]
        out.append(Node("decl", None, [Node("list", ty, parts)], var=var))
        self.views.append((var, array))
        return out

    def stores(self, index):
        """Each item begins by writing its elements, of which it may read then."""
        out = []
        for array, at in self.own[:3]:
            self.size_of(8)
            place = Node("index", array.ty[1], [use(array), at.clone()])
            scalar = self.descend(place, None, 1)
            store = Node("assign", scalar.ty, [scalar, self.number(3)], op="")
            out.append(Node("expr", None, [store]))
        return out

    # Reductions.

    def reductions(self):
        reduce, before = [], []
        for _ in range(self.pick((2, 0), (3, 1), (3, 2), (2, 3))):
            op = self.rng.choice(OPERATORS)
            real = op in ("+", "*", "min", "max") and self.chance(0.3)
            ty = self.rng.choice(kinds.REALS if real else INTS)
            first = number(ty, self.rng.randrange(120))
            var = self.new(ty)
            reduce.append((op, var))
            before.append(Node("decl", None, [first], var=var))
        return reduce, before

    def update(self, op, var):
        ty = var.ty
        self.size_of(6)
        s = use(var)
        if op in ("min", "max"):
            # A value of exactly the type, so that nothing is lost between the items.
            first = self.number(3)
            found = self.new(ty, fixed=True)
            decl = Node("decl", None, [first], var=found)
            less = "<" if op == "min" else ">"
            x = use(found)
            if self.chance(0.5):
                chosen = Node("cond", ty, [binary(less, x, s), x.clone(), s.clone()])
                return [decl, Node("expr", None, [Node("assign", ty, [s, chosen], op="")])]
            store = Node("expr", None, [Node("assign", ty, [s, x.clone()], op="")])
            return [decl, Node("if", None, [binary(less, x, s), block(store)])]
        if op == "+" and self.chance(0.2):
            return [Node("expr", None, [Node("step", ty, [s], op="++", prefix=False)])]
        e = self.number(3) if kinds.is_real(ty) else self.whole(3)
        if op == "+" and kinds.is_int(ty) and self.chance(0.2):
            return [Node("expr", None, [Node("assign", ty, [s, e], op="-")])]
        if self.chance(0.2):
            return [Node("expr", None, [Node("assign", ty, [s, binary(op, s.clone(), e)], op="")])]
        return [Node("expr", None, [Node("assign", ty, [s, e], op=op)])]

    def statement(self):
        if self.updates and self.chance(0.2):
            return self.update(*self.rng.choice(self.updates))
        if (
            self.may_par
            and self.chance(0.3)
            and not self.item
            and self.trips <= 8
            and not self.loops
            and self.chance(0.12)
        ):
            return self.par()
        return super().statement()

    def look(self, reduce, targets):
        out = []
        for op, v in reduce:
            if kinds.is_real(v.ty) and op in ("min", "max"):
                # Which of the two zeros was found depends on the order.
                zero = Node("assign", v.ty, [use(v), number("float", 0)], op="+")
                out.append(Node("expr", None, [zero]))
            out.append(self.mix(use(v)))
        return out + [self.mix_all(v) for v in targets]

    def mix_all(self, var):
        """Every number inside, into the hash."""
        return self.mix_place(use(var))

    def mix_place(self, e):
        if kinds.is_scalar(e.ty):
            return self.mix(e)
        if not kinds.is_array(e.ty):
            parts = [Node("field", t, [e.clone()], name=n, dot=".") for n, t in e.ty.fields]
            return block(*[self.mix_place(p) for p in parts])
        i = Var(self.name("k"), "u32", fixed=True)
        init = Node("decl", None, [lit(0)], var=i)
        test = binary("<", use(i), lit(e.ty[2]))
        step = Node("step", "u32", [use(i)], op="++", prefix=False)
        inner = self.mix_place(Node("index", e.ty[1], [e, use(i)]))
        return Node("for", None, [init, test, step, block(inner)])
