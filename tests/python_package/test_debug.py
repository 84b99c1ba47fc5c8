# SPDX-License-Identifier: Apache-2.0
"""Debug mode: indices and divisors are checked before they are used."""

import os
import subprocess
import sys

import numpy as np
import pytest

import tack

pytestmark = pytest.mark.usefixtures("debug")


def guarded(n, dtype, before=64, after=64):
    """An array in the middle of memory whose rest must stay as it is."""
    dtype = np.dtype(dtype)
    memory = np.full(before + n * dtype.itemsize + after, 0xA5, np.uint8)
    middle = memory[before : before + n * dtype.itemsize].view(dtype)
    middle[...] = 1
    kind = {"float32": tack.f32, "int32": tack.i32, "int64": tack.i64}[dtype.name]
    array = tack.array_from_ptr(middle.ctypes.data, kind, n, writable=True)
    rest = [memory[:before], memory[before + n * dtype.itemsize :]]
    return array, lambda: all((part == 0xA5).all() for part in rest)


@tack.kernel
def store_at(x, k):
    for i in range(1000):
        if i == 700:
            x[k] = 5


@tack.kernel
def load_at(x, y, k):
    for i in range(len(y)):
        j = 0
        if i == 70:
            j = k
        y[i] = x[j]


@tack.kernel
def augmented(x, k):
    for i in range(3):
        x[k] += 1


@tack.kernel
def two(x, j, k):
    for i in range(2):
        x[j, k] = 1


@tack.kernel
def three(x, y, n):
    for i, j, k in tack.ndindex(n, n, n):
        y[i] = x[i, j, k]


@tack.kernel
def flat(x, k):
    for i in range(1):
        x[k] = x[k] + 1


@tack.func
def fetch(a, at):
    return a[at + 1]


@tack.kernel
def through_function(x, y):
    for i in range(len(y)):
        y[i] = fetch(x, i)


@tack.kernel
def local(y, k):
    for i in range(len(y)):
        a = tack.local_array(tack.i32, 4)
        a[0] = 1
        a[k] = i
        y[i] = a[k] + a[0]


@tack.kernel
def divides(x, y, n):
    for i in range(len(y)):
        if i != 3:
            y[i] = x[i] // n
        else:
            y[i] = x[i] % (n - 1)


@tack.kernel
def walks(x, y):
    for i in range(len(y)):
        k = i
        while x[k] == 1:
            k += 1
        y[i] = k


@tack.kernel
def before_loop(x, y, k):
    start = x[k]
    for i in range(len(y)):
        y[i] = start


@tack.kernel
def effects(x, y, n):
    for i in range(n):
        y[i] = 1
        x[i] = 1
        y[i] = 2


@pytest.mark.parametrize("k", [-1, 10, 11, 2**31, -(2**31), 2**40, 2**62, -(2**62), 2**63 - 1])
def test_stores_outside(threads, k):
    x, untouched = guarded(10, np.float32)
    for round in range(2):
        with pytest.raises(IndexError) as caught:
            store_at(x, k)
        assert str(caught.value) == (
            f"Kernel 'store_at': index {k} of array 'x' at line 5, column 15 is outside its "
            "extent 10, in iteration i = 700."
        )
        assert caught.value.__cause__ is None
        (note,) = caught.value.__notes__
        assert f"{__file__}:" in note and "x[k] = 5" in note
    assert untouched() and (x.numpy() == 1).all()
    store_at(x, 9)
    assert x[9] == 5


@pytest.mark.parametrize("k", [-1, 10, 2**31, 2**50, -(2**50)])
def test_loads_and_augmented_stores_outside(threads, k):
    x, untouched = guarded(10, np.int32)
    y = tack.zeros(500, tack.i32)
    with pytest.raises(
        IndexError, match=f"index {k} of array 'x' at line 7, column 18 .*extent 10"
    ):
        load_at(x, y, k)
    with pytest.raises(IndexError, match=f"index {k} of array 'x'"):
        augmented(x, k)
    assert untouched() and (x.numpy() == 1).all()
    load_at(x, y, 9)
    assert (y.numpy() == 1).all()


def test_each_dimension(threads):
    x = tack.zeros((4, 5))
    for j, k, dimension, index, extent in (
        (0, 5, 1, 5, 5),
        (4, 0, 0, 4, 4),
        (0, -1, 1, -1, 5),
        (-1, 4, 0, -1, 4),
        (9, 9, 0, 9, 4),
        (2**33, 0, 0, 2**33, 4),
    ):
        text = rf"index {index} \(dimension {dimension}\) of array 'x' .* extent {extent}"
        with pytest.raises(IndexError, match=text):
            two(x, j, k)
    assert not x.numpy().any()
    two(x, 3, 4)
    assert x[3, 4] == 1
    with pytest.raises(IndexError, match="flat index 20 of array 'x'.*extent 20"):
        flat(x, 20)
    flat(x, 19)
    assert x[3, 4] == 2
    cube, y = tack.ones((3, 4, 2)), tack.zeros(3)
    with pytest.raises(IndexError, match=r"index 2 \(dimension 2\) of array 'x'.*extent 2"):
        three(cube, y, 3)
    y.fill(0)
    three(cube, y, 2)
    assert y.numpy().tolist() == [1, 1, 0]


