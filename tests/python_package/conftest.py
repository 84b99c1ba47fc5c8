# SPDX-License-Identifier: Apache-2.0
"""Tests neither read nor fill the user's cache of compiled kernels."""

import os
import tempfile

import pytest

_folder = tempfile.TemporaryDirectory(prefix="tack-test-cache-")
os.environ.setdefault("TACK_CACHE_DIR", _folder.name)


@pytest.fixture(params=[1, 2, 7])
def threads(request):
    """Launches of the test use so many threads."""
    import tack  # after the setting above

    tack.set_default_device("cpu", num_threads=request.param)
    yield request.param
    tack.set_default_device("cpu")


@pytest.fixture
def debug():
    """The test runs in debug mode."""
    import tack

    tack.debug(True)
    yield
    tack.debug(False)
