# SPDX-License-Identifier: Apache-2.0
"""Whole programs: types, globals, helpers of several kinds, and a main function."""

import random

import kinds
from kinds import SCALARS, Struct, Var
from make_object import ObjectMaker
from tree import Function, Node, Program, binary, block, cast, lit, use

MIX = Function("mix", [], [Var("v", "u64")])
HASH = Var("hash", "u64", fixed=True)


class Maker(ObjectMaker):
    def __init__(self, seed, number_, pars=0.15):
        self.rng = random.Random(seed)
        self.p = Program(number_)
        self.prefix = f"p{number_}_"
        self.count = 0
        self.size = 0
        self.scopes, self.base, self.trips, self.cost, self.limit = [], 0, 1, 0, 3000
        self.open_globals, self.par_globals, self.functions = [], [], []
        self.fn_types_used, self.fn_vars = [], []
        self.closed, self.own, self.updates, self.loops = set(), [], [], []
        self.item = self.grid = self.pure = self.in_defer = self.may_throw = False
        self.recursive = self.may_par = self.inclusive = False
        self.throws = 0
        self.results = []
        self.mix_function = MIX
        self.rows, self.views = [], []
        self.root = self.class_ = None
        self.own_methods, self.frozen = [], False
        self.row_types = self.rng.sample(SCALARS, 2)
        self.pars = pars  # the share of programs with par blocks

    def make(self):
        self.large = self.chance(0.2)
        self.types()
        self.global_variables()
        for _ in range(self.rng.randrange(1, 4) if self.large else 1):
            self.function(pure=True)
        if self.chance(0.25):
            self.overloads()
        if self.chance(0.2):
            self.classes()
        if self.chance(0.2):
            self.variadic()
        if self.chance(0.15):
            self.function(pure=True, recursive=True)
        if self.chance(0.15):
            self.pointed_functions()
        for _ in range(self.rng.randrange(3 if self.large else 2)):
            self.function()
        if self.chance(0.2):
            self.function(results=self.rng.randrange(2, 4), pure=self.chance(0.5))
        if self.chance(0.25):
            self.function(throws=True)
        if self.chance(0.2):
            self.function(recursive=True)
        self.main()
        return self.p

    # Types and globals.

    def types(self):
        for k in range(self.rng.randrange(3)):
            fields = []
            for i in range(self.rng.randrange(1, 5)):
                ty = self.rng.choice(SCALARS)
                if self.chance(0.15):
                    ty = ("array", ty, self.rng.choice((2, 3, 4)))
                elif self.p.structs and self.chance(0.15):
                    ty = self.rng.choice(self.p.structs)
                fields.append((f"f{i}", ty))
            self.p.structs.append(Struct(f"{self.prefix}S{k}", fields))
        if self.chance(0.3):
            members, v = [], 0
            for k in range(self.rng.randrange(1, 5)):
                given = None
                if self.chance(0.4):
                    v = given = v + self.rng.randrange(1, 300)
                members.append((f"{self.prefix}e{k}", given, v))
                v += 1
            self.p.enums.append((f"{self.prefix}E", members))

    def global_variables(self):
        for k in range(self.rng.randrange(2, 6)):
            ty = self.rng.choice(SCALARS)
            if self.chance(0.4):
                ty = ("array", ty, self.rng.choice((1, 3, 4, 8, 16)))
                if self.chance(0.2):
                    ty = ("array", ty, self.rng.choice((2, 3)))
            elif self.p.structs and self.chance(0.4):
                ty = self.rng.choice(self.p.structs)
                if self.chance(0.4):
                    ty = ("array", ty, 4)
            first = self.constant(ty) if self.chance(0.7) else None
            var = Var(f"{self.prefix}g{k}", ty, where="global")
            self.p.globals.append((var, first))
            self.open_globals.append(var)
        for k in range(self.rng.randrange(1, 4)):
            of = self.rng.choice(SCALARS if self.chance(0.5) else self.row_types)
            if self.p.structs and self.chance(0.15):
                of = self.rng.choice(self.p.structs)
            size = self.rng.choice((8, 64, 128, 130, 200, 500, 1024, 6000))
            var = Var(f"{self.prefix}w{k}", ("array", of, size), where="global")
            self.p.globals.append((var, None))
            self.par_globals.append(var)

    def constant(self, ty):
        if kinds.is_scalar(ty):
            v = self.literal()
            if v.kind == "un" or v.kind == "real":
                return v if kinds.is_real(ty) else lit(self.rng.randrange(100))
            return v
        parts = [t for _, t in ty.fields] if isinstance(ty, Struct) else [ty[1]] * ty[2]
        parts = parts[: self.rng.randrange(1, len(parts) + 1)]
        return Node("list", ty, [self.constant(t) for t in parts])

    # Functions.

    def parameter(self, pure):
        ty = self.rng.choice(SCALARS)
        length, readonly = 0, False
        if self.p.structs and self.chance(0.15):
            ty = self.rng.choice(self.p.structs)
        elif self.chance(0.25):
            # Of few types in a helper of par blocks, so that these have something to pass.
            to = self.rng.choice(self.row_types if pure else SCALARS + tuple(self.p.structs))
            length = self.rng.choice((1, 1, 2, 4))
            ty = ("ptr", to)
            readonly = self.chance(0.4)
        where = "row" if pure and kinds.is_pointer(ty) else "local"
        return Var(self.name("a"), ty, kinds.is_pointer(ty), where, length, readonly)

    def begin(self, f):
        self.results, self.pure = f.results, f.pure
        self.scopes, self.trips, self.cost, self.limit = [list(f.params)], 1, 0, 1500
        self.loops, self.fn_vars, self.base = [], [], 0
        self.may_throw, self.throws = f.throws, int(f.throws)

    def function(self, pure=False, recursive=False, results=1, throws=False, params=None, **more):
        kept = self.open_globals
        if not pure:
            self.open_globals = self.open_globals + self.par_globals
        given = []
        for _ in range(results):
            ty = self.rng.choice(SCALARS)
            if self.p.structs and self.chance(0.15):
                ty = self.rng.choice(self.p.structs)
            given.append(ty)
        given = more.get("given", given)
        if not pure and results == 1 and not more and self.chance(0.2):
            given = []
        if params is None:
            params = [self.parameter(pure) for _ in range(self.rng.randrange(4))]
        if recursive:
            params.insert(0, Var(self.name("depth"), "u8", fixed=True, where="depth"))
        name = more.get("name") or f"{self.prefix}f{len(self.functions)}"
        f = Function(name, given, params, pure, more.get("c_name"))
        f.throws, f.recursive = throws, recursive
        self.begin(f)
        self.recursive = recursive
        body = self.body(4 if self.large else 2)
        self.scopes.append([])
        if recursive:
            # Once or twice with one less, so that it ends; a caller starts at 4 at most.
            depth = params[0]
            ends = Node("if", None, [binary("==", use(depth), lit(0)), block(self.answer())])
            body.kids.insert(0, ends)
            less = cast("u8", binary("-", use(depth), lit(1)))
            for _ in range(self.rng.randrange(1, 3)):
                call = self.call_of(f, 2)
                if call:
                    call.kids[0] = less.clone()
                    body.kids.append(self.keep(call))
        body.kids.append(self.answer())
        self.scopes.pop()
        f.body = body
        f.cost = (self.cost + 4) * (20 if recursive else 1)
        self.recursive = False
        self.p.functions.append(f)
        self.functions.append(f)
        self.open_globals = kept
        return f

    def keep(self, call):
        """A statement that does something with what a call gives."""
        if call.ty is not None:
            return Node("decl", None, [call], var=self.new(call.ty))
        return Node("expr", None, [call])

    def answer(self):
        """A return; of a struct that nothing holds, of one made here."""
        self.size_of(6)
        s = self.result()
        if s:
            return s
        return block(*self.made_results())

    def made_results(self):
        self.scopes.append([])
        out, kids = [], []
        for t in self.results:
            if kinds.is_scalar(t):
                kids.append(self.number(2))
                continue
            var = self.new(t)
            out.append(Node("decl", None, [], var=var))
            kids.append(use(var))
        self.scopes.pop()
        return [*out, Node("return", None, kids)]

    def overloads(self):
        name = f"{self.prefix}over"
        n = self.rng.randrange(1, 3)
        seen = set()
        for k in range(self.rng.randrange(2, 4)):
            types = tuple(self.rng.choice(SCALARS) for _ in range(n))
            if types in seen:
                continue
            seen.add(types)
            params = [Var(self.name("a"), t) for t in types]
            given = [self.rng.choice(SCALARS)]
            kept, self.functions = self.functions, [f for f in self.functions if f.name != name]
            f = self.function(pure=True, params=params, given=given, name=name,
                              c_name=f"{name}_{k}")  # fmt: skip
            self.functions = [*kept, f]

    def pointed_functions(self):
        params = [self.rng.choice(SCALARS) for _ in range(self.rng.randrange(1, 3))]
        given = [self.rng.choice(SCALARS)]
        name = f"{self.prefix}fn"
        self.p.fn_types.append((name, given[0], params))
        group = []
        for _ in range(2):
            vars_ = [Var(self.name("a"), t) for t in params]
            group.append(self.function(params=vars_, given=given))
        self.fn_types_used.append((name, given[0], params, [f for f in group if f.cost < 300]))
        if not self.fn_types_used[-1][3]:
            self.fn_types_used.pop()

    def main(self):
        """What may return early, and what prints the hash of it and of the globals."""
        f = Function(f"{self.prefix}body", [], [])
        self.begin(f)
        self.open_globals = self.open_globals + self.par_globals
        self.may_par = self.chance(self.pars)
        self.limit = 40000
        f.body = self.body(7 if self.large else 4)
        if self.may_par:
            self.scopes.append([])
            f.body.kids.insert(0, block(*self.par()))
            self.scopes.pop()
        whole = Function(f"{self.prefix}main", [], [])
        call = Node("expr", None, [Node("call", None, [], function=f)])
        seen = [self.mix_all(v) for v, _ in self.p.globals]
        value = Node("print", None, [use(HASH)], specs=["x"], number=self.p.number)
        alive = [Node("alive", number=self.p.number)] if self.p.classes else []
        whole.body = block(call, *alive, *seen, value)
        self.p.functions += [f, whole]


def make_program(seed, number_, pars=0.15):
    return Maker(seed, number_, pars).make()
