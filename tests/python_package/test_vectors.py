# SPDX-License-Identifier: Apache-2.0
"""Vectors, matrices and masks in kernels, against NumPy."""

import pickle

import numpy as np
import pytest

import tack

DTYPES = [
    (tack.i8, np.int8),
    (tack.i16, np.int16),
    (tack.i32, np.int32),
    (tack.i64, np.int64),
    (tack.u8, np.uint8),
    (tack.u16, np.uint16),
    (tack.u32, np.uint32),
    (tack.u64, np.uint64),
    (tack.f32, np.float32),
    (tack.f64, np.float64),
]
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


# --- matrices


@tack.kernel
def products(a, b, v, ab, av, va, at, entries):
    for i in range(a.shape[0]):
        ab[i] = a[i] @ b[i]
        av[i] = a[i] @ v[i]
        va[i] = v[i] @ b[i]
        at[i] = a[i].transpose() * 2.0 - b[i]
        entries[i, 0] = a[i].determinant()
        entries[i, 1] = a[i].trace()
        entries[i, 2] = a[i].norm()
        entries[i, 3] = a[i].sum()
        entries[i, 4] = a[i][1, 0]
        entries[i, 5] = a[i][-1, -1]


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize(("dtype", "numpy"), FLOATS)
def test_matrix_operations(dtype, numpy, n):
    a, b, v = sample(numpy, N, n, n), sample(numpy, N, n, n, seed=2), sample(numpy, N, n, seed=3)
    ab, at = tack.Matrix.zeros(n, n, N, dtype), tack.Matrix.zeros(n, n, N, dtype)
    av, va = tack.Vector.zeros(n, N, dtype), tack.Vector.zeros(n, N, dtype)
    entries = tack.zeros((N, 6), dtype)
    products(matrices(a), matrices(b), vectors(v), ab, av, va, at, entries)
    tolerance = {"rtol": {np.float32: 2e-5, np.float64: 1e-12}[numpy]}
    tolerance["atol"] = tolerance["rtol"]
    np.testing.assert_allclose(ab.numpy(), a @ b, **tolerance)
    np.testing.assert_allclose(av.numpy(), (a @ v[:, :, None])[:, :, 0], **tolerance)
    np.testing.assert_allclose(va.numpy(), (v[:, None, :] @ b)[:, 0], **tolerance)
    np.testing.assert_array_equal(at.numpy(), a.transpose(0, 2, 1) * numpy(2) - b)
    expected = np.stack(
        [
            np.linalg.det(a),
            np.trace(a, axis1=1, axis2=2),
            np.sqrt((a * a).sum((1, 2))),
            a.sum((1, 2)),
            a[:, 1, 0],
            a[:, -1, -1],
        ],
        axis=1,
    )
    np.testing.assert_allclose(entries.numpy(), expected, **tolerance)


@tack.kernel
def inverses(a, out, eye):
    for i in range(a.shape[0]):
        out[i] = a[i].inverse()
        eye[i] = out[i] @ a[i]


@pytest.mark.parametrize("n", [2, 3])
def test_inverse(n):
    a = sample(np.float64, N, n, n) + 3 * np.eye(n)
    out, eye = tack.Matrix.zeros(n, n, N, tack.f64), tack.Matrix.zeros(n, n, N, tack.f64)
    inverses(matrices(a), out, eye)
    np.testing.assert_allclose(out.numpy(), np.linalg.inv(a), rtol=1e-9)
    np.testing.assert_allclose(eye.numpy(), np.broadcast_to(np.eye(n), a.shape), atol=1e-9)


@tack.kernel
def shapes(a, b, tall, wide, n):
    for i in range(n):
        m = tack.Matrix([a[i], [4.0, 5.0, 6.0]])
        tall[i] = m.transpose()
        wide[i] = m @ b[i].transpose() @ b[i]
        wide[i][1, i % 3] = m[i % 2, 2]
        for k in range(2):
            tall[i][2, k] -= 1.0
        tall[i] += tack.Matrix([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])


