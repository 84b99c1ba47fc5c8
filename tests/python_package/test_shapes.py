# SPDX-License-Identifier: Apache-2.0
"""Shapes of arrays as a whole: h, w = x.shape, tack.ndindex(x.shape), x.size."""

import numpy as np
import pytest

import tack


@tack.kernel
def outer(x):
    h, w = x.shape
    for i in range(h):
        for j in range(w):
            x[i, j] = i * w + j


@tack.kernel
def inside(x, out):
    for i in range(x.shape[0]):
        h, w = x.shape
        out[i] = h * 1000 + w + i


@tack.kernel
def indices(x):
    for i, j in tack.ndindex(x.shape):
        x[i, j] = i * 100 + j


@tack.kernel
def mixed(x, out):
    for i, j, k in tack.ndindex((1, 3), x.shape):
        out[i, j, k] = x[j, k] * i


@tack.kernel
def nested(x, out):
    for n in range(1):
        total = 0
        for i, j, k in tack.ndindex(x.shape):
            total += x[i, j, k]
        out[0] = total


@tack.kernel
def flat(x):
    for i in range(x.size):
        x[i] = i


@tack.kernel
def halves(x) -> int:
    n = x.size // 2
    for i in range(n):
        x[i] = x.size
    return x.size


@tack.kernel
def element(x, out):
    for i in range(x.size + 2):
        out[i] = x.size


@tack.kernel
def local(x, out):
    for i in range(len(out)):
        t = tack.local_array(tack.i32, x.size)
        (n,) = t.shape
        t[n - 1] = t.size
        out[i] = t[x.size - 1]


@tack.device_class
class Image:
    def __init__(self, h, w):
        self.data = tack.zeros((h, w), tack.i32)

    @tack.func
    def count(self):
        h, w = self.data.shape
        return h * w + self.data.size

    @tack.kernel
    def fill(self):
        for i, j in tack.ndindex(self.data.shape):
            self.data[i, j] = self.count()


SHAPES = [(3, 5), (1, 1), (4, 2), (7, 0), (0, 3), (64, 33)]


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_two(shape):
    h, w = shape
    x = tack.full(shape, -1, tack.i32)
    outer(x)
    assert (x.numpy() == np.arange(h * w).reshape(shape)).all()
    indices(x)
    assert (x.numpy() == np.add.outer(np.arange(h) * 100, np.arange(w))).all()
    out = tack.full((3, *shape), -1, tack.i32)
    mixed(x, out)
    assert (out.numpy()[0] == -1).all()
    assert (out.numpy()[1] == x.numpy()).all() and (out.numpy()[2] == 2 * x.numpy()).all()
    flat(x)
    assert (x.numpy().ravel() == np.arange(h * w)).all()
    rows = tack.zeros(h, tack.i32)
    inside(x, rows)
    assert (rows.numpy() == h * 1000 + w + np.arange(h)).all()
    image = Image(h, w)
    image.fill()
    assert (image.data.numpy() == 2 * h * w).all()


def test_sizes_of_every_rank():
    for shape in [(), (4,), (2, 3), (2, 1, 3), (1, 2, 1, 2, 1)]:
        n = int(np.prod(shape))
        x = tack.zeros(shape, tack.i32)
        assert halves(x) == n and x.numpy().sum() == n * (n // 2)
        out = tack.zeros(n + 2, tack.i32)
        element(x, out)
        assert (out.numpy() == n).all()
        local(x, out)
        assert (out.numpy() == n).all()
    vectors = tack.Vector.zeros(3, (2, 4))  # elements, not numbers
    out = tack.zeros(10, tack.i32)
    element(vectors, out)
    assert (out.numpy() == 8).all()


def test_ndindex_of_a_shape_inside():
    x = tack.asarray(np.arange(24, dtype=np.int32).reshape(2, 3, 4))
    out = tack.zeros(1, tack.i32)
    nested(x, out)
    assert out[0] == 276


def test_a_bound_of_the_host_bakes_no_extent_in():
    """Another extent is no other code where the body does not use it."""
    assert tack.inspect(flat, tack.zeros((3, 5))) == tack.inspect(flat, tack.zeros((4, 2)))


@tack.kernel
def three_of_two(x):
    a, b, c = x.shape
    for i in range(a):
        x[i, 0] = b + c


@tack.kernel
def one_of_two(x):
    for i in tack.ndindex(x.shape):
        x[i] = 1


@tack.kernel
def of_nothing(x):
    for i in tack.ndindex(x.shape):
        x[None] = 1


@tack.kernel
def of_a_number(n, x):
    for i, j in tack.ndindex(n.shape):
        x[i, j] = 1


def test_wrong_counts():
    x = tack.full((2, 2), 7.0)
    syntax = tack.UnsupportedSyntaxError
    for kernel, arguments, kind, text in (
        (three_of_two, (x,), syntax, "2 values at line 3, column 15 for 3 targets"),
        (one_of_two, (x,), syntax, "over 2 dimensions binds 1 name"),
        (of_nothing, (tack.zeros(()),), syntax, "takes 1 to 8 sizes, 0 given"),
        (of_a_number, (3, x), TypeError, "'n' at line 3, column 30 is not an array"),
    ):
        with pytest.raises(kind) as caught:
            kernel(*arguments)
        assert type(caught.value) is kind and text in str(caught.value), str(caught.value)
    assert (x.numpy() == 7).all()


@tack.kernel
def counts_up(x):
    for i in range(4):
        tack.atomic_add(x, (), 1.0)


@tack.kernel
def empty_index(x, y):
    for i in range(1):
        y[()] = x[()] + 1.0


def test_an_empty_tuple_is_the_index_of_an_array_without_dimensions():
    x, y = tack.full((), 3.0), tack.zeros(())
    empty_index(x, y)
    assert float(y.numpy()) == 4.0
    counts_up(x)
    assert float(x.numpy()) == 7.0
    with pytest.raises(TypeError, match="has 1 dimension, 0 indices given"):
        empty_index(tack.zeros(3), y)
