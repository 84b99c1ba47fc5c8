# SPDX-License-Identifier: Apache-2.0
"""`tack run --check`: every kind of finding, with its lines, and nothing where nothing is wrong."""

import os

import numpy as np
import pytest
from command import call

HEAD = "import tack\n\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, *words, code=1):
        (tmp_path / "k.py").write_text(HEAD + text)
        out, err = call("run", "--check", "k.py", "k", *words, code=code)
        assert out == ""
        return err

    return run


def test_index_outside(check):
    err = check(
        """@tack.kernel
def k(x):
    for i in range(len(x) + 2):
        x[i] = x[i - 1]
""",
        "f32[5]",
    )
    assert (
        "k.py:6:18: error: index -1 is outside array 'x', whose number of elements is 5, "
        "in iteration i = 0\n   6 |         x[i] = x[i - 1]\n     |                  ^~~~~\n" in err
    )
    assert "k.py:6:11: error: index 5 is outside array 'x'" in err and "iteration i = 5\n" in err


def test_index_outside_one_dimension_alone(check):
    """The element exists: it is the next row's."""
    err = check(
        """@tack.kernel
def k(a, out):
    for y, x in tack.ndindex((1, 3), a.shape[1]):
        out[y, x] = a[y - 1, x + 1]
""",
        "i32[3,4]",
        "i32[3,4]",
    )
    assert err.count("error") == 1
    assert (
        "k.py:6:30: error: index 4 is outside dimension 1 of array 'a', whose extent is 4, "
        "in iteration (y, x) = (1, 3)" in err
    )


def test_index_outside_in_a_device_function(check):
    err = check(
        """@tack.func
def at(a, n):
    return a[n + 1]

@tack.kernel
def k(x, y):
    for i in range(len(x)):
        y[i] = at(x, i)
""",
        "u8[3]",
        "u8[3]",
    )
    assert "k.py:5:14: error: index 3 is outside array 'x'" in err
    assert "k.py:10:16: note: called here\n  10 |         y[i] = at(x, i)" in err


def test_local_arrays(check):
    err = check(
        """@tack.kernel
def k(x):
    for i in range(len(x)):
        t = tack.local_array(tack.i32, 3)
        for n in range(i):
            t[n] = n
        x[i] = t[0]
""",
        "i32[5]",
    )
    assert "k.py:8:15: error: index 3 is outside array 't', whose number of elements is 3" in err
    assert "in iteration i = 4" in err
    assert (
        "k.py:9:16: error: an element of local array 't' is read before anything is stored to it, "
        "in iteration i = 0" in err
    )


def test_races(check):
    err = check(
        """@tack.kernel
def k(x, y):
    for i in range(10, 20, 2):
        x[i // 4] = i
        y[i] = y[i - 2] + 1
""",
        "i32[20]",
        "i32[20]",
    )
    assert (
        "k.py:6:9: error: iteration i = 14 writes an element of array 'x' that iteration i = 12 "
        "writes; their order is not defined" in err
    )
    assert (
        "k.py:7:16: error: iteration i = 12 reads an element of array 'y' that iteration i = 10 "
        "writes" in err
    )
    assert (
        "k.py:7:9: note: written here, in iteration i = 10\n   7 |         y[i] = y[i - 2]" in err
    )


def test_races_of_what_is_read_first(check):
    err = check(
        """@tack.kernel
def k(x):
    for i in range(len(x) - 1):
        x[i] = x[i + 1] + 1
""",
        "i32[4]",
    )
    assert (
        "k.py:6:9: error: iteration i = 1 writes an element of array 'x' that iteration i = 0 reads"
        in err
    )
    assert "k.py:6:16: note: read here, in iteration i = 0" in err


def test_races_through_two_names(check):
    np.save("a.npy", np.zeros(8, np.int32))
    err = check(
        """@tack.kernel
def k(x, y):
    for i in range(1, len(x)):
        x[i] = y[i - 1]
""",
        "rw:a.npy",
        "rw:a.npy",
    )
    assert "reads an element of array 'y' that iteration i = 1 writes as one of array 'x'" in err


def test_reads_of_locals(check):
    err = check(
        """@tack.kernel
def k(x):
    for i in range(len(x)):
        if x[i] > 2:
            v = 7
        x[i] = v
""",
        "i32[5]",
    )
    assert "k.py:8:16: error: local 'v' is read before it is assigned, in iteration i = 0" in err


