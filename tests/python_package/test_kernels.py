# SPDX-License-Identifier: Apache-2.0
"""Calling kernels: arguments, launch counts, variants, threads. NumPy is the reference."""

import copy
import gc
import inspect
import os
import pickle
import threading
import weakref

import numpy as np
import pytest

import tack


@tack.kernel
def saxpy(a, x, y):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]


@tack.kernel
def double_it(x, y):
    for i in range(x.shape[0]):
        y[i] = x[i] + x[i]


def test_saxpy_at_every_size_around_the_gang():
    rng = np.random.default_rng(1)
    for n in [0, 1, 2, 7, 8, 9, 63, 64, 65, 127, 1000, 4097, 100_003]:
        x, y = rng.random((2, n), np.float32)
        device = tack.asarray(y)
        saxpy(2.5, tack.asarray(x), device)
        assert (device.numpy() == np.float32(2.5) * x + y).all(), n


@pytest.mark.parametrize(
    "name", ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"]
)
def test_every_dtype(name):
    dtype = tack.zeros(0, getattr(tack, name)).numpy().dtype
    x = np.random.default_rng(2).integers(0, 100, 777).astype(dtype)
    y = tack.zeros(777, getattr(tack, name))
    double_it(tack.asarray(x), y)
    assert (y.numpy() == (x + x)).all()


def test_many_threads_and_large_arrays():
    x = np.random.default_rng(3).random(3_000_001, np.float32)
    before = tack._tack._threads()
    try:
        for threads in (1, 2, 5):
            tack._tack._set_threads(threads)
            y = tack.zeros(x.size)
            for round in range(1, 4):
                saxpy(1.0, tack.asarray(x), y)
            expected = np.zeros_like(x)
            for round in range(3):
                expected = x + expected
            assert (y.numpy() == expected).all()
    finally:
        tack._tack._set_threads(before)


# --- launch counts


@tack.kernel
def count_to(out, n):
    for i in range(n):
        out[i] = i + 1


@tack.kernel
def stepped(out, a, b, s):
    for i in range(a, b, s):
        out[i] = out[i] + 1


@tack.kernel
def inner(out):
    for i in range(1, len(out) - 1):
        out[i] = 1


@tack.kernel
def grid(out):
    for j, i in tack.ndindex(out.shape[0], out.shape[1]):
        out[j, i] = 10 * j + i


@tack.kernel
def ranges(out, a, b):
    for j, i in tack.ndindex((a, b), (1, out.shape[1] - 1)):
        out[j, i] = out[j, i] + 1


@tack.kernel
def cube(out, d, h, w):
    for k, j, i in tack.ndindex(d, h, w):
        out[k, j, i] = 100 * k + 10 * j + i


SIZE = tack.constant(5)


@tack.kernel
def fixed(out):
    for i in range(SIZE * 2):
        out[i] = 7


def test_ranges_are_evaluated_for_each_call():
    for n in (0, -3, 1, 70, 5, True, np.uint8(9), np.int64(12)):
        out = tack.zeros(100, tack.i32)
        count_to(out, n)
        expected = np.zeros(100, int)
        expected[: max(int(n), 0)] = np.arange(1, max(int(n), 0) + 1)
        assert (out.numpy() == expected).all(), n


@pytest.mark.parametrize(
    "a, b, s", [(0, 10, 1), (3, 7, 1), (7, 3, 1), (1, 8, 3), (0, 100, 7), (99, 100, 50), (5, 5, 2)]
)
def test_start_and_step(a, b, s):
    out = tack.zeros(100, tack.i32)
    stepped(out, a, b, s)
    expected = np.zeros(100, int)
    expected[a:b:s] += 1
    assert (out.numpy() == expected).all()


def test_bounds_made_of_shapes_and_constants():
    out = tack.zeros(50, tack.i32)
    inner(out)
    assert out.numpy().tolist() == [0] + [1] * 48 + [0]
    for n in (0, 1, 2):
        inner(tack.zeros(n, tack.i32))
    out = tack.zeros(20, tack.i32)
    fixed(out)
    assert out.numpy().tolist() == [7] * 10 + [0] * 10


