# SPDX-License-Identifier: Apache-2.0
"""Debug mode: shifts and atomics, and an item that fails among a million: nothing of it comes after."""

import os
import subprocess
import sys

import numpy as np
import pytest
from dtypes import INTS, NUMPY

import tack

pytestmark = pytest.mark.usefixtures("debug")

MILLION = 1_000_000


# --- shifts


@tack.kernel
def shifts(x, n, y):
    for i in range(len(y)):
        if i % 2 == 0:
            y[i] = x[i] << n[i]
        else:
            y[i] = x[i] >> n[i]


@tack.kernel
def augmented_shifts(x, n, by):
    for i in range(len(x)):
        x[i] <<= by
        x[i] >>= n[i]


@tack.kernel
def vector_shifts(x, n):
    for i in range(len(x)):
        x[i] = x[i] << n[i]


@tack.kernel
def guarded_shift(x, n):
    for i in range(len(x)):
        if 0 <= n[i] and n[i] < 32:
            x[i] = x[i] << n[i]
        x[i] = x[i] + (1 << n[i] if 0 <= n[i] < 32 else 7)


@pytest.mark.parametrize("name", INTS)
def test_counts_of_shifts(name):
    """Of the count as it is written: i8 << 256 is no shift by 0."""
    bits = int(name[1:])
    x = tack.full(100, 3, getattr(tack, name))
    y = tack.zeros(100, getattr(tack, name))
    for kind in sorted({"i8", name, "u64"}):
        info = np.iinfo(NUMPY[kind])
        for count in (0, bits - 1, bits, -1, 256, 2**32, 2**40 + 3, info.max, info.min):
            if not info.min <= count <= info.max:
                continue
            for at, column in ((70, 20), (71, 20)):
                counts = np.ones(100, NUMPY[kind])
                counts[at] = count
                n = tack.asarray(counts)
                if 0 <= count < bits:
                    shifts(x, n, y)
                    continue
                with pytest.raises(ValueError) as caught:
                    shifts(x, n, y)
                # The record of a launch holds signed numbers.
                shown = min(count, 2**63 - 1)
                assert str(caught.value) == (
                    f"Kernel 'shifts': shift by {shown} at line {5 if at == 70 else 7}, column {column} "
                    f"of a value of type {name}, whose counts are from 0 to {bits - 1}, "
                    f"in iteration i = {at}."
                )
                assert "note" in caught.value.__notes__[0]


def test_augmented_guarded_and_vector_shifts(threads):
    x, n = tack.ones(300, tack.i32), tack.full(300, 3, tack.i32)
    augmented_shifts(x, n, 5)
    assert (x.numpy() == 4).all()
    with pytest.raises(ValueError, match="shift by 32 at line 4, column 9 of a value of type i32"):
        augmented_shifts(x, n, 32)
    n = tack.asarray(np.where(np.arange(300) == 250, -7, 3), tack.i32)
    with pytest.raises(ValueError, match="shift by -7 at line 5, column 9"):
        augmented_shifts(x, n, 1)
    x.fill(1)
    guarded_shift(x, n)
    assert (x.numpy() == np.where(np.arange(300) == 250, 8, 16)).all()
    vectors = tack.asarray(np.ones((300, 3), np.int32), vector=True)
    counts = np.full((300, 3), 2, np.int32)
    counts[299, 2] = 40
    with pytest.raises(ValueError, match="shift by 40 at line 4, column 16 of a value of type i32"):
        vector_shifts(vectors, tack.asarray(counts, vector=True))


# --- atomics


@tack.kernel
def atomics(x, n, old):
    for i in range(len(n)):
        old[i] = tack.atomic_add(x, n[i], 1)
        tack.atomic_max(x, n[i], 0)


@tack.kernel
def pair_atomics(x, a, b):
    for i in range(1000):
        if i == 900:
            tack.atomic_min(x, (a, b), -1)


@tack.kernel
def vector_atomics(x, k):
    for i in range(50):
        tack.atomic_add(x, i % len(x), tack.Vector([1, 2, 3]))
        if i == 40:
            tack.atomic_add(x, k, 1)


