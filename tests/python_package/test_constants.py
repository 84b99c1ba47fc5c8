# SPDX-License-Identifier: Apache-2.0
"""tack.constant: on the host, and everywhere a kernel may use one."""

import copy
import pickle
import types

import numpy as np
import pytest

import tack

N = tack.constant(6)
OFFSET = tack.constant(-2)
BIG = tack.constant(2**31)
HUGE = tack.constant(2**64 - 1)
LEAST = tack.constant(-(2**63))
TENTH = tack.constant(0.1)
TENTH32 = tack.constant(0.1, tack.f32)
BYTE = tack.constant(200, tack.u8)
WORD = tack.constant(0xFFFFFFFF, tack.u32)
SMALL = tack.constant(3, tack.i16)
ONE64 = tack.constant(1, tack.u64)
FLOAT = tack.constant(3, tack.f64)

TABLE = tack.constant((10, 20, 30))

other = types.ModuleType("other")
other.LIMIT = tack.constant(4)


def run(kernel, n=6, dtype=tack.f64, *args):
    out = tack.zeros(n, dtype)
    kernel(out, *args)
    return out.numpy().tolist()


@tack.kernel
def bounds(out):
    for i in range(1, N - 1, 2):
        out[i] = N


@tack.kernel
def typed_bound(out):
    for i in range(SMALL):
        out[i] = SMALL


@tack.kernel
def module_bound(out):
    for i in range(other.LIMIT):
        out[i] = other.LIMIT


@tack.kernel
def nested_bounds(out):
    for i in range(len(out)):
        s = 0
        for j in range(OFFSET, N):
            s += j
        out[i] = s


@tack.kernel
def as_index(out):
    for i in range(1):
        out[N - 1] = out[SMALL] + 1
        out[SMALL] = 7


@tack.kernel
def as_local_size(out):
    for i in range(len(out)):
        t = tack.local_array(tack.f64, N * 2 - SMALL)
        for k in range(N * 2 - SMALL):
            t[k] = k
        out[i] = t[N + OFFSET] + len(t)


@tack.kernel
def literal_types(out):
    for i in range(1):
        out[0] = BIG * 2  # i64, as 2147483648 is
        out[1] = x_plus(HUGE, ONE64)
        out[2] = LEAST // 2
        out[3] = TENTH
        out[4] = TENTH32
        out[5] = BYTE + BYTE  # u8 arithmetic


@tack.func
def x_plus(a, b):
    return a + b


@tack.kernel
def wraps(out):
    for i in range(1):
        out[0] = WORD + WORD


@tack.kernel
def shadowed(out):
    for i in range(len(out)):
        N = i * 2
        out[i] = N


@tack.func
def shadow_in_function(N):
    OFFSET = N + 1
    return OFFSET


@tack.kernel
def shadowed_in_function(out):
    for i in range(len(out)):
        out[i] = shadow_in_function(i) + OFFSET


@tack.kernel
def as_argument(out, n, x):
    for i in range(n):
        out[i] = x


def test_bounds_indices_and_sizes():
    assert run(bounds) == [0, 6, 0, 6, 0, 0]
    assert run(typed_bound) == [3, 3, 3, 0, 0, 0]
    assert run(module_bound) == [4, 4, 4, 4, 0, 0]
    assert run(nested_bounds) == [sum(range(-2, 6))] * 6
    assert run(as_index) == [0, 0, 0, 7, 0, 1]
    assert run(as_local_size) == [4 + 9] * 6


def test_shapes_and_arguments_on_the_host():
    assert tack.zeros(N).shape == (6,) and tack.zeros((N, SMALL)).shape == (6, 3)
    assert tack.zeros(V).shape == (1, 2, 3)
    for wrong in (W, M):
        with pytest.raises(TypeError, match="a shape is"):
            tack.zeros(wrong)
    assert run(as_argument, 6, tack.f64, N, TENTH) == [0.1] * 6
    assert run(as_argument, 6, tack.f64, SMALL, FLOAT) == [3, 3, 3, 0, 0, 0]
    assert [0, 1, 2, 3, 4, 5, 6][N] == 6


def test_types_in_a_kernel():
    assert run(literal_types) == [2.0**32, 0.0, -(2.0**62), 0.1, np.float32(0.1), 144]
    assert run(wraps, 1, tack.u64) == [2**32 - 2]
    assert run(shadowed) == [0, 2, 4, 6, 8, 10]
    assert run(shadowed_in_function) == [i + 1 - 2 for i in range(6)]


def test_rebinding_has_no_effect_after_compilation():
    names = {"C": tack.constant(1)}

    def make():
        C = tack.constant(1)

        @tack.kernel
        def kernel(out):
            for i in range(1):
                out[i] = C

        def rebind(value):
            nonlocal C
            C = tack.constant(value)

        return kernel, rebind

    kernel, rebind = make()
    assert run(kernel, 1) == [1]
    rebind(2)
    assert run(kernel, 1) == [1]
    assert names["C"] == 1
    # Names are read when the kernel is compiled, so one that is rebound before has its new value.
    kernel, rebind = make()
    rebind(5)
    assert run(kernel, 1) == [5]


def test_plain_names_are_refused():
    PLAIN = 3  # noqa: F841

    @tack.kernel
    def kernel(out):
        for i in range(1):
            out[i] = PLAIN  # noqa: F821

    with pytest.raises(NameError, match=r"Kernel 'kernel'.*'PLAIN'.*line 4, column 18.*constant"):
        run(kernel)


