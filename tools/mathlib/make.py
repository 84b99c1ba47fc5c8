# SPDX-License-Identifier: Apache-2.0
"""Writes the files of lib/math that are made from expressions.

    python tools/mathlib/make.py             writes them
    python tools/mathlib/make.py --check     fails when one differs

Needs mpmath (PyPI).
"""

import pathlib
import sys

import exponential
import hyperbolic
import inverse
import logarithm
import power
import trig
from emit import F32, F64

FILES = {
    "trig": trig,
    "exp": exponential,
    "atan": inverse,
    "hyperbolic": hyperbolic,
    "log": logarithm,
    "pow": power,
}
LIB = pathlib.Path(__file__).parents[2] / "lib" / "math"


def comment(text):
    return "".join(f"// {line}".rstrip() + "\n" for line in text.splitlines())


def content(name, module):
    text = "// SPDX-License-Identifier: Apache-2.0\n"
    text += comment(module.HEAD)
    text += (
        f"// Made by tools/mathlib/make.py from {module.__name__}.py; coefficients: tools/remez.\n"
    )
    for form in (F32, F64):
        for make in module.FUNCTIONS:
            note, body = make(form)
            text += "\n" + comment(note) + body
    return text


def main():
    stale = []
    for name, module in FILES.items():
        path = LIB / f"{name}.tir"
        text = content(name, module)
        if sys.argv[1:] != ["--check"]:
            path.write_text(text)
        elif path.read_text() != text:
            stale.append(str(path))
    if stale:
        sys.exit("not what tools/mathlib/make.py writes: " + " ".join(stale))


if __name__ == "__main__":
    main()
