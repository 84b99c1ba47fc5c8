# SPDX-License-Identifier: Apache-2.0
"""What is done a thousand times leaves the process as large as it was.

TACK_SLOW=1 runs the full counts: a million launches, 100,000 closures, 10,000 arrays of each kind."""

import contextlib
import gc
import io
import os

import numpy as np
from dtypes import NUMPY

import tack

SLOW = os.environ.get("TACK_SLOW") == "1"
PAGE = os.sysconf("SC_PAGESIZE")
ALLOWED = 6 << 20  # what allocators keep and the system rounds


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * PAGE


def stays_flat(work, count):
    """Calls work(k) `count` times after a few; memory may not grow with their number."""
    for k in range(20):
        work(k)
    gc.collect()
    before = resident()
    for k in range(count):
        work(k)
    gc.collect()
    grown = resident() - before
    assert grown < ALLOWED, f"{count} times: {grown / 2**20:.1f} MiB more"


@tack.kernel
def add(x, y, n):
    for i in range(len(x)):
        y[i] = x[i] + n


def test_launches():
    x, y = tack.zeros(16), tack.zeros(16)
    stays_flat(lambda k: add(x, y, k), 1_000_000 if SLOW else 50_000)


def test_arrays_made_launched_and_dropped():
    """Addresses and ids are used again, for other shapes and dtypes: results stay right."""
    rng = np.random.default_rng(4)
    dtypes = [getattr(tack, name) for name in NUMPY]
    sizes = rng.integers(0, 3000, 4096)

    def work(k):
        n, dtype = int(sizes[k % 4096]), dtypes[k % 10]
        x, y = tack.full(n, k % 100, dtype), tack.zeros(n, dtype)
        add(x, y, 3) if dtype is not tack.u64 else tack.copyto(y, x)
        if n:
            expected = k % 100 + (3 if dtype is not tack.u64 else 0)
            assert y[n - 1] == y[0] == expected

    stays_flat(work, 50_000 if SLOW else 5_000)


def test_every_kind_of_array():
    memory = bytearray(400)
    held = np.zeros(50, np.float32)

    def work(k):
        tack.empty(k % 500)
        tack.zeros((k % 7, 3)).reshape(3 * (k % 7))
        tack.full(3, k)
        tack.arange(k % 100)
        tack.Vector.zeros(3, k % 50).fill(1)
        tack.Matrix.zeros(2, 2, k % 50)
        x = tack.asarray(held[: k % 50])
        tack.concat([x, x.copy(), x.astype(tack.f32)])
        tack.from_buffer(memory, tack.f32)
        tack.from_dlpack(held)
        np.from_dlpack(x), np.asarray(x), memoryview(x)
        tack.array_from_ptr(held.ctypes.data, tack.f32, 50)
        tack.constant(k), tack.constant((1.0, float(k)))

    stays_flat(work, 10_000 if SLOW else 1_000)


def make(number):
    step = tack.constant(number)

    @tack.func
    def helper(v):
        return v + step

    @tack.kernel
    def kernel(x):
        for i in range(len(x)):
            x[i] = helper(x[i])

    return kernel


def test_closures():
    """Declared, launched and dropped. Most have a twin whose code is still there."""
    x = tack.zeros(8, tack.i64)
    total = 0

    def work(k):
        nonlocal total
        make(k % 5)(x)
        total += k % 5

    stays_flat(work, 100_000 if SLOW else 1_500)
    assert x[0] == x[7] == total


def test_closures_of_which_none_is_another():
    x = tack.zeros(8, tack.i64)
    stays_flat(lambda k: make(1000 + k)(x), 3000 if SLOW else 60)


def test_refused_calls():
    x, y = tack.zeros(4), tack.zeros(4)

    @tack.kernel
    def wrong(x):
        for i in range(len(x)):
            x[i] = nothing

    def work(k):
        for arguments in ((x,), (x, "a", 1), (x, y, 2**70), (x, y, 1, 2)):
            with contextlib.suppress(TypeError):
                add(*arguments)
        with contextlib.suppress(NameError):
            wrong(x)

    stays_flat(work, 20_000 if SLOW else 2_000)


def test_prints():
    @tack.kernel
    def show(x):
        for i in range(len(x)):
            print("element", i, x[i])

    x = tack.zeros(30)

    def work(k):
        with contextlib.redirect_stdout(io.StringIO()):
            show(x)

    stays_flat(work, 10_000 if SLOW else 500)


def test_objects():
    @tack.device_class
    class Grid:
        SCALE = 2

        def __init__(self, data):
            self.data = data
            self.n = 5

        @tack.kernel
        def double(self):
            for i in range(self.n):
                self.data[i] = self.data[i] * self.SCALE

    data = tack.zeros(5)
    stays_flat(lambda k: Grid(data).double(), 50_000 if SLOW else 5_000)
