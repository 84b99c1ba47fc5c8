# SPDX-License-Identifier: Apache-2.0
"""What `tack check` says of what stands around kernels agrees with Python, which does not run: what Python
refuses is an error, what Python alone knows is a note."""

import re
import subprocess
import sys

import pytest
from command import call

KERNEL = """
@tack.kernel
def k(o):
    for i in range(len(o)):
        o[i] = {}
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, *arguments, code=0):
        (tmp_path / "k.py").write_text(text)
        return call("check", "k.py", *arguments, code=code)

    return run


def python(text, tmp_path):
    """What Python says on stderr when it runs the text from a file, without places in the text."""
    (tmp_path / "program.py").write_text(text)
    command = [sys.executable, "program.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return re.sub(r" at line \d+, column \d+", "", done.stderr)


NOT_SEEN = [
    ("from math import pi", "pi", "name 'pi' is a Python float"),
    ("from math import *", "tau", "name 'tau' is a Python float"),
    ("from math import e as E", "E", "name 'E' is a Python float"),
    ("N = tack.constant(3)\nfor N in range(3): pass", "N", "name 'N' is a Python int"),
    ("for N in [1, -2.5, (3)]: pass", "N", "name 'N' is a Python"),
    ("for N, c in enumerate('ab'): pass", "N", "name 'N' is a Python int"),
    ("N = tack.constant(3)\nN += 1", "N", "name 'N' is a Python"),
    ("N = tack.constant(3) * 2", "N", "name 'N' is a Python"),
    ("W = [3]", "W", "name 'W' is a"),
    ("W = len([3])", "W", "name 'W' is a Python"),
]


@pytest.mark.parametrize("above, value, message", NOT_SEEN, ids=range(len(NOT_SEEN)))
def test_numbers_of_python_are_errors(check, tmp_path, above, value, message):
    text = "import tack\n" + above + "\n" + KERNEL.format(value)
    out, err = check(text, code=1)
    assert out == "" and message in err
    assert message in python(text + "\nk(tack.zeros(3))\n", tmp_path)


def test_numbers_of_math_may_be_in_constants(check):
    text = "import tack\nfrom math import pi, tau as T\nC = tack.constant(pi + T)\n"
    out, err = check(text + KERNEL.format("C"))
    assert "'k' is fine" in out and err == ""


DECORATED = [
    ("@tack.kernel()", "takes no options", "decorator 'tack.kernel' takes no options"),
    ("@tack.kernel(fastmath=True)", "takes no options", "takes no options"),
    ("@tack.kernel\n@tack.kernel", "made by def, not tack.Kernel", "made by def, not a kernel"),
    ("@tack.kernel\n@tack.func", "not tack.Func", "not a device function; write one decorator"),
    ("@tack.func\n@tack.kernel", "not tack.Kernel", "decorator 'tack.func' decorates"),
    ("@tack.kernel\n@staticmethod", "not staticmethod", "not a staticmethod; write @staticmethod"),
    ("@ti.kernel", "name 'ti' is not defined", "name 'ti' is not defined"),
    ("@kernel", "name 'kernel' is not", "write from tack import kernel at the top of the file"),
]


@pytest.mark.parametrize("lines, of_python, message", DECORATED, ids=[d[0] for d in DECORATED])
def test_decorators_that_python_refuses(check, tmp_path, lines, of_python, message):
    text = (
        "import tack\n\n" + lines + "\ndef k(o):\n    for i in range(len(o)):\n        o[i] = 1\n"
    )
    out, err = check(text, code=1)
    assert out == "" and "k.py:3:2: error: " in err and message in err
    assert of_python in python(text, tmp_path)
    # In a function, and in a class.
    for head in ("def make():", "@tack.device_class\nclass A:"):
        inside = "".join(f"    {line}\n" for line in text.splitlines()[2:])
        inside = inside.replace("(o)", "(self, o)") if "class" in head else inside
        out, err = check(f"import tack\n\n{head}\n{inside}", code=1)
        assert out == "" and f"k.py:{head.count(chr(10)) + 4}:2: error: " in err and message in err


def test_decorators_of_other_names(check):
    """What may be defined somehow is no error, nor are decorators of other packages."""
    body = "\ndef k(o):\n    for i in range(len(o)):\n        o[i] = 1\n"
    for above in (
        "import tack as t\n@t.kernel",
        "from tack import kernel\n@kernel",
        "from elsewhere import *\n@tack.kernel",
        "tack = __import__('tack')\n@tack.kernel",
        "try:\n    import tack\nexcept ImportError:\n    pass\n@tack.kernel",
        "import tack, functools\n@functools.cache\n@tack.kernel",
        "import numba, tack\n@numba.cuda.kernel(3)",
    ):
        assert "'k' is fine" in check(above + body)[0], above
    out, err = check("@tack.kernel" + body, code=1)
    assert "name 'tack' is not defined; write import tack at the top of the file" in err


# Each runs in Python.
OF_PYTHON = [
    ("T = {'n': tack.constant(4)}\nM = T['n']", "M"),
    ("def give(n): return tack.constant(n)\nM = give(3)", "M"),
    ("M = tack.constant(3) if len('a') else tack.constant(4)", "M"),
    ("try:\n    M = tack.constant(3)\nexcept Exception:\n    M = tack.constant(4)", "M"),
    ("for M in (tack.constant(3), tack.constant(4)): pass", "M"),
    ("def two(): return tack.constant(3), tack.constant(4)\nA, B = two()", "A + B"),
    (
        "def make(n):\n    @tack.func\n    def f(x): return x * n\n    return f\n"
        "f = make(tack.constant(3))",
        "f(i)",
    ),
    ("(M, L), *K = (tack.constant(3), tack.constant(4)), 1", "M"),
    ("if (M := tack.constant(3)): pass", "M"),
    ("def init():\n    global M\n    M = tack.constant(3)\ninit()", "M"),
    ("M = 3\ndef init():\n    global M\n    M = tack.constant(3)\ninit()", "M"),
    ("import types\nM = types.ModuleType('m')\nM.n = tack.constant(3)", "M.n"),
    ("import copy\nM = copy.copy(tack.constant(3))", "M"),
    ("from package.values import *", "f(sqrt(4.0)) + N"),
    ("import package.values", "package.values.N"),
    ("from package.values import N, f as g", "g(N)"),
]


@pytest.mark.parametrize("above, value", OF_PYTHON, ids=range(len(OF_PYTHON)))
def test_what_python_alone_knows_is_a_note(check, tmp_path, above, value):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "values.py").write_text(
        "import tack\nN = tack.constant(5)\n@tack.func\ndef f(x):\n    return x\n"
    )
    text = "import tack\n" + above + "\n" + KERNEL.format(value)
    out, err = check(text)
    assert out == "" and "'k' is not checked further: only Python can compute" in err
    assert python(text + "\nk(tack.zeros(3))\n", tmp_path) == ""


def test_closures(check, tmp_path):
    """Of names in a function: what can be no constant is an error, the rest a guess."""
    text = """import tack

