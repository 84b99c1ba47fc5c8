# SPDX-License-Identifier: Apache-2.0
"""What arrays are made of and copied from, and the rest of their manners."""

import copy
import ctypes
import pickle
import sys

import numpy as np
import pytest
from dtypes import DTYPES, NUMPY

import tack

# --- what asarray and copyto take


@pytest.mark.parametrize("name", DTYPES)
def test_byte_swapped_sources(name):
    values = np.array([[0, 1, 2], [100, 120, 7]], NUMPY[name])
    swapped = values.astype(values.dtype.newbyteorder())
    for source in (swapped, swapped.T, swapped[::-1, ::2], np.asfortranarray(swapped)):
        for dtype in DTYPES:
            array = tack.asarray(source, getattr(tack, dtype))
            assert (array.numpy() == source.astype(NUMPY[dtype])).all()
        assert tack.asarray(source).dtype is getattr(tack, name)
    long = np.arange(5000).astype(swapped.dtype)
    target = tack.zeros(5000, getattr(tack, name))
    tack.copyto(target, long)
    assert (target.numpy() == long).all()


def test_bools_become_u8():
    mask = np.arange(2000) % 3 == 0
    for source in (mask, mask[::-1], mask.reshape(40, 50).T):
        array = tack.asarray(source)
        assert array.dtype is tack.u8 and (array.numpy() == source).all()
        assert (tack.asarray(source, tack.f64).numpy() == source).all()
    odd = np.array([0, 1, 2, 255], np.uint8).view(bool)
    assert tack.asarray(odd).numpy().tolist() == [0, 1, 1, 1]
    assert tack.asarray([True, False]).numpy().tolist() == [1, 0]
    target = tack.zeros(2000, tack.i32)
    tack.copyto(target, mask)
    assert target.sum() == mask.sum()


@pytest.mark.parametrize(
    "dtype", [np.float16, np.longdouble, np.complex64, np.complex128, object, "M8[s]", "U3", "V4"]
)
def test_dtypes_without_a_counterpart_are_named(dtype):
    source = np.zeros(2, dtype)
    for call in (
        tack.asarray,
        tack.array,
        tack.field_like,
        lambda a: tack.copyto(tack.zeros(2), a),
    ):
        with pytest.raises(TypeError, match="no Tack counterpart") as caught:
            call(source)
        assert str(source.dtype) in str(caught.value)


@pytest.mark.parametrize(
    "element", [ctypes.c_uint8, ctypes.c_int16, ctypes.c_int64, ctypes.c_float]
)
def test_buffers_without_strides(element):
    # What ctypes exports says its shape and leaves the strides out.
    flat = (element * 3)(1, 2, 3)
    table = ((element * 3) * 2)((1, 2, 3), (4, 5, 6))
    for source, expected in ((flat, [1, 2, 3]), (table, [[1, 2, 3], [4, 5, 6]]), (element(7), 7)):
        array = tack.asarray(source)
        assert array.numpy().tolist() == expected
        other = tack.zeros(array.shape, tack.f64)
        tack.copyto(other, source)
        assert other.numpy().tolist() == expected
        shared = tack.from_buffer(source)
        assert shared.numpy().tolist() == expected and shared.dtype is array.dtype


def test_sources_of_other_kinds():
    class Arraylike:
        def __array__(self, dtype=None, copy=None):
            return np.arange(3, dtype=np.int16)

    class OnlyDlpack:
        def __init__(self, inner):
            self.inner = inner

        def __dlpack__(self, **options):
            return self.inner.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.inner.__dlpack_device__()

    assert tack.asarray(Arraylike()).numpy().tolist() == [0, 1, 2]
    inner = np.arange(3, dtype=np.float32)
    array = tack.asarray(OnlyDlpack(inner))
    inner[0] = 5
    assert array.numpy().tolist() == [0, 1, 2]
    for bad in ({}, {1}, (i for i in range(3)), object(), None, np.ndarray):
        with pytest.raises(TypeError, match="cannot make an array"):
            tack.asarray(bad)
    for bad in ("abc", [2**70], [[1], [2, 3]]):
        with pytest.raises((TypeError, ValueError)):
            tack.asarray(bad)


