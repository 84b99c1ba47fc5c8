# SPDX-License-Identifier: Apache-2.0
"""Vectors, matrices and masks in kernels, against NumPy."""

import numpy as np
import pytest
from dtypes import NUMPY

import tack

DTYPES = [(getattr(tack, name), dtype) for name, dtype in NUMPY.items()]
FLOATS = DTYPES[8:]
N = 37  # no multiple of a gang
POINTS = tack.constant((1, -2, 3))
WEIGHTS = tack.constant((0.1, 0.2, 0.7))
TYPED = tack.constant((10, 20, 30), tack.i16)
LONG = tack.constant(tuple(range(0, 500, 5)), tack.i32)
FLOATS_LONG = tack.constant(tuple(k / 10 for k in range(40)))
TURN = tack.constant(((0, -1), (1, 0)))
CASES = tack.constant(tuple(tuple(10 * r + c for c in range(7)) for r in range(12)), tack.u8)


def sample(dtype, *shape, seed=1):
    rng = np.random.default_rng(seed)
    if np.issubdtype(dtype, np.floating):
        return rng.normal(size=shape).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype, endpoint=True)


def vectors(array):
    return tack.asarray(array, vector=True)


def matrices(array):
    return tack.asarray(array, matrix=True)


@tack.kernel
def arithmetic(a, b, total, difference, product, scaled):
    for i in range(a.shape[0]):
        v = a[i]
        w = b[i]
        total[i] = v + w
        difference[i] = v - w
        product[i] = v * w
        scaled[i] = v * w[0] + w[1]


@pytest.mark.parametrize(("dtype", "numpy"), DTYPES)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7])
def test_elementwise_arithmetic_of_every_dtype(dtype, numpy, n):
    a, b = sample(numpy, N, max(n, 2)), sample(numpy, N, max(n, 2), seed=2)
    a, b = a[:, : max(n, 2)], b[:, : max(n, 2)]
    outs = [tack.Vector.zeros(a.shape[1], N, dtype) for _ in range(4)]
    arithmetic(vectors(a), vectors(b), *outs)
    with np.errstate(all="ignore"):
        expected = [a + b, a - b, a * b, a * b[:, :1] + b[:, 1:2]]
    for out, right in zip(outs, expected, strict=True):
        assert out.dtype == dtype
        np.testing.assert_array_equal(out.numpy(), right)


@tack.kernel
def methods(a, b, out):
    for i in range(a.shape[0]):
        v = a[i]
        w = b[i]
        out[i, 0] = v.dot(w)
        out[i, 1] = v @ w
        out[i, 2] = v.norm()
        out[i, 3] = v.length()
        out[i, 4] = v.norm(2.0)
        out[i, 5] = v.norm_sqr()
        out[i, 6] = v.sum()
        out[i, 7] = v.min()
        out[i, 8] = v.max()
        out[i, 9] = v.normalized().norm()
        out[i, 10] = v.normalize(1.0)[1]
        out[i, 11] = v.cross(w).z
        out[i, 12] = v.outer_product(w)[2, 0]
        out[i, 13] = v.outer(w).trace()


@pytest.mark.parametrize(("dtype", "numpy"), FLOATS)
def test_methods_of_both_eras(dtype, numpy):
    a, b = sample(numpy, N, 3), sample(numpy, N, 3, seed=2)
    out = tack.zeros((N, 14), dtype)
    methods(vectors(a), vectors(b), out)
    dot, norm = (a * b).sum(1), np.sqrt((a * a).sum(1))
    outer = a[:, :, None] * b[:, None, :]
    expected = np.stack(
        [
            dot,
            dot,
            norm,
            norm,
            np.sqrt((a * a).sum(1) + 2),
            (a * a).sum(1),
            a.sum(1),
            a.min(1),
            a.max(1),
            np.ones(N),
            a[:, 1] / (norm + 1),
            np.cross(a, b)[:, 2],
            outer[:, 2, 0],
            np.trace(outer, axis1=1, axis2=2),
        ],
        axis=1,
    )
    tolerance = {np.float32: 2e-6, np.float64: 1e-14}[numpy]
    np.testing.assert_allclose(out.numpy(), expected, rtol=tolerance, atol=tolerance)


