# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of outside.toml; __init__.py says how they are written."""

from faults import FRONT

FAULTS = [
    (
        "outside/effects-outside",
        "a store outside the loop is accepted",
        f"{FRONT}/resolve_stmt.cpp",
        "if (!is_outside()) return true;",
        "if (!is_outside() || branches_ > 0) return true;",
    ),
    (
        "outside/effects-outside",
        "a block reduction outside the loop is accepted",
        f"{FRONT}/resolve_call.cpp",
        "case Builtin::BlockMax:\n    case Builtin::AtomicAdd:",
        "case Builtin::AtomicAdd:",
    ),
    (
        "outside/outer-values",
        "a parameter that the loop assigns begins as zero",
        f"{FRONT}/emit_stmt.cpp",
        "b_.store(local->var, local->direct);\n      local->direct = nullptr;",
        "local->direct = nullptr;",
    ),
    (
        "outside/break-parallel",
        "break of the parallel loop ends the iteration",
        f"{FRONT}/resolve_loop.cpp",
        "if (is_break && is_parallel) {\n    error(Diag::BreakParallel, s.place);\n    return;\n  }",
        "if (is_break && is_parallel) is_break = false;",
    ),
    (
        "outside/return-in-a-kernel",
        "return in the middle is accepted",
        f"{FRONT}/resolve_stmt.cpp",
        "if (!is_last_ || !seen_parallel_loop_ || s.value == nullptr) {",
        "if (!seen_parallel_loop_) {",
    ),
    (
        "outside/continue-inside",
        "break in a loop that continues only continues",
        f"{FRONT}/emit_stmt.cpp",
        "loops_.push_back({loop, iteration});",
        "loops_.push_back({iteration ? iteration : loop, iteration});",
    ),
    (
        "outside/continue-parallel",
        "continue of the parallel loop is dropped",
        f"{FRONT}/emit_stmt.cpp",
        "b_.exit(loops_.back().iteration);\n      return true;",
        "if (loops_.size() == 1) return false;\n      b_.exit(loops_.back().iteration);\n      return true;",
    ),
]
