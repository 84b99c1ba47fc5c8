# SPDX-License-Identifier: Apache-2.0
"""Kernels against plain Python and NumPy."""

import math
import os
import pathlib

import numpy as np
import pytest
from runner import DTYPES, KernelError, Module, same

SOURCE = pathlib.Path(__file__).with_name("kernels.py").read_text()


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    made = Module(SOURCE, tmp_path_factory.mktemp("kernels"))
    yield made
    made.close()


np.seterr(all="ignore")
f32, f64, i32, i64 = np.float32, np.float64, np.int32, np.int64


def test_saxpy(module):
    x, y = np.arange(9, dtype=f32) * f32(0.3), np.arange(9, dtype=f32)
    assert same(module.run("saxpy", f32(1.7), x, y)[1], f32(1.7) * x + y)


def test_mandelbrot(module):
    w, h, limit = 24, 16, 40
    out = np.zeros((h, w), i32)
    expected = out.copy()
    for j in range(h):
        for i in range(w):
            cx = f32(i) * (f32(3) / f32(w)) - f32(2)
            cy = f32(j) * (f32(2) / f32(h)) - f32(1)
            zx = zy = f32(0)
            k = 0
            while k < limit and zx * zx + zy * zy < f32(4):
                zx, zy = zx * zx - zy * zy + cx, f32(2) * zx * zy + cy
                k += 1
            expected[j, i] = k
    assert same(module.run("mandelbrot", out, i32(w), i32(h), i32(limit))[0], expected)
    assert len(np.unique(expected)) > 5


def test_blur(module):
    rng = np.random.default_rng(1)
    src = rng.integers(0, 256, (7, 9)).astype(np.uint8)
    expected = np.zeros_like(src)
    for j in range(7):
        for i in range(9):
            part = src[max(j - 1, 0) : j + 2, max(i - 1, 0) : i + 2].astype(int)
            expected[j, i] = part.sum() // part.size
    assert same(module.run("blur", src, np.zeros_like(src))[1], expected)


@pytest.mark.parametrize("bounds", [(0, 10), (1, 8), (3, 7), (5, 5), (7, 3)])
def test_ranges(module, bounds):
    out = np.zeros(10, i32)
    expected = out.copy()
    for i in range(*bounds, 3):
        expected[i] += 1
        for k in range(i, 8):
            if k % 2 == 0:
                continue
            if k > 5:
                break
            expected[i] += k * 100
    assert same(module.run("ranges", out, *map(i32, bounds))[0], expected)


def test_negative_start(module):
    assert same(module.run("negative_start", np.zeros(9, i64), i32(4))[0], np.arange(-4, 5))
    assert same(module.run("negative_start", np.zeros(1, i64), i32(0))[0], np.zeros(1, i64))


@pytest.mark.skipif("TACK_RUN_KERNEL" not in os.environ, reason="stores outside the array")
def test_bounds_are_exact(module):
    """2**31 - 1 + 1 has no width on the host: the launch is huge, not empty."""
    with pytest.raises(AssertionError, match="steps|range|outside"):
        module.run("negative_start", np.zeros(1, i64), i32(2**31 - 1))


def test_pairs(module):
    out = np.zeros((4, 3, 5), i32)
    expected = out.copy()
    for i in range(1, 3):
        for j in range(3):
            for k in range(4):
                expected[i, j, k] = i * 100 + j * 10 + k
    assert same(module.run("pairs", out)[0], expected)


def test_sequential_pairs(module):
    s = 0
    for a, b in ((a, b) for a in range(1, 4) for b in range(5)):
        if b == 2:
            continue
        if a == 3:
            break
        s += a * 10 + b
    assert same(module.run("sequential_pairs", np.zeros(5, i32), i32(5))[0], np.full(5, s, i32))


def test_outer_locals(module):
    """Each iteration starts from what the outer statements bound."""
    expected = np.array([1.0 + 11 + i for i in range(4)] + [0, 0], f32)
    assert same(module.run("outer", np.zeros(6, f32), i32(6), i32(10))[0], expected)


def test_tuple_order(module):
    a, b = np.arange(4, dtype=f32), np.arange(4, dtype=f32) + 10
    idx = np.arange(4, dtype=i32)
    ea = b + 100  # the store uses the old j
    got = module.run("swap", a, b, idx)
    assert same(got[0], ea) and same(got[1], a)


def test_guards(module):
    x = np.array([0, 1, 2, 3, 7, -3, 50], i32)
    expected = []
    for v in map(int, x):
        out = 7 // v if v != 0 else -1
        if v != 0 and 100 % v == 0 or v == 0:
            out += 1000
        if 0 < v <= 3 < out:
            out += 10000
        expected.append(out)
    got = module.run("guards", np.zeros(7, i32), x, i32(7))[0]
    assert same(got, np.array(expected, i32))


