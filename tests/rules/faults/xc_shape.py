# SPDX-License-Identifier: Apache-2.0
"""Faults that break promises of xc_shape.toml; __init__.py says how they are written."""

from faults import XC

FAULTS = [
    (
        "xc_shape/import",
        "blocks without Par.xc",
        f"{XC}/check_par.cpp",
        "if (!options_.par_imported) error(Msg::ParNeedsImport, s->where);",
        "",
    ),
    (
        "xc_shape/range",
        "the last number of a...b is left out",
        f"{XC}/lower_par.cpp",
        "if (loop->inclusive) n = b_.add(n, b_.i64(1));",
        "",
    ),
    (
        "xc_shape/one-loop",
        "statements beside the loop are dropped",
        f"{XC}/check_par.cpp",
        "if (!loop || others) {",
        "if (!loop) {",
    ),
    (
        "xc_shape/names",
        "blocks without a name have none",
        f"{XC}/check_par.cpp",
        's->title = s->name.empty() ? w.file->name + ":" + std::to_string(w.line) : std::string(s->name);',
        "s->title = s->name.empty() ? w.file->name : std::string(s->name);",
    ),
    (
        "xc_shape/grid-points",
        "width and height change places",
        f"{XC}/lower_par.cpp",
        'constexpr const char* kIndex[] = {"z", "y", "x"};',
        'constexpr const char* kIndex[] = {"z", "x", "y"};',
    ),
    (
        "xc_shape/grid-sizes",
        "sizes are worked out twice",
        f"{XC}/lower_par.cpp",
        "size = value(s->grid[k]);",
        "value(s->grid[k]);\n        size = value(s->grid[k]);",
    ),
    (
        "xc_shape/grid-limit",
        "grids of any size",
        "src/runtime/xc/launch.cpp",
        "if (dims > 1) check_grid(launch);",
        "",
    ),
    (
        "xc_shape/grid-clauses",
        "a grid's reductions are forgotten",
        f"{XC}/lower_par.cpp",
        "if (r.var) results.push_back(address(variable(*r.var, r.where)));",
        "if (r.var && s->grid.empty()) results.push_back(address(variable(*r.var, r.where)));",
    ),
    (
        "xc_shape/nesting",
        "blocks in helpers of a block",
        f"{XC}/par_check.cpp",
        'if (!stack.empty()) refuse(Msg::ParInHelper, s->where, {}, "it is here");',
        "",
    ),
]