@tack.kernel
def integers(a, sums, least, greatest, squares, negated, bits):
    for i in range(a.shape[0]):
        sums[i] = a[i].sum()
        least[i] = a[i].min()
        greatest[i] = a[i].max()
        squares[i] = a[i].norm_sqr()
        negated[i] = -a[i]
        bits[i] = ~a[i] ^ (a[i] >> 1)


@pytest.mark.parametrize(("dtype", "numpy"), DTYPES[:8])
def test_integer_vectors_wrap_at_their_type(dtype, numpy):
    a = sample(numpy, N, 4)
    sums, least, greatest, squares = (tack.zeros(N, dtype) for _ in range(4))
    negated, bits = (tack.Vector.zeros(4, N, dtype) for _ in range(2))
    integers(vectors(a), sums, least, greatest, squares, negated, bits)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(sums.numpy(), a.sum(1, dtype=numpy))
        np.testing.assert_array_equal(squares.numpy(), (a * a).sum(1, dtype=numpy))
        np.testing.assert_array_equal(negated.numpy(), numpy(0) - a)
    np.testing.assert_array_equal(least.numpy(), a.min(1))
    np.testing.assert_array_equal(greatest.numpy(), a.max(1))
    np.testing.assert_array_equal(bits.numpy(), ~a ^ (a >> numpy(1)))


@tack.kernel
def masks(a, b, count, some, every, picked, chained, logic):
    for i in range(a.shape[0]):
        m = a[i] < b[i]
        count[i] = m.sum()
        some[i] = any(m)
        every[i] = all(m)
        picked[i] = tack.select(m, a[i], -1.0)
        chained[i] = -0.5 < a[i] <= b[i]
        logic[i] = (m and not (a[i] > 0.0)) or b[i] == a[i]


def test_masks_and_select():
    a, b = sample(np.float32, N, 3), sample(np.float32, N, 3, seed=2)
    b[::5] = a[::5]
    count, some, every = (tack.zeros(N, tack.i32) for _ in range(3))
    picked = tack.Vector.zeros(3, N)
    chained, logic = (tack.Vector.zeros(3, N, tack.i32) for _ in range(2))
    masks(vectors(a), vectors(b), count, some, every, picked, chained, logic)
    m = a < b
    np.testing.assert_array_equal(count.numpy(), m.sum(1))
    np.testing.assert_array_equal(some.numpy(), m.any(1))
    np.testing.assert_array_equal(every.numpy(), m.all(1))
    np.testing.assert_array_equal(picked.numpy(), np.where(m, a, np.float32(-1)))
    np.testing.assert_array_equal(chained.numpy(), (a > -0.5) & (a <= b))
    np.testing.assert_array_equal(logic.numpy(), (m & ~(a > 0)) | (a == b))


@tack.kernel
def select_numbers(m, out):
    for i in range(len(m)):
        out[i] = tack.select(m[i], 2, 3.5)


def test_select_of_numbers():
    m = np.array([0, 1, 5, 0], np.int32)
    out = tack.zeros(4, tack.f64)
    select_numbers(tack.asarray(m), out)
    np.testing.assert_array_equal(out.numpy(), np.where(m != 0, 2, 3.5))


# --- components


@tack.kernel
def components(a, k, read, written, aug, local):
    for i in range(a.shape[0]):
        j = k[i]
        v = a[i]
        read[i, 0] = a[i][j]
        read[i, 1] = v[j]
        read[i, 2] = v[-1] + a[i][-3]
        read[i, 3] = (v + 1.0)[j]
        written[i][j] = 9.0
        aug[i][j] += v.y
        v[j] = 7.0
        v[j] *= 2.0
        v.x += 1.0
        local[i] = v


