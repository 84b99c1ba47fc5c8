# SPDX-License-Identifier: Apache-2.0
"""Random programs: what a kernel computes is what Python computes from the same text.

All values are small integers (each operation ends in a remainder), so that widths do not matter.
A kernel may be refused where Python goes on (a loop variable after its loop), never differ.
"""

import os
import random
import types

import numpy as np
import pytest
from runner import KernelError, Module

KERNELS, ROWS, WIDTH = int(os.environ.get("TACK_PROGRAMS", "40")), 5, 6
NAMES = ["a", "b", "c", "d"]


class Writer:
    def __init__(self, rng, is_function):
        self.rng = rng
        self.is_function = is_function
        self.lines = []
        self.names = list(NAMES[:2]) if is_function else list(NAMES)
        self.loops = 0
        self.counter = 0
        self.storage = [] if is_function else ["x", "y", "t"]

    def emit(self, indent, text):
        self.lines.append("    " * indent + text)

    def value(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            options = [rng.choice(self.names), str(rng.randrange(20))]
            if self.storage:
                options.append(self.element(0))
            return rng.choice(options)
        kind = rng.randrange(9)
        sub = lambda: self.value(depth - 1)  # noqa: E731
        if kind < 3:
            return f"(({sub()} {rng.choice(['+', '-', '*', '^', '&', '|'])} {sub()}) % 9973)"
        if kind == 3:
            return f"({sub()} {rng.choice(['//', '%'])} {rng.choice([2, 3, 7, -3])} % 9973)"
        if kind == 4:
            return f"({sub()} if {self.condition(1)} else {sub()})"
        if kind == 5:
            return f"{rng.choice(['min', 'max'])}({sub()}, {sub()})"
        if kind == 6:
            return f"({self.condition(1)} + {sub()})" if rng.random() < 0.3 else f"abs(-{sub()})"
        if kind == 7 and not self.is_function:
            return f"f{rng.randrange(3)}({sub()}, {sub()})"
        return f"({sub()} // (1 + {sub()}))"

    def condition(self, depth=2):
        """Truth values: Python's `and` gives an operand, so only ever tested or compared."""
        rng = self.rng
        kind = rng.randrange(5)
        if depth == 0 or kind < 2:
            op = rng.choice(["<", "<=", ">", ">=", "==", "!="])
            return f"({self.value(1)} {op} {self.value(1)})"
        if kind == 2:
            return f"({self.value(0)} < {self.value(1)} <= {self.value(0)})"
        if kind == 3:
            return f"(not {self.condition(depth - 1)})"
        word = rng.choice(["and", "or"])
        return f"(({self.condition(depth - 1)} {word} {self.condition(depth - 1)}) != 0)"

    def target(self):
        return self.rng.choice([name for name in self.names if name[0] != "w"])

    def element(self, depth=1):
        array = self.rng.choice(self.storage)
        index = self.value(depth) if depth else self.rng.choice([*self.names, "i", "4"])
        at = f"{index} % {WIDTH}"
        return f"t[{at}]" if array == "t" else f"{array}[i, {at}]"

    def block(self, indent, depth):
        for _ in range(self.rng.randrange(1, 4)):
            if self.statement(indent, depth):
                break

    def statement(self, indent, depth):
        """True after a statement that leaves the block."""
        rng = self.rng
        kind = rng.randrange(14) if depth > 0 else rng.randrange(7)
        if kind < 2:
            self.emit(indent, f"{self.target()} = {self.value()}")
        elif kind == 2:
            name = self.target()
            self.emit(indent, f"{name} {rng.choice(['+=', '-=', '*=', '^=', '|='])} {self.value()}")
            self.emit(indent, f"{name} %= 9973")
        elif kind == 3:
            one, two = rng.sample(["a", "b"] if self.is_function else NAMES, 2)
            if not self.is_function and rng.random() < 0.4:
                self.emit(indent, f"{one}, {two} = pair({self.value(1)}, {self.value(1)})")
            else:
                self.emit(indent, f"{one}, {two} = {self.value(1)}, {self.value(1)}")
        elif kind == 4 and self.storage:
            self.emit(indent, f"{self.element()} = {self.value()}")
        elif kind == 5 and self.storage:
            if rng.random() < 0.5:
                self.emit(indent, f"{self.element()} += {self.value(1)} % 50")
            else:
                name = self.target()
                self.emit(indent, f"{self.element(0)}, {name} = {name}, {self.element(0)}")
        elif kind == 6:
            if self.loops and rng.random() < 0.5:
                self.emit(indent, rng.choice(["break", "continue"]))
                return True
            if self.is_function and not self.loops and rng.random() < 0.6:
                self.emit(indent, f"return {self.value()}")
                return True
            if not self.is_function and not self.loops and rng.random() < 0.2:
                self.emit(indent, "continue")
                return True
            self.emit(indent, "pass")
        elif kind < 10:
            self.emit(indent, f"if {self.condition()}:")
            self.block(indent + 1, depth - 1)
            if rng.random() < 0.3:
                self.emit(indent, f"elif {self.condition(1)}:")
                self.block(indent + 1, depth - 1)
            if rng.random() < 0.5:
                self.emit(indent, "else:")
                self.block(indent + 1, depth - 1)
        elif kind < 12:
            self.counter += 1
            name = f"k{self.counter}"
            form = rng.randrange(4)
            head = [
                f"range({self.value(0)} % 5)",
                f"range({self.value(0)} % 4, {self.value(0)} % 7)",
                f"range({self.value(0)} % 4, {self.value(0)} % 9, {rng.randrange(1, 4)})",
                f"tack.ndindex({self.value(0)} % 3, (1, {self.value(0)} % 4))",
            ][form]
            target = f"{name}, m{self.counter}" if form == 3 else name
            self.emit(indent, f"for {target} in {head}:")
            self.loop(indent, depth, [name])
        else:
            self.counter += 1
            name = f"w{self.counter}"
            self.emit(indent, f"{name} = 0")
            self.emit(indent, f"while {name} < 6 and {self.condition(1)}:")
            self.emit(indent + 1, f"{name} += 1")
            self.loop(indent, depth, [name])
        return False

    def loop(self, indent, depth, names):
        self.loops += 1
        self.names += names
        self.block(indent + 1, depth - 1)
        if self.rng.random() < 0.95 or names[0][0] == "k":
            self.names = self.names[: -len(names)]
        self.loops -= 1


def device_function(rng, name):
    writer = Writer(rng, True)
    writer.emit(0, "@tack.func")
    writer.emit(0, f"def {name}(a, b):")
    for _ in range(rng.randrange(1, 4)):
        writer.statement(1, 2)
    writer.emit(1, f"return {writer.value()}")
    return "\n".join(writer.lines)


def kernel(rng, name):
    writer = Writer(rng, False)
    writer.emit(0, "@tack.kernel")
    writer.emit(0, f"def {name}(x, y):")
    writer.emit(1, "start = 3")
    writer.emit(1, "for i in range(x.shape[0]):")
    writer.emit(2, f"t = tack.local_array(tack.i64, {WIDTH})")
    writer.emit(2, f"for k in range({WIDTH}):")
    writer.emit(3, "t[k] = k")
    writer.emit(2, "a, b, c, d = i, x[i, 0], start, 7")
    for _ in range(rng.randrange(2, 7)):
        writer.statement(2, 3)
    writer.emit(2, "y[i, 0] += (a + b + c + d + t[0]) % 9973")
    return "\n".join(writer.lines)


def ndindex(*sizes):
    if not sizes:
        yield ()
        return
    head = range(*sizes[0]) if isinstance(sizes[0], tuple) else range(sizes[0])
    for first in head:
        for rest in ndindex(*sizes[1:]):
            yield (first, *rest)


STUB = types.SimpleNamespace(
    kernel=lambda f: f,
    func=lambda f: f,
    ndindex=ndindex,
    local_array=lambda dtype, size: [0] * size,
    i64=None,
)


@pytest.mark.parametrize("seed", range(4))
def test_random_programs(seed, tmp_path):
    rng = random.Random(seed)
    parts = ["@tack.func\ndef pair(a, b):\n    return b, (a + b) % 9973"]
    parts += [device_function(rng, f"f{k}") for k in range(3)]
    parts += [kernel(rng, f"k{k}") for k in range(KERNELS)]
    source = "\n\n\n".join(parts) + "\n"
    scope = {"tack": STUB}
    exec(source, scope)
    module = Module("import tack\n\n\n" + source, tmp_path)
    equal = refused = 0
    for k in range(KERNELS):
        text = parts[4 + k]
        x = np.array([[rng.randrange(100) for _ in range(WIDTH)] for _ in range(ROWS)], np.int64)
        y = x[::-1].copy()
        expected = [x.copy(), y.copy()]
        lists = [Rows(e) for e in expected]
        try:
            scope[f"k{k}"](*lists)
        except UnboundLocalError:
            continue
        try:
            actual = module.run(f"k{k}", x, y)
        except KernelError as error:
            assert error.kind == "NameError", f"{error}\n{text}"
            refused += 1
            continue
        for a, e in zip(actual, lists, strict=True):
            assert np.array_equal(a, e.array()), f"{a}\n{e.array()}\n{source[:6000]}\n{text}"
        equal += 1
    module.close()
    assert equal > KERNELS * 0.8


class Rows:
    """A two-dimensional array of Python integers."""

    def __init__(self, array):
        self.shape = array.shape
        self.values = array.tolist()

    def __getitem__(self, at):
        return self.values[at[0]][at[1]]

    def __setitem__(self, at, value):
        self.values[at[0]][at[1]] = int(value)

    def array(self):
        return np.array(self.values, np.int64)
