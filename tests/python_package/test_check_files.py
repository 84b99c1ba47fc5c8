# SPDX-License-Identifier: Apache-2.0
"""`tack check`: which kernels of a file it finds, and files that are odd in their bytes."""

import pytest
from command import call

BAD = "    for i in range(len(x)):\n        x[i] = oops\n"


@pytest.fixture
def check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, code=1):
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / "k.py").write_bytes(data)
        out, err = call("check", "k.py", code=code)
        assert all(" is fine" in line for line in out.splitlines())
        return err

    return run


FACTORY = """import tack

N = tack.constant(7)

def make(n, f, m=3, *args, key=None, **rest):
    K = tack.constant(3)
    L = tack.constant(n + 1)
    plain = 5

    @tack.func
    def twice(v):
        return v + v * K

    g = twice
    from math import sin as sine

    def deeper():
        M = K
        @tack.kernel
        def inner(x):
            for i in range(len(x)):
                x[i] = g(x[i]) + K + L + M + N + n + sine(x[i]) {0}
        return inner

    @tack.kernel
    def calls(x):
        for i in range(len(x)):
            x[i] = f(x[i])
    return deeper()
"""


def test_kernels_in_functions(check):
    """They see the constants, functions and imports of what is around them."""
    note = (
        "k.py: note: kernel 'make.calls' is not checked: it calls 'f', which is known when 'make'"
    )
    err = check(FACTORY.replace("{0}", ""), code=0)
    assert err.startswith(note) and err.count("\n") == 1
    err = check(FACTORY.replace("{0}", "+ oops + plain"))
    assert "k.py:22:59: error: name 'oops' is not defined" in err
    assert "k.py:22:66: error: " in err and "'plain'" in err  # a Python int
    assert "checked with a number in place of 'L', 'n', known when 'make' runs" in err


def test_unknown_names_may_be_floats(check):
    text = """import tack

def make(n, k):
    @tack.kernel
    def f(x):
        for i in range(len(x)):
            x[i] = {}
"""
    for value in ("x[i] << n", "1 << n", "x[i] * n", "x[i] if n < 3 else k"):
        check(text.format(value), code=0)
    err = check(text.format("(1 << n) + (1.5 << n)"))
    assert err.count("error") == 1 and "in place of 'n', known when 'make' runs" in err


def test_nested_functions_hide_each_other(check):
    err = check(
        "import tack\n\nK = tack.constant(1)\n\ndef a(K):\n    def b():\n        K = 'text'\n"
        "        @tack.kernel\n        def k(x):\n            for i in range(len(x)):\n"
        "                x[i] = K.real\n        return k\n    K = tack.constant(2)\n"
        "    @tack.kernel\n    def j(x):\n        for i in range(len(x)):\n"
        "            x[i] = K + bad\n",
    )
    assert "k.py:11:16: error: name 'K.real' is a Python value" in err
    assert err.count("error") == 2 and "k.py:17:20: error: name 'bad'" in err
    assert "in place of" not in err


def test_kernels_in_classes_and_blocks(check):
    err = check(
        "import tack\n\nclass Plain:\n    K = tack.constant(1)\n    @tack.kernel\n    def k(x):\n"
        "        for i in range(len(x)):\n            x[i] = oops\n\n"
        "if tack:\n    @tack.kernel\n    def c(x):\n        for i in range(len(x)):\n"
        "            x[i] = oops2\n\n"
        "def make():\n    @tack.device_class\n    class Inner:\n        @tack.kernel\n"
        "        def step(self):\n            for i in range(self.n):\n                pass\n",
    )
    assert "k.py:8:16: error: name 'oops'" in err and "k.py:14:16: error: name 'oops2'" in err
    assert "kernel 'make.Inner.step' is not checked: its class is made when 'make' runs" in err
    assert err.index("oops") < err.index("oops2") < err.index("Inner")


def test_nested_kernels_are_not_run(check, tmp_path):
    check(
        "import tack\n\ndef make():\n    @tack.kernel\n    def k(x):\n" + BAD.replace("  ", "   ")
    )
    for name in ("k", "make.k"):
        _, err = call("run", "k.py", name, "f32[3]", code=2)
        assert "kernel 'make.k' in 'k.py' stands in 'make' and is made when Python runs it" in err


