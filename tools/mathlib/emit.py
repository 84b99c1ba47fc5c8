# SPDX-License-Identifier: Apache-2.0
"""Writes functions of lib/math as IR text from ordinary expressions.

A `Value` is an instruction's result; its operators add instructions to the function that is being
built. Python numbers are constants of the other operand's type. Nothing is simplified or reordered:
what stands in the expression, in Python's order, is what runs.
"""

import contextlib
import itertools
import pathlib
import struct

from mpmath import floor, log, mp, mpf, nint

mp.dps = 420  # 2/pi to the last bit that a double's exponent reaches


class Format:
    """f32 or f64, with the integers of its width."""

    def __init__(self, kind):
        self.type = kind
        wide = kind == "f64"
        self.bits = 64 if wide else 32
        self.int, self.uint = f"i{self.bits}", f"u{self.bits}"
        self.fraction = 52 if wide else 23
        self.digits = self.fraction + 1
        self.bias = 1023 if wide else 127
        self.sign = 1 << (self.bits - 1)
        self.least = mpf(2) ** (1 - self.bias)  # the least normal number
        self.magic = mpf(3) * 2 ** (
            self.fraction - 1
        )  # + magic rounds to an integer, in the low bits
        self.half_exponents = self.digits // 2  # an exact product takes factors of this many bits

    def pick(self, f32, f64):
        return f32 if self.type == "f32" else f64

    def round(self, value, digits=None):
        """`value` in `digits` bits (default: the format's own)."""
        value = mpf(value)
        if value == 0:
            return value
        unit = mpf(2) ** (int(floor(log(abs(value), 2))) + 1 - (digits or self.digits))
        return nint(value / unit) * unit

    def parts(self, value, *digits):
        """`value` as a sum of numbers with so many bits each."""
        out = []
        for d in digits:
            out.append(self.round(value, d))
            value = mpf(value) - out[-1]
        return out

    def text(self, value):
        if isinstance(value, str):
            return f"{value}_{self.type}"
        number = float(value)
        if self.type == "f64":
            assert mpf(number) == mpf(value), value
            return repr(number) + "f64"
        for places in range(1, 10):
            short = float(f"{number:.{places}g}")
            if struct.unpack("f", struct.pack("f", short))[0] == number:
                assert number == mpf(value), value
                return repr(short) + "f32"
        raise AssertionError(value)


F32, F64 = Format("f32"), Format("f64")
FORMATS = {"f32": F32, "f64": F64}


class Value:
    def __init__(self, function, kind, name=None):
        self.function, self.type, self.name = function, kind, name

    def _op(self, op, *others, kind=None):
        return self.function.op(op, kind or self.type, self, *others)

    def __add__(self, o):
        return self._op("add", o)

    def __radd__(self, o):
        return self.function.op("add", self.type, o, self)

    def __sub__(self, o):
        return self._op("sub", o)

    def __rsub__(self, o):
        return self.function.op("sub", self.type, o, self)

    def __mul__(self, o):
        return self._op("mul", o)

    def __truediv__(self, o):
        return self._op("div", o)

    def __rtruediv__(self, o):
        return self.function.op("div", self.type, o, self)

    def __mod__(self, o):
        return self._op("rem", o)

    def __and__(self, o):
        return self._op("and", o)

    def __or__(self, o):
        return self._op("or", o)

    def __xor__(self, o):
        return self._op("xor", o)

    def __invert__(self):
        return self._op("not")

    def __neg__(self):
        return self._op("neg")

    def __abs__(self):
        return self._op("abs")

    def __lshift__(self, o):
        return self._op("shl", o)

    def __rshift__(self, o):
        return self._op("shr", o)

    def __lt__(self, o):
        return self._op("lt", o, kind="i1")

    def __gt__(self, o):
        return self._op("gt", o, kind="i1")

    def __ge__(self, o):
        return self._op("ge", o, kind="i1")

    def equals(self, o):
        return self._op("eq", o, kind="i1")

    def differs(self, o):
        return self._op("ne", o, kind="i1")

    def to(self, kind):
        """Converted to `kind`."""
        return self.function.op("convert", kind, self)

    def bits(self, kind):
        """The same bits as `kind`."""
        return self.function.op("bitcast", kind, self)

    def least(self, o):
        return self._op("min", o)

    def most(self, o):
        return self._op("max", o)

    def sqrt(self):
        return self._op("sqrt")

    def floor(self):
        return self._op("floor")

    def rint(self):
        return self._op("rint")

    def called(self, name):
        """Gives this instruction a name in the text."""
        self.name = name
        return self


