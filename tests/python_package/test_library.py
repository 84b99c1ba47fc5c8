# SPDX-License-Identifier: Apache-2.0
"""tack.math and tack.random, with NumPy as the reference."""

import math
import subprocess
import sys

import numpy as np
import pytest

import tack
import tack.math as tm
from tack import math as graphics
from tack.math import clamp as limit
from tack.random import advance, uniform


@tack.kernel
def graphics_functions(x, e, out):
    for i in range(len(x)):
        out[0, i] = tack.math.fract(x[i])
        out[1, i] = tm.mix(x[i], e[i], 0.25)
        out[2, i] = limit(x[i], -1.0, 1.5)
        out[3, i] = graphics.saturate(x[i])
        out[4, i] = tack.math.smoothstep(-1.0, 2.0, x[i])
        out[5, i] = tack.math.smoothstep(2.0, -1.0, x[i])
        out[6, i] = tack.math.step(e[i], x[i])
        out[7, i] = tack.math.sign(x[i])
        out[8, i] = tack.math.length(x[i])
        out[9, i] = tack.math.distance(x[i], e[i])
        out[10, i] = tack.math.mix(x[i], e[i], x[i])


def smoothstep(e0, e1, x):
    t = np.clip((x - e0) / (e1 - e0), 0, 1)
    return t * t * (3 - 2 * t)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_functions_of_graphics(dtype):
    rng = np.random.default_rng(1)
    x = np.concatenate([rng.normal(0, 2, 60), [0.0, -0.0, 1.0, -1.0, 2.0]]).astype(dtype)
    e = rng.permutation(x)
    out = tack.zeros((11, len(x)), tack.asarray(x).dtype)
    graphics_functions(tack.asarray(x), tack.asarray(e), out)
    got = out.numpy()
    one = dtype(1)
    expected = [
        x - np.floor(x),
        x * dtype(0.75) + e * dtype(0.25),
        np.clip(x, dtype(-1), dtype(1.5)),
        np.clip(x, 0, one),
        smoothstep(dtype(-1), dtype(2), x),
        smoothstep(dtype(2), dtype(-1), x),
        (x >= e).astype(dtype),
        np.sign(x),
        np.abs(x),
        np.abs(x - e),
        x * (one - x) + e * x,
    ]
    for row, want in zip(got, expected, strict=True):
        np.testing.assert_array_max_ulp(row, want.astype(dtype), 4)


@tack.kernel
def signs(x, out):
    for i in range(len(x)):
        out[i] = tack.math.sign(x[i])


def test_sign_of_integers_and_specials():
    x = tack.asarray(np.array([-(2**31), -1, 0, 1, 2**31 - 1], np.int32))
    out = tack.zeros(5, tack.i32)
    signs(x, out)
    assert out.numpy().tolist() == [-1, -1, 0, 1, 1]
    x = tack.asarray(np.array([np.inf, -np.inf, np.nan, -0.0]))
    out = tack.zeros(4, tack.f64)
    signs(x, out)
    assert out.numpy()[:2].tolist() == [1, -1] and math.isnan(out.numpy()[2])
    assert math.copysign(1, out.numpy()[3]) == -1


