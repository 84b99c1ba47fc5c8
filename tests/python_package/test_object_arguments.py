# SPDX-License-Identifier: Apache-2.0
"""Random arguments, objects in objects among them: every number arrives where it belongs."""

import importlib.util
import itertools

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tack


@tack.device_class
class Node:
    """Its attributes are set by the test."""


NAMES = [f"{letter}{digit}" for letter in "azmbq" for digit in range(3)]
numbers = st.one_of(
    st.integers(-100, 100),
    st.integers(2**31, 2**40),
    st.integers(2**63, 2**64 - 1),
    st.integers(-1000, 1000).map(lambda n: n / 8),
    st.booleans(),
    st.integers(-100, 100).map(np.int16),
)
arrays = st.tuples(st.integers(1, 4), st.sampled_from(["f32", "f64", "i32", "u8"]))
ignored = st.sampled_from(["text", None, [1, 2], object()])


def structures(depth):
    value = st.one_of(numbers, arrays.map(lambda a: ("array", *a)), ignored)
    if depth:
        value = st.one_of(value, structures(depth - 1))
    return st.dictionaries(st.sampled_from(NAMES), value, max_size=5)


def build(value, counter):
    """The argument, and its leaves as (path, element or None, expected)."""
    if isinstance(value, tuple):
        _, length, dtype = value
        data = np.arange(length) + next(counter) % 100
        return tack.asarray(data, getattr(tack, dtype)), [(f"[{length - 1}]", data[-1])]
    if isinstance(value, dict):
        item, leaves = Node(), []
        for name, inner in value.items():
            made, below = build(inner, counter)
            setattr(item, name, made)
            leaves += [(f".{name}{path}", expected) for path, expected in below]
        item._hidden = 1
        return item, leaves
    if value is None or isinstance(value, (str, list)) or type(value) is object:
        return value, []
    return value, [("", value)]


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(arguments=st.lists(st.one_of(numbers, structures(2)), min_size=1, max_size=5))
def test_random_arguments(tmp_path_factory, arguments):
    counter = itertools.count(1)
    made = [build(argument, counter) for argument in arguments]
    leaves = [(f"p{k}{path}", want) for k, (_, below) in enumerate(made) for path, want in below]
    parameters = ", ".join(f"p{k}" for k in range(len(made)))
    lines = [f"        out[{n}] = {path}" for n, (path, _) in enumerate(leaves)]
    text = "\n".join(
        [
            "import tack",
            "@tack.kernel",
            f"def kernel({parameters}, out, n):",
            "    for i in range(n):",
            *(lines or ["        pass"]),
        ]
    )
    path = tmp_path_factory.mktemp("kernel") / "kernel.py"
    path.write_text(text + "\n")
    spec = importlib.util.spec_from_file_location("kernel", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    out = tack.zeros(max(1, len(leaves)), tack.f64)
    for _ in range(2):  # cold and warm
        out.fill(0)
        module.kernel(*(argument for argument, _ in made), out, 1)
        got = out.numpy().tolist()
        assert got[: len(leaves)] == [float(want) for _, want in leaves]
    assert tack._tack._variant_count(module.kernel) == 1
