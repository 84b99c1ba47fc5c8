# SPDX-License-Identifier: Apache-2.0
"""sum, min, max and mean of arrays. Exact integers, or bounds on the error, are the reference."""

import math

import numpy as np
import pytest
from dtypes import INTS, NUMPY

import tack

SIZES = [1, 2, 31, 32, 33, 100, 4095, 4096, 4097, 12289, 300_000]


@pytest.mark.parametrize("name", INTS)
@pytest.mark.parametrize("n", SIZES)
def test_integers(name, n):
    info = np.iinfo(NUMPY[name])
    rng = np.random.default_rng(n)
    values = rng.integers(info.min, info.max, n, NUMPY[name], endpoint=True)
    array = tack.asarray(values)
    exact = sum(values.tolist())
    if name[0] == "i":
        wrapped = (exact + 2**63) % 2**64 - 2**63
    else:
        wrapped = exact % 2**64
    for got, expected in (
        (array.sum(), float(wrapped)),
        (array.mean(), float(wrapped) / n),
        (array.min(), float(min(values.tolist()))),
        (array.max(), float(max(values.tolist()))),
    ):
        assert type(got) is float and got == expected
    assert tack.full(n, info.max, getattr(tack, name)).max() == float(info.max)
    assert tack.full(n, info.min, getattr(tack, name)).min() == float(info.min)


@pytest.mark.parametrize("name", ["f32", "f64"])
@pytest.mark.parametrize("n", SIZES)
def test_floats(name, n):
    dtype = NUMPY[name]
    rng = np.random.default_rng(n)
    values = (rng.standard_normal(n) * 10.0 ** rng.integers(-3, 3, n)).astype(dtype)
    array = tack.asarray(values)
    exact = math.fsum(values.tolist())
    unit = float(np.finfo(dtype).eps) / 2
    # Lanes and pairs: far fewer roundings than elements.
    roundings = 4096 / 32 + 5 + math.ceil(math.log2(n / 4096 + 1)) + 2
    bound = roundings * unit * math.fsum(abs(v) for v in values.tolist())
    assert type(array.sum()) is float and abs(array.sum() - exact) <= bound
    assert abs(array.mean() - exact / n) <= bound / n + unit * abs(exact / n)
    assert array.min() == values.min() and array.max() == values.max()
    assert array.sum() == float(dtype(array.sum()))  # in the elements' own precision


def test_f32_is_added_in_f32():
    assert tack.full(4, 3e38).sum() == math.inf
    assert tack.full(4, 3e38, tack.f64).sum() == 4 * 3e38
    assert tack.asarray(np.array([2**24, 1, 1], np.float32)).sum() in (2**24, 2**24 + 2)


@pytest.mark.parametrize("dtype", [tack.f32, tack.f64])
@pytest.mark.parametrize("n", [1, 5, 64, 5000])
def test_nan_and_zeros(dtype, n):
    numpy = np.float32 if dtype is tack.f32 else np.float64
    for nan in (np.nan, -np.nan):
        for at in {0, n // 2, n - 1}:
            values = np.arange(n, dtype=numpy)
            values[at] = nan
            array = tack.asarray(values)
            for got in (array.sum(), array.min(), array.max(), array.mean()):
                assert math.isnan(got)
    for at in {0, n // 2, n - 1}:
        zeros = np.zeros(n, numpy)
        zeros[at] = -0.0
        array = tack.asarray(zeros)
        assert array.min() == 0 and math.copysign(1, array.min()) == -1
        assert math.copysign(1, array.max()) == (1 if n > 1 else -1)
        array = tack.asarray(-zeros)
        assert math.copysign(1, array.max()) == 1
    ends = np.zeros(n + 2, numpy)
    ends[0], ends[-1] = np.inf, -np.inf
    array = tack.asarray(ends)
    assert array.min() == -math.inf and array.max() == math.inf and math.isnan(array.sum())
    tiny = np.full(n, np.finfo(numpy).smallest_subnormal, numpy)
    assert tack.asarray(tiny).max() == float(tiny[0]) and tack.asarray(-tiny).max() < 0


@pytest.mark.parametrize("name", NUMPY)
def test_empty_and_scalar_arrays(name):
    dtype = getattr(tack, name)
    for shape in ((0,), (3, 0)):
        empty = tack.zeros(shape, dtype)
        assert empty.sum() == 0.0 and type(empty.sum()) is float
        assert math.isnan(empty.mean())
        with pytest.raises(ValueError, match=r"min\(\) of an array without elements"):
            empty.min()
        with pytest.raises(ValueError, match=r"max\(\) of an array without elements"):
            empty.max()
    scalar = tack.full((), 5, dtype)
    assert scalar.sum() == scalar.min() == scalar.max() == scalar.mean() == 5.0
    with pytest.raises(TypeError):
        scalar.sum(0)
