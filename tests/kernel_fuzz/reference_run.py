# SPDX-License-Identifier: Apache-2.0
"""Runs cases of tack-kernel-fuzz in Python itself: the kernel's own text, with values that carry the
language's types. Statements, order and control are CPython's.

Reads `case BYTES` and that many bytes of a case from stdin, answers one line: `ok HEX... [=BITS]`,
the blocks of memory and what was returned, `skip WHY`, or `error WHAT`.
"""

import ast
import itertools
import math
import random
import sys
import traceback

import numpy as np
import reference_values
from reference_values import (
    DTYPES,
    FLOATS,
    INTS,
    ONE,
    ZERO,
    Array,
    Cast,
    Matrix,
    Namespace,
    Number,
    Skip,
    Vector,
    advance,
    atomic,
    cast,
    choose,
    clamp,
    compare,
    constant,
    each,
    exact,
    held,
    i64,
    literal,
    local_array,
    logical,
    ndindex,
    number_range,
    part,
    seed,
    select,
    sign,
    skipped,
    smoothstep,
    truth,
    uniform,
    vector,
    written,
)


class MatrixMaker:
    def __call__(self, rows):
        return rows

    def identity(self, size):
        n = int(size)
        return Matrix([literal(int(r == c)) for r in range(n) for c in range(n)], n)


def names():
    tack, library, rng, host = Namespace(), Namespace(), Namespace(), Namespace()
    for t in INTS + FLOATS:
        setattr(tack, t, Cast(t))
    scope = {"int": tack.i32, "float": tack.f32}
    for f in ("abs", "fabs", "min", "max", "sqrt", "floor", "ceil"):
        scope[f] = lambda *args, f=f: exact(f, *args)
        setattr(tack, f, scope[f])
    host.sqrt, host.fabs = scope["sqrt"], scope["fabs"]
    for constant_name in ("pi", "e", "tau"):
        setattr(host, constant_name, literal(getattr(math, constant_name)))
    scope["pow"] = tack.pow = host.pow = lambda a, b: a**b
    tack.constant, tack.local_array = constant, local_array
    tack.local_array_like = lambda array, size: local_array(Cast(array.t), size)
    tack.ndindex = tack.ndrange = ndindex
    tack.select, tack.Vector = select, lambda parts: parts
    tack.Matrix = MatrixMaker()
    scope["any"] = tack.any = lambda m: truth(any(map(bool, m.parts)))
    scope["all"] = tack.all = lambda m: truth(all(map(bool, m.parts)))
    for op in ("add", "min", "max"):
        setattr(tack, f"atomic_{op}", atomic(op))
    tack.kernel = tack.func = lambda f: f
    rng.advance, rng.seed, rng.uniform = advance, seed, uniform
    rng.normal = rng.direction2 = skipped("random numbers through a logarithm")
    library.fract = lambda x: x - exact("floor", x)
    library.mix = lambda a, b, t: a * (ONE - t) + b * t
    library.clamp, library.smoothstep, library.sign = clamp, smoothstep, sign
    library.saturate = lambda x: clamp(x, ZERO, ONE)
    library.step = lambda edge, x: select(compare((">=",), lambda: x, lambda: edge), ONE, ZERO)
    tack.math, tack.random = library, rng
    scope.update(
        tack=tack,
        math=host,
        len=lambda a: i64(a.extents[0]),
        range=number_range,
        _literal=literal,
        _not=lambda a: each(lambda x: truth(not x), a),
        _compare=compare,
        _logical=logical,
        _choose=choose,
        _vector=vector,
        _to=to,
        _held=held,
        _Instance=Instance,
        _part=part,
        _returned=returned,
        _order=order,
    )
    return scope


def shaped(t, value):
    """`f32x3` and `f32x2x2` are a vector and a matrix."""
    base, *extents = t.split("x")
    if not extents:
        return value
    count = int(np.prod([int(e) for e in extents]))
    parts = [value] * count
    return Matrix(parts, int(extents[1])) if len(extents) == 2 else Vector(parts)


