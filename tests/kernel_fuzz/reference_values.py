# SPDX-License-Identifier: Apache-2.0
"""Values that carry the language's types: numbers, vectors, arrays, tables, and what the functions
of the language make of them. The arithmetic is reference.py's."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python", "run"))
from reference import (  # noqa: E402
    COMPARE,
    FLOATS,
    INTS,  # noqa: F401 (for reference_run)
    binary,
    bits_of,
    common,
    convert,
    wrap,
)
from reference import call as exact_call  # noqa: E402
from runner import DTYPES  # noqa: E402

np.seterr(all="ignore")


class Skip(Exception):
    pass


class Wrong(Exception):
    """The program does what the language leaves open."""


# Set while an expression is only looked at for its type: nothing is read or written.
dry = 0


class Number:
    """Strong: a value of type t. Literal: an integer literal. Weak: a function of the precision."""

    __slots__ = ("t", "form", "v")

    def __init__(self, t, v, form="strong"):
        self.t, self.v, self.form = t, v, form

    def at(self, target):
        if self.form != "weak":
            return convert(self.v, self.t, target)
        return self.v(target) if target in FLOATS else convert(self.v("f32"), "f32", target)

    def __bool__(self):
        return bool(self.at(self.t) != 0)

    def __index__(self):
        assert self.t not in FLOATS
        return int(self.v)

    def key(self):
        return self.t, self.form


def literal(v):
    if isinstance(v, float):
        return Number("f32", lambda t: DTYPES[t](v), "weak")
    for t in ("i32", "i64", "u64"):
        if wrap(v, t) == v:
            return Number(t, v, "lit")
    raise Wrong("literal")


def truth(b):
    return Number("i32", int(bool(b)))


class Vector:
    """Components of one type; `home` is the array element that it is."""

    def __init__(self, parts, home=None):
        self.__dict__["parts"] = parts
        self.__dict__["home"] = home

    def position(self, k):
        n = len(self.parts)
        return k if 0 <= k < n else None

    def __getitem__(self, k):
        n = len(self.parts)
        if k.form == "lit" and k.v < 0:
            return self.parts[n + k.v]
        at = self.position(int(k))
        return self.parts[n - 1 if at is None else at]

    def __setitem__(self, k, value):
        if k.form == "lit" and k.v < 0:
            k = literal(len(self.parts) + k.v)
        at = self.position(int(k))
        if at is not None:
            self.put(at, value)

    def put(self, at, value):
        t = self.parts[at].t
        self.parts[at] = Number(t, value.at(t))
        if self.home and not dry:
            array, first = self.home
            array.data[first + at] = self.parts[at].v

    def __getattr__(self, name):
        if name in "xyzw":
            return self.parts["xyzw".index(name)]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        self.put("xyzw".index(name), value)

    def sum(self):
        total = self.parts[0]
        for part in self.parts[1:]:
            total = total + part
        return total

    def dot(self, other):
        return (self * other).sum()

    def norm_sqr(self):
        return self.dot(self)

    def norm(self):
        floats = self if self.parts[0].t in FLOATS else each(lambda p: cast("f32", p), self)
        return exact("sqrt", floats.norm_sqr())

    def min(self):
        return exact("min", *self.parts)

    def max(self):
        return exact("max", *self.parts)

    def cross(self, o):
        a, b = self.parts, o.parts
        return Vector(
            [
                a[1] * b[2] - a[2] * b[1],
                a[2] * b[0] - a[0] * b[2],
                a[0] * b[1] - a[1] * b[0],
            ]
        )


class Matrix(Vector):
    """Its entries row by row."""

    def __init__(self, parts, cols, home=None):
        super().__init__(parts, home)
        self.__dict__["cols"] = cols

    def rows(self):
        return [self.parts[k : k + self.cols] for k in range(0, len(self.parts), self.cols)]

    def columns(self):
        return [list(column) for column in zip(*self.rows(), strict=True)]

    def __getitem__(self, at):
        return self.parts[int(at[0]) * self.cols + int(at[1])]

    def __setitem__(self, at, value):
        self.put(int(at[0]) * self.cols + int(at[1]), value)

    def transpose(self):
        return of_rows(self.columns())

    def trace(self):
        return Vector([row[k] for k, row in enumerate(self.rows())]).sum()

    def determinant(self):
        rows = self.rows()
        if len(rows) == 2:
            return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
        a, b, c = (Vector(row) for row in rows)
        return a.dot(b.cross(c))


def of_rows(rows):
    return Matrix([entry for row in rows for entry in row], len(rows[0]))


def product(a, b):
    a, b = (v.value() if isinstance(v, Table) else v for v in (a, b))
    if not isinstance(a, Matrix) and not isinstance(b, Matrix):
        return a.dot(b)
    left = a.rows() if isinstance(a, Matrix) else [a.parts]
    right = b.columns() if isinstance(b, Matrix) else [b.parts]
    rows = [[Vector(row).dot(Vector(column)) for column in right] for row in left]
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        return of_rows(rows)
    return Vector([entry for row in rows for entry in row])


def each(f, *values):
    """f of numbers, component by component; a number counts for each component."""
    values = [v.value() if isinstance(v, Table) else v for v in values]
    sizes = [len(v.parts) for v in values if isinstance(v, Vector)]
    if not sizes:
        return f(*values)
    assert len(set(sizes)) == 1
    parts = [
        f(*[v.parts[k] if isinstance(v, Vector) else v for v in values]) for k in range(sizes[0])
    ]
    cols = [v.cols for v in values if isinstance(v, Matrix)]
    return Matrix(parts, cols[0]) if cols else Vector(parts)


def operate(op, a, b):
    if op in ("<<", ">>"):
        count = int(b.v) % bits_of(a.t)
        return Number(a.t, binary(op, a.t, a.at(a.t), count))
    floats = a.t in FLOATS or b.t in FLOATS
    if op == "**":
        if floats:
            raise Skip("a power of floats")
        exponent = int(b.v)
        return Number(
            a.t, wrap(pow(int(a.v), exponent, 1 << bits_of(a.t)), a.t) if exponent >= 0 else 0
        )
    if op == "/" and not floats:
        return Number("f32", binary("/", "f32", a.at("f32"), b.at("f32")))
    t, form = common(a.key(), b.key())
    if form == "weak":
        return Number(t, lambda target: binary(op, target, a.at(target), b.at(target)), "weak")
    return Number(t, binary(op, t, a.at(t), b.at(t)), form)


def negate(a):
    if a.form == "weak":
        return Number(a.t, lambda target: -a.at(target), "weak")
    return Number(a.t, -a.v if a.t in FLOATS else wrap(-a.v, a.t), a.form)


def invert(a):
    return Number(a.t, wrap(~a.v, a.t), a.form)


def add_operators(kind):
    names = {
        "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%",
        "pow": "**", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
    }  # fmt: skip
    for name, op in names.items():
        setattr(
            kind,
            f"__{name}__",
            lambda a, b, op=op: each(lambda x, y: operate(op, x, y), a, b),
        )
    kind.__neg__ = lambda a: each(negate, a)
    kind.__invert__ = lambda a: each(invert, a)
    kind.__pos__ = lambda a: a
    kind.__matmul__ = product


add_operators(Number)
add_operators(Vector)


def cast(t, a):
    return each(lambda x: Number(t, x.at(t)), a)


def exact_number(name, *args):
    t, form = args[0].key()
    for a in args[1:]:
        t, form = common((t, form), a.key())
    if name in ("sqrt", "floor", "ceil", "fabs") and t not in FLOATS:
        t, form = "f32", "strong"
    what = "abs" if name == "fabs" else name
    if form == "weak":
        return Number(
            t, lambda target: exact_call(what, target, [a.at(target) for a in args]), form
        )
    return Number(t, exact_call(what, t, [a.at(t) for a in args]), form)


def exact(name, *args):
    return each(lambda *numbers: exact_number(name, *numbers), *args)


def written(value):
    """As print shows it."""
    if isinstance(value, str):
        return value
    v = value.at(value.t)
    if value.t not in FLOATS or not np.isfinite(v):
        return str(v)
    # Python's layout at both precisions; NumPy's own of f32 is another one.
    digits, _, exponent = np.format_float_scientific(v, trim="-").partition("e")
    if -4 <= int(exponent) < 16:
        return np.format_float_positional(v, trim="0")
    return f"{digits}e{int(exponent):+03d}"


def skipped(name):
    def f(*args):
        raise Skip(name)

    return f


def compare_pair(op, a, b):
    t, _ = common(a.key(), b.key())
    return truth(COMPARE[op](a.at(t), b.at(t)))


def compare(ops, *args):
    left = args[0]()
    result = None
    for op, arg in zip(ops, args[1:], strict=True):
        right = arg()
        one = each(lambda x, y, op=op: compare_pair(op, x, y), left, right)
        if result is not None and (isinstance(one, Vector) or isinstance(result, Vector)):
            one = each(lambda x, y: truth(bool(x) and bool(y)), result, one)
        result, left = one, right
        if not isinstance(result, Vector) and not result:
            return result
    return result


def logical(op, *args):
    result = None
    for arg in args:
        one = each(lambda x: truth(bool(x)), arg())
        if result is None:
            result = one
        elif op == "and":
            result = each(lambda x, y: truth(bool(x) and bool(y)), result, one)
        else:
            result = each(lambda x, y: truth(bool(x) or bool(y)), result, one)
        if not isinstance(result, Vector) and bool(result) == (op == "or"):
            return result
    return result


def joined(a, b):
    """a with the common type of both."""
    t, form = common(a.key(), b.key())
    if form == "weak":
        return Number(t, a.at, "weak")
    return Number(t, a.at(t), form)


def choose(condition, a, b):
    global dry
    one, other = (a, b) if condition() else (b, a)
    value = one()
    dry += 1
    try:
        kind = other()
    finally:
        dry -= 1
    return each(joined, value, kind)


def select(m, a, b):
    return each(lambda c, x, y: joined(x, y) if c else joined(y, x), m, a, b)


class Shape:
    def __init__(self, shape):
        self.shape = shape

    def __getitem__(self, k):
        return Number("i64", self.shape[int(k)])


class Array:
    def __init__(self, t, extents, element, data):
        """element: extents of what it holds; none of numbers."""
        self.t, self.extents, self.element, self.data = t, extents, element, data
        self.shape = Shape(extents)
        self.count = int(np.prod(element, dtype=np.int64))

    def made(self, parts, home=None):
        if not self.element:
            return parts[0]
        return (
            Vector(parts, home) if len(self.element) == 1 else Matrix(parts, self.element[1], home)
        )

    def first(self, at):
        """Of the element's numbers."""
        size = 1
        for extent in self.extents:
            size *= extent
        if isinstance(at, Vector):
            at = tuple(at.parts)
        if at is None:
            assert not self.extents
            flat = 0
        elif not isinstance(at, tuple):
            flat = int(at)
            if not 0 <= flat < size:
                raise Wrong(f"index {flat} outside {self.extents}")
        else:
            assert len(at) == len(self.extents)
            flat = 0
            for k, extent in zip(at, self.extents, strict=True):
                if not 0 <= int(k) < extent:
                    raise Wrong(f"index {[int(x) for x in at]} outside {self.extents}")
                flat = flat * extent + int(k)
        return flat * self.count

    def number(self, at):
        v = self.data[at]
        return Number(self.t, v if self.t in FLOATS else int(v))

    def __getitem__(self, at):
        if dry:
            zero = Number(self.t, DTYPES[self.t](0) if self.t in FLOATS else 0)
            return self.made([zero] * self.count)
        first = self.first(at)
        return self.made([self.number(first + k) for k in range(self.count)], (self, first))

    def __setitem__(self, at, value):
        if dry:
            return
        first = self.first(at)
        for k in range(self.count):
            part = value.parts[k] if isinstance(value, Vector) else value
            self.data[first + k] = part.at(self.t)


