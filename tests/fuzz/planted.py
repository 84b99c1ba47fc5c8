#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in the passes, one at a time, and sees whether tack-fuzz finds each.

Each bug is a text that stands once in src/ and what replaces it. The sources are copied to a
scratch tree (default build/planted), built there, and only what a bug touches is built again.
Fails when the unchanged tree does not pass, a bug's text is not there exactly once, it does not
compile, or it is not found. `planted.py --only vectorise` runs those whose name has that word.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# name, the text, its replacement, executors that must find it
BUGS = [
    # --- who is uniform, and which lanes a store may disturb
    (
        "uniformity: a lane that left the loop may see later stores",
        "if (diverges(construct) && liveness_.live_after(construct, var)) return true;",
        "",
        "interp",
    ),
    (
        "uniformity: stores in the second arm disturb lanes of the first",
        "if (stack_[i].arm > 0 && liveness_.live_after(construct, var)) return true;",
        "",
        "interp",
    ),
    (
        "uniformity: a blended var is still uniform",
        "if (blends(inst) || any_varying(inst, 1)) mark(varying_, var);",
        "if (any_varying(inst, 1)) mark(varying_, var);",
        "interp",
    ),
    (
        "uniformity: exits are not noted in the labels on the way",
        "if (stack_[i].construct->has_label()) mark(past_, *stack_[i].construct);",
        "",
        "interp",
    ),
    (
        "uniformity: an index stepping by lane is uniform",
        "if (varying(*inst.operands[0]) || varying(*inst.operands[2])) mark(varying_, *inst.index);",
        "if (varying(*inst.operands[0])) mark(varying_, *inst.index);",
        "interp",
    ),
    (
        "uniformity: array read at lanes' indices stays one copy",
        "if (any_varying(inst, 1)) mark(varying_, *inst.operands[0]);",
        "",
        "interp",
    ),
    (
        "specialise_inside: a gang that reaches past the end loads whole",
        "b_.i64(load.type.lanes - 1)",
        "b_.i64(1 - load.type.lanes)",
        "interp",
    ),
    # --- where lanes stand in memory
    (
        "access shape: i - x counts up",
        "return affine(sign * b.stride,",
        "return affine(b.stride,",
        "interp",
    ),
    (
        "access shape: every stride is consecutive",
        "return shape.stride == 1 ? Access::Consecutive : Access::Strided;",
        "return Access::Consecutive;",
        "interp",
    ),
    # --- masks
    (
        "vectorise: lanes that left further come back after the inner label",
        "if (past) out_.store(past, writer_.mask_and(out_.load(past), writer_.mask_not(on.value)));",
        "",
        "interp",
    ),
    (
        "vectorise: consecutive stores write lanes that are off",
        "{inst.operands[0], address_base(index), writer_.lanes(&value), on.value});",
        "{inst.operands[0], address_base(index), writer_.lanes(&value), writer_.all_lanes()});",
        "interp",
    ),
    (
        "vectorise: consecutive loads read lanes that are off",
        "{inst.operands[0], address_base(index), on.value});",
        "{inst.operands[0], address_base(index), writer_.all_lanes()});",
        "interp",
    ),
    (
        "vectorise: stores to vars are not blended",
        "if (uniformity_.blends(inst)) {",
        "if (false) {",
        "interp",
    ),
    (
        "vectorise: a divergent for runs once too often",
        "writer_.mask_and(end.value, out_.lt(stride, rest))",
        "writer_.mask_and(end.value, out_.le(stride, rest))",
        "interp",
    ),
    (
        "vectorise: a step of zero runs",
        "if (!steps_up) {",
        "if (false) {",
        "interp",
    ),
    (
        "vectorise: only the last value of a case counts",
        "chosen = writer_.mask_or(chosen, out_.eq(subject, label));",
        "chosen = out_.eq(subject, label);",
        "interp",
    ),
    (
        "vectorise: default also takes lanes of earlier cases",
        "if (chosen) taken = writer_.mask_or(taken, chosen);",
        "if (chosen) taken = chosen;",
        "interp",
    ),
    (
        "gang writer: a select's arms are swapped under a mask",
        "return out_.select(mask, on, off);",
        "return out_.select(mask, off, on);",
        "interp",
    ),
    # --- other passes
    (
        "lower_exits: the flag is never set",
        "b.store(flag(inst->target), b.i1(true));",
        "b.store(flag(inst->target), b.i1(false));",
        "interp",
    ),
    (
        "lower_exits: one region too few asks the flag",
        "b.in(*left->regions[0], [&] { b.exit(next_up(target)); });",
        "b.in(*left->regions[0], [&] { b.exit(around.back()); });",
        "interp",
    ),
    (
        "promote_vars: what a loop stores is known before it",
        "if (is_loop(*inst)) forget(*inst);",
        "",
        "interp",
    ),
    (
        "promote_vars: what an if stores is not forgotten",
        "      forget(*inst);\n    }\n  }",
        "    }\n  }",
        "interp",
    ),
    (
        "promote_vars: control does not keep stores alive",
        "if (info(inst->op).effects == Effects::Control) pending.clear();",
        "",
        "interp",
    ),
    # --- towards the CPU entry
    (
        "lower_reductions: all rows' items share the first copies",
        "return b.bit_and(flat, b.i64(kReductionLanes - 1));",
        "return b.bit_and(flat, b.i64(kReductionLanes / 32 - 1));",
        "interp",
    ),
    (
        "raise_cpu_entry: a tail has one lane too many",
        "return b_.lt(ids,",
        "return b_.le(ids,",
        "interp",
    ),
    (
        "raise_cpu_entry: rows after the first begin where it began",
        "b_.store(vars.back(), b_.i64(0));",
        "",
        "interp",
    ),
    (
        "raise_cpu_entry: the middle index does not wrap",
        "b_.store(vars[d], b_.select(wraps, b_.i64(0), next));",
        "b_.store(vars[d], next);",
        "interp",
    ),
    (
        "lower_buffers: 16-bit elements stand a byte apart",
        "if (size == 1) return at;",
        "if (size <= 2) return at;",
        "interp",
    ),
    # --- towards SPIR-V
    (
        "lower_control: a for has one run too many",
        "Inst* done = b.if_(b.le(left, b.convert(distance, step)));",
        "Inst* done = b.if_(b.lt(left, b.convert(distance, step)));",
        "raised",
    ),
    (
        "pair_arith: products lose the cross terms",
        "op(Op::Add, high_product(x.low, y.low), cross)",
        "high_product(x.low, y.low)",
        "raised",
    ),
    (
        "pair_arith: sums lose their carry",
        "return {low, op(Op::Add, op(Op::Add, x.high, y.high), carry)};",
        "return {low, op(Op::Add, x.high, y.high)};",
        "raised",
    ),
    (
        "pair_arith: equal low words borrow",
        "Inst* borrow = as_word(b.lt(x.low, y.low));",
        "Inst* borrow = as_word(b.le(x.low, y.low));",
        "raised",
    ),
    (
        "pair_arith: comparing low words is not strict",
        "Inst* below = op(o, x.low, y.low);",
        "Inst* below = op(Op::Le, x.low, y.low);",
        "raised",
    ),
    (
        "pair_arith: floored quotients are not corrected",
        "quotient = select(lower, sub(quotient, one), quotient);",
        "",
        "raised",
    ),
    (
        "pair_arith: far shifts move the near word",
        "return {b.select(far, word(0), moved), b.select(far, moved, high)};",
        "return {b.select(far, word(0), moved), high};",
        "raised",
    ),
    (
        "lower_small_ints: conversions saturate a bit too far",
        "x = b.emit(Op::Min, {x, b.constant(w, ones >> 1)});",
        "x = b.emit(Op::Min, {x, b.constant(w, ones)});",
        "raised",
    ),
    (
        "lower_small_ints: sums leave the range",
        "    switch (inst.op) {\n      case Op::Add:\n      case Op::Sub:\n      case Op::Mul:\n      case Op::Neg:",
        "    switch (inst.op) {\n      case Op::Sub:\n      case Op::Mul:\n      case Op::Neg:",
        "raised",
    ),
    (
        "keep_subnormals: negative numbers compare as their bits",
        "Inst* mirrored = b.sub(b.constant(number, sign), s);",
        "Inst* mirrored = s;",
        "raised",
    ),
    (
        "raise_entry: only the last index is checked",
        "inside = inside ? b.bit_and(inside, fits) : fits;",
        "inside = fits;",
        "raised",
    ),
    (
        "raise_entry: a copy skips its first item",
        "b.store(at, b.add(first, lane));",
        "b.store(at, b.add(b.add(first, lane), b.i64(kReductionLanes)));",
        "raised",
    ),
]


