#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Division, remainders, shifts, rotations and conversions at the ends of every type, in XC.

Each operator runs on constants, in an ordinary loop, in the lanes of a par block, and there under a
guard that keeps few items. Python's integers say what C computes, and where C leaves a case open
what docs/xc promises: x / 0 is 0, x % 0 is x, counts are modulo the width, conversions saturate.
"""

import argparse
import math
import pathlib
import sys
import tempfile

from command import call

INTS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]


def bits_of(name):
    return int(name[1:])


def ends(name):
    n = bits_of(name)
    return (0, 2**n - 1) if name[0] == "u" else (-(2 ** (n - 1)), 2 ** (n - 1) - 1)


def wrap(value, name):
    value &= 2 ** bits_of(name) - 1
    return value - 2 ** bits_of(name) if name[0] == "i" and value >> (bits_of(name) - 1) else value


def divide(a, b, name):
    quotient = abs(a) // abs(b) if b else 0
    return wrap(quotient if (a < 0) == (b < 0) else -quotient, name)


def remainder(a, b, name):
    if not b:
        return a
    return -(abs(a) % abs(b)) if a < 0 else abs(a) % abs(b)


def left(a, b, name):
    return wrap(a << (b % bits_of(name)), name)


def right(a, b, name):
    return a >> (b % bits_of(name))


def rotate_left(a, b, name):
    n, count = bits_of(name), b % bits_of(name)
    a &= 2**n - 1
    return wrap(a << count | a >> (n - count), name)


def rotate_right(a, b, name):
    return rotate_left(a, -b, name)


OPERATORS = {"/": divide, "%": remainder, "<<": left, ">>": right, "<:": rotate_left, ":>": rotate_right}  # fmt: skip


def operands(name, operator):
    low, high = ends(name)
    a = sorted({7, 0, 1, 2, 100, high, high - 1, low, low + 1} | ({-7, -1} if low else set()))
    if operator in "/%":
        b = {3, 1, 0, 2, 7, high, high - 1, low} | ({-3, -1, -7} if low else set())
    else:
        n = bits_of(name)
        b = {0, 1, n - 1, n, n + 1, 2 * n + 3, -1, -n, 100}
    return a, sorted(v for v in b if low <= v <= high)


def listed(values):
    return ", ".join(map(str, values))


class Program:
    """The text of a program that shows arrays, and what it has to print."""

    def __init__(self, name):
        self.form = {"float": "%.9g", "double": "%.17g"}.get(
            name, "%lld" if name[0] == "i" else "%llu"
        )
        self.globals = [
            '#import "Par.xc"',
            "#use Stdio",
            f"void show(string what, {name}* v, u32 n)",
            f'{{ printf("%s:", what); for (u32 i in 0..n) printf(" {self.form}", v[i]); printf("\\n"); }}',
        ]
        self.main = []
        self.expected = []

    def show(self, title, array, values):
        self.main.append(f'show("{title}", {array}, {len(values)});')
        self.expected.append(f"{title}: " + " ".join(map(str, values)))

    def text(self):
        return "\n".join([*self.globals, "void main(void)", "{", *self.main, "}"]) + "\n"


def integers(name):
    """All results of one type's operators."""
    program = Program(name)
    low = ends(name)[0]
    for k, (operator, reference) in enumerate(OPERATORS.items()):
        lefts, rights = operands(name, operator)
        pairs = [(p, q) for p in lefts for q in rights]
        n = len(pairs)
        values = [reference(p, q, name) for p, q in pairs]
        # The items that are left out hold zeros and the least value by -1.
        kept = [q != 0 and (p, q) != (low, -1) and i % 3 != 1 for i, (p, q) in enumerate(pairs)]
        keep = f"b{k}[i] != 0 && (a{k}[i] != {low} || b{k}[i] != {-1 if low else 0}) && i % 3 != 1"
        folded = [
            i
            for i, (p, q) in enumerate(pairs)
            if (operator in "/%" or 0 <= q < bits_of(name)) and (q or operator not in "/%")
        ]
        constants = [f"({name}){pairs[i][0]} {operator} ({name}){pairs[i][1]}" for i in folded]
        program.globals += [
            f"{name} a{k}[{n}] = {{{listed(p for p, _ in pairs)}}};",
            f"{name} b{k}[{n}] = {{{listed(q for _, q in pairs)}}};",
            f"{name} host{k}[{n}], lanes{k}[{n}], few{k}[{n}], both{k}[{n}];",
            f"{name} constants{k}[{len(folded)}] = {{{listed(constants)}}};",
        ]
        program.main += [
            f"for (u32 i in 0..{n}) host{k}[i] = a{k}[i] {operator} b{k}[i];",
            f"par {{ for (u32 i in 0..{n}) lanes{k}[i] = a{k}[i] {operator} b{k}[i]; }}",
            f"par {{ for (u32 i in 0..{n}) {{ if ({keep}) few{k}[i] = a{k}[i] {operator} b{k}[i]; }} }}",
        ]
        program.show(f"host {operator}", f"host{k}", values)
        program.show(f"lanes {operator}", f"lanes{k}", values)
        program.show(
            f"few {operator}",
            f"few{k}",
            [v if on else 0 for v, on in zip(values, kept, strict=True)],
        )
        program.show(f"constants {operator}", f"constants{k}", [values[i] for i in folded])
        if operator[0] in "/%" or len(set(operator)) == 1:
            program.main.append(
                f"par {{ for (u32 i in 0..{n}) {{ {name} v = a{k}[i]; v {operator}= b{k}[i]; both{k}[i] = v; }} }}"
            )
            program.show(f"augmented {operator}", f"both{k}", values)
    return program