@pytest.mark.parametrize("shape", [(3, 5), (1, 1), (64, 3), (3, 64), (17, 130), (0, 4), (4, 0)])
def test_two_dimensions(shape):
    out = tack.zeros(shape, tack.i32)
    grid(out)
    j, i = np.indices(shape)
    assert (out.numpy() == 10 * j + i).all()


def test_ranges_in_two_dimensions():
    for a, b in ((0, 6), (2, 4), (4, 2), (5, 6)):
        out = tack.zeros((6, 9), tack.i32)
        ranges(out, a, b)
        expected = np.zeros((6, 9), int)
        expected[a:b, 1:8] += 1
        assert (out.numpy() == expected).all()


def test_three_dimensions():
    out = tack.zeros((4, 5, 70), tack.i32)
    cube(out, 4, 5, 70)
    k, j, i = np.indices((4, 5, 70))
    assert (out.numpy() == 100 * k + 10 * j + i).all()
    for empty in ((-2, -3, 4), (0, 5, 5), (4, 5, -1)):
        out = tack.zeros((4, 5, 70), tack.i32)
        cube(out, *empty)
        assert not out.numpy().any()


def test_a_count_beyond_64_bits_is_refused():
    out = tack.zeros((1, 1, 1), tack.i32)
    with pytest.raises(ValueError, match="Kernel 'cube': .* that one CPU launch can index"):
        cube(out, 2**31 - 1, 2**31 - 1, 2**31 - 1)
    cube(out, 2**31 - 1, 2**62, 0)  # empty all the same


# --- scalar arguments


@tack.kernel
def store(out, value):
    for i in range(1):
        out[i] = value


@tack.kernel
def third(out, value):
    for i in range(1):
        out[i] = value / 3.0


def stored(value, dtype):
    out = tack.zeros(1, dtype)
    store(out, value)
    return out[0]


def test_integer_arguments_keep_their_value():
    for value in (0, -1, 2**31 - 1, -(2**31), 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)):
        assert stored(value, tack.i64) == value
    for value in (2**63, 2**64 - 1, 5):
        assert stored(value, tack.u64) == value
    assert stored(True, tack.i32) == 1
    assert stored(np.uint64(2**64 - 1), tack.u64) == 2**64 - 1
    assert stored(np.int8(-5), tack.i32) == -5
    assert stored(np.bool_(True), tack.i32) == 1
    assert stored(tack.constant(2**40), tack.i64) == 2**40


def test_float_arguments_are_f64_when_any_array_is():
    assert stored(0.1, tack.f64) == 0.1
    assert stored(0.1, tack.f32) == np.float32(0.1)
    assert stored(np.float64(0.1), tack.f32) == np.float32(0.1)
    out = tack.zeros(1, tack.f64)
    third(out, 0.1)
    assert out[0] == 0.1 / 3.0
    out = tack.zeros(1)
    third(out, np.float64(0.1))
    assert out[0] == np.float32(0.1) / np.float32(3.0)
    assert stored(float("inf"), tack.f64) == float("inf")
    assert np.isnan(stored(float("nan"), tack.f32))


def test_bad_arguments_are_named():
    out = tack.zeros(1)
    with pytest.raises(
        TypeError, match=r"Kernel 'store': expected 2 arguments \(out, value\), got 1"
    ):
        store(out)
    with pytest.raises(TypeError, match=r"expected 2 arguments \(out, value\), got 3"):
        store(out, 1, 2)
    for bad in ("x", None, [1], object(), 1j, b"abc", tack.f32, tack):
        with pytest.raises(TypeError, match="Kernel 'store': argument 'value' is a "):
            store(out, bad)
    with pytest.raises(TypeError, match=r"argument 'out' is a numpy.ndarray; .*tack.asarray"):
        store(np.zeros(1), 1)
    for bad in (2**64, -(2**63) - 1):
        with pytest.raises(TypeError, match="'value' is an integer outside 64 bits"):
            store(out, bad)
    with pytest.raises(RuntimeError, match="positional arguments only") as caught:
        store(out, value=1)
    assert isinstance(caught.value.__cause__, NotImplementedError)
    assert out[0] == 0


# --- arrays


@tack.kernel
def shifted(x, y):
    for i in range(1):
        y[0] = 1
        y[1] = x[0] + 1
        y[2] = x[1] + 1


