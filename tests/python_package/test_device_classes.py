# SPDX-License-Identifier: Apache-2.0
"""Instances of device classes in kernels: attributes, methods, loops, and what recompiles."""

import dataclasses

import numpy as np
import pytest

import tack


def variants(kernel):
    return tack._tack._variant_count(kernel)


@tack.device_class
class Grid:
    __tack_iterate__ = ("n",)
    SCALE = 3
    RATE = 0.5

    def __init__(self, n, h=1.0):
        self.n = n
        self.h = h
        self.data = tack.asarray(np.arange(n, dtype=np.float32))
        self.name = "grid"
        self._hidden = 7

    @tack.func
    def at(self, i):
        return self.data[i] * self.twice(self.SCALE)

    @tack.func
    def near(self, i):
        return self.at((i + 1) % self.n), self.at(i)

    @staticmethod
    @tack.func
    def twice(x):
        return x * 2

    @tack.func
    def put(self, i, value):
        self.data[i] = value

    def plain(self):
        return 1

    @property
    def computed(self):
        return 1

    @tack.kernel
    def step(self, dt):
        for i in range(self.n):
            self.data[i] += dt * self.h + self.RATE


@tack.kernel
def read(g, out):
    for i in range(len(out)):
        a, b = g.near(i)
        out[i] = a + 1000 * b


@tack.kernel
def everything(g, out):
    for i in g:
        out[i] = g.at(i) + g.SCALE * g.h + len(g.data) + g.data.shape[0]


def test_attributes_and_methods():
    g = Grid(5, 0.25)
    out = tack.zeros(5)
    everything(g, out)
    data = np.arange(5, dtype=np.float32)
    assert out.numpy().tolist() == (data * 6 + 0.75 + 10).tolist()
    read(g, out)
    assert out.numpy().tolist() == (np.roll(data, -1) * 6 + 1000 * data * 6).tolist()


def test_kernel_methods():
    g = Grid(4, 2.0)
    g.step(10.0)
    assert g.data.numpy().tolist() == [20.5, 21.5, 22.5, 23.5]
    Grid.step(g, 1.0)
    bound = g.step
    bound(1.0)
    assert g.data.numpy().tolist() == [25.5, 26.5, 27.5, 28.5]
    for mode in ("ir", "source", "optimized", "asm", "report"):
        assert "step" in tack.inspect(g.step, 1.0, mode=mode)
        assert tack.inspect(Grid.step, g, 1.0, mode=mode)
    report = tack.inspect(g.step, 1.0, mode="report")
    assert "self.data: array of f32, 1 dimension, read and written" in report
    assert g.data.numpy()[0] == 25.5
    count = r"Kernel 'step': expected 2 arguments \(self, dt\), got 1; 'self' is the instance"
    with pytest.raises(TypeError, match=count):
        Grid.step(1.0)
    with pytest.raises(TypeError, match="expected 2 arguments"):
        g.step(1, 2)
    with pytest.raises(RuntimeError, match="positional"):
        g.step(dt=1.0)


@tack.func
def outside(obj, i, k):
    obj.put(i, obj.at(i) + k)


@tack.kernel
def through_functions(k, g, h):
    for i in range(g.n):
        other = h
        outside(g, i, k)
        outside(other, i, g.h)


def test_objects_are_passed_to_functions_by_reference():
    g, h = Grid(4), Grid(4, 5.0)
    through_functions(100, g, h)
    assert g.data.numpy().tolist() == [100, 106, 112, 118]
    assert h.data.numpy().tolist() == [1, 7, 13, 19]
    # One object twice: program order within an iteration.
    g = Grid(2)
    through_functions(1, g, g)
    assert g.data.numpy().tolist() == [1 * 6 + 1, 7 * 6 + 1]


# --- constants


@tack.kernel
def constants(g, out):
    for i in range(1):
        out[i] = g.SCALE + g.RATE


def constants_of(g):
    out = tack.zeros(1, tack.f64)
    constants(g, out)
    return out.numpy()[0]


def test_class_constants_are_compiled_in():
    class Local(Grid):
        SCALE = 4

    g = Local(2)
    assert constants_of(g) == 4.5
    before = variants(constants)
    assert constants_of(Local(2)) == 4.5 and variants(constants) == before
    Local.SCALE = 5
    assert constants_of(g) == 5.5 and variants(constants) == before + 1
    Local.SCALE = 4  # what is there already serves
    assert constants_of(g) == 4.5 and variants(constants) == before + 1
    Local.SCALE = 4.0  # the type counts: a float
    assert constants_of(g) == 4.5 and variants(constants) == before + 2
    Local.RATE = -0.0
    assert constants_of(g) == 4 and variants(constants) == before + 3
    Local.RATE = 0.0  # and the bits
    assert constants_of(g) == 4 and variants(constants) == before + 4
    # The instance's stands before the class's, and is a constant too.
    g.SCALE = 7
    assert constants_of(g) == 7 and variants(constants) == before + 5
    g.SCALE = 8
    assert constants_of(g) == 8 and variants(constants) == before + 6
    assert constants_of(Local(2)) == 4 and variants(constants) == before + 6
    del g.SCALE
    assert constants_of(g) == 4 and variants(constants) == before + 6
    # An attribute that kernels do not see changes nothing.
    Local.unseen = "text"
    assert constants_of(g) == 4 and variants(constants) == before + 6
    # One of a base, seen through the subclass.
    Grid.RATE = 2.5
    del Local.RATE
    try:
        assert constants_of(g) == 6.5
    finally:
        Grid.RATE = 0.5
    assert constants_of(g) == 4.5