def special():
    values = [0.0, 0.5, 0.9, 255.9, 254.99, 1e10, 1e30, 3e38, math.inf, math.nan]
    for bits in (7, 8, 15, 16, 24, 31, 32, 53, 63, 64):
        values += [2.0**bits, math.nextafter(2.0**bits, 0), 2.0**bits * (1 + 2**-20), 2.0**bits - 1]
    return [v for value in values for v in (value, -value)]


def single(value):
    import ctypes

    return ctypes.c_float(value).value


def converted(value, name):
    low, high = ends(name)
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return high if value > 0 else low
    return min(max(int(value), low), high)


def number(value, kind):
    if math.isnan(value):
        return "0.0 / 0.0" + "d" * (kind == "double")
    if math.isinf(value):
        return ("-" if value < 0 else "") + ("1.0d / 0.0d" if kind == "double" else "1.0 / 0.0")
    return f"{value:.17e}" + "d" * (kind == "double")


def conversions(name):
    """Both floating-point types to one integer type, constants included."""
    program = Program(name)
    for kind in ("float", "double"):
        values = [single(v) if kind == "float" else v for v in special()]
        expected = [converted(v, name) for v in values]
        n = len(values)
        program.globals += [
            f"{kind} {kind}s[{n}];",
            f"{name} {kind}_host[{n}], {kind}_lanes[{n}], {kind}_few[{n}];",
        ]
        program.main += [f"{kind}s[{i}] = {number(v, kind)};" for i, v in enumerate(values)]
        program.main += [
            f"{name} {kind}_constants[{n}] = {{{listed(f'({name})({number(v, kind)})' for v in values)}}};",
            f"for (u32 i in 0..{n}) {kind}_host[i] = {kind}s[i];",
            f"par {{ for (u32 i in 0..{n}) {kind}_lanes[i] = ({name}){kind}s[i]; }}",
            f"par {{ for (u32 i in 0..{n}) {{ if ({kind}s[i] > -100) {kind}_few[i] = {kind}s[i]; }} }}",
        ]
        program.show(f"{kind} constants", f"{kind}_constants", expected)
        program.show(f"{kind} host", f"{kind}_host", expected)
        program.show(f"{kind} lanes", f"{kind}_lanes", expected)
        kept = [e if v > -100 else 0 for v, e in zip(values, expected, strict=True)]
        program.show(f"{kind} few", f"{kind}_few", kept)
    return program


def run(xcc, folder, program, title, setting, *flags):
    path = pathlib.Path(folder, "edges.xc")
    path.write_text(program.text())
    code, out, err = call([xcc, *flags, "--run", path], **setting)
    got = out.splitlines()
    wrong = [(a, b) for a, b in zip(program.expected, got, strict=False) if a != b]
    if not code and got == program.expected:
        return []
    return [
        f"{title} {flags} {setting}: status {code}, {len(got)} lines\n{err[:1500]}"
        + "".join(f"\n  want {a}\n  got  {b}" for a, b in wrong[:4])
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--xcc", required=True)
    parser.add_argument("--all", action="store_true", help="every type in every setting")
    options = parser.parse_args()
    settings = [({}, ()), ({"TACK_CPU_ISA": "sse2"}, ()), ({"TACK_CPU_GANG": "1"}, ("-O0",))]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for k, name in enumerate(INTS):
            for make in (integers, conversions):
                program = make(name)
                for setting, flags in settings if options.all else [settings[k % 3]]:
                    title = f"{make.__name__} {name}"
                    failures += run(options.xcc, folder, program, title, setting, *flags)
    for failure in failures:
        print("FAIL", failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
