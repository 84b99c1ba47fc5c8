# SPDX-License-Identifier: Apache-2.0
"""DLPack capsules both ways. A second implementation of the protocol's structures, in ctypes,
makes tensors that no library would."""

import ctypes
import gc
import weakref

import numpy as np
import pytest
from dtypes import NUMPY

import tack

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetName.restype = ctypes.c_char_p
api.PyCapsule_GetName.argtypes = [ctypes.py_object]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

NAMES = {name: ctypes.c_char_p(name) for name in (b"dltensor", b"dltensor_versioned", b"other")}


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("owner", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("owner", ctypes.c_void_p),
        ("deleter", DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


class Source:
    """A tensor over a NumPy array, with any field changed, that counts calls of its deleter."""

    def __init__(self, array, version=None, flags=0, name=None, deleter=True, **fields):
        self.array = array
        self.deleted = 0
        self.shape = (ctypes.c_int64 * 9)(*fields.pop("shape", array.shape))
        strides = fields.pop("strides", None)
        self.strides = strides and (ctypes.c_int64 * 9)(*strides)
        self.managed = Versioned() if version else Managed()
        if version:
            self.managed.major, self.managed.minor = version
            self.managed.flags = flags
        code = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}[array.dtype.kind]
        tensor = self.managed.tensor
        tensor.data = array.ctypes.data
        tensor.device_type = 1
        tensor.ndim = array.ndim
        tensor.code, tensor.bits, tensor.lanes = code, 8 * array.itemsize, 1
        tensor.shape = ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64))
        if self.strides:
            tensor.strides = ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64))
        for field, value in fields.items():
            setattr(tensor, field, value)

        def count(_):
            self.deleted += 1

        self.callback = DELETER(count)
        if deleter:
            self.managed.deleter = self.callback
        self.name = name or (b"dltensor_versioned" if version else b"dltensor")
        self.capsule = api.PyCapsule_New(ctypes.addressof(self.managed), NAMES[self.name], None)


NUMBERS = np.arange(24, dtype=np.float32)


@pytest.mark.parametrize("version", [None, (1, 0), (1, 7)])
def test_the_deleter_runs_once_after_the_last_view(version):
    source = Source(NUMBERS.reshape(4, 6).copy(), version)
    array = tack.from_dlpack(source.capsule)
    assert array.shape == (4, 6) and array.dtype is tack.f32 and array.writable
    assert api.PyCapsule_GetName(source.capsule) == b"used_" + source.name
    with pytest.raises(ValueError, match="consumed"):
        tack.from_dlpack(source.capsule)
    source.array[0, 0] = 77
    assert array[0, 0] == 77
    view = array.reshape(24).reshape(2, 12)
    outside = np.asarray(view)
    del array
    gc.collect()
    assert source.deleted == 0 and view[0, 0] == 77
    del view
    gc.collect()
    assert source.deleted == 0 and outside[0, 0] == 77
    del outside
    gc.collect()
    assert source.deleted == 1
    del source.capsule
    gc.collect()
    assert source.deleted == 1


def test_forms_of_tensors():
    base = NUMBERS.reshape(4, 6).copy()
    assert tack.from_dlpack(Source(base, strides=(6, 1)).capsule)[1, 0] == 6
    # An extent of 1 may have any stride.
    assert tack.from_dlpack(Source(base[:1], strides=(999, 1)).capsule).shape == (1, 6)
    offset = Source(base, byte_offset=4 * 6, shape=(3, 6))
    assert tack.from_dlpack(offset.capsule)[0, 0] == 6
    assert tack.from_dlpack(Source(base, byte_offset=3, shape=(1, 6)).capsule).shape == (1, 6)
    assert tack.from_dlpack(Source(base, deleter=False).capsule)[0, 1] == 1
    empty = tack.from_dlpack(Source(np.zeros((0, 3)), data=None, strides=(7, 9)).capsule)
    assert empty.shape == (0, 3) and empty.numpy().shape == (0, 3)
    assert tack.from_dlpack(Source(np.array(3.0)).capsule)[None] == 3
    for pinned in (3, 11):  # memory of the host
        assert tack.from_dlpack(Source(base, device_type=pinned).capsule)[0, 1] == 1


