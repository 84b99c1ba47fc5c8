# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of order.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "order/left-to-right",
        "arguments evaluate from the right",
        f"{FRONT}/emit_expr.cpp",
        "for (const hir::Expr* arg : e.args) args.push_back(as(*arg, kind));",
        "args.resize(e.args.size());\n      for (size_t k = args.size(); k-- > 0;) args[k] = as(*e.args[k], kind);",
    ),
    (
        "order/value-then-place",
        "a store computes its index first",
        f"{FRONT}/emit_stmt.cpp",
        "Parts value = spread(*s.value, array.kind, array.element);\n  Inst* at = index(array, s.indices);",
        "Inst* at = index(array, s.indices);\n  Parts value = spread(*s.value, array.kind, array.element);",
    ),
    (
        "order/augmented-once",
        "an augmented store computes its index twice",
        f"{FRONT}/emit_stmt.cpp",
        "Parts value = spread(*s.value, array.kind, array.element);\n  b_.set_loc(s.loc);\n"
        "  store_element(array, at, value);",
        "Parts value = spread(*s.value, array.kind, array.element);\n"
        "  store_element(array, index(array, s.indices), value);",
    ),
    (
        "order/tuple-assignment",
        "the right side of a tuple assignment is read while it is stored",
        f"{FRONT}/resolve_unpack.cpp",
        "out.one = hold(one, value.place, to);",
        "out.one = one;",
    ),
    (
        "order/elif",
        "the arms after one that was taken are looked at too",
        f"{FRONT}/emit_stmt.cpp",
        "if (!body(arm->body)) b_.exit(all);",
        "body(arm->body);",
    ),
    (
        "order/and-or",
        "and and or evaluate everything",
        f"{FRONT}/emit_expr.cpp",
        "if (is_cheap(next)) {",
        "if (true) {",
    ),
    (
        "order/one-arm",
        "both arms are evaluated",
        f"{FRONT}/emit_expr.cpp",
        "if (is_cheap(*e.args[1]) && is_cheap(*e.args[2])) {",
        "if (true) {",
    ),
    (
        "order/chains",
        "a chain goes on after a false link",
        f"{FRONT}/emit_expr.cpp",
        "if (std::all_of(e.args.begin() + 2, e.args.end(),",
        "if (true || std::all_of(e.args.begin() + 2, e.args.end(),",
    ),
    (
        "order/guards",
        "loads are not guarded",
        f"{FRONT}/emit_expr.cpp",
        "case Node::Dim:\n      return true;\n    case Node::Local:\n      return !e.local",
        "case Node::Dim:\n    case Node::Load:\n      return true;\n    case Node::Local:\n      return !e.local",
    ),
]