def make(n, dt):
    w, v = [n], n * 2
    for j in range(3):
        pass
    U, V, F = tack.constant(n, tack.u64), tack.constant((n, n, n)), tack.constant(2.5, dt)

    @tack.kernel
    def list_(o):
        for i in range(len(o)):
            o[i] = w

    @tack.kernel
    def product(o):
        for i in range(len(o)):
            o[i] = v

    @tack.kernel
    def counted(o):
        for i in range(len(o)):
            o[i] = j

    @tack.kernel
    def typed(o):
        for i in range(len(o)):
            o[i] = (U + tack.u64(1)) % tack.u64(7) + F

    @tack.kernel
    def storage(o):
        for i in range(len(o)):
            t = tack.local_array(dt, 4)
            t[0] = 2
            o[i] = t[0]

    @tack.kernel
    def vector(o):
        for i in range(len(o)):
            o[i] = tack.Vector([1.0, 2.0, 3.0]).dot(V)

    return list_, product, counted, typed, storage, vector
"""
    out, err = check(text, code=1)
    for name, what in (("w", "a list"), ("v", "a Python value"), ("j", "a Python int")):
        assert f"error: name '{name}' is {what}" in err
    assert err.count(": error: ") == 3
    assert "'make.typed' is fine" in out and "a number for 'F', 'U'" in out
    assert "'make.storage' is not checked: it makes storage of 'dt'" in err
    assert "'make.vector' is fine, guessing o = f32[1] and a vector for 'V'" in out
    ran = text + (
        "f = make(tack.constant(3), tack.f32)\no = tack.zeros(3)\n"
        "for k in f[:3]:\n    try: k(o); raise SystemExit('fine')\n"
        "    except NameError as e: pass\n"
        "for k in f[3:]: k(o)\n"
    )
    assert python(ran, tmp_path) == ""


def test_branches_of_a_function(check, tmp_path):
    text = """import tack

