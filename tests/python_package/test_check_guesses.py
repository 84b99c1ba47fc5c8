# SPDX-License-Identifier: Apache-2.0
"""What `tack check` and `tack inspect` take the arguments of kernels to be: said when it is right, and
never a false error when nobody can know."""

import pytest
from command import call


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, code=0):
        (tmp_path / "k.py").write_text("import tack\n\n" + text)
        return call("check", "k.py", code=code)

    return run


GRID = """@tack.device_class
class Grid:
    {}

    @tack.kernel
    def step(self, dt):
        for i in range(self.n):
            self.u[i] = self.v[i] * dt + self.n
"""

INIT = "def __init__(self, n, flag):"

ASSIGNED = [
    "def __init__(self, n): self.n = n; self.u = self.v = tack.zeros(n)",
    f"{INIT}\n        self.n = n\n        self.u = self.v = tack.zeros(n)",
    f"{INIT}\n        if flag: self.n = n\n        else: self.n = 3\n"
    "        for k in range(3): self.u, self.v = tack.zeros(n), tack.zeros(n)",
    f"{INIT}\n        (self.n, (self.u, self.v)) = n, (tack.zeros(n), tack.zeros(n))",
    f"{INIT}\n        [self.u, self.v], self.n = flag, n",
    f"{INIT}\n        self.n: int = n\n        self.u: object = tack.zeros(n)\n"
    "        self.v: tack.Array\n        self.v = self.u",
    f"{INIT}\n        for self.n in range(3): pass\n        with flag as self.u, n as self.v: pass",
    f"{INIT}\n        setattr(self, 'n', n); setattr(self, 'u', flag)\n"
    "        object.__setattr__(self, 'v', flag)",
    f"{INIT}\n        for name in 'nuv': setattr(self, name, n)",
    f"{INIT}\n        self.__dict__.update(n=n, u=flag, v=flag)",
    f"{INIT}\n        vars(self)['n'] = n\n        self.u = self.v = flag",
    "__slots__ = ('n', 'u', 'v')",
    "n: int = 3\n    u: object\n    v: object",
    "def grow(self, n):\n        self.n = n\n        self.n += 1\n        self.u = self.v = n",
]


@pytest.mark.parametrize("body", ASSIGNED, ids=range(len(ASSIGNED)))
def test_attributes_that_methods_assign(check, body):
    out, err = check(GRID.format(body))
    n = "" if body.startswith("n: int = 3") else "self.n = i32, "  # one of the class is a constant
    expected = f"k.py: kernel 'Grid.step' is fine, guessing {n}self.u = f32[1], self.v = f32[1], dt"
    assert out.startswith(expected) and err == ""


@pytest.mark.parametrize(
    "head",
    [
        "from elsewhere import Base\n\n@tack.device_class\nclass Grid(Base):",
        "import base\n\n@tack.device_class\nclass Grid(object, base.Base[int]):",
        "@tack.device_class\nclass Grid(metaclass=Meta):",
        "@more\n@tack.device_class\nclass Grid:",
    ],
)
def test_attributes_that_only_python_knows(check, head):
    """All that is read exists; a called one may be anything, so the kernel is left alone."""
    text = GRID.replace("@tack.device_class\nclass Grid:", head).format("pass")
    assert "kernel 'Grid.step' is fine" in check(text)[0]
    out, err = check(text.replace("* dt", "* self.f(dt)"))
    assert out == "" and err == (
        "k.py: note: kernel 'Grid.step' is not checked: what attribute 'f' of class 'Grid' holds "
        "only Python knows, and it is called\n"
    )


def test_attributes_that_the_file_sets_on_instances(check):
    text = (
        GRID.format(f"{INIT}\n        self.n = n") + "\ng = Grid(3, 4)\ng.u = g.v = tack.zeros(3)\n"
    )
    assert "kernel 'Grid.step' is fine" in check(text)[0]
    # What no line of the file assigns is an error as before, also where a kernel alone writes it.
    text = GRID.format(f"{INIT}\n        self.n = n; self.u = self.v = n").replace(
        "* dt", "* self.dx"
    )
    assert "'self' has no attribute 'dx' that a kernel can use" in check(text, code=1)[1]


def test_functions_that_instances_hold(check):
    text = GRID.format(f"{INIT}\n        self.n = n; self.u = self.v = self.f = n")
    out, err = check(text.replace("* dt", "* self.f(dt)"))
    assert out == "" and "is not checked: what attribute 'f' of class 'Grid' holds" in err


