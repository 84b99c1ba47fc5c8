# SPDX-License-Identifier: Apache-2.0
"""Vectors in device functions, constants and indices."""

import numpy as np
import pytest
from test_vectors import (
    CASES,
    FLOATS_LONG,
    LONG,
    POINTS,
    TURN,
    TYPED,
    WEIGHTS,
    N,
    matrices,
    sample,
    vectors,
)

import tack

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
