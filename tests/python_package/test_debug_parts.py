# SPDX-License-Identifier: Apache-2.0
"""Debug mode: components of vectors and matrices, entries of constant tables and steps of ranges, all
of which have a meaning outside that is rarely meant."""

import itertools

import numpy as np
import pytest

import tack


@pytest.fixture(autouse=True)
def debug():
    tack.debug(True)
    yield
    tack.debug(False)


@pytest.fixture(params=[1, 2, 7])
def threads(request):
    tack.set_default_device("cpu", num_threads=request.param)
    yield request.param
    tack.set_default_device("cpu")


def iterations(*values, n=100, dtype=np.int64):
    """`values` in the middle of an array of zeros."""
    out = np.zeros(n, dtype)
    out[n // 2 : n // 2 + len(values)] = values
    return tack.asarray(out)


# --- vectors and matrices


@tack.kernel
def reads(k, out):
    for i in range(len(k)):
        v = [1, 2, 3]
        out[i] = v[k[i]]


@tack.kernel
def writes(k, out):
    for i in range(len(k)):
        v = [1, 2]
        v[k[i]] = 9
        out[i] = v.sum()


@tack.kernel
def updates(k, out):
    for i in range(len(k)):
        m = tack.Matrix([[1, 2, 3], [4, 5, 6]])
        m[k[i], k[i] + 1] += 10
        out[i] = m.sum()


@tack.kernel
def of_elements(k, va, out):
    for i in range(len(k)):
        va[i][k[i]] = 5
        out[i] = va[i][k[i]]


@tack.kernel
def of_values(k, out):
    for i in range(len(k)):
        v = [1, 2, 3]
        out[i] = (v + v)[k[i]]


@tack.func
def third(u, at):
    return u[at + 2]


@tack.kernel
def in_function(k, out):
    for i in range(len(k)):
        out[i] = third([i, i, i + 1], k[i])


@pytest.mark.parametrize("outside", [-1, 3, 2**40, -(2**63), 2**63 - 1])
def test_components(threads, outside):
    va, out = tack.Vector.zeros(3, 100, tack.i32), tack.zeros(100, tack.i32)
    k = iterations(outside)
    for kernel, args, place, whole, extent in (
        (reads, (), "line 5, column 20", "vector 'v'", 3),
        (writes, (), "line 5, column 11", "vector 'v'", 2),
        (of_elements, (va,), "line 4, column 15", "an element of array 'va'", 3),
        (of_values, (), "line 5, column 26", "a vector of 3", 3),
    ):
        with pytest.raises(IndexError) as caught:
            kernel(k, *args, out)
        assert str(caught.value) == (
            f"Kernel '{kernel.__name__}': index {outside} of {whole} at {place} is outside its "
            f"extent {extent}, in iteration i = 50."
        )
        assert f"{__file__}:" in caught.value.__notes__[0]
        kernel(iterations(0, 1), *args, out)
    assert (va.numpy()[:50, 0] == 5).all() and va.numpy()[50].tolist() == [5, 0, 0]


def test_dimensions_functions_and_other_types(threads):
    out = tack.zeros(100, tack.i32)
    for at, dimension, index, extent in ((2, 0, 2, 2), (-1, 0, -1, 2), (3, 0, 3, 2)):
        with pytest.raises(IndexError) as caught:
            updates(iterations(at), out)
        assert str(caught.value) == (
            f"Kernel 'updates': index {index} (dimension {dimension}) of matrix 'm' at line 5, "
            f"column 11 is outside its extent {extent}, in iteration i = 50."
        )
    updates(iterations(1), out)
    assert out.numpy().tolist() == [31] * 100
    with pytest.raises(IndexError) as caught:
        in_function(iterations(1), out)
    assert str(caught.value) == (
        "Device function 'third' (inlined into kernel 'in_function'): index 3 of vector 'u' at line "
        "3, column 14 is outside its extent 3, in iteration i = 50."
    )
    in_function(iterations(-1, -2), out)
    assert out[49] == 50 and out[50] == 50
    for dtype in (np.int8, np.uint8, np.uint32, np.uint64):
        with pytest.raises(IndexError, match="index 3 of vector 'v'"):
            reads(iterations(3, dtype=dtype), out)
        reads(iterations(2, dtype=dtype), out)
        assert out[50] == 3
    with pytest.raises(IndexError, match="index 9223372036854775807 of vector"):
        reads(iterations(2**64 - 1, dtype=np.uint64), out)


# --- tables

SHORT = tack.constant((2, 3, 5))
LONG = tack.constant(tuple(range(40)), tack.f32)
GRID = tack.constant(tuple(tuple(range(k, k + 5)) for k in range(6)), tack.i16)


@tack.kernel
def looks_up(k, out):
    for i in range(len(k)):
        out[i] = SHORT[k[i]]


@tack.kernel
def looks_up_long(k, out):
    for i in range(len(k)):
        out[i] = LONG[k[i]]


@tack.kernel
def looks_up_grid(k, out):
    for i in range(len(k)):
        out[i] = GRID[k[i]][k[i] + 1] + GRID[1, k[i]]


def test_tables(threads):
    out = tack.zeros(100, tack.f64)
    for kernel, at, text in (
        (looks_up, 3, "index 3 of constant 'SHORT' at line 4, column 24 is outside its extent 3"),
        (looks_up, -1, "index -1 of constant 'SHORT' at line 4, column 24 is outside its extent 3"),
        (looks_up_long, 40, "index 40 of constant 'LONG' at line 4, column 23"),
        (looks_up_grid, 6, r"index 6 \(dimension 0\) of constant 'GRID' .* extent 6"),
        (looks_up_grid, 4, r"index 5 \(dimension 1\) of constant 'GRID' .* extent 5"),
    ):
        with pytest.raises(IndexError, match=f"Kernel '{kernel.__name__}': {text}.*i = 50"):
            kernel(iterations(at), out)
        kernel(iterations(1), out)
        assert out[50] == {looks_up: 3, looks_up_long: 1, looks_up_grid: 5}[kernel]


# --- steps


@tack.kernel
def stepped(s, out):
    for i in range(len(s)):
        count = 0
        for k in range(0, 10, s[i]):
            count += 1
        out[i] = count


@tack.func
def down(n, by):
    total = 0
    for k in range(n, 0, by):
        total += k
    return total


@tack.kernel
def steps_down(s, out):
    for i in range(len(s)):
        out[i] = down(5, s[i]) + 1


@pytest.mark.parametrize("step", [0, -1, -(2**63)])
def test_steps(threads, step):
    s = tack.asarray(np.where(np.arange(100) == 70, step, 3))
    out = tack.zeros(100, tack.i32)
    with pytest.raises(ValueError) as caught:
        stepped(s, out)
    assert str(caught.value) == (
        f"Kernel 'stepped': step {step} of range at line 5, column 31 is not positive, "
        "in iteration i = 70."
    )
    assert f"{__file__}:" in caught.value.__notes__[0]
    assert out[70] == 0
    with pytest.raises(
        ValueError, match=f"Device function 'down' .*step {step} of range at line 4"
    ):
        steps_down(s, out)
    stepped(tack.full(100, 3, tack.u64), out)
    assert (out.numpy() == 4).all()
    stepped(tack.full(100, 2**63, tack.u64), out)  # more than any index reaches
    assert (out.numpy() == 1).all()


# --- guards


@tack.kernel
def guarded(k, out):
    for i in range(len(k)):
        v = [1, 2, 3]
        m = k[i]
        n = i + 1
        a = v[m] if 0 <= m < 3 else 0
        b = m >= 0 and m < 3 and v[m] > 1
        c = (n << m) if 0 <= m < 8 else 0
        d = m < 0 or m > 63 or (n << m) > 0
        e = (v * v if m >= 0 and v[m] > 0 else v).sum() if m < 3 else 0
        f = LONG[m] if 0 <= m < 40 else 0.0
        if m > 0:
            for j in range(0, 4, m):
                f += 1
        out[i] = a + b + c + d + e + f


def test_what_is_guarded_is_not_looked_at(threads):
    """Nor computed at all, though it would cost less than a branch."""
    values = list(itertools.islice(itertools.cycle([0, 1, 2, 3, -1, 7, 8, 64, -64, 10**6]), 100))
    out = tack.zeros(100, tack.f64)
    guarded(tack.asarray(np.array(values)), out)
    tack.debug(False)
    plain = tack.zeros(100, tack.f64)
    guarded(tack.asarray(np.array(values)), plain)
    np.testing.assert_array_equal(out.numpy(), plain.numpy())


def test_no_check_without_debug_mode():
    tack.debug(False)
    out = tack.zeros(100, tack.i32)
    reads(iterations(7), out)
    assert out[50] == 3
    looks_up(iterations(-7), out)
    assert out[50] == 5
    stepped(tack.zeros(100, tack.i32), out)
    assert not out.numpy().any()
