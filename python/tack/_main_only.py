# SPDX-License-Identifier: Apache-2.0
"""Refuses sub-interpreters before anything is set up in them."""

from . import _tack

_tack._check_interpreter()
