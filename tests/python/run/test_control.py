# SPDX-License-Identifier: Apache-2.0
"""Control flow, joins, order of stores, and corner cases of floats, against plain Python."""

import math
import pathlib

import numpy as np
import pytest
from runner import DTYPES, Elements, KernelError, Module, same

SOURCE = pathlib.Path(__file__).with_name("control.py").read_text()
np.seterr(all="ignore")
f32, f64, i32, i64 = np.float32, np.float64, np.int32, np.int64
SIZES = [1, 7, 70]


@pytest.fixture(scope="module", name="control")
def control_module(tmp_path_factory):
    made = Module(SOURCE, tmp_path_factory.mktemp("control"))
    yield made
    made.close()


def numbers(n, low=-3, high=14):
    return np.random.default_rng(n).integers(low, high, n).astype(i32)


@pytest.mark.parametrize("n", SIZES)
def test_stores_before_and_after_a_continue(control, n):
    x = numbers(n)
    y, z = np.zeros(n, i32), np.zeros(n, i32)
    for i, v in enumerate(map(int, x)):
        y[i] = v * 2
        if v % 3 == 0:
            continue
        if v > 5:
            z[i] = y[i] + 1
        if v % 2 == 1:
            y[i] += 100
            if v > 7:
                continue
            z[i] += 1000
        z[i] += 1
    got = control.run("store_then_continue", x, np.zeros(n, i32), np.zeros(n, i32))
    assert same(got[1], y) and same(got[2], z)


@pytest.mark.parametrize("n", SIZES)
def test_continue_and_break_of_inner_loops(control, n):
    x = numbers(n)
    y = np.zeros(n, i32)
    for i, v in enumerate(map(int, x)):
        t = 0
        for a in range(5):
            if (a + i) % 2 == 0:
                continue
            for b in range(4):
                t += 1
                if b == a:
                    break
                y[i] += b
                if (b + v) % 3 == 0:
                    continue
                t += 10
            y[i] += t
    assert same(control.run("continue_in_nested_loops", x, np.zeros(n, i32))[1], y)


@pytest.mark.parametrize("never", [0, 1])
def test_a_break_that_never_comes(control, never):
    x = numbers(50)
    got = control.run("break_that_never_comes", x, np.zeros(50, i32), i32(never))[1]
    assert same(got, (0 if never else 6) * x + 3)


def test_reversed_ranges_run_nothing(control):
    x = np.array([0, 5, -2, -1], i32)
    got = control.run("reversed_ranges", x, np.zeros(4, i32), i32(3))[1]
    assert same(got, np.array([0, 0, 20, 10], i32))
    got = control.run("reversed_ranges", x, np.zeros(4, i32), i32(-3))[1]
    # range(-3, 3) is no reversed one; both other extents are.
    assert same(got, np.array([6, 6, 26, 16], i32))


@pytest.mark.parametrize("step", [1, 3, 10, 11, 0, -1, -(2**31), 2**31 - 1, -(2**63), 2**63 - 1])
def test_steps(control, step):
    """What is not positive runs nothing, inside and at the parallel loop."""
    number = i32(step) if -(2**31) <= step < 2**31 else i64(step)
    expected = len(range(0, 10, step)) if step > 0 else 0
    got = control.run("step_that_is_not_positive", np.zeros(5, i32), number)[0]
    assert same(got, np.full(5, expected, i32))
    one = 1 if step > 0 else 0
    got = control.run("parallel_step", np.zeros(1, i32), i32(0), i32(1), number)[0]
    assert got[0] == one


def test_an_index_and_a_local_of_one_name(control):
    x = numbers(40)
    got = control.run("index_that_becomes_a_local", x, np.zeros(40, i32))[1]
    assert same(got, x * 3 + 1 + x * 7)
    got = control.run("local_that_becomes_an_index", x, np.zeros(40, i32))[1]
    assert same(got, x + 3 - 1)


def test_an_index_chosen_in_nested_arms(control):
    x = np.array([-4, 0, 1, 3, 4, 6, 10, 11, 2**31 - 1] * 5, i32)
    y = np.arange(len(x) * 7, dtype=i32).reshape(-1, 7)
    expected = y.copy()
    for i, v in enumerate(map(int, x)):
        at = 3 if v > 10 else 2 if v > 5 else 5 if v == 3 else 1 if v > 0 else 4 if v == 0 else 0
        expected[i, at] = (expected[i, at] + 1) * 2
        expected[i, 6] = at
    assert same(control.run("chosen_index", x, y)[1], expected)


