# SPDX-License-Identifier: Apache-2.0
"""Device functions of graphics: fract, mix, clamp, ... as GLSL defines them.

They are called in kernels and device functions, on numbers or vectors; numbers beside vectors count
for every component.
"""

from . import _tack

__all__ = _tack._library_names("math")

globals().update({name: _tack._kernel_name(f"math.{name}") for name in __all__})
