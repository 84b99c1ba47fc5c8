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


def _is_float(value):
    if isinstance(value, float):
        return True
    # NumPy's scalars, without importing NumPy.
    return any(
        base.__module__ == "numpy" and base.__name__ == "floating" for base in type(value).__mro__
    )


def _is_int(value):
    return isinstance(value, int) or any(
        base.__module__ == "numpy" and base.__name__ in ("integer", "bool", "bool_")
        for base in type(value).__mro__
    )


def constant(value, dtype=None):
    """A number that kernels may read by its name, besides their arguments.

    Without a dtype it behaves as the literal would; with one as a cast of the literal. On the host
    it is an ordinary int or float. Rebinding the name does not change kernels compiled already.
    """
    if isinstance(value, (tuple, list)):
        raise NotImplementedError(
            "tack.constant of a vector or matrix is not built yet in this version"
        )
    if dtype is not None and not isinstance(dtype, _tack.DType):
        raise TypeError(f"constant: {dtype!r} is not a dtype such as tack.f32")
    if _is_float(value):
        if dtype in _RANGES:
            raise TypeError(f"constant: the float {value!r} for the integer dtype {dtype!r}")
        result = FloatConstant(value)
    elif _is_int(value):
        value = int(value)
        if dtype is not None and dtype not in _RANGES:
            try:
                result = FloatConstant(value)
            except OverflowError:
                raise ValueError(f"constant: {value} is out of range for {dtype!r}") from None
        else:
            low, high = _RANGES.get(dtype, (-(2**63), 2**64 - 1))
            if not low <= value <= high:
                where = f"for {dtype!r}" if dtype is not None else "for 64 bits"
                raise ValueError(f"constant: {value} is out of range {where}")
            result = IntConstant(value)
    else:
        raise TypeError(f"constant: {type(value).__name__} is not a number")
    result.dtype = dtype
    return result


_tack._set_constant_types(IntConstant, FloatConstant)
