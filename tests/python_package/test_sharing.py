# SPDX-License-Identifier: Apache-2.0
"""Memory shared with others: buffers both ways, addresses, read-only memory."""

import array as standard_array
import copy
import ctypes
import gc
import mmap
import pickle
import sys
import weakref

import numpy as np
import pytest

import tack

DTYPES = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"]
NUMPY = dict(
    zip(
        DTYPES,
        [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
        + [np.float32, np.float64],
        strict=True,
    )
)


@tack.kernel
def double(x, y):
    for i in range(len(x)):
        y[i] = x[i] * 2


@tack.kernel
def increment(x):
    for i in range(len(x)):
        x[i] += 1


@tack.kernel
def fill_rows(x, value):
    for i, j in tack.ndindex(x.shape[0], x.shape[1]):
        x[i, j] = value + 10 * i + j


def request_buffer(array, flags):
    """PyObject_GetBuffer with flags of one's own."""
    api = ctypes.pythonapi.PyObject_GetBuffer
    api.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int]
    view = ctypes.create_string_buffer(256)
    api(array, view, flags)
    ctypes.pythonapi.PyBuffer_Release(view)


# --- an Array as a buffer


@pytest.mark.parametrize("name", DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (5,), (2, 3), (3, 0, 2), (2, 1, 3, 1, 2, 1, 1, 2)])
def test_numpy_shares_an_array(name, shape):
    array = tack.zeros(shape, getattr(tack, name))
    view = np.asarray(array)
    assert view.dtype == NUMPY[name] and view.dtype.char == np.dtype(NUMPY[name]).char
    assert view.shape == shape and view.flags.c_contiguous and view.flags.writeable
    view[...] = 7
    assert (array.numpy() == 7).all()
    array.fill(3)
    assert (view == 3).all()
    raw = memoryview(array)
    assert raw.nbytes == array.nbytes and raw.shape == shape and not raw.readonly
    assert raw.tobytes() == array.numpy().tobytes()


def test_a_buffer_keeps_the_memory():
    array = tack.full(1 << 18, 5, tack.i32)
    alive = weakref.ref(array)
    view = np.asarray(array)
    del array
    gc.collect()
    assert alive() is not None and (view == 5).all()
    del view
    gc.collect()
    assert alive() is None


def test_kinds_of_buffer_requests():
    array = tack.asarray(np.arange(6, dtype=np.int32).reshape(2, 3))
    assert bytes(array) == array.numpy().tobytes()
    assert np.frombuffer(array, np.int32).tolist() == [0, 1, 2, 3, 4, 5]
    assert bytearray(array)[4] == 1
    # A column-major request fails for two dimensions, as for NumPy's row-major arrays.
    with pytest.raises(BufferError, match="row-major"):
        request_buffer(array, 0x40 | 0x18)
    request_buffer(array.reshape(1, 6, 1), 0x40 | 0x18)
    for flags in (0x20 | 0x18, 0x80 | 0x18, 0x8, 1, 0):
        request_buffer(array, flags)


def test_the_array_protocol_by_name():
    array = tack.asarray(np.arange(4, dtype=np.float32))
    assert np.shares_memory(array.__array__(), np.asarray(array))
    assert np.shares_memory(array.__array__(np.float32), np.asarray(array))
    assert array.__array__(np.float64).dtype == np.float64
    apart = array.__array__(copy=True)
    apart[0] = 9
    assert array[0] == 0
    assert not np.shares_memory(array.__array__(np.int32, copy=True), np.asarray(array))
    with pytest.raises(ValueError, match="by a copy"):
        array.__array__(np.float64, copy=False)
    assert np.asarray(array, np.float64).tolist() == [0, 1, 2, 3]
    assert not hasattr(array, "__array_interface__")  # the buffer says it all


# --- from_buffer


@pytest.mark.parametrize("name", DTYPES)
def test_from_buffer_shares(name):
    source = np.arange(6, dtype=NUMPY[name]).reshape(2, 3)
    array = tack.from_buffer(source)
    assert array.dtype is getattr(tack, name) and array.shape == (2, 3) and array.writable
    source[1, 2] = 100
    assert array[1, 2] == 100
    fill_rows(array, 1)
    assert source.tolist() == [[1, 2, 3], [11, 12, 13]]
    view = array.reshape(6)
    held = weakref.ref(source)
    del array, source
    gc.collect()
    assert held() is not None and view[5] == 13
    del view
    gc.collect()
    assert held() is None


