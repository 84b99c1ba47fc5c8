# SPDX-License-Identifier: Apache-2.0
"""Atomics, output, return values, many dimensions and sizes of storage against plain Python."""

import pathlib

import numpy as np
import pytest
from runner import DTYPES, KernelError, Module, same

SOURCE = pathlib.Path(__file__).with_name("effects.py").read_text()
f32, f64, i32, i64 = np.float32, np.float64, np.int32, np.int64


@pytest.fixture(scope="module", name="effects")
def effects_module(tmp_path_factory):
    made = Module(SOURCE, tmp_path_factory.mktemp("effects"))
    yield made
    made.close()


INTS = [name for name in DTYPES if name[0] in "iu"]


@pytest.mark.parametrize("name", DTYPES)
def test_histogram(effects, name):
    x = np.random.default_rng(3).integers(0, 1000, 997).astype(i32)
    bins = np.zeros(7, DTYPES[name])
    expected = np.bincount(x % 7, minlength=7).astype(DTYPES[name])
    assert same(effects.run("histogram", bins, x)[0], expected)


@pytest.mark.parametrize("kernel, bins", [("extrema", 1), ("spread", 3)])
@pytest.mark.parametrize("name", DTYPES)
def test_extrema(effects, name, kernel, bins):
    dtype = np.dtype(DTYPES[name])
    rng = np.random.default_rng(4)
    if dtype.kind == "f":
        x = rng.normal(0, 100, 131).astype(dtype)
        least, most = np.full(bins, np.inf, dtype), np.full(bins, -np.inf, dtype)
    else:
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, 131, dtype, endpoint=True)
        least, most = np.full(bins, info.max, dtype), np.full(bins, info.min, dtype)
    got = effects.run(kernel, least, most, x)
    assert same(got[0], np.array([x[k::bins].min() for k in range(bins)], dtype))
    assert same(got[1], np.array([x[k::bins].max() for k in range(bins)], dtype))


def test_guarded(effects):
    x = np.random.default_rng(5).integers(-5, 6, 203).astype(i32)
    i = np.arange(203)
    want = [np.sum(x > 0), np.sum(i[(x > 0) & (i % 2 == 0)]), np.max(i[x <= 0])]
    assert same(effects.run("guarded", np.zeros(3, i64), x)[0], np.array(want, i64))


@pytest.mark.parametrize("name", ["i32", "u32", "i64", "u64"])
@pytest.mark.parametrize("n", [1, 7, 64, 1000])
def test_slots_are_a_permutation(effects, name, n):
    order, counter = np.full(n, -1, i32), np.zeros(1, DTYPES[name])
    order, counter = effects.run("slots", order, counter, i32(n))
    assert counter[0] == n
    assert sorted(order) == list(range(n))


def test_sparse_slots(effects):
    x = np.random.default_rng(6).integers(-1, 2, 300).astype(i32)
    order, counter, _ = effects.run("sparse_slots", np.full(300, -1, i32), np.zeros(1, i32), x)
    hits = np.flatnonzero(x > 0)
    assert counter[0] == len(hits) and sorted(order[: len(hits)]) == list(hits)
    assert np.all(order[len(hits) :] == -1)


@pytest.mark.parametrize("name", DTYPES)
def test_old_values(effects, name):
    a = np.arange(50).astype(DTYPES[name])
    got, old = effects.run("olds", a, np.zeros(50, f64), DTYPES[name](3))
    added = (a + DTYPES[name](3)).astype(DTYPES[name])
    assert same(got, np.maximum(added, 7).astype(DTYPES[name]))
    wide = a.astype(f64) + added.astype(f64) * 100
    assert same(old, wide)


def test_effects_stand_in_source_order(effects):
    a = np.arange(40, dtype=i32)
    got, out = effects.run("in_order", a, np.zeros(40, i32))
    assert same(got, a + 1) and same(out, a + a * 10 + (a + 1) * 100)


def test_grid(effects):
    i, j = np.indices((5, 9))
    want = i * 10 + j
    want[0, 0] += 45
    got = effects.run("grid", np.zeros((5, 9), i32))[0]
    want[:, 0] = np.maximum(want[:, 0], 5)
    # The least of the maxima may come before a sum, at most once a row.
    assert np.array_equal(got[:, 1:], want[:, 1:])
    assert got[0, 0] >= 45 and np.all(got[1:, 0] >= 5)
    assert int(effects.run("nobody", np.zeros((), i32), i32(5))[0]) == 10


