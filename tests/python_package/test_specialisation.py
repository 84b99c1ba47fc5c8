# SPDX-License-Identifier: Apache-2.0
"""What a compiled variant is for: its key has what the code counts on, and nothing else."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import tack


def variants(kernel):
    return tack._tack._variant_count(kernel)


def fresh(function):
    """A kernel of its own for each test: counts start at zero."""
    return tack.kernel(function)


def bound(x, y):
    for i in range(x.shape[0]):
        y[i] = x[i]


def inner_bound(x, y):
    for i in range(1, x.shape[0] - 1):
        y[i] = x[i]


def local_bound(x, y):
    n = len(x) - 1
    for i in range(n):
        y[i] = x[i]


def mirrored(x, y):
    for i in range(x.shape[0]):
        y[i] = x[x.shape[0] - 1 - i]


def by_len(x, y):
    for i in range(1):
        y[i] = len(x)


def two_dimensions(x, y):
    for i, j in tack.ndindex(x.shape[0], x.shape[1]):
        y[i, j] = x[i, j]


def flat(x, y):
    for i in range(x.shape[0] * x.shape[1]):
        y[i] = x[i]


def count(kernel, *shapes):
    for shape in shapes:
        x = tack.asarray(np.arange(np.prod(shape), dtype=np.float32).reshape(shape))
        y = tack.zeros(shape)
        kernel(x, y)
    return variants(kernel), x.numpy(), y.numpy()


@pytest.mark.parametrize("function", [bound, inner_bound, local_bound])
def test_lengths_in_bounds_do_not_recompile(function):
    n, x, y = count(fresh(function), 3, 4, 100, 5000, 0, 1)
    assert n == 1


def test_lengths_in_the_body_do():
    kernel = fresh(mirrored)
    for length, expected in ((5, 1), (6, 2), (5, 2), (7, 3), (6, 3)):
        n, x, y = count(kernel, length)
        assert n == expected and y.tolist() == x[::-1].tolist()
    n, x, y = count(fresh(by_len), 5, 6, 5)
    assert n == 2 and y[0] == 5


def test_a_row_counts_its_columns_only():
    kernel = fresh(two_dimensions)
    for shape, expected in (((3, 4), 1), ((9, 4), 1), ((0, 4), 1), ((3, 5), 2), ((4, 5), 2)):
        n, x, y = count(kernel, shape)
        assert n == expected and (x == y).all()
    n, x, y = count(fresh(flat), (3, 4), (4, 5), (2, 2))
    assert n == 1 and (x == y).all()


def test_many_sizes_end_in_code_for_all():
    kernel = fresh(mirrored)
    for length in range(1, 60):
        n, x, y = count(kernel, length)
        assert y.tolist() == x[::-1].tolist()
    assert n == 9  # eight sizes, then one for all
    for length in (3, 8, 9, 59, 60):
        n, x, y = count(kernel, length)
        assert n == 9 and y.tolist() == x[::-1].tolist()
    # Another dtype starts anew.
    kernel(tack.zeros(4, tack.i32), tack.zeros(4, tack.i32))
    assert variants(kernel) == 10


def test_extents_as_sizes_of_local_arrays():
    @tack.kernel
    def kernel(x, y):
        for i in range(len(y)):
            t = tack.local_array(tack.f32, x.shape[0] * 2 + 1)
            for k in range(len(t)):
                t[k] = k
            y[i] = t[len(x) * 2] + len(t)

    for n in range(1, 14):
        y = tack.zeros(3)
        kernel(tack.zeros(n), y)
        assert y.numpy().tolist() == [2 * n + 2 * n + 1] * 3
    assert variants(kernel) == 13  # there is no code without the size
    with pytest.raises(ValueError, match=r"size at line 4, column 40 of a local array"):
        kernel(tack.zeros(40000), y)


def test_values_are_not_in_the_key():
    @tack.kernel
    def kernel(out, n, k, x):
        for i in range(n):
            out[i] = k * x

    out = tack.zeros(4)
    for n, k, x in ((1, 2, 0.5), (4, -3, 1.5), (0, 0, 0.0), (np.int64(2), True, np.float64(2))):
        kernel(out, n, k, x)
    assert variants(kernel) == 1
    kernel(out, 1, 2**31, 0.5)  # i64
    assert variants(kernel) == 2
    kernel(out, 1, 2**63, 0.5)  # u64
    assert variants(kernel) == 3
    kernel(out, 1, 2, 3)  # i32 for f32
    assert variants(kernel) == 4
    kernel(tack.zeros(4, tack.f64), 1, 2, 0.5)  # f64 for f32, of `out` and `x`
    assert variants(kernel) == 5
    kernel(tack.zeros((2, 2)), 1, 2, 0.5)  # dimensions
    assert variants(kernel) == 6


def test_each_kernel_object_has_its_own():
    one, two = fresh(bound), fresh(bound)
    count(one, 3)
    assert variants(one) == 1 and variants(two) == 0


def test_inspection_fills_nothing():
    kernel = fresh(mirrored)
    x, y = tack.zeros(7), tack.zeros(7)
    text = tack.inspect(kernel, x, y, mode="ir")
    assert "6i64" in text or "7i64" in text
    assert "x_shape0" not in text and variants(kernel) == 0


def test_threads_that_bring_different_sizes():
    kernel = fresh(mirrored)
    failures = []

    def work(length):
        for _ in range(20):
            x = np.arange(length, dtype=np.float32)
            y = tack.zeros(length)
            kernel(tack.asarray(x), y)
            if y.numpy().tolist() != x[::-1].tolist():
                failures.append(length)

    threads = [threading.Thread(target=work, args=(1 + k % 6,)) for k in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and variants(kernel) == 6


PROGRAM = """
import numpy as np, sys
import tack

@tack.device_class
class Box:
    K = {k}
    def __init__(self, n):
        self.a = tack.zeros(n)
        self.s = {s}

@tack.kernel
def mirrored(x, y):
    for i in range(x.shape[0]):
        y[i] = x[x.shape[0] - 1 - i]

@tack.kernel
def with_object(b, y):
    for i in range(len(y)):
        y[i] = b.K + b.s + len(b.a)

for n in {sizes}:
    x, y = tack.asarray(np.arange(n, dtype=np.float32)), tack.zeros(n)
    mirrored(x, y)
    assert y.numpy().tolist() == x.numpy()[::-1].tolist(), n
    with_object(Box(n), y)
    assert y.numpy().tolist() == [{k} + {s} + n] * n
print("llvm" if any("libtack_llvm" in line for line in open("/proc/self/maps")) else "cached")
"""


def test_the_cache_on_disk_keeps_sizes_and_constants_apart(tmp_path):
    def program(sizes, k=2, s=3):
        path = tmp_path / "program.py"
        path.write_text(PROGRAM.format(sizes=sizes, k=k, s=s))
        environment = {**os.environ, "TACK_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run(
            [sys.executable, path], env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert program([5]) == "llvm"
    assert program([5]) == "cached"
    assert program([6]) == "llvm"
    assert program([5, 6]) == "cached"
    assert program([5], s=4) == "cached"
    assert program([5], k=7) == "llvm"
    assert program([5], s=1.0) == "llvm"
    assert program([5, 6]) == "cached"
