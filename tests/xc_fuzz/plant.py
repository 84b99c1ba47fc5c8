#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in XC's front end, one at a time, and sees whether xc_fuzz finds each, and how soon. As
tests/kernel_fuzz/plant.py:

tests/xc_fuzz/plant.py --only 'goto|defer'
"""

import argparse
import os
import pathlib
import re
import sys
import time

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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch", type=pathlib.Path, default=planting.ROOT / "build/planted")
    parser.add_argument("--count", type=int, default=400, help="programs tried for each bug")
    parser.add_argument("--only", default="", help="bugs whose name matches")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--check", action="store_true", help="only whether each text is there")
    settings = parser.parse_args()
    bugs = [bug for bug in BUGS if re.search(settings.only, bug[0])]
    stale = [
        name
        for name, file, text, _ in bugs
        if (planting.ROOT / FRONT_END / file).read_text().count(text) != 1
    ]
    for name in stale:
        print(f"STALE   {name}")
    if stale or settings.check:
        return 1 if stale else 0
    scratch = settings.scratch.resolve()
    planting.share_objects(scratch)
    planting.copy_tree(scratch)
    build = planting.configure(scratch, "-DTACK_LLVM=ON", "-DTACK_PYTHON=OFF")
    make = ["ninja", "-C", build, "-j", settings.jobs, "xcc"]

    def fuzz(count, *options):
        command = [sys.executable, scratch / "tests/xc_fuzz/xc_fuzz.py", "--xcc", build / "bin/xcc"]
        command += ["--count", count, "--jobs", settings.jobs, "--batch", 10, "--no-reduce"]
        return planting.run(
            [str(x) for x in (*command, "--failures", 1, "--compiled", 0, *options)]
        )

    done = planting.run(make)
    if done.returncode:
        sys.exit(done.stdout[-4000:])
    done = fuzz(20)
    if done.returncode:
        sys.exit("the unchanged tree fails:\n" + done.stdout + done.stderr)
    missed = 0
    for name, file, text, replacement in bugs:
        start = time.monotonic()
        path = scratch / FRONT_END / file
        original = path.read_text()
        try:
            path.write_text(original.replace(text, replacement))
            done = planting.run(make)
            verdict = "BROKEN"
            if not done.returncode:
                pars = ["--pars", "1"] if file == "lower_par.cpp" else ["--pars", "0"]
                done = fuzz(settings.count, "--timeout", 60, *pars)
                verdict = "found" if done.returncode == 1 else "MISSED"
        finally:
            path.write_text(original)
        missed += verdict != "found"
        lines = done.stdout.splitlines()
        where = " ".join(x[3:110] for x in lines[:2]) if verdict == "found" else ""
        if verdict != "found":
            where = (done.stdout + done.stderr)[-600:]
        print(f"{verdict:7} {name}: {where} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{len(bugs) - missed} of {len(bugs)} planted bugs found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
