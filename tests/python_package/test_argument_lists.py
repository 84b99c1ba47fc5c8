# SPDX-License-Identifier: Apache-2.0
"""Argument lists of 0 to 20 values of every type in any order, and every integer type that NumPy has."""

import importlib.util
import random

import numpy as np
import pytest
from dtypes import NUMPY

import tack


def load(tmp_path, text):
    path = tmp_path / "kernels.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_lists_of_every_length(tmp_path):
    """Each kernel stores what it gets, whatever stands before and after it."""
    rng = random.Random(9)
    kinds = ["array", "int", "int", "float", "bool"]
    cases, text = [], "import tack\n"
    for count in range(21):
        case = [(kind, rng.choice(list(NUMPY))) for kind in rng.choices(kinds, k=count)]
        names = [f"p{k}" for k in range(count)]
        names.insert(count // 2, "out")
        text += f"\n\n@tack.kernel\ndef k{count}({', '.join(names)}):\n"
        text += "    for i in range(3):\n        out[0, i] = i\n"
        for k, (kind, _) in enumerate(case):
            text += f"        out[{k + 1}, i] = p{k}{'[i]' if kind == 'array' else ''}\n"
        cases.append(case)
    module = load(tmp_path, text)
    for round in range(2):
        for count, case in enumerate(cases):
            arguments, expected = [], [[0.0, 1.0, 2.0]]
            for kind, name in case:
                if kind == "array":
                    values = np.array([rng.randrange(100) for _ in range(3)], NUMPY[name])
                    arguments.append(tack.asarray(values))
                    expected.append(values.astype(float).tolist())
                    continue
                value = {
                    "int": rng.choice([[0, 7, -3], [2**40 + 1, -(2**45), 2**52]][count % 2]),
                    "float": rng.choice([0.5, -2.25, 1e10, 3.0]),
                    "bool": rng.random() < 0.5,
                }[kind]
                arguments.append(value)
                expected.append([float(value)] * 3)
            out = tack.zeros((count + 1, 3), tack.f64)
            arguments.insert(count // 2, out)
            getattr(module, f"k{count}")(*arguments)
            assert out.numpy().tolist() == expected, (count, case)


@tack.kernel
def store(out, n):
    for i in range(len(out)):
        out[i] = n


INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
            np.intc, np.uintc, np.longlong, np.ulonglong, np.intp, np.uintp, np.byte, np.short]  # fmt: skip


@pytest.mark.parametrize("kind", INTEGERS)
def test_every_integer_of_numpy(kind):
    """As arguments, shapes, extents of views, fills, constants: the number that they are."""
    info = np.iinfo(kind)
    out = tack.zeros(3, tack.i64 if info.min else tack.u64)
    for value in (info.max, info.min, 0, 100):
        store(out, kind(value))
        assert out.numpy().tolist() == [value] * 3
        assert tack.constant(kind(value)) == value
    n = kind(6)
    assert tack.zeros(n).shape == (6,)
    assert tack.zeros((n, kind(2))).shape == (6, 2)
    assert tack.zeros([n]).shape == (6,) and type(tack.zeros(n).shape[0]) is int
    x = tack.arange(n)
    assert x.reshape((kind(2), kind(3))).shape == (2, 3) and x.reshape(n).shape == (6,)
    assert x[kind(5)] == 5 and tack.arange(kind(1), n, kind(2)).numpy().tolist() == [1, 3, 5]
    x.fill(n)
    assert x[0] == 6 and tack.full(n, n, tack.i32)[5] == 6
    assert tack.Vector.zeros(kind(3), n).element_shape == (3,)

    @tack.kernel
    def bounds(out, a, b, s):
        for i in range(a, b, s):
            out[i] = 1

    out = tack.zeros(6, tack.i32)
    bounds(out, kind(1), n, kind(2))
    assert out.numpy().tolist() == [0, 1, 0, 1, 0, 1]


def test_numbers_in_arrays_without_dimensions():
    """np.array(5) is no number: what takes numbers says so, or takes it as one, but never its address."""
    zero = np.array(5, np.int32)
    out = tack.zeros(3, tack.i32)
    for call in (
        lambda: store(out, zero),
        lambda: tack.zeros(zero),
        lambda: tack.full(3, zero, tack.i32),
        lambda: out.fill(zero),
        lambda: out.reshape((np.array(3),)),
        lambda: out[np.array(1)],
    ):
        try:
            call()
        except TypeError:
            continue
    assert set(out.numpy().tolist()) <= {0, 5}
    assert tack.asarray(zero).shape == () and tack.asarray(zero)[None] == 5
    strided = np.arange(10, dtype=np.int64)[::3][2:3].reshape(())
    assert tack.asarray(strided)[None] == 6


def test_shapes_that_are_none():
    for shape in (1.0, np.float64(3), "3", {3}, (3, 2.0), (3, "a"), [[3]], (3, None), 1j):
        with pytest.raises(TypeError):
            tack.zeros(shape)


FLOATS = [np.float32, np.float64, np.float16, np.longdouble]


@pytest.mark.parametrize("kind", FLOATS)
def test_every_float_of_numpy(kind):
    for dtype in (tack.f32, tack.f64):
        out = tack.zeros(3, dtype)
        store(out, kind(0.1))
        expected = np.float64(kind(0.1)) if dtype is tack.f64 else np.float32(kind(0.1))
        assert out[2] == expected