def test_guarded_index(module):
    """An out-of-range load would end the run."""
    got = module.run("guarded_index", np.zeros(8, f32), np.arange(4, dtype=f32), i32(-2), i32(8))[0]
    assert same(got, np.array([-1, -1, 0, 1, 2, 99, -1, -1], f32))


def test_device_functions(module):
    x = np.array([-2, -0.5, 0, 0.25, 0.7, 1, 1.5, 3], f32)
    expected = []
    for v in x:
        t = min(max(v, f32(0)), f32(1))
        q = f32(math.floor(float(t) / float(f32(0.3))))
        expected.append(f32(q + np.fmod(t, f32(0.3))) + min(max(v, f32(-1)), f32(2)))
    assert same(module.run("functions", np.zeros(8, f32), x)[0], np.array(expected, f32))


def test_by_reference(module):
    got = module.run("by_reference", np.full(6, 10, i32))[0]
    assert same(got, np.array([10, 11, 14, 19, 10, 11], i32))


def test_search(module):
    x, wanted = np.array([5, 3, 5, 9], i32), np.array([5, 9, 4, 3], i32)
    assert same(module.run("search", np.zeros(4, i32), x, wanted)[0], np.array([0, 3, -1, 1], i32))


def test_parameters_of_functions_widen(module):
    got = module.run("parameter_widens", np.zeros(4, f32), i32(4))[0]
    assert same(got, np.arange(4, dtype=f32) / 2)


def test_weak_literals(module):
    x, y = np.array([0.7], f64), np.array([0.7], f32)
    v, single = f64(0.7), f64(f32(0.1))
    s = f64(0)
    for _ in range(3):
        s = s + v * 0.1
    expected = [v * 0.1] * 5 + [
        v * f64(f32(1) / f32(3)),
        v * (1.0 / 3.0),
        v * math.sqrt(2.0),
        0.1,
        0.1,
        f64(y[0] * f32(0.1)),
        f64(f32(0) * f32(0.1)),
        v * math.pi,
        single,
        0.1,
        v * 0.1,
        s,
        0.1,
        0.0,
        0.1 + single,
        f64(y[0] * f32(0.1)),
        v * 0.1,
    ]
    got = module.run("weak", np.zeros(22, f64), x, y)[0]
    for k, (a, b) in enumerate(zip(got, expected, strict=True)):
        assert same(a, f64(b)), f"out[{k}] is {a!r}, not {b!r}"


def test_weak_literals_alone_are_single(module):
    x = np.array([0.7], f32)
    expected = f32(0.1) + x * f32(0.1)
    assert same(module.run("weak32", np.zeros(1, f32), x)[0], expected)


def test_wrap_at_the_annotated_type(module):
    a, b = np.array([127, -128, 100], np.int8), np.array([1, -1, 100], np.int8)
    c = np.array([-32768, 32767, 0], np.int16)
    got = module.run("wraps", np.zeros(3, i32), np.zeros(3, i32), a, b, c)
    assert same(got[0], np.array([-128, 127, -56], i32))
    assert same(got[1], np.array([-32768, -32767, 0], i32))


def test_typed_constant(module):
    got = module.run("typed_constant", np.zeros(2, i32))[0]
    assert same(got, np.array([144, 400], i32))


@pytest.mark.parametrize("name", [n for n in DTYPES if n[0] in "iu"])
def test_integer_powers(module, name):
    t = DTYPES[name]
    a = np.array([3, 2, 0, 7, 1, 5, 2], t)
    b = np.array([5, 10, 0, 3, 200, 0, 64], np.uint64)
    bits = int(name[1:])
    wrapped = [pow(int(p), int(q), 1 << bits) for p, q in zip(a, b, strict=True)]
    expected = np.array(wrapped, np.uint64).astype(t)
    assert same(module.run("powers", np.zeros(7, t), a, b)[0], expected)


def test_negative_power_is_zero(module):
    got = module.run("powers", np.zeros(2, i32), np.array([3, 3], i32), np.array([-1, 2], i32))[0]
    assert same(got, np.array([0, 9], i32))


def test_float_powers(module):
    x = np.array([0.5, 1, 2, 3.5], f32)
    got = module.run("float_powers", np.zeros(4, f32), x)[0]
    wide = x.astype(f64)
    assert np.allclose(got, wide**2 + wide**3.5 + wide**4, rtol=1e-6)


