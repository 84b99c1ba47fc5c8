# SPDX-License-Identifier: Apache-2.0
"""Statements: what declares, assigns, loops and jumps. `trips` is how often the place at hand runs, so
that a program ends soon whatever its loops do."""

import kinds
from kinds import INTS, SCALARS, Struct, Var
from make_value import ValueMaker
from tree import Node, binary, block, cast, lit, number, use


class StatementMaker(ValueMaker):
    def name(self, stem="v"):
        self.count += 1
        return f"{stem}{self.count}"

    def new(self, ty, **more):
        var = Var(self.name(), ty, **more)
        self.scopes[-1].append(var)
        return var

    def writable(self):
        """Variables whose parts a statement may assign."""
        scopes = self.scopes[self.base :] if self.item else self.scopes
        out = [v for scope in scopes for v in scope if v not in self.closed]
        if not self.pure:
            out += [v for v in self.open_globals if v not in self.closed]
        return out

    def size_of(self, n):
        """What an expression may still grow to. A par block is compiled for many instruction sets, so
        that what stands in it costs ten times as much."""
        self.size = n // 2 if self.item else n

    # Blocks.

    def body(self, n, *, trips=1, before=None):
        """A block of about `n` statements with a scope of its own."""
        self.scopes.append([])
        kept = self.trips
        self.trips *= trips
        kids = list(before() if before else [])
        for _ in range(self.rng.randrange(1, n + 1)):
            self.cost += self.trips
            if self.cost > self.limit:
                break
            s = self.statement()
            if s:
                kids += s if isinstance(s, list) else [s]
        self.trips = kept
        self.scopes.pop()
        return block(*kids)

    def statement(self):
        self.size_of(8)
        deep = len(self.scopes) > (self.base + 2 if self.item else 5)
        room = self.cost < self.limit / 2
        plain = not self.pure
        make = self.pick(
            (14, self.declare), (20, self.assign), (4, self.stepped),
            (10 if plain else 0, self.mixed), (3 if plain else 0, self.printed),
            (0 if deep else 9, self.if_), (0 if deep or not room else 7, self.range),
            (0 if deep or not room else 3, self.while_), (0 if deep or not room else 4, self.for_),
            (0 if deep or not room else 3, self.for_in), (0 if deep else 4, self.switch),
            (0 if deep else 2, self.nested), (4 if self.loops else 0, self.jump),
            (2 if self.can_return() else 0, self.early), (2 if not self.item else 0, self.defer),
            (0 if deep or not room or self.in_defer else 2, self.goto), (3 if plain else 0, self.call_statement),
            (1.5 if plain else 0, self.new_array), (2, self.several), (1.5, self.walk),
            (1 if plain else 0, self.fn_pointer), (1.5 if plain and not deep else 0, self.try_),
            (2 if self.throws and self.may_throw else 0, self.throw), (2 if plain else 0, self.point),
        )  # fmt: skip
        return make()

    def nested(self):
        return self.body(3)

    # Declarations.

    def declare(self):
        ty = self.pick((10, self.rng.choice(SCALARS)), (3, "struct"), (3, "array"))
        if ty == "struct":
            if not self.p.structs:
                return None
            ty = self.rng.choice(self.p.structs)
            first = self.struct_value(ty, 2) if self.chance(0.6) else None
            if first is None and self.chance(0.7):
                first = self.listed(ty)
        elif ty == "array":
            of = self.rng.choice(SCALARS)
            if self.p.structs and self.chance(0.2):
                of = self.rng.choice(self.p.structs)
            count = self.rng.choice((1, 2, 3, 4, 5, 8, 16))
            ty = ("array", of, count)
            if self.chance(0.2):
                ty = ("array", ty, self.rng.choice((2, 3, 4)))
            first = self.listed(ty) if self.chance(0.6) else None
        else:
            first = self.number(3) if self.chance(0.9) else None
            if first and self.chance(0.12):
                ty = first.ty
                return Node("decl", None, [first], var=self.new(ty), auto=True)
        if not self.pure and not self.recursive and self.chance(0.05) and kinds.is_scalar(ty):
            first = number(ty, self.rng.randrange(100))
            return Node("decl", None, [first], var=self.new(ty, where="static"), static=True)
        return Node("decl", None, [first] if first else [], var=self.new(ty))

    def listed(self, ty):
        if kinds.is_scalar(ty):
            self.size_of(3)
            return self.number(1)
        parts = [t for _, t in ty.fields] if isinstance(ty, Struct) else [ty[1]] * ty[2]
        parts = parts[: self.rng.randrange(1, len(parts) + 1)]
        return Node("list", ty, [self.listed(t) for t in parts])

    def new_array(self):
        """new T[n], and its delete as a defer so that every way out passes it."""
        if self.in_defer or self.trips > 50:
            return None
        of = self.rng.choice(SCALARS + tuple(self.p.structs))
        count = self.rng.choice((1, 4, 7, 8, 16))
        var = self.new(("ptr", of), fixed=True, length=count, where="new")
        made = Node("new", var.ty, [lit(count)])
        free = Node("defer", None, [block(Node("delete", var=var))])
        return [Node("decl", None, [made], var=var), free]

    def point(self):
        """A pointer to a part of something."""
        to = self.rng.choice(SCALARS + tuple(self.p.structs))
        e = self.pointer_value(to, 1, 1)
        if e is None or e.kind == "address":
            return e and Node("decl", None, [e], var=self.new(e.ty, fixed=True, length=1))
        length = e.kids[0].ty[2] if e.kind == "decay" else e.var.length
        if length > 2 and self.chance(0.3):
            skip = self.rng.randrange(1, length)
            e, length = Node("bin", e.ty, [e, lit(skip)], op="+"), length - skip
        return Node("decl", None, [e], var=self.new(e.ty, fixed=True, length=length))

    def walk(self):
        """A pointer that moves over an array, storing."""
        arrays = [v for v in self.writable() if kinds.is_array(v.ty) and kinds.is_scalar(v.ty[1])]
        arrays = [v for v in arrays if v.ty[2] <= 16]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        pointer = self.new(("ptr", array.ty[1]), fixed=True)
        self.scopes[-1].remove(pointer)
        start = Node("decl", None, [Node("decay", pointer.ty, [use(array)])], var=pointer)
        self.scopes.append([])
        var = self.new("u8", fixed=True)
        self.size_of(5)
        moved = Node("step", pointer.ty, [use(pointer)], op="++", prefix=False)
        if self.chance(0.5):
            place, after = Node("deref", array.ty[1], [moved]), []
        else:
            place = Node("deref", array.ty[1], [use(pointer)])
            after = [Node("expr", None, [moved])]
        ops = ("", "+", "-") if kinds.is_real(array.ty[1]) else ("", "+", "^", ">>")
        op = self.rng.choice(ops)
        value = self.whole(2) if op in kinds.INT_ONLY else self.number(2)
        store = Node("expr", None, [Node("assign", array.ty[1], [place, value], op=op)])
        self.scopes.pop()
        body = block(store, *after)
        hi = lit(array.ty[2])
        return [start, Node("range", None, [lit(0), hi, body], var=var, step=None, down=False,
                            inclusive=False, untyped=False)]  # fmt: skip

    def fn_pointer(self):
        if not self.fn_types_used:
            return None
        name, result, params, group = self.rng.choice(self.fn_types_used)
        pick = [Node("function", ("fn", name), function=self.rng.choice(group)) for _ in range(2)]
        first = pick[0]
        if self.chance(0.6):
            first = Node("cond", ("fn", name), [self.truth(2), *pick])
        var = self.new(("fn", name), fixed=True)
        self.fn_vars.append((var, result, params))
        return Node("decl", None, [first], var=var)

    # Plain statements.

    def assign(self):
        if self.p.structs and self.chance(0.12):
            ty = self.rng.choice(self.p.structs)
            to = self.place(2, ty, write=True)
            from_ = to and self.struct_value(ty, 2)
            if from_:
                return Node("expr", None, [Node("assign", ty, [to, from_], op="")])
        to = self.place(2, write=True)
        return to and Node("expr", None, [self.assign_to(to, 3)])

    def stepped(self):
        e = self.step(2)
        return e and Node("expr", None, [e])

    def mix(self, e):
        if kinds.is_real(e.ty):
            e = Node("bits", "u32" if e.ty == "float" else "u64", [e])
        return Node("expr", None, [Node("call", None, [e], function=self.mix_function)])

    def mixed(self):
        return self.mix(self.number(3))

    def printed(self):
        if self.trips > 4:
            return self.mixed()
        kids = [self.whole(3) for _ in range(self.rng.randrange(1, 4))]
        kids = [cast(k.ty, k) if k.kind == "lit" else k for k in kids]
        specs = ["d" if kinds.signed(k.ty) else "u" for k in kids]
        specs = [self.rng.choice("dux") if self.chance(0.3) else s for s in specs]
        return Node("print", None, kids, specs=specs, number=self.p.number)

    def call_statement(self):
        found = [f for f in self.callable() if not f.pure]
        e = self.call_of(self.rng.choice(found), 3) if found else None
        if not e or len(e.function.results) > 1:
            return None
        return Node("expr", None, [e])

    def several(self):
        found = [f for f in self.callable() if len(f.results) > 1]
        if not found:
            return None
        f = self.rng.choice(found)
        call = self.call_of(f, 3)
        if not call:
            return None
        if self.chance(0.5):
            return Node("new_results", None, [call], vars=[self.new(t) for t in f.results])
        places = []
        for t in f.results:
            to = self.place(2, None if kinds.is_scalar(t) else t, write=True)
            if not to:
                return None
            places.append(to)
        return Node("results", None, [*places, call])

    # Control.

    def if_(self):
        c = self.truth(3)
        kids = [c, self.body(4)]
        if self.chance(0.4):
            kids.append(self.body(3))
        return Node("if", None, kids)

    def inside(self, kind, n, trips, before=None):
        self.loops.append(kind)
        body = self.body(n, trips=trips, before=before)
        self.loops.pop()
        return body

    def while_(self):
        guard = self.new("u32", fixed=True)
        limit = self.rng.randrange(1, 7)
        test = binary("<", use(guard), lit(limit))
        if self.chance(0.7):
            both = [test, self.truth(2)] if self.chance(0.7) else [self.truth(2), test]
            test = Node("logic", "u8", both, op="&&")
        count = Node("expr", None, [Node("step", "u32", [use(guard)], op="++", prefix=False)])
        body = self.inside("loop", 4, limit, lambda: [count])
        start = Node("decl", None, [lit(0, "u32")], var=guard)
        return [start, Node("while", None, [test, body])]

    def for_(self):
        ty = self.rng.choice(INTS)
        lo, by, n = self.rng.randrange(8), self.rng.randrange(1, 4), self.rng.randrange(1, 9)
        self.scopes.append([])
        var = self.new(ty, fixed=True)
        if self.chance(0.7):
            hi = lo + by * n
            test = binary(self.rng.choice(("<", "!=")), use(var), lit(hi))
            step = Node("assign", ty, [use(var), lit(by)], op="+")
        else:
            hi, lo = lo, lo + by * n
            test = binary(self.rng.choice((">", "!=")), use(var), lit(hi))
            step = Node("assign", ty, [use(var), lit(by)], op="-")
        if by == 1 and self.chance(0.7):
            op = step.op * 2
            step = Node("step", ty, [use(var)], op=op, prefix=self.chance(0.5))
        init = Node("decl", None, [number(ty, lo)], var=var)
        body = self.inside("loop", 4, n)
        self.scopes.pop()
        return Node("for", None, [init, test, step, body])

    @staticmethod
    def count_range(ty, lo, hi, step, inclusive, most=12):
        """How often a range with literal bounds runs, or nothing if more than `most` times."""
        i, n = kinds.wrap(lo, ty), 0
        hi = kinds.wrap(hi, ty)
        while (i < hi if step > 0 else i > hi) or (inclusive and i == hi):
            n += 1
            if n > most:
                return None
            i = kinds.wrap(i + step, ty)
        return n

    def range(self):
        ty = self.rng.choice(INTS)
        inclusive = self.chance(0.4)
        untyped = False
        if self.chance(0.4):
            lo, hi = self.rng.randrange(20), self.rng.randrange(20)
            if kinds.signed(ty) and self.chance(0.4):
                lo -= 15
            if self.chance(0.1) and bits_of(ty) <= 16:
                lo, hi = kinds.greatest(ty) - 4, kinds.greatest(ty) - 1
            step = None
            if self.chance(0.4):
                step = self.rng.randrange(1, 5) * (-1 if lo > hi else 1)
            down = lo > hi
            trips = self.count_range(ty, lo, hi, step or (-1 if down else 1), inclusive)
            if trips is None:
                return None
            untyped = ty == "u8" and 0 <= lo and self.chance(0.4)
            bounds = [lit(lo), lit(hi)]
        else:
            down = self.chance(0.25)
            step = None
            if down:
                step = -1
                inclusive = inclusive and kinds.signed(ty)
            elif self.chance(0.3):
                step = self.rng.randrange(1, 4)
            bounds = [self.small(15 if down else 7), self.small(7 if down else 15)]
            trips = 16
        self.scopes.append([])
        var = self.new(ty, fixed=True)
        body = self.inside("loop", 4, max(trips, 1))
        self.scopes.pop()
        return Node("range", None, [*bounds, body], var=var, step=step, down=down,
                    inclusive=inclusive, untyped=untyped)  # fmt: skip

    def small(self, mask):
        """0 to `mask`, of any integer type, and not of literals alone."""
        e = self.place(1) or cast("u8", lit(mask // 2))
        if kinds.is_real(e.ty):
            e = cast(self.rng.choice(INTS), e)
        return binary("&", e, lit(mask))

    def for_in(self):
        arrays = [v for v in self.readable() if kinds.is_array(v.ty) and kinds.is_scalar(v.ty[1])]
        pointers = [
            v for v in self.readable() if kinds.is_pointer(v.ty) and kinds.is_scalar(v.ty[1])
        ]
        pointer = bool(pointers) and not self.pure and self.chance(0.4)
        found = pointers if pointer else arrays
        if not found:
            return None
        array = self.rng.choice(found)
        length = array.length if pointer else array.ty[2]
        if length > 64:
            return None
        kids = [use(array)]
        # Only what `new` made tells its length, and a pointer that is a parameter may not.
        slice_ = pointer or self.chance(0.4)
        inclusive = slice_ and self.chance(0.3) and length > 1
        if slice_:
            top = length - inclusive
            mask = (1 << top.bit_length()) // 2 - 1
            mask = top if top & (top + 1) == 0 else mask
            lo = self.small(mask) if self.chance(0.6) or pointer else Node("none")
            hi = self.small(mask) if self.chance(0.6) or pointer or inclusive else Node("none")
            kids += [lo, hi]
        untyped = self.chance(0.5)
        self.scopes.append([])
        var = self.new(array.ty[1] if untyped else self.rng.choice(SCALARS), fixed=True)
        body = self.inside("loop", 3, length)
        self.scopes.pop()
        return Node("forin", None, [*kids, body], var=var, slice=slice_, inclusive=inclusive,
                    untyped=untyped, pointer=pointer, length=length)  # fmt: skip

    def switch(self):
        e = self.whole(3)
        if self.chance(0.6):
            e = binary("&", cast(e.ty, e), lit(self.rng.choice((7, 15))))
        if self.chance(0.3):
            e = cast("u8", e)
        ty = e.ty
        low, high = max(kinds.least(ty), -3), min(kinds.greatest(ty), 12)
        values = self.rng.sample(range(low, high + 1), 6)
        values += [v for v in (kinds.least(ty), kinds.greatest(ty)) if v not in values]
        labels, default = [], False
        for _ in range(self.rng.randrange(1, 6)):
            group = []
            for _ in range(self.rng.randrange(1, 3)):
                if values:
                    group.append(values.pop(self.rng.randrange(len(values))))
            if not default and self.chance(0.25):
                default = True
                group.append(None)
            if group:
                labels.append(group)
        if ty == "u8" and self.chance(0.8):
            # Near the values that the subject takes, which meet its ends then; it takes their place.
            lo = self.rng.randrange(3, 14) if self.chance(0.8) else self.rng.randrange(20, 200)
            hi = lo + self.rng.randrange(4 if lo < 14 else 40)
            hi = None if self.chance(0.15) else hi
            inside = range(lo, 256 if hi is None else hi + 1)
            labels = [[v for v in g if v is None or v not in inside] for g in labels]
            labels = [g for g in labels if g]
            labels.insert(self.rng.randrange(len(labels) + 1), [(lo, hi)])
        bodies = []
        self.loops.append("switch")
        for _ in labels:
            inner = self.body(2)
            kids = [inner]
            if self.chance(0.6):
                kids.append(Node("break"))
            bodies.append(block(*kids))
        self.loops.pop()
        return Node("switch", None, [e, *bodies], labels=labels)

    def jump(self):
        loops = [k for k in self.loops if k != "switch"]
        kinds_ = ["break"] if self.loops[-1] != "item" else []
        if loops:
            kinds_.append("continue")
        if not kinds_:
            return None
        return Node("if", None, [self.truth(2), block(Node(self.rng.choice(kinds_)))])

    def can_return(self):
        if self.in_defer:
            return False
        if self.item:
            return self.grid and not any(k == "loop" for k in self.loops)
        return True

    def result(self):
        kids = []
        for t in self.results:
            e = self.value_of(t, 3)
            if e is None:
                return None
            kids.append(e)
        return Node("return", None, kids)

    def early(self):
        if self.item:
            s = Node("return")
        else:
            s = self.result()
        return s and Node("if", None, [self.truth(2), block(s)])

    def defer(self):
        if self.in_defer or (self.loops and self.loops[-1] == "switch" and self.chance(0.5)):
            return None
        kept = self.loops, self.may_throw
        self.loops, self.in_defer, self.may_throw = [], True, False
        body = self.body(2)
        (self.loops, self.may_throw), self.in_defer = kept, False
        return Node("defer", None, [body])

    def goto(self):
        """Out of a block to what follows it, or back a few times."""
        name = self.name("label")
        if self.item:
            return None
        if self.chance(0.6):
            leave = Node("if", None, [self.truth(2), block(Node("goto", name=name))])
            deferred = self.defer() if self.chance(0.5) else None
            inner = self.body(3)
            inner.kids.insert(self.rng.randrange(len(inner.kids) + 1), leave)
            if deferred:
                seen = [] if self.pure else [self.mixed()]
                deferred.kids[0].kids += seen
                inner.kids.insert(0, deferred)
            loop = next((k for k in inner.kids if k.kind in ("range", "for", "while")), None)
            if loop is not None and self.chance(0.5):
                leave = Node("if", None, [number("u8", 1), block(Node("goto", name=name))])
                loop.kids[-1].kids.append(leave)
            return block(inner, Node("label", name=name))
        guard = self.new("u8", fixed=True)
        count = self.rng.randrange(1, 4)
        inner = self.body(3, trips=count + 1)
        step = Node("step", "u8", [use(guard)], op="++", prefix=False)
        test = binary("<", step, lit(count))
        back = Node("if", None, [test, block(Node("goto", name=name))])
        start = Node("decl", None, [lit(0, "u8")], var=guard)
        return [start, block(Node("label", name=name), inner, back)]

    # Errors.

    def throw(self):
        name = self.rng.choice(("Fault", "Worse", "Other"))
        s = Node("throw", None, [self.number(2)], name=name)
        return Node("if", None, [self.truth(2), block(s)])

    def try_(self):
        if self.in_defer:
            return None
        kept = self.may_throw
        self.may_throw = True
        self.throws += 1
        body = self.body(4)
        self.throws -= 1
        self.may_throw = kept
        if not any(
            n.kind == "throw" or (n.kind == "call" and n.function.throws) for n in body.walk()
        ):
            throw = Node("throw", None, [self.number(2)], name="Fault")
            body.kids.append(Node("if", None, [self.truth(2), block(throw)]))
        named = [n for n in ("Worse", "Fault", "Other") if self.chance(0.5)]
        catches, bodies = [], []
        for kind in [*named, ""]:
            self.scopes.append([])
            var = self.new("i32", fixed=True) if kind else Var(self.name(), "i32")
            catches.append((kind, var))
            bodies.append(self.body(2))
            self.scopes.pop()
        return Node("try", None, [body, *bodies], catches=catches)


def bits_of(ty):
    return kinds.bits(ty)
