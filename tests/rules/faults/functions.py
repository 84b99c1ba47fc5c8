# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of functions.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "functions/early-return",
        "an early return does not end the function",
        f"{FRONT}/emit_stmt.cpp",
        "b_.exit(returns_.back());\n      return true;",
        "return true;",
    ),
    (
        "functions/return-in-a-loop",
        "return inside a loop is accepted",
        f"{FRONT}/resolve_stmt.cpp",
        "if (!loops_.empty()) error(Diag::ReturnInLoop, s.place);",
        "",
    ),
    (
        "functions/constant-errors",
        "a float is a constant of an integer dtype",
        "python/tack/_constant.py",
        "        if dtype in _RANGES:\n            raise TypeError(",
        "        if False:\n            raise TypeError(",
    ),
    (
        "functions/constants",
        "a typed constant is untyped",
        f"{FRONT}/resolve_expr.cpp",
        "if (c.dtype == ir::Kind::Void) return out;",
        "if (c.dtype != ir::Kind::F64) return out;",
    ),
    (
        "functions/bindings",
        "variants compiled later see what the names mean then",
        "src/compile/snapshot.cpp",
        "const Entity* known = bindings_ ? bindings_->find(environment, name) : nullptr;",
        "const Entity* known = nullptr;",
    ),
]
