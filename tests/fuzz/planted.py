#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in the passes, one at a time, and sees whether tack-fuzz finds each.

Each bug is a text that stands once in src/ and what replaces it. The sources are copied to a
scratch tree (default build/planted), built there, and only what a bug touches is built again.
Fails when the unchanged tree does not pass, a bug's text is not there exactly once, it does not
compile, or it is not found. `planted.py --only 'vectorise|masks'` runs those whose name
matches.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import planting  # noqa: E402

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
        "if (chosen) taken = writer_.mask_or(taken, mask);",
        "if (chosen) taken = mask;",
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
    # --- rewriting and ranges
    (
        "identities: adding a positive zero changes no float",
        "if (is_zero(at(1)) || is_float_zero(at(1), true)) return at(0);",
        "if (is_zero(at(1)) || is_float_zero(at(1), false)) return at(0);",
        "interp:simplify",
    ),
    (
        "identities: taking away a negative zero changes no float",
        "if (is_zero(at(1)) || is_float_zero(at(1), false)) return at(0);",
        "if (is_zero(at(1)) || is_float_zero(at(1), true)) return at(0);",
        "interp:simplify",
    ),
    (
        "identities: a float times zero is zero",
        "return is_zero(at(1)) ? at(1) : nullptr;\n  }\n  Inst* divide() {",
        "return is_zero(at(1)) || is_float_zero(at(1), false) ? at(1) : nullptr;\n  }\n"
        "  Inst* divide() {",
        "interp:simplify",
    ),
    (
        "identities: no float is unordered",
        "return floats ? nullptr : become(Op::Ge, x->operands);",
        "return become(Op::Ge, x->operands);",
        "interp:simplify",
    ),
    (
        "identities: an integer wraps as the float of it saturates",
        "if (saturates && !keeps_value(source->type, type())) return nullptr;",
        "",
        "interp:simplify",
    ),
    (
        "identities: f32 holds every i32",
        "return bits_of(from) < (to.kind == Kind::F64 ? 64 : 32) && bits_of(from) <= 32;",
        "return bits_of(from) <= 32;",
        "interp:simplify",
    ),
    (
        "ranges: floored remainders are never negative",
        "if (b.lo < 0) out.lo = a.hi <= 0 ? std::max(b.lo + 1, a.lo) : b.lo + 1;",
        "",
        "interp:narrow",
    ),
    (
        "narrow: what is compared needs no room",
        "for (const Inst* operand : inst.operands) ok &= ranges_.of(*operand).fits(type);",
        "",
        "interp",
    ),
    (
        "access shape: no narrow index wraps before it is widened",
        "if (widens && !stays_in_type(x, shape.stride)) return kOther;",
        "",
        "interp",
    ),
    (
        "access shape: no unsigned index wraps",
        "if (!is_safe) return Access::Indexed;",
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
    # --- exact division, roots, fma, and subnormals on devices without
    (
        "exact_floats: ties go up",
        "Inst* up = as_word(b.emit(Op::Gt, {rest, w(4)}));",
        "Inst* up = as_word(b.emit(Op::Ge, {rest, w(4)}));",
        "raised",
    ),
    (
        "exact_floats: quotients round without their remainder",
        "Inst* r = pack(sign, exponent, b.bit_or(shl(b.load(quotient), 1), sticky));",
        "Inst* r = pack(sign, exponent, shl(b.load(quotient), 1));",
        "raised",
    ),
    (
        "exact_floats: a quotient below one has the exponent of one above",
        "exponent = b.sub(exponent, b.convert(kI32, less));",
        "",
        "raised",
    ),
    (
        "exact_floats: roots ignore the exponent's last bit",
        "b.store(from, shl(op(Op::Shl, a.mantissa, as_word(odd)), width - fraction - 2));",
        "b.store(from, shl(a.mantissa, width - fraction - 2));",
        "raised",
    ),
    (
        "exact_floats: fma gives a difference the greater addend's sign only",
        "Inst* r_sign = b.select(b.bit_and(differ, turned), small_sign, large_sign);",
        "Inst* r_sign = large_sign;",
        "raised",
    ),
    (
        "exact_floats: fma's x - x has the product's sign",
        "r = b.select(pairs.is_zero(sum), b.select(differ, w(0), sign), r);",
        "r = b.select(pairs.is_zero(sum), sign, r);",
        "raised",
    ),
    (
        "exact_floats: fma forgets that a product may be short",
        "p_exponent = b.sub(p_exponent, b.convert(kI32, short_one));",
        "",
        "raised",
    ),
    (
        "keep_subnormals: tiny products are flushed",
        "Inst* tiny = b.le(size(quick), w(least));",
        "Inst* tiny = b.lt(size(quick), w(0));",
        "raised",
    ),
    (
        "keep_subnormals: only subnormal addends give subnormal sums",
        "Inst* small = w(least + (static_cast<uint64_t>(fraction + 3) << fraction));",
        "Inst* small = w(least);",
        "raised",
    ),
    (
        "keep_subnormals: negative numbers compare as their bits",
        "Inst* mirrored = b.sub(b.constant(number, sign), s);",
        "Inst* mirrored = s;",
        "raised",
    ),
    # --- C89
    (
        "c89: right shifts of negative numbers bring in zeros",
        "return (tack_i32)(a < 0 ? ~(~(tack_u32)a >> n) : (tack_u32)a >> n);",
        "return (tack_i32)((tack_u32)a >> n);",
        "c89",
    ),
    (
        "c89: shift counts are not cut to the width",
        "std::to_string(count->bits & 31)",
        "std::to_string(count->bits & 15)",
        "c89",
    ),
    (
        "c programs: floor modulo has the dividend's sign",
        "if (b == 0 || r == 0 || (r < 0) == (b < 0)) return r;",
        "if (b == 0 || r == 0 || b > 0) return r;",
        "c",
    ),
    (
        "c programs: narrow sums are not cut to their type",
        """return "(" + type + ")((" + wide + ")" + left""",
        """return "((" + wide + ")" + left""",
        "c",
    ),
    (
        "c programs: a `for` with a step runs for its end too",
        """i + ") <= (" +""",
        """i + ") < (" +""",
        "c",
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


NAMES = ("name", "text", "replacement", "executors")


def main():
    settings = planting.options(__doc__, 5000).parse_args()
    bugs, stale = planting.choose([dict(zip(NAMES, b, strict=True)) for b in BUGS], settings.only)
    if settings.check:
        return 1 if stale else 0
    scratch = settings.scratch.resolve()
    planting.share_objects(scratch)
    planting.copy_tree(scratch)
    build = planting.configure(scratch, "-DTACK_LLVM=OFF", "-DTACK_PYTHON=OFF")
    make = ["ninja", "-C", build, "-j", settings.jobs, "tack-fuzz"]

    def fuzz(executors, count):
        command = [build / "bin/tack-fuzz", "--only", executors, "--count", str(count)]
        command += ["--batch", "25", "--no-minimise", "--failures", "1"]
        return planting.run(command, timeout=1200)

    planting.must_pass(planting.run(make))
    planting.must_pass(fuzz("interp,raised,c89,c", 200))
    missed = planting.campaign(
        bugs, scratch, make, lambda bug: fuzz(bug["executors"], settings.count)
    )
    return 1 if missed or stale else 0


if __name__ == "__main__":
    sys.exit(main())
