# SPDX-License-Identifier: Apache-2.0
"""Classes with virtual methods and counted references, blocks, and functions of any number of arguments."""

import kinds
from kinds import INTS, REALS, SCALARS, Var
from make_par import ParMaker
from tree import Function, Node, use


class Class:
    """`fields` and `methods` are its own; a base comes first in the list of all."""

    def __init__(self, name, base):
        self.name = name
        self.base = base
        self.fields = []
        self.methods = {}  # name -> Function

    def all_fields(self):
        return (self.base.all_fields() if self.base else []) + self.fields

    def root(self):
        return self.base.root() if self.base else self

    def find(self, name):
        return self.methods.get(name) or self.base.find(name)


class Block:
    def __init__(self, name, result, param, expr, captured):
        self.name = name
        self.result = result
        self.param = param
        self.expr = expr
        self.captured = captured


class ObjectMaker(ParMaker):
    # Classes.

    def classes(self):
        root = Class(f"{self.prefix}B", None)
        all_ = [root]
        for k in range(self.rng.randrange(3)):
            all_.append(Class(f"{self.prefix}D{k}", self.rng.choice(all_)))
        params = [self.rng.choice(SCALARS) for _ in range(self.rng.randrange(3))]
        given = self.rng.choice(SCALARS)
        for c in all_:
            for _ in range(self.rng.randrange(1, 3)):
                c.fields.append(Var(self.name("field"), self.rng.choice(SCALARS)))
            self.class_ = c
            if c.base is None or self.chance(0.8):
                c.methods["m"] = self.method(c, "m", [given], params)
            if c.base is None:
                c.methods["touch"] = self.method(c, "touch", [given], [self.rng.choice(SCALARS)])
        self.class_ = None
        self.p.classes += all_
        self.root = root

    def method(self, c, name, given, types):
        params = [Var(self.name("a"), t) for t in types]
        f = Function(name, given, params, True, f"{c.name}_{name}")
        f.owner = c
        self.begin(f)
        self.scopes.insert(0, c.all_fields())
        self.limit = 200
        self.own_methods = []
        if c.base is not None and name in self.rootward(c):
            self.own_methods.append(("super", c.base.find(name)))
        if name != "m":
            self.own_methods.append(("virtual", c.find("m")))
        body = self.body(3)
        self.scopes.append([])
        body.kids.append(self.answer())
        self.scopes.pop()
        self.own_methods = []
        f.body = body
        f.cost = self.cost + 10 + (600 if name == "touch" else 200)
        return f

    @staticmethod
    def rootward(c):
        names = set()
        while c.base:
            c = c.base
            names |= set(c.methods)
        return names

    def own_call(self, depth):
        """super.m() or, of a method that all classes have, m()."""
        if not self.own_methods or self.cost + self.trips * 300 > self.limit * 3:
            return None
        how, f = self.rng.choice(self.own_methods)
        self.cost += self.trips * 300
        args = [self.number(depth - 1) for _ in f.params]
        return Node(how, f.results[0], args, method=f)

    def objects(self):
        return [v for scope in self.scopes for v in scope if kinds.is_object(v.ty)]

    def method_call(self, depth):
        if self.pure or not self.objects():
            return None
        f = self.rng.choice(list(self.root.methods.values()))
        if self.cost + self.trips * f.cost > self.limit:
            return None
        self.cost += self.trips * f.cost
        receiver = use(self.rng.choice(self.objects()))
        if self.chance(0.25):
            link = Node("field", self.object_type(), [receiver], name="link", dot=".")
            args = [self.number(depth - 1) for _ in f.params]
            call = Node("method", f.results[0], [link, *args], method=f)
            other = self.number(depth - 1)
            kids = [link.clone(), call, other]
            return Node("cond", kinds.common(call.ty, other.ty), kids)
        args = [self.number(depth - 1) for _ in f.params]
        return Node("method", f.results[0], [receiver, *args], method=f)

    def object_field(self, depth):
        if self.pure or not self.objects():
            return None
        v = self.rng.choice(self.objects())
        field = self.rng.choice(self.root.fields)
        return Node("field", field.ty, [use(v)], name=field.name, dot=".")

    def object_type(self):
        return ("obj", self.root.name)

    def new_object(self, depth=2):
        c = self.rng.choice(self.p.classes)
        args = [self.number(depth) for _ in c.all_fields()]
        found = self.objects()
        link = (
            use(self.rng.choice(found))
            if found and self.chance(0.5)
            else Node("null", self.object_type())
        )
        return Node("new_object", self.object_type(), [*args, link], made=c)

    def object_value(self):
        found = self.objects()
        if not found or self.chance(0.5):
            return self.new_object()
        e = use(self.rng.choice(found))
        if self.chance(0.4):
            other = use(self.rng.choice(found)) if self.chance(0.5) else self.new_object()
            return Node("cond", e.ty, [self.truth(2), e, other])
        return e

    def object_statement(self):
        if not self.p.classes or self.pure:
            return None
        if self.in_defer or self.trips > 100:
            return None
        if not self.objects() or self.chance(0.4):
            first = self.object_value()
            return Node("decl", None, [first], var=self.new(self.object_type(), fixed=True))
        if self.chance(0.4):
            to = use(self.rng.choice(self.objects()))
            store = Node("assign", to.ty, [to, self.object_value()], op="")
            return Node("expr", None, [store])
        to = self.object_field(1)
        return Node("expr", None, [self.assign_to(to, 2)])

    # Blocks: their value is one expression.

    def block_statement(self):
        if self.pure:
            return None
        shared = None
        before = []
        if self.chance(0.3):
            ty = self.rng.choice(SCALARS)
            first = self.number(1)
            shared = self.new(ty)
            shared.where = "shared"
            before.append(Node("decl", None, [first], var=shared, shared=True))
        param = Var(self.name("x"), self.rng.choice(SCALARS), fixed=True)
        self.scopes.append([param])
        kept = self.pure, self.frozen
        self.pure = self.frozen = True
        self.size_of(6)
        e = self.number(3)
        self.pure, self.frozen = kept
        self.scopes.pop()
        if shared:
            op = self.rng.choice(("", "+", "-", "*"))
            e = Node("assign", shared.ty, [use(shared), e], op=op)
        captured = {
            n.var for n in e.walk() if n.kind == "var" and n.var.where in ("local", "depth", "new")
        }
        captured |= {n.var for n in e.walk() if n.at.get("var") and n.var.where == "local"}
        captured.discard(param)
        made = Block(
            self.name("block"),
            self.rng.choice(SCALARS),
            param,
            e,
            sorted(captured, key=lambda v: v.name),
        )
        marker = Var(made.name, ("block", made), fixed=True)
        self.scopes[-1].append(marker)
        return [*before, Node("block_decl", None, [], made=made)]

    def block_call(self, depth):
        found = [v.ty[1] for scope in self.scopes for v in scope if kinds.is_block(v.ty)]
        if not found or self.pure or self.cost + self.trips * 100 > self.limit:
            return None
        made = self.rng.choice(found)
        self.cost += self.trips * 100
        return Node("block_call", made.result, [self.number(depth - 1)], made=made)

    # Any number of arguments.

    def variadic(self):
        self.p.varargs.append((f"{self.prefix}many", self.rng.choice(SCALARS)))

    def variadic_call(self, depth):
        if not self.p.varargs or self.pure:
            return None
        name, ty = self.p.varargs[0]
        real = ty in REALS
        args = []
        for _ in range(self.rng.randrange(6)):
            e = self.number(depth - 1)
            if kinds.is_real(e.ty) != real or e.kind in ("lit", "real", "un"):
                e = Node("cast", self.rng.choice(REALS if real else INTS), [e])
            args.append(e)
        return Node("vararg", ty, args, name=name)

    # Where they are used.

    def share(self, least):
        """More where there is what only these use."""
        return 3 * least if self.p.classes or self.p.varargs else least

    def number(self, depth):
        if depth > 0 and not self.item and self.chance(self.share(0.06)):
            makers = (
                self.own_call,
                self.method_call,
                self.object_field,
                self.block_call,
                self.variadic_call,
            )
            e = self.rng.choice(makers)(depth)
            if e:
                return e
        return super().number(depth)

    def statement(self):
        if not self.item and self.chance(self.share(0.07)):
            make = self.rng.choice(
                (self.object_statement, self.object_statement, self.block_statement)
            )
            s = make()
            if s:
                return s
        return super().statement()