def test_matrices_of_other_shapes():
    a, b = sample(np.float32, N, 3), sample(np.float32, N, 2, 3, seed=2)
    tall, wide = tack.Matrix.zeros(3, 2, N), tack.Matrix.zeros(2, 3, N)
    shapes(vectors(a), matrices(b), tall, wide, N)
    m = np.stack([a, np.broadcast_to(np.float32([4, 5, 6]), a.shape)], 1)
    right = m.transpose(0, 2, 1).copy()
    right[:, 2] -= 1
    right += np.float32([[1, 0], [0, 1], [0, 0]])
    np.testing.assert_allclose(tall.numpy(), right, rtol=1e-6)
    right = m @ b.transpose(0, 2, 1) @ b
    rows = np.arange(N)
    right[rows, 1, rows % 3] = m[rows, rows % 2, 2]
    np.testing.assert_allclose(wide.numpy(), right, rtol=1e-4, atol=1e-5)


# --- functions


@tack.func
def split(v, m):
    n = v.norm_sqr()
    v[0] = 0.0  # a copy of the caller's
    return m @ v, n, m.transpose(), v


@tack.func
def longer(v, w):
    if v.norm_sqr() > w.norm_sqr():
        return v
    return w


@tack.func
def write(target, i, v):
    target[i] = v
    target[i].x += 1.0


@tack.kernel
def functions(a, m, out, n, t, chosen):
    for i in range(a.shape[0]):
        v = a[i]
        u, n[i], t[i], w = split(v, m[i])
        write(out, i, u + v + w)
        chosen[i] = longer(v, [0.5, 0.5]) if i % 2 == 0 else -longer([1.0, 0.0], v)


