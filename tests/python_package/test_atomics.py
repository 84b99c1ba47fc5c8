# SPDX-License-Identifier: Apache-2.0
"""Atomics of threads that meet, and what a call refuses before it changes anything."""

import dtypes
import numpy as np
import pytest

import tack

pytestmark = pytest.mark.usefixtures("threads")

NUMPY = {getattr(tack, name): dtype for name, dtype in dtypes.NUMPY.items()}


@tack.kernel
def count(bins, x):
    for i in range(len(x)):
        tack.atomic_add(bins, x[i], 1)


@tack.kernel
def count_old(bins, x, old):
    for i in range(len(x)):
        old[i] = tack.atomic_add(bins, x[i], 1)


@tack.kernel
def one_bin(bins, n):
    for i in range(n):
        tack.atomic_add(bins, 1, i)


@tack.kernel
def bounds(least, most, x):
    for i in range(len(x)):
        tack.atomic_min(least, i % 2, x[i])
        tack.atomic_max(most, i % 2, x[i])


@tack.kernel
def take(order, counter, n):
    for i in range(n):
        order[tack.atomic_add(counter, 0, 1)] = i


@tack.kernel
def mixed(bins, plain, n):
    for i in range(n):
        plain[i] = i
        tack.atomic_add(bins, i % 2 * 2, 1)


@pytest.mark.parametrize("dtype", NUMPY)
def test_few_bins(dtype):
    x = np.random.default_rng(1).integers(0, 3, 40000).astype(np.int32)
    bins = tack.zeros(3, dtype)
    count(bins, tack.asarray(x))
    want = np.bincount(x, minlength=3).astype(NUMPY[dtype])
    assert bins.numpy().tolist() == want.tolist()