def test_copyto_within_one_memory():
    for step in (slice(None, None, -1), slice(None), slice(1, None)):
        array = tack.arange(1000, dtype=tack.i32)
        whole = np.asarray(array)
        part = whole[step]
        expected = part.copy()
        target = array if part.size == 1000 else tack.from_buffer(whole[: part.size])
        tack.copyto(target, part)
        assert (target.numpy() == expected).all()
    square = tack.asarray(np.arange(100 * 100).reshape(100, 100), tack.f32)
    expected = square.numpy().T
    tack.copyto(square, np.asarray(square).T)
    assert (square.numpy() == expected).all()
    # Other dtypes over the same bytes.
    raw = bytearray(np.arange(64, dtype=np.int32).tobytes())
    ints = tack.from_buffer(raw, tack.i32)
    shorts = tack.from_buffer(raw, tack.i16)
    expected = shorts.numpy()[:64].astype(np.int32)
    tack.copyto(ints, tack.from_buffer(memoryview(raw)[:128], tack.i16))
    assert (ints.numpy() == expected).all()


# --- the rest of an array's manners


def test_concat():
    parts = [tack.arange(3), tack.zeros(0, tack.i32), tack.full((2, 2), 7, tack.i32)]
    joined = tack.concat(parts)
    assert joined.numpy().tolist() == [0, 1, 2, 7, 7, 7, 7] and joined.dtype is tack.i32
    parts[0].fill(9)
    assert joined[0] == 0
    assert tack.concat((tack.full((), 2),)).numpy().tolist() == [2]
    with pytest.raises(ValueError, match="empty list"):
        tack.concat([])
    with pytest.raises(TypeError, match="the first is i32, element 1 is f32"):
        tack.concat([tack.arange(3), tack.zeros(3)])
    for bad in ([np.zeros(3)], [1], 3, tack.zeros(3)):
        with pytest.raises(TypeError, match="concat|iterated"):
            tack.concat(bad)


def test_attributes_are_fixed():
    array = tack.zeros((2, 3))
    for name, hint in (
        ("size", "new array"),
        ("shape", "reshape"),
        ("dtype", "astype"),
        ("ndim", "reshape"),
        ("nbytes", "new array"),
        ("writable", "shared"),
        ("device", "default"),
    ):
        with pytest.raises(AttributeError, match=f"the {name} of an Array is fixed: .*{hint}"):
            setattr(array, name, 3)
        with pytest.raises(AttributeError, match="fixed"):
            delattr(array, name)
    with pytest.raises(AttributeError, match="colour"):
        array.colour = 3
    with pytest.raises(AttributeError, match="colour"):
        array.colour


def test_refusals_have_hints():
    array = tack.zeros((2, 3))
    for key in (slice(None), (0, slice(1)), ..., (..., 0), slice(0, 0)):
        with pytest.raises(TypeError, match=r"not sliced on the host: use a.numpy\(\)"):
            array[key]
    for key in ("a", 1.0, [0], (0, 1.5)):
        with pytest.raises(TypeError, match="index is an int|integer"):
            array[key]
    for refused in (lambda: list(array), lambda: sum(array), lambda: [*array], lambda: min(array)):
        with pytest.raises(TypeError, match=r"not iterated on the host: use a.numpy\(\)"):
            refused()
    with pytest.raises(TypeError, match="not searched"):
        assert 3 in array
    with pytest.raises(ValueError, match="neither true nor false"):
        bool(array)
    with pytest.raises(ValueError, match="neither true nor false"):
        assert tack.zeros(())
    for write in (lambda: array.__setitem__((0, 0), 1), lambda: array.__setitem__(None, 1)):
        with pytest.raises(TypeError, match="copyto"):
            write()
    with pytest.raises(TypeError, match="deleted"):
        del array[0, 0]
    with pytest.raises(RuntimeError, match="export_memory"):
        array.export_memory()
    for dtype in (int, float):
        for call in (lambda: tack.zeros(1, dtype), lambda: array.astype(dtype)):
            with pytest.raises(TypeError, match="32 bits in kernels and 64 in NumPy"):
                call()


