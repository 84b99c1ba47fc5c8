# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of iteration.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "iteration/second-loop",
        "a second loop replaces the first",
        f"{FRONT}/resolve_loop.cpp",
        "if (is_parallel && (seen_parallel_loop_ || branches_ > 0 || !loops_.empty())) {",
        "if (is_parallel && (branches_ > 0 || !loops_.empty())) {",
    ),
    (
        "iteration/no-loop",
        "the message about a missing loop stands elsewhere",
        f"{FRONT}/resolve.cpp",
        "error(Diag::NoParallelLoop, {1, 1, 2});",
        "error(Diag::NoParallelLoop, {2, 1, 2});",
    ),
    (
        "iteration/range-start",
        "the start of a range is lost",
        f"{FRONT}/emit_stmt.cpp",
        "if (has_start) index = b_.add(",
        "if (false) index = b_.add(",
    ),
    (
        "iteration/range-step",
        "the count of a stepped range is rounded down",
        f"{FRONT}/launch_count.cpp",
        "extents[d] = (span - 1) / step + 1;",
        "extents[d] = span < step ? 1 : span / step;",
    ),
    (
        "iteration/range-step",
        "indices go by one",
        f"{FRONT}/emit_stmt.cpp",
        "if (has_step) index = b_.mul(",
        "if (false) index = b_.mul(",
    ),
    (
        "iteration/empty-range",
        "a reversed range runs",
        f"{FRONT}/launch_count.cpp",
        "if (start >= *stop || step <= 0) {",
        "if (start > *stop) std::swap(start, *stop);\n    if (start >= *stop || step <= 0) {",
    ),
    (
        "iteration/literal-step",
        "a negative literal step is accepted",
        f"{FRONT}/resolve_loop.cpp",
        "if (step.kind == hir::Node::Int && (step.is_negative || step.bits == 0)) {",
        "if (step.kind == hir::Node::Int && step.bits == 0) {",
    ),
    (
        "iteration/ndindex-empty",
        "two negative sizes are a positive count",
        "src/launch/variant.cpp",
        "is_empty |= extent <= 0;",
        "is_empty |= extent == 0;\n    if (extent < 0) extent = -extent;",
    ),
    (
        "iteration/ndindex",
        "a row's carry is lost",
        "src/transform/raise_cpu_entry.cpp",
        "b_.store(vars[0], b_.add(outer[0], b_.convert(kI64, wraps)));",
        "b_.store(vars[0], outer[0]);",
    ),
    (
        "iteration/ndindex-dimensions",
        "flat indices are taken apart from the wrong end",
        f"{FRONT}/emit_stmt.cpp",
        "counters[d] = b_.emit(ir::Op::Rem, {outer, extent});\n"
        "    outer = b_.emit(ir::Op::Div, {outer, extent});",
        "counters[d] = b_.emit(ir::Op::Div, {outer, extent});\n"
        "    outer = b_.emit(ir::Op::Rem, {outer, extent});",
    ),
    (
        "iteration/count-grammar",
        "// of a bound truncates",
        f"{FRONT}/launch_count.cpp",
        "if (a % b != 0 && ((a < 0) != (b < 0))) --result;",
        "",
    ),
    (
        "iteration/count-refused",
        "a local that changes counts",
        f"{FRONT}/resolve_stmt.cpp",
        "local->outer_value = is_plain && local->outer_assignments == 1 ? value : nullptr;",
        "local->outer_value = value;",
    ),
    (
        "iteration/loop-variables",
        "bounds of sequential loops have 32 bits",
        f"{FRONT}/emit_stmt.cpp",
        "if (e.ty.kind != Kind::U64) return as(e, Kind::I64);",
        "if (e.ty.kind != Kind::U64) return convert(as(e, Kind::I32), Kind::I64);",
    ),
    (
        "iteration/too-many",
        "a count beyond 64 bits wraps",
        f"{FRONT}/launch_count.cpp",
        "if (total > kMax64) return too_long(count, decimal(total));",
        "",
    ),
    (
        "iteration/every-iteration-once",
        "pieces for threads overlap",
        "src/runtime/launch.cpp",
        "launch.items : begin + launch.piece;",
        "launch.items : begin + launch.piece + 1;",
    ),
    (
        "iteration/dead-loop-variable",
        "a loop variable lives on",
        f"{FRONT}/scope.cpp",
        "if (bits & kDead) {",
        "if (bits == kDead) {",
    ),
]