@pytest.mark.parametrize("dtype", NUMPY)
def test_one_element_for_all(dtype):
    bins = tack.full(3, 5, dtype)
    one_bin(bins, 3000)
    total = np.array([5 + 3000 * 2999 // 2]).astype(NUMPY[dtype])[0]
    assert bins.numpy().tolist() == [5, total, 5]


@pytest.mark.parametrize("dtype", NUMPY)
def test_extrema(dtype):
    kind = np.dtype(NUMPY[dtype])
    rng = np.random.default_rng(2)
    if kind.kind == "f":
        x = rng.normal(0, 1e6, 20001).astype(kind)
    else:
        info = np.iinfo(kind)
        x = rng.integers(info.min, info.max, 20001, kind, endpoint=True)
    least = tack.asarray(np.array([x[0], x[1]], kind))
    most = tack.asarray(np.array([x[0], x[1]], kind))
    bounds(least, most, tack.asarray(x))
    assert least.numpy().tolist() == [x[0::2].min(), x[1::2].min()]
    assert most.numpy().tolist() == [x[0::2].max(), x[1::2].max()]


@pytest.mark.parametrize("dtype", [tack.i32, tack.u32, tack.i64, tack.u64])
def test_numbers_are_given_once(dtype):
    order, counter = tack.full(30000, -1, tack.i32), tack.zeros(1, dtype)
    take(order, counter, 30000)
    assert counter.numpy()[0] == 30000
    assert np.array_equal(np.sort(order.numpy()), np.arange(30000))


@pytest.mark.parametrize("dtype", NUMPY)
def test_old_values_count_up(dtype):
    x = np.random.default_rng(3).integers(0, 5, 500).astype(np.int32)
    bins, old = tack.zeros(5, dtype), tack.zeros(500, dtype)
    count_old(bins, tack.asarray(x), old)
    for k in range(5):
        got = np.sort(old.numpy()[x == k].astype(np.int64))
        want = np.sort(np.arange(np.sum(x == k)).astype(NUMPY[dtype]).astype(np.int64))
        assert np.array_equal(got, want)


@pytest.mark.parametrize("dtype", [tack.i8, tack.u8, tack.i16, tack.u16])
def test_neighbours_of_small_elements(dtype):
    bins, plain = tack.full(4, 100, dtype), tack.zeros(100, tack.i32)
    mixed(bins, plain, 100)
    wrap = np.array([150]).astype(NUMPY[dtype])[0]
    assert bins.numpy().tolist() == [wrap, 100, wrap, 100]
    assert np.array_equal(plain.numpy(), np.arange(100))


def unaligned(dtype, count, offset):
    """An array over memory that begins `offset` bytes after an aligned address."""
    memory = np.zeros(count * 8 + 64, np.uint8)
    base = memory.ctypes.data
    address = base + (-base) % 64 + offset
    return memory, tack.array_from_ptr(address, dtype, (count,), writable=True)


def test_alignment():
    for dtype, offset in [(tack.i32, 2), (tack.f64, 4), (tack.i16, 1), (tack.u64, 1)]:
        size = np.dtype(NUMPY[dtype]).itemsize
        memory, bins = unaligned(dtype, 3, offset)
        x = tack.zeros(10, tack.i32)
        for k in (10, 0, 10):  # cold, for an empty launch, and cached
            with pytest.raises(
                ValueError, match=rf"Kernel 'one_bin'.*'bins'.*{size}-byte alignment"
            ):
                one_bin(bins, k)
            with pytest.raises(ValueError, match=f"{size}-byte alignment"):
                count(bins, x)
        assert not memory.any()
        memory, bins = unaligned(dtype, 3, size)
        one_bin(bins, 10)
        assert bins.numpy().tolist() == [0, 45, 0]
        _, bins = unaligned(dtype, 3, offset)  # and others in between do not matter
        with pytest.raises(ValueError, match="alignment"):
            one_bin(bins, 10)
    _, plain = unaligned(tack.i32, 100, 3)
    bins = tack.zeros(3, tack.i32)
    mixed(bins, plain, 100)
    assert plain.numpy().tolist() == list(range(100)) and bins.numpy().tolist() == [50, 0, 50]


@tack.kernel
def never(bins, n):
    for i in range(n):
        if n < 0:
            tack.atomic_add(bins, 0, 1)


@tack.kernel
def unreachable(bins, n):
    for i in range(n):
        continue
        tack.atomic_add(bins, 0, 1)


@pytest.mark.parametrize("kernel", [never, unreachable])
def test_checks_do_not_ask_whether_it_is_reached(kernel):
    _, bins = unaligned(tack.i32, 3, 2)
    with pytest.raises(ValueError, match="4-byte alignment"):
        kernel(bins, 3)
    locked = tack.array_from_ptr(np.zeros(3, np.int32), tack.i32, (3,))
    with pytest.raises(ValueError, match="read-only"):
        kernel(locked, 0)


@tack.kernel
def local_target(x):
    for i in range(len(x)):
        t = tack.local_array(tack.i32, 2)
        tack.atomic_add(t, 0, 1)


@tack.kernel
def two_targets(a, b, n):
    for i in range(n):
        if i > 0:
            g = a
        else:
            g = b
        tack.atomic_add(g, 0, 1)


def test_targets_are_arrays_of_the_caller():
    text = "^Kernel 'local_target': atomic_add.* requires a global array parameter target"
    for size in (3, 0):
        with pytest.raises(TypeError, match=text):
            local_target(tack.zeros(size))
    with pytest.raises(TypeError, match=text):
        tack.inspect(local_target, tack.zeros(3))
    a, b = tack.zeros(1), tack.zeros(1)
    with pytest.raises(TypeError, match="requires a global array parameter target"):
        two_targets(a, b, 3)
    with pytest.raises(TypeError, match="requires a global array parameter target"):
        one_bin(3, 3)


@tack.kernel
def by_component(va, flat, olds, n):
    for i in range(n):
        old = tack.atomic_add(va, i % 3, tack.Vector([1, i]))
        olds[i] = old
        tack.atomic_max(flat, 5, i)
        tack.atomic_min(flat, 0, -i)


@tack.kernel
def by_vector(grid, n):
    for i in range(n):
        cell = tack.Vector([i % 2, i % 3])
        tack.atomic_add(grid, cell, 1)


@tack.kernel
def matrices(m, n):
    for i in range(n):
        tack.atomic_add(m, 1, tack.Matrix([[1.0, 2.0], [3.0, 4.0]]))


@tack.kernel
def another_width(va, n):
    for i in range(n):
        tack.atomic_add(va, 0, tack.Vector([1, 2, 3]))


@tack.kernel
def vector_into_numbers(a, n):
    for i in range(n):
        tack.atomic_add(a, 0, tack.Vector([1, 2]))


def test_vectors():
    n = 301
    va, flat = tack.Vector.zeros(2, 3, tack.i32), tack.Vector.zeros(2, 3, tack.i32)
    olds = tack.Vector.zeros(2, n, tack.i32)
    by_component(va, flat, olds, n)
    i = np.arange(n)
    want = [[np.sum(i % 3 == k), np.sum(i[i % 3 == k])] for k in range(3)]
    assert np.asarray(va.numpy()).reshape(3, 2).tolist() == want
    got = np.asarray(flat.numpy()).reshape(6)
    assert got.tolist() == [-(n - 1), 0, 0, 0, 0, n - 1]
    firsts = np.asarray(olds.numpy()).reshape(n, 2)[:, 0]
    for k in range(3):
        assert sorted(firsts[i % 3 == k]) == list(range(np.sum(i % 3 == k)))
    grid = tack.zeros((2, 3), tack.i32)
    by_vector(grid, 600)
    assert grid.numpy().tolist() == [[100] * 3] * 2
    m = tack.Matrix.zeros(2, 2, 2, tack.f64)
    matrices(m, 100)
    assert np.asarray(m.numpy()).reshape(8).tolist() == [0, 0, 0, 0, 100, 200, 300, 400]


def test_widths_of_vectors():
    with pytest.raises(tack.UnsupportedSyntaxError, match="cannot be stored"):
        another_width(tack.Vector.zeros(2, 3, tack.i32), 3)
    with pytest.raises(tack.UnsupportedSyntaxError, match="cannot be stored"):
        vector_into_numbers(tack.zeros(3, tack.i32), 3)


def test_outside_kernels_there_are_none():
    for name in ("atomic_add", "atomic_min", "atomic_max"):
        with pytest.raises(RuntimeError, match=name):
            getattr(tack, name)(tack.zeros(1), 0, 1)


def test_gangs_update_one_element_together():
    source = tack.inspect(one_bin, tack.zeros(3, tack.i32), 100)
    if "vector.reduce.add" not in source:
        assert "gang: 1 " in tack.inspect(one_bin, tack.zeros(3, tack.i32), 100, mode="report")