def run(command, **options):
    return subprocess.run(command, check=False, capture_output=True, text=True, **options)


def copy_tree(scratch):
    """Copies what is built, keeping times, so that a second call builds little."""
    for source in ROOT.iterdir():
        if source.name == "build" or source.name.startswith("."):
            continue
        target = scratch / source.name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy2(source, target)


def find(scratch, text):
    """The one file below src/ that has the text once."""
    found = []
    for path in sorted((scratch / "src").rglob("*.[ch]pp")):
        count = path.read_text().count(text)
        found += [path] * count
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / "build/planted")
    parser.add_argument("--count", type=int, default=1500, help="programs tried for each bug")
    parser.add_argument("--only", default="", help="bugs whose name has this word")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    settings = parser.parse_args()
    scratch = settings.scratch
    scratch.mkdir(parents=True, exist_ok=True)
    copy_tree(scratch)
    build = scratch / "build"
    configure = ["cmake", "-S", scratch, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    configure += ["-DTACK_LLVM=OFF", "-DTACK_PYTHON=OFF"]
    if shutil.which("ccache"):
        configure += [f"-DCMAKE_{x}_COMPILER_LAUNCHER=ccache" for x in ("C", "CXX")]
    done = run(configure)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    make = ["ninja", "-C", build, "-j", settings.jobs, "tack-fuzz"]

    def fuzz(executors, count):
        command = [build / "bin/tack-fuzz", "--only", executors, "--count", str(count)]
        return run([*command, "--no-minimise", "--failures", "1"], timeout=1200)

    done = run(make)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    done = fuzz("interp,raised", 500)
    if done.returncode:
        sys.exit("the unchanged tree fails:\n" + done.stdout + done.stderr)

    bugs = [bug for bug in BUGS if settings.only in bug[0]]
    missed = []
    for name, text, replacement, executors in bugs:
        start = time.monotonic()
        found = find(scratch, text)
        if len(found) != 1:
            missed.append(name)
            print(f"STALE   {name}: its text stands {len(found)} times", flush=True)
            continue
        path, original = found[0], found[0].read_text()
        try:
            path.write_text(original.replace(text, replacement))
            done = run(make)
            if done.returncode:
                verdict = "BROKEN"
            else:
                done = fuzz(executors, settings.count)
                verdict = "found" if done.returncode in (1, 3) else "MISSED"
        finally:
            path.write_text(original)
        if verdict != "found":
            missed.append(name)
        where = next((x for x in done.stdout.splitlines() if x.startswith("seed ")), "")
        if verdict == "BROKEN":
            where = done.stdout[-800:]
        print(f"{verdict:7} {name}: {where} ({time.monotonic() - start:.0f} s)", flush=True)
    # The next run's copy brings back older times, which must not hide objects with a bug in them.
    run(make)
    print(f"{len(bugs) - len(missed)} of {len(bugs)} planted bugs found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
