#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ranges at the edges of their type, against C.

for (T i in a..b step s) means for (T i = a; i < b; i += s) at T's width: the same loops are
written in C, with the step done in int and cut to T, and both programs print the same.
Bounds in variables: all pairs of u8 and of i8. Constant bounds, which take another way through
the compiler: pairs near the edges, in every width. The warning `range-wrap` is checked against
Python's unbounded integers: it stands where the range goes round and nowhere else.
"""

import argparse
import pathlib
import random
import re
import sys
import tempfile

from command import call

WIDTHS = {f"{s}{b}": (s == "i", b) for s in "ui" for b in (8, 16, 32, 64)}
STEPS = [1, 2, 3, 7, 100, 127, 128, 200, 255, -1, -2, -3, -7, -100, -128, -255]
CAP = 300  # rounds after which a loop counts as endless: more than once round a u8


def edges(name):
    signed, bits = WIDTHS[name]
    least = -(1 << (bits - 1)) if signed else 0
    return least, least + (1 << bits) - 1


def holds(value, end, up, inclusive):
    if value == end:
        return inclusive
    return value < end if up else value > end


def goes_round(name, a, b, step, inclusive):
    """Whether a step out of the range leads past the type, in at most CAP rounds or by division."""
    least, greatest = edges(name)
    up = step > 0
    if not holds(a, b, up, inclusive):
        return False
    last = a + abs(b - a - (0 if inclusive else (1 if up else -1))) // abs(step) * step
    return not least <= last + step <= greatest


def condition(step, inclusive):
    return ("<" if step > 0 else ">") + ("=" if inclusive else "")


def c_loop(name, a, b, step, inclusive):
    signed, bits = WIDTHS[name]
    t = f"{'' if signed else 'u'}int{bits}_t"
    number = f"({t})({step}ull)" if step > 0 else f"({t})(0ull - {-step}ull)"
    return (
        f"for ({t} i = {a}; i {condition(step, inclusive)} {b}; "
        f"i = ({t})((uint64_t)i + (uint64_t){number}))"
    )


def xc_loop(name, a, b, step, inclusive, written=True):
    dots = "..." if inclusive else ".."
    tail = f" step {step}" if written else ""
    return f"for ({name} i in {a}{dots}{b}{tail})"


BODY = "{{ h = h * 31 + ({u64})i; n = n + 1; if (n > {cap}) break; }}"


def c_number(value):
    return f"(int64_t){value & (1 << 64) - 1}ull" if value < 0 else f"{value}ull"


def variable_programs(name):
    """All pairs of bounds of a narrow type, a function for each step."""
    least, _ = edges(name)
    xc, c, calls = [], [], []
    ctype = "int8_t" if name == "i8" else "uint8_t"
    for k, (step, inclusive) in enumerate((s, i) for s in STEPS for i in (False, True)):
        walk = f"h = h * 7 + (%s)a + (%s)b; n = 0; %s {BODY} total = total + n;"
        one = walk % ("u64", "u64", xc_loop(name, "a", "b", step, inclusive))
        other = walk % ("uint64_t", "uint64_t", c_loop(name, "a", "b", step, inclusive))
        xc.append(
            f"void f{k}() {{ u64 h = 0; u64 total = 0; u32 n; i32 x; i32 y;\n"
            f"for (x = 0; x < 256; x++) for (y = 0; y < 256; y++) {{\n"
            f"{name} a = ({name})(x + {least}); {name} b = ({name})(y + {least});\n"
            + expand(one, "u64")
            + f'\n}}\nprintf("{name} {step} {int(inclusive)} %u %u\\n", total, h); }}'
        )
        c.append(
            f"static void f{k}(void) {{ uint64_t h = 0, total = 0; uint32_t n; int x, y;\n"
            f"for (x = 0; x < 256; x++) for (y = 0; y < 256; y++) {{\n"
            f"{ctype} a = ({ctype})(x + {least}); {ctype} b = ({ctype})(y + {least});\n"
            + expand(other, "uint64_t")
            + f'\n}}\nprintf("{name} {step} {int(inclusive)} %llu %llu\\n", '
            + "(unsigned long long)total, (unsigned long long)h); }"
        )
        calls.append(f"f{k}();")
    return program(xc, c, calls)


def expand(text, u64):
    return text.replace(BODY, BODY.format(u64=u64, cap=CAP))


def constant_cases(rng, count):
    """(type, a, b, step, step is written, inclusive): what a program may write with literals."""
    out = []
    names = list(WIDTHS)
    while len(out) < count:
        name = rng.choice(names)
        least, greatest = edges(name)
        near = [least, least + 1, least + 5, greatest - 5, greatest - 1, greatest]
        if least < 0:
            near += [-1, 0, 1]
        a = rng.choice(near)
        b = a + rng.choice([-9, -2, -1, 0, 1, 2, 9]) if rng.random() < 0.5 else rng.choice(near)
        step = rng.choice([1, 1, 2, 3, 5, 100, 1000, -1, -2, -5, -100])
        written = rng.random() < 0.7
        if not least <= b <= greatest:
            continue
        if not written:
            step = -1 if a > b else 1
        elif (step > 0 and a > b) or (step < 0 and a < b):
            continue
        out.append((name, a, b, step, written, rng.random() < 0.5))
    return out


def constant_programs(cases):
    xc, c, calls = [], [], []
    for k, (name, a, b, step, written, inclusive) in enumerate(cases):
        head = xc_loop(name, a, b, step, inclusive, written)
        body = BODY.format(u64="u64", cap=CAP)
        xc.append(
            f'void f{k}() {{ u64 h = 0; u32 n = 0; {head} {body} printf("%u %u\\n", n, h); }}'
        )
        head = c_loop(name, c_number(a), c_number(b), step, inclusive)
        head = head.replace(f" {c_number(b)};", f" ({ctype(name)}){c_number(b)};")
        body = BODY.format(u64="uint64_t", cap=CAP)
        c.append(
            f"static void f{k}(void) {{ uint64_t h = 0; uint32_t n = 0; {head} {body} "
            'printf("%u %llu\\n", n, (unsigned long long)h); }'
        )
        calls.append(f"f{k}();")
    return program(xc, c, calls)


def ctype(name):
    signed, bits = WIDTHS[name]
    return f"{'' if signed else 'u'}int{bits}_t"


def program(xc, c, calls):
    call = "\n".join(calls)
    return (
        "#use Stdio\n" + "\n".join(xc) + f"\ni32 main() {{\n{call}\nreturn 0;\n}}\n",
        "#include <stdint.h>\n#include <stdio.h>\n"
        + "\n".join(c)
        + f"\nint main(void) {{\n{call}\nreturn 0;\n}}\n",
    )


def compare(options, folder, what, programs):
    xc, c = folder / "t.xc", folder / "t.c"
    xc.write_text(programs[0])
    c.write_text(programs[1])
    code, out, err = call([options.cc, "-O1", "-w", "-fwrapv", str(c), "-o", str(folder / "ref")])
    if code:
        return [f"{what}: the C program does not compile: {err}"]
    _, want, _ = call([str(folder / "ref")])
    code, got, err = call([options.xcc, "--run", str(xc)])
    if code or err:
        return [f"{what}: status {code}: {err[:2000]}"]
    pairs = zip(want.splitlines(), got.splitlines(), strict=False)
    bad = [(k, w, g) for k, (w, g) in enumerate(pairs) if w != g]
    if len(want.splitlines()) != len(got.splitlines()) or not want:
        bad.append((-1, len(want), len(got)))
    return [f"{what}: case {k}: C {w}, XC {g}" for k, w, g in bad[:5]]


def warnings(options, folder, cases):
    """A line for each case: the ones that go round are warned of, the others not."""
    lines = [
        f"void f{k}() {{ u64 h = 0; {xc_loop(n, a, b, s, i, w)} h = h + 1; }}"
        for k, (n, a, b, s, w, i) in enumerate(cases)
    ]
    file = folder / "w.xc"
    file.write_text("\n".join(lines) + "\ni32 main() { return 0; }\n")
    code, _, err = call([options.xcc, "--print-ir", str(file)])
    got = {int(n) for n in re.findall(r"w\.xc:(\d+):\d+: warning: 'i' passes", err)}
    want = {k + 1 for k, (n, a, b, s, _, i) in enumerate(cases) if goes_round(n, a, b, s, i)}
    found = [f"no warning: {lines[k - 1]}" for k in sorted(want - got)]
    found += [f"warned: {lines[k - 1]}" for k in sorted(got - want)]
    if code or not want or len(want) == len(cases):
        found.append(f"warnings: status {code}, {len(want)} of {len(cases)} wanted")
    _, _, err = call([options.xcc, "-Wno-range-wrap", "--print-ir", str(file)])
    return found[:8] + ([f"-Wno-range-wrap: {err[:200]}"] if "passes" in err else [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--xcc", required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cases = constant_cases(random.Random(options.seed), options.cases)
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for narrow in ("u8", "i8"):
            failures += compare(options, folder, narrow, variable_programs(narrow))
        failures += compare(options, folder, "constants", constant_programs(cases))
        failures += warnings(options, folder, cases)
    for failure in failures:
        print("FAIL", failure)
    print(
        f"{len(STEPS) * 4} loops over all bounds, {len(cases)} constant, {len(failures)} failures"
    )
    return 1 if failures else 0


sys.exit(main())
