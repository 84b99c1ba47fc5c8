# SPDX-License-Identifier: Apache-2.0
"""`tack run` and `tack inspect`: arrays of vectors and matrices, instances of device classes."""

import numpy as np
import pytest
from command import call

KERNELS = """
import tack

@tack.kernel
def cross(a, b, out):
    for i in range(len(a)):
        out[i] = a[i].cross(b[i]) * 2

@tack.kernel
def apply(m, v, out):
    for i in range(len(v)):
        out[i] = m[i] @ v[i]

@tack.kernel
def blur(p, out):
    for y, x in tack.ndindex(p.shape[0], p.shape[1]):
        out[y, x] = p[y, x] * 0.5
        out[y, x].x = y

@tack.func
def outside(g, i):
    return g.at(i) + g.h

@tack.device_class
class Grid:
    __tack_iterate__ = ("n",)
    WIDTH = 2
    RATE = tack.constant(0.5, tack.f64)

    def __init__(self, n, h):
        self.n, self.h = n, h
        self.u = tack.zeros(n)

    @tack.func
    def at(self, i):
        return self.u[i] * self.WIDTH

    @tack.kernel
    def step(self, dt):
        for i in self:
            self.u[i] = self.at(i) + dt * self.h

    @tack.kernel
    def total(self) -> float:
        for i in range(1):
            pass
        return self.at(0) + self.n

class Wide(Grid):
    WIDTH = 16

@tack.device_class
class Pair:
    def __init__(self, left, right):
        self.left = left
        self.right = right

@tack.kernel
def use(out, p, k):
    for i in p.left:
        out[i] = outside(p.left, i) + p.right.u[i] * k

@tack.kernel
def rate(g, out):
    for i in range(len(out)):
        out[i] = g.RATE * i
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.py").write_text(KERNELS)
    return tmp_path


@pytest.mark.parametrize(
    "dtype, name", [("f4", "f32"), ("f8", "f64"), ("i4", "i32"), (">i2", "i16")]
)
@pytest.mark.parametrize("order", "CF")
def test_vectors(here, dtype, name, order):
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-9, 9, (50, 3)).astype(dtype) for _ in "ab")
    np.save("a.npy", np.asarray(a, order=order))
    np.save("b.npy", np.asarray(b, order=order))
    call("run", "k.py", "cross", "vector:a.npy", "vector:b.npy", f"o.npy={name}x3[50]", code=0)
    got = np.load("o.npy")
    assert got.dtype == np.dtype(dtype).newbyteorder("<") and got.shape == (50, 3)
    np.testing.assert_array_equal(got, np.cross(a, b) * 2)
    # In place, the file keeping its order and layout; the same array under two names.
    call("run", "k.py", "cross", "rw:vector:a.npy", "vector:b.npy", "vector:rw:a.npy", code=0)
    back = np.load("a.npy")
    assert back.dtype == np.dtype(dtype) and back.flags.f_contiguous == (order == "F")
    np.testing.assert_array_equal(back, np.cross(a, b) * 2)


def test_matrices_and_checked_runs(here):
    rng = np.random.default_rng(2)
    m, v = rng.random((7, 2, 4)).astype("f4"), rng.random((7, 4)).astype("f4")
    np.save("m.npy", m)
    np.save("v.npy", v)
    for options in ([], ["--check"], ["--debug"], ["--threads", "7"]):
        words = ["matrix:m.npy", "vector:v.npy", "o.npy=f32x2[7]", *options]
        call("run", "k.py", "apply", *words, code=0)
        np.testing.assert_allclose(np.load("o.npy"), np.einsum("nij,nj->ni", m, v), rtol=1e-6)
    call("run", "k.py", "apply", "f32x2x4[3]", "vector:v.npy", "o.npy=f32x2[7]", "--check", code=1)


def test_vectors_in_more_dimensions(here):
    p = np.random.default_rng(3).random((4, 5, 3)).astype("f4")
    np.save("p.npy", p)
    call("run", "k.py", "blur", "vector:p.npy", "o.npy=f32x3[4,5]", code=0)
    want = p * np.float32(0.5)
    want[..., 0] = np.arange(4)[:, None]
    np.testing.assert_array_equal(np.load("o.npy"), want)
    np.save("deep.npy", np.zeros((1,) * 8 + (2, 2), np.float32))
    _, err = call("run", "k.py", "blur", "matrix:deep.npy", "f32x3[4,5]", code=1)
    assert "error" in err  # of 8 dimensions, indexed with two
    _, err = call("run", "k.py", "blur", "vector:deep.npy", "f32x3[4,5]", code=2)
    assert "'deep.npy': it has 9 dimensions; an array has at most 8" in err


def test_what_is_no_vector(here):
    np.save("one.npy", np.zeros(3, np.float32))
    np.save("wide.npy", np.zeros((2, 33), np.float32))
    np.save("none.npy", np.zeros((2, 0), np.float32))
    np.save("zero.npy", np.zeros((), np.float32))
    for word, message in [
        ("vector:zero.npy", "'zero.npy': it has 0 dimensions; vectors are its last one"),
        ("matrix:one.npy", "'one.npy': it has 1 dimension; matrices are its last two"),
        ("vector:wide.npy", "its last extent is 33; vectors have 1 to 32 components"),
        ("matrix:wide.npy", "is 33; matrices have 1 to 4 rows and columns"),
        ("vector:none.npy", "its last extent is 0"),
        ("f32x33[3]", "'f32x33' is no dtype"),
        ("f32x2x5[3]", "'f32x2x5' is no dtype"),
        ("f32x0[3]", "'f32x0' is no dtype"),
        ("vector:3", "stand before the name of a .npy file"),
        ("vector:out.npy=f32[3]", "stand before the name of a .npy file"),
    ]:
        _, err = call("run", "k.py", "cross", word, "f32x3[1]", "f32x3[1]", code=2)
        assert message in err, (word, err)
    # One vector: an array without dimensions.
    call("run", "k.py", "cross", "vector:one.npy", "f32x3[1]", "f32x3[1]", code=1)


def test_objects(here):
    u = np.arange(6, dtype=np.float32)
    np.save("u.npy", u)
    call("run", "k.py", "Grid.step", "Grid(n=6, h=0.5, u=rw:u.npy)", "2", code=0)
    np.testing.assert_array_equal(np.load("u.npy"), u * 2 + 1)
    # An attribute that hides a class's constant; a derived class; a value.
    np.save("u.npy", u)
    call("run", "k.py", "Grid.step", "Grid(n=4,h=0.5,u=rw:u.npy,WIDTH=3)", "2", code=0)
    np.testing.assert_array_equal(np.load("u.npy"), [1, 4, 7, 10, 4, 5])
    np.save("u.npy", u + 1)
    out, _ = call("run", "k.py", "Grid.total", "Wide(n=6,h=1,u=u.npy)", code=0)
    assert out == "22.0\n"
    assert call("run", "k.py", "Grid.total", "Wide(n=6,h=1,u=u.npy)", "--check", code=0)[0] == out
    # A typed constant of the class, and no attribute at all.
    call("run", "k.py", "rate", "Grid()", "o.npy=f64[3]", code=0)
    assert np.load("o.npy").tolist() == [0, 0.5, 1]


@pytest.mark.parametrize("mode", [[], ["--check"], ["--debug"], ["--time"]])
def test_objects_in_objects(here, mode):
    u = np.arange(5, dtype=np.float64)
    np.save("a, b.npy", u)
    pair = "Pair(left=Grid(n=4, h=10, u='a, b.npy'), right=Wide(u=\"a, b.npy\"))"
    call("run", "k.py", "use", "o.npy=f64[5]", pair, "0.1", *mode, code=0)
    want = u * 2 + 10 + u * 0.1
    want[4] = 0
    np.testing.assert_array_equal(np.load("o.npy"), want)


def test_what_is_no_object(here):
    for words, message in [
        (
            ["Grid.step", "Grd(n=1)", "1"],
            "there is no device class 'Grd' in 'k.py'; did you mean 'Grid'?",
        ),
        (
            ["Grid.step", "Thing(n=1)", "1"],
            "no device class 'Thing' in 'k.py'; it has Grid, Wide, Pair",
        ),
        (
            ["Grid.step", "Grid(6, 0.5)", "1"],
            "Grid(6): what an instance holds is written as name=value; "
            "__init__ is Python and is not run",
        ),
        (["Grid.step", "Grid(n=1, n=2)", "1"], "'n' is given twice"),
        (["Grid.step", "Grid(n=f32[2)", "1"], "'Grid(...)': a ] is missing"),
        (["Grid.step", "Grid(n='a)", "1"], "a ' is not closed"),
        (["Grid.step", "Grid(n=(1)", "1"], "a ) is missing"),
        (["Grid.step", "Grid(n=one)", "1"], "Grid(n=one): 'one' is no argument"),
        (["Grid.step", "Grid(_n=1)", "1"], "kernels see no attribute that begins with _"),
        (["Grid.step", "Grid(at=1)", "1"], "'at' is a function of the class"),
        (["Grid.step", "Grid(step=1)", "1"], "'step' is a kernel of the class"),
        (["Pair.x", "1"], "there is no kernel 'Pair.x' in 'k.py'"),
        (["Grid.step", "Grid(u=none.npy)", "1"], "Grid(u=none.npy): cannot read 'none.npy'"),
        (["Grid.step", "Grid(n=1)"], "kernel 'Grid.step' takes 2 arguments (self, dt), 1 is given"),
    ]:
        _, err = call("run", "k.py", *words, code=2)
        assert message in err, (words, err)
    # What the kernel reads must be there, and be what it is used as.
    _, err = call("run", "k.py", "Grid.step", "Grid(n=3, u=f32[3])", "1", code=1)
    assert "'self' has no attribute 'h' that a kernel can use" in err
    assert "give it, as in Grid(n=..., u=..., NAME=VALUE); __init__ is Python and is not run" in err
    _, err = call("run", "k.py", "Grid.step", "Grid(n=3, u=1, h=1)", "1", code=1)
    assert "k.py:36:12: error" in err and "'self.u'" in err
    _, err = call("run", "k.py", "Grid.step", "3", "1", code=1)
    assert "error" in err
    call("run", "k.py", "cross", "Grid(n=3)", "f32x3[1]", "f32x3[1]", code=1)
    deep = "Pair(left=" * 40 + "1" + ")" * 40
    assert "nested too deep" in call("run", "k.py", "use", "f32[1]", deep, "1", code=2)[1]


def test_misspelt_attributes(here):
    (here / "c.py").write_text(
        "import tack\n\n@tack.device_class\nclass C:\n    def __init__(self):\n"
        "        self.source = 1\n\n@tack.kernel\ndef k(c, x):\n    for i in range(len(x)):\n"
        "        x[i] = c.extra\n"
    )
    _, err = call("run", "c.py", "k", "C(sorce=1)", "i32[1]", code=2)
    assert "class 'C' assigns no such attribute; did you mean 'source'?" in err
    # One that is set from outside.
    call("run", "c.py", "k", "C(extra=7)", "x.npy=i32[1]", code=0)
    assert np.load("x.npy")[0] == 7


def test_limits_of_a_call(here):
    names = [f"p{k}" for k in range(300)]
    (here / "many.py").write_text(
        "import tack\n\n@tack.kernel\ndef k(" + ", ".join(names) + "):\n    for i in range(1):\n"
        "        pass\n"
    )
    _, err = call("run", "many.py", "k", *["1"] * 300, code=2)
    assert "a call takes at most 255 numbers and arrays" in err
    fields = ", ".join(f"f{k}=1" for k in range(300))
    _, err = call("run", "k.py", "rate", f"Grid({fields})", "f32[1]", code=2)
    assert "a call takes at most 255 numbers and arrays" in err


def test_inspect(here):
    call("inspect", "k.py", "cross", "f32x3[1]", "f32x3[1]", "f32x3[1]", code=0)
    out, _ = call("inspect", "k.py", "Grid.step", "Grid(n=i32,h=f32,u=f32[1])", "f32", code=0)
    assert "kernel @" in out
    pair = "Pair(left=Grid(n=i64, h=f64, u=f64[1]), right=Grid(u=f64[1]))"
    out, _ = call("inspect", "k.py", "use", "--args", f"f64[1], {pair}, f64", code=0)
    assert "f64" in out
    # Without types they are guessed.
    for kernel in ("Grid.step", "Grid.total", "use", "rate"):
        for mode in ("ir", "asm"):
            call("inspect", "k.py", kernel, "--mode", mode, code=0)
    for words, message in [
        (["Grid.step", "Grid(n=i32)", "f32"], "has no attribute"),
        (["Grid.step", "Grid(n=3)", "f32"], "Grid(n=3): '3' is no argument type"),
        (
            ["Grid.step", "Grid(WIDTH=i32)", "f32"],
            "'WIDTH' is a constant of the class; leave it out",
        ),
        (["Grid.step", "Grid(n=i32)"], "kernel 'Grid.step' has 2 parameters, not 1"),
        (["Grid.step", "Grid(n=i32", "f32"], "a ) is missing"),
    ]:
        _, _, err = call("inspect", "k.py", *words)
        assert message in err, (words, err)