def test_typed_constants_of_a_class():
    @tack.device_class
    class Hash:
        MUL = tack.constant(0xFFFFFFFF, tack.u32)
        TENTH = tack.constant(0.1)
        HUGE = 2**64 - 1
        FLAG = True
        NUMPY = np.int16(-3)

    @tack.kernel
    def kernel(h, out, wide):
        for i in range(1):
            wide[0] = h.MUL + h.MUL  # wraps as u32 does
            wide[1] = h.HUGE
            out[0] = h.TENTH
            out[1] = h.FLAG + h.NUMPY

    out, wide = tack.zeros(2, tack.f64), tack.zeros(2, tack.u64)
    kernel(Hash(), out, wide)
    assert wide.numpy().tolist() == [2**32 - 2, 2**64 - 1] and out.numpy().tolist() == [0.1, -2]


def test_constants_as_sizes_and_bounds():
    @tack.device_class
    class Stencil:
        SIZE = 3
        COUNT = 5

    @tack.kernel
    def kernel(s, out):
        for i in range(s.COUNT):
            t = tack.local_array(tack.f32, s.SIZE + 1)
            for k in range(s.SIZE + 1):
                t[k] = k
            out[i] = t[s.SIZE] + len(t)

    out = tack.zeros(8)
    kernel(Stencil(), out)
    assert out.numpy().tolist() == [7] * 5 + [0] * 3


# --- numbers and arrays of an instance


def test_what_recompiles():
    @tack.device_class
    class Body:
        pass

    @tack.kernel
    def kernel(b, out):
        for i in range(1):
            out[i] = b.k * 2 + b.a[0]

    def body(**attributes):
        b = Body()
        for name, value in attributes.items():
            setattr(b, name, value)
        return b

    out = tack.zeros(1, tack.f64)

    def count(b, expected):
        kernel(b, out)
        assert out.numpy()[0] == expected
        return variants(kernel)

    a = tack.ones(3)
    assert count(body(k=1, a=a), 3) == 1
    assert count(body(k=2, a=a), 5) == 1  # values are not in the key
    assert count(body(k=-7, a=tack.zeros(3)), -14) == 1
    assert count(body(a=a, k=2), 5) == 1  # nor is the order of the attributes
    assert count(body(k=2**40, a=a), 2.0**41) == 2  # i64
    assert count(body(k=0.5, a=a), 2) == 3  # f64, as `out` is
    assert count(body(k=1.5, a=a), 4) == 3
    assert count(body(k=np.float32(0.5), a=a), 2) == 3
    assert count(body(k=np.int8(1), a=a), 3) == 3  # i32 again
    assert count(body(k=1, a=a, extra=1), 3) == 4  # the names are
    assert count(body(k=1, a=a, extra=2), 3) == 4
    assert count(body(k=1, a=a, ignored="text"), 3) == 4
    assert count(body(k=1, a=a, _ignored=1), 3) == 4
    assert count(body(k=1, a=tack.ones(4)), 3) == 5  # an array's shape
    assert count(body(k=1, a=tack.ones((3, 1))), 3) == 6
    assert count(body(k=1, a=tack.ones(3, tack.i32)), 3) == 7  # its dtype
    assert count(body(k=1, a=tack.asarray(np.full(3, 9, np.float32))), 11) == 7  # not its contents


def test_functions_of_instances():
    @tack.func
    def square(x):
        return x * x

    @tack.func
    def negative(x):
        return -x

    @tack.device_class
    class Map:
        def __init__(self, f):
            self.f = f

    @tack.kernel
    def kernel(m, out):
        for i in range(len(out)):
            out[i] = m.f(i)

    out = tack.zeros(4)
    kernel(Map(square), out)
    assert out.numpy().tolist() == [0, 1, 4, 9]
    kernel(Map(negative), out)
    assert out.numpy().tolist() == [0, -1, -2, -3] and variants(kernel) == 2
    kernel(Map(square), out)
    assert out.numpy().tolist() == [0, 1, 4, 9] and variants(kernel) == 2
    with pytest.raises(ValueError, match=r"'m' at line 4, column 18 has no attribute 'f'"):
        kernel(Map("text"), out)


