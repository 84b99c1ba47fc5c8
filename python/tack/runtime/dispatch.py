# SPDX-License-Identifier: Apache-2.0
"""The device that launches go to."""

from tack._devices import get_backend

__all__ = ["get_backend"]