@pytest.mark.parametrize("version", [None, (1, 0)])
@pytest.mark.parametrize(
    "fields, error, text",
    [
        ({"data": None}, ValueError, "null"),
        ({"strides": (1, 4)}, ValueError, "row-major"),
        ({"strides": (12, 2)}, ValueError, "row-major"),
        ({"strides": (-6, 1)}, ValueError, "row-major"),
        ({"strides": (0, 1)}, ValueError, "row-major"),
        ({"device_type": 8}, ValueError, "Metal"),
        ({"device_type": 99}, ValueError, "device type 99 is unknown"),
        ({"device_type": 0}, ValueError, "unknown"),
        ({"device_type": 2}, RuntimeError, "CUDA"),
        ({"device_type": 10}, RuntimeError, "ROCm"),
        ({"device_type": 14}, RuntimeError, "oneAPI"),
        ({"lanes": 4}, TypeError, "4 lanes"),
        ({"bits": 16}, TypeError, "float16"),
        ({"code": 4, "bits": 16}, TypeError, "bfloat16"),
        ({"code": 5, "bits": 64}, TypeError, "complex64"),
        ({"code": 6, "bits": 8}, TypeError, "bool8"),
        ({"code": 200}, TypeError, "code 200"),
        ({"ndim": 9}, ValueError, "at most 8 dimensions"),
        ({"ndim": -1}, ValueError, "dimensions"),
        ({"shape": (-4, 6)}, ValueError, "negative"),
        ({"shape": (2**62, 6), "strides": (6, 1)}, ValueError, "2\\^63"),
    ],
)
def test_refused_tensors_stay_with_their_capsule(version, fields, error, text):
    source = Source(NUMBERS.reshape(4, 6).copy(), version, **fields)
    with pytest.raises(error, match=text):
        tack.from_dlpack(source.capsule)
    assert api.PyCapsule_GetName(source.capsule) == source.name and source.deleted == 0


def test_other_refusals():
    with pytest.raises(ValueError, match=r"version 2\.0"):
        tack.from_dlpack(Source(NUMBERS, (2, 0)).capsule)
    with pytest.raises(ValueError, match="'other' is no DLPack tensor"):
        tack.from_dlpack(Source(NUMBERS, name=b"other").capsule)
    for bad in (3, "x", None, [1.0]):
        with pytest.raises(TypeError, match="capsule or an object with __dlpack__"):
            tack.from_dlpack(bad)

    class Liar:
        def __dlpack__(self, **options):
            return 5

    class Elsewhere:
        asked = False

        def __dlpack_device__(self):
            return (2, 0)

        def __dlpack__(self, **options):
            self.asked = True

    class Fails:
        def __dlpack__(self, **options):
            raise BufferError("not today")

    with pytest.raises(TypeError, match="returned int"):
        tack.from_dlpack(Liar())
    elsewhere = Elsewhere()
    with pytest.raises(RuntimeError, match="CUDA"):
        tack.from_dlpack(elsewhere)
    assert not elsewhere.asked
    with pytest.raises(BufferError, match="not today"):
        tack.from_dlpack(Fails())


def test_read_only_tensors():
    source = Source(NUMBERS.copy(), (1, 0), flags=1)
    array = tack.from_dlpack(source.capsule)
    assert not array.writable
    with pytest.raises(RuntimeError, match="read-only"):
        array.fill(1)
    assert tack.from_dlpack(Source(NUMBERS.copy(), (1, 0), flags=1).capsule, copy=True).writable


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_copies(version):
    base = NUMBERS.reshape(4, 6).copy()
    for fields, expected in (
        ({}, base),
        ({"strides": (6, 1)}, base),
        ({"strides": (1, 4)}, base.reshape(6, 4).T),
        ({"strides": (12, 2), "shape": (2, 3)}, base[::2, ::2]),
        ({"strides": (0, 1)}, np.broadcast_to(base[0], (4, 6))),
        ({"strides": (-6, -1), "byte_offset": 23 * 4}, base[::-1, ::-1]),
        ({"shape": (0, 6), "strides": (1, 1)}, base[:0]),
    ):
        source = Source(base.copy(), version, **fields)
        array = tack.from_dlpack(source.capsule, copy=True)
        assert array.shape == expected.shape and (array.numpy() == expected).all()
        assert source.deleted == 1
        source.array[...] = -1
        assert (array.numpy() == expected).all()
    with pytest.raises(ValueError, match="null"):
        tack.from_dlpack(Source(base, version, data=None).capsule, copy=True)