def to(t, a):
    """What an assignment to a local of this type leaves in it."""
    if t == "weak":
        return a
    value = cast(t.partition("x")[0], a)
    return value if isinstance(value, Vector) else shaped(t, value)


def returned(types, value):
    types = types.split(",")
    if len(types) == 1:
        return to(types[0], value)
    return tuple(to(t, v) for t, v in zip(types, value, strict=True))


def order(space):
    """Iterations are independent: any order does."""
    items = [at if isinstance(at, tuple) else (at,) for at in space]
    random.Random(len(items)).shuffle(items)
    return items


def zero(t):
    base = t.partition("x")[0]
    return shaped(t, Number(base, DTYPES[base](0) if base in FLOATS else 0))


def parsed(text):
    return ast.parse(text, mode="eval").body


def called(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def later(node):
    return ast.Lambda(
        ast.arguments([], [], None, [], [], None, []),
        node,
    )


class Rewrite(ast.NodeTransformer):
    """Literals, truth and assignments with the language's meaning."""

    def __init__(self, types):
        self.types = types
        self.temporaries = 0

    def block(self, statements):
        out = []
        for s in statements:
            made = self.visit(s)
            out += made if isinstance(made, list) else [made]
        return out

    def visit_Constant(self, node):
        if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
            return node
        return called("_literal", node)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return called("_not", self.visit(node.operand))
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return called("_literal", ast.Constant(-node.operand.value))
        return self.generic_visit(node)

    def visit_Compare(self, node):
        signs = {
            ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
        }  # fmt: skip
        ops = ast.Tuple([ast.Constant(signs[type(op)]) for op in node.ops], ast.Load())
        args = [later(self.visit(a)) for a in [node.left, *node.comparators]]
        return called("_compare", ops, *args)

    def visit_BoolOp(self, node):
        op = ast.Constant("and" if isinstance(node.op, ast.And) else "or")
        return called("_logical", op, *[later(self.visit(a)) for a in node.values])

    def visit_IfExp(self, node):
        parts = (node.test, node.body, node.orelse)
        return called("_choose", *[later(self.visit(a)) for a in parts])

    def visit_List(self, node):
        return called("_vector", self.generic_visit(node))

    def typed(self, target, value):
        t = self.types.get(target.id) if isinstance(target, ast.Name) else None
        return called("_to", ast.Constant(t), value) if t else value

    def several(self, target, value):
        """The right side of a tuple of targets: a list is one of values, not a vector."""
        if isinstance(target, ast.Tuple) and isinstance(value, (ast.Tuple, ast.List)):
            parts = zip(target.elts, value.elts, strict=True)
            return ast.Tuple([self.several(t, v) for t, v in parts], ast.Load())
        return self.visit(value)

    def stores(self, target, value):
        if not isinstance(target, ast.Tuple):
            return [ast.Assign([self.visit(target)], self.typed(target, value))]
        out = []
        for k, one in enumerate(target.elts):
            out += self.stores(one, called("_part", value, ast.Constant(k)))
        return out

    def visit_Assign(self, node):
        target = node.targets[0]
        if len(node.targets) == 1 and not isinstance(target, ast.Tuple):
            value = self.typed(target, self.visit(node.value))
            return ast.Assign([self.visit(target)], value)
        shape = next((t for t in node.targets if isinstance(t, ast.Tuple)), target)
        self.temporaries += 1
        name = f"_value{self.temporaries}"
        value = called("_held", self.several(shape, node.value))
        out = [ast.Assign([ast.Name(name, ast.Store())], value)]
        for one in node.targets:
            out += self.stores(one, ast.Name(name, ast.Load()))
        return out

    def visit_AugAssign(self, node):
        value = self.visit(node.value)
        if not isinstance(node.target, ast.Name):
            return ast.AugAssign(self.visit(node.target), node.op, value)
        read = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], self.typed(node.target, ast.BinOp(read, node.op, value)))

    def visit_Return(self, node):
        if node.value is None:
            return node
        value = self.visit(node.value)
        if "return" in self.types:
            value = called("_returned", ast.Constant(self.types["return"]), value)
        return ast.Return(value)


