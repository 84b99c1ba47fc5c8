# SPDX-License-Identifier: Apache-2.0
"""The type stubs name what the package has, with the same parameters; every public name says what it is."""

import ast
import inspect
import pathlib
import re

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