def test_overlapping_arguments_keep_program_order():
    x = tack.zeros(3, tack.i32)
    shifted(x, x.reshape(3))
    assert x.numpy().tolist() == [1, 2, 3]


@tack.kernel
def zero_dimensional(x, y):
    for i in range(3):
        y[i] = x[None] + i


def test_zero_dimensional_and_empty_arrays():
    x = tack.full((), 4, tack.i32)
    y = tack.zeros(3, tack.i32)
    zero_dimensional(x, y)
    assert y.numpy().tolist() == [4, 5, 6]
    saxpy(1.0, tack.zeros(0), tack.zeros(0))
    grid(tack.zeros((0, 0), tack.i32))


def test_one_kernel_many_variants():
    for n in (10, 33):
        for dtype in (tack.f32, tack.f64, tack.i32):
            x, y = tack.ones(n, dtype), tack.ones(n, dtype)
            for a in (2, 2.5, 2**40):
                y.fill(1)
                saxpy(a, x, y)
                expected = np.ones(n, x.numpy().dtype)
                result = y.numpy()
                if dtype is tack.i32:
                    assert (result == np.array(a + 1).astype(np.int64).astype(np.int32)).all()
                else:
                    assert (result == expected.dtype.type(a) + expected).all()


# --- life of a kernel


def test_several_threads_call_one_cold_kernel():
    @tack.kernel
    def fresh(x, y, n):
        for i in range(n):
            y[i] = x[i] * 3 + n

    errors = []
    start = threading.Barrier(8)

    def work(seed):
        try:
            start.wait()
            for round in range(30):
                n = 100 + seed * 10 + round
                dtype = tack.i32 if seed % 2 else tack.f64
                x, y = tack.full(n, seed, dtype), tack.zeros(n, dtype)
                fresh(x, y, n)
                assert (y.numpy() == seed * 3 + n).all()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors


def test_a_forked_child_launches():
    x, y = tack.ones(2_000_000), tack.zeros(2_000_000)
    for round in range(3):
        saxpy(2.0, x, y)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            saxpy(2.0, x, y)
            status = 0 if (y.numpy() == 8).all() else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    saxpy(2.0, x, y)
    assert (y.numpy() == 8).all()


def make_adder(k):
    step = tack.constant(k)

    @tack.kernel
    def adder(y):
        for i in range(y.shape[0]):
            y[i] = y[i] + step

    return adder


def test_kernels_are_collected_with_their_code():
    y = tack.zeros(4, tack.i32)
    adder = make_adder(5)
    adder(y)
    reference = weakref.ref(adder)
    del adder
    gc.collect()
    assert reference() is None

    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1])

    for k in range(20):
        make_adder(k % 5)(y)
    gc.collect()
    before = resident()
    for k in range(300):
        make_adder(k % 5)(y)
    gc.collect()
    assert resident() - before < 1000  # pages; code alone would take 300 and the rest 10 times that


def test_kernel_objects_look_like_functions():
    assert saxpy.__name__ == "saxpy" and saxpy.__module__ == __name__
    assert repr(saxpy) == "<tack.kernel saxpy>"

    @tack.kernel
    def documented(x):
        """What it does."""
        for i in range(x.shape[0]):
            x[i] = 1

    assert documented.__doc__ == "What it does."
    documented.extra = 3
    assert documented.extra == 3


@tack.func
def sized(width: int, height=3):
    return width * height


@tack.device_class
class Filled:
    @tack.kernel
    def fill(self, x, value: tack.f32 = 1.0):
        for i in range(len(x)):
            x[i] = value


def test_kernels_and_device_functions_have_signatures():
    assert str(inspect.signature(saxpy)) == "(a, x, y)"
    assert list(inspect.signature(sized).parameters) == ["width", "height"]
    assert list(inspect.signature(Filled().fill).parameters) == ["x", "value"]
    assert inspect.getsource(saxpy).startswith("@tack.kernel\ndef saxpy(")


def test_copies_of_kernels_are_the_kernels():
    for one in (saxpy, sized):
        assert copy.copy(one) is one and copy.deepcopy([one])[0] is one
        assert pickle.loads(pickle.dumps(one)) is one