@tack.kernel
def graphics_of_vectors(x, y, t, out, lengths):
    for i in range(x.shape[0]):
        a = tack.Vector([x[i, 0], x[i, 1], x[i, 2]])
        b = tack.Vector([y[i, 0], y[i, 1], y[i, 2]])
        r0 = tack.math.fract(a)
        r1 = tack.math.mix(a, b, 0.25)
        r2 = tack.math.mix(a, b, t[i])
        r3 = tack.math.mix(a, b, a)
        r4 = tack.math.clamp(a, -0.5, b)
        r5 = tack.math.saturate(a)
        r6 = tack.math.smoothstep(-1.0, 1.0, a)
        r7 = tack.math.step(0.5, a)
        r8 = tack.math.step(a, 0.5)
        r9 = tack.math.sign(a)
        r10 = tack.math.normalize(a)
        for k in range(3):
            out[0, i, k] = r0[k]
            out[1, i, k] = r1[k]
            out[2, i, k] = r2[k]
            out[3, i, k] = r3[k]
            out[4, i, k] = r4[k]
            out[5, i, k] = r5[k]
            out[6, i, k] = r6[k]
            out[7, i, k] = r7[k]
            out[8, i, k] = r8[k]
            out[9, i, k] = r9[k]
            out[10, i, k] = r10[k]
        lengths[0, i] = tack.math.length(a)
        lengths[1, i] = tack.math.distance(a, b)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_functions_of_graphics_on_vectors(dtype):
    rng = np.random.default_rng(3)
    x, y = (rng.normal(0, 1, (40, 3)).astype(dtype) for _ in range(2))
    t = rng.random(40).astype(dtype)
    kind = tack.asarray(x).dtype
    out, lengths = tack.zeros((11, 40, 3), kind), tack.zeros((2, 40), kind)
    graphics_of_vectors(*map(tack.asarray, (x, y, t)), out, lengths)
    one, half = dtype(1), dtype(0.5)
    tt = t[:, None]
    expected = [
        x - np.floor(x),
        x * dtype(0.75) + y * dtype(0.25),
        x * (one - tt) + y * tt,
        x * (one - x) + y * x,
        np.minimum(np.maximum(x, -half), y),
        np.clip(x, 0, one),
        smoothstep(-one, one, x),
        (x >= half).astype(dtype),
        (half >= x).astype(dtype),
        np.sign(x),
        x / np.linalg.norm(x, axis=1, keepdims=True),
    ]
    for row, want in zip(out.numpy(), expected, strict=True):
        np.testing.assert_array_max_ulp(row, want.astype(dtype), 4)
    np.testing.assert_array_max_ulp(lengths.numpy()[0], np.linalg.norm(x, axis=1), 4)
    np.testing.assert_array_max_ulp(lengths.numpy()[1], np.linalg.norm(x - y, axis=1), 4)


# --- random numbers, bit for bit

A, C, M, MASK = 747796405, 2891336453, 277803737, 0xFFFFFFFF


def exact_advance(s):
    x = (s * A + C) & MASK
    w = (((x >> ((x >> 28) + 4)) ^ x) * M) & MASK
    return (w >> 22) ^ w


@tack.kernel
def states(s, out, u):
    for i in range(len(s)):
        out[0, i] = advance(s[i])
        value, following = tack.random.uniform(s[i])
        u[i] = value
        out[1, i] = following
        out[2, i] = tack.random.seed(i, s[i])


def test_states_and_uniform_bit_for_bit():
    rng = np.random.default_rng(2)
    edges = [0, 1, 2, 255, 256, 2**31 - 1, 2**31, 2**32 - 1]
    s = np.concatenate([edges, rng.integers(0, 2**32, 500)]).astype(np.uint32)
    out, u = tack.zeros((3, len(s)), tack.u32), tack.zeros(len(s))
    states(tack.asarray(s), out, u)
    expected = [exact_advance(int(v)) for v in s]
    assert out.numpy()[0].tolist() == expected == out.numpy()[1].tolist()
    assert tack.random.np_advance(s).tolist() == expected
    seeds = [exact_advance(i ^ exact_advance(int(v))) for i, v in enumerate(s)]
    assert out.numpy()[2].tolist() == seeds
    assert tack.random.np_seed(np.arange(len(s)), s).tolist() == seeds
    units = [np.float32((int(v) >> 8) * 2.0**-24) for v in s]
    assert u.numpy().tolist() == units
    value, following = tack.random.np_uniform(s)
    assert value.dtype == np.float32 and following.dtype == np.uint32
    assert value.tolist() == units and following.tolist() == expected
    assert 0 <= u.numpy().min() and u.numpy().max() < 1


@tack.kernel
def seeds_of_any_type(out, index, stream):
    for i in range(len(out)):
        out[i] = tack.random.seed(index + i, stream)


def test_seeds_convert_to_u32():
    for index, stream in ((-3, 5), (2**40, -1), (0, 0), (2**32 - 2, 2**63)):
        out = tack.zeros(4, tack.u32)
        seeds_of_any_type(out, index, stream)
        want = [
            exact_advance(((index + i) & MASK) ^ exact_advance(stream & MASK)) for i in range(4)
        ]
        assert out.numpy().tolist() == want
        mirror = tack.random.np_seed(np.arange(index, index + 4), stream)
        assert mirror.tolist() == want
    assert tack.random.np_advance(7) == exact_advance(7)
    with pytest.raises(TypeError, match="random state is an integer"):
        tack.random.np_advance(0.5)


@tack.kernel
def normals(s, out, following):
    for i in range(len(s)):
        value, following[i] = tack.random.normal(s[i])
        out[i] = value