def test_from_buffer_of_bytes():
    raw = bytearray(16)
    array = tack.from_buffer(raw, tack.f32)
    assert array.shape == (4,)
    array.fill(1.5)
    assert bytes(raw) == np.full(4, 1.5, np.float32).tobytes()
    with pytest.raises(BufferError):
        raw.append(1)
    del array
    gc.collect()
    raw.append(1)
    assert tack.from_buffer(raw, tack.u8).shape == (17,)
    with pytest.raises(ValueError, match="17 bytes is no whole number of f32"):
        tack.from_buffer(raw, tack.f32)
    assert tack.from_buffer(bytearray(24), tack.i16, (3, 4)).shape == (3, 4)
    assert tack.from_buffer(np.zeros(6, np.int16), shape=(3, 2)).shape == (3, 2)
    with pytest.raises(ValueError, match="the shape takes"):
        tack.from_buffer(bytearray(24), tack.i16, (3, 5))
    assert tack.from_buffer(standard_array.array("d", [1, 2])).numpy().tolist() == [1, 2]
    assert tack.from_buffer((ctypes.c_int * 3)(1, 2, 3)).dtype is tack.i32
    with mmap.mmap(-1, 64) as pages:
        mapped = tack.from_buffer(pages, tack.i64)
        mapped.fill(-1)
        assert pages[63] == 255
        del mapped


def test_from_buffer_refusals():
    for source in (np.zeros((3, 4))[:, ::2], np.zeros((3, 4)).T, np.zeros(4)[::-1]):
        with pytest.raises(ValueError, match="contiguous"):
            tack.from_buffer(source)
    for dtype in (np.float16, np.complex64, "M8[s]", "S3", object):
        with pytest.raises(TypeError, match="no Tack counterpart"):
            tack.from_buffer(np.zeros(3, dtype))
    with pytest.raises(TypeError, match="byte order"):
        tack.from_buffer(np.zeros(3, ">i4"))
    with pytest.raises(TypeError, match="no dtype for bools"):
        tack.from_buffer(np.zeros(3, bool))
    with pytest.raises(TypeError, match="holds i32, not f32"):
        tack.from_buffer(np.zeros(3, np.int32), tack.f32)
    with pytest.raises(TypeError, match="buffer, such as a NumPy array, not list"):
        tack.from_buffer([1, 2])
    with pytest.raises(ValueError, match="at most 8 dimensions"):
        tack.from_buffer(np.zeros((1,) * 9))


# --- array_from_ptr


def test_array_at_an_address():
    source = np.arange(6, dtype=np.float64)
    for pointer in (source.ctypes.data, np.uint64(source.ctypes.data), source):
        array = tack.array_from_ptr(pointer, tack.f64, (2, 3), writable=True)
        assert array.shape == (2, 3) and array[1, 2] == 5 and array.writable
    assert tack.field_from_ptr(source.ctypes.data, tack.f64, 3).shape == (3,)
    assert tack.array_from_ptr(source.ctypes.data, 3, tack.f64).dtype is tack.f64
    increment(tack.array_from_ptr(source, tack.f64, 6, writable=True))
    assert source.tolist() == [1, 2, 3, 4, 5, 6]
    # It does not own the memory at an address, and keeps a NumPy array that it is over.
    held = weakref.ref(source)
    over = tack.array_from_ptr(source, tack.f64, 6)
    address = source.ctypes.data
    at = tack.array_from_ptr(address, tack.f64, 6)
    del source, array, pointer
    gc.collect()
    assert held() is not None and over[0] == at[0] == 1
    del over
    gc.collect()
    assert held() is None
    assert tack.array_from_ptr(0, tack.f32, 0).numpy().size == 0
    assert tack.memory_space(address) == "cpu" and tack.memory_space(np.zeros(2)) == "cpu"


def test_bad_addresses():
    small = np.zeros(4, np.float32)
    for bad in ("x", 1.5, None, True, np.True_, [1], object(), np.float32(3)):
        with pytest.raises(TypeError, match="address"):
            tack.array_from_ptr(bad, tack.f32, 1)
        with pytest.raises(TypeError, match="address"):
            tack.memory_space(bad)
    for pointer in (ctypes.c_void_p(small.ctypes.data), small.ctypes.data_as(ctypes.c_void_p)):
        with pytest.raises(TypeError, match="of ctypes: pass its address"):
            tack.array_from_ptr(pointer, tack.f32, 4)
    for bad in (-1, 2**64, -(2**70)):
        with pytest.raises(ValueError, match="no address of this machine"):
            tack.array_from_ptr(bad, tack.f32, 1)
    with pytest.raises(ValueError, match="null"):
        tack.array_from_ptr(0, tack.f32, 1)
    with pytest.raises(ValueError, match="20 bytes, the memory has 16"):
        tack.array_from_ptr(small, tack.f32, 5)
    with pytest.raises(ValueError, match="contiguous"):
        tack.array_from_ptr(small[::2], tack.f32, 2)
    with pytest.raises(ValueError, match="negative"):
        tack.array_from_ptr(small, tack.f32, -1)
    with pytest.raises(TypeError, match="needs a dtype"):
        tack.array_from_ptr(small, None, 1)
    small.flags.writeable = False
    assert not tack.array_from_ptr(small, tack.f32, 4).writable
    with pytest.raises(ValueError, match="read-only"):
        tack.array_from_ptr(small, tack.f32, 4, writable=True)


