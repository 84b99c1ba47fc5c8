# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of arrays.toml; __init__.py says how they are written."""

FAULTS = [
    (
        "arrays/zeros",
        "memory is not cleared",
        "python/src/memory.cpp",
        "if (data) memset(data, 0, static_cast<size_t>(rounded));",
        "if (data) memset(data, 0, 1);",
    ),
    (
        "arrays/conversion-in",
        "floats of NumPy saturate",
        "python/src/array_copy.cpp",
        "return !is_array(object) && ir::Type::scalar(source.kind).is_float() &&",
        "return source.rank > 8 && ir::Type::scalar(source.kind).is_float() &&",
    ),
    (
        "arrays/conversion-of-arrays",
        "floats of arrays become what NumPy makes of them",
        "python/src/array_copy.cpp",
        "return !is_array(object) && ir::Type::scalar(source.kind).is_float() &&",
        "return ir::Type::scalar(source.kind).is_float() &&",
    ),
    (
        "arrays/shape-of-copies",
        "a row of any length is taken for all components",
        "python/src/array_copy.cpp",
        "source.rank == 1 && source.shape[0] == dst->size) same = true;",
        "source.rank == 1) same = true;",
    ),
    (
        "arrays/reshape",
        "the number of elements is not looked at",
        "python/src/array_methods.cpp",
        "if (hole >= 0 || known != size) {",
        "if (hole >= 0 || known > size) {",
    ),
    (
        "arrays/elements",
        "negative indices do not count from the end",
        "python/src/array_element.cpp",
        "int64_t at = i < 0 ? i + extent : i;",
        "int64_t at = i;",
    ),
    (
        "arrays/integer-reductions",
        "sums of unsigned integers are signed",
        "python/src/array_reduce.cpp",
        "return std::is_signed_v<T> ? static_cast<double>(static_cast<int64_t>(bits))",
        "return bits >> 63 ? static_cast<double>(static_cast<int64_t>(bits))",
    ),
    (
        "arrays/reductions-of-nan",
        "a NaN is a number among others",
        "python/src/array_reduce.cpp",
        "if (has_nan) return",
        "if (has_nan && n < 0) return",
    ),
    (
        "arrays/read-only-memory",
        "the host writes read-only memory",
        "python/src/array.cpp",
        "if (!array->is_read_only()) return true;",
        "if (array) return true;",
    ),
    (
        "arrays/dlpack-in",
        "a tensor is let go of at once",
        "python/src/array_dlpack.cpp",
        "if (!copy) array->base = keeper.release();",
        "",
    ),
    (
        "arrays/inspection-of-arrays",
        "an inspection does not look at alignment",
        "src/launch/refusal.cpp",
        "uses[static_cast<size_t>(i)].atomic &&",
        "uses[static_cast<size_t>(i)].atomic && i > call.count &&",
    ),
]
