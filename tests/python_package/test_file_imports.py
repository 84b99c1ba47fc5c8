# SPDX-License-Identifier: Apache-2.0
"""What the command reads of a file and of the files beside it; Python itself agrees."""

import subprocess
import sys

import numpy as np
import pytest
from command import call

HELPER = """
import tack
import math as m
from tack import f32 as single
import main as back

LIMIT = tack.constant(100)
HALF = tack.constant(0.5, single)
NEGATIVE = tack.constant(-3, tack.i64)
_HIDDEN = tack.constant(9)

@tack.func
def twice(v):
    return v + v

@tack.func
def turned(v):
    return twice(v) + m.pi * 0.0 + back.own(v)

def plain(v):
    return v

@tack.kernel
def other(x):
    for i in range(len(x)):
        x[i] = 0
"""

MAIN = """
{imports}
import tack

ONE = tack.constant(1)

@tack.func
def own(v):
    return v - ONE

@tack.kernel
def k(x):
    for i in range(len(x)):
        x[i] = {value}
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text(HELPER)

    def run(imports, value, code=0):
        (tmp_path / "main.py").write_text(MAIN.format(imports=imports, value=value))
        out, err = call("run", "main.py", "k", "out.npy=f64[5]", code=code)
        return err if code else np.load("out.npy").tolist()

    return run


@pytest.mark.parametrize(
    "imports, value, expected",
    [
        ("import helper", "helper.twice(i) + helper.LIMIT", [100, 102, 104, 106, 108]),
        ("import helper as h", "h.twice(i) + h.HALF", [0.5, 2.5, 4.5, 6.5, 8.5]),
        ("from helper import twice", "twice(i)", [0, 2, 4, 6, 8]),
        ("from helper import twice as dbl, NEGATIVE", "dbl(i) + NEGATIVE", [-3, -1, 1, 3, 5]),
        ("from helper import (\n    LIMIT,\n    twice,\n)", "twice(LIMIT)", [200] * 5),
        ("from helper import *", "twice(i) + LIMIT", [100, 102, 104, 106, 108]),
        ("from helper import turned", "turned(i)", [-1, 2, 5, 8, 11]),  # comes back here
        ("import helper", "helper.back.helper.twice(i)", [0, 2, 4, 6, 8]),
        ("from helper import m, tack as t", "m.floor(i) if i < 0 else t.f64(i)", None),
        ("import tack as t, math", "t.f64(i) + math.tau * 0.0", [0, 1, 2, 3, 4]),
    ],
)
def test_imports(run, imports, value, expected):
    if expected is None:
        assert "'m.floor'" in run(imports, value, code=1)
        return
    assert run(imports, value) == expected
    script = "import numpy as np, main, tack\nx = tack.zeros(5, tack.f64)\nmain.k(x)\nprint(x.numpy().tolist())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == str([float(v) for v in expected]), done.stderr


@pytest.mark.parametrize(
    "imports, value, message",
    [
        ("import numpy as np", "np.pi", "a module (not a file beside this one)"),
        ("from numpy import pi", "pi", "a name of a module (not a file beside this one)"),
        ("import package", "package.LIMIT", "a package (only files of one folder are read)"),
        ("import package.sub as s", "s.LIMIT", "a module of a package (only files of one"),
        ("from package.sub import f", "f(i)", "a name of a module of a package"),
        ("from .. import helper", "helper.LIMIT", "a package (only files of one folder"),
        ("from helper import plain", "plain(i)", "'plain' is a Python function"),
        ("from helper import other", "other(i)", "'other' is a kernel"),
        ("from helper import nothing", "nothing", "name 'nothing' is not defined"),
        ("from helper import *", "_HIDDEN", "name '_HIDDEN' is not defined"),
        ("import helper", "helper.limit", "'helper' has no member 'limit'"),
        ("import helper", "helper.LIMT", "'LIMT' that a kernel can use; did you mean 'LIMIT'?"),
        ("import helper as h", "h.twise(i)", "did you mean 'twice'?"),
        ("import tack.math as tm", "tm.clmp(i, 1, 2)", "did you mean 'clamp'?"),
        ("import helper", "helper", "name 'helper' is a module"),
        ("from tack import nothing", "nothing", "a name of tack that kernels do not have"),
    ],
)
def test_what_a_kernel_cannot_read(run, imports, value, message):
    assert message in run(imports, value, code=1)
    assert run(imports, "1") == [1] * 5  # an error only where a kernel reads it


def test_names_in_circles(run, tmp_path):
    (tmp_path / "a.py").write_text("from b import zz\n")
    (tmp_path / "b.py").write_text("from a import zz\nfrom main import *\n")
    assert "name 'zz' is not defined" in run("from a import zz\nfrom b import *", "zz", code=1)


def test_messages_name_the_other_file(run, tmp_path):
    (tmp_path / "bad.py").write_text("import tack\n\n@tack.func\ndef f(v):\n    return v + wrong\n")
    err = run("import bad", "bad.f(i)", code=1)
    assert "bad.py:5:16: error: name 'wrong' is not defined" in err
    assert "main.py:14:16: note: in device function 'f', called here" in err


@pytest.mark.parametrize(
    "statements, value, expected",
    [
        ("A = tack.constant(2); B = tack.constant(3)", "A * B", 6),
        ("C, D = tack.constant(4), tack.constant(5)", "C * D", 20),
        ("K: int = tack.constant(7)", "K", 7),
        ("E = F = tack.constant(8)", "E + F", 16),
        ("if True:\n    G = tack.constant(9)", "G", 9),
        ("if True: G = tack.constant(9)", "G", 9),
        ("try:\n    H = tack.constant(1)\nexcept ImportError:\n    pass", "H", 1),
        ("def other():\n    I = tack.constant(1)\n    return I\nI = tack.constant(2)", "I", 2),
        ("N = 3\nM = tack.constant(N * 2)", "M", 6),
    ],
)
def test_constants(run, statements, value, expected):
    assert run("import tack\n" + statements, value) == [expected] * 5


@pytest.mark.parametrize(
    "statements",
    [
        "A = tack.constant(1)\nif some:\n    A = tack.constant(2)",
        "A = tack.constant(1)\nif some: A = tack.constant(2)",
        "try:\n    A = tack.constant(1)\nexcept ImportError:\n    A = tack.constant(2)",
        "N = 3\nN += 1\nA = tack.constant(N)",
        "A, B = pair",
    ],
)
def test_what_only_python_knows_is_no_constant(run, statements):
    assert "'A'" in run("import tack\n" + statements, "A", code=1)


def test_renamed_decorators(tmp_path):
    file = tmp_path / "k.py"
    file.write_text(
        "from tack import kernel as k, func as f\n\n@f\ndef one():\n    return 1\n\n"
        "@k\ndef go(x):\n    for i in range(len(x)):\n        x[i] = one()\n"
    )
    call("run", file, "go", "i32[3]", code=0)


def test_check_of_nothing(tmp_path):
    file = tmp_path / "k.py"
    file.write_text("x = 1\n")
    assert f"there is no kernel in '{file}'" in call("check", file, code=2)[1]
    file.write_text(MAIN.format(imports="", value="1"))
    out, err = call("check", file, "--args", "kk=f32[1]", code=2)
    assert "there is no kernel 'kk'" in err


def test_values_of_odd_statements(run):
    """Nothing behind a comma or a sign, and names whose text is not the file's (a micro sign)."""
    head = "import tack\nµ = tack.constant(4)\nM = tack.constant(µ, dtype=tack.i16)\n"
    for odd in ("a, b = 1,", "c =", "d, e = , 2", "f = = 3", "g = µ", "h, µµ = µ, (µ)", "k = ,"):
        assert run(head + odd + "\n", "µ + M") == [8] * 5
    assert run(head + "a, b = 1,\n", "b", code=1)