def test_normal():
    s = tack.random.np_seed(np.arange(100_000), 3)
    out, following = tack.zeros(len(s)), tack.zeros(len(s), tack.u32)
    normals(tack.asarray(s), out, following)
    value, after = tack.random.np_normal(s)
    assert value.dtype == np.float32
    assert (following.numpy() == after).all() and (
        after == tack.random.np_advance(tack.random.np_advance(s))
    ).all()
    np.testing.assert_allclose(out.numpy(), value, rtol=2e-5, atol=2e-6)
    assert abs(value.mean()) < 0.02 and abs(value.std() - 1) < 0.02


@tack.kernel
def directions(s, out2, out3, following):
    for i in range(len(s)):
        v, following[0, i] = tack.random.direction2(s[i])
        w, after = tack.random.direction3(s[i])
        following[1, i] = after
        for k in range(2):
            out2[i, k] = v[k]
        for k in range(3):
            out3[i, k] = w[k]


def test_directions():
    n = 50_000
    s = tack.random.np_seed(np.arange(n), 5)
    out2, out3 = tack.zeros((n, 2)), tack.zeros((n, 3))
    following = tack.zeros((2, n), tack.u32)
    directions(tack.asarray(s), out2, out3, following)
    v, after2 = tack.random.np_direction2(s)
    w, after3 = tack.random.np_direction3(s)
    assert v.dtype == w.dtype == np.float32 and v.shape == (n, 2) and w.shape == (n, 3)
    assert following.numpy().tolist() == [after2.tolist(), after3.tolist()]
    assert (after2 == tack.random.np_advance(s)).all()
    assert (after3 == tack.random.np_advance(after2)).all()
    np.testing.assert_allclose(out2.numpy(), v, atol=1e-6)
    np.testing.assert_allclose(out3.numpy(), w, atol=1e-6)
    for points in (out2.numpy(), out3.numpy()):
        np.testing.assert_allclose(np.linalg.norm(points, axis=1), 1, atol=1e-6)
        assert abs(points.mean(axis=0)).max() < 0.02
    one, after = tack.random.np_direction3(7)
    assert one.shape == (3,) and after == exact_advance(exact_advance(7))


@tack.kernel
def walk(out, seed, steps):
    for i in range(len(out)):
        s = tack.random.seed(i, seed)
        x = 0.0
        for _ in range(steps):
            u, s = uniform(s)
            x += u - 0.5
        out[i] = x


def test_draws_in_a_row_with_any_number_of_threads():
    results = []
    for threads in (1, 2, 7):
        tack._tack._set_threads(threads)
        out = tack.zeros(5000)
        walk(out, 11, 20)
        results.append(out.numpy())
    tack._tack._set_threads(2)
    s = tack.random.np_seed(np.arange(5000), 11)
    x = np.zeros(5000, np.float32)
    for _ in range(20):
        u, s = tack.random.np_uniform(s)
        x += u - np.float32(0.5)
    for result in results:
        assert (result == x).all()


def test_on_the_host():
    for function, name in ((tack.math.clamp, "math.clamp"), (uniform, "random.uniform")):
        assert repr(function) == f"tack.{name}"
        with pytest.raises(
            RuntimeError, match=rf"tack\.{name}\(\) can be used inside kernels only"
        ):
            function(1, 2, 3)
    assert "np_uniform" in tack.random.__all__ and "smoothstep" in tack.math.__all__
    with pytest.raises(AttributeError):
        tack.math.nothing


def test_numpy_is_imported_when_first_used():
    program = (
        "import sys, tack, tack.random, tack.math; assert 'numpy' not in sys.modules;"
        "tack.random.np_advance(1); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@tack.kernel
def misspelt(out):
    for i in range(len(out)):
        out[i] = tack.math.clmp(1, 2, 3)


@tack.kernel
def wrong_count(out):
    for i in range(len(out)):
        out[i] = tack.math.clamp(1, 2)


@tack.kernel
def not_called(out):
    for i in range(len(out)):
        out[i] = tack.math.clamp


def test_errors():
    out = tack.zeros(2)
    with pytest.raises(NameError, match="'tack.math' at line 4, column 18 has no member 'clmp'"):
        misspelt(out)
    with pytest.raises(
        TypeError, match=r"tack.math.clamp\(\) at line 4.*takes 3 arguments, 2 given"
    ):
        wrong_count(out)
    with pytest.raises(tack.UnsupportedSyntaxError, match="'tack.math.clamp' at line 4"):
        not_called(out)