class EndItem(ast.NodeTransformer):
    """`continue` of the parallel loop ends the iteration."""

    def visit_Continue(self, node):
        return ast.Return(None)

    def visit_For(self, node):
        return node

    visit_While = visit_For


def statements(text):
    return ast.parse(text).body


def rewrite_function(node, types, is_kernel, owner=""):
    """The function and the names that it starts with as zeros."""
    rewrite = Rewrite(types)
    node.decorator_list = [d for d in node.decorator_list if ast.unparse(d) == "staticmethod"]
    node.returns = None
    parameters = [a.arg for a in node.args.args]
    start = []
    zeros = {}
    for name, t in types.items():
        if name == "return" or t == "weak":
            continue
        if name in parameters:
            start += statements(f"{name} = _to({t!r}, {name})")
        else:
            zeros[f"_zero_{owner}_{node.name}_{name}"] = t
            # A vector is changed in place.
            start += statements(f"{name} = _to({t!r}, _zero_{owner}_{node.name}_{name})")
    body = node.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:] or [ast.Pass()]
    if not is_kernel:
        node.body = start + rewrite.block(body)
        return node, zeros
    at = next(k for k, s in enumerate(body) if isinstance(s, ast.For))
    loop = body[at]
    targets = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    own = [t.id for t in targets]
    own += [n for n in types if n not in own and n != "return" and types[n] != "weak"]
    item = ast.FunctionDef(
        "_item",
        ast.arguments([], [ast.arg(n) for n in own], None, [], [], None, []),
        [EndItem().visit(s) for s in rewrite.block(loop.body)],
        [],
    )
    space = rewrite.visit(loop.iter)
    fresh = ", ".join(f"_to({types[n]!r}, {n})" for n in own[len(targets) :])
    run = statements(f"for _at in _order(None):\n    _item(*_at, {fresh})")[0]
    run.iter.args = [space]
    before, after = rewrite.block(body[:at]), rewrite.block(body[at + 1 :])
    node.body = [*start, *before, item, run, *after]
    return node, zeros


class Case:
    """What stands in the comments behind a kernel's text."""

    def __init__(self, text):
        self.blocks, self.types, self.args = [], {}, {}
        self.object, self.object_class = None, None
        for line in text.splitlines():
            words = line.split()
            if line.startswith("# block "):
                self.blocks.append(bytearray.fromhex(words[5] if len(words) > 5 else ""))
            elif line.startswith("# arg "):
                self.args[words[2]] = self.argument(words[2:])
            elif line.startswith("# types "):
                self.types[words[2].rstrip(":")] = dict(w.split("=") for w in words[3:])
            elif line.startswith("# object "):
                self.object, self.object_class = words[2], words[4]
            elif line.startswith("# attribute "):
                self.args[words[2]] = literal(int(words[4]))

    def argument(self, words):
        if "block" not in words:
            t, bits = words[1], int(words[3], 16)
            raw = np.frombuffer(bits.to_bytes(8, "little"), DTYPES[t])[0]
            return Number(t, raw if t in FLOATS else int(raw))
        head, _, shape = words[1].partition(":")
        t, *element = head.partition("[")[0].split("x")
        element = [int(e) for e in element]
        extents = [int(e) for e in shape.split(",") if e]
        size = int(np.prod([*extents, *element], dtype=np.int64))
        data = np.frombuffer(self.blocks[int(words[3])], DTYPES[t], size, int(words[5]))
        return Array(t, extents, element, data)

    def instance(self, scope):
        made = scope[self.object_class]()
        for name, value in self.args.items():
            if "." in name:
                setattr(made, name.partition(".")[2], value)
        return made