def test_updates_under_a_condition(control):
    x = numbers(60)
    y, z = np.full(60, 5, i32), np.arange(60, dtype=i32)
    got = control.run("several_updates", x, y, z)
    assert same(got[1], np.where(x > 0, y + x + 1, y - 3).astype(i32))
    assert same(got[2], np.where(x % 2 == 0, (z * 2 + x - 1) ^ 5, z * 2).astype(i32))


@pytest.mark.parametrize("n", SIZES)
def test_augmented_locals_of_outside_start_anew(control, n):
    """Every iteration starts from what stood before the loop, for each operator."""
    x = numbers(n)
    a, s = 11, 77
    expected = []
    for v in map(int, x):
        u = (a * 2 * 3 // 2 % 1000) ** 2
        w = ((s << 2) >> 1 | 1) ^ 6
        expected.append((a + v - 1) * 100000 + u + w)
    got = control.run("outer_augmented", x, np.zeros(n, i32), i32(a), i32(s))[1]
    assert same(got, np.array(expected, i32))
    y = np.linspace(-4, 9, n)
    f = 2.5
    expected = [((f + v) / 2 * 3 - 0.5) // 0.25 % 7 + (f + 1) ** 2 for v in y]
    got = control.run("outer_float", y, np.zeros(n), f64(f))[1]
    assert np.allclose(got, expected, rtol=1e-14)


@pytest.mark.parametrize("n", [0, 1, 3, 10])
def test_two_names_of_one_array(control, n):
    """Through the package both names are one memory: see test_overlap.py; here two arrays."""
    a, b = np.arange(33, dtype=i32), np.arange(33, dtype=i32) + 5
    out = []
    for p, q in zip(a.tolist(), b.tolist(), strict=True):
        t = 0
        for _ in range(n):
            p += 1
            t += q
            q *= 2
            t += p
        out.append(t)
    assert same(control.run("two_names", a, b, np.zeros(33, i32), i32(n))[2], np.array(out, i32))


def test_tuple_assignment_of_elements(control):
    a, b, p = np.arange(20, dtype=i32), np.arange(20, dtype=i32) * 7, np.arange(20, dtype=i32) + 3
    expected = []
    for i, (s, t, q) in enumerate(zip(a.tolist(), b.tolist(), p.tolist(), strict=True)):
        s, t = t, s
        k, q = q, q * 2 + 1
        u, v, w = s, t, k
        u, v, w = v, w, u
        s, t, q = u + q, v, w
        if i % 2 == 0:
            u, v = v, u
        expected.append((s + u, t + v, q))
    got = control.run("swaps", a, b, p)
    for column, array in enumerate(got):
        assert same(array, np.array([e[column] for e in expected], i32))
    a = np.arange(30, dtype=i32).reshape(10, 3)
    rows = []
    for r in a.tolist():
        r[0], r[1], r[2] = r[1], r[2], r[0]
        j = 0
        j, r[j] = 2, r[j + 1] * 10
        rows.append(r)
    assert same(control.run("rotate_elements", a)[0], np.array(rows, i32))


def test_vector_accumulators(control):
    x = np.random.default_rng(1).random((50, 3)).astype(f32)
    expected = np.zeros((9, 3), f32)
    for i in range(9):
        s, m = np.zeros(3, f32), np.full(3, 1000, f32)
        for k in range(50):
            if k % (i + 1) == 0:
                s = s + x[k]
                m = np.minimum(m, x[k])
            else:
                s[1] -= f32(1)
        expected[i] = s * f32(2) + m
    got = control.run("vector_accumulator", Elements(x), Elements(np.zeros((9, 3), f32)))[1]
    assert same(got, expected)


INTS = [name for name in DTYPES if name[0] in "iu"]


@pytest.mark.parametrize("one", INTS)
def test_integers_of_two_types_meet_in_an_integer(control, one):
    for two in INTS:
        x, y = np.array([100, 7, 9, 3], DTYPES[one]), np.array([5, 120, 2, 8], DTYPES[two])
        out = np.zeros(4, i64)
        if "u64" in (one, two):  # it meets neither what has a sign nor the literals
            with pytest.raises(KernelError, match="no common integer type"):
                control.run("join_of_integers", x, y, out)
            continue
        got = control.run("join_of_integers", x, y, out)[2]
        expected = []
        for i in range(4):
            w = 1 + 3 * int(y[i])
            narrow = {"i8": 8}.get(two)
            if narrow:
                w = (w + 128) % 256 - 128
            expected.append((int(x[i]) if i % 2 == 0 else int(y[i])) // 2 + w % 7)
        assert same(got, np.array(expected, i64)), (one, two)


@pytest.mark.parametrize("name", INTS)
def test_bounds_at_the_ends_of_types(control, name):
    info = np.iinfo(DTYPES[name])
    high, low = int(info.max), int(info.min)
    pairs = [(high - 4, high), (low, low + 3), (high, low), (high, high), (low, low), (0, 5)]
    lo, hi = (np.array([p[k] for p in pairs], DTYPES[name]) for k in (0, 1))
    got = control.run("wide_bounds", lo, hi, np.zeros(len(pairs), i64))[2]
    expected = []
    for p, q in pairs:
        # A loop variable is an i64: a u64 bound beyond counts as the greatest one.
        p, q = min(p, 2**63 - 1), min(q, 2**63 - 1)
        expected.append(sum(k % 1000 for k in range(p, q)))
    assert same(got, np.array(expected, i64))


def test_addresses_are_computed_in_64_bits(control):
    x = np.arange(1000, dtype=i64)
    for stride in (2_000_003, 2**31 - 1, 2**40 + 7):
        n = i32(stride) if stride < 2**31 else i64(stride)
        got = control.run("address", x, np.zeros(5000, i64), n, i32(5000))[1]
        r = np.arange(5000)
        assert same(got, (r * stride) % 1000 + r * stride)


SPECIAL = [0.0, -0.0, 1.0, -1.5, math.inf, -math.inf, math.nan, 5e-324, 1e-310, 3.5, -2.5, 1e300]


@pytest.mark.parametrize("t", [f32, f64])
def test_nothing_assumes_finite_numbers(control, t):
    x = np.array(SPECIAL * 3, t)
    columns = [
        x != x, x == x, ~(x < 1), x >= 1, (x - x) == 0, x * t(0) == 0,
        (x < t(math.pi)) & (t(math.pi) < x + t(4)), (x != 0),
    ]  # fmt: skip
    got = control.run("comparisons", x, np.zeros((len(x), 8), i32))[1]
    assert same(got, np.stack(columns, 1).astype(i32))
    columns = [-x, 0 - x, x * t(-1), x + t(0), x - t(0), abs(x), np.floor(x), np.ceil(x), np.sqrt(x),
               x * t(0), x - x, x / x, t(-0.0) * x, np.where(x < 0, -x, x)]  # fmt: skip
    got = control.run("signs", x, np.zeros((len(x), 14), t))[1]
    for k, column in enumerate(columns):
        assert same(got[:, k], column.astype(t)), k


@pytest.mark.parametrize("t", [f32, f64])
def test_extremes_with_nan_and_zeros(control, t):
    pairs = [(a, b) for a in SPECIAL for b in SPECIAL]
    x, y = (np.array([p[k] for p in pairs], t) for k in (0, 1))
    got = control.run("extremes", x, y, np.zeros((len(x), 6), t))[2]
    columns = [
        np.fmin(x, y), np.fmax(x, y), np.fmin(np.fmax(x, t(-1)), t(1)),
        np.fmin(np.fmin(x, y), t(5)), np.fmax(np.fmax(x, y), t(-5)),
        np.fmin(np.fmax(x, t(-1)), t(1)),
    ]  # fmt: skip
    for k, column in enumerate(columns):
        # Which of two zeros wins is not promised.
        assert same(got[:, k] + t(0), column.astype(t) + t(0)), k


def test_roots_of_squares(control):
    for start in (0, 2**26 - 50):
        got = control.run("root", np.zeros(100, i64), i32(start))[0]
        assert same(got, np.arange(100, dtype=i64) + start)
    assert same(control.run("root32", np.zeros(4096, i32))[0], np.arange(4096, dtype=i32))


def test_five_and_eight_dimensions(control):
    x = np.arange(3 * 2 * 1 * 4 * 5, dtype=i32).reshape(3, 2, 1, 4, 5)
    got = control.run("ranks5", x, np.zeros_like(x))[1]
    assert same(got, x * 2 + np.arange(5, dtype=i32))
    x = np.arange(2 * 3 * 1 * 2 * 2 * 1 * 3 * 2, dtype=i32).reshape(2, 3, 1, 2, 2, 1, 3, 2)
    got = control.run("ranks8", x, np.zeros_like(x))[1]
    g, h = np.arange(3, dtype=i32)[:, None], np.arange(2, dtype=i32)
    assert same(got, x * 10 + h + 2 * g)
