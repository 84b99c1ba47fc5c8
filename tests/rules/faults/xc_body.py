# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of xc_body.toml; __init__.py says how they are written."""

from faults import XC

INLINE = f"{XC}/lower_inline.cpp"
PLACES = f"{XC}/par_places.cpp"
CHECK = f"{XC}/par_check.cpp"

FAULTS = [
    (
        "xc_body/captured-assignment",
        "captured scalars may be assigned",
        CHECK,
        "reporter.report(Msg::ParAssignsCaptured, to->where, {v->name});",
        "",
    ),
    (
        "xc_body/reductions",
        "a maximum forgets the value before the block",
        "src/runtime/reduce.cpp",
        "return b > a || a != a ? b : a;",
        "return b;",
    ),
    (
        "xc_body/same-bits",
        "a float sum depends on the number of threads",
        "src/runtime/reduce.cpp",
        "if constexpr (std::is_floating_point_v<T>) return a + b;",
        "if constexpr (std::is_floating_point_v<T>) return a + b * static_cast<T>(1 + 1e-7 * tack_rt_threads());",
    ),
    (
        "xc_body/no-memory",
        "new in a body",
        CHECK,
        'refuse(Msg::ParNew, e->where, {}, "it is here");',
        "",
    ),
    (
        "xc_body/no-objects",
        "fields of objects in a body",
        CHECK,
        "if (!type->counts()) return;",
        "return;",
    ),
    (
        "xc_body/pointer-helpers",
        "arguments counted from the start of their array",
        INLINE,
        "    b_.store(moving_[&v].index, index);",
        "    b_.store(moving_[&v].index, b_.i64(0));",
    ),
    (
        "xc_body/pointer-helpers",
        "an early return of a helper goes on",
        INLINE,
        "  if (!dead()) b_.exit(inlined_->label);",
        "",
    ),
    (
        "xc_body/pointer-writes",
        "captured scalars behind a helper's pointer",
        CHECK,
        "if (g.scalar && from_outside(*g.scalar)) outer.insert(g.scalar);",
        "",
    ),
    (
        "xc_body/pointer-writes",
        "elements behind a helper's pointer",
        PLACES,
        "        return it->second.place;\n",
        "        return {};\n",
    ),
    (
        "xc_body/no-virtual-calls",
        "virtual calls pass for calls of functions",
        CHECK,
        "if (f->self) {",
        "if (f->self && !e->is_virtual) {",
    ),
    (
        "xc_body/no-recursion",
        "recursion is not followed",
        CHECK,
        "if (std::find(stack.begin(), stack.end(), f) != stack.end()) {\n"
        '      refuse(Msg::ParRecursion, e->where, {f->name}, "it is called here");',
        "if (std::find(stack.begin(), stack.end(), f) != stack.end()) {",
    ),
    (
        "xc_body/no-output",
        "printf in a body",
        CHECK,
        'if (f->builtin == "printf" || f->variadic) {',
        "if (f->variadic) {",
    ),
    (
        "xc_body/no-outside-code",
        "C functions in a body",
        CHECK,
        'if (f->is_external()) {\n      refuse(Msg::ParOutside, e->where, {f->name}, "it is called here");',
        "if (f->is_external()) {",
    ),
    (
        "xc_body/no-global-scalars",
        "helpers may write globals",
        CHECK,
        "if (v->is_global) {\n      refuse(",
        "if (v->is_global) {\n      if (stack.empty()) refuse(",
    ),
    (
        "xc_body/no-exceptions",
        "throwing in a body",
        CHECK,
        'refuse(Msg::ParThrows, s->where, {}, "it is here");',
        "",
    ),
    (
        "xc_body/own-element",
        "the item's number is no affine index",
        CHECK,
        "context.item = v;",
        "",
    ),
    (
        "xc_body/scans",
        "reads are not looked at",
        CHECK,
        "if (reads && e->type && e->type->is_scalar()) access(e, false);",
        "",
    ),
]
