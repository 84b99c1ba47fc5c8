# SPDX-License-Identifier: Apache-2.0
"""What numbers are, become and give, at the ends of their ranges, against Python and NumPy."""

import math
import os
import pathlib

import numpy as np
import pytest
from reference import FLOATS, INTS, PROMOTION, bits_of, convert, floor_divmod, wrap
from runner import DTYPES, KernelError, Module, same

SOURCE = pathlib.Path(__file__).with_name("values.py").read_text()
f32, f64, i32, i64 = np.float32, np.float64, np.int32, np.int64
np.seterr(all="ignore")
# Machine code for all 64 pairs of types takes ten seconds.
OTHERS = INTS if "TACK_RUN_KERNEL" in os.environ else INTS[::5]


@pytest.fixture(scope="module", name="values")
def values_module(tmp_path_factory):
    made = Module(SOURCE, tmp_path_factory.mktemp("values"))
    yield made
    made.close()


def ends(name):
    """Values about the ends of every narrower range and zero."""
    if name in FLOATS:
        whole = [0, 1, -1, 127.5, -128.5, 255.9, 65535.5, -32768.9, 2.0**31, -(2.0**31), 2.0**40]
        odd = [-0.0, 0.1, -0.1, 1e30, -1e30, 2.0**63, 2.0**64, math.inf, -math.inf, math.nan]
        return np.array(whole + odd, DTYPES[name])
    info = np.iinfo(DTYPES[name])
    near = {0, 1, -1, 2, 7, -7, info.min, info.min + 1, info.max, info.max - 1}
    for n in (8, 16, 32):
        near |= {2**n, 2**n - 1, 2 ** (n - 1), 2 ** (n - 1) - 1, -(2 ** (n - 1)), -(2**n)}
    return np.array(sorted(v for v in near if info.min <= v <= info.max), DTYPES[name])


def number(value, name):
    return value if name in FLOATS else int(value)


@pytest.mark.parametrize("kernel", ["stored", "cast"])
@pytest.mark.parametrize("name", DTYPES)
def test_conversions(values, kernel, name):
    """Integers modulo 2^N by the source's sign; floats toward zero, within the range."""
    a = ends(name)
    got = values.run(kernel, a, *(np.zeros(len(a), DTYPES[t]) for t in INTS + FLOATS))[1:]
    for target, column in zip(INTS + FLOATS, got, strict=True):
        expected = [convert(number(v, name), name, target) for v in a]
        assert same(column, np.array(expected, DTYPES[target])), target


def pairs(one, two):
    a, b = ends(one), ends(two)
    return np.repeat(a, len(b)), np.tile(b, len(a))