def constant(kind, value):
    if kind == "i1":
        return "true" if value else "false"
    if kind in FORMATS:
        return FORMATS[kind].text(value)
    assert value == int(value)
    return f"{int(value)}{kind}"


class Function:
    def __init__(self, name, params, results):
        self.name, self.results = name, results
        self.lines, self.depth, self.params = [], 1, []
        for param, kind in params:
            self.params.append(Value(self, kind, param))

    def line(self, *words):
        self.lines.append((self.depth, words))

    def op(self, op, kind, *operands):
        other = next((o.type for o in operands if isinstance(o, Value) and o.type != "i1"), kind)
        words = [o if isinstance(o, Value) else constant(other, o) for o in operands]
        result = Value(self, kind)
        self.line(result, f": {kind} = {op}", *words)
        return result

    def select(self, condition, a, b):
        kind = a.type if isinstance(a, Value) else b.type if isinstance(b, Value) else None
        return self.choose(condition, a, b, kind)

    def choose(self, condition, a, b, kind):
        """select, of two constants perhaps."""
        return self.op_of("select", kind, condition, a, b)

    def op_of(self, op, kind, *operands):
        words = [o if isinstance(o, Value) else constant(kind, o) for o in operands]
        result = Value(self, kind)
        self.line(result, f": {kind} = {op}", *words)
        return result

    def call(self, name, kind, *operands):
        result = Value(self, kind)
        self.line(result, f": {kind} = call @math.{name}(", *operands)
        return result

    def call_several(self, name, kinds, *operands):
        whole = Value(self, None)
        self.line(whole, f" = call @math.{name}(", *operands)
        out = []
        for k, kind in enumerate(kinds):
            result = Value(self, kind)
            self.line(result, f": {kind} = result", whole, str(k))
            out.append(result)
        return out

    def var(self, name, kind):
        self.line(f"var %{name}: {kind}")
        return f"%{name}"

    def store(self, place, value):
        self.line(f"store {place}, ", value)

    def load(self, place, kind, index=None):
        result = Value(self, kind)
        at = ("[", index, "]") if index is not None else ()
        self.line(result, f": {kind} = load {place}", *at)
        return result

    @contextlib.contextmanager
    def when(self, condition):
        self.line("if ", condition, " {")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")

    def text(self):
        names, used = {}, {p.name for p in self.params}
        numbers = itertools.count()

        def name_of(value):
            if value not in names:
                name, k = value.name or str(next(numbers)), 0
                while name in used:
                    k += 1
                    name = f"{value.name}.{k}"
                used.add(name)
                names[value] = "%" + name
            return names[value]

        for p in self.params:
            names[p] = "%" + p.name
        for _, words in self.lines:
            if isinstance(words[0], Value):
                name_of(words[0])
        params = ", ".join(f"%{p.name}: {p.type}" for p in self.params)
        results = self.results[0] if len(self.results) == 1 else f"({', '.join(self.results)})"
        out = [f"func @math.{self.name}({params}) -> {results} {{"]
        for depth, words in self.lines:
            out.append("  " * depth + _written(words, name_of))
        return "\n".join(out) + "\n}\n"


def _written(words, name_of):
    texts = [name_of(w) if isinstance(w, Value) else w for w in words]
    if not isinstance(words[0], Value):
        return "".join(texts)
    head, rest = texts[0] + texts[1], texts[2:]
    if head.endswith("("):
        return head + ", ".join(rest) + ")"
    if rest and rest[0] == "[":
        return head + "".join(rest)
    return head + (" " + ", ".join(rest) if rest else "")


def finish(function, *values):
    function.line("return ", *[w for v in values for w in (v, ", ")][:-1])
    return function.text()


def coefficients(name):
    """Of tools/remez/coefficients.txt, lowest power first."""
    out, found = [], False
    path = pathlib.Path(__file__).parents[1] / "remez" / "coefficients.txt"
    for line in path.read_text().splitlines():
        if not line.startswith((" ", "#")):
            found = line.split()[0] == name
        elif found and line.startswith("  "):
            out.append(float(line))
    if not out:
        raise KeyError(name)
    kind = name.rsplit("_", 1)[1]
    if kind == "f32":
        out = [struct.unpack("f", struct.pack("f", c))[0] for c in out]
    return out


def horner(x, c):
    """c[0] + x (c[1] + x (c[2] + ...))"""
    value = x * c[-1] + c[-2]
    for k in reversed(c[:-2]):
        value = value * x + k
    return value


def cut(value, form, digits):
    """The leading `digits` bits of a number, toward zero."""
    mask = -(1 << (form.digits - digits))
    return (value.bits(form.int) & mask).bits(form.type)
