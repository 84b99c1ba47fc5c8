# SPDX-License-Identifier: Apache-2.0
"""One memory under several names: program order within an iteration holds through all of them."""

import pathlib
import sys

import numpy as np
import pytest

import tack

sys.path.append(str(pathlib.Path(__file__).parents[1] / "python" / "run"))
import control  # kernels


@tack.kernel
def shifted(a, b, out, n):
    """Every iteration stays in its own n elements of a; b may begin among them."""
    for i in range(len(out)):
        t = 0
        for k in range(n):
            a[i * n + k] = k + i
            t = t * 3 + b[i * n]
        out[i] = t


def serial(a, b, n, count):
    out = []
    for i in range(count):
        t = 0
        for _ in range(n):
            a[i] = a[i] + 1
            t += b[i]
            b[i] = b[i] * 2
            t += a[i]
        out.append(t)
    return out


@pytest.mark.parametrize("n", [0, 1, 4, 9])
@pytest.mark.parametrize("count", [1, 8, 100])
def test_two_names_of_one_array(n, count):
    a, out = tack.arange(count), tack.zeros(count, tack.i32)
    expected_memory = np.arange(count, dtype=np.int32)
    expected = serial(expected_memory, expected_memory, n, count)
    control.two_names(a, a, out, n)
    assert out.numpy().tolist() == expected
    assert (a.numpy() == expected_memory).all()
    # The code that was compiled for one memory must not serve two, nor the other way round.
    a, b = tack.arange(count), tack.arange(count)
    one, two = (np.arange(count, dtype=np.int32) for _ in range(2))
    expected = serial(one, two, n, count)
    control.two_names(a, b, out, n)
    assert out.numpy().tolist() == expected
    assert (a.numpy() == one).all() and (b.numpy() == two).all()
    view = a.reshape((count, 1)).reshape(count)
    one = a.numpy()
    expected = serial(one, one, n, count)
    control.two_names(a, view, out, n)
    assert out.numpy().tolist() == expected and (a.numpy() == one).all()


@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("n", [1, 5])
def test_components_of_one_vector(same, n):
    count = 40
    start = np.random.default_rng(3).integers(0, 9, (count, 3)).astype(np.float32)
    a = tack.asarray(start, vector=True)
    b = a if same else tack.asarray(start + 1, vector=True)
    out = tack.zeros(count)
    control.two_names_of_vectors(a, b, out, n)
    one = start.copy()
    two = one if same else start + 1
    expected = np.zeros(count, np.float32)
    for k in range(n):
        one[:, k % 3] += 1
        expected += two[:, (k + 1) % 3] + two[:, k % 3]
        two[:, 0] += 0.5
        expected += one[:, 0]
    assert (out.numpy() == expected).all()
    assert (a.numpy() == one).all() and (b.numpy() == two).all()


@pytest.mark.parametrize("offset", [0, 1, 2, 3, 148])
@pytest.mark.parametrize("kind", [np.int32, np.int8, np.int64])
def test_views_that_overlap(offset, kind):
    n, count = 4, 37
    dtype = {np.int32: tack.i32, np.int8: tack.i8, np.int64: tack.i64}[kind]
    memory = np.zeros(2 * n * count, kind)
    address = memory.ctypes.data
    a = tack.array_from_ptr(address, dtype, n * count, writable=True)
    b = tack.array_from_ptr(address + offset * memory.itemsize, dtype, n * count, writable=True)
    out = tack.zeros(count, tack.i64)
    shifted(a, b, out, n)
    plain = np.zeros_like(memory)
    expected = []
    for i in range(count):
        t = 0
        for k in range(n):
            plain[i * n + k] = k + i
            t = t * 3 + int(plain[i * n + offset])
        expected.append(t)
    assert out.numpy().tolist() == expected
    assert (memory == plain).all()