@pytest.mark.parametrize("value", ["1.0", "2.5 * 2", "[1.0, 2.0].x", "True", "7", "x[i] + 1.0"])
@pytest.mark.parametrize("head", ["if i > 2:", "for j in range(i - 2):"])
def test_reads_of_locals_that_hold_literals(check, head, value):
    err = check(
        f"""@tack.kernel
def k(x):
    for i in range(len(x)):
        {head}
            v = {value}
        x[i] = v
""",
        "f32[5]",
    )
    assert "k.py:8:16: error: local 'v' is read before it is assigned, in iteration i = 0" in err


def test_division_and_shifts(check):
    err = check(
        """@tack.kernel
def k(x, n):
    for i in range(len(x)):
        x[i] = 5 // (i - 2)
        x[i] = x[i] + 5 % (i - 3)
        x[i] = x[i] + (1 << (i + 30)) + (tack.u8(1) >> (i + 6)) + (1 << (i - 1))
        x[i] += n // i
""",
        "i32[5]",
        "3",
    )
    for line, column, text in [
        (6, 16, "integer division by zero, which gives 0, in iteration i = 2"),
        (7, 23, "integer division by zero, which gives the dividend, in iteration i = 3"),
        (8, 24, "shift by 32 of a value of type i32, whose counts are from 0 to 31"),
        (8, 42, "shift by 8 of a value of type u8, whose counts are from 0 to 7"),
        (8, 68, "shift by -1 of a value of type i32"),
        (9, 17, "integer division by zero, which gives 0, in iteration i = 0"),
    ]:
        assert f"k.py:{line}:{column}: error: {text}" in err, (line, column, err)
    assert err.count("error") == 6


def test_division_of_floats(check):
    """Debug mode raises for these as well."""
    err = check(
        """@tack.kernel
def k(x, y):
    for i in range(len(x)):
        x[i] = 5.0 // (i - 2.0)
        x[i] += y[i] % (x[i] + 3.0) + 1.0 / (i - 1.0)
        v = tack.Vector([1.0, 2.0]) // tack.Vector([1.0, i * 0.5])
        x[i] = v.x
""",
        "f64[3]",
        "f32[3]",
    )
    for line, column, iteration in [(6, 16, 2), (7, 17, 0), (8, 13, 0)]:
        text = f"k.py:{line}:{column}: error: division by zero, which gives nan, in iteration i = "
        assert text in err, (line, err)
    assert "in iteration i = 2" in err and err.count("error") == 3


def test_components_tables_and_steps(check):
    """They have a meaning outside, so nothing else tells."""
    err = check(
        """C = tack.constant((1.0, 2.0, 3.0))
M = tack.constant(((1, 2), (3, 4)))


@tack.kernel
def k(x, va, n):
    for i in range(len(x)):
        v = [i, i]
        x[i] = v[i] + va[i][i + 1] + C[i - 1]
        v[i + 1] = 1
        m = tack.Matrix([[i, i], [i, i]])
        m[0, i] += M[i, 0] + M[1][i + n]
        for j in range(3, 0, n - i):
            x[i] += 1
        x[i] += v[i] if i < 2 else 0
""",
        "f32[3]",
        "f32x3[3]",
        "1",
    )
    inside = ", in iteration i = "
    for line, column, text in [
        (11, 18, f"index 2 is outside vector 'v', whose extent is 2{inside}2"),
        (11, 29, f"index 3 is outside an element of array 'va', whose extent is 3{inside}2"),
        (11, 40, f"index -1 is outside constant 'C', whose extent is 3{inside}0"),
        (12, 11, f"index 2 is outside vector 'v', whose extent is 2{inside}1"),
        (14, 14, f"index 2 is outside dimension 1 of matrix 'm', whose extent is 2{inside}2"),
        (14, 22, f"index 2 is outside dimension 0 of constant 'M', whose extent is 2{inside}2"),
        (14, 35, f"index 2 is outside dimension 1 of constant 'M', whose extent is 2{inside}1"),
        (
            15,
            30,
            "the step of range is 0, so the loop does not run: a step is positive" + inside + "1",
        ),
    ]:
        assert f"k.py:{line}:{column}: error: {text}\n" in err, (line, column, err)
    assert err.count("error") == 8


def test_counts_of_shifts_as_they_are_written(check):
    """The count takes the type of what is shifted, which may cut it off: i8 << 256 is no shift by 0."""
    err = check(
        """@tack.kernel
def k(x, v, n):
    for i in range(len(x)):
        x[i] = x[i] << (256 + i)
        v[i] = v[i] >> (n + 40)
        x[i] <<= i
""",
        "i8[3]",
        "i64[3]",
        "5000000000",
    )
    assert (
        "k.py:6:16: error: shift by 256 of a value of type i8, whose counts are from 0 to 7" in err
    )
    assert "k.py:7:16: error: shift by 5000000040 of a value of type i64" in err
    assert err.count("error") == 2


