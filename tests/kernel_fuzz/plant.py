#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in the front end and the CPU path, one at a time, and sees whether tack-kernel-fuzz
finds each, and after how many kernels. As tests/fuzz/planted.py, with the bugs of passes from there:

tests/kernel_fuzz/plant.py --python .venv/bin/python --only 'front end'
"""

import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "fuzz")]
import planted  # noqa: E402
import planting  # noqa: E402

# name, the text, its replacement
BUGS = [
    (
        "front end: i8 meets u8 in i8",
        "int bits = std::max(signed_bits, unsigned_bits * 2);",
        "int bits = std::max(signed_bits, unsigned_bits);",
    ),
    (
        "front end: an augmented element is indexed again for the store",
        "  Parts value = spread(*s.value, array.kind, array.element);\n  b_.set_loc(s.loc);\n"
        "  store_element(array, at, value);",
        "  Parts value = spread(*s.value, array.kind, array.element);\n  at = index(array, s.indices);\n"
        "  b_.set_loc(s.loc);\n  store_element(array, at, value);",
    ),
    (
        "front end: the index of a store is evaluated before the value",
        "  Parts value = spread(*s.value, array.kind, array.element);\n"
        "  Inst* at = index(array, s.indices);",
        "  Inst* at = index(array, s.indices);\n"
        "  Parts value = spread(*s.value, array.kind, array.element);",
    ),
    (
        "front end: what a guard guards is evaluated anyway",
        "return !is_traced_ && !has_checks_ && python::is_cheap(e, budget);",
        "return !is_traced_ || python::is_cheap(e, budget);",
    ),
    (
        "front end: the last link of a chain alone counts",
        "all = b_.bit_and(all, next);",
        "all = next;",
    ),
    (
        "front end: continue of an inner loop leaves it",
        "b_.exit(loops_.back().iteration);",
        "b_.exit(loops_.back().label ? loops_.back().label : loops_.back().iteration);",
    ),
    (
        "front end: a tuple's values are evaluated when they are stored",
        "  out.one = hold(one, value.place, to);\n  return true;",
        "  out.one = one;\n  return true;",
    ),
    (
        "front end: an early return does not end the function",
        "      b_.exit(returns_.back());\n      return true;",
        "      return true;",
    ),
    (
        "front end: a literal beside an f64 is rounded to f32",
        "if (is_float(kind)) return real(kind, e.value);",
        "if (is_float(kind)) return convert(real(Kind::F32, e.value), kind);",
    ),
    (
        "front end: min of three forgets the third",
        "for (size_t k = 1; k < args.size(); ++k)\n        result =",
        "for (size_t k = 1; k < 2; ++k)\n        result =",
    ),
    (
        "front end: NaN is false",
        "return b_.ne(number, zero(e.ty.kind));",
        "return b_.bit_not(b_.bit_or(b_.eq(number, zero(e.ty.kind)), b_.ne(number, number)));",
    ),
    (
        "front end: a start of the parallel loop is taken away",
        "index = b_.add(part(*range.start, KernelParam::Source::Start,",
        "index = b_.sub(part(*range.start, KernelParam::Source::Start,",
    ),
    (
        "library: smoothstep is not smooth",
        "return t * t * (3.0 - 2.0 * t)",
        "return t * t * (3.0 - t)",
    ),
]
# Those of the passes, under the names that they have there.
SHARED = [
    "vectorise: consecutive stores write lanes that are off",
    "vectorise: stores to vars are not blended",
    "uniformity: a lane that left the loop may see later stores",
    "access shape: i - x counts up",
    "promote_vars: what a loop stores is known before it",
    "promote_vars: what an if stores is not forgotten",
    "narrow: what is compared needs no room",
    "raise_cpu_entry: a tail has one lane too many",
]
BUGS += [bug[:3] for bug in planted.BUGS if bug[0] in SHARED]
BUGS += [
    (
        "llvm: a local array is not reset",
        "b_.CreateMemSet(slot, b_.getInt8(0), storage(inst.aux), storage_align(inst.aux));",
        "",
    ),
    (
        "llvm: signed 64-bit integers become floats as if they were unsigned",
        "bias = 0x1p84 + 0x1p63 + 0x1p52;",
        "bias = 0x1p84 + 0x1p52;",
    ),
    (
        "front end: the last of many dimensions takes all",
        "counters[d] = b_.emit(ir::Op::Rem, {outer, extent});",
        "counters[d] = outer;",
    ),
]


def main():
    parser = planting.options(__doc__, 2500)
    parser.add_argument("--python", default=sys.executable, help="an interpreter with NumPy")
    settings = parser.parse_args()
    bugs = [dict(zip(planted.NAMES, bug, strict=False)) for bug in BUGS]
    bugs, stale = planting.choose(bugs, settings.only)
    if settings.check:
        return 1 if stale else 0
    scratch = settings.scratch.resolve()
    planting.share_objects(scratch)
    planting.copy_tree(scratch)
    build = planting.configure(scratch, "-DTACK_LLVM=ON", "-DTACK_PYTHON=OFF")
    make = ["ninja", "-C", build, "-j", settings.jobs, "tack-kernel-fuzz"]

    def fuzz(name, count):
        command = [build / "bin/tack-kernel-fuzz", "--count", str(count), "--failures", "1"]
        command += ["--no-reduce", "--python", settings.python]
        if name.startswith(("front end", "library")):
            command.append("--no-compiled")
        return planting.run(command, timeout=3000)

    planting.must_pass(planting.run(make))
    planting.must_pass(fuzz("", 60))
    missed = planting.campaign(bugs, scratch, make, lambda bug: fuzz(bug["name"], settings.count))
    return 1 if missed or stale else 0


if __name__ == "__main__":
    sys.exit(main())
