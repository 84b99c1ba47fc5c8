# SPDX-License-Identifier: Apache-2.0
"""The language's kernels and random expressions through the package and machine code.

The files of tests/python/run run in the interpreter under ctest; here the same ones run on the CPU.
"""

import importlib.util
import os
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parents[1] / "python" / "run"
FILES = ["control", "conversion_edges", "effects", "expressions", "integer_edges", "kernels"]
FILES += ["order", "shapes", "unset_locals", "values"]

sys.path.append(str(FOLDER))
os.environ.pop("TACK_RUN_KERNEL", None)
os.environ.setdefault("TACK_EXPRESSION_SEEDS", "1")


def is_fixture(value):
    """By the marks of older and newer versions of pytest."""
    return hasattr(value, "_pytestfixturefunction") or type(value).__name__ == (
        "FixtureFunctionDefinition"
    )


def load(name):
    """By its path: this folder has files of the same names, which are imported as modules already."""
    spec = importlib.util.spec_from_file_location(f"language_{name}", FOLDER / f"test_{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    names = vars(module).items()
    return {key: value for key, value in names if key.startswith("test_") or is_fixture(value)}


for _file in FILES:
    for _name, _value in load(_file).items():
        assert _name not in globals(), f"{_name} of two files"
        globals()[_name] = _value
