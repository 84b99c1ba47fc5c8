# SPDX-License-Identifier: Apache-2.0
"""Arrays on the host: creation, copies, conversion, refusals. NumPy is the reference."""

import copy
import gc
import pickle
import subprocess
import sys

import numpy as np
import pytest
from dtypes import NUMPY

import tack


def test_import_is_light():
    code = "import sys, tack; print([m for m in ('numpy', 'inspect', 'linecache') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


@pytest.mark.parametrize("name", NUMPY)
def test_every_dtype_round_trips(name):
    dtype = getattr(tack, name)
    info = np.iinfo if NUMPY[name]().dtype.kind in "iu" else np.finfo
    values = np.array([0, 1, info(NUMPY[name]).min, info(NUMPY[name]).max], NUMPY[name])
    array = tack.asarray(values)
    assert array.dtype is dtype and array.shape == (4,) and array.size == 4 and len(array) == 4
    assert array.numpy().dtype == NUMPY[name]
    assert (array.numpy() == values).all()
    assert [array[i] for i in range(4)] == values.tolist()
    assert type(array[1]) is (float if name[0] == "f" else int)
    assert repr(dtype) == f"tack.{name}" and dtype.itemsize == values.itemsize
    assert pickle.loads(pickle.dumps(dtype)) is dtype and copy.deepcopy(dtype) is dtype


@pytest.mark.parametrize(
    "shape", [(), (0,), (1,), (5,), (2, 3), (3, 0, 2), (2, 1, 3, 2, 1, 2, 1, 2)]
)
def test_shapes(shape):
    array = tack.zeros(shape, tack.i32)
    assert array.shape == shape and array.ndim == len(shape)
    assert array.size == int(np.prod(shape)) and array.nbytes == 4 * array.size
    assert len(array) == (shape[0] if shape else 0)
    assert array.numpy().shape == shape and not array.numpy().any()


def test_constructors_and_both_argument_orders():
    assert tack.zeros(3).dtype is tack.f32 and tack.empty().shape == ()
    assert tack.zeros(tack.u8, (2, 2)).dtype is tack.u8
    assert tack.field(tack.i16, (4,)).shape == (4,) and tack.field(shape=2).dtype is tack.f32
    assert tack.ones((2, 2), tack.i64).numpy().tolist() == [[1, 1], [1, 1]]
    for array in (
        tack.full(3, 7, tack.u8),
        tack.full(3, tack.u8, 7),
        tack.full(tack.u8, 3, 7),
    ):
        assert array.dtype is tack.u8 and array.numpy().tolist() == [7, 7, 7]
    assert tack.full((2,), 0.1).numpy().tolist() == [np.float32(0.1)] * 2
    assert tack.arange(4).dtype is tack.i32 and tack.arange(4).numpy().tolist() == [
        0,
        1,
        2,
        3,
    ]
    for dtype in (np.float64, np.dtype("f8"), "float64", "f64", tack.f64):
        assert tack.zeros(1, dtype).dtype is tack.f64


def test_asarray_copies():
    source = np.arange(6, dtype=np.float32)
    array = tack.asarray(source)
    source[0] = 100
    assert array[0] == 0
    out = array.numpy()
    out[1] = 100
    assert array[1] == 1
    other = tack.asarray(array)
    array.fill(9)
    assert other.numpy().tolist() == [0, 1, 2, 3, 4, 5]


def test_sources_of_any_layout():
    base = np.arange(60, dtype=np.int16).reshape(3, 4, 5)
    for view in (
        base.T,
        base[::-1],
        base[:, ::2, 1:],
        base[1, 2],
        np.asfortranarray(base),
        base[:0],
    ):
        assert (tack.asarray(view).numpy() == view).all()
        assert tack.asarray(view).shape == view.shape
    assert (tack.asarray(np.broadcast_to(np.float64(3), (2, 2))).numpy() == 3).all()
    unaligned = np.frombuffer(b"x" + base.tobytes(), np.int16, offset=1)
    assert (tack.asarray(unaligned).numpy() == base.ravel()).all()
    assert tack.asarray(memoryview(b"ab")).numpy().tolist() == [97, 98]
    assert tack.asarray([[1, 2], [3, 4]], tack.f32).numpy().tolist() == [[1, 2], [3, 4]]
    assert tack.asarray(np.float32(2.5))[None] == 2.5


def test_conversion_follows_the_kernel_rules():
    floats = np.array([np.nan, np.inf, -np.inf, 255.9, -0.9, 2.0**31, 2.0**63, -(2.0**63), 1e300])
    for name, dtype in NUMPY.items():
        got = tack.asarray(floats).astype(getattr(tack, name)).numpy()
        if name[0] == "f":
            with np.errstate(over="ignore"):
                assert np.array_equal(got, floats.astype(dtype), equal_nan=True)
            continue
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
        expected = [0, high, low] + [min(max(int(v), low), high) for v in floats[3:]]
        assert got.tolist() == expected, name
    wide = np.array([-1, 2**63 - 1, -(2**63), 200, 65536 + 5])
    for name, dtype in NUMPY.items():
        assert (tack.asarray(wide, getattr(tack, name)).numpy() == wide.astype(dtype)).all()
    assert tack.asarray(wide).astype(tack.u8).numpy().tolist() == wide.astype(np.uint8).tolist()