def make(a):
    if a:
        s = tack.constant(1)
    else:
        s = tack.constant(2.5)

    @tack.kernel
    def k(o):
        for i in range(len(o)):
            o[i] = s

    return k
"""
    assert "'make.k' is fine, guessing o = f32[1] and a number for 's'" in check(text)[0]
    assert python(text + "make(1)(tack.zeros(3))\n", tmp_path) == ""


NAMESPACE = """import tack

class Space:
    N = tack.constant(3)
    PLAIN = 4

    @tack.func
    def twice(x):
        return x * 2

    @staticmethod
    @tack.func
    def thrice(x):
        return x * 3

class Inner(Space):
    @staticmethod
    @tack.kernel
    def named(o):
        for i in range(len(o)):
            o[i] = Inner.N + Space.twice(i)

@tack.device_class
class Grid:
    def __init__(self):
        self.n = 3

    @staticmethod
    @tack.kernel
    def fill(o):
        for i in range(len(o)):
            o[i] = Space.N + Space.twice(i) + Space.thrice(i)

    @tack.kernel
    def bare(o):
        for i in range(len(o)):
            o[i] = 1

    @tack.kernel
    def hello():
        for i in range(2):
            print("hello", i)

    @tack.kernel
    def step(this, o):
        for i in range(this.n):
            o[i] = this.n
"""


def test_classes_as_namespaces(check, tmp_path):
    """Python calls kernels of a class by its name, with or without staticmethod."""
    out, err = check(NAMESPACE)
    assert out.count(" is fine") == 5 and "'Grid.fill' is fine, guessing o = f32[1]" in out
    assert "'Inner.named' is fine, guessing o = f32[1]" in out
    assert "'Grid.bare' is fine, guessing o = f32[1]" in out
    assert "kernel 'Grid.hello' takes no instance: write self as its first parameter" in err
    call_all = (
        "o = tack.zeros(3)\nGrid.fill(o); Grid.bare(o); Grid.hello(); Grid().step(o)\n"
        "Inner.named(o)\n"
    )
    assert python(NAMESPACE + call_all, tmp_path) == ""
    assert call("run", "k.py", "Grid.fill", "out.npy=f32[4]", code=0)[1] == ""
    import numpy as np

    assert np.load("out.npy").tolist() == [3, 8, 13, 18]
    out, err = check(NAMESPACE.replace("Space.N +", "Space.PLAIN +"), code=1)
    assert "name 'Space.PLAIN' is" in err
    text = NAMESPACE + "\n    @tack.func\n    def one():\n        return 1\n"
    text += "\n    @tack.kernel\n    def ones(self, o):\n        for i in range(len(o)):\n"
    text += "            o[i] = self.one()\n"
    err = check(text, code=1)[1]
    assert "method 'self.one' has no parameter for the instance; write self as its first" in err
    assert "method 'self.one'" in python(text + "Grid().ones(tack.zeros(3))\n", tmp_path)


OBJECTS = """import tack

@tack.device_class
class Heat:
    def __init__(self, n):
        self.n = n
        self.u = tack.zeros(n)

    @tack.kernel
    def step(self, s):
        for i in range(self.n):
            self.u[i] = self.u[i] ^ s

@tack.kernel
def run(h, o):
    for i in range(h.n):
        o[i] = h.u[i]
"""


def test_objects_among_given_types(check):
    out, err = check(OBJECTS, "--args", "Heat.step=Heat(n=i32, u=i32[1]), i32")
    assert "'Heat.step' is fine with self.n = i32, self.u = i32[1], s = i32\n" in out and err == ""
    out, err = check(OBJECTS, "--args", "run=Heat(n=i32,u=f64[1]), f32[1]")
    assert "'run' is fine with h.n = i32, h.u = f64[1], o = f32[1]\n" in out
    err = check(OBJECTS, "--args", "Heat.step=Heat(n=i32,u=f32[1]),i32", code=1)[1]
    assert "operator ^ does not work on f32" in err
    for words, message in (
        ("run=Heat(n=i32,u=f32[1])", "kernel 'run' has 2 parameters, --args gives 1"),
        ("run=Heat(n=i32,u=f32[1], f32[1]", "a ) is missing"),
        ("run=Mass(n=i32), f32[1]", "Mass"),
        ("run=Heat(n=q), f32[1]", "'q' is no argument type"),
    ):
        assert message in check(OBJECTS, "--args", words, code=2)[1]


def test_parentheses_that_are_not_closed(check, tmp_path):
    check(OBJECTS)
    err = call("run", "k.py", "run", "Heat(n=3,u=f32[3]", "f32[3]", code=2)[1]
    assert err == "tack: 'Heat(n=3,u=f32[3]': '(' is never closed\n"
    call("run", "k.py", "run", "Heat(n=3,u=f32[3])", "a(1).npy=f32[3]", code=0)
    assert (tmp_path / "a(1).npy").exists()


def test_arrays_of_the_class(check, tmp_path):
    text = """import tack

