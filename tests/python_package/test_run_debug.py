# SPDX-License-Identifier: Apache-2.0
"""`tack run --debug` and TACK_DEBUG=1: what is wrong, where, and in which iteration."""

import os

import numpy as np
import pytest
from command import call

KERNELS = """import tack

@tack.func
def at(a, i):
    return a[i]

@tack.kernel
def shift(x, y, k):
    for i in range(3, len(y), 2):
        y[i] = x[i + k]

@tack.kernel
def grid(a, k):
    for y, x in tack.ndindex((1, a.shape[0]), a.shape[1]):
        a[y, x + k] = 1

@tack.kernel
def deep(a, n):
    for i, j, k, m, q in tack.ndindex(2, (3, 5), 2, 2, 2):
        if j == 4 and m == 1 and q == 0 and k == 1 and i == 1:
            a[n] = 1

@tack.kernel
def divide(x, n):
    for i in range(len(x)):
        if i == 5:
            x[i] = x[i] // n

@tack.kernel
def calls(x, n) -> int:
    first = x[n]
    for i in range(len(x)):
        x[i] = at(x, i + first)
    return x[n]

@tack.kernel
def around(x, n) -> int:
    for i in range(1):
        pass
    return x[n]

@tack.device_class
class C:
    __tack_iterate__ = ("w", "h")

    def __init__(self):
        self.w = self.h = 3

    @tack.kernel
    def put(self, x):
        for c in self:
            x[c] = 1
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.py").write_text(KERNELS)
    monkeypatch.setenv("TACK_DEBUG", "1")

    def run(*words, code=1, **env):
        out, err = call("run", "k.py", *words, code=code, env={**os.environ, **env})
        assert out == "" or code == 0
        return err

    return run


@pytest.mark.parametrize("threads", ["1", "2", "7"])
@pytest.mark.parametrize("gang", ["1", "4", "16", ""])
def test_the_iteration_and_the_line_are_named(run, threads, gang):
    env = {"TACK_CPU_THREADS": threads, "TACK_CPU_GANG": gang}
    err = run("shift", "f32[20]", "f32[21]", "1", **env)
    assert err == (
        "tack: Kernel 'shift': index 20 of array 'x' at line 4, column 18 is outside its extent "
        "20, in iteration i = 19.\n"
        "k.py:10:18: note: in kernel 'shift'\n  10 |         y[i] = x[i + k]\n"
        "     |                  ^~~~~\n"
    )
    run("shift", "f32[22]", "f32[21]", "1", code=0, **env)


def test_dimensions(run):
    err = run("grid", "f32[2,3]", "1")
    assert "index 3 (dimension 1) of array 'a'" in err and "in iteration (y, x) = (1, 2)." in err
    err = run("deep", "f32[3]", "7")
    assert "index 7" in err and "in iteration (i, j, k, m, q) = (1, 4, 1, 1, 0)." in err
    err = run("C.put", "C(w=2,h=3)", "f32[3,1]")
    assert "index 1 (dimension 0)" not in err and "(dimension 1)" in err
    assert "in iteration (c[1], c[0]) = (" in err


def test_divisions_functions_and_what_is_around_the_loop(run):
    err = run("divide", "i32[9]", "0")
    assert "Kernel 'divide': division by zero at line 5, column 28, in iteration i = 5." in err or (
        "division by zero" in err and "in iteration i = 5." in err
    )
    err = run("calls", "i32[4]", "9")
    assert "index 9 of array 'x'" in err and "iteration" not in err
    err = run("around", "i32[4]", "4")
    assert "index 4 of array 'x'" in err and "iteration" not in err
    err = run("calls", "i32[4]", "0", code=0)
    np.save("x.npy", np.array([1, 0, 0, 0], np.int32))
    err = run("calls", "rw:x.npy", "0")
    assert "Device function 'at' (inlined into kernel 'calls'): index 4" in err
    assert "in iteration i = 3." in err and "inlined into kernel 'calls'" in err


def test_files_stay_as_they_were(run):
    np.save("x.npy", np.ones(4, np.float32))
    run("shift", "f32[9]", "o.npy=f32[21]", "1")
    run("shift", "rw:x.npy", "rw:x.npy", "1")
    assert np.load("x.npy").tolist() == [1, 1, 1, 1] and not os.path.exists("o.npy")
    run("shift", "f32[5]", "rw:x.npy", "1", code=0)
    assert np.load("x.npy").tolist() == [1, 1, 1, 0]


def test_the_option_and_the_variable(run, monkeypatch):
    monkeypatch.delenv("TACK_DEBUG")
    words = ("divide", "i32[9]", "0")
    assert run(*words, code=0) == ""
    assert "division by zero" in run(*words, "--debug")
    for off in ("0", "no", "off", "False", ""):
        run(*words, code=0, TACK_DEBUG=off)
    for on in ("1", "yes", "true"):
        run(*words, TACK_DEBUG=on)
    # --check finds all that it does.
    assert "k.py:27:20: error: integer division by zero" in run(*words, "--check", "--debug")


def test_messages_of_a_moved_kernel_name_its_file(run):
    """The disk cache knows the code by its text; the place is where it stands now."""
    run("divide", "i32[9]", "0")
    os.rename("k.py", "moved.py")
    _, err = call("run", "moved.py", "divide", "i32[9]", "0", code=1)
    assert "moved.py:27:20: note" in err
    with open("k.py", "w") as file:
        file.write("\n\n" + KERNELS)
    assert "k.py:29:20: note" in run("divide", "i32[9]", "0")