def test_device_functions_take_and_return_vectors():
    a, m = sample(np.float32, N, 2), sample(np.float32, N, 2, 2, seed=2)
    out, n = tack.Vector.zeros(2, N), tack.zeros(N)
    t, chosen = tack.Matrix.zeros(2, 2, N), tack.Vector.zeros(2, N)
    functions(vectors(a), matrices(m), out, n, t, chosen)
    w = a * np.float32([0, 1])
    expected = (m @ w[:, :, None])[:, :, 0] + a + w
    expected[:, 0] += 1
    np.testing.assert_allclose(out.numpy(), expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(n.numpy(), (a * a).sum(1), rtol=1e-6)
    np.testing.assert_array_equal(t.numpy(), m.transpose(0, 2, 1))
    square = (a * a).sum(1)
    even = np.where((square > 0.5)[:, None], a, np.float32(0.5))
    odd = -np.where((1 > square)[:, None], np.float32([1, 0]), a)
    rows = np.arange(N)[:, None] % 2 == 0
    np.testing.assert_array_equal(chosen.numpy(), np.where(rows, even, odd))


@tack.kernel
def loops(a, out, n):
    for i in range(a.shape[0]):
        total = tack.Vector([0.0, 0.0])
        last = tack.Vector([0, 0])
        for k in range(n):
            if k > 0:
                total += last * 1.0
            last = [k, i]
            if k == 5:
                break
        out[i] = total + a[i]


@pytest.mark.parametrize("n", [0, 1, 4, 9])
def test_vector_locals_in_loops(n):
    a = sample(np.float64, N, 2)
    out = tack.Vector.zeros(2, N, tack.f64)
    loops(vectors(a), out, n)
    total = np.zeros((N, 2))
    for i in range(N):
        for k in range(1, min(n, 6)):
            total[i] += [k - 1, i]
    np.testing.assert_array_equal(out.numpy(), total + a)


# --- literals, constants


@tack.kernel
def weak(x, out):
    for i in range(len(x)):
        v = tack.Vector([0.1, 0.2])
        w = [0.3, 1]
        out[i, 0] = x[i] * v[0]
        out[i, 1] = (x[i] * w).x
        out[i, 2] = (v * 2 + w).dot([x[i], 0])
        out[i, 3] = v[i % 2] * x[i]
        out[i, 4] = (WEIGHTS * x[i])[2]
        out[i, 5] = WEIGHTS[i % 3] * x[i]
        out[i, 6] = FLOATS_LONG[i] * x[i]


def test_weak_literals_take_the_precision_of_what_they_meet():
    x = sample(np.float64, 12)
    out = tack.zeros((12, 7), tack.f64)
    weak(tack.asarray(x), out)
    k = np.arange(12)
    expected = np.stack(
        [
            x * 0.1,
            x * 0.3,
            (0.1 * 2 + 0.3) * x,
            np.array([0.1, 0.2])[k % 2] * x,
            x * 0.7,
            np.array([0.1, 0.2, 0.7])[k % 3] * x,
            np.arange(40)[k] / 10 * x,
        ],
        axis=1,
    )
    np.testing.assert_array_equal(out.numpy(), expected)


@tack.kernel
def tables(k, ints, vector, matrix):
    for i in range(len(k)):
        j = k[i]
        ints[i, 0] = POINTS[j]
        ints[i, 1] = TYPED[j]
        ints[i, 2] = LONG[j]
        ints[i, 3] = CASES[j, 3]
        ints[i, 4] = CASES[2][j]
        ints[i, 5] = CASES[-1, -1] + POINTS.y + POINTS[-1]
        ints[i, 6] = POINTS.dot(TYPED)
        vector[i] = POINTS * 2 + TYPED
        matrix[i] = TURN @ TURN + TURN


def test_constants_as_vectors_and_tables():
    k = np.array([0, 1, 2, 3, 11, 12, 99, 100, -1, -(2**31), 2**31 - 1], np.int32)
    ints, vector = tack.zeros((len(k), 7), tack.i64), tack.Vector.zeros(3, len(k), tack.i32)
    matrix = tack.Matrix.zeros(2, 2, len(k), tack.i32)
    tables(tack.asarray(k), ints, vector, matrix)

    def at(table, j):
        return table[j if 0 <= j < len(table) else len(table) - 1]

    cases = [[10 * r + c for c in range(7)] for r in range(12)]
    for i, j in enumerate(k):
        expected = [
            at([1, -2, 3], j),
            at([10, 20, 30], j),
            at(list(range(0, 500, 5)), j),
            at(cases, j)[3],
            at(cases[2], j),
            116 - 2 + 3,
            10 - 40 + 90,
        ]
        assert ints.numpy()[i].tolist() == expected
    assert vector.numpy()[0].tolist() == [12, 16, 36]
    turn = np.array([[0, -1], [1, 0]])
    np.testing.assert_array_equal(matrix.numpy()[0], turn @ turn + turn)


@tack.kernel
def sized(out):
    for i in range(POINTS[2]):
        t = tack.local_array(tack.i32, POINTS[2])
        t[POINTS[0]] = i
        out[i] = t[1]


def test_constant_components_are_bounds_and_sizes():
    out = tack.zeros(5, tack.i32)
    sized(out)
    assert out.numpy().tolist() == [0, 1, 2, 0, 0]


# --- indices


@tack.kernel
def by_vector(grid, field, cells, out, found):
    for i in range(len(cells)):
        cell = cells[i]
        out[i] = grid[cell] + grid[[0, 1]]
        found[i] = field[cell]
        grid[cell + 1] = 5.0
        field[cell].x += 1.0


def test_a_vector_of_indices():
    grid, field = sample(np.float32, 4, 5), sample(np.float32, 4, 5, 2)
    cells = np.array([[0, 0], [2, 3], [1, 1]], np.int32)
    tgrid, tfield = tack.asarray(grid), vectors(field)
    out, found = tack.zeros(3), tack.Vector.zeros(2, 3)
    by_vector(tgrid, tfield, vectors(cells), out, found)
    np.testing.assert_array_equal(out.numpy(), grid[cells[:, 0], cells[:, 1]] + grid[0, 1])
    np.testing.assert_array_equal(found.numpy(), field[cells[:, 0], cells[:, 1]])
    grid[cells[:, 0] + 1, cells[:, 1] + 1] = 5
    field[cells[:, 0], cells[:, 1], 0] += 1
    np.testing.assert_array_equal(tgrid.numpy(), grid)
    np.testing.assert_array_equal(tfield.numpy(), field)


@tack.kernel
def zero_dimensional(v, m, out):
    for i in range(1):
        v[None] += 1.0
        m[None][1, 0] = v[None].x
        out[0] = len(out) + out.shape[0]


def test_zero_dimensional_and_logical_lengths():
    v, m, out = tack.Vector.zeros(2), tack.Matrix.zeros(2, 2), tack.Vector.field(3, tack.f32, 4)
    zero_dimensional(v, m, out)
    assert v.numpy().tolist() == [1, 1] and m.numpy().tolist() == [[0, 0], [1, 0]]
    assert v[None].tolist() == [1, 1]
    assert out[0].tolist() == [8, 8, 8] and out[1].tolist() == [0, 0, 0]
    assert out.shape == (12,) and out.size == 12


@tack.kernel
def flat(a, out):
    for i in range(6):
        out[i] = a[i]


def test_a_single_index_is_a_flat_one():
    a = sample(np.float32, 2, 3, 4)
    out = tack.Vector.zeros(4, 6)
    flat(vectors(a), out)
    np.testing.assert_array_equal(out.numpy(), a.reshape(6, 4))


@tack.kernel
def builtins(a, b, out, casts):
    for i in range(a.shape[0]):
        out[i] = max(sqrt(abs(a[i])), b[i], 0.25) + floor(a[i]) + min(a[i], 0.0) ** 2
        casts[i] = tack.i32(a[i] * 10.0) % 3


def test_builtins_and_casts_work_by_component():
    a, b = sample(np.float32, N, 3), sample(np.float32, N, 3, seed=2)
    out, casts = tack.Vector.zeros(3, N), tack.Vector.zeros(3, N, tack.i32)
    builtins(vectors(a), vectors(b), out, casts)
    right = np.maximum(np.maximum(np.sqrt(np.abs(a)), b), np.float32(0.25)) + np.floor(a)
    right += np.minimum(a, np.float32(0)) ** 2
    np.testing.assert_allclose(out.numpy(), right, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(casts.numpy(), (a * np.float32(10)).astype(np.int32) % 3)


# --- variants


@tack.kernel
def widths(a, out):
    for i in range(len(out)):
        out[i] = a[i].sum()


def test_the_width_is_part_of_the_variant():
    flat = np.arange(24, dtype=np.float32)
    for shape in [(12, 2), (8, 3), (6, 4), (12, 2), (3, 8)]:
        out = tack.zeros(shape[0])
        widths(vectors(flat.reshape(shape)), out)
        np.testing.assert_array_equal(out.numpy(), flat.reshape(shape).sum(1))
    out = tack.zeros(6)
    widths(matrices(flat.reshape(6, 2, 2)), out)
    np.testing.assert_array_equal(out.numpy(), flat.reshape(6, 4).sum(1))


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (tack.Vector.zeros(2, 4), "a vector of 2 .* cannot be stored in an element of 'out'"),
        (tack.Matrix.zeros(2, 2, 4), "a 2x2 matrix .* cannot be stored"),
    ],
)
def test_vectors_do_not_go_into_numbers(array, message):
    out = tack.zeros(4)
    with pytest.raises(tack.UnsupportedSyntaxError, match=message):
        flat(array, out)


