#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random par blocks against the independence check.

Each block writes and reads one array through random index expressions. The items' accesses are
listed here, by XC's rules for widths, and compared with what xcc says: where two items meet, a
block must not pass in silence, and where one reads what another writes it must be an error. The
same holds for elements that are reached through pointers, in helpers and in structs.
"""

import random
import sys

import block_fuzz

TYPES = {"u8": (8, False), "u16": (16, False), "i16": (16, True), "u32": (32, False),
         "i32": (32, True)}  # fmt: skip


def wrap(value, kind):
    bits, signed = TYPES[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def common(a, b):
    (wa, sa), (wb, sb) = TYPES[a], TYPES[b]
    if wa != wb:
        return a if wa > wb else b
    return a if sa or not sb else b


def literal(rng, most):
    value = rng.choice([rng.randrange(most), rng.randrange(10)])
    return str(value), ("u8" if value < 256 else "u16"), value


class Expression:
    """Text, type and a function of the variables' values."""

    def __init__(self, text, kind, value, has_variable=True):
        self.text, self.kind, self.value, self.has_variable = text, kind, value, has_variable


def binary(a, op, b, compute):
    kind = common(a.kind, b.kind)
    return Expression(
        f"({a.text} {op} {b.text})",
        kind,
        lambda v: wrap(compute(wrap(a.value(v), kind), wrap(b.value(v), kind)), kind),
    )


def truncated(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


OPS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
    "/": truncated,
    "%": lambda a, b: a - b * truncated(a, b),
}


def expression(rng, variables, depth):
    if depth == 0 or rng.random() < 0.15:
        name = rng.choice(list(variables))
        return Expression(name, variables[name], lambda v, name=name: v[name])
    if rng.random() < 0.15:
        inner = expression(rng, variables, depth - 1)
        kind = rng.choice(list(TYPES))
        return Expression(f"({kind}){inner.text}", kind, lambda v: wrap(inner.value(v), kind))
    a = expression(rng, variables, depth - 1)
    if len(variables) > 1 and rng.random() < 0.4:
        return binary(a, *(lambda op: (op, expression(rng, variables, depth - 1), OPS[op]))(
            rng.choice("+-")))  # fmt: skip
    op = rng.choice("++--***&^/%")
    text, kind, value = literal(rng, 40)
    if op in "/%" and value == 0:
        op = "+"
    return binary(a, op, Expression(text, kind, lambda v: value, False), OPS[op])


# How an element of an array is named, read and written; each block has helpers of its own, so that
# messages about them tell the block.
HELPERS = (
    "void put{k}(u32* p, u32 v) {{ *p = v; }} u32 get{k}(u32* p) {{ return *p; }} "
    "void put_at{k}(u32* p, i64 n, u32 v) {{ p[n] = v; }} "
    "u32 get_at{k}(u32* p, i64 n) {{ u32* q = p + n; return *q; }} "
    "void pass{k}(In s, i64 n, u32 v) {{ put_at{k}(s.p, n, v); }} "
    "u32 take{k}(In* s, i64 n) {{ return get{k}(&s.p[n]); }}"
)
PLACES = [
    "a{k}[{i}]",
    "*(a{k} + {i})",
    "(&a{k}[{i}])[0]",
    "s{k}.p[{i}]",
    "r{k}.p[{i}]",
    "q{k}[{i}]",
]
READS = [
    *PLACES,
    "get{k}(&a{k}[{i}])",
    "get{k}(q{k} + {i})",
    "get_at{k}(s{k}.p, {i})",
    "take{k}(r{k}, {i})",
    "take{k}(&s{k}, {i})",
]
WRITES = [
    *[f"{place} = {{v}}" for place in PLACES],
    "put{k}(&a{k}[{i}], {v})",
    "put_at{k}(q{k}, {i}, {v})",
    "pass{k}(s{k}, {i}, {v})",
    "pass{k}(*r{k}, {i}, {v})",
]


def forms(rng):
    """A way to write and a way to read an element by names of one array, as far as can be seen."""
    marks = rng.choice([("a{k}", "q{k}"), ("s{k}.", "(s{k}", "&s{k}", "r{k}.", "(r{k}", "*r{k}")])
    fits = lambda form: any(mark in form for mark in marks)  # noqa: E731
    return rng.choice([f for f in WRITES if fits(f)]), rng.choice([f for f in READS if fits(f)])


def block(rng, number):
    kind = rng.choice(["u8", "u32", "u32", "i32", "i16"])
    low = rng.randrange(5)
    high = low + rng.choice([2, 3, 8, 20, 100])
    loops = [("i", kind, low, high)]
    variables = {"i": kind}
    if rng.random() < 0.5:
        start = rng.randrange(3)
        inner = ("j", rng.choice(["u8", "u32", "i32"]), start, start + rng.randrange(1, 9))
        loops.append(inner)
        variables["j"] = inner[1]
    depth = rng.randrange(1, 4)
    to = expression(rng, variables, depth)
    form = rng.randrange(4)
    source = to if form == 1 else expression(rng, variables, depth) if form >= 2 else None
    if form == 3:  # a neighbour
        text, k, step = literal(rng, 4)
        op = rng.choice("+-")
        source = binary(to, op, Expression(text, k, lambda v: step), OPS[op])
    head = " ".join(f"for ({t} {n} in {a}..{b})" for n, t, a, b in loops)
    write, read = forms(rng) if rng.random() < 0.5 else (WRITES[0], READS[0])
    value = read.format(k=number, i=f"({source.text})") + " + 1" if source else "1"
    body = write.format(k=number, i=f"({to.text})", v=value)
    text = (
        f"    In s{number} = {{a{number}}}; In* r{number} = &s{number}; u32* q{number} = a{number}; "
        f"par {{ {head} {{ {body}; }} }}"
    )
    writes, reads = {}, {}
    for i in range(low, high):
        for j in range(*loops[1][2:]) if len(loops) > 1 else [0]:
            at = {"i": i, "j": j}
            writes.setdefault(to.value(at), set()).add(i)
            if source:
                reads.setdefault(source.value(at), set()).add(i)
    meets = any(len(items) > 1 for items in writes.values())
    scan = any(len(items | writes[at]) > 1 for at, items in reads.items() if at in writes)
    return text, meets, scan


def run(xcc, seed, count):
    rng = random.Random(seed)
    blocks = [block(rng, k) for k in range(count)]
    lines = ['#import "Par.xc"']
    lines += [f"u32 a{k}[100000];" for k in range(count)]
    lines += ["struct In { u32* p; };"]
    helpers = len(lines) + 1
    lines += [HELPERS.format(k=k) for k in range(count)]
    # An error count of 100 ends a compilation: a few blocks in each.
    first = len(lines) + 2
    program = "\n".join([*lines, "void f(void) {", *[text for text, _, _ in blocks], "}"]) + "\n"
    code, stderr, found = block_fuzz.diagnose(xcc, program)
    said = {}
    for line, kind, _ in found:
        said.setdefault(line - (helpers if line < first else first), set()).add(kind)
    if code not in (0, 1) or any(not 0 <= k < count for k in said):
        return [(seed, code, stderr[:2000])], [0, 0, 0]
    return block_fuzz.judge(seed, blocks, said)


sys.exit(block_fuzz.main(__doc__, run, 60))
