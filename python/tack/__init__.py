# SPDX-License-Identifier: Apache-2.0
"""Kernels: loops with independent iterations, compiled to SIMD code on all cores.

import tack

@tack.kernel
def saxpy(a, x, y):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]
"""

from ._tack import (
    Array,
    DType,
    __version__,
    arange,
    array,
    asarray,
    copyto,
    empty,
    f32,
    f64,
    field,
    field_like,
    full,
    i8,
    i16,
    i32,
    i64,
    ones,
    sync,
    u8,
    u16,
    u32,
    u64,
    zeros,
)
