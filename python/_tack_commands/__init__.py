# SPDX-License-Identifier: Apache-2.0
"""The commands `tack` and `xcc`: programs that stand inside the package, beside their libraries.

This module is not part of the package: importing that one loads its library and reads the settings,
which the programs do themselves, and say better what is wrong with them.
"""

import os
import sys
from importlib.util import find_spec


def _run(name):
    try:
        found = find_spec("tack")  # loads nothing
        folders = list(found.submodule_search_locations or []) if found else []
        folders.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "tack"))
        for folder in folders:  # a tack.py of the user's may come first
            path = os.path.join(folder, "bin", name)
            if os.path.exists(path):
                os.execv(path, [path, *sys.argv[1:]])  # Ctrl-C is the program's from here on
        sys.exit(f"{name}: this build of the package does not contain it")
    except KeyboardInterrupt:
        sys.exit(130)


def tack():
    _run("tack")


def xcc():
    _run("xcc")