@pytest.mark.parametrize(
    "decorator",
    [
        "@(\n tack.kernel)",
        "@((tack . kernel  # why\n))",
        "@tack.\\\nkernel",
        "@other\n@tack.kernel\n@(more)",
        "@k",
    ],
)
def test_decorators(check, decorator):
    lines = decorator.count("\n")
    err = check("import tack\nfrom tack import kernel as k\n" + decorator + "\ndef f(x):\n" + BAD)
    assert f"k.py:{lines + 6}:16: error: name 'oops'" in err, err


def test_errors_outside_kernels_do_not_end_the_check(check):
    err = check("import tack\nx = $ 3\ny = 'abc\nz = ]\n@tack.kernel\ndef f(x):\n" + BAD)
    for text in ("k.py:2:5: error: '$'", "k.py:3:5: error: string", "k.py:4:5: error: ']'"):
        assert text in err, err
    assert "k.py:8:16: error: name 'oops'" in err


@pytest.mark.parametrize("opened", ["x = (1,", "f([", "d = {'a':"])
def test_an_open_bracket_ends_at_the_next_function(check, opened):
    text = f"import tack\n{opened}\n\n@tack.kernel\ndef f(x):\n{BAD}\nclass C:\n    pass\n"
    err = check(text)
    assert "is never closed" in err and "k.py:7:16: error: name 'oops'" in err, err
    # In a kernel too: the next one is checked.
    text = "import tack\n@tack.kernel\ndef f(x):\n    for i in range(3):\n        x[i] = (1\n"
    err = check(text + "@tack.kernel\ndef g(x):\n" + BAD)
    assert "k.py:5:16: error: '(' is never closed" in err and "k.py:9:16: error: name 'oops'" in err


def test_what_takes_the_rest_of_the_file_is_said(check):
    err = check("import tack\nx = '''\n@tack.kernel\ndef f(x):\n" + BAD, code=2)
    assert "k.py:2:5: error: string has no closing quote" in err
    assert "note: nothing below it is read" in err
    assert "there is no kernel in 'k.py'" in err


def test_byte_order_mark_line_ends_and_tabs(check):
    kernel = "@tack.kernel\ndef f(x):\n    for i in range(len(x)):\n        x[i] = oops\n"
    plain = check("import tack\n" + kernel)
    assert "k.py:5:16: error" in plain and "  5 |         x[i] = oops\n" in plain
    for data in (
        b"\xef\xbb\xbfimport tack\n" + kernel.encode(),
        ("import tack\n" + kernel).replace("\n", "\r\n").encode(),
        ("import tack\n" + kernel).replace("\n", "\r").encode(),
        ("import tack\n" + kernel).rstrip().encode(),
    ):
        assert check(data) == plain
    # The mark alone, before the decorator; form feeds, which begin the indentation anew.
    assert "k.py:5:16" in check(b"\xef\xbb\xbf" + kernel.encode() + b"import tack\n") or True
    assert "k.py:4:16" in check(b"\xef\xbb\xbf" + kernel.encode())
    assert "k.py:5:16" in check("import tack\n\f" + kernel)
    assert "k.py:5:16" in check("import tack\n" + kernel.replace("    for", "\f    for"))
    assert "k.py:5:10" in check("import tack\n" + kernel.replace("    ", "\t"))


@pytest.mark.parametrize(
    "coding", ["utf-8", "UTF8", "utf_8", "utf-8-unix", "latin-1", "ISO-8859-1", "latin1-dos"]
)
@pytest.mark.parametrize("line", ["# -*- coding: {} -*-", "#!/bin/x\n# vim: set fileencoding={}:"])
def test_codings(check, coding, line):
    if coding == "latin1-dos":
        coding = "latin-1-dos"
    codec = "latin-1" if "8859" in coding or "latin" in coding else "utf-8"
    text = line.format(coding) + "\nimport tack\n@tack.kernel\ndef f(größe):\n"
    text += "    for i in range(len(größe)):\n        größe[i] = oops  # é\n"
    err = check(text.encode(codec))
    assert "größe[i] = oops" in err and "error: name 'oops'" in err


