# SPDX-License-Identifier: Apache-2.0
"""The commands `tack` and `xcc`: programs that stand inside the package, beside their libraries."""

import os
import sys


def _run(name):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    if not os.path.exists(path):
        sys.exit(f"{name}: this build of the package does not contain it")
    os.execv(path, [path, *sys.argv[1:]])


def tack():
    _run("tack")


def xcc():
    _run("xcc")
