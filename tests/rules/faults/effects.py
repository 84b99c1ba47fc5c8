# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of effects.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "effects/atomic-old-value",
        "an atomic gives the value after the update",
        f"{FRONT}/emit_effects.cpp",
        "olds.push_back(b_.atomic(op, array.inst, kth_of(first, k), values[k]));",
        "{\n    b_.atomic(op, array.inst, kth_of(first, k), values[k]);\n"
        "    olds.push_back(load(array, kth_of(first, k)));\n  }",
    ),
    (
        "effects/atomic-alignment",
        "the alignment of targets is not checked",
        "src/launch/variant.cpp",
        "if (!is_aligned(*call.values[i].array)) return i;",
        "if (i > call.count) return i;",
    ),
    (
        "effects/atomic-target",
        "a name for two arrays is an ordinary mistake",
        f"{FRONT}/resolve_effects.cpp",
        "if (const Expr* atomic = atomic_on(function_->source->tree().body, target.text)) {",
        "if (const Expr* atomic = nullptr) {",
    ),
    (
        "effects/workgroups-refused",
        "a single primitive is not seen",
        f"{FRONT}/resolve.cpp",
        "if (reporter_.count() == 0 && !workgroups_.empty()) {",
        "if (reporter_.count() == 0 && workgroups_.size() > 1) {",
    ),
    (
        "effects/barrier-value",
        "a barrier is a value",
        f"{FRONT}/resolve_effects.cpp",
        "if (builtin == Builtin::Barrier && !as_statement) return error(Diag::BarrierValue, e.place);",
        "",
    ),
    (
        "effects/local-sizes",
        "a size beyond the limit is accepted",
        f"{FRONT}/resolve_stmt.cpp",
        "if (!value || *value < 1 || *value > 65536) {",
        "if (!value || *value < 1) {",
    ),
]