def divergent():
    @tack.kernel
    def kernel(a, b, out):
        for i in range(a.shape[0]):
            v = a[i]
            w = b[i]
            if i % 3 == 1:
                v = v.cross(w).normalized(0.5)
                w[i % 4] += v[i % 5]
            while all(v < 4.0):
                v += abs(w) + 1.0
            out[i, 0] = v.x
            out[i, 1] = w.z + tack.select(v < w, v, w).sum()

    return kernel


@pytest.mark.parametrize("gang", ["1", "2", "4", "16"])
@pytest.mark.parametrize("isa", ["sse2", "avx2"])
def test_every_gang_gives_the_same_bits(gang, isa, monkeypatch):
    a, b = sample(np.float32, N, 3), sample(np.float32, N, 3, seed=2)
    first, second = tack.zeros((N, 2)), tack.zeros((N, 2))
    divergent()(vectors(a), vectors(b), first)
    monkeypatch.setenv("TACK_CPU_GANG", gang)
    monkeypatch.setenv("TACK_CPU_ISA", isa)
    divergent()(vectors(a), vectors(b), second)
    np.testing.assert_array_equal(second.numpy(), first.numpy())
    assert np.isfinite(first.numpy()).all()


@tack.device_class
class Cloud:
    def __init__(self, points, turns):
        self.points = points
        self.turns = turns
        self.scale = 2.0

    @tack.func
    def at(self, i):
        return self.turns[i] @ self.points[i] * self.scale

    @tack.kernel
    def step(self, out):
        for i in range(len(out)):
            self.points[i].x += 1.0
            out[i] = self.at(i)