def test_objects_of_other_files(check):
    """Also in a file without classes, and of a class that shares few names with one of the file."""
    kernel = "\n@tack.kernel\ndef k(g, out):\n    for i in range(g.n):\n        out[i] = g.{}\n"
    note = (
        "k.py: note: kernel 'k' is not checked: 'g' is an object of a class that is not in the file"
    )
    for text in ("", GRID.format(f"{INIT}\n        self.n = n; self.u = self.v = n")):
        assert note in check(text + kernel.format("h * g.rate(i)"))[1]
        assert "error" not in check(text + kernel.format("n"))[1]
    # One name that is nearly right is misspelt.
    assert "'g' has no attribute 'uu'" in check(text + kernel.format("u[i] + g.v[i] + g.uu"), 1)[1]
    # A second name is the same object.
    second = kernel.replace("    for", "    o = g\n    for").replace("= g.", "= o.")
    assert "kernel 'k' is fine" in check(text + second.format("u[i]"))[0]


def test_attributes_of_arrays_make_no_objects(check):
    kernel = "@tack.kernel\ndef k(x, out):\n    for i in range(x.size):\n        out[i] = 1\n"
    out, err = check(kernel)
    assert (out, err) == ("k.py: kernel 'k' is fine, guessing x = f32[1], out = f32[1]\n", "")
    assert "unsupported attribute 'dtype'" in check(kernel.replace(".size", ".dtype"), code=1)[1]
    out, _ = check(kernel.replace("range(x.size)", "tack.ndindex(x.shape)"))
    assert "x = f32[1]" in out
    out, _ = check(kernel.replace("    for i in", "    h, w, d = x.shape\n    for i in"))
    assert "x = f32[3]" in out


def test_device_classes_with_renamed_decorators(check):
    """Their kernels were passed over without a word."""
    text = "from tack import kernel as k, func as f\n\n" + GRID.format(
        f"{INIT}\n        self.n = n; self.u = self.v = n\n\n    @f\n    def g(self, x):\n"
        "        return x + {0}"
    ).replace("@tack.kernel", "@k").replace("* dt", "* self.g(dt)")
    assert "kernel 'Grid.step' is fine" in check(text.replace("{0}", "1"))[0]
    assert "name 'oops' is not defined" in check(text.replace("{0}", "oops"), code=1)[1]


def test_kernels_that_calls_make(check):
    """They were passed over without a word, as were those of decorators that a function imports."""
    text = """def plain(x):
    for i in range(len(x)):
        x[i] = twice(x[i]) + {0}

def double(v):
    return v + v

twice = tack.func(double)
step = tack.kernel(plain)

def make(n):
    from tack import kernel as k

    def inner(x):
        for i in range(len(x)):
            x[i] = {0}

    @k
    def other(x):
        for i in range(len(x)):
            x[i] = {0}

    return tack.kernel(inner)
"""
    out, err = check(text.replace("{0}", "1"))
    assert err == "" and [line.split("'")[1] for line in out.splitlines()] == [
        "plain",
        "make.inner",
        "make.other",
    ]
    assert check(text.replace("{0}", "oops"), code=1)[1].count("name 'oops' is not defined") == 3


def test_what_is_said_of_good_kernels(check):
    text = """@tack.kernel
def f(x, v, n):
    for i in range(n):
        t = tack.local_array(tack.f32, x.shape[1])
        t[0] = v[i].norm()
        x[i, 0] = t[0]

@tack.kernel
def g(x):
    for i in range(len(x)):
        x[i] = x[i] & 1

@tack.kernel
def none():
    for i in range(3):
        print(i)

@tack.kernel
def bad(x):
    for i in range(len(x)):
        x[i] = oops
"""
    out, err = check(text, code=1)
    assert out == (
        "k.py: kernel 'f' is fine, guessing x = f32[2] of 64 x 64, v = f32x3[1] of 256, n = i32\n"
        "k.py: kernel 'g' is fine, guessing x = i32[1]\n"
        "k.py: kernel 'none' is fine\n"
    )
    assert err.count("error") == 1
    out, _ = call("check", "k.py", "--args", "g=u8[2]", code=1)
    assert "kernel 'g' is fine with x = u8[2]\n" in out