def test_floats_are_f64_beside_an_f64_array_of_an_object():
    @tack.device_class
    class Holder:
        def __init__(self, dtype):
            self.a = tack.zeros(1, dtype)
            self.x = 0.1

    @tack.kernel
    def kernel(h, y, out):
        for i in range(1):
            out[0] = 1 if h.x * 3.0 == h.x + h.x + h.x else 2
            h.a[0] = h.x + y

    for dtype, expected in ((tack.f32, np.float32(0.1) + np.float32(0.2)), (tack.f64, 0.1 + 0.2)):
        h, out = Holder(dtype), tack.zeros(1, tack.i32)
        kernel(h, 0.2, out)
        assert h.a.numpy()[0] == expected


def test_slots_and_dataclasses():
    @tack.device_class
    @dataclasses.dataclass
    class Point:
        x: float
        y: float
        label: str = "p"

        @tack.func
        def dot(self, other):
            return self.x * other.x + self.y * other.y

    @tack.device_class
    class Slotted:
        __slots__ = ("b", "unset", "x")

        def __init__(self, x, b):
            self.x = x
            self.b = b

    @tack.device_class
    @dataclasses.dataclass(slots=True)
    class Frozen:
        x: int
        y: int

    @tack.kernel
    def kernel(p, q, s, f, out):
        for i in range(len(s.b)):
            out[i] = p.dot(q) + s.x * s.b[i] + f.x * f.y

    out = tack.zeros(2)
    slotted = Slotted(2, tack.asarray(np.array([1, 10], np.float32)))
    kernel(Point(1.0, 2.0), Point(3.0, 4.0), slotted, Frozen(6, 7), out)
    assert out.numpy().tolist() == [11 + 2 + 42, 11 + 20 + 42]


# --- inheritance


@tack.device_class
class Base:
    A = 1
    B = 2

    @tack.func
    def first(self):
        return self.second() + self.A

    @tack.func
    def second(self):
        return 10


class Undecorated(Base):
    A = 5

    @tack.func
    def second(self):
        return 20 + self.extra


@tack.device_class
class Mixin:
    A = 100
    C = 7

    @tack.func
    def third(self):
        return self.first() * 1000 + self.C


class Diamond(Undecorated, Mixin):
    B = 4


class Hidden(Base):
    second = None


@tack.kernel
def first_of(obj, out):
    for i in range(1):
        out[i] = obj.first() + obj.B * 100000


@tack.kernel
def third_of(obj, out):
    for i in range(1):
        out[i] = obj.third()


def test_bases_and_overriding():
    out = tack.zeros(1, tack.i64)

    def run(kernel, obj):
        kernel(obj, out)
        return int(out.numpy()[0])

    assert run(first_of, Base()) == 200011
    child = Undecorated()
    child.extra = 3
    assert run(first_of, child) == 200028
    diamond = Diamond()
    diamond.extra = 4
    assert run(first_of, diamond) == 400029
    assert run(third_of, diamond) == 29 * 1000 + 7
    with pytest.raises(ValueError, match="Device function 'first'.*'self' at line 3.*'second'"):
        run(first_of, Hidden())


# --- objects in objects


@tack.device_class
class Mesh:
    def __init__(self, grid, weight):
        self.grid = grid
        self.weight = weight
        self.out = tack.zeros(4)

    @tack.func
    def value(self, i):
        return self.weight * self.grid.at(i)

    @tack.kernel
    def gather(self):
        for i in self.grid:
            s = 0.0
            for j in self.grid:
                s += self.value(j)
            self.out[i] = s + self.grid.SCALE


@tack.kernel
def deep(m, out):
    for i in m.mesh.grid:
        out[i] = m.mesh.grid.data[i] + m.mesh.value(i) + m.bias


def test_objects_in_objects():
    mesh = Mesh(Grid(4), 0.5)
    mesh.gather()
    assert mesh.out.numpy().tolist() == [6 * 6 * 0.5 + 3] * 4
    assert variants(Mesh.gather) == 1
    Mesh(Grid(4, 9.0), 1.5).gather()
    assert variants(Mesh.gather) == 1
    Mesh(Grid(3), 1.5).gather()
    assert variants(Mesh.gather) == 2

    @tack.device_class
    class Outer:
        pass

    outer = Outer()
    outer.mesh, outer.bias = mesh, 100
    out = tack.zeros(4)
    deep(outer, out)
    assert out.numpy().tolist() == [100, 101 + 3, 102 + 6, 103 + 9]


def test_objects_that_hold_themselves():
    g = Grid(2)
    g.again = g
    with pytest.raises(TypeError, match=r"'g\.again\..*holds itself"):
        everything(g, tack.zeros(2))