@pytest.mark.parametrize("n", [2, 3])
def test_vector_arrays_of_device_classes(n):
    points, turns = sample(np.float32, N, n), sample(np.float32, N, n, n, seed=2)
    out = tack.Vector.zeros(n, N)
    cloud = Cloud(vectors(points), matrices(turns))
    cloud.step(out)
    points[:, 0] += 1
    expected = (turns @ points[:, :, None])[:, :, 0] * 2
    np.testing.assert_allclose(out.numpy(), expected, rtol=1e-5, atol=1e-6)


@tack.kernel
def long_walk(a, b, s):
    for i in range(a.shape[0]):
        v = a[i]
        for _ in range(3):
            v = v.cross(b[i]) + 0.5
        b[i] = v.normalized()
        s[i] = (v > 0.0).sum()


def test_threads_give_the_same_bits():
    a, b = sample(np.float32, 100_003, 3), sample(np.float32, 100_003, 3, seed=2)
    before, results = tack._tack._threads(), []
    try:
        for threads in (1, 2, 7):
            tack._tack._set_threads(threads)
            tb, s = vectors(b), tack.zeros(len(a), tack.i32)
            long_walk(vectors(a), tb, s)
            results.append((tb.numpy(), s.numpy()))
    finally:
        tack._tack._set_threads(before)
    for directions, counts in results[1:]:
        np.testing.assert_array_equal(directions, results[0][0])
        np.testing.assert_array_equal(counts, results[0][1])
    np.testing.assert_allclose(np.linalg.norm(results[0][0], axis=1), 1, rtol=1e-5)


@tack.kernel
def matrix_update(m, v):
    for i in range(len(m)):
        t = m[i]
        t @= m[i]
        m[i] @= t
        v[i] @= t


