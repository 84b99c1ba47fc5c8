# SPDX-License-Identifier: Apache-2.0
"""The type stubs name what the package has, with the same parameters; every public name says what it is."""

import ast
import inspect
import pathlib
import re
import sys

import pytest

import tack

FOLDER = pathlib.Path(tack.__file__).resolve().parent
STUB = ast.parse((FOLDER / "__init__.pyi").read_text())
NAMES = {}
for node in STUB.body:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        NAMES.setdefault(node.name, node)
    elif isinstance(node, ast.AnnAssign):
        NAMES.setdefault(node.target.id, node)
    elif isinstance(node, ast.ImportFrom) and node.level:
        for alias in node.names:
            NAMES.setdefault(alias.asname or alias.name, node)
FRONTEND = pathlib.Path(__file__).parents[2] / "src/frontend/python"
PROGRAM = """
import tack


@tack.func
def reflect(v: tack.Vector, n: tack.Vector) -> tack.Vector:
    x, y = v
    u = v - 2.0 * v.dot(n) * n + [1, 2]
    u.x = 1.0
    u[0] += x
    if any(v < n) and (v == n).sum() > 0:
        u = u.normalized(1e-3)
    return tack.Vector([u.y, u.x]).normalize()


@tack.kernel
def bounce(rays: tack.Array, out: tack.Array, turns: tack.Array) -> None:
    for i in range(len(rays)):
        a, b = rays[i]
        out[i] = reflect(rays[i], tack.Vector([a, b]))
        out[i].y += 1
        m = tack.Matrix([[1, 2], [3, 4]]) @ tack.Matrix.identity(2)
        m[0, 1] += m.trace() + m.determinant()
        turns[i] = m.inverse().transpose() ** 2 // 3 % 2
        out[i] = -m @ out[i] + tack.select(a < b, 1, 2)


@tack.kernel
def total(out: tack.Array, x: tack.Array) -> float:
    for i in range(len(x)):
        tack.atomic_add(out, 0, x[i])
    return float(out[0])


rays = tack.Vector.zeros(2, 10, tack.f64)
rays.fill((1, 2))
bounce(rays, tack.Vector.empty(2, (10,)), tack.Matrix.zeros(2, 2, 10))
shared = tack.from_buffer(bytearray(80), tack.f32, (10, 2), vector=True)
numbers: list[float] = [rays.mean(), total(tack.zeros(1), tack.ones(3))]
report = tack.inspect(total, tack.zeros(1), tack.ones(3), mode="report")
weights = tack.constant((1, 2, 3))
pair: tuple[int, ...] = weights.shape
made: list[tack.Kernel] = [total, bounce]
device: tack.Func = reflect
print(numbers, report, rays.to_numpy(vectors=True), shared.shape, len(shared), weights[0], pair)
"""

# Each is an error of its own.
WRONG = """import tack

weights = tack.constant((1, 2, 3))
weights.nothing
tack.inspect(print, mode="bogus")
tack.inspect(print, other=1)
"""
PUBLIC = [name for name in tack.__all__ if not name.startswith("_")]


def parameters_of_stub(node):
    arguments = node.args
    names = [a.arg for a in arguments.posonlyargs + arguments.args]
    names += ["*" + arguments.vararg.arg] if arguments.vararg else []
    names += [a.arg for a in arguments.kwonlyargs]
    return names + (["**" + arguments.kwarg.arg] if arguments.kwarg else [])


def parameters_of(value):
    signatures = getattr(value, "__nb_signature__", None)
    if signatures:
        # Defaults are references into a table; the names are all that is compared.
        text = re.sub(r"\\\d+", "None", signatures[0][0]) + ": ..."
        return parameters_of_stub(ast.parse(text).body[0])
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return None  # hand-written: Python cannot tell
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(p.kind, "") + name for name, p in signature.parameters.items()]


def test_names_are_those_of_the_module():
    stub = {name for name in NAMES if not name.startswith("_") and name not in ("math", "random")}
    assert stub == set(PUBLIC), "python/tack/__init__.pyi and tack.__all__ differ"
    assert "__version__" in NAMES and isinstance(tack.__version__, str)
    assert (FOLDER / "py.typed").exists()


def test_functions_have_the_same_parameters():
    compared = 0
    for name, node in NAMES.items():
        value = getattr(tack, name, None)
        if not isinstance(node, ast.FunctionDef) or name.startswith("_"):
            continue
        real = parameters_of(value)
        if real is not None:
            assert parameters_of_stub(node) == real, name
            compared += 1
    assert compared > 15


