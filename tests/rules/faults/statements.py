# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of statements.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "statements/refused-statements",
        "assert is dropped without a word",
        f"{FRONT}/parser.cpp",
        "unsupported(row.name, token().place, row.hint);",
        'if (!is("assert")) unsupported(row.name, token().place, row.hint);',
    ),
    (
        "statements/index-counts",
        "a wrong number of indices is accepted",
        f"{FRONT}/resolve_expr.cpp",
        "if (items.size() != array.rank && items.size() != 1) {",
        "if (items.size() < array.rank && items.size() != 1) {",
    ),
]