@pytest.mark.parametrize("name", list(DTYPES))
def test_floor_division(module, name):
    t = DTYPES[name]
    if name[0] == "f":
        values = [7, -7, 0.5, -0.5, 1e10, 0.3, math.inf, -math.inf, 5.5]
        a = np.array([p for p in values for _ in values], t)
        b = np.array([q for _ in values for q in values], t)
        expected = [divmod(float(p), float(q)) for p, q in zip(a, b, strict=True)]
        if name == "f32":
            expected = list(zip(a // b, a % b, strict=True))
    else:
        info = np.iinfo(t)
        values = [7, 0, 1, 3, info.max, info.min] + ([-7, -1, -3] if name[0] == "i" else [])
        pairs = [(p, q) for p in values for q in values if q and (p, q) != (info.min, -1)]
        a, b = np.array([p for p, _ in pairs], t), np.array([q for _, q in pairs], t)
        expected = [divmod(p, q) for p, q in pairs]
    q, r = module.run("floor_mod", np.zeros_like(a), np.zeros_like(a), a, b)[:2]
    assert same(q, np.array([e[0] for e in expected], t))
    assert same(r, np.array([e[1] for e in expected], t))


def test_augmented(module):
    x = np.array([10, -20, 300], i32)
    expected = []
    for i, v in enumerate([10, -20, 300]):
        out = 5 + v
        out -= 1
        out *= 3
        out //= 2
        out %= 1000
        out <<= 2
        out |= 1
        out ^= 5
        out >>= 1
        out **= 2
        expected.append(out + (5 - i) ** 2)
    got = module.run("augmented", np.full(3, 5, i32), x)[0]
    assert same(got, np.array(expected, i32))


@pytest.mark.parametrize("t", [f32, f64])
def test_math_functions(module, t):
    x = np.array([0.1, 1, 2.5, 10], t)
    got = module.run("math_functions", np.zeros(4, t), x)[0]
    v = x.astype(f64)
    expected = (
        np.sin(v) + np.cos(v) + np.exp(-v) + np.log(v) + np.arctan2(v, 2) + np.tanh(v) + np.sqrt(v)
    )
    assert np.allclose(got, expected, rtol=3e-6 if t == f32 else 1e-14)


def test_alias(module):
    x = np.arange(3, dtype=f32)
    assert same(module.run("alias", np.zeros(3, f32), x)[0], x * 3)


def test_scalar_array(module):
    got = module.run("scalar_array", np.zeros(4, f32), np.array(2.5, f32))[0]
    assert same(got, np.full(4, 5, f32))


def test_continue_of_the_parallel_loop(module):
    got = module.run("item_continue", np.full(3, -1, f32), np.array([4, -4, 9], f32))[0]
    assert same(got, np.array([2, -1, 3], f32))


def test_flat_index(module):
    got = module.run("flat", np.zeros((3, 4), i32))[0]
    assert same(got, np.arange(12, dtype=i32).reshape(3, 4))
    assert module.run("flat", np.zeros((0, 4), i32))[0].size == 0


def test_names_of_loop_variables(module):
    assert same(module.run("same_names", np.zeros(2, f32))[0], np.full(2, 13.5, f32))
    assert same(module.run("changed_bounds", np.zeros(2, i32))[0], np.full(2, 10, i32))


def test_assigning_an_index_of_several(module):
    """Each iteration binds all of them anew."""
    assert same(module.run("assigned_index", np.zeros(1, i32))[0], np.array([39], i32))


def test_unicode_names(module):
    assert same(module.run("unicode_names", np.zeros(2, f32), f32(2.5))[0], np.full(2, 2.5, f32))


def test_two_signs_for_one_name(module):
    assert same(module.run("two_micro_signs", np.zeros(4, f32))[0], np.array([1, 1, 2, 2], f32))


def test_names_of_other_languages(module):
    assert same(module.run("memset", np.zeros(9, i32))[0], np.full(9, 5, i32))
    assert same(module.run("double", np.zeros(3, i32), i32(3))[0], np.arange(3, dtype=i32))


def test_truth(module):
    x = np.array([0.0, -0.0, math.nan, 2.0, -1.0], f32)
    got = module.run("truths", np.zeros(5, i32), x)[0]
    assert same(got, np.array([10, 10, 101, 11101, 101], i32))


def test_bounds_beyond_i64(module):
    n = np.array([2, 2**63 + 5, 2**64 - 1], np.uint64)
    assert same(module.run("u64_bounds", np.zeros(3, i32), n)[0], np.array([2, 6, 6], i32))


def test_message_of_a_loop_outside(tmp_path):
    module = Module(
        "import tack\n\n\n@tack.kernel\ndef k(x, n):\n    x[0] = 1.0\n    for i in range(n):\n"
        "        x[i] = 1.0\n",
        tmp_path,
    )
    with pytest.raises(KernelError) as error:
        module.run("k", np.zeros(1, f32), i32(1))
    module.close()
    assert error.value.kind == "UnsupportedSyntaxError"
    assert error.value.text.startswith(
        "Kernel 'k': store at line 3, column 5 is outside the parallel loop. "
    )
