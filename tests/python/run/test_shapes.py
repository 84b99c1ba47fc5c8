# SPDX-License-Identifier: Apache-2.0
"""Random programs over vectors, matrices and masks against NumPy, one item at a time."""

import os
import random

import numpy as np
import pytest
from runner import DTYPES, Elements, Module, same

np.seterr(all="ignore")
KERNELS, ITEMS = 120, 5


class Program:
    """Text of a kernel, and the same as a function of NumPy values."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.n = self.rng.choice([2, 3, 4])
        self.dtype = self.rng.choice(["f64", "f32", "i32", "i64"])
        self.is_float = self.dtype[0] == "f"
        self.lines = []

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self, depth):
        """A number of the program's dtype, as text that Python evaluates on NumPy values too."""
        if depth == 0:
            k = self.rng.randrange(self.n)
            return self.pick("s", f"v[{k}]", f"w[{k}]", f"m[{k}, {self.n - 1 - k}]", "q")
        a, b, vec = self.number(depth - 1), self.number(depth - 1), self.vector(depth - 1)
        choices = [f"({a} {self.pick('+', '-', '*')} {b})", f"total({vec})"]
        choices += [f"dot({vec}, {self.vector(depth - 1)})", f"least({vec})", f"greatest({vec})"]
        choices += [f"({vec})[k]", f"choice({a} < {b}, {a}, {b})", f"trace({self.matrix(0)})"]
        choices += [f"choice(some({vec} < {a}), {b}, {a})", f"total({self.matrix(depth - 1)})"]
        return self.pick(*choices)

    def vector(self, depth):
        if depth == 0:
            return self.pick("v", "w")
        a, b, s = self.vector(depth - 1), self.vector(depth - 1), self.number(depth - 1)
        op = self.pick("+", "-", "*")
        choices = [f"({a} {op} {b})", f"({a} {op} {s})", f"({s} {op} {a})", f"(-{a})"]
        choices += [f"vec({', '.join(self.number(depth - 1) for _ in range(self.n))})"]
        choices += [f"pick({a} {self.pick('<', '==', '>=')} {b}, {a}, {s})"]
        choices += [f"product({self.matrix(depth - 1)}, {a})", f"product({a}, m)"]
        choices += [f"smaller({a}, {b})", f"swapped({a}, {b})"]
        if self.n == 3:
            choices.append(f"cross({a}, {b})")
        return self.pick(*choices)

    def matrix(self, depth):
        if depth == 0:
            return "m"
        a, b = self.matrix(depth - 1), self.matrix(depth - 1)
        return self.pick(
            f"({a} + {b})",
            f"({a} * {self.number(depth - 1)})",
            f"product({a}, {b})",
            f"flip({a})",
            f"outer({self.vector(depth - 1)}, {self.vector(depth - 1)})",
        )

    def statements(self):
        out = []
        for _ in range(5):
            k = self.rng.randrange(self.n)
            out.append(
                self.pick(
                    f"v = {self.vector(2)}",
                    f"w = {self.vector(2)}",
                    f"m = {self.matrix(1)}",
                    f"s = {self.number(2)}",
                    f"v[{k}] = {self.number(1)}",
                    f"w[k] += {self.number(1)}",
                    f"m[{k}, k] = {self.number(1)}",
                    f"if {self.number(1)} < {self.number(1)}: w = {self.vector(1)}",
                    f"v[0], v[{k}] = {self.number(1)}, v[0]",
                )
            )
        return out


# What a call of the grammar above is in a kernel; its arguments are written for a kernel already.
KERNEL_FORMS = {
    "total": "({0}).sum()",
    "dot": "({0}).dot({1})",
    "least": "({0}).min()",
    "greatest": "({0}).max()",
    "choice": "({1} if {0} else {2})",
    "some": "any({0})",
    "trace": "({0}).trace()",
    "pick": "tack.select({0}, {1}, {2})",
    "product": "(({0}) @ ({1}))",
    "smaller": "min({0}, {1})",
    "swapped": "swap({0}, {1})",
    "cross": "({0}).cross({1})",
    "flip": "({0}).transpose()",
    "outer": "({0}).outer_product({1})",
}


def for_kernel(text):
    """Rewrites the calls, from the inside out."""
    out, at = "", 0
    while at < len(text):
        if not text[at].isalpha():
            out += text[at]
            at += 1
            continue
        end = at
        while end < len(text) and text[end].isalpha():
            end += 1
        name = text[at:end]
        if name not in KERNEL_FORMS and name != "vec":
            out += name
            at = end
            continue
        depth, begin, args = 0, end + 1, []
        for k in range(end, len(text)):
            depth += text[k] in "([" and 1 or text[k] in ")]" and -1 or 0
            if (depth == 1 and text[k] == ",") or depth == 0:
                args.append(for_kernel(text[begin:k].strip()))
                begin = k + 1
            if depth == 0:
                at = k + 1
                break
        if name == "vec":
            out += f"tack.Vector([{', '.join(args)}])"
        else:
            out += KERNEL_FORMS[name].format(*args)
    return out