def test_indices_of_atomics(threads):
    memory = np.full(30, 7, np.int32)
    x = tack.array_from_ptr(memory.ctypes.data + 40, tack.i32, 10, writable=True)
    old = tack.zeros(500, tack.i32)
    good = np.arange(500) % 10
    atomics(x, tack.asarray(good, tack.i32), old)
    assert (memory[10:20] == 57).all()
    for at, wrong in ((0, -1), (499, 10), (255, 2**40), (3, -(2**63))):
        indices = good.copy()
        indices[at] = wrong
        with pytest.raises(
            IndexError, match=r"index -?\d+ of array 'x' at line 4, column 37 .*extent 10"
        ):
            atomics(x, tack.asarray(indices, tack.i64), old)
        assert (memory[:10] == 7).all() and (memory[20:] == 7).all()


def test_indices_of_atomics_on_other_arrays(threads):
    grid = tack.zeros((4, 5), tack.i32)
    for a, b, dimension, extent in ((4, 0, 0, 4), (0, 5, 1, 5), (-1, 9, 0, 4)):
        with pytest.raises(
            IndexError, match=rf"\(dimension {dimension}\) of array 'x' .*extent {extent}"
        ):
            pair_atomics(grid, a, b)
    assert not grid.numpy().any()
    pair_atomics(grid, 3, 4)
    assert grid[3, 4] == -1
    vectors = tack.Vector.zeros(3, 4, tack.i32)
    vector_atomics(vectors, 11)
    assert vectors[3][2] == 12 * 3 + 1 and vectors.numpy().sum() == 50 * 6 + 1
    for k in (12, -1):  # a number counts components: 12 of them
        with pytest.raises(IndexError, match=f"index {k} of array 'x' .*extent 12"):
            vector_atomics(vectors, k)


# --- one of a million


@tack.kernel
def one_of_a_million(x, before, after, counter, n, kind):
    for i in range(len(before)):
        before[i] = i
        if i == n:
            if kind == 0:
                x[i] = 1
            elif kind == 1:
                before[i] = x[-1 - i]
            elif kind == 2:
                before[i] = before[i] // (i - n)
            elif kind == 3:
                before[i] = 1 << (i - n + 32)
            else:
                tack.atomic_add(x, i, 1)
        after[i] = 1
        tack.atomic_add(counter, 0, 1)
        if i % 1000 == 0 or i == n:
            for k in range(3):
                after[i] += k
            tack.atomic_add(counter, 1, 1)


ERRORS = {
    0: (IndexError, "index {n} of array 'x' at line 7, column 19"),
    1: (IndexError, "index -{m} of array 'x' at line 9"),
    2: (ZeroDivisionError, "division by zero at line 11"),
    3: (ValueError, "shift by 32 at line 13"),
    4: (IndexError, "index {n} of array 'x' at line 15"),
}


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("n", [0, 1, 77_777, 500_003, MILLION - 1])
def test_one_of_a_million(threads, kind, n):
    x = tack.zeros(0 if n == 0 else 1, tack.i32)
    before, after = tack.full(MILLION, -1, tack.i32), tack.zeros(MILLION, tack.i8)
    counter = tack.zeros(2, tack.i32)
    error, text = ERRORS[kind]
    with pytest.raises(error) as caught:
        one_of_a_million(x, before, after, counter, n, kind)
    assert text.format(n=n, m=n + 1) in str(caught.value)
    # Nothing that follows in this item happened; other items ran whole or not at all.
    done, begun = after.numpy() != 0, before.numpy() == np.arange(MILLION)
    assert not done[n] and begun[n]
    assert (done == begun)[np.arange(MILLION) != n].all()
    assert counter[0] == done.sum()
    assert counter[1] == done[::1000].sum()
    assert not x.numpy().any()
    one_of_a_million(x, before, after, counter, MILLION, kind)
    assert (after.numpy() != 0).all()


def test_the_exit_code_of_a_program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        "import tack\n@tack.kernel\ndef k(x, n):\n    for i in range(1000000):\n"
        "        if i == n:\n            x[i] = 1\n"
        "x = tack.zeros(10)\nk(x, 654321)\nprint('not reached')\n"
    )
    done = subprocess.run(
        [sys.executable, path],
        env={**os.environ, "TACK_DEBUG": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert "IndexError: Kernel 'k': index 654321 of array 'x'" in done.stderr
    assert 'program.py", line 8' in done.stderr and "x[i] = 1" in done.stderr


@pytest.mark.parametrize("isa, gang", [("sse2", 1)])
def test_every_width(isa, gang):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", __file__]
        + ["-k", "indices or guarded or (million and 77)"],
        env={**os.environ, "TACK_CPU_ISA": isa, "TACK_CPU_GANG": str(gang)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