@pytest.mark.parametrize(("dtype", "numpy"), [d for d in DTYPES if np.issubdtype(d[1], np.integer)])
def test_runtime_component_index_in_and_outside(dtype, numpy):
    a = sample(np.float32, N, 3)
    info = np.iinfo(numpy)
    choices = np.array([0, 1, 2, 3, 4, info.max, max(info.min, -1), info.min], object)
    k = np.array([int(choices[i % len(choices)]) for i in range(N)], numpy)
    read = tack.zeros((N, 4))
    written, aug, local = vectors(a), vectors(a), tack.Vector.zeros(3, N)
    components(vectors(a), tack.asarray(k), read, written, aug, local)
    inside = (k.astype(object) >= 0) & (k.astype(object) < 3)
    inside = inside.astype(bool)
    at = np.where(inside, k, 2).astype(int)
    rows = np.arange(N)
    one = np.float32(1)
    expected = np.stack([a[rows, at], a[rows, at], a[:, 2] + a[:, 0], a[rows, at] + one], 1)
    np.testing.assert_array_equal(read.numpy(), expected)
    right = a.copy()
    right[rows[inside], at[inside]] = 9
    np.testing.assert_array_equal(written.numpy(), right)
    right = a.copy()
    right[rows[inside], at[inside]] += a[inside, 1]
    np.testing.assert_array_equal(aug.numpy(), right)
    right = a.copy()
    right[rows[inside], at[inside]] = 14
    right[:, 0] += one
    np.testing.assert_array_equal(local.numpy(), right)


@tack.kernel
def rotations(a, b, c):
    for i in range(a.shape[0]):
        v = a[i]
        v = [v[1], v[2], v[0]]
        v[0], v[1] = v[1], v[0]
        a[i] = a[i].cross(b[i])
        b[i].x, b[i].y = b[i].y, b[i].x
        w = v
        w = w.cross(v + 1.0)
        c[i] = w
        c[i], a[i] = a[i], c[i]


def test_whole_vectors_are_read_before_they_are_written():
    a, b = sample(np.float32, N, 3), sample(np.float32, N, 3, seed=2)
    ta, tb, tc = vectors(a), vectors(b), tack.Vector.zeros(3, N)
    rotations(ta, tb, tc)
    v = a[:, [2, 1, 0]]
    np.testing.assert_allclose(tc.numpy(), np.cross(a, b), rtol=1e-4, atol=1e-6)
    np.testing.assert_array_equal(tb.numpy(), b[:, [1, 0, 2]])
    np.testing.assert_allclose(ta.numpy(), np.cross(v, v + 1), rtol=1e-4, atol=2e-6)


@tack.kernel
def updates(a, s):
    for i in range(a.shape[0]):
        a[i] += [1.0, 2.0, 3.0]
        a[i] *= s
        a[i] -= a[i] * 0.5
        a[i].y /= 2.0
        if i % 3 == 0:
            a[i] = 4


def test_augmented_stores_and_scalar_stores():
    a = sample(np.float64, N, 3)
    ta = vectors(a)
    updates(ta, 1.5)
    right = (a + np.array([1.0, 2.0, 3.0])) * 1.5
    right -= right * 0.5
    right[:, 1] /= 2
    right[::3] = 4
    np.testing.assert_array_equal(ta.numpy(), right)


@tack.kernel
def vectors_of_one(x, out):
    for i in range(len(x)):
        v = [x[i]]
        v = v * 4
        v *= 2.0
        w = 3 * v + tack.Vector([x[i]]) * 5.0
        out[i] = w[0]


def test_vectors_of_one_component_are_multiplied():
    """Through a name; a list that is multiplied where it is written is refused."""
    out = tack.zeros(10)
    vectors_of_one(tack.arange(10).astype(tack.f32), out)
    np.testing.assert_array_equal(out.numpy(), 29 * np.arange(10))
