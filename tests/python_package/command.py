# SPDX-License-Identifier: Apache-2.0
"""Runs the `tack` command that belongs to the package under test."""

import pathlib
import subprocess

import tack

_PACKAGE = pathlib.Path(tack.__file__).parent
# Installed; in a build tree, whose package stands in BUILD/python/tack.
_PLACES = [_PACKAGE / "bin" / "tack", _PACKAGE.parents[1] / "bin" / "tack"]
TACK = next((place for place in _PLACES if place.exists()), _PLACES[0])


def call(*arguments, code=None, **options):
    """(exit code, stdout, stderr); with `code`, stdout and stderr after a check of the code."""
    done = subprocess.run(
        [TACK, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options
    )
    if code is None:
        return done.returncode, done.stdout, done.stderr
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr
