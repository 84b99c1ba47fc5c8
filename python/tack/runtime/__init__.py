# SPDX-License-Identifier: Apache-2.0
"""What the running program can ask about its devices."""

from . import dispatch

__all__ = ["dispatch"]
