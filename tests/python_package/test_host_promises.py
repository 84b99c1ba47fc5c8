# SPDX-License-Identifier: Apache-2.0
"""Promises about arrays and inspection on the host that no other file is about. tests/rules lists all."""

import gc
import warnings

import numpy as np
import pytest
from dtypes import DTYPES, INTS, NUMPY

import tack


def dtype_of(name):
    return getattr(tack, name)


# --- copying in

FLOATS = [0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 100.7, 127.0, -128.0, 126.99, -(2.0**31), 2.0**31 - 1]
BEYOND = [255.9, 300.0, -1.0, -129.0, 2.0**31, 2.0**40 + 5, -(2.0**40), 2.0**63, 1e300]
BEYOND += [float("inf"), float("-inf"), float("nan")]
INTO = {
    "asarray": tack.asarray,
    "array": tack.array,
    "field_like": tack.field_like,
    "copyto": lambda source, dtype: copied(tack.copyto, source, dtype),
    "from_numpy": lambda source, dtype: copied(tack.Array.from_numpy, source, dtype),
}


def copied(copy, source, dtype):
    array = tack.zeros(np.shape(source), dtype)
    copy(array, source)
    return array


def sources(values, dtype):
    """The same numbers in every layout."""
    plain = np.array(values, dtype)
    yield plain
    yield np.repeat(plain, 2)[::2]
    yield plain[::-1][::-1]
    yield plain.astype(plain.dtype.newbyteorder())
    yield np.array([plain, plain]).T
    yield memoryview(plain)
    yield plain[-1]