class Instance:
    """What device classes have by themselves: a loop over their extents, the fastest first."""

    def __iter__(self):
        extents = [int(getattr(self, name)) for name in self.__tack_iterate__]
        for at in itertools.product(*map(range, reversed(extents))):
            parts = [i64(k) for k in reversed(at)]
            yield Vector(parts) if len(parts) > 1 else parts[0]


def bits(annotation, value):
    if annotation == "int":
        t = "u64" if value.t == "u64" else "i64"
    else:
        t = {"float": "f64"}.get(annotation, annotation.removeprefix("tack."))
    v = value.at(t)
    if t in FLOATS:
        return int(np.float64(v).view(np.uint64))
    return v % 2**64


def is_kernel(node):
    return isinstance(node, ast.FunctionDef) and "tack.kernel" in map(
        ast.unparse, node.decorator_list
    )


class Module:
    """A case's text, rewritten."""

    def __init__(self, text, case, scope):
        self.case, self.scope = case, scope
        self.kernel, self.owner, self.annotation = None, "", None
        tree = ast.parse(text)
        body = [self.statement(n) for n in tree.body if not isinstance(n, ast.Import)]
        self.tree = ast.fix_missing_locations(ast.Module(body, []))

    def statement(self, node):
        if isinstance(node, ast.FunctionDef):
            return self.function(node)
        if isinstance(node, ast.ClassDef):
            node.decorator_list = []
            node.bases = node.bases or [ast.Name("_Instance", ast.Load())]
            node.body = [self.member(s, node.name) for s in node.body]
        return node

    def member(self, node, owner):
        if isinstance(node, ast.FunctionDef):
            return self.function(node, owner)
        # A plain number is a constant.
        if isinstance(node, ast.Assign) and not isinstance(node.value, (ast.Call, ast.Tuple)):
            node.value = Rewrite({}).visit(node.value)
        return node

    def function(self, node, owner=""):
        found = is_kernel(node)
        if found:
            self.kernel, self.owner = node, owner
            self.annotation = ast.unparse(node.returns) if node.returns else None
        types = self.case.types.get(f"{owner}.{node.name}" if owner else node.name, {})
        node, zeros = rewrite_function(node, types, found, owner)
        self.scope.update({name: zero(t) for name, t in zeros.items()})
        return node

    def call(self):
        exec(compile(self.tree, "case", "exec"), self.scope)
        case = self.case
        made = case.instance(self.scope) if case.object else None
        names = [a.arg for a in self.kernel.args.args]
        args = [made if n == case.object else case.args[n] for n in names]
        if self.owner:
            return getattr(args[0], self.kernel.name)(*args[1:])
        return self.scope[self.kernel.name](*args)


def printing(lines):
    """A print that keeps what it shows; the value that is not chosen shows nothing."""

    def show(*values):
        if not reference_values.dry:
            lines.append(" ".join(map(written, values)))

    return show


def run(text):
    case = Case(text)
    scope = names()
    printed = []
    scope["print"] = printing(printed)
    module = Module(text, case, scope)
    result = module.call()
    answer = "ok " + " ".join(b.hex() for b in case.blocks)
    if printed:
        answer += " +" + "".join(line + "\n" for line in printed).encode().hex()
    if module.annotation is None:
        return answer
    return f"{answer} ={bits(module.annotation, result):x}"


def main():
    source = sys.stdin.buffer
    while line := source.readline():
        text = source.read(int(line.split()[1])).decode()
        try:
            answer = run(text)
        except Skip as reason:
            answer = f"skip {reason}"
        except Exception as fault:
            last = traceback.extract_tb(fault.__traceback__)[-1]
            answer = f"error {type(fault).__name__}: {fault} ({last.name}:{last.lineno})"
        print(answer.replace("\n", " "), flush=True)


if __name__ == "__main__":
    main()
