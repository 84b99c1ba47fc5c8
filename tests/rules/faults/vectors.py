# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of vectors.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "vectors/repeated",
        "a list that is repeated is a product",
        f"{FRONT}/resolve_expr.cpp",
        "if (link.binary != BinaryOp::Mul || !is_repeated(one)) return expr(one);",
        "if (link.binary != BinaryOp::MatMul || !is_repeated(one)) return expr(one);",
    ),
    (
        "vectors/checked-components",
        "debug mode does not look at components",
        f"{FRONT}/emit_checks.cpp",
        'if (has_checks_) fail_outside("index", whole,',
        'if (false) fail_outside("index", whole,',
    ),
    (
        "vectors/checked-components",
        "debug mode looks at what is not reached",
        f"{FRONT}/emit_expr.cpp",
        "return !is_traced_ && !has_checks_ && python::is_cheap(e, budget);",
        "return !is_traced_ && python::is_cheap(e, budget);",
    ),
    (
        "vectors/unpacking",
        "components are taken from the end",
        f"{FRONT}/resolve_unpack.cpp",
        "index->bits = k;",
        "index->bits = n - 1 - k;",
    ),
    (
        "vectors/computed-components",
        "an index outside reads the first component",
        f"{FRONT}/emit_part.cpp",
        "Inst* last = b_.constant(Type::scalar(kind), extent - 1);",
        "Inst* last = b_.constant(Type::scalar(kind), 0);",
    ),
    (
        "vectors/vector-arrays",
        "an element's components lie two apart",
        f"{FRONT}/emit_part.cpp",
        "return k == 0 ? first : b_.add(first, b_.constant(first->type, k));",
        "return k == 0 ? first : b_.add(first, b_.constant(first->type, 1));",
    ),
]