def held(value):
    """What it is now, whatever is assigned next."""
    if isinstance(value, (tuple, list)):
        return tuple(map(held, value))
    return each(lambda x: x, value) if isinstance(value, (Vector, Table)) else value


def part(value, k):
    return value[k] if isinstance(value, tuple) else value.parts[k]


def atomic(op):
    def one(old, value):
        t = old.t
        value = value.at(t)
        if op == "add":
            new = old.v + value if t in FLOATS else wrap(old.v + value, t)
        else:
            less = value < old.v if op == "min" else value > old.v
            new = value if less else old.v
        return Number(t, new)

    def update(array, at, value):
        if array.element and isinstance(value, Number):  # the index counts components
            array = Array(array.t, [len(array.data)], [], array.data)
        old = array[at]
        array[at] = each(one, old, value)
        return old

    return update


class Table:
    """A constant's entries; what stands outside is the last one."""

    def __init__(self, parts, cols=0):
        self.parts, self.cols = parts, cols

    def __getitem__(self, k):
        if self.cols and not isinstance(k, tuple):
            return TableRow(self, k)
        at, computed = 0, False
        extents = [len(self.parts) // self.cols, self.cols] if self.cols else [len(self.parts)]
        for i, extent in zip(k if self.cols else (k,), extents, strict=True):
            literal_index, i = i.form == "lit", int(i)
            computed = computed or not literal_index
            if literal_index and i < 0:
                i += extent
            at = at * extent + (i if 0 <= i < extent else extent - 1)
        part = self.parts[at]
        if not computed or part.form != "lit":
            return part
        return cast(widest(self.parts).t, part)

    def __getattr__(self, name):
        return getattr(self.value(), name)

    def value(self):
        return Matrix(self.parts, self.cols) if self.cols else Vector(self.parts)


add_operators(Table)


class TableRow:
    def __init__(self, table, row):
        self.table, self.row = table, row

    def __getitem__(self, k):
        return self.table[self.row, k]


def vector(parts):
    """A list of numbers, or of rows."""
    if isinstance(parts[0], Vector):
        entries = vector([entry for row in parts for entry in row.parts])
        return Matrix(entries.parts, len(parts[0].parts))
    return Vector([joined(p, q) for p, q in ((p, widest(parts)) for p in parts)])


def widest(parts):
    t, form = parts[0].key()
    for p in parts[1:]:
        t, form = common((t, form), p.key())
    zero = (lambda target: DTYPES[target](0)) if form == "weak" else convert(0, "i32", t)
    return Number(t, zero, form)


def index_space(args):
    if not args:
        yield ()
        return
    head = args[0]
    span = range(int(head[0]), int(head[1])) if isinstance(head, tuple) else range(int(head))
    for first in span:
        for rest in index_space(args[1:]):
            yield (first, *rest)


def i64(v):
    return Number("i64", v)


def number_range(*args):
    numbers = [int(a) for a in args]
    if len(numbers) < 3 or numbers[2] > 0:
        for v in range(*numbers):
            yield i64(v)


def ndindex(*args):
    for at in index_space(args):
        yield tuple(map(i64, at)) if len(at) > 1 else i64(at[0])


def constant(value, dtype=None):
    if isinstance(value, tuple):
        rows = value if isinstance(value[0], tuple) else (value,)
        parts = [constant(v, dtype) for row in rows for v in row]
        return Table(parts, len(rows[0]) if rows is value else 0)
    return literal(value) if dtype is None else cast(dtype.t, literal(value))


class Cast:
    def __init__(self, t):
        self.t = t

    def __call__(self, a):
        return cast(self.t, a)


class Namespace:
    pass


def local_array(dtype, size):
    return Array(dtype.t, [int(size)], [], np.zeros(int(size), DTYPES[dtype.t]))


def advance(s):
    s = s.at("u32")
    x = (s * 747796405 + 2891336453) % 2**32
    w = ((x >> ((x >> 28) + 4)) ^ x) * 277803737 % 2**32
    return Number("u32", (w >> 22) ^ w)


def seed(index, stream):
    return advance(Number("u32", index.at("u32") ^ advance(stream).v))


def uniform(s):
    s = Number("u32", s.at("u32"))
    return Number("f32", np.float32(s.v >> 8) * np.float32(2**-24)), advance(s)


ONE, ZERO = literal(1.0), literal(0.0)


def clamp(x, low, high):
    return exact("min", exact("max", x, low), high)


def smoothstep(e0, e1, x):
    t = clamp((x - e0) / (e1 - e0), ZERO, ONE)
    return t * t * (literal(3.0) - literal(2.0) * t)


def sign(x):
    if x.at(x.t) > 0:
        return cast(x.t, literal(1))
    return cast(x.t, literal(-1)) if x.at(x.t) < 0 else x
