# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of exceptions.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "exceptions/messages-of-functions",
        "a message forgets the kernel that inlined the function",
        f"{FRONT}/message.cpp",
        '"\' (inlined into kernel \'" + context.kernel + "\'): ";',
        '"\': ";',
    ),
    (
        "exceptions/type-errors",
        "a TypeError is not wrapped",
        "python/src/errors.cpp",
        "if (!is_type && !is_runtime) return;",
        "if (!is_runtime) return;",
    ),
    (
        "exceptions/runtime-errors",
        "the backend is not named",
        "python/src/errors.cpp",
        '" failed on CPUBackend: "',
        '" failed: "',
    ),
    (
        "exceptions/unsupported-syntax",
        "an UnsupportedSyntaxError is wrapped",
        "python/src/errors.cpp",
        "!PyErr_ExceptionMatches(UnsupportedSyntaxError) &&",
        "",
    ),
]