INTEGERS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "u8": 8, "u16": 16, "u32": 32, "u64": 64}


@pytest.mark.parametrize("name", INTEGERS)
def test_written_numbers_must_fit(name):
    dtype, bits = getattr(tack, name), INTEGERS[name]
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if name[0] == "i" else (0, 2**bits - 1)
    array = tack.zeros(2, dtype)
    for value in (low, high):
        array.fill(value)
        assert array[1] == tack.full(1, value, dtype)[0] == tack.asarray([value], dtype)[0] == value
        tack.copyto(array, [value, 0])
        assert array[0] == value
    for value in (low - 1, high + 1):
        for call in (
            lambda: array.fill(value),
            lambda: tack.full(3, value, dtype),
            lambda: tack.asarray([0, value], dtype),
            lambda: tack.copyto(array, [value, value]),
        ):
            with pytest.raises(
                (OverflowError, TypeError), match="does not fit|no Tack counterpart"
            ):
                call()
        assert array.numpy().tolist() == [high, 0]
    if bits < 64:
        # Arrays are converted as kernels do.
        wrapped = np.array([high + 1]).astype(NUMPY[name])
        assert (tack.asarray(np.array([high + 1]), dtype).numpy() == wrapped).all()
        assert tack.arange(high - 2, high + 1, dtype=dtype)[2] == high
        for bad in ((high, high + 2), (low - 1, low + 1), (high + 2, high - 5, -2)):
            with pytest.raises(OverflowError, match=f"does not fit in {name}"):
                tack.arange(*bad, dtype=dtype)
    assert tack.arange(5, 5, dtype=dtype).size == 0
    near = [high - 1, 0, high]
    assert tack.asarray(near, dtype).numpy().tolist() == near


def test_comparisons_are_refused():
    a, b = tack.zeros(3), tack.zeros(3)
    for compare in (lambda x, y: x == y, lambda x, y: x != y):
        for other in (b, a, np.zeros(3), 0, 0.0, [0, 0, 0]):
            with pytest.raises(TypeError, match="not compared on the host: write"):
                compare(a, other)
    for compare in (lambda x, y: x < y, lambda x, y: x >= y):
        with pytest.raises(TypeError, match="not compared on the host: use"):
            compare(a, b)
    # As an object an array may be looked for and be a key.
    assert a is not None and a != None and not (a == "a")  # noqa: E711
    assert {a: 1}[a] == 1 and hash(a) == hash(a) and a in [b, a][1:]


def test_copies_and_pickles():
    array = tack.asarray(np.arange(6, dtype=np.uint16).reshape(2, 3))
    frozen = tack.from_buffer(array.numpy().tobytes(), tack.u16, (2, 3))
    for source in (array, frozen):
        for other in (
            pickle.loads(pickle.dumps(source)),
            copy.copy(source),
            copy.deepcopy(source),
            copy.deepcopy([source])[0],
        ):
            assert other is not source and other.dtype is tack.u16 and other.writable
            assert (other.numpy() == array.numpy()).all()
    assert pickle.loads(pickle.dumps(tack.zeros((0, 3), tack.i8))).shape == (0, 3)


def test_memory_stays_flat():
    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1])

    source = np.zeros(1 << 16, np.float32)
    before = resident()
    for _ in range(10000):
        a = tack.from_buffer(source)
        np.asarray(a.reshape(-1))
        tack.from_dlpack(a)
        memoryview(tack.array_from_ptr(source, tack.f32, 4))
        tack.concat([a.reshape(256, 256)])
    assert resident() - before < 2000  # pages
    del a
    assert sys.getrefcount(source) == 2