def test_fill():
    array = tack.zeros((2, 2), tack.u64)
    array.fill(2**64 - 1)
    assert array[1, 1] == 2**64 - 1
    array.fill(2**63)
    assert array[0, 0] == 2**63
    array.fill(np.uint8(3))
    assert array[0, 1] == 3
    halves = tack.zeros(2, tack.f64)
    halves.fill(2**64 - 1)
    assert halves[0] == float(2**64 - 1)
    halves.fill(np.float32(0.5))
    assert halves[-1] == 0.5
    with pytest.raises(TypeError, match="takes a number, not str"):
        halves.fill("1")
    with pytest.raises(OverflowError):
        array.fill(2**64)


def test_copyto():
    array = tack.zeros((2, 3))
    tack.copyto(array, np.arange(6).reshape(2, 3))
    assert array.numpy().tolist() == [[0, 1, 2], [3, 4, 5]]
    tack.copyto(array, tack.ones((2, 3), tack.i8))
    assert (array.numpy() == 1).all()
    with pytest.raises(ValueError, match=r"shape \(3, 2\) into an array of shape \(2, 3\)"):
        tack.copyto(array, np.zeros((3, 2)))
    with pytest.raises(TypeError, match="into a tack.Array"):
        tack.copyto(np.zeros(3), array)


def test_element_reads_and_refusals():
    array = tack.asarray(np.arange(6).reshape(2, 3))
    assert array[1, -1] == 5 and array[-2, 0] == 0
    assert array[np.int64(1), True] == 4
    for bad in (5, (0, 3), (0, -4), (0, 0, 0), (0,), None):
        with pytest.raises(IndexError):
            array[bad]
    for bad in (slice(None), (0, slice(1)), "a", 1.0, ...):
        with pytest.raises((TypeError, IndexError)):
            array[bad]
    with pytest.raises(TypeError, match="copyto"):
        array[0, 0] = 1
    with pytest.raises(TypeError, match="numpy"):
        iter(array)
    zero = tack.zeros(())
    zero.fill(4)
    assert zero[None] == 4 and zero[()] == 4
    with pytest.raises(AttributeError):
        array.nonsense


def test_reshape_shares_memory():
    array = tack.zeros((2, 6))
    view = array.reshape(3, -1).reshape((12,))
    array.fill(5)
    assert view.shape == (12,) and view[11] == 5
    del array
    gc.collect()
    assert view[0] == 5
    for bad in ((5,), (-1, 5), (-1, -1), (-2, -6)):
        with pytest.raises(ValueError, match="cannot reshape"):
            view.reshape(bad)
    assert tack.zeros(0).reshape(0, 3).shape == (0, 3)


def test_bad_shapes_and_dtypes():
    for bad in (-1, (2, -3), (2**40, 2**40), (1,) * 9):
        with pytest.raises(ValueError):
            tack.zeros(bad)
    with pytest.raises(MemoryError, match="bytes"):
        tack.zeros(2**45)
    for bad in ("x", 1.5, ("a",), {}):
        with pytest.raises(TypeError):
            tack.zeros(bad)
    for bad in ("float16", np.complex64, int, 3):
        with pytest.raises(TypeError, match="not a dtype"):
            tack.zeros(1, bad)
    for bad in (np.float16, np.complex64, "M8[s]", object):
        with pytest.raises(TypeError, match="no Tack counterpart"):
            tack.asarray(np.zeros(3, bad))
    with pytest.raises(TypeError):
        tack.Array()
    with pytest.raises(RuntimeError, match="cast inside kernels"):
        tack.u32(5)


def test_memory_is_given_back():
    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1])

    for _ in range(10):
        tack.zeros(1 << 20).numpy()
    before = resident()
    for i in range(10000):
        tack.asarray(tack.zeros(i % 3000)).reshape(-1).numpy()
    for _ in range(50):
        tack.ones(1 << 20)
    assert resident() - before < 2000  # pages


@pytest.mark.parametrize("name", NUMPY)
def test_int_and_float_read_the_only_element(name):
    for shape in ((), 1, (1, 1)):
        one = tack.full(shape, 55, getattr(tack, name))
        assert int(one) == 55 and type(int(one)) is int
        assert float(one) == 55.0 and type(float(one)) is float
    assert int(tack.full((), 0x31313131, tack.i32)) == 0x31313131  # no text
    assert int(tack.full(1, 2**64 - 1, tack.u64)) == 2**64 - 1
    assert int(tack.full(1, -2.75)) == -2 and float(tack.full(1, -2.75)) == -2.75
    for several in (tack.zeros(0), tack.zeros(2), tack.Vector.zeros(1, 1)):
        for function in (int, float):
            with pytest.raises(TypeError, match="an Array of one number"):
                function(several)


def test_numpy_functions_reduce_arrays():
    a = tack.asarray([3.0, -1.0, 4.0], tack.f32)
    assert (np.sum(a), np.min(a), np.max(a), np.mean(a)) == (6.0, -1.0, 4.0, 2.0)
    with pytest.raises(TypeError, match="are of all elements and take no options"):
        np.sum(a, axis=0)


def test_vectors_are_filled_with_any_sequence():
    a = tack.Vector.zeros(2, 3)
    for value in ([1, 2], (3, 4), np.array([5, 6]), tack.asarray([7.0, 8.0])):
        a.fill(value)
        assert (a.numpy() == np.asarray(value)).all()
