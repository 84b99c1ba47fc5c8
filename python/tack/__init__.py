# SPDX-License-Identifier: Apache-2.0
"""Kernels: loops with independent iterations, compiled to SIMD code on all cores.

import tack

@tack.kernel
def saxpy(a, x, y):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]

x = tack.asarray(numpy_array)
saxpy(2.0, x, y)
y.numpy()
"""

from . import _main_only as _main_only
from . import _tack, runtime
from ._constant import constant
from ._devices import Device, device, devices, set_default_device
from ._field_era import Field, cpu, cuda, data_oriented, hip, init, level_zero, metal, template
from ._tack import (
    Array,
    DType,
    UnsupportedSyntaxError,
    __version__,
    arange,
    array,
    array_from_ptr,
    asarray,
    concat,
    copyto,
    debug,
    device_class,
    empty,
    f32,
    f64,
    field,
    field_from_ptr,
    field_like,
    from_buffer,
    from_dlpack,
    full,
    func,
    i8,
    i16,
    i32,
    i64,
    inspect,
    kernel,
    memory_space,
    ones,
    sync,
    u8,
    u16,
    u32,
    u64,
    zeros,
)
from ._vector import Matrix, Vector

# What the decorators make, for annotations: def make(n: int) -> tack.Kernel.
Kernel, Func = kernel, func

__all__ = [
    "Array",
    "DType",
    "Device",
    "Field",
    "Func",
    "Kernel",
    "Matrix",
    "UnsupportedSyntaxError",
    "Vector",
    "__version__",
    "arange",
    "array",
    "array_from_ptr",
    "asarray",
    "concat",
    "constant",
    "copyto",
    "cpu",
    "cuda",
    "data_oriented",
    "debug",
    "device",
    "device_class",
    "devices",
    "empty",
    "f32",
    "f64",
    "field",
    "field_from_ptr",
    "field_like",
    "from_buffer",
    "from_dlpack",
    "full",
    "func",
    "hip",
    "i8",
    "i16",
    "i32",
    "i64",
    "init",
    "inspect",
    "kernel",
    "level_zero",
    "memory_space",
    "metal",
    "ones",
    "runtime",
    "set_default_device",
    "sync",
    "template",
    "u8",
    "u16",
    "u32",
    "u64",
    "zeros",
]

# Of the kernel language. The functions that kernels know without an import (sqrt, min, ...) and the
# modules `math` and `random` are no part of `from tack import *`: they would hide Python's own.
__all__ += [
    "atomic_add",
    "atomic_max",
    "atomic_min",
    "local_array",
    "local_array_like",
    "ndindex",
    "ndrange",
    "select",
]


def __dir__():
    return sorted({*globals(), *__all__, "math", "random"})


def __getattr__(name):
    # Names of the kernel language, such as tack.ndindex, and those that are not built yet.
    if name in ("math", "random"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    value = _tack._kernel_name(name)
    globals()[name] = value
    return value
