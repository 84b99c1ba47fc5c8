# SPDX-License-Identifier: Apache-2.0
"""Random numbers of explicit u32 states, in kernels and, under np_ names, on NumPy arrays.

s = tack.random.seed(i, 7)
u, s = tack.random.uniform(s)

Nothing is hidden: whoever starts from the same state draws the same numbers, on every device and
with any number of threads. A draw returns its value and the state for the next one.
"""

from . import _tack

__all__ = [
    *_tack._library_names("random"),
    "np_advance",
    "np_direction2",
    "np_direction3",
    "np_normal",
    "np_seed",
    "np_uniform",
]

globals().update(
    {name: _tack._kernel_name(f"random.{name}") for name in _tack._library_names("random")}
)

_A, _C, _M, _MASK = 747796405, 2891336453, 277803737, 0xFFFFFFFF


def _state(s):
    # 64 bits hold every product of two 32-bit numbers; negative numbers wrap as in a kernel.
    import numpy as np

    s = np.asarray(s)
    if s.dtype.kind not in "iub":
        raise TypeError(f"a random state is an integer, not {s.dtype}")
    return s.astype(np.uint64) & np.uint64(_MASK)


def _advance(s):
    import numpy as np

    mask = np.uint64(_MASK)
    x = (s * np.uint64(_A) + np.uint64(_C)) & mask
    w = (((x >> ((x >> np.uint64(28)) + np.uint64(4))) ^ x) * np.uint64(_M)) & mask
    return (w >> np.uint64(22)) ^ w


def _unit(s):
    import numpy as np

    return (s >> np.uint64(8)).astype(np.float32) * np.float32(2**-24)


def _as_state(s):
    import numpy as np

    return s.astype(np.uint32)[()]


def np_advance(s):
    """The state after `s`, as uint32."""
    return _as_state(_advance(_state(s)))


def np_seed(index, stream):
    """A state for each index; other streams give other numbers."""
    return _as_state(_advance(_state(index) ^ _advance(_state(stream))))


def np_uniform(s):
    """float32 from 0 up to, but not including, 1; and the next state."""
    s = _state(s)
    return _unit(s)[()], _as_state(_advance(s))


def np_normal(s):
    """float32 of the normal distribution with mean 0 and deviation 1; and the next state."""
    import numpy as np

    s = _state(s)
    s2 = _advance(s)
    radius = np.sqrt(np.float32(-2) * np.log(np.float32(1) - _unit(s)))
    value = radius * np.cos(np.float32(2 * np.pi) * _unit(s2))
    return value[()], _as_state(_advance(s2))


def np_direction2(s):
    """Points of the unit circle along a new last axis, float32; and the next state."""
    import numpy as np

    s = _state(s)
    a = np.float32(2 * np.pi) * _unit(s)
    return np.stack([np.cos(a), np.sin(a)], axis=-1), _as_state(_advance(s))


def np_direction3(s):
    """Points of the unit sphere along a new last axis, float32; and the next state."""
    import numpy as np

    s = _state(s)
    s2 = _advance(s)
    a = np.float32(2 * np.pi) * _unit(s)
    z = np.float32(2) * _unit(s2) - np.float32(1)
    r = np.sqrt(np.float32(1) - z * z)
    return np.stack([r * np.cos(a), r * np.sin(a), z], axis=-1), _as_state(_advance(s2))
