# SPDX-License-Identifier: Apache-2.0
"""Refuses sub-interpreters before anything is set up in them, and settings that are wrong."""

try:
    from . import _tack
except ImportError as error:
    # What TACK_CPU_THREADS and its like refuse, rather than that a module did not load.
    if isinstance(error.__cause__, ValueError):
        raise error.__cause__ from None
    raise

_tack._check_interpreter()
