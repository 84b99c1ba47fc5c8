#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in XC's front end, one at a time, and sees whether xc_fuzz finds each, and how soon. As
tests/kernel_fuzz/plant.py:

tests/xc_fuzz/plant.py --only 'goto|defer'
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import planting  # noqa: E402

FRONT_END = "src/frontend/xc/"
# name, file, the text, its replacement
BUGS = [
    (
        "mixed signs of one width compute unsigned",
        "check_convert.cpp",
        "return a->is_signed() ? a : b;",
        "return a->is_signed() ? b : a;",
    ),
    (
        "the narrower operand's type wins",
        "check_convert.cpp",
        "return a->bits() > b->bits() ? a : b;",
        "return a->bits() < b->bits() ? a : b;",
    ),
    (
        "a shift has the sign of its count",
        "check_expr.cpp",
        "types_.integer(at->bits(), a->type->is_signed())",
        "types_.integer(at->bits(), b->type->is_signed())",
    ),
    (
        "a rotate works at the common type",
        "check_expr.cpp",
        "if (e->op == Op::Rol || e->op == Op::Ror) at = a->type;",
        "",
    ),
    (
        "a rotate right goes left",
        "lower_operator.cpp",
        "if (op == Op::Ror) std::swap(n, back);",
        "",
    ),
    (
        "constants of casts do not wrap",
        "check_fold.cpp",
        "if (!exact) return set_constant(e, wrap(v, e.type));",
        "if (!exact) return set_constant(e, v);",
    ),
    (
        "the right side of a logical operator is always worked out",
        "lower_operator.cpp",
        "  if (is_simple(e->b)) {\n    Inst* b = condition(e->b);\n    return conjunction",
        "  if (true) {\n    Inst* b = condition(e->b);\n    return conjunction",
    ),
    (
        "a postfix step gives the new value",
        "lower_assign.cpp",
        "return e->prefix ? next : old;",
        "return next;",
    ),
    (
        "a compound assignment reads its place last",
        "lower_assign.cpp",
        "    placeholder_ = load(to);\n    v = value(e->c);",
        "    effect(e->b);\n    placeholder_ = load(to);\n    v = value(e->c);",
    ),
    (
        "a range reads its end once",
        "lower_loop.cpp",
        "s->step > 0 && is_invariant(s->b) && !hoist_;",
        "s->step > 0 && !hoist_;",
    ),
    (
        "a descending range takes its end in",
        "lower_loop.cpp",
        "(s->inclusive ? Op::Ge : Op::Gt);\n    Inst* branch = b_.if_(compare(test, i, end));",
        "Op::Ge;\n    Inst* branch = b_.if_(compare(test, i, end));",
    ),
    (
        "a slice forgets its inclusive end",
        "lower_for_in.cpp",
        "if (s->inclusive) high = b_.add(high, b_.i64(1));",
        "",
    ),
    (
        "a range label ends early",
        "lower_switch.cpp",
        "for (int64_t v = low; v <= high; ++v) out.push_back(v);",
        "for (int64_t v = low; v < high; ++v) out.push_back(v);",
    ),
    (
        "a jump forgets what its scope deferred",
        "lower_stmt.cpp",
        "  run_cleanups(to.scopes);\n  if (dead()) return;",
        "  if (dead()) return;",
    ),
    (
        "a goto forgets what is deferred",
        "lower_goto.cpp",
        "    run_cleanups(keep);\n",
        "",
    ),
    (
        "several results go to the first place",
        "lower_assign.cpp",
        "store(places[k], convert(values[k], given[k], e->list[k]->type));",
        "store(places[k], convert(values[0], given[0], e->list[k]->type));",
    ),
    (
        "a caught class may be any",
        "lower_try.cpp",
        "Inst* fits = is_of(b_.load(error), *c.var->type->to->record);",
        "Inst* fits = b_.i1(true);",
    ),
    (
        "two levels of widening cost as much as one",
        "check_overload.cpp",
        "total = c < 0 ? -1 : total + c * 4;",
        "total = c < 0 ? -1 : total + (c > 2 ? 2 : c) * 4;",
    ),
    (
        "the points of a grid count y first",
        "lower_par.cpp",
        'e.name == "x" || e.name == "width" ? 0 : e.name == "y" || e.name == "height" ? 1 : 2;',
        'e.name == "y" || e.name == "width" ? 0 : e.name == "x" || e.name == "height" ? 1 : 2;',
    ),
    (
        "a reduction by & is one by |",
        "lower_par.cpp",
        "ir::ReduceOp::Mul, ir::ReduceOp::And,",
        "ir::ReduceOp::Mul, ir::ReduceOp::Or,",
    ),
    (
        "a par loop forgets where it begins",
        "lower_par.cpp",
        "if (loop->a->value != 0) wide = b_.add(",
        "if (loop->a->value > 7) wide = b_.add(",
    ),
    (
        "printf's %d prints as wide as it likes",
        "check_printf.cpp",
        "arg = cast(arg, types_.integer(t->bits(), is_signed), true);",
        "",
    ),
]


def main():
    settings = planting.options(__doc__, 400).parse_args()
    names = ("name", "file", "text", "replacement")
    bugs = [dict(zip(names, bug, strict=True)) for bug in BUGS]
    bugs, stale = planting.choose(
        [{**b, "file": FRONT_END + b["file"]} for b in bugs], settings.only
    )
    if settings.check:
        return 1 if stale else 0
    scratch = settings.scratch.resolve()
    planting.share_objects(scratch)
    planting.copy_tree(scratch)
    build = planting.configure(scratch, "-DTACK_LLVM=ON", "-DTACK_PYTHON=OFF")
    make = ["ninja", "-C", build, "-j", settings.jobs, "xcc"]

    def fuzz(count, *options):
        command = [sys.executable, scratch / "tests/xc_fuzz/xc_fuzz.py", "--xcc", build / "bin/xcc"]
        command += ["--count", count, "--jobs", settings.jobs, "--batch", 10, "--no-reduce"]
        command += ["--failures", 1, "--compiled", 0, *options]
        return planting.run([str(x) for x in command])

    planting.must_pass(planting.run(make))
    planting.must_pass(fuzz(20))
    missed = planting.campaign(
        bugs,
        scratch,
        make,
        lambda bug: fuzz(
            settings.count, "--timeout", 60, "--pars", int(bug["file"].endswith("lower_par.cpp"))
        ),
    )
    return 1 if missed or stale else 0


if __name__ == "__main__":
    sys.exit(main())