def test_numbers_on_the_host():
    assert isinstance(N, int) and isinstance(TENTH, float) and isinstance(FLOAT, float)
    assert N.dtype is None and TENTH.dtype is None and BYTE.dtype is tack.u8
    assert str(N) == "6" and repr(BYTE) == "200" and f"{TENTH}" == "0.1" and repr(FLOAT) == "3.0"
    assert type(N + 1) is int and type(N * 0.5) is float and type(-TENTH) is float
    assert BYTE + 100 == 300
    assert tack.constant(True) == 1 and tack.constant(np.int8(-3), tack.i8) == -3
    assert pickle.loads(pickle.dumps(BYTE)).dtype is tack.u8 and copy.copy(TENTH32) == 0.1


V = tack.constant((1, 2, 3))
W = tack.constant((0.5, 1), tack.f32)
M = tack.constant(((1, 2, 3), (4, 5, 6)), tack.i16)


def test_vectors_on_the_host():
    assert len(V) == 3 and V[1] == 2 and V[-1] == 3 and list(V) == [1, 2, 3] and V.shape == (3,)
    assert V.dtype is None and W.dtype is tack.f32 and V[0:2] == (1, 2)
    assert repr(V) == "(1, 2, 3)"
    assert V == (1, 2, 3) and V != (1, 2) and not (V == (1, 2, 4)) and (1, 2, 3) == V
    assert V == np.array([1, 2, 3]) and not (V == np.array([1, 2])) and hash(V) == hash((1, 2, 3))
    assert (V == np.array([1, 2, 3])).all() and (np.array([1, 2, 3]) == V).all()
    assert V == tack.constant((1, 2, 3)) and V == [1, 2, 3]
    array = np.asarray(V)
    assert array.dtype == np.float64 and array.tolist() == [1, 2, 3]
    assert np.asarray(W).dtype == np.float32 and np.array(V, np.int8).dtype == np.int8
    with pytest.raises(TypeError):
        V + V  # noqa: B018
    with pytest.raises(TypeError):
        V + (1,)  # noqa: B018
    with pytest.raises(TypeError):
        V[0] = 1
    with pytest.raises(IndexError):
        V[3]
    with pytest.raises(IndexError):
        V[0, 1]
    again = pickle.loads(pickle.dumps(W))
    assert again == W and again.dtype is tack.f32


def test_matrices_on_the_host():
    assert len(M) == 2 and M.shape == (2, 3) and M.dtype is tack.i16
    assert M[0, 1] == 2 and M[0][1] == 2 and M[1][-1] == 6 and M[1] == (4, 5, 6)
    assert list(M) == [(1, 2, 3), (4, 5, 6)] and M == ((1, 2, 3), (4, 5, 6))
    assert M == np.array([[1, 2, 3], [4, 5, 6]]) and M != ((1, 2, 3), (4, 5, 7))
    assert np.asarray(M).dtype == np.int16 and np.asarray(M).shape == (2, 3)
    assert tack.constant(tuple((0.0,) * 9 for _ in range(7))).shape == (7, 9)
    rows = tack.constant(((1, 2), V[0:2]))
    assert rows == ((1, 2), (1, 2))
    with pytest.raises(TypeError):
        M + M  # noqa: B018
    with pytest.raises(IndexError):
        M[2]
    assert pickle.loads(pickle.dumps(M)) == M


@pytest.mark.parametrize(
    ("value", "dtype", "error"),
    [
        (256, tack.u8, ValueError),
        (-1, tack.u8, ValueError),
        (2**31, tack.i32, ValueError),
        (2**64, None, ValueError),
        (-(2**63) - 1, None, ValueError),
        (10**400, tack.f64, ValueError),
        ((1, 300), tack.u8, ValueError),
        ((1, 2**64), None, ValueError),
        ((), None, ValueError),
        (((), ()), None, ValueError),
        (((1, 2), (3,)), None, ValueError),
        (0.5, tack.i32, TypeError),
        ((1, 0.5), tack.i32, TypeError),
        ("1", None, TypeError),
        (None, None, TypeError),
        (1j, None, TypeError),
        (b"1", None, TypeError),
        ([1, 2], None, TypeError),
        ({1}, None, TypeError),
        (np.array([1, 2]), None, TypeError),
        (("a", "b"), None, TypeError),
        ((1, None), None, TypeError),
        ((1, (2, 3)), None, TypeError),
        (((1, 2), 3), None, TypeError),
        ((((1,),),), None, TypeError),
        (((1, "x"),), None, TypeError),
        (1, int, TypeError),
        (1, "f32", TypeError),
        (1, np.float32, TypeError),
        ((1, 2), float, TypeError),
    ],
)
def test_errors(value, dtype, error):
    with pytest.raises(error, match="^constant: "):
        tack.constant(value, dtype)


@tack.kernel
def look_up_extent(out):
    for i in range(len(out)):
        out[i] = TABLE[len(out)] + TABLE[out.shape[0] - 1]


def test_an_extent_as_an_index_of_a_table():
    """It is computed, so beyond the table it is the last entry; arrays of many sizes share code
    that does not know their extents."""
    for n in range(1, 14):
        entries = [10, 20, 30]
        wanted = entries[min(n, 2)] + entries[min(n - 1, 2)]
        assert run(look_up_extent, n, tack.i32) == [wanted] * n
