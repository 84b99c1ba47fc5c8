# SPDX-License-Identifier: Apache-2.0
"""What print can be given: every type, nothing, thousands of values, signs that mean something elsewhere."""

import importlib.util
import os
import threading
import time

import numpy as np
import pytest
from dtypes import INTS, NUMPY

import tack

SLOW = os.environ.get("TACK_SLOW") == "1"


@tack.kernel
def every_type(a, b, c, d, e, f, g, h, x, y, n):
    for i in range(len(a)):
        print(a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i], x[i], y[i], n, i > 0, not a[i])


@tack.kernel
def nothing(n):
    for i in range(n):
        print()


@tack.kernel
def signs(x):
    for i in range(1):
        print("100% %d %s %n %%", x[i], "{} {0} {x!r}", "\x00|\t|\\|'|\"|é|漢|🙂")
        print("")
        print("", x[i], "")
        print("one" 'two' """three
four""")  # fmt: skip


@tack.kernel
def sometimes(x, n):
    for i in range(len(x)):
        if i == n:
            print("reached", i)
        x[i] = i


def test_every_type(capsys):
    arrays = []
    for name in INTS:
        info = np.iinfo(NUMPY[name])
        arrays.append(tack.asarray(np.array([info.min, info.max], info.dtype)))
    floats = [np.array([0.1, -0.0], np.float32), np.array([0.1, np.inf], np.float64)]
    every_type(*arrays, *map(tack.asarray, floats), 2**63)
    lines = sorted(capsys.readouterr().out.splitlines(), reverse=True)
    expected = [
        "127 32767 2147483647 9223372036854775807 255 65535 4294967295 18446744073709551615"
        " -0.0 inf 9223372036854775808 1 0",
        "-128 -32768 -2147483648 -9223372036854775808 0 0 0 0 0.1 0.1 9223372036854775808 0 0",
    ]
    assert sorted(lines) == sorted(expected)


def test_without_arguments(capsys):
    nothing(5)
    assert capsys.readouterr().out == "\n" * 5


def test_signs_are_themselves(capsys):
    signs(tack.full(1, 0.5))
    assert capsys.readouterr().out == (
        "100% %d %s %n %% 0.5 {} {0} {x!r} \x00|\t|\\|'|\"|é|漢|🙂\n\n 0.5 \nonetwothree\nfour\n"
    )


def test_thousands_of_arguments(tmp_path, capsys):
    count = 10_000
    values = ", ".join(f"x[{k % 3}]" for k in range(count))
    path = tmp_path / "many.py"
    path.write_text(
        "import tack\n\n@tack.kernel\ndef many(x):\n    for i in range(2):\n"
        f"        print({values})\n\n@tack.kernel\ndef long(x):\n    for i in range(2):\n"
        f'        print("{"a" * 70_000}", x[i])\n'
    )
    spec = importlib.util.spec_from_file_location("many", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x = tack.asarray([1, 22, 333], tack.i32)
    module.many(x)
    line = " ".join(str((1, 22, 333)[k % 3]) for k in range(count))
    assert capsys.readouterr().out.splitlines() == [line, line]
    module.long(x)
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "a" * 70_000 + " 1",
        "a" * 70_000 + " 22",
    ]


@tack.kernel
def numbered(thread, n):
    for i in range(n):
        print("thread", thread, "line", i * 0 + 1)
        print("thread", thread, "line", i * 0 + 2)
        print("thread", thread, "line", i * 0 + 3)


def test_many_threads_of_the_host(capsys):
    count = 10_000 if SLOW else 300
    alive = [threading.Thread(target=numbered, args=(k, 2)) for k in range(count)]
    for begin in range(0, count, 300):
        for thread in alive[begin : begin + 300]:
            thread.start()
        for thread in alive[begin : begin + 300]:
            thread.join()
    seen = {k: [] for k in range(count)}
    for line in capsys.readouterr().out.splitlines():
        _, thread, _, number = line.split()
        seen[int(thread)].append(int(number))
    # Two items: each keeps its own order, and no line is lost.
    for lines in seen.values():
        assert sorted(lines) == [1, 1, 2, 2, 3, 3]
        assert lines[0] == 1 and lines[-1] == 3


def test_a_print_that_is_not_reached_costs_nothing(capsys):
    x = tack.zeros(1 << 20, tack.i32)

    @tack.kernel
    def silent(x, n):
        for i in range(len(x)):
            x[i] = i

    def best(kernel):
        times = []
        for _ in range(9):
            start = time.perf_counter()
            kernel(x, -1)
            times.append(time.perf_counter() - start)
        return min(times)

    assert best(sometimes) < 20 * best(silent) + 0.01
    assert capsys.readouterr().out == ""
    sometimes(x, 77)
    assert capsys.readouterr().out == "reached 77\n"


NO_VALUES = [("x", 24), ("tack.f32", 24), ("helper", 24), ("range", 24), ("(x[0], 1)", 25), ("x[0:2]", 26),
             ("None", 24)]  # fmt: skip


@pytest.mark.parametrize("what, column", NO_VALUES)
def test_what_is_no_value(tmp_path, what, column):
    path = tmp_path / "wrong.py"
    path.write_text(
        "import tack\n\n@tack.func\ndef helper(v):\n    return v\n\n@tack.kernel\ndef k(x):\n"
        f"    for i in range(1):\n        print('value', {what})\n"
    )
    spec = importlib.util.spec_from_file_location("wrong", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(tack.UnsupportedSyntaxError, match=f"line 4, column {column}"):
        module.k(tack.zeros(3))
