# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of arguments.toml; __init__.py says how they are written."""

FAULTS = [
    (
        "arguments/integers",
        "integers are i64",
        "python/src/launch.cpp",
        "value == static_cast<int32_t>(value) ? ir::Kind::I32",
        "value == static_cast<int8_t>(value) ? ir::Kind::I32",
    ),
    (
        "arguments/floats",
        "floats are f32 beside f64 arrays",
        "python/src/launch.cpp",
        "if (has_float && (flags & kHasF64)) call.widen_floats();",
        "",
    ),
    (
        "arguments/read-only",
        "a read-only array may be written",
        "src/launch/variant.cpp",
        "(call.values[i].array->descriptor & kReadOnly)) return i;",
        "(call.values[i].array->descriptor & kReadOnly)) return -1;",
    ),
]
