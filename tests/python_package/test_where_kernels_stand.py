# SPDX-License-Identifier: Apache-2.0
"""Kernels in scripts, modules, zips, notebooks' cells, frozen and nested code; tabs, line ends, encodings."""

# ruff: noqa: E701, E702
import os
import subprocess
import sys
import textwrap
import zipfile

import pytest

import tack

PROGRAM = """import tack

@tack.kernel
def k(x):
    for i in range(len(x)):
        x[i] = i + 1

x = tack.zeros(3)
k(x)
assert x.numpy().tolist() == [1, 2, 3]
print("fine")
"""


@pytest.fixture
def run(tmp_path):
    def run(*arguments, stdin=None, code=0):
        done = subprocess.run(
            [sys.executable, *arguments], input=stdin, capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == code, done.stderr
        return done

    (tmp_path / "program.py").write_text(PROGRAM)
    return run


WAYS = {
    "script": ["program.py"],
    "module": ["-m", "program"],
    "import": ["-c", "import program"],
    "runpy": ["-c", "import runpy; runpy.run_path('program.py')"],
    "importlib": ["-c", "import importlib; importlib.import_module('program')"],
    "optimised": ["-OO", "program.py"],
    "compiled": ["-c", "import py_compile, sys; sys.path.insert(0, '.');"
                       "py_compile.compile('program.py', 'bytecode.pyc'); import bytecode"],
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_programs(run, way):
    done = run(*WAYS[way])
    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_zips(run, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("zipped.py", PROGRAM)
        archive.writestr("package/__init__.py", "")
        archive.writestr("package/inner.py", PROGRAM)
        archive.writestr("__main__.py", PROGRAM)
    assert run("all.zip").stdout == "fine\n"
    code = "import sys; sys.path.insert(0, 'all.zip'); import zipped, package.inner"
    assert run("-c", code).stdout == "fine\n" * 2


def test_cells_of_a_notebook(run):
    """A notebook puts each cell's text into linecache under a name of its own."""
    code = f"""
        import linecache

        def cell(number, text):
            name = f"<ipython-input-{{number}}>"
            linecache.cache[name] = (len(text), None, text.splitlines(True), name)
            exec(compile(text, name, "exec"), globals())

        cell(1, {PROGRAM!r})
        cell(2, {PROGRAM.replace("i + 1", "i + 10").replace("[1, 2, 3]", "[10, 11, 12]")!r})
        cell(3, "x = tack.zeros(3)\\nk(x)\\nprint(x[2])")
        cell(1, {PROGRAM!r})
        """
    assert run("-c", textwrap.dedent(code)).stdout.split() == ["fine", "fine", "12.0", "fine"]


def test_frozen_code_beside_its_source(run):
    """What freezing tools do: code objects in the program, the source found through a loader."""
    code = f"""
        import sys, types

        SOURCE = {PROGRAM!r}

        class Loader:
            def get_source(self, name):
                return SOURCE

        module = types.ModuleType("frozen_program")
        module.__loader__ = Loader()
        sys.modules["frozen_program"] = module
        exec(compile(SOURCE, "frozen_program.py", "exec"), module.__dict__)
        """
    assert run("-c", textwrap.dedent(code)).stdout == "fine\n"


def test_without_a_source(run, tmp_path):
    """A prompt, -c, exec, and a file that is gone: an error that says where kernels may stand."""
    hint = "define it in a file or a notebook cell"
    if sys.version_info < (3, 13):
        done = run("-c", PROGRAM, code=1)
        assert "RuntimeError: the source of @tack.kernel 'k' cannot be read" in done.stderr
        assert hint in done.stderr
    done = run("-c", f"exec({PROGRAM!r})", code=1)
    assert hint in done.stderr
    (tmp_path / "gone.py").write_text("import os\nos.remove(__file__)\n" + PROGRAM)
    assert hint in run("gone.py", code=1).stderr


FORMS = {
    "tabs": lambda text: text.replace("    ", "\t").encode(),
    "windows": lambda text: text.replace("\n", "\r\n").encode(),
    "old mac": lambda text: text.replace("\n", "\r").encode(),
    "mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "latin-1": lambda text: (
        "# -*- coding: latin-1 -*-\n" + text.replace("i + 1", "i + 1  # \xe9").replace("k(", "k\xe9(")
    ).encode("latin-1"),
    "form feed": lambda text: text.replace("@tack", "\f\n@tack").encode(),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "two blanks": lambda text: text.replace("    ", "  ").encode(),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_text(run, tmp_path, form):
    (tmp_path / "form.py").write_bytes(FORMS[form](PROGRAM))
    assert run("form.py").stdout == "fine\n"


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux")
def test_a_folder_whose_name_is_no_text(tmp_path):
    folder = os.fsencode(tmp_path) + b"/caf\xe9"
    os.mkdir(folder)
    for number, text in enumerate((PROGRAM, PROGRAM.replace("i + 1", "i + nothing"))):
        path = folder + b"/%d.py" % number
        with open(path, "w") as file:
            file.write(text)
        cache = folder + b"/cache"
        done = subprocess.run(
            [sys.executable, path],
            env={**os.environb, b"TACK_CACHE_DIR": cache},
            capture_output=True,
        )
        assert done.returncode == number, done.stderr
        if number == 0:
            assert done.stdout == b"fine\n" and os.listdir(cache)
        else:
            assert b"NameError: Kernel 'k': name 'nothing' at line 4" in done.stderr
            assert b"x[i] = i + nothing" in done.stderr


def test_the_file_changes_after_it_is_read(run, tmp_path):
    (tmp_path / "changes.py").write_text(
        "import pathlib\n"
        + PROGRAM.replace(
            "x = tack.zeros(3)\n",
            "path = pathlib.Path(__file__)\n"
            "path.write_text(path.read_text().replace('i + 1', 'i + 50'))\n"
            "x = tack.zeros(3)\n",
        )
    )
    assert run("changes.py").stdout == "fine\n"


def passes(function):
    return function


class Outer:
    class Inner:
        def make(self, start):
            def innermost():
                for _ in range(1):
                    try:
                        step = tack.constant(start)

                        @passes
                        @tack.kernel
                        @passes
                        def k(x):
                            for i in range(len(x)): x[i] = i + step  # fmt: skip # noqa: E701

                    finally:
                        pass
                return k

            return innermost()


def values(kernel, n=3):
    x = tack.zeros(n)
    kernel(x)
    return x.numpy().tolist()


def test_nested_scopes():
    kernels = [Outer.Inner().make(start) for start in (1, 5, 1)]
    assert [values(k) for k in kernels] == [[1, 2, 3], [5, 6, 7], [1, 2, 3]]
    assert kernels[0].__qualname__ == "Outer.Inner.make.<locals>.innermost.<locals>.k"


# fmt: off
nothing = 1; \
also = 2
@tack.kernel
def after_a_continuation(x):
  """A docstring
that begins in the first column."""
  # So does
# this comment.
  for i in range(
        len(x)
    ):
      v = (i
+ 1)
      x[i] = v \
        * 2; x[i] += 1


@tack.kernel
def in_one_line(x):
    for i in range(3): x[i] = 5; x[i] += i
# fmt: on


def test_layouts():
    assert values(after_a_continuation) == [3, 5, 7]
    assert values(in_one_line) == [5, 6, 7]


def test_decorated_twice():
    for decorate in (tack.kernel, tack.func):
        with pytest.raises(TypeError, match="decorates a function made by def, not tack.Kernel"):
            decorate(in_one_line)


def test_equal_signatures_in_one_scope():
    """Ten kernels of one name and one signature are ten kernels."""
    kernels = []
    for factor in range(10):
        step = tack.constant(factor)

        @tack.kernel
        def same(x):
            for i in range(len(x)):
                x[i] = i * step

        kernels.append(same)
    # A closure's cell holds what the loop left there at the first call of each.
    assert all(values(k) == [0, 9, 18] for k in kernels)

    def make(factor):
        step = tack.constant(factor)

        @tack.kernel
        def same(x):
            for i in range(len(x)):
                x[i] = i * step

        return same

    kernels = [make(factor) for factor in range(10)]
    for round in range(2):
        assert [values(k)[1] for k in kernels] == list(range(10))


def test_two_modules_of_one_name(tmp_path):
    import importlib.util

    modules = []
    for folder, addend in (("one", 1), ("two", 2)):
        path = tmp_path / folder / "same.py"
        path.parent.mkdir()
        path.write_text(PROGRAM.replace("i + 1", f"i + {addend}").split("x = tack")[0])
        spec = importlib.util.spec_from_file_location("same", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        modules.append(module)
    for round in range(2):
        assert [values(module.k) for module in modules] == [[1, 2, 3], [2, 3, 4]]


def test_errors_have_no_stack_of_our_own(run, tmp_path):
    """A user's error ends in one line of text: no frames of the compiler, no addresses."""
    (tmp_path / "wrong.py").write_text(PROGRAM.replace("i + 1", "i + nothing"))
    stderr = run("wrong.py", code=1).stderr
    assert "NameError: Kernel 'k': name 'nothing' at line 4, column 20" in stderr
    for word in (".cpp", "nanobind", "terminate", "Segmentation", "0x", "libtack", "what():"):
        assert word not in stderr
    assert os.path.join("site-packages", "tack") not in stderr