def test_indices_of_atomics(check):
    err = check(
        """@tack.kernel
def k(x, v):
    for i in range(len(x) + 1):
        tack.atomic_add(x, i, 1)
        tack.atomic_max(v, (i // 3, i), 7)
""",
        "u32[4]",
        "i32[2,4]",
    )
    assert "k.py:6:28: error: index 4 is outside array 'x', whose number of elements is 4" in err
    assert "k.py:7:37: error: index 4 is outside dimension 1 of array 'v', whose extent is 4" in err
    assert err.count("error") == 2


def test_guards_guard(check):
    """What a guard does not reach is not computed, though the compiler would."""
    err = check(
        """@tack.kernel
def k(x, n):
    for i in range(len(x)):
        known = i > 1
        if known:
            v = 3
        a = n != 0 and 5 // n > 1
        b = i < 31 and (1 << i) > 3
        c = (1 << (i + 30)) if i < 2 else 7
        d = 0 < i < 31 < (1 << i) if i < 30 else 0
        e = known and v > 2
        if i + 1 < len(x) and x[i + 1] == 0:
            x[i] = x[i] + a + b + c + d + e
""",
        "i32[40]",
        "0",
    )
    # Only the one that is real.
    assert err.count("error") == 1, err
    assert "iteration i = 1 writes an element of array 'x' that iteration i = 0 reads" in err


def test_nothing_of_the_compilers_own(check):
    """Powers, mathematical functions, conversions, loops and returns of the library's own code."""
    err = check(
        """import math

@tack.func
def pick(v, n):
    if v < 0:
        return 0 - n
    if v > 4:
        return n
    return n * v

@tack.kernel
def k(x, y, n):
    total = 0
    for i in range(len(x)):
        x[i] = math.sin(i) + tack.f32(i) ** 2.5 + abs(i - 3) + float(i) % 2.5 - float(i) // 0.5
        y[i] = pick(i - 2, 3) ** n + i ** 3 + 7 // (i + 1) + -7 % (i + 1) + int(x[i] * 1e30)
        total += i
        j = 0
        while True:
            j += 1
            if j > i:
                break
            if j == 2:
                continue
            y[i] += total + j
        for a, b in tack.ndindex(2, (1, 3)):
            y[i] ^= a << b
        p, q = y[i], i
        y[i] = q + (p if q > 3 else -p)
""",
        "f32[9]",
        "i32[9]",
        "5",
        code=0,
    )
    assert err == "tack: 9 iterations checked, nothing found\n"


def test_files_change_only_without_findings(check):
    np.save("a.npy", np.arange(4, dtype=">i4"))
    text = """@tack.kernel
def k(a, out, shift):
    for i in range(len(a)):
        a[i] = a[i] + 1
        out[i + shift] = a[i]
"""
    check(text, "rw:a.npy", "out.npy=i32[4]", "1")
    assert sorted(os.listdir()) == ["a.npy", "k.py"]
    assert np.load("a.npy").tolist() == [0, 1, 2, 3]
    check(text, "rw:a.npy", "out.npy=i32[4]", "0", code=0)
    assert np.load("a.npy").tolist() == np.load("out.npy").tolist() == [1, 2, 3, 4]
    assert np.load("a.npy").dtype == ">i4"


def test_results_are_those_of_the_compiled_kernel(check):
    x = np.random.default_rng(5).random(100).astype(np.float32)
    np.save("x.npy", x)
    text = """import math

@tack.kernel
def k(x, y):
    for i in range(len(x)):
        y[i] = math.exp(x[i]) / (x[i] + 0.5)
"""
    check(text, "x.npy", "checked.npy=f32[100]", code=0)
    call("run", "k.py", "k", "x.npy", "run.npy=f32[100]", code=0)
    np.testing.assert_array_equal(np.load("checked.npy"), np.load("run.npy"))


def test_refusals_and_empty_runs(check):
    text = "@tack.kernel\ndef k(x, n):\n    for i in range(10 // n):\n        x[i] = {}\n"
    assert "k.py:6:16: error: name 'what'" in check(text.format("what"), "i32[3]", "1")
    assert "division by zero" in check(text.format("1"), "i32[3]", "0")
    assert check(text.format("1"), "i32[3]", "20", code=0) == "tack: no iteration to check\n"
    err = check(text.format("1"), "i32[3]", "20", "--time", code=2)
    assert "leave out --time" in err