@pytest.mark.parametrize("way", INTO)
@pytest.mark.parametrize("name", INTS)
def test_floats_of_numpy_become_integers_by_astype(way, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        for dtype in (np.float32, np.float64):
            for source in sources(FLOATS + BEYOND, dtype):
                wanted = np.asarray(source).astype(NUMPY[name])
                assert np.array_equal(INTO[way](source, dtype_of(name)).numpy(), wanted)


def test_lists_of_floats_become_integers_as_in_numpy():
    for name in INTS:
        assert tack.asarray([[1.9, 2.0], [3, 0.1]], dtype_of(name)).numpy().tolist() == [
            [1, 2],
            [3, 0],
        ]
    # Modules of other tests silence NumPy for the whole process.
    with np.errstate(invalid="warn"), pytest.warns(RuntimeWarning, match="invalid value"):
        tack.asarray([float("nan")], tack.i32)


@pytest.mark.parametrize("name", INTS)
def test_floats_of_arrays_become_integers_as_in_kernels(name):
    low, high = int(np.iinfo(NUMPY[name]).min), int(np.iinfo(NUMPY[name]).max)
    source = tack.asarray(np.array(FLOATS + BEYOND))
    wanted = [0 if v != v else int(min(max(v, low), high)) for v in source.numpy().tolist()]
    target = tack.zeros(source.shape, dtype_of(name))
    tack.copyto(target, source)
    for got in (target, source.astype(dtype_of(name)), tack.asarray(source, dtype_of(name))):
        assert got.numpy().tolist() == [min(v, high) for v in wanted]


@pytest.mark.parametrize("name", DTYPES)
def test_copying_in_converts_like_astype(name):
    for given in DTYPES:
        source = np.array([0, 1, 100, 127], NUMPY[given])
        for way in INTO.values():
            got = way(source, dtype_of(name)).numpy()
            assert got.dtype == NUMPY[name] and np.array_equal(got, source.astype(NUMPY[name]))
    wide = np.array([2**63 - 1, -(2**63), 2**53 + 1, -1, 300])
    for way in INTO.values():
        assert np.array_equal(way(wide, dtype_of(name)).numpy(), wide.astype(NUMPY[name]))


def test_copying_in_through_views():
    array = tack.zeros((2, 6), tack.i16)
    tack.copyto(array.reshape(3, 4), np.arange(12.0).reshape(3, 4))
    assert array.numpy().ravel().tolist() == list(range(12))
    array.reshape(12).from_numpy(np.arange(12)[::-1])
    assert array[0, 0] == 11 and array[1, 5] == 0
    vectors = tack.Vector.zeros(3, 2, tack.i32)
    for form in (np.arange(6.5, 12), np.arange(6.5, 12).reshape(2, 3)):
        vectors.fill(0)
        vectors.from_numpy(form)
        assert vectors.numpy().tolist() == [[6, 7, 8], [9, 10, 11]]
    matrices = tack.Matrix.field(2, 2, tack.i32, 2)
    for form in (np.arange(8) + 0.5, np.arange(8).reshape(2, 2, 2) + 0.5):
        matrices.fill(0)
        matrices.from_numpy(form)
        assert matrices.to_numpy().tolist() == list(range(8))
    for wrong in (np.zeros(3), np.zeros((3, 2)), np.zeros((2, 3, 1)), 0.5):
        with pytest.raises(ValueError, match="cannot copy shape .* into an array of shape"):
            vectors.from_numpy(wrong)


def test_copying_within_one_memory_converts_once():
    array = tack.asarray(np.array([1.5, 2.5, 3.5, 4.5]))
    tack.copyto(array, np.asarray(array)[::-1])
    assert array.numpy().tolist() == [4.5, 3.5, 2.5, 1.5]
    bits = tack.from_buffer(np.asarray(array), tack.f64)
    ints = tack.array_from_ptr(np.asarray(bits).view(np.int64), tack.i64, 4, writable=True)
    tack.copyto(ints, np.asarray(array))
    assert ints.numpy().tolist() == [4, 3, 2, 1]


# --- new arrays


@pytest.mark.parametrize("make", [tack.zeros, tack.empty, lambda s, d: tack.field(d, s)])
def test_new_arrays_hold_zeros_whatever_was_there(make):
    for size in (1, 100, 5000, 1 << 18):
        for _ in range(5):
            dirty = tack.full(size, -1, tack.i64)
            del dirty
            gc.collect()
            assert not make(size, tack.i64).numpy().any()


def test_copies_are_apart():
    array = tack.arange(6)
    for copy in (array.numpy(), array.to_numpy(), np.asarray(array.copy())):
        copy[...] = -1
        assert array.numpy().tolist() == [0, 1, 2, 3, 4, 5]
    assert array.numpy() is not array.numpy()
    same = array.astype(tack.i32)
    same.fill(9)
    assert array[5] == 5


def test_fields():
    assert tack.Field is tack.Array and isinstance(tack.field(), tack.Field)
    assert tack.field(tack.i32, (3,), exportable=False).numpy().tolist() == [0, 0, 0]
    assert tack.field(tack.i32, 3, False).shape == (3,)
    with pytest.raises(RuntimeError, match="exportable=True .* on the cpu are shared through"):
        tack.field(tack.i32, 3, exportable=True)
    with pytest.raises(RuntimeError, match=r"export_memory\(\) exists on devices"):
        tack.zeros(3).export_memory()


# --- inspection


@tack.kernel
def count(bins, x):
    for i in range(len(x)):
        tack.atomic_add(bins, x[i], 1)


@tack.kernel
def double(x, y):
    for i in range(len(x)):
        y[i] = x[i] * 2


@tack.device_class
class Held:
    def __init__(self, out):
        self.out = out

    @tack.kernel
    def put(self, n):
        for i in range(n):
            self.out[i] = i


def unaligned(n):
    memory = np.zeros(4 * n + 4, np.uint8)
    return tack.array_from_ptr(memory[1 : 4 * n + 1], tack.i32, n, writable=True)


@pytest.mark.parametrize("mode", ["ir", "source", "report"])
def test_inspection_refuses_what_a_call_refuses(mode):
    frozen = tack.from_buffer(bytes(16), tack.i32)
    indices, none = tack.zeros(4, tack.i32), tack.zeros(0, tack.i32)
    for kernel, arguments in (
        (double, (indices, frozen)),
        (double, (none, frozen)),
        (count, (frozen, indices)),
        (count, (unaligned(4), indices)),
        (count, (unaligned(4), none)),
        (Held(frozen).put, (4,)),
    ):
        with pytest.raises(ValueError) as called:
            kernel(*arguments)
        with pytest.raises(ValueError) as inspected:
            tack.inspect(kernel, *arguments, mode=mode)
        assert str(called.value) == str(inspected.value)
        assert "read-only" in str(called.value) or "4-byte alignment" in str(called.value)
    assert tack.inspect(double, frozen, indices, mode=mode)
    assert tack.inspect(double, unaligned(4), unaligned(4), mode=mode)