def test_traced(effects):
    a, b = np.arange(30, dtype=i32), np.arange(30, dtype=i32) * 2
    got_a, got_b, out = effects.run("traced", a, b, np.zeros(30, i32))
    assert same(got_a, a + 2) and same(got_b, b + 2) and same(out, a + b * 100)


def test_literals_take_the_target_s_precision(effects):
    a32, a64 = effects.run("fractions", np.zeros(2, f32), np.zeros(2, f64))
    assert a32[0] == f32(0.1) and a64[0] == 0.1 and a64[1] == 1.0 / 3.0


def test_guards_hold(effects):
    a, out = effects.run("short_circuit", np.zeros(2, i32), np.zeros(60, i32))
    assert list(a) == [30, 20]
    assert list(out) == [(i % 2 == 0) + (5 if i % 3 == 0 else 0) for i in range(60)]
    a, out = effects.run("while_atomic", np.zeros(20, i32), np.zeros(20, i32))
    assert list(out) == list(range(20)) and list(a) == [i + 1 for i in range(20)]


@pytest.mark.parametrize("source", ["i8", "u32", "i64", "f32", "f64"])
@pytest.mark.parametrize("target", DTYPES)
def test_the_value_converts_to_the_target(effects, target, source):
    x = np.array([0, 1, 100, -3 if source[0] != "u" else 3, 77], DTYPES[source])
    if target[0] == "u":
        x = np.abs(x)
    a = np.arange(5).astype(DTYPES[target])
    got = effects.run("converted", a, x)[0]
    assert same(got, a + x.astype(DTYPES[target]))


def test_neighbours_stay(effects):
    for name in ("i8", "u8", "i16", "u16"):
        bins = np.zeros(3, DTYPES[name])
        bins[[0, 2]] = 77
        x = np.ones(100, i32)
        got = effects.run("histogram", bins, x)[0]
        assert list(got) == [77, 100, 77]


# --- output


def test_print(effects):
    effects.run("words", np.array([1, 2], i32), i64(1) << i64(40))
    lines = effects.printed.split("\n")
    assert sorted(lines) == sorted(
        [
            "item 0 of 2 holds 1 1099511627776",
            "",
            '100% 0 %d its\t"so"! \u00e9 \\n',
            "item 1 of 2 holds 2 1099511627776",
            "",
            '100% 1 %d its\t"so"! \u00e9 \\n',
            "",
        ]
    )


def test_print_is_guarded(effects):
    x = np.array([1, 3, 2, 9] * 20, i32)
    effects.run("some_words", x)
    assert sorted(effects.printed.split()) == sorted(
        word for i in range(80) if x[i] > 2 for word in ("big", str(i))
    )
    effects.run("some_words", np.zeros(100, i32))
    assert effects.printed == ""


VALUES = [0.0, -0.0, 0.1, 1.0, -2.5, 1e-5, 1e-4, 123456.789, 1e15, 1e16, 1e22, 3e-30, 2.0**-140]
VALUES += [float("inf"), -float("inf"), float("nan"), 1 / 3, 5e-324, 16777216.0, 1234567890123456.0]


def test_print_floats(effects):
    x, y = np.array(VALUES, f32), np.array(VALUES, f64)
    effects.run("floats", x, y)
    want = []
    for single, double in zip(x, y, strict=True):
        text = str(single)  # NumPy uses an exponent where repr does not, and the other way round
        if np.isfinite(single) and float(text) == float(single):
            text = repr(float(text))
        elif np.isfinite(single):
            text = repr(float(str(single)))
        want += [f"say {text}", f"{float(double)!r} 0.1 1"]
    assert sorted(effects.printed.rstrip("\n").split("\n")) == sorted(want)


# --- return values


def test_return_a_count(effects):
    x = np.array([1, -1, 2, 0, 3], f32)
    effects.run("positives", x, np.zeros(1, i32), i32(5))
    assert effects.returned == 3 and type(effects.returned) is int
    effects.run("positives", x, np.full(1, 9, i32), i32(0))
    assert effects.returned == 9