def test_many_findings_are_cut(check):
    body = "".join(f"        x[i + {n}] = 1\n" for n in range(100, 130))
    err = check("@tack.kernel\ndef k(x):\n    for i in range(len(x)):\n" + body, "i32[3]")
    assert err.count("error") == 20 and "tack: 10 more findings are not shown" in err


def test_statements_before_the_loop_see_what_was_before(check):
    """They are no part of the iterations: no race with them, and the values of before."""
    text = """@tack.kernel
def k(x, y) -> int:
    first = x[0]
    second = x[1] if first > 4 else 100
    for i in range(8):
        tack.atomic_add(x, 0, 1)
        x[i + 1] = first + i
        y[i] = first * 10 + second
    return x[0] * 100 + first + y[7]
"""
    np.save("x.npy", np.arange(5, 15, dtype=np.int32))
    with open("k.py", "w") as file:
        file.write(HEAD + text)
    out, err = call("run", "--check", "k.py", "k", "x.npy", "y.npy=i32[8]", code=0)
    assert err == "tack: 8 iterations checked, nothing found\n"
    assert np.load("y.npy").tolist() == [56] * 8
    assert out == call("run", "k.py", "k", "x.npy", "i32[8]", code=0)[0] == f"{1300 + 5 + 56}\n"


def test_faults_before_the_loop_and_in_the_value(check):
    err = check(
        """@tack.kernel
def k(x, n) -> int:
    if n < 0:
        late = 1
    a = x[n + 5]
    for i in range(4):
        tack.atomic_add(x, 0, a + late)
        x[i + 1] = 5 // n
    return x[n + 7] // n
""",
        "i32[5]",
        "0",
    )
    for line, column, message in (
        (7, 11, "index 5 is outside array 'x', whose number of elements is 5, before the loop"),
        (9, 35, "local 'late' is read before it is assigned, in iteration i = 0"),
        (10, 20, "integer division by zero, which gives 0, in iteration i = 0"),
        (
            11,
            14,
            "index 7 is outside array 'x', whose number of elements is 5, in the return value",
        ),
        (11, 12, "integer division by zero, which gives 0, in the return value"),
    ):
        assert f"k.py:{line}:{column}: error: {message}" in err, (line, column, err)
    assert err.count("error") == 5


def test_the_value_of_an_empty_loop_is_checked(check):
    text = "@tack.kernel\ndef k(x, n) -> float:\n    for i in range(n):\n        x[i] = 1\n"
    err = check(text + "    return x[5]\n", "f32[3]", "0")
    assert "k.py:7:14: error: index 5 is outside" in err and "in the return value" in err
    with open("k.py", "w") as file:
        file.write(HEAD + text + "    return x[2] + 0.5\n")
    out, err = call("run", "--check", "k.py", "k", "f32[3]", "3", code=0)
    assert out == "1.5\n" and "3 iterations checked" in err


def test_atomics_outside_their_array(check):
    err = check(
        """@tack.kernel
def k(x, y):
    for i in range(3):
        y[i] = tack.atomic_add(x, i * 2, 1)
""",
        "i32[4]",
        "i32[3]",
    )
    assert err.count("error") == 1
    assert "k.py:6:" in err and "index 4 is outside array 'x'" in err and "i = 2" in err


def test_iterations_of_many_dimensions_are_named(check):
    err = check(
        """@tack.kernel
def k(x):
    for a, b, c, d, e in tack.ndindex(2, (3, 5), 2, 3, 2):
        if a == 1 and b == 4 and c == 1 and d == 2 and e == 0:
            x[4] = 1
""",
        "i32[4]",
    )
    assert "in iteration (a, b, c, d, e) = (1, 4, 1, 2, 0)\n" in err


def test_races_of_vectors_and_objects(check):
    np.save("v.npy", np.zeros((5, 3), np.float32))
    err = check(
        """@tack.device_class
class C:
    def __init__(self, v):
        self.v = v

    @tack.func
    def at(self, i):
        return self.v[i].y

@tack.kernel
def k(c, n):
    for i in range(len(c.v) - 1):
        c.v[i].y = c.at(i + 1) + n
        c.v[i].z = c.v[i + 1].x
""",
        "C(v=rw:vector:v.npy)",
        "1",
    )
    assert "element of array 'c.v' that iteration" in err, err
    assert err.count("error") == 1, err  # only the y components meet
