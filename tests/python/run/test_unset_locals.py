# SPDX-License-Identifier: Apache-2.0
"""Locals that are assigned on some paths only, once, with a literal: 0 where they were not, and the
literal, in the precision of what it meets, where they were. The reference is the same text in Python
with zeros written before it."""

import types

import numpy as np
import pytest
from runner import Module, same

CONSTANTS = {"T": (7.0, 8.0, 9.0), "U": (3, 4, 5, 6, 7), "TENTH": 0.1, "YES": 1}
# What stands in the loop, and the locals that begin as 0.
BODIES = {
    "branch": ("if i > 2:\n    t = 1.1\nx[i] = t", "t"),
    "other_arm": ("if i > 2:\n    x[i] = 4\nelse:\n    t = 1.1\nx[i] += t", "t"),
    "both_arms": ("if i > 2:\n    t = 1.1\nelse:\n    t = 2.2\nx[i] = t", "t"),
    "leaving_arm": ("if i > 2:\n    t = 1.1\nelse:\n    continue\nx[i] = t", "t"),
    "inner_loop": ("for j in range(i - 2):\n    t = 2.2 * 2\nx[i] = t", "t"),
    "before_assigned": ("for j in range(2):\n    x[i] += t\n    t = 1.1", "t"),
    "while_loop": (
        "k = 0\nwhile k < 3:\n    x[i] += t\n    if k == i:\n        t = 0.1\n    k += 1",
        "t",
    ),
    "left_loop": ("for j in range(4):\n    if j == i:\n        break\n    t = 0.1\nx[i] = t", "t"),
    "skipped": ("for j in range(i):\n    if j < 2:\n        continue\n    t = 0.1\nx[i] = t", "t"),
    "unpacked": ("if i > 2:\n    t, u = 1.1, 2.2\nx[i] = t + u", "t u"),
    "chained": ("if i > 2:\n    t = u = 1.1\nx[i] = t + u", "t u"),
    "copied": ("if i > 2:\n    t = 0.5\nu = t\nif i > 1:\n    x[i] = u * 2.0", "t"),
    "copied_early": ("for j in range(2):\n    u = t\n    t = 0.5\nx[i] = u", "t"),
    "constant": ("if i > 2:\n    t = TENTH\nx[i] = t", "t"),
    "constant_condition": ("if YES > 0:\n    t = TENTH\nx[i] = t", "t"),
    "integer": ("if i > 2:\n    t = 3\nx[i] = t", "t"),
    "truth": ("if i > 2:\n    t = True\nif t:\n    x[i] = 3", "t"),
    "condition": ("if i > 2:\n    t = 0.5\nx[i] = 4.0 if t else 9.0", "t"),
    "sentinel": ("if i > 100:\n    t = -1.0\nif t < 0.0:\n    x[i] = 7", "t"),
    "function": ("for j in range(4):\n    x[i] += unset(j + i)", ""),
    "function_of_two": ("a, b = two(i)\nx[i] = a - b", ""),
    "table": ("if i > 2:\n    k = 1\nx[i] = T[k]", "k"),
    "table_in_loop": ("for j in range(2):\n    x[i] += U[k]\n    k = 4", "k"),
    "table_set": ("k = 1\nif i > 2:\n    x[i] = T[k]", ""),
}
FUNCTIONS = """
@tack.func
def unset(c):
    if c > 2:
        t = 1.1
    return t

@tack.func
def two(c):
    if c > 2:
        t = 1.1
    return t, c
"""
VECTORS = """
@tack.kernel
def vectors(x):
    for i in range(len(x)):
        if i > 2:
            v = [1.1, 2.2]
        x[i] = v[0] + v.y + v[i % 2]

@tack.kernel
def cast(x):
    for i in range(len(x)):
        if i > 2:
            t = 0.1
        x[i] = tack.f64(i) * t

@tack.kernel
def before_loop(x, y):
    if y[0] > 5:
        t = 0.1
        v = [1.1, 2.2]
    for i in range(len(x)):
        x[i] = t + v.x

@tack.kernel
def returned(x, y) -> tack.f64:
    if y[0] > 5:
        t = 0.1
    for i in range(len(x)):
        x[i] = t
    return t
"""


def indented(text, by):
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def kernel_text():
    out = "import tack\n"
    out += "".join(f"{name} = tack.constant({value!r})\n" for name, value in CONSTANTS.items())
    for name, (body, _) in BODIES.items():
        out += f"@tack.kernel\ndef {name}(x):\n    for i in range(len(x)):\n{indented(body, 8)}"
    return out + FUNCTIONS + VECTORS


def reference(body, zeros):
    text = FUNCTIONS.replace("    if c", "    t = 0.0\n    if c") + "def run(x):\n"
    text += "    for i in range(len(x)):\n"
    text += indented("".join(f"{name} = 0\n" for name in zeros.split()) + body, 8)
    names = dict(CONSTANTS, tack=types.SimpleNamespace(func=lambda f: f))
    exec(text, names)
    return names["run"]


@pytest.fixture(scope="module", name="unset")
def unset_module(tmp_path_factory):
    made = Module(kernel_text(), tmp_path_factory.mktemp("unset"))
    yield made
    made.close()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", BODIES)
def test_unset_locals(unset, name, dtype):
    expected = np.zeros(9, dtype)
    reference(*BODIES[name])(expected)
    got = unset.run(name, np.zeros(9, dtype))[0]
    # The sum of two literals is rounded once in Python's f64, of f32 at each step.
    assert np.allclose(got, expected, rtol=1e-6 if dtype is np.float32 else 1e-15, atol=0)


def test_unset_vectors_and_casts(unset):
    is_set = np.arange(9) > 2
    second = np.where(np.arange(9) % 2 == 1, 2.2, 1.1)
    got = unset.run("vectors", np.zeros(9))[0]
    assert np.allclose(got, np.where(is_set, 1.1 + 2.2 + second, 0.0), rtol=1e-15, atol=0)
    # Exact, though no array is f64.
    got = unset.run("cast", np.zeros(9, np.float32))[0]
    assert same(got, np.where(is_set, np.arange(9) * 0.1, 0.0).astype(np.float32))


@pytest.mark.parametrize("first", [4, 6])
def test_unset_before_the_loop(unset, first):
    y = np.full(1, first, np.int32)
    got = unset.run("before_loop", np.zeros(5), y)[0]
    assert same(got, np.full(5, 0.1 + 1.1 if first > 5 else 0.0))
    unset.run("returned", np.zeros(5), y)
    assert unset.returned == (0.1 if first > 5 else 0.0)
