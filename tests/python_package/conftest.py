# SPDX-License-Identifier: Apache-2.0
"""Tests neither read nor fill the user's cache of compiled kernels."""

import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="tack-test-cache-")
os.environ.setdefault("TACK_CACHE_DIR", _folder.name)