def reference(program, statements, v, w, m, s, q, k):
    """Runs the statements on NumPy values; each operation stays in the dtype."""
    dtype = DTYPES[program.dtype]

    def left_to_right(values):
        result = values[0]
        for one in values[1:]:
            result = dtype(result + one)
        return result

    def product(a, b):
        if a.ndim == 2 and b.ndim == 2:
            return np.array([[dot(row, col) for col in b.T] for row in a], dtype)
        if a.ndim == 2:
            return np.array([dot(row, b) for row in a], dtype)
        return np.array([dot(a, col) for col in b.T], dtype)

    def dot(a, b):
        return left_to_right([dtype(x * y) for x, y in zip(a, b, strict=True)])

    def cross(a, b):
        def part(i, j):
            return dtype(dtype(a[i] * b[j]) - dtype(a[j] * b[i]))

        return np.array([part(1, 2), part(2, 0), part(0, 1)], dtype)

    class Part(int):
        """An index: outside it reads the last and writes nothing."""

    class Array(np.ndarray):
        def __getitem__(self, at):
            if isinstance(at, Part):
                at = int(at) if 0 <= at < len(self) else len(self) - 1
            if isinstance(at, tuple) and isinstance(at[1], Part):
                at = (at[0], int(at[1]) if 0 <= at[1] < self.shape[1] else self.shape[1] - 1)
            return super().__getitem__(at)

        def __setitem__(self, at, value):
            last = at[1] if isinstance(at, tuple) else at
            if isinstance(last, Part):
                if not 0 <= last < self.shape[-1]:
                    return
                at = (at[0], int(last)) if isinstance(at, tuple) else int(last)
            super().__setitem__(at, value)

    def own(value):
        return np.array(value, dtype).view(Array)

    names = {
        "v": own(v),
        "w": own(w),
        "m": own(m),
        "s": s,
        "q": q,
        "k": Part(k),
        "total": lambda a: left_to_right(list(np.asarray(a).ravel())),
        "dot": dot,
        "least": lambda a: np.asarray(a).min(),
        "greatest": lambda a: np.asarray(a).max(),
        "choice": lambda c, a, b: a if c else b,
        "some": lambda a: bool(np.asarray(a).any()),
        "trace": lambda a: left_to_right(list(np.asarray(a).diagonal())),
        "pick": lambda c, a, b: own(np.where(np.asarray(c), a, b)),
        "product": lambda a, b: own(product(np.asarray(a), np.asarray(b))),
        "smaller": lambda a, b: own(np.where(np.asarray(b) < np.asarray(a), b, a)),
        "swapped": lambda a, b: own([b[1], a[0], *np.asarray(a)[2:]]),
        "cross": lambda a, b: own(cross(np.asarray(a), np.asarray(b))),
        "flip": lambda a: own(np.asarray(a).T),
        "outer": lambda a, b: own(np.asarray(a)[:, None] * np.asarray(b)[None, :]),
        "vec": lambda *a: own(a),
    }
    for statement in statements:
        exec(statement, names)
        for name in "vwm":  # a name holds a value of its own
            names[name] = own(names[name])
        names["s"] = dtype(names["s"])
    return names["v"], names["w"], names["m"], names["s"]


HEAD = """import tack

@tack.func
def swap(a, b):
    a[0], b[0] = b[1], a[0]
    a[1] = b.x
    return a

"""


def kernel_text(index, statements):
    body = "".join(f"        {for_kernel(one)}\n" for one in statements)
    return (
        f"@tack.kernel\ndef k{index}(va, wa, ma, sa, ka, q):\n    for i in range(len(sa)):\n"
        "        v = va[i]\n        w = wa[i]\n        m = ma[i]\n        s = sa[i]\n"
        f"        k = ka[i]\n{body}"
        "        va[i] = v\n        wa[i] = w\n        ma[i] = m\n        sa[i] = s\n\n"
    )


SEED = int(os.environ.get("TACK_TEST_SEED", "1"))


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    made = [Program(SEED * 1000 + k) for k in range(KERNELS)]
    bodies = [program.statements() for program in made]
    text = HEAD + "".join(kernel_text(k, body) for k, body in enumerate(bodies))
    module = Module(text, tmp_path_factory.mktemp("vectors"))
    yield module, made, bodies
    module.close()


def values(rng, dtype, *shape):
    if np.issubdtype(dtype, np.floating):
        return rng.normal(size=shape).astype(dtype)
    return rng.integers(-20, 20, shape).astype(dtype)


@pytest.mark.parametrize("index", range(KERNELS))
def test_random_programs(programs, index):
    module, made, bodies = programs
    program, body = made[index], bodies[index]
    dtype, n = DTYPES[program.dtype], program.n
    rng = np.random.default_rng(index)
    v, w = values(rng, dtype, ITEMS, n), values(rng, dtype, ITEMS, n)
    m, s = values(rng, dtype, ITEMS, n, n), values(rng, dtype, ITEMS)
    q = values(rng, dtype)[()]
    k = np.array([-1, 0, 1, n - 1, n], np.int32)
    got = module.run(
        f"k{index}", Elements(v.copy()), Elements(w.copy()), Elements(m.copy(), 2), s.copy(), k, q
    )
    rows = [reference(program, body, v[i], w[i], m[i], s[i], q, int(k[i])) for i in range(ITEMS)]
    for column, result in enumerate([got[0], got[1], got[2], got[3]]):
        expected = np.array([np.asarray(row[column]) for row in rows], dtype)
        assert same(result, expected), (kernel_text(index, body), result, expected)