@pytest.mark.parametrize("n", [0, 2, 100])
def test_return_sees_what_stood_before_the_loop(effects, n):
    hits = effects.run("difference", np.full(1, 5, i32), i32(n))[0]
    assert hits[0] == 5 + n
    assert effects.returned == n + (15 if n > 2 else 10) * 1000


def test_return_types(effects):
    effects.run("as_float", np.zeros(4, f32), i32(3))
    assert effects.returned == float(f32(0.1)) * 6 + 4 or effects.returned == float(
        f32(f32(0.1) * f32(6)) + f32(4)
    )
    assert type(effects.returned) is float
    effects.run("tenth", np.zeros(4, f32))
    assert effects.returned == 0.1
    effects.run("tenth32", np.zeros(4, f64))
    assert effects.returned == float(f32(0.1))
    effects.run("as_u8", np.zeros(4, i32))
    assert effects.returned == 44 and type(effects.returned) is int
    effects.run("quoted", np.zeros(4, i32))
    assert effects.returned == -1


@pytest.mark.parametrize(
    "value, want",
    [
        (np.uint64(2**64 - 1), 2**64 - 1),
        (i64(-(2**63)), -(2**63)),
        (np.int8(-5), -5),
        (np.uint32(2**32 - 1), 2**32 - 1),
        (f64(-2.75), -2),
        (f32(1e30), 2**63 - 1),
        (f64("nan"), 0),
    ],
)
def test_return_an_int(effects, value, want):
    effects.run("as_int", np.full(3, value, type(value)))
    assert effects.returned == want and type(effects.returned) is int


def test_return_after_statements(effects):
    x = np.array([1, 5, 2], f64)
    effects.run("greatest", x, i32(3))
    assert abs(effects.returned - (10 + 16 * np.pi)) < 1e-9


# --- dimensions


@pytest.mark.parametrize(
    "sizes", [(2, 4, 3, 5), (1, 2, 1, 1), (3, 3, 9, 2), (2, 1, 2, 2), (-2, -3, 4, 4), (0, 3, 3, 3)]
)
def test_four_dimensions(effects, sizes):
    a, b, c, d = sizes
    want = np.zeros(10000, i32)
    for i in range(a):
        for j in range(1, b):
            for k in range(c):
                for m in range(d):
                    want[((i * 10 + j) * 10 + k) * 10 + m] += 1
    assert same(effects.run("four", np.zeros(10000, i32), *map(i32, sizes))[0], want)


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_eight_dimensions(effects, n):
    count = n * 2 * (n + 1) * 1 * 2 * n * (n + 1) * 2
    got = effects.run("eight", np.zeros(max(count, 1), i32), i32(n))[0]
    assert np.all(got[:count] == 1)


def test_nested_dimensions(effects):
    def item(i, n):
        s = 0
        for a, b, c, d, e, f, g, h in np.ndindex(2, n, i, 1, 2, 2, 1, n):
            if h == 2:
                continue
            s += a + b * 2 + c * 3 + d + (e + n) + f + g + h
            if s > 500:
                return s
        return s

    for n in (0, 1, 3):
        got = effects.run("nested", np.zeros(9, i64), i32(n))[0]
        assert list(got) == [item(i, n) for i in range(9)]


# --- storage


@pytest.mark.parametrize("shape", [(2, 3), (5, 1)])
def test_sizes_of_local_arrays(effects, shape):
    for dtype, last in ((i32, 300), (np.uint8, 44)):
        out = effects.run("sized", np.zeros(20, i32), np.zeros(shape, dtype))[0]
        for i in range(20):
            u = 0.5 * shape[1]
            assert out[i] == int(i + 6 + u + last + 7000 + (shape[1] + 1) * 100000)


@pytest.mark.parametrize("shape", [(2, 0), (2, 70000)])
def test_a_size_that_is_none_is_refused(effects, shape):
    if shape[1] == 0:
        assert effects.run("sized", np.zeros(1, i32), np.zeros(shape, i32)) is not None
    else:
        with pytest.raises(KernelError, match="ValueError.*size .*local array"):
            effects.run("sized", np.zeros(1, i32), np.zeros(shape, i32))