def test_inspect_gives_arrays_extents_where_local_arrays_need_them(check):
    check(
        "@tack.kernel\ndef f(x, y):\n    for i in range(x.shape[0]):\n"
        "        t = tack.local_array(tack.f32, x.shape[1])\n        t[0] = x[i, 0]\n"
        "        y[i] = t[0]\n"
    )
    note = (
        "tack: kernel 'f' has local arrays as large as arguments; it is compiled for "
        "x = f32[2] of 64 x 64, y = f32[1] of 256\n"
    )
    for types in ([], ["f32[2]", "f32[1]"]):
        out, err = call("inspect", "k.py", "f", *types, code=0)
        assert "kernel @k_f" in out and err == note
    text = (
        "@tack.kernel\ndef f(x, y):\n    for i in range(x.shape[0]):\n"
        "        t = tack.local_array(tack.f32, x.shape[1] * 100000)\n        y[i] = t[0]\n"
    )
    check(text, code=1)
    assert "size of a local array" in call("inspect", "k.py", "f", code=1)[1]


CLASS_BODY = """from dataclasses import dataclass, field

@tack.device_class
class A:
    a = b = 3
    c, d = 4, 5
    (e), f = compute()
    g = 1; h = 2
    if True:
        m = 3
    n = 1
    n += 1
    u = None
    w: tack.Array = None
    v: tack.Array = field(default_factory=list)
    L = [1, 2]

    @tack.kernel
    def k(self, o):
        for i in range(len(o)):
            o[i] = self.a + self.b + self.c + self.d + self.e + self.f + self.g + self.h + self.m
            self.u[i] = self.v[i] + self.w[i, 2] + self.n
"""


def test_attributes_of_class_bodies(check):
    """What is computed there, chained, unpacked, in a block or set by instances."""
    out, err = check(CLASS_BODY)
    assert err == "" and out == (
        "k.py: kernel 'A.k' is fine, guessing self.e = i32, self.f = i32, self.m = i32, "
        "self.n = i32, self.u = f32[1], self.v = f32[1], self.w = f32[2], o = f32[1]\n"
    )
    _, err = check(CLASS_BODY.replace("self.a +", "self.L +"), code=1)
    assert "'self' has no attribute 'L' that a kernel can use; a kernel sees the numbers" in err


VALUES = """@tack.device_class
class P:
    def __init__(self): self.x = self.w = 1

    @tack.func
    def get(self, arr, i):
        return arr[i, 0] * self.x

    @tack.kernel
    def k(self, p, o):
        for i in range(len(o)):
            o[i] = self.get(p, i)

@tack.device_class
class Q:
    def __init__(self): self.x = self.v = 1

@tack.kernel
def f(a, b: P, c: 'Q', o):
    for i in range(len(o)):
        o[i] = a.x + a.w + b.x + c.x
"""


def test_attributes_named_like_components(check):
    """And annotations, and arrays that only methods index."""
    out, err = check(VALUES)
    assert err == "" and out == (
        "k.py: kernel 'P.k' is fine, guessing self.w = i32, self.x = i32, p = f32[2], o = f32[1]\n"
        "k.py: kernel 'f' is fine, guessing a.w = i32, a.x = i32, b.w = i32, b.x = i32, "
        "c.v = i32, c.x = i32, o = f32[1]\n"
    )


def test_dtypes_and_dimensions_that_use_asks_for(check):
    text = """@tack.kernel
def dims(o, p):
    for i, j in tack.ndindex(4, 4):
        c = tack.Vector([i, j])
        o[c] = 1
        p[tack.Vector([i, j, i])] = o[c]

@tack.kernel
def mixed(h, f, n):
    for i in range(len(h)):
        h[i] = h[i] ^ tack.u64(3)
        f[i] = f[i] ** -1 + n ** -1
"""
    out, err = check(text)
    assert err == "" and out == (
        "k.py: kernel 'dims' is fine, guessing o = f32[2], p = f32[3]\n"
        "k.py: kernel 'mixed' is fine, guessing h = u64[1], f = f32[1], n = f32\n"
    )


