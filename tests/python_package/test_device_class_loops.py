# SPDX-License-Identifier: Apache-2.0
"""Loops over the instances of iterable device classes."""

import numpy as np
import pytest
from test_device_classes import Grid, variants

import tack

# --- loops


@tack.kernel
def nested(outer, inner, out):
    for i in outer:
        s = 0
        for j in inner:
            if j == 3:
                continue
            s += j
        out[i] = s + i


def test_loops_over_an_object():
    out = tack.zeros(6)
    nested(Grid(6), Grid(5), out)
    assert out.numpy().tolist() == [0 + 1 + 2 + 4 + i for i in range(6)]
    before = variants(nested)
    g = Grid(5)
    for n in (3, 0, -2, 2):  # extents of instances do not recompile
        g.n = n
        out = tack.zeros(6)
        nested(g, g, out)
        expected = [sum(j for j in range(n) if j != 3) + i if i < n else 0 for i in range(6)]
        assert out.numpy().tolist() == expected
    assert variants(nested) == before + 1  # for the shape of `data`


@tack.kernel
def loop(obj, out):
    for c in obj:
        out[c] = 1


@tack.kernel
def unpacked(obj, out):
    for c, d in obj:
        out[c] = d


@tack.kernel
def inner_unpacked(obj, out):
    for i in range(1):
        for c, d in obj:
            out[c] = d


def declare(value):
    class Declared(Grid):
        if value is not None:
            __tack_iterate__ = value

    if value is None:
        del Declared

        @tack.device_class
        class Undeclared:
            n = 3

        return Undeclared()
    return Declared(2)


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        (None, "'Undeclared' does not declare __tack_iterate__"),
        ((), "__tack_iterate__ names no attribute"),
        (("n", "h", "SCALE", "n"), "names 4 attributes"),
        (("data",), "'data' of __tack_iterate__ is not a scalar attribute"),
        (("missing",), "'missing' of __tack_iterate__ is not a scalar attribute"),
        (("name",), "'name' of __tack_iterate__ is not a scalar attribute"),
        (("at",), "'at' of __tack_iterate__ is not a scalar attribute"),
        (("h",), "bound at line 3, column 14 of the parallel loop has type f32"),
        ((1,), "holds something that is no attribute's name"),
        (5, "is not a tuple of attribute names"),
    ],
)
def test_wrong_declarations(declaration, message):
    out = tack.zeros(4)
    with pytest.raises(TypeError, match="^Kernel 'loop': loop at|^Kernel 'loop': bound") as caught:
        loop(declare(declaration), out)
    assert message in str(caught.value)
    assert not out.numpy().any()


def test_a_loop_over_an_object_binds_one_name():
    for kernel in (unpacked, inner_unpacked):
        with pytest.raises(TypeError, match="binds one name"):
            kernel(Grid(2), tack.zeros(4))
    out = tack.zeros(4)
    loop(declare("n"), out)  # a single name needs no tuple
    assert out.numpy().tolist() == [1, 1, 0, 0]
    loop(declare(["SCALE"]), out)  # a constant is an extent as well
    assert out.numpy().tolist() == [1, 1, 1, 0]


@tack.device_class
class Volume:
    __tack_iterate__ = ("nx", "ny", "nz")

    def __init__(self, nx, ny, nz):
        self.nx, self.ny, self.nz = nx, ny, nz

    @tack.func
    def flat(self, c):
        return c[0] + self.nx * (c[1] + self.ny * c[2])


class Image(Volume):
    __tack_iterate__ = ("nx", "ny")


@tack.kernel
def fill(volume, order, out):
    for c in volume:
        out[volume.flat(c)] = c.x + 100 * c[1] + 10000 * c[-1]


@tack.kernel
def fill_image(image, out):
    for c in image:
        s = 0
        for d in image:
            s += d[0] * 1000 + d[1]
        c = c * 2
        out[c.y // 2 * image.nx + c[0] // 2] = s + c[0]


def test_loops_over_two_and_three_extents():
    nx, ny, nz = 5, 3, 2
    out = tack.zeros(nx * ny * nz, tack.i64)
    fill(Volume(nx, ny, nz), 0, out)
    z, y, x = np.meshgrid(np.arange(nz), np.arange(ny), np.arange(nx), indexing="ij")
    assert out.numpy().tolist() == (x + 100 * y + 10000 * z).ravel().tolist()
    before = variants(fill)
    for extents in ((2, 3, 4), (1, 1, 30), (0, 3, 4), (-1, -3, 2), (4, 5, -1)):
        out = tack.zeros(30, tack.i64)
        fill(Volume(*extents), 0, out)
        if min(extents) <= 0:
            assert not out.numpy().any()
        else:
            z, y, x = np.meshgrid(*(np.arange(n) for n in extents[::-1]), indexing="ij")
            got = out.numpy()[: x.size].tolist()
            assert got == (x + 100 * y + 10000 * z).ravel().tolist()
    assert variants(fill) == before
    image = Image(4, 3, 9)
    out = tack.zeros(12, tack.i64)
    fill_image(image, out)
    s = sum(x * 1000 + y for x in range(4) for y in range(3))
    assert out.numpy().tolist() == [s + 2 * x for _ in range(3) for x in range(4)]
    with pytest.raises(TypeError, match="binds one name"):
        unpacked(image, tack.zeros(4))