@pytest.mark.parametrize("name", INTS)
def test_every_operation_wraps_at_its_type(values, name):
    a, b = pairs(name, name)
    got = values.run("wrapped", a, b, np.zeros((len(a), 9), i64))[2]
    for row, p, q in zip(got, map(int, a), map(int, b), strict=True):
        total = wrap(p + q, name)
        wanted = [total, wrap(p - q, name), wrap(p * q, name)]
        wanted += [wrap(total // q, name) if q else 0]
        wanted += [wrap(-p, name), wrap(abs(p), name), wrap(~p, name)]
        wanted += [wrap(p * q, name) >> 1, p]
        if q == -1 and total == np.iinfo(a.dtype).min:  # no promise but the same everywhere
            wanted[3] = int(row[3])
        assert row.tolist() == [wrap(v, "i64") for v in wanted], (p, q)


@pytest.mark.parametrize("name", INTS)
def test_shifts_have_the_type_of_the_left_operand(values, name):
    for count in OTHERS:
        a = np.repeat(ends(name), 3)
        n = np.tile(np.array([0, 1, bits_of(name) - 1], DTYPES[count]), len(a) // 3)
        got = values.run("shifts", a, n, np.zeros((len(a), 3), i64))[2]
        for row, p, k in zip(got, map(int, a), map(int, n), strict=True):
            wanted = [wrap(p << k, name), p >> k, wrap(p << 1, name) >> 1]
            assert row.tolist() == [wrap(v, "i64") for v in wanted], (p, k)


@pytest.mark.parametrize("one", INTS)
def test_bits_and_comparisons_in_the_common_type(values, one):
    for two in OTHERS:
        a, b = pairs(one, two)
        common = PROMOTION[one, two]
        if common is None:
            for kernel, columns in (("bits", 3), ("compared", 8)):
                with pytest.raises(KernelError, match="TypeError.*no common integer type"):
                    values.run(kernel, a, b, np.zeros((len(a), columns), i64))
            continue
        p, q = a.astype(object), b.astype(object)
        got = values.run("bits", a, b, np.zeros((len(a), 3), i64))[2]
        for column, wanted in zip(got.T, [p & q, p | q, p ^ q], strict=True):
            assert column.tolist() == [wrap(wrap(int(v), common), "i64") for v in wanted]
        got = values.run("compared", a, b, np.zeros((len(a), 8), i32))[2]
        exact = [p < q, p <= q, p == q, p != q, p > q, p >= q, p <= q, p >= q]
        assert np.array_equal(got, np.stack(exact, 1).astype(i32))


@pytest.mark.parametrize("name", INTS)
def test_integers_divide_as_f32(values, name):
    """Also signed by u64, which have no common integer type."""
    for other in ("i64", "u64", "i8"):
        a, b = pairs(name, other)
        got = values.run("divided", a, b, np.zeros(len(a), f64))[2]
        assert same(got, (a.astype(f32) / b.astype(f32)).astype(f64))


# --- floats

ODD = [0.0, -0.0, 1.5, -1.5, 3.0, -7.0, 0.1, 1e-30, 1e20, math.inf, -math.inf, math.nan]


def odd_pairs(t):
    odd = np.array(ODD, t)
    return np.repeat(odd, len(odd)), np.tile(odd, len(odd))


@pytest.mark.parametrize("t", [f32, f64])
def test_nothing_is_folded_that_is_not_so(values, t):
    x, y = odd_pairs(t)
    got = values.run("ieee", x, y, np.zeros((len(x), 12), t))[2]
    wanted = [x - x, x * t(0), x / y, (x + y) - y, x + (y - y), t(0) - x, -x, np.abs(x)]
    wanted += [np.floor(x), np.ceil(x), np.sqrt(x), x + t(0)]
    for k, column in enumerate(wanted):
        assert same(got[:, k], column), k


@pytest.mark.parametrize("t", [f32, f64])
def test_nan_is_unequal_and_true(values, t):
    x, y = odd_pairs(t)
    got = values.run("relations", x, y, np.zeros((len(x), 10), i32))[2]
    wanted = [x == x, x != x, x < y, x <= y, x > y, x >= y, x == 0, x != 0]
    wanted += [(x != 0) & (y != 0), (x != 0) | (y != 0)]
    assert np.array_equal(got, np.stack(wanted, 1).astype(i32))


@pytest.mark.parametrize("t", [f32, f64])
def test_a_number_wins_over_nan(values, t):
    x, y = odd_pairs(t)
    got = values.run("extremes", x, y, np.zeros((len(x), 4), t))[2]
    least, most = np.fmin(x, y), np.fmax(x, y)
    wanted = [least, most, np.fmin(least, t(1.5)), np.fmax(most, t(1.5))]
    for k, column in enumerate(wanted):
        zero = column == 0  # of equal zeros either
        assert same(got[~zero, k], column[~zero]) and not got[zero, k].any()


@pytest.mark.parametrize("t", [f32, f64])
def test_sums_keep_their_groups(values, t):
    x = np.array([0.1, 1.0, 1e10, -3.3, 7e-12], t)
    got = values.run("grouped", x, np.zeros((5, 5), t))[1]
    big = t(1e20)
    wanted = [(x + big) - big, x + (big - big), x * x + x, x / t(3) * t(3), x * t(1.0 / 3.0)]
    assert same(got, np.stack(wanted, 1))


@pytest.mark.parametrize("name", FLOATS)
def test_floor_division_of_floats(values, name):
    t = DTYPES[name]
    x, y = odd_pairs(t)
    x = np.concatenate([x, t([5.5, 1e10, 6.3, -6.3, 1.0, 0.7])])
    y = np.concatenate([y, t([-0.1, 0.1, 2.1, 2.1, 0.1, -0.1])])
    q, r = values.run("floor_division", x, y, np.zeros_like(x), np.zeros_like(x))[2:]
    wanted = [floor_divmod(a, b, name) for a, b in zip(x, y, strict=True)]
    assert same(q, np.array([w[0] for w in wanted], t))
    assert same(r, np.array([w[1] for w in wanted], t))
    if t is f64:  # what is written in reference.py is CPython's, where that has an answer
        for a, b, w in zip(x.tolist(), y.tolist(), wanted, strict=True):
            if b != 0:
                assert same(np.array(divmod(a, b)), np.array(w))


NUMPY = [np.sqrt, np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan, np.exp, np.exp2, np.log]
NUMPY += [np.log2, np.log10, np.sinh, np.cosh, np.tanh, np.abs]


@pytest.mark.parametrize("kernel", ["bare", "of_tack", "of_math"])
@pytest.mark.parametrize("t", [f32, f64])
def test_every_function_by_every_name(values, kernel, t):
    x = np.array([1e-3, 0.1, 0.25, 0.5, 0.9, 0.999, 3.0, 20.0, 0.0, -0.5, math.nan, math.inf], t)
    got = values.run(kernel, x, np.zeros((18, len(x)), t))[1]
    wide = x.astype(f64)  # for f32 the reference is exact enough
    wanted = [function(wide) for function in NUMPY]
    wanted += [np.arctan2(wide, 0.5), np.power(wide, f64(t(0.3)))]
    for k, column in enumerate(wanted):
        error = np.spacing(np.abs(column.astype(t))) * 4
        close = np.abs(got[k].astype(f64) - column) <= np.where(np.isfinite(error), error, 0)
        equal = (got[k] == column.astype(t)) | (np.isnan(got[k]) & np.isnan(column))
        assert (close | equal).all(), (k, got[k], column)


# --- types


def test_functions_of_integers_are_f32(values):
    n = np.array([2, 10**12 + 1, 3 * 10**6], i64)
    wide = np.array([0.1, 2.0, 3.0])
    got = values.run("functions_of_integers", n, wide, np.zeros((3, 7), f64))[2]
    single = n.astype(f32)
    assert same(got[:, 0], np.sqrt(single).astype(f64))
    assert np.allclose(got[:, 1], np.arctan2(single, f32(3)), rtol=1e-6)
    assert (got[:, 1].astype(f32) == got[:, 1]).all()
    assert (got[:2, 2].astype(f32) == got[:2, 2]).all()
    assert np.allclose(got[:, 3], np.arctan2(n.astype(f64), wide), rtol=1e-15)
    assert same(got[:, 4], np.sqrt(wide)) and same(got[:, 5], single.astype(f64))
    assert same(got[:, 6], np.sqrt(n.astype(f64)))


def test_a_result_does_not_widen_its_expression(values):
    x, n = np.array([0.1, 1e30], f32), np.array([100000, 3], i32)
    got = values.run("by_the_operands", x, n, np.zeros((2, 6), f64))[2]
    single = n.astype(f32)
    wanted = [x * x, n * n, n.astype(i64) * n, single + x, single / single[1]]
    wanted += [np.arange(2).astype(f32) * f32(0.1)]
    assert same(got, np.stack([w.astype(f64) for w in wanted], 1))


def test_literals(values):
    got = values.run("literals", np.zeros(13, i64))[0]
    wanted = [2**31, 2**32, -(2**31), -(2**63), 255 + 5 + 15 + 1000, 2, 0]
    wanted += [wrap(2**32 * (2**32 - 1), "i64")]
    # Each operation of literals wraps at its type, as any other does.
    wanted += [-(2**31), wrap(1 + 3 * wrap(10**10, "i32"), "i32"), 2**31 - 1, 5, 2**31 - 3]
    assert got.tolist() == wanted
    got = values.run("unsigned_literals", np.zeros(3, np.uint64))[0]
    assert got.tolist() == [2**64 - 1, 2**63 // 3, 1]


def test_constants_stand_behind_their_guards(values):
    """What no iteration reaches is no fault: an index before the array, a count past the width."""
    assert values.run("guarded_constants", np.zeros(9, i32), i32(3))[0].tolist() == [47] * 9


def test_a_local_has_one_type(values):
    x, n = np.array([0.1, 2.3]), np.array([3, 4], i32)
    got = values.run("locals_", x, n, np.zeros((2, 3), f64))[2]
    assert same(got, np.stack([x + x + x, x + x, n + 1.5], 1))


def test_parameters_indices_and_arrays_keep_theirs(values):
    out = values.run("keep_their_type", np.zeros(4, f64), i32(1), f32(0.5))[0]
    assert out.tolist() == [0, 1.5, 0, 45]


@pytest.mark.parametrize("t", [f32, f64])
def test_weak_literals_once_more(values, t):
    x = np.array([0.7, 3.3, 1e-3], t)
    got = values.run("weak_several", np.zeros((3, 12), t), x)[0]
    exact = [x * t(0.1), x * (t(0.1) + t(0.2)), x * t(0.1), x * (t(-0.1) + t(1))]
    exact += [np.fmin(x, t(0.1)), x * 0 + t(0.1) * t(3), x * 0 + t(f64(0.1) * 3)]
    exact += [x * 0 + t(f32(0.1)), x * (t(0.5) + t(0.1)), x * (t(math.pi) / t(4))]
    exact += [x + t(f32(1) / f32(3)), x * 0 + t(0.1)]
    for k, column in enumerate(exact):
        assert same(got[:, k], column.astype(t)), k
