# SPDX-License-Identifier: Apache-2.0
"""Chains of elif of any length, against the same chain in Python."""

import importlib.util
import textwrap
import time

import numpy as np
import pytest

import tack


def module_of(tmp_path, source, name="chains"):
    path = tmp_path / f"{name}.py"
    path.write_text("import tack\n\n" + textwrap.dedent(source))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def chain(arms, arm, last=""):
    """if ... elif ... of `arms` arms; arm(k) is a condition and a statement."""
    text = ""
    for k in range(arms):
        condition, statement = arm(k)
        text += f"{'elif' if k else 'if'} {condition}:\n    {statement}\n"
    return text + (f"else:\n    {last}\n" if last else "")


def indented(text, depth):
    return textwrap.indent(text, "    " * depth)


LENGTHS = [2, 24, 25, 180]


@pytest.mark.parametrize("arms", LENGTHS)
def test_chains(tmp_path, arms):
    body = chain(arms, lambda k: (f"v == {3 * k}", f"w = v * {k + 1} + t"), "w = -v")
    sum_up = chain(arms, lambda k: (f"v < {2 * k}", f"w += {k}"))
    source = f"""
@tack.kernel
def kernel(x, y):
    for i in range(len(x)):
        v = x[i]
        t = 1
        w = 0
{indented(body, 2)}
        t = w
{indented(sum_up, 2)}
        y[i] = w + t

def reference(v):
    t = 1
    w = 0
{indented(body, 1)}
    t = w
{indented(sum_up, 1)}
    return w + t
"""
    module = module_of(tmp_path, source)
    x = np.random.default_rng(1).integers(-10, 3 * arms + 10, 1000, np.int32)
    y = tack.zeros(1000, tack.i32)
    module.kernel(tack.asarray(x), y)
    assert y.numpy().tolist() == [module.reference(int(v)) for v in x]


def test_arms_leave_loops_and_functions(tmp_path):
    arms = 60
    leave = ["break", "continue", "w += 1", "w *= 2"]
    body = chain(arms, lambda k: (f"v % {arms + 3} == {k}", leave[k % 4]), "w -= 1")
    choose = chain(arms, lambda k: (f"v == {k}", f"return v * {k}"), "return -1")
    source = f"""
@tack.func
def choose(v):
{indented(choose, 1)}

@tack.kernel
def kernel(x, y):
    for i in range(len(x)):
        w = 0
        for j in range(40):
            v = x[i] + j
{indented(body, 3)}
            w += 3
        y[i] = w + choose(x[i])

@tack.kernel
def leaving(x, y):
    for i in range(len(x)):
        v = x[i]
{indented(chain(arms, lambda k: (f"v == {k}", "continue" if k % 2 else f"y[i] = {k}")), 2)}
        y[i] += 1000

def reference(x):
    def choose(v):
{indented(choose, 2)}
    w = 0
    for j in range(40):
        v = x + j
{indented(body, 2)}
        w += 3
    return w + choose(x)
"""
    module = module_of(tmp_path, source)
    x = np.arange(-5, 90, dtype=np.int32)
    y = tack.zeros(len(x), tack.i32)
    module.kernel(tack.asarray(x), y)
    want = [np.int64(module.reference(int(v))).astype(np.int32) for v in x]
    assert y.numpy().tolist() == want
    y.fill(0)
    module.leaving(tack.asarray(x), y)
    odd = (x >= 0) & (x < arms) & (x % 2 == 1)
    even = (x >= 0) & (x < arms) & (x % 2 == 0)
    assert y.numpy().tolist() == np.where(odd, 0, np.where(even, x + 1000, 1000)).tolist()


def test_conditions_are_evaluated_in_order_until_one_holds(tmp_path):
    # A guard: the later conditions read outside the array.
    arms = 40
    body = chain(arms, lambda k: (f"i < {k + 1} or x[i - {k + 1}] < 0", f"y[i] = {k}"))
    source = f"""
@tack.kernel
def kernel(x, y):
    for i in range(len(x)):
{indented(body, 2)}
"""
    module = module_of(tmp_path, source)
    tack.debug(True)
    try:
        y = tack.full(100, -1, tack.i32)
        module.kernel(tack.arange(100), y)
    finally:
        tack.debug(False)
    assert y.numpy().tolist() == [i if i < arms else -1 for i in range(100)]


def test_local_without_a_value(tmp_path):
    body = chain(30, lambda k: (f"x[i] == {k}", "pass" if k == 7 else f"u = {k}"), "u = 1")
    source = f"""
@tack.kernel
def kernel(x):
    for i in range(len(x)):
{indented(body, 2)}
        x[i] = u
        x[i] = never
        never = 1
"""
    module = module_of(tmp_path, source)
    with pytest.raises(NameError, match="'never'"):
        module.kernel(tack.zeros(3, tack.i32))


def test_missing_return_in_one_arm(tmp_path):
    body = chain(30, lambda k: (f"v == {k}", "pass" if k == 7 else f"return {k}"), "return 1")
    source = f"""
@tack.func
def choose(v):
{indented(body, 1)}

@tack.kernel
def kernel(x):
    for i in range(len(x)):
        x[i] = choose(x[i])
"""
    module = module_of(tmp_path, source)
    with pytest.raises(tack.UnsupportedSyntaxError, match="may end without a return"):
        module.kernel(tack.zeros(3, tack.i32))


def test_compile_time_grows_with_length_alone(tmp_path):
    def seconds(arms):
        body = chain(arms, lambda k: (f"v == {k}", f"w = v * {k}"), "w = -v")
        source = f"""
@tack.kernel
def kernel(x, y):
    for i in range(len(x)):
        v = x[i]
        w = 0
{indented(body, 2)}
        y[i] = w
"""
        module = module_of(tmp_path, source, f"chain{arms}")
        start = time.process_time()
        module.kernel(tack.zeros(5, tack.i32), tack.zeros(5, tack.i32))
        return time.process_time() - start

    seconds(100)
    assert seconds(600) < 10 * seconds(150)
