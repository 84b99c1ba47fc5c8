# SPDX-License-Identifier: Apache-2.0
"""Tuples of targets: vectors, tuples and results of device functions taken apart, against NumPy."""

import numpy as np
import pytest

import tack

N = 100  # no multiple of a gang
SIZE = tack.constant((5, 7))
WEIGHTS = tack.constant((0.1, 0.2, 0.7))


def sample(*shape, dtype=np.float32, seed=1):
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


@tack.func
def two(v):
    return v, 2.0 * v


@tack.func
def turned(v):
    return tack.Vector([v.y, -v.x])


@tack.kernel
def components(v, w, out):
    for i in range(len(v)):
        x, y, z = v[i]
        a, b = w[i]
        x, y = y, x
        out[i] = x + 10.0 * y + 100.0 * z + 1000.0 * a + 10000.0 * b


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.uint8, np.int64])
def test_components(dtype):
    v, w = (10 * sample(N, 3)).astype(dtype), (10 * sample(N, 2, seed=2)).astype(dtype)
    out = tack.zeros(N, tack.f64)
    components(tack.asarray(v, vector=True), tack.asarray(w, vector=True), out)
    # Integers meet the literals as f32, whatever their width.
    kind = np.float64 if dtype == np.float64 else np.float32
    v, w = v.astype(kind), w.astype(kind)
    want = v[:, 1] + kind(10) * v[:, 0] + kind(100) * v[:, 2]
    want = want + kind(1000) * w[:, 0] + kind(10000) * w[:, 1]
    assert np.array_equal(out.numpy(), want.astype(np.float64))


@tack.kernel
def nested(v, out):
    for i in range(len(v)):
        (a, b), c = v[i], 3.0
        (d, (e, f)), g = (1.0, turned(v[i])), (v[i] + 1.0).y
        (p, q), (r, s) = two(v[i])
        (h, k), m = [5.0, v[i].x], 7.0
        out[i, 0] = a + b * c
        out[i, 1] = d + e * f + g
        out[i, 2] = p + q * r + s
        out[i, 3] = h + k * m


def test_nested_targets():
    v = sample(N, 2)
    out = tack.zeros((N, 4))
    nested(tack.asarray(v, vector=True), out)
    x, y = v.T
    one, two, three = np.float32(1), np.float32(2), np.float32(3)
    want = [
        x + y * three,
        one + y * -x + (y + one),
        x + y * (two * x) + two * y,
        np.float32(5) + x * np.float32(7),
    ]
    assert np.array_equal(out.numpy(), np.stack(want, axis=1))


@tack.kernel
def list_target(v, out):
    for i in range(len(v)):
        [a, b] = v[i]
        out[i] = a + b


def test_lists_are_no_targets():
    with pytest.raises(tack.UnsupportedSyntaxError, match="list as an assignment target"):
        list_target(tack.Vector.zeros(2, 3), tack.zeros(3))


@tack.kernel
def chained(v, a, out):
    for i in range(len(v)):
        p = v[i]
        p.y, p.x = p  # the right side is evaluated before anything is stored
        v[i] = p
        x = q = y, z = p
        k, a[k] = 2 * i, float(a[2 * i] + a[2 * i + 1])
        a[k + 1], a[k] = [a[k], a[k + 1]]
        out[i] = x.x + 10.0 * q.y + 100.0 * y + 1000.0 * z


def test_right_sides_come_first():
    v = sample(N, 2)
    array, a, out = tack.asarray(v, vector=True), tack.arange(2 * N), tack.zeros(N)
    chained(array, a, out)
    assert np.array_equal(array.numpy(), v[:, ::-1])
    y, x, f = v[:, 0], v[:, 1], np.float32
    assert np.array_equal(out.numpy(), x + f(10) * y + f(100) * x + f(1000) * y)
    pairs = np.arange(2 * N).reshape(N, 2)
    assert np.array_equal(a.numpy().reshape(N, 2), np.stack([pairs[:, 1], pairs.sum(1)], axis=1))


@tack.kernel
def literals(out, counts):
    for i in range(len(out)):
        a, b, c = WEIGHTS
        d, e = [1, 2.5]
        f, g = tack.Vector([1, 2.5])
        out[i] = a + b + c + d + e + f + g
        m, n = 1, 2.5
        counts[i] = m // 2 + d // 2


def test_literals_keep_their_precision():
    out, counts = tack.zeros(3, tack.f64), tack.zeros(3)
    literals(out, counts)
    assert out.numpy()[0] == 0.1 + 0.2 + 0.7 + 1 + 2.5 + 1 + 2.5


@tack.kernel
def bounded(out):
    h, w = SIZE
    n, m = len(out), 2
    for y, x in tack.ndindex(h, w):
        out[y * w + x] = y * w + x + n * m


def test_bounds_of_the_parallel_loop():
    out = tack.zeros(40, tack.i32)
    bounded(out)
    assert out.numpy().tolist() == [k + 80 for k in range(35)] + [0] * 5


@tack.kernel
def in_branches(v, out):
    for i in range(len(v)):
        x, y = 0.0, 0.0
        if v[i].x > 0.0:
            x, y = v[i]
        else:
            (x, y), k = turned(v[i]), 0
            while k < 3:
                x, y = tack.Vector([y, x]) * 2.0
                k += 1
        out[i] = x - y


def test_in_branches():
    v = sample(N, 2)
    out = tack.zeros(N)
    in_branches(tack.asarray(v, vector=True), out)
    x, y = v.T
    assert np.array_equal(out.numpy(), np.where(x > 0, x - y, 8 * (-x - y)))


@tack.kernel
def number(x, out):
    for i in range(len(out)):
        a, b = x
        out[i] = a + b


@tack.kernel
def few(v, out):
    for i in range(len(out)):
        a, b = v[i]
        out[i] = a + b


def test_what_cannot_be_unpacked():
    out = tack.zeros(3)
    text = "value at line 4, column 16 cannot be unpacked. It is one number"
    with pytest.raises(tack.UnsupportedSyntaxError, match=text):
        number(1.0, out)
    with pytest.raises(tack.UnsupportedSyntaxError, match="cannot be unpacked. It is one number"):
        few(tack.zeros(3), out)
    with pytest.raises(tack.UnsupportedSyntaxError, match="3 components at line 4.* for 2 targets"):
        few(tack.Vector.zeros(3, 3), out)
    with pytest.raises(tack.UnsupportedSyntaxError, match="It is a matrix; take its entries"):
        few(tack.Matrix.zeros(2, 2, 3), out)
    few(tack.Vector.zeros(2, 3), out)
