# SPDX-License-Identifier: Apache-2.0
"""Promises of the language that no other file is about. tests/rules lists all, with their tests."""

import math

import numpy as np
import pytest

import tack

# --- launches


@tack.kernel
def slow_ramp(x, n):
    for i in range(len(x)):
        t = 0
        for k in range(i % n):
            t = t * 3 + k
        x[i] = i + t * 0


@tack.kernel
def reversed_(x, y):
    for i in range(len(x)):
        y[len(x) - 1 - i] = x[i] + 1


def test_a_launch_is_over_when_its_call_returns(threads):
    """The next one sees all of it, and so does the host, without a word to Tack."""
    n = 200_003
    memory, other = np.zeros(n, np.int64), np.zeros(n, np.int64)
    x = tack.array_from_ptr(memory, tack.i64, (n,), writable=True)
    y = tack.array_from_ptr(other, tack.i64, (n,), writable=True)
    for cost in (1, 60, 300):
        memory.fill(-1)
        slow_ramp(x, cost)
        assert (memory == np.arange(n)).all()
        slow_ramp(x, cost)
        reversed_(x, y)
        reversed_(y, x)
        assert (other[::-1] == np.arange(n) + 1).all() and (memory == np.arange(n) + 2).all()


# --- parameters


@tack.kernel
def annotated(out: tack.f64, n: tack.f64, f: int, what: tack.template()) -> None:
    for i in range(1):
        out[0] = n // 2
        out[1] = f / 2
        out[2] = n / 2 * 0 + what


@tack.kernel
def not_annotated(out, n, f, what):
    for i in range(1):
        out[0] = n // 2
        out[1] = f / 2
        out[2] = n / 2 * 0 + what


def test_annotations_change_nothing():
    for kernel in (annotated, not_annotated):
        out = tack.zeros(3, tack.f64)
        kernel(out, 7, 0.5, 3)
        assert out.numpy().tolist() == [3, 0.25, 3]
    kinds = [
        [
            line
            for line in tack.inspect(k, out, 7, 0.5, 3, mode="report").split("\n")
            if ": " in line
        ]
        for k in (annotated, not_annotated)
    ]
    assert kinds[0][:4] == kinds[1][:4] and "  n: i32" in kinds[0]


@tack.kernel
def only_arrays(x):
    for i in range(len(x)):
        x[i] = 1


def test_a_kernel_is_called_from_python_only_by_position():
    for call in (lambda: only_arrays(x=tack.zeros(1)), lambda: only_arrays(**{"y": 1})):
        with pytest.raises(RuntimeError, match="by keyword"):
            call()


# --- constants and returns


@tack.kernel
def numbers_of_math(out):
    for i in range(1):
        out[0] = math.pi
        out[1] = math.e
        out[2] = math.tau


def test_the_numbers_of_math():
    for dtype, kind in ((tack.f64, np.float64), (tack.f32, np.float32)):
        out = tack.zeros(3, dtype)
        numbers_of_math(out)
        assert out.numpy().tolist() == [kind(math.pi), kind(math.e), kind(math.tau)]


@tack.device_class
class Counter:
    LIMIT = 4

    def __init__(self, n):
        self.n = n
        self.hits = tack.zeros(1, tack.i32)

    @tack.kernel
    def above(self, x) -> int:
        before = self.hits[0]
        for i in range(self.n):
            if x[i] > self.LIMIT:
                tack.atomic_add(self.hits, 0, 1)
        return self.hits[0] - before


def test_kernel_methods_return_values():
    x = tack.asarray(np.arange(10, dtype=np.float32))
    counter = Counter(10)
    assert [counter.above(x) for _ in range(2)] == [5, 5] and type(counter.above(x)) is int
    counter.n = 0
    assert counter.above(x) == 0


# --- matrices where numbers and vectors may stand


@tack.func
def both(a, b):
    return a @ b, a - b


@tack.kernel
def whole_matrices(m, k, out, total):
    for i in range(len(k)):
        a = m[i] if k[i] > 0 else m[i].transpose()
        a, b = a + 1.0, a
        p, q = both(a, b)
        out[i] = p + q
        out[i], m[i] = m[i], out[i]
        tack.atomic_add(total, 0, q)


def test_matrices_in_assignments_conditions_functions_and_atomics():
    a = np.arange(24, dtype=np.float64).reshape(6, 2, 2)
    k = np.array([1, 0, 1, -1, 0, 2], np.int32)
    m, out = tack.asarray(a, matrix=True), tack.Matrix.zeros(2, 2, 6, tack.f64)
    total = tack.Matrix.zeros(2, 2, 1, tack.f64)
    whole_matrices(m, tack.asarray(k), out, total)
    b = np.where(k[:, None, None] > 0, a, a.transpose(0, 2, 1))
    assert (m.numpy() == (b + 1) @ b + 1).all() and (out.numpy() == a).all()
    assert (total.numpy()[0] == 6).all()


# --- atomics


@tack.kernel
def floating(a, x):
    for i in range(len(x)):
        tack.atomic_min(a, 0, x[i])
        tack.atomic_max(a, 1, x[i])
        tack.atomic_add(a, 2, x[i])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("held", [math.nan, math.inf, -math.inf, -0.0, 5e-324])
def test_floating_atomics_end_whatever_they_meet(threads, dtype, held):
    """A NaN is unequal to itself: an update that compares numbers would try again for ever."""
    odd = np.array([math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0], dtype)
    for values in (np.tile(odd, 500), np.ones(3000, dtype)):
        a = tack.full(4, held, tack.asarray(values).dtype)
        floating(a, tack.asarray(values))
        got = a.numpy()
        assert got[3] == dtype(held) or math.isnan(held)
    if math.isfinite(held):
        assert got.tolist() == [dtype(held), 1, dtype(held) + 3000, dtype(held)]


@tack.kernel
def number_as_target(x, n):
    for i in range(len(x)):
        if n < 0:
            tack.atomic_add(n, 0, 1)
        x[i] = 1


def test_targets_are_checked_by_every_mode_of_inspection():
    x = tack.zeros(3)
    for mode in ("ir", "source", "optimized", "asm", "report"):
        with pytest.raises(TypeError, match="requires a global array parameter target") as caught:
            tack.inspect(number_as_target, x, 1, mode=mode)
        assert not str(caught.value).startswith("Kernel 'number_as_target': Kernel")
    with pytest.raises(TypeError, match="^Kernel 'number_as_target': atomic_add"):
        number_as_target(x, 1)
    assert not x.numpy().any()
