# SPDX-License-Identifier: Apache-2.0
"""Loops and launches around 2^31 and 2^32, far from zero, of many dimensions, and arrays past 4 GiB.

TACK_SLOW=1 runs those that take seconds or gigabytes each."""

import os

import numpy as np
import pytest

import tack

slow = pytest.mark.skipif(os.environ.get("TACK_SLOW") != "1", reason="TACK_SLOW=1 runs it")


@tack.kernel
def ends(out, a, b, s):
    """The first three and the last three iterations leave their number."""
    for i in range(a, b, s):
        if i >= b - 3 * s or i < a + 3 * s:
            out[(i - (b - 3 * s)) // s if i >= b - 3 * s else 3 + (i - a) // s] = i


def check_ends(a, count, s=1):
    out = tack.full(6, -1, tack.i64)
    b = a + count * s
    ends(out, a, b, s)
    last = range(a, b, s)[-3:]
    assert out.numpy().tolist() == [*last, a, a + s, a + 2 * s]


BILLIONS = [2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**32 + 5]


@slow
@pytest.mark.parametrize("count", BILLIONS)
@pytest.mark.parametrize("start", [0, -(2**33), 2**40, 2**62])
def test_billions_of_iterations(start, count):
    check_ends(start, count)


@slow
@pytest.mark.parametrize("count", BILLIONS)
def test_each_of_billions_runs_once(count):
    @tack.kernel
    def every(hits, n):
        for i in range(n):
            if i % 1000003 == 7:
                tack.atomic_add(hits, i % 5, 1)

    hits = tack.zeros(5, tack.i64)
    every(hits, count)
    expected = np.bincount(np.arange(7, count, 1000003) % 5, minlength=5)
    assert hits.numpy().tolist() == expected.tolist()


@tack.kernel
def serial(out, n, first):
    for i in range(1):
        c = tack.i64(0)
        for k in range(first, tack.i64(first) + n):
            c ^= k * k
        out[i] = c


@slow
@pytest.mark.parametrize("count", [2**31 - 1, 2**31, 2**32 + 5])
def test_billions_of_inner_iterations(count):
    out = tack.zeros(1, tack.i64)
    for first in (0, 2**40):
        serial(out, count, first)
        expected = np.int64(0)
        for begin in range(first, first + count, 1 << 24):
            k = np.arange(begin, min(begin + (1 << 24), first + count), dtype=np.int64)
            expected ^= np.bitwise_xor.reduce(k * k)
        assert out[0] == expected


@pytest.mark.parametrize("start", [0, 2**31 - 40, 2**32 - 7, -(2**31) - 5, 2**53, 2**62, 2**63 - 1000,
                                   -(2**63), -(2**63) + 10])  # fmt: skip
@pytest.mark.parametrize("step", [1, 3])
def test_far_from_zero(start, step):
    check_ends(start, 100, step)
    check_ends(start, 300 if step == 1 else 200, step)
    out = tack.zeros(1, tack.i64)
    serial(out, 50, start)
    with np.errstate(all="ignore"):
        k = np.arange(50, dtype=np.int64) + np.int64(start)
        assert out[0] == np.bitwise_xor.reduce(k * k)


@tack.kernel
def corner(out, h, w):
    for y, x in tack.ndindex(h, w):
        if y == h - 1 and x >= w - 2:
            out[x - (w - 2)] = y * w + x


GRIDS = [(2, 2**31 + 1), (2**16, 2**16 + 3)]


@pytest.mark.parametrize("h, w", [(1, 2**22 + 3), (3, 70_001), *(pytest.param(*g, marks=slow) for g in GRIDS),
                                  pytest.param(2**31 + 1, 2, marks=slow)])  # fmt: skip
def test_grids(h, w):
    out = tack.zeros(2, tack.i64)
    corner(out, h, w)
    assert out.numpy().tolist() == [h * w - 2, h * w - 1]


def test_grids_beyond_64_bits_are_refused_before_anything_runs():
    out = tack.zeros(2, tack.i64)
    for h, w in ((2**33, 2**33), (2**62, 3), (2**63 - 1, 2**63 - 1)):
        with pytest.raises(ValueError, match="Kernel 'corner': .* that one CPU launch can index"):
            corner(out, h, w)
    corner(out, 0, 2**63 - 1)
    corner(out, -(2**63), -(2**63))
    assert not out.numpy().any()


@pytest.mark.parametrize(
    "shape", [10**12, 10**15, (2**20, 2**30), (10**6, 10**6, 10**3)], ids=lambda s: str(s)
)
def test_memory_that_does_not_exist(shape):
    """The allocation says what was asked for and what there is."""
    count = int(np.prod(shape, dtype=object))
    for call in (
        lambda: tack.zeros(shape),
        lambda: tack.empty(shape, tack.u8),
        lambda: tack.full(shape, 1, tack.f64),
        lambda: tack.Vector.zeros(3, shape),
    ):
        with pytest.raises(
            MemoryError, match=r"cannot allocate an array of \d+ bytes; \d+ are free"
        ):
            call()
    with pytest.raises(MemoryError, match=f"array of {4 * count} bytes"):
        tack.asarray(np.broadcast_to(np.float32(1), shape))
    tack.zeros(10).fill(1)


@pytest.mark.parametrize("shape", [2**62, (2**40, 2**40), (2**31, 2**31, 4), (2**64,)])
def test_shapes_that_cannot_be_counted(shape):
    with pytest.raises(ValueError):
        tack.zeros(shape)


@tack.kernel
def mark(x, y):
    for i in range(len(x)):
        if i % 65536 == 65535 or i >= len(x) - 3:
            x[i] = i % 251 + 1
            y[len(y) - 1 - i % 1000] = 7


@slow
def test_two_arrays_past_four_gibibytes():
    """A byte beyond 2^32 is its own, and the array beside it stays whole."""
    n = 2**32 + 1000
    x = tack.zeros(n, tack.u8)
    canary = tack.full(1 << 20, 0xA5, tack.u8)
    y = tack.zeros(1000, tack.u8)
    mark(x, y)
    host = np.asarray(x)
    index = np.concatenate([np.arange(65535, n, 65536), np.arange(n - 3, n)])
    assert (host[index] == index % 251 + 1).all()
    assert np.count_nonzero(host) == len(np.unique(index))
    assert canary.min() == canary.max() == 0xA5

    @tack.kernel
    def pairs(x, out):
        for r in range(out.shape[0]):
            out[r] = x[r + 2147483647, 1] + x[r, 0]

    out = tack.zeros(100, tack.i32)
    rows = x.reshape((n // 2, 2))
    pairs(rows, out)
    flat = host[1 + 2 * (np.arange(100) + 2147483647)].astype(np.int32) + host[2 * np.arange(100)]
    assert (out.numpy() == flat).all()
