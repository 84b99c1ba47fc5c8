# SPDX-License-Identifier: Apache-2.0
"""Memory shared with others: buffers both ways, addresses, read-only memory."""

import array as standard_array
import ctypes
import gc
import mmap
import weakref

import numpy as np
import pytest
from dtypes import DTYPES, NUMPY

import tack


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
