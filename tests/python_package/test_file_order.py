# SPDX-License-Identifier: Apache-2.0
"""Names that a file binds several times: the command takes what Python would have, or says that only
Python knows; never another number."""

import importlib
import sys

import pytest
from command import call

import tack

OTHER = """import tack
N = tack.constant(4)
@tack.func
def helper(a): return a + N
@tack.func
def sin(a): return a * 3
class Space:
    G = tack.constant(9)
    @staticmethod
    @tack.func
    def up(a): return a + 7
real = tack.f64
"""
HEAD = "import math\nimport tack\nimport other\n"
F = "@tack.func\ndef f(a): return a + 1\n"
F2 = "@tack.func\ndef f(a): return a + 20\n"
N = "N = tack.constant(3)\n"
# The file's statements, and what the kernel stores.
SEEN = {
    "second_name_before": (f"{N}M = N\nN = tack.constant(5)", "M * 10 + N"),
    "second_function_before": (f"{F}g = f\n{F2}", "g(0) * 100 + f(0)"),
    "second_module_before": ("m = other\nother = 3", "m.N"),
    "import_after_function": (f"{F.replace('f(', 'helper(')}from other import helper", "helper(1)"),
    "star_after_function": (f"{F.replace('f(', 'helper(')}from other import *", "helper(1)"),
    "library_star_after": (f"{F.replace('f(', 'tan(')}from math import *", "tan(1.0)"),
    "wrapped_after": (f"{F}def p(a): return a * 9\nf = tack.func(p)", "f(2)"),
    "wrapped_itself": ("def p(a): return a * 9\np = tack.func(p)", "p(2)"),
    "same_import_twice": ("try:\n    import other\nexcept ImportError:\n    pass", "other.N"),
    "constant_of_module": ("K = other.N\nJ = tack.constant(K + 1)", "K * 10 + J"),
    "function_of_module": ("g = other.helper", "g(1)"),
    "class_of_module": ("s = other.Space", "s.G + s.up(1)"),
    "member_of_class": ("g, up = other.Space.G, other.Space.up", "g + up(1)"),
    "function_of_math": ("root = math.sqrt", "root(4.0)"),
    "function_of_tack": ("s = tack.sin\nr = tack.random", "s(1.0)"),
    "dtype": ("real = tack.f64", "real(1) / 3"),
    "dtype_of_module": ("from other import real", "real(1) / 3"),
    "dtype_of_module_renamed": ("real = other.real\nfloaty = real", "floaty(1) / 3"),
    "class_of_the_same_name": (
        "class A:\n    N = tack.constant(1)\nclass A(A):\n    M = tack.constant(3)",
        "A.N * 10 + A.M",
    ),
    "new_member_of_module": ("other.EXTRA = tack.constant(6)", "other.EXTRA"),
}
UNSURE = {
    "function_in_arms": (
        "if True:\n    @tack.func\n    def f(a): return a\nelse:\n"
        "    @tack.func\n    def f(a): return a * 2",
        "f(1)",
    ),
    "import_in_arms": ("try:\n    from other import N\nexcept ImportError:\n    N = None", "N"),
    "import_or_function": (
        "try:\n    from other import helper as f\nexcept ImportError:\n"
        "    @tack.func\n    def f(a): return a",
        "f(1)",
    ),
    "module_in_arms": ("import math as m\nif 2 > 1:\n    import other as m", "m.N"),
    "alias_in_arm": (f"{N}M = tack.constant(8)\nif M is not N:\n    N = M", "N"),
    "global": (f"{N}def set():\n    global N\n    N = tack.constant(4)\nset()", "N"),
    "global_def": (
        f"{F}def set():\n    global f\n    @tack.func\n    def f(a): return a * 9\nset()",
        "f(3)",
    ),
    "globals": (f'{N}globals()["N"] = tack.constant(4)', "N"),
    "globals_new": ('globals()["NEW"] = tack.constant(4)', "NEW"),
    "exec": ('exec("NEW = tack.constant(4)")', "NEW"),
    "member_of_module": ("other.N = tack.constant(7)", "other.helper(1) + other.N"),
    "member_of_class": ("class A:\n    N = tack.constant(3)\nA.N = tack.constant(4)", "A.N"),
    "setattr_of_base": (
        'class A:\n    N = tack.constant(3)\nclass B(A): pass\nsetattr(A, "N", tack.constant(5))',
        "B.N",
    ),
    "method_in_arms": (
        "class P:\n    if 1 > 0:\n        @staticmethod\n        @tack.func\n"
        "        def f(a): return a\n    else:\n        @staticmethod\n        @tack.func\n"
        "        def f(a): return a * 2",
        "P.f(3)",
    ),
    "other_decorator": (
        "def deco(f):\n    @tack.func\n    def g(a): return a + 100\n    return g\n"
        "@deco\n@tack.func\ndef h(a): return a",
        "h(2)",
    ),
}


def write(folder, monkeypatch, text, value):
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    (folder / "other.py").write_text(OTHER)
    kernel = f"@tack.kernel\ndef k(x):\n    for i in range(len(x)):\n        x[i] = {value}\n"
    (folder / "program.py").write_text(f"{HEAD}{text}\n{kernel}")


def by_python():
    for name in ("other", "program"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    x = tack.zeros(1, tack.f64)
    importlib.import_module("program").k(x)
    return x.numpy()[0]


@pytest.mark.parametrize("name", SEEN)
def test_the_last_meaning_counts(tmp_path, monkeypatch, name):
    write(tmp_path, monkeypatch, *SEEN[name])
    out, err = call("check", "program.py", code=0)
    assert "kernel 'k' is fine" in out and err == ""
    text = (tmp_path / "program.py").read_text().replace("def k(x):", "def k(x) -> float:")
    (tmp_path / "program.py").write_text(f"{text}    return x[0]\n")
    assert float(call("run", "program.py", "k", "f64[1]", code=0)[0]) == by_python()


@pytest.mark.parametrize("name", UNSURE)
def test_only_python_knows(tmp_path, monkeypatch, name):
    write(tmp_path, monkeypatch, *UNSURE[name])
    by_python()  # which takes it
    out, err = call("check", "program.py", code=0)
    assert "is fine" not in out and "note" in err
    assert call("run", "program.py", "k", "f64[1]")[0] == 1


def test_a_kernel_in_two_arms(tmp_path, monkeypatch):
    kernel = (
        "    @tack.kernel\n    def k(x):\n        for i in range(len(x)):\n            x[i] = {}\n"
    )
    text = f"import tack\nif 1 > 0:\n{kernel.format(1)}else:\n{kernel.format(2)}"
    (tmp_path / "program.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    err = call("run", "program.py", "k", "f64[1]", code=2)[1]
    assert "is defined in several arms; only Python knows which of them runs" in err
    assert call("check", "program.py", code=0)[1] == ""