def test_classes_have_the_same_members():
    for name in ("Array", "DType", "Device"):
        members = {n.name for n in NAMES[name].body if isinstance(n, ast.FunctionDef)}
        public = {m for m in dir(getattr(tack, name)) if not m.startswith("_")}
        if name == "Device":  # a str, with these besides
            public = {m for m in vars(tack.Device) if not m.startswith("_")}
        assert {m for m in members if not m.startswith("_")} == public, name
        for member in members:
            assert hasattr(getattr(tack, name), member), (name, member)


def test_vectors_and_matrices_have_the_methods_of_the_language():
    table = FRONTEND / "vector_ops.def"
    rows = re.findall(r'PY_VECTOR_OP\(\w+, "(\w*)", "(\w*)", \d, \d, (\w+)\)', table.read_text())
    assert len(rows) > 15
    of = {"Any": "_Value", "Vector": "Vector", "Vector3": "Vector"}
    wanted = {"_Value": set(), "Vector": set(), "Matrix": {"identity"}}
    for name, other, what in rows:
        names = {n for n in (name, other) if n and not n.startswith("_")}
        wanted[of.get(what, "Matrix")] |= names
    for name in ("Vector", "Matrix"):
        wanted[name] |= {"zeros", "empty", "field"}
    for name, methods in wanted.items():
        members = {n.name for n in NAMES[name].body if isinstance(n, ast.FunctionDef)}
        assert {m for m in members if not m.startswith("_")} == methods, name


def test_a_type_checker_accepts_a_program(tmp_path):
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    text, errors, status = api.run(
        [
            "--strict",
            "--cache-dir",
            str(tmp_path),
            "--python-executable",
            sys.executable,
            str(program),
        ]
    )
    assert status == 0, text + errors


def test_a_type_checker_refuses(tmp_path):
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "program.py"
    program.write_text(WRONG)
    text = api.run(
        ["--cache-dir", str(tmp_path), "--python-executable", sys.executable, str(program)]
    )[0]
    lines = [int(line.split(":")[1]) for line in text.splitlines() if ": error: " in line]
    assert lines == [4, 5, 6], text


def test_functions_of_the_language_say_what_they_do():
    import pydoc

    for owner, prefix in ((tack, ""), (tack.math, "math."), (tack.random, "random.")):
        for name in dir(owner):
            value = getattr(owner, name)
            if type(value).__name__ != "KernelName" or name == "ndrange":  # ndindex
                continue
            head, empty, text = value.__doc__.split("\n")
            assert head.startswith(name + "(") and head.endswith(")") and empty == "", name
            assert text.startswith("In kernels. ") and text.endswith("."), name
            assert value.__name__ == name and repr(value) == "tack." + prefix + name
    text = pydoc.render_doc(tack.atomic_add, renderer=pydoc.plaintext)
    assert "atomic_add(array, index, value)" in text and "what was there before" in text


def test_submodules():
    import importlib

    for name in ("math", "random"):
        tree = ast.parse((FOLDER / f"{name}.pyi").read_text())
        stub = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        module = importlib.import_module(f"tack.{name}")
        assert stub == set(module.__all__), f"python/tack/{name}.pyi"
        assert module.__doc__


def test_every_public_name_says_what_it_is():
    for name in PUBLIC:
        value = getattr(tack, name)
        assert value.__doc__, name
    for name in dir(tack.Array):
        if not name.startswith("_"):
            assert getattr(tack.Array, name).__doc__, f"Array.{name}"


def test_the_types_have_the_names_that_they_print():
    assert tack.Kernel is tack.kernel and repr(tack.Kernel) == "<class 'tack.Kernel'>"
    assert tack.Func is tack.func and repr(tack.Func) == "<class 'tack.Func'>"


def test_reprs():
    @tack.kernel
    def brighten(x):
        for i in range(len(x)):
            x[i] = half(x[i])

    @tack.func
    def half(v):
        return v / 2

    assert repr(brighten) == "<tack.kernel brighten>"
    assert repr(half) == "<tack.func half>"
    assert repr(tack.f32) == "tack.f32" and str(tack.u8) == "tack.u8"
    assert repr(tack.zeros((2, 3))) == "<tack.Array shape=(2, 3) dtype=f32 device=cpu>"
    assert repr(tack.constant(3)) == "3"
    assert repr(tack.device("cpu")) == "tack.device('cpu')"


def test_a_star_import_has_what_kernels_need_and_hides_nothing_of_python():
    import builtins

    names = {}
    exec("from tack import *", names)
    assert {"kernel", "f32", "ndindex", "local_array", "atomic_add", "select"} <= names.keys()
    hidden = {
        name for name in tack.__all__ if hasattr(builtins, name) or name in ("math", "random")
    }
    assert not hidden
    assert {"ndindex", "math", "random", "zeros"} <= set(dir(tack))