def test_errors_that_not_all_guesses_have(check):
    """They may be the guess's fault; those of every guess, whatever its dtypes, are errors."""
    text = """@tack.kernel
def five(g):
    for i in range(len(g)):
        a, b, c, d, e = g[i]
        g[i] = [a, b, c, d, e]
"""
    out, err = check(text)
    assert out == "" and err.startswith(
        "k.py: note: kernel 'five' is not checked further: no guess of its arguments fits, the "
        "nearest is g = f32[1]; annotate what is an instance with its class, and give the types "
        "of the others with --args\nk.py:6:25: note: value cannot be unpacked; it is one number"
    )
    out, _ = call("check", "k.py", "--args", "f32x5[1]", code=0)
    assert "kernel 'five' is fine with g = f32x5[1]" in out
    assert "error: value cannot" in call("check", "k.py", "--args", "f32[1]", code=1)[1]
    _, err = check(text + "        g[i] = oops\n        g[i] = g[i]\n", code=1)
    assert "error: name 'oops' is not defined" in err
    kernel = "@tack.kernel\ndef k(x, n):\n    for i in range(len(x)):\n        x[i] = {}\n"
    for wrong in ("1.5 ^ 2", "sin(x[i]) ^ n", "x[i, 1] + x[1, 2, 3]", "tack.u64(1) + tack.i64(n)"):
        assert ": error: " in check(kernel.format(wrong), code=1)[1]


def test_errors_beside_local_arrays_as_large_as_arguments(check):
    """They were hidden behind one that was none, of the size."""
    text = (
        "@tack.kernel\ndef k(x, o):\n    for i in range(len(o)):\n"
        "        t = tack.local_array(tack.f32, len(x))\n        o[i] = t[0, 1]\n"
        "        o[i] = 1.5 << 2\n"
    )
    for types in ([], ["--args", "f32[1], f32[1]"]):
        check(text, code=1)
        err = call("check", "k.py", *types, code=1)[1]
        assert "size of a local array" not in err and err.count(": error: ") == 2


def test_second_names_and_stars(check):
    text = """irange = range
from tack import *
from math import *

@kernel
def k(x):
    for i in irange(len(x)):
        x[i] = f32(2) + sin(x[i])
    
@kernel
def nd(x):
    for i, j in ndindex(x.shape):
        x[i, j] = 1
"""
    assert check(text)[0].count("is fine") == 2
    text = text.replace("irange = range", "irange = rnge")
    assert "name 'irange' is not defined" in check(text, code=1)[1]


def test_classes_that_are_no_device_classes(check):
    text = GRID.format(f"{INIT}\n        self.n = n; self.u = self.v = n")
    out, err = check(text.replace("@tack.device_class\n", ""))
    assert out == "" and err == (
        "k.py: note: kernel 'Grid.step' is not checked: its class 'Grid' has no "
        "@tack.device_class, so that a kernel sees nothing of an instance\n"
    )


def test_inspect_guesses_as_check_does(check):
    text = "@tack.kernel\ndef k(v, x):\n    for i in range(len(x)):\n        x[i] = v[i].norm(){}\n"
    check(text.format(""))
    out, err = call("inspect", "k.py", "k", code=0)
    assert "kernel @k_k" in out and err == ""
    check(text.format(" ^ 1"))
    _, err = call("inspect", "k.py", "k", code=1)
    assert "'k': the types of its arguments were guessed: v = f32" in err


def test_each_array_by_itself(check):
    """Integers beside vectors; and of classes that fit equally well, the one that compiles."""
    text = """@tack.kernel
def gather(va, idx, o):
    for i in range(len(idx)):
        o[i] = va[idx[i]].norm()

@tack.kernel
def ivec(a, o):
    for i in range(len(a)):
        o[i] = (a[i] & 3).sum()

@tack.kernel
def rgb(img, grey):
    for i, j in tack.ndindex(img.shape):
        r, g, b = img[i, j]
        grey[i, j] = (r * 77 + g * 151 + b * 28) >> 8

@tack.device_class
class Space:
    __tack_iterate__ = ("n", "m")
    def __init__(self): self.n = self.m = 1

@tack.device_class
class Line:
    __tack_iterate__ = ("n",)
    def __init__(self): self.n = 1

@tack.kernel
def over(g, o):
    for i in g:
        o[i] = 1 if i == 3 else 2

N = tack.constant(len("four"))
P = tack.constant(tuple(k for k in range(3)))

@tack.kernel
def of_python(o):
    for i in range(N):
        o[i] = P[0]
"""
    out, err = check(text)
    assert out.count(" is fine, guessing ") == 4 and "guessing g.n = i32, o = f32[1]" in out
    assert "gather' is fine, guessing va = i32x3[1], idx = i32[1], o = i32[1]" in out
    assert (
        "'of_python' is not checked further: only Python can compute a constant or function" in err
    )
    assert err.count("note:") == 3