@pytest.mark.parametrize("dtype", NUMPY.values())
@pytest.mark.parametrize("shape", [(), (0, 2), (3,), (2, 3, 4)])
def test_numpy_both_ways(dtype, shape):
    source = np.ones(shape, dtype)
    array = tack.from_dlpack(source)
    assert array.shape == shape and array.numpy().dtype == dtype
    array.fill(5)
    assert (source == 5).all()
    back = np.from_dlpack(array)
    assert (
        back.dtype == dtype
        and back.shape == shape
        and np.shares_memory(back, source) == bool(source.size)
    )
    again = tack.from_dlpack(array)
    again.fill(6)
    assert (array.numpy() == 6).all()


def test_the_capsule_keeps_the_array():
    for version in (None, (1, 0)):
        array = tack.full(100, 4, tack.i64)
        alive = weakref.ref(array)
        capsule = array.__dlpack__(max_version=version)
        name = b"dltensor_versioned" if version else b"dltensor"
        assert api.PyCapsule_GetName(capsule) == name
        del array
        gc.collect()
        assert alive() is not None
        taken = tack.from_dlpack(capsule)
        del capsule
        gc.collect()
        assert alive() is not None and taken[99] == 4
        del taken
        gc.collect()
        assert alive() is None
        # One that nobody takes gives it back as well.
        array = tack.zeros(3)
        alive = weakref.ref(array)
        capsule = array.__dlpack__()
        del array
        assert alive() is not None
        del capsule
        assert alive() is None


def test_export_arguments():
    array = tack.zeros((2, 3), tack.u16)
    assert array.__dlpack_device__() == (1, 0)
    capsule = array.__dlpack__(stream=None, max_version=(1, 0), dl_device=(1, 0), copy=False)
    managed = Versioned.from_address(api.PyCapsule_GetPointer(capsule, b"dltensor_versioned"))
    tensor = managed.tensor
    assert (managed.major, managed.flags) == (1, 0)
    assert (tensor.code, tensor.bits, tensor.lanes, tensor.ndim) == (1, 16, 1, 2)
    assert tensor.shape[:2] == [2, 3] and tensor.strides[:2] == [3, 1]
    assert api.PyCapsule_GetName(array.__dlpack__(max_version=(0, 8))) == b"dltensor"
    assert api.PyCapsule_GetName(array.__dlpack__(max_version=(2, 0))) == b"dltensor_versioned"
    with pytest.raises(BufferError, match="without a copy"):
        array.__dlpack__(copy=True)
    with pytest.raises(BufferError, match="to the cpu"):
        array.__dlpack__(dl_device=(2, 0))
    with pytest.raises(ValueError, match="stream"):
        array.__dlpack__(stream=1)
    for bad in (3, (1,), ("a", 0)):
        with pytest.raises(TypeError, match="max_version is a tuple of two ints"):
            array.__dlpack__(max_version=bad)
    with pytest.raises(TypeError):
        array.__dlpack__(None)
    frozen = tack.from_buffer(b"1234")
    capsule = frozen.__dlpack__(max_version=(1, 0))
    managed = Versioned.from_address(api.PyCapsule_GetPointer(capsule, b"dltensor_versioned"))
    assert managed.flags == 1
    with pytest.raises(BufferError, match="read-only"):
        frozen.__dlpack__()


def test_a_deleter_called_from_another_thread():
    # A library may give a tensor back without Python's lock.
    array = tack.zeros(8)
    alive = weakref.ref(array)
    capsule = array.__dlpack__(max_version=(1, 0))
    address = api.PyCapsule_GetPointer(capsule, b"dltensor_versioned")
    api.PyCapsule_SetName(capsule, b"used_dltensor_versioned")
    deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(
        ctypes.cast(Versioned.from_address(address).deleter, ctypes.c_void_p).value
    )
    del array, capsule
    gc.collect()
    assert alive() is not None
    deleter(address)  # ctypes gives up the lock for the call
    gc.collect()
    assert alive() is None
