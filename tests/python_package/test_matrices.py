# SPDX-License-Identifier: Apache-2.0
"""Matrices in kernels against NumPy."""

import numpy as np
import pytest
from test_vectors import FLOATS, N, matrices, sample, vectors

import tack

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