@tack.device_class
class A:
    arr = tack.zeros(4)

    @tack.kernel
    def k(self, o):
        for i in range(len(o)):
            o[i] = self.arr[i]
"""
    message = "it is an array of the class; assign self.arr in __init__"
    err = check(text, code=1)[1]
    assert f"'self' has no attribute 'arr' that a kernel can use; {message}" in err
    assert message[1:] in python(text + "A().k(tack.zeros(3))\n", tmp_path)
    own = text.replace(
        "    @tack.kernel", "    def __init__(self): self.arr = tack.ones(4)\n\n    @tack.kernel"
    )
    assert "'A.k' is fine, guessing self.arr = f32[1]" in check(own)[0]
    assert python(own + "A().k(tack.zeros(3))\n", tmp_path) == ""


def test_inspect_of_kernels_in_functions(check):
    check("import tack\n\ndef make():\n" + KERNEL.replace("\n", "\n    ").format("1") + "\n")
    err = call("inspect", "k.py", code=2)[1]
    assert "kernel 'make.k' in 'k.py' stands in 'make' and is made when Python runs it" in err


def test_inspect_tells_what_else_is_wrong(check):
    check(
        """import tack

@tack.kernel
def k(x, o):
    h, w = x.shape
    for i in range(len(o)):
        t = tack.local_array(tack.f32, h * w)
        o[i] = t[0, 1]
        o[i] = t[i] << 2
""",
        code=1,
    )
    for types in (["f32[2]", "f32[1]"], []):
        err = call("inspect", "k.py", "k", *types, code=1)[1]
        assert "array 't' has 1 dimension, 2 indices given" in err
        assert "operator << does not work on f32" in err and "size of a local array" not in err


def test_methods_of_plain_classes_are_no_kernels(check):
    text = "import tack\n\nclass A:\n    n = 3\n    @tack.kernel\n    def k(self, o):\n"
    out, err = check(text + "        for i in range(len(o)):\n            o[i] = 1\n")
    assert out == "" and "'A.k' is not checked: its class 'A' has no @tack.device_class" in err


def test_classes_that_python_makes(check, tmp_path):
    text = """import tack

def make():
    class Space:
        N = tack.constant(3)

    @tack.kernel
    def k(o):
        for i in range(len(o)):
            o[i] = Space.N

    return k

@tack.device_class
class Body:
    for last in range(3):
        pass

    @tack.kernel
    def k(self, o):
        for i in range(len(o)):
            o[i] = self.last
"""
    out, err = check(text)
    assert "'make.k' is not checked: it takes parts of 'Space'" in err and "'Body.k' is fine" in out
    assert python(text + "make()(tack.zeros(3))\nBody().k(tack.zeros(3))\n", tmp_path) == ""


def test_rows_that_are_vectors(check):
    text = "import tack\n" + KERNEL.replace("k(o)", "k(v, o)").format(
        "tack.Matrix([v[i], v[0]]).trace()"
    )
    assert "'k' is fine, guessing v = f32x2[1], o = f32[1]" in check(text)[0]


def test_kernels_that_call_kernels(check):
    text = "import tack\n" + KERNEL.format("1") + KERNEL.replace("k(o)", "j(o)").format("k(o)")
    err = check(text, code=1)[1]
    message = "'k' is a kernel, which a kernel cannot call; write what both do in a function with"
    assert message in err


def test_notebooks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ipynb").write_text('{"cells": []}')
    err = call("check", "a.ipynb", code=2)[1]
    assert (
        "there is no kernel in 'a.ipynb': a notebook is JSON; save its cells as a .py file" in err
    )