def test_augmented_matrix_products():
    m, v = sample(np.float64, N, 2, 2), sample(np.float64, N, 2)
    tm, tv = matrices(m), vectors(v)
    matrix_update(tm, tv)
    np.testing.assert_allclose(tm.numpy(), m @ m @ m, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(tv.numpy(), (v[:, None] @ (m @ m))[:, 0], rtol=1e-11, atol=1e-11)


@tack.kernel
def seeded(a, out):
    total = tack.Vector([0.0, 1.0])
    total[0] = a[0].x
    total.y += 1.0
    for i in range(len(a)):
        total += a[i]
        total[i % 2] *= 2.0
        out[i] = total


def test_every_iteration_starts_from_the_vector_before_the_loop():
    a = sample(np.float64, N, 2)
    out = tack.Vector.zeros(2, tack.f64, N)  # the dtype first, as in the field era
    seeded(vectors(a), out)
    expected = a + np.array([a[0, 0], 2.0])
    rows = np.arange(N)
    expected[rows, rows % 2] *= 2
    np.testing.assert_array_equal(out.numpy(), expected)


@tack.kernel
def three_indices(a, out):
    for i in range(2):
        out[i] = a[i, i, i].sum()


def test_the_number_of_indices_counts_elements():
    with pytest.raises(TypeError, match=r"'a' at line 4, column 20 has 2 dimensions, 3 indices"):
        three_indices(tack.Vector.zeros(2, (3, 3)), tack.zeros(3))
    with pytest.raises(TypeError, match="1 dimension, 3 indices"):
        three_indices(tack.Matrix.zeros(2, 2, 3), tack.zeros(3))


@tack.kernel
def checked(a, out, k):
    for i in range(3):
        out[i] = a[i + k].y
        a[i][5 + k] = 1.0


def test_debug_mode_checks_elements_not_components():
    a, out = tack.Vector.zeros(2, 3), tack.zeros(3)
    tack.debug(True)
    try:
        checked(a, out, 0)
        with pytest.raises(IndexError, match="index 3 of array 'a' .* outside its extent 3"):
            checked(a, out, 1)
    finally:
        tack.debug(False)
    assert not a.numpy().any()


def test_host_arrays_of_vectors_and_matrices():
    v = tack.Vector.zeros(2, 3)
    v.fill((1, 2))
    assert repr(v) == "<tack.Array of vectors of 2 shape=(3,) dtype=f32 device=cpu>"
    assert (v.shape, v.element_shape, v.size, v.nbytes) == ((3,), (2,), 3, 24)
    assert memoryview(v).shape == np.from_dlpack(v).shape == (3, 2)
    assert tack.concat([v, v]).numpy().tolist() == [[1, 2]] * 6
    assert v.reshape(3, 1)[2, 0].tolist() == [1, 2] and v.sum() == 9
    assert v.astype(tack.i16).element_shape == (2,)
    tack.copyto(v, np.arange(6))
    assert v.copy().numpy().tolist() == [[0, 1], [2, 3], [4, 5]]
    tack.copyto(v, [[7, 8]] * 3)
    assert v.to_numpy().tolist() == [7, 8] * 3
    assert v.to_numpy(vectors=True).shape == (3, 2)
    m = tack.Matrix.field(2, 3, tack.i32, 4)
    assert (m.shape, m.size, len(m), m.ndim) == ((24,), 24, 24, 1)
    m.fill([[1, 2, 3], [4, 5, 6]])
    assert pickle.loads(pickle.dumps(m)).shape == (24,)
    assert pickle.loads(pickle.dumps(v)).element_shape == (2,)
    assert m.numpy().shape == (4, 2, 3) and m[1].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert tack.asarray(((1, 2), (3, 4)), vector=True).element_shape == (2,)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tack.Matrix.field(5, 2), ValueError, "number of rows is from 1 to 4"),
        (lambda: tack.Vector.zeros(0, 3), ValueError, "number of components is from 1 to 32"),
        (lambda: tack.Vector.zeros("3", 3), TypeError, "is an int, not str"),
        (lambda: tack.Vector([1, 2]), RuntimeError, "inside kernels only"),
        (lambda: tack.Matrix.identity(2), RuntimeError, "inside kernels only"),
        (lambda: tack.select(1, 2, 3), RuntimeError, "inside kernels only"),
        (lambda: tack.asarray([1.0], matrix=True), ValueError, "takes the last two extents"),
        (lambda: tack.asarray(np.zeros((2, 33)), vector=True), ValueError, "from 1 to 32"),
        (lambda: tack.asarray([1], vector=True, matrix=True), TypeError, "not both"),
        (lambda: tack.Vector.zeros(2, 3).fill((1, 2, 3)), ValueError, "a number or a vector of 2"),
        (lambda: tack.copyto(tack.Vector.zeros(2, 3), np.zeros((2, 3))), ValueError, "cannot copy"),
        (
            lambda: tack.concat([tack.zeros(2), tack.Vector.zeros(2, 2)]),
            TypeError,
            "one kind of element",
        ),
    ],
)
def test_host_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()
