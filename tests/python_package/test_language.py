# SPDX-License-Identifier: Apache-2.0
"""The language's kernels and random expressions through the package and machine code.

The files of tests/python/run run in the interpreter under ctest; here the same ones run on the CPU.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "python", "run"))
os.environ.pop("TACK_RUN_KERNEL", None)
os.environ.setdefault("TACK_EXPRESSION_SEEDS", "1")

from test_control import *  # noqa: E402, F403
from test_conversion_edges import *  # noqa: E402, F403
from test_effects import *  # noqa: E402, F403
from test_expressions import *  # noqa: E402, F403
from test_integer_edges import *  # noqa: E402, F403
from test_kernels import *  # noqa: E402, F403
from test_order import *  # noqa: E402, F403
from test_shapes import *  # noqa: E402, F403
from test_values import *  # noqa: E402, F403