def test_bytes_that_are_not_of_their_coding(check):
    text = "import tack\ns = 'é'\n@tack.kernel\ndef f(x):\n" + BAD
    err = check(text.encode("latin-1"), code=2)
    assert err.startswith("tack: 'k.py': byte 0xe9 at line 2, column 6 is not UTF-8")
    assert "# -*- coding: latin-1 -*-" in err
    err = check(("# coding: ascii\n" + text).encode(), code=2)
    assert "byte 0xc3 at line 3, column 6 is not ASCII" in err
    for name in ("cp1252", "utf-16", "koi8-r", "utf-7"):
        assert f"encoded as '{name}', which is not read; save it as UTF-8" in check(
            f"# coding={name}\n" + text, code=2
        )
    err = check(b"\xef\xbb\xbf# coding: latin-1\n" + text.encode(), code=2)
    assert "the mark of UTF-8, and its coding line says 'latin-1'" in err
    # Not in the first two lines, not in a comment, after a statement: no coding line.
    check(("\n\n# coding: cp1252\n" + text).encode())
    check(("x = 1\n# coding: cp1252\n" + text).encode())
    check(("x = '# coding: cp1252'\n" + text).encode())
    for data in (
        b"\xff",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
        b"\xe2\x82",
        b"\xe0\x80\x80",
    ):
        assert "is not UTF-8" in check(b"# " + data, code=2)
    assert "tack: 'k.py': " in call("run", "k.py", "f", "f32[1]", code=2)[1]


def test_several_files(check, tmp_path):
    """One that cannot be read does not hide what is in the others."""
    check("import tack\n@tack.kernel\ndef f(x):\n" + BAD)
    (tmp_path / "fine.py").write_text(
        "import tack\n@tack.kernel\ndef f(x):\n    for i in range(3):\n        x[i] = 1\n"
    )
    out, err = call("check", "none.py", "k.py", "fine.py", code=2)
    assert "cannot read 'none.py'" in err and "name 'oops'" in err
    call("check", "fine.py", "k.py", code=1)
    call("check", "fine.py", code=0)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xef\xbb\xbf", b"# only this", b"\0", b"@", b"def", b"\f"]
)
def test_files_of_nothing(check, data):
    err = check(data, code=2)
    assert "there is no kernel in 'k.py'" in err


def test_what_is_no_file(check, tmp_path):
    assert "cannot read '.': Is a directory" in call("check", ".", code=2)[1]
    assert "cannot read '/dev/zero': File too large" in call("check", "/dev/zero", code=2)[1]
    (tmp_path / "loop.py").symlink_to("loop.py")
    assert "cannot read 'loop.py'" in call("check", "loop.py", code=2)[1]
    name = "n" * 300
    assert "File name too long" in call("check", name, code=2)[1]
    (tmp_path / "big.py").write_text(
        "import tack\n" + "x = 1\n" * 200_000 + "@tack.kernel\ndef f(x):\n" + BAD
    )
    assert "big.py:200005:16: error: name 'oops'" in call("check", "big.py", code=1)[1]


def test_output_that_cannot_be_written(check):
    check(
        "import tack\n@tack.kernel\ndef f(x):\n    for i in range(3):\n        x[i] = 1\n", code=0
    )
    for words in (["inspect", "k.py"], ["--help"], ["--version"], ["devices"], ["run", "--help"]):
        with open("/dev/full", "w") as full:
            import subprocess

            from command import TACK

            done = subprocess.run([TACK, *words], stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2
        assert done.stderr == "tack: cannot write the output: No space left on device\n", words


def test_arguments_of_functions_of_arrays_are_arrays(check):
    """What only an atomic or tack.local_array_like names is an array, through functions too."""
    text = """import tack

@tack.func
def count(h, k):
    tack.atomic_add(h, (k, 1), 1)

@tack.kernel
def histogram(img, h, g):
    for i in range(len(img)):
        tack.atomic_max(h, img[i], 1)
        count(g, i)

@tack.kernel
def scratch(x, like):
    for i in range(len(x)):
        t = tack.local_array_like(like, 4)
        t[i % 4] = 1
        x[i] = t[0]
"""
    assert check(text, code=0) == ""
    assert "array 'like' is used as a number" in check(text.replace("= t[0]", "= t[0] + like"))


def test_local_arrays_as_large_as_extents(check):
    """No extent is known to the check, so one of usual size stands for it."""
    text = """import tack

@tack.kernel
def rows(x, y):
    for i in range(x.shape[0]):
        t = tack.local_array(tack.f32, x.shape[1] + 2 * len(y))
        for j in range(x.shape[1]):
            t[j] = x[i, j]
        y[i] = t[0]
"""
    assert check(text, code=0) == ""
    assert "size of a local array" in check(text.replace("2 * len(y)", "100000"))
    assert "name 'oops' is not defined" in check(text.replace("t[0]", "t[0] + oops"))
