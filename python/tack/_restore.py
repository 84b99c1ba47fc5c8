# SPDX-License-Identifier: Apache-2.0
"""What pickles name: functions found by import."""

from . import _tack


def array(contents, dtype, levels=0, flat=False):
    if not flat:
        return _tack.asarray(contents, dtype, vector=levels == 1, matrix=levels == 2)
    rows, cols = (*contents.shape[-levels:], 0)[:2]
    result = _tack._elements(rows, cols, contents.shape[:-levels], dtype, True)
    _tack.copyto(result, contents)
    return result
