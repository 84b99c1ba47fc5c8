# SPDX-License-Identifier: Apache-2.0
"""The faults of planted.py, a file for each file of promises. Each is the promise that it breaks, what it
is, the file, a text that stands there once, and what replaces it."""

from importlib import import_module
from pathlib import Path

FRONT = "src/frontend/python"
XC = "src/frontend/xc"
XC_RUNTIME = "src/runtime/xc"

FAULTS = [
    fault
    for file in sorted(Path(__file__).parent.glob("[a-z]*.py"))
    for fault in import_module(f"faults.{file.stem}").FAULTS
]
