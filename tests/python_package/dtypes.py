# SPDX-License-Identifier: Apache-2.0
"""The ten dtypes by the names of the kernel language."""

import numpy as np

NUMPY = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
    "f32": np.float32,
    "f64": np.float64,
}
DTYPES = list(NUMPY)
INTS = DTYPES[:8]
FLOATS = DTYPES[8:]
