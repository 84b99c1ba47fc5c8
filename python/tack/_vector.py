# SPDX-License-Identifier: Apache-2.0
"""tack.Vector and tack.Matrix: in kernels they make values, on the host arrays of these."""

from . import _tack

MAX_VECTOR = 32
MAX_MATRIX = 4


def _extent(value, most, what):
    try:
        n = value.__index__()
    except AttributeError:
        raise TypeError(f"{what} is an int, not {type(value).__name__}") from None
    if not 1 <= n <= most:
        raise ValueError(f"{what} is from 1 to {most}, not {n}")
    return n


class _KernelValue:
    def __new__(cls, *args, **kwargs):
        raise RuntimeError(
            f"tack.{cls.__name__}() can be used inside kernels only; "
            f"tack.{cls.__name__}.zeros(...) makes an array"
        )


class Vector(_KernelValue):
    """In a kernel, tack.Vector([a, b, c]) is a vector.

    On the host, tack.Vector.zeros(n, shape, dtype) is an array whose elements are vectors of n.
    """

    @staticmethod
    def zeros(n, shape=(), dtype=_tack.f32):
        """A new array of vectors of n, all zero. `shape` counts vectors."""
        n = _extent(n, MAX_VECTOR, "the number of components")
        return _tack._elements(n, 0, shape, dtype, False)

    @staticmethod
    def empty(n, shape=(), dtype=_tack.f32):
        """A new array of vectors of n; holds zeros. `shape` counts vectors."""
        return Vector.zeros(n, shape, dtype)

    @staticmethod
    def field(n, dtype=_tack.f32, shape=()):
        """The field-era form of zeros. Its `shape` and `size` are those of all components in a
        row."""
        n = _extent(n, MAX_VECTOR, "the number of components")
        return _tack._elements(n, 0, shape, dtype, True)


class Matrix(_KernelValue):
    """In a kernel, tack.Matrix([[a, b], [c, d]]) is a matrix.

    On the host, tack.Matrix.zeros(rows, cols, shape, dtype) is an array whose elements are
    matrices.
    """

    @staticmethod
    def zeros(rows, cols, shape=(), dtype=_tack.f32):
        """A new array of matrices, all zero. `shape` counts matrices."""
        rows = _extent(rows, MAX_MATRIX, "the number of rows")
        cols = _extent(cols, MAX_MATRIX, "the number of columns")
        return _tack._elements(rows, cols, shape, dtype, False)

    @staticmethod
    def empty(rows, cols, shape=(), dtype=_tack.f32):
        """A new array of matrices; holds zeros. `shape` counts matrices."""
        return Matrix.zeros(rows, cols, shape, dtype)

    @staticmethod
    def field(n, m, dtype=_tack.f32, shape=()):
        """The field-era form of zeros. Its `shape` and `size` are those of all entries in a
        row."""
        n = _extent(n, MAX_MATRIX, "the number of rows")
        m = _extent(m, MAX_MATRIX, "the number of columns")
        return _tack._elements(n, m, shape, dtype, True)

    @staticmethod
    def identity(n):
        """In a kernel, the n x n identity matrix."""
        raise RuntimeError("tack.Matrix.identity() can be used inside kernels only")


_tack._set_vector_types(Vector, Matrix)
