# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of objects.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "objects/iterable",
        "the slowest index comes first",
        f"{FRONT}/resolve_loop.cpp",
        "for (size_t k = ranges.size(); k-- > 0;) {\n    hir::Local* index",
        "for (size_t k = 0; k < ranges.size(); ++k) {\n    hir::Local* index",
    ),
]