# --- read-only memory


def frozen():
    source = np.arange(4, dtype=np.float32)
    source.flags.writeable = False
    return source


@tack.func
def store_one(target, i):
    target[i] = 1


@tack.kernel
def through_function(x, y):
    for i in range(len(x)):
        store_one(y, i)


@tack.kernel
def through_second_name(x, y):
    for i in range(len(x)):
        z = y
        z[i] = x[i]


@tack.kernel
def in_a_branch(x, y):
    for i in range(len(x)):
        if x[i] > 1000:
            y[i] = 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: tack.array_from_ptr(np.arange(4, dtype=np.float32), tack.f32, 4),
        lambda: tack.from_buffer(frozen()),
        lambda: tack.from_buffer(b"\0" * 16, tack.f32),
        lambda: tack.from_dlpack(tack.from_buffer(frozen())),
        lambda: tack.from_buffer(frozen()).reshape(2, 2).reshape(4),
    ],
)
def test_read_only_is_enforced_everywhere(make):
    array = make()
    before = array.numpy().tolist()
    assert not array.writable and "read-only" in repr(array)
    for write in (
        lambda: array.fill(1),
        lambda: tack.copyto(array, np.ones(4)),
        lambda: array.from_numpy(np.ones(4)),
        lambda: array.reshape(2, 2).fill(1),
    ):
        with pytest.raises(RuntimeError, match="read-only"):
            write()
    other = tack.zeros(4)
    for round in range(2):  # cold and warm
        for kernel in (double, through_function, through_second_name, in_a_branch):
            with pytest.raises(ValueError, match=f"Kernel '{kernel.__name__}': .*'y' is read-only"):
                kernel(other, array)
        with pytest.raises(ValueError, match="'x' is read-only"):
            increment(array)
        # An empty launch is refused as well.
        with pytest.raises(ValueError, match="'y' is read-only"):
            double(tack.zeros(0), array)
    assert array.numpy().tolist() == before and not other.numpy().any()
    double(array, other)  # reading is fine
    assert other.numpy().tolist() == [2 * v for v in before]
    view = np.asarray(array)
    assert not view.flags.writeable and memoryview(array).readonly
    with pytest.raises(BufferError, match="read-only"):
        request_buffer(array, 1)
    assert array.copy().writable and array.astype(tack.f64).writable
    assert tack.asarray(array).writable


# --- unaligned memory in kernels


@tack.kernel
def stencil(x, y, n):
    for i in range(1, n - 1):
        y[i] = x[i - 1] + x[i] * 3 + x[n - 1 - i]


@tack.kernel
def loop_over(x, y, n):
    for i in range(n):
        t = x[i]
        k = 0
        while k < i % 5:
            t = t + x[(i * 7 + k) % n]
            k += 1
        if i % 3 != 0:
            y[i] = t


@pytest.mark.parametrize("name", ["i8", "i16", "u16", "i32", "i64", "f32", "f64"])
@pytest.mark.parametrize("n", [1, 3, 64, 1003])
def test_kernels_on_unaligned_memory(name, n):
    dtype, kind = getattr(tack, name), NUMPY[name]
    width = np.dtype(kind).itemsize
    rng = np.random.default_rng(n)
    values = rng.integers(0, 20, n).astype(kind)
    aligned_in = tack.asarray(values)
    for kernel in (stencil, loop_over):
        aligned = tack.zeros(n, dtype)
        kernel(aligned_in, aligned, n)
        for offset in range(1, width + 1):
            memory = np.zeros(2 * n * width + 64, np.uint8)
            address = memory.ctypes.data + (-memory.ctypes.data) % 16 + offset
            x = tack.array_from_ptr(address, dtype, n, writable=True)
            y = tack.array_from_ptr(address + n * width, dtype, n, writable=True)
            tack.copyto(x, values)
            kernel(x, y, n)
            assert y.numpy().tobytes() == aligned.numpy().tobytes()
            assert x.sum() == values.sum() and x.max() == values.max() and x.min() == values.min()
            assert [x[i] for i in range(0, n, 97)] == values[::97].tolist()
            x.fill(3)
            assert (x.numpy() == 3).all() and y.numpy().tobytes() == aligned.numpy().tobytes()


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
