# SPDX-License-Identifier: Apache-2.0
"""Numbers that kernels may capture from their surroundings."""

from . import _tack

_RANGES = {
    _tack.i8: (-(2**7), 2**7 - 1),
    _tack.i16: (-(2**15), 2**15 - 1),
    _tack.i32: (-(2**31), 2**31 - 1),
    _tack.i64: (-(2**63), 2**63 - 1),
    _tack.u8: (0, 2**8 - 1),
    _tack.u16: (0, 2**16 - 1),
    _tack.u32: (0, 2**32 - 1),
    _tack.u64: (0, 2**64 - 1),
}


class IntConstant(int):
    """An int that kernels see. Arithmetic on it gives plain ints."""

    def __reduce__(self):
        return constant, (int(self), self.dtype)


class FloatConstant(float):
    """A float that kernels see. Arithmetic on it gives plain floats."""

    def __reduce__(self):
        return constant, (float(self), self.dtype)


class TableConstant:
    """Several numbers that kernels see under one name: a vector, or a matrix by its rows.

    On the host it is a sequence that does not change. It has no arithmetic: NumPy has, and takes
    it as np.asarray(...), which gives its dtype, or float64 when it has none.
    """

    __slots__ = ("_dtype", "_numbers", "_rows")

    # _rows: numbers of a vector, tuples of numbers of a matrix; _numbers: all of them in a row.
    def __init__(self, rows, numbers, dtype):
        self._rows = rows
        self._numbers = numbers
        self._dtype = dtype

    @property
    def dtype(self):
        """The dtype it was given, or None."""
        return self._dtype

    @property
    def shape(self):
        """(n,) of a vector, (rows, columns) of a matrix."""
        count = len(self._rows)
        if isinstance(self._rows[0], tuple):
            return (count, len(self._rows[0]))
        return (count,)

    def __len__(self):
        return len(self._rows)

    def __iter__(self):
        return iter(self._rows)

    def __getitem__(self, index):
        if isinstance(index, tuple):
            if len(index) != len(self.shape):
                raise IndexError(f"{len(index)} indices for a constant of shape {self.shape}")
            item = self._rows
            for one in index:
                item = item[one]
            return item
        return self._rows[index]

    def __array__(self, dtype=None, copy=None):
        import numpy as np

        if copy is False:
            raise ValueError("a constant has no memory that NumPy could share")
        if dtype is None:
            dtype = np.float64 if self._dtype is None else self._dtype.name
            if isinstance(dtype, str):
                dtype = {"i": "int", "u": "uint", "f": "float"}[dtype[0]] + dtype[1:]
        return np.array(self._rows, dtype)

    def __eq__(self, other):
        if isinstance(other, TableConstant):
            return self._rows == other._rows
        if isinstance(other, tuple):
            return self._rows == other
        if isinstance(other, list):
            return self._rows == tuple(
                tuple(row) if isinstance(row, (list, tuple)) else row for row in other
            )
        if hasattr(other, "__array__"):
            import numpy as np

            # NumPy's bool, so that (c == array).all() works as for two arrays.
            return np.bool_(np.array_equal(np.asarray(self._rows), other))
        return NotImplemented

    def __hash__(self):
        return hash(self._rows)

    def __repr__(self):
        return repr(self._rows)

    def __reduce__(self):
        return constant, (self._rows, self._dtype)


def _is_numpy(value, *names):
    # NumPy's scalars, without importing NumPy.
    return any(
        base.__module__ == "numpy" and base.__name__ in names for base in type(value).__mro__
    )


def _is_float(value):
    return isinstance(value, float) or _is_numpy(value, "floating")


def _is_int(value):
    return isinstance(value, int) or _is_numpy(value, "integer", "bool", "bool_")


def _number(value, dtype):
    """The int or float that a kernel gets for one number, checked."""
    if _is_float(value):
        if dtype in _RANGES:
            raise TypeError(f"constant: the float {float(value)!r} for the integer dtype {dtype!r}")
        return float(value)
    if not _is_int(value):
        hint = "; write a tuple" if isinstance(value, list) else ""
        raise TypeError(f"constant: {type(value).__name__} is not a number{hint}")
    value = int(value)
    if dtype is not None and dtype not in _RANGES:
        try:
            return float(value)
        except OverflowError:
            raise ValueError(f"constant: {value} is out of range for {dtype!r}") from None
    low, high = _RANGES.get(dtype, (-(2**63), 2**64 - 1))
    if not low <= value <= high:
        where = f"for {dtype!r}" if dtype is not None else "for 64 bits"
        raise ValueError(f"constant: {value} is out of range {where}")
    return value


def _is_row(value):
    # No list: it may change, a constant does not.
    return isinstance(value, (tuple, TableConstant))


def _table(value, dtype):
    rows = [item for item in value if _is_row(item)]
    if not len(value):
        raise ValueError("constant: an empty tuple is no vector")
    if not rows:
        numbers = tuple(_number(item, dtype) for item in value)
        return TableConstant(numbers, numbers, dtype)
    if len(rows) != len(value):
        raise TypeError("constant: numbers and rows are mixed; a matrix is a tuple of tuples")
    if any(_is_row(item) for row in rows for item in row):
        raise TypeError("constant: more than two levels; a matrix is a tuple of tuples of numbers")
    widths = sorted({len(row) for row in rows})
    if widths[0] == 0:
        raise ValueError("constant: a row of a matrix is empty")
    if len(widths) != 1:
        raise ValueError(f"constant: the rows of a matrix have {widths} numbers")
    rows = tuple(tuple(_number(item, dtype) for item in row) for row in rows)
    return TableConstant(rows, tuple(item for row in rows for item in row), dtype)


def constant(value, dtype=None):
    """A number that kernels may read by its name, besides their arguments.

    Without a dtype it behaves as the literal would; with one as a cast of the literal. On the host
    it is an ordinary int or float. A tuple of numbers is a vector constant, a tuple of such tuples
    a matrix constant. Rebinding the name does not change kernels compiled already.
    """
    if dtype is not None and not isinstance(dtype, _tack.DType):
        raise TypeError(f"constant: {dtype!r} is not a dtype such as tack.f32")
    if _is_row(value):
        return _table(value, dtype)
    number = _number(value, dtype)
    result = FloatConstant(number) if isinstance(number, float) else IntConstant(number)
    result.dtype = dtype
    return result


_tack._set_constant_types(IntConstant, FloatConstant, TableConstant)