def test_device_functions_are_named(threads):
    x, y = tack.ones(100), tack.zeros(100)
    with pytest.raises(IndexError) as caught:
        through_function(x, y)
    assert str(caught.value) == (
        "Device function 'fetch' (inlined into kernel 'through_function'): index 100 of array 'a' "
        "at line 3, column 14 is outside its extent 100, in iteration i = 99."
    ) or "array 'x'" in str(caught.value)
    through_function(tack.ones(101), y)
    assert y.min() == 1


@pytest.mark.parametrize("k", [4, -1, 2**40])
def test_local_arrays(threads, k):
    y = tack.zeros(300, tack.i32)
    with pytest.raises(IndexError, match=f"index {k} of array 'a' .*extent 4"):
        local(y, k)
    local(y, 3)
    assert (y.numpy() == np.arange(300) + 1).all()


def test_division(threads):
    x, y = tack.full(100, 7, tack.i32), tack.zeros(100, tack.i32)
    for n, column in ((0, 20), (1, 20)):
        with pytest.raises(ZeroDivisionError, match="Kernel 'divides': division by zero at line"):
            divides(x, y, n)
    divides(x, y, 3)
    assert y[0] == 2 and y[3] == 1
    floats = tack.full(100, 7.0)
    with pytest.raises(ZeroDivisionError):
        divides(floats, tack.zeros(100), 0)


def test_a_search_that_leaves_its_array_ends(threads):
    x, y = tack.ones(1000, tack.i32), tack.zeros(1000, tack.i32)
    with pytest.raises(IndexError, match="index 1000 of array 'x'"):
        walks(x, y)
    x = tack.asarray(np.append(np.ones(999), 0), tack.i32)
    walks(x, y)
    assert (y.numpy() == 999).all()


def test_statements_before_the_loop(threads):
    x, y = tack.full(3, 4, tack.i32), tack.zeros(200, tack.i32)
    with pytest.raises(IndexError, match="index 3 of array 'x' at line 3"):
        before_loop(x, y, 3)
    assert not y.numpy().any()
    before_loop(x, y, 2)
    assert (y.numpy() == 4).all()


def test_a_failing_item_has_no_later_effects(threads):
    x, y = tack.zeros(90), tack.zeros(200)
    with pytest.raises(IndexError, match="of array 'x' .*extent 90"):
        effects(x, y, 200)
    assert not (y.numpy()[90:] == 2).any()


def test_modes_do_not_mix():
    x, y = tack.ones(100), tack.zeros(100)
    kernel = through_function
    for on in (True, False, True):
        tack.debug(on)
        kernel(tack.ones(101), y)
        if on:
            with pytest.raises(IndexError):
                kernel(x, y)
    tack.debug(False)
    assert "faults" not in tack.inspect(kernel, x, y, mode="ir")
    tack.debug()
    assert "faults" in tack.inspect(kernel, x, y, mode="ir")
    with pytest.raises(TypeError):
        tack.debug("yes")


def test_results_are_the_same(threads):
    @tack.kernel
    def mixed(x, y, n):
        for i, j in tack.ndindex(x.shape[0], x.shape[1]):
            s = 0.0
            for k in range(n):
                if (i + k) % 3 == 1:
                    continue
                s += x[i, (j + k) % x.shape[1]] * 0.5
                if s > 20:
                    break
            y[i, j] = s

    x = tack.asarray(np.random.default_rng(1).random((70, 33)), tack.f32)
    results = []
    for on in (False, True):
        tack.debug(on)
        y = tack.zeros((70, 33))
        mixed(x, y, 25)
        results.append(y.numpy())
    assert (results[0] == results[1]).all() and results[0].any()


@pytest.mark.parametrize(
    "value, on",
    [("1", True), ("yes", True), ("0", False), ("", False), ("off", False), ("No", False)],
)
def test_the_variable(tmp_path, value, on):
    path = tmp_path / "program.py"
    path.write_text(
        "import tack\n"
        "@tack.kernel\n"
        "def k(x, n):\n"
        "    for i in range(1):\n"
        "        x[n % 4 + 4 * (n // 4) * 0] = x[n] if n < 4 else 1\n"
        "        x[n] = 1\n"
        "x = tack.zeros((2, 2))\n"
        "try:\n"
        "    k(x, 4 if tack._tack._debug_mode() else 3)\n"
        "    print('fine')\n"
        "except IndexError as error:\n"
        "    print(error)\n"
    )
    for round in range(2):  # cold, and from the disk cache
        done = subprocess.run(
            [sys.executable, path],
            env={**os.environ, "TACK_DEBUG": value, "TACK_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
        )
        expected = "index 4 of array 'x' at line 5, column 11" if on else "fine"
        assert expected in done.stdout, done.stderr


@pytest.mark.parametrize("isa, gang", [("sse2", 1), ("sse4", 64), ("avx2", 8), ("avx512", 64)])
def test_every_width(tmp_path, isa, gang):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", __file__]
        + ["-k", "stores_outside or walks or search or local or dimension or division"],
        env={**os.environ, "TACK_CPU_ISA": isa, "TACK_CPU_GANG": str(gang)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
