#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random par blocks over loops and grids of up to three dimensions against the independence check.

Each block makes a few accesses of one array through affine indices, and writes each of them in one
of the ways that name a point: par.x itself, a copy of it, a cast, a field of a struct, a row's
pointer, a helper's parameter. The items' accesses are listed here: where two items meet, a block
must not pass in silence, and where one reads what another writes it must be an error.
"""

import itertools
import random
import re
import sys

import block_fuzz

NAMES = "xyz"
HELPERS = """
void put1(u32 k) { A[k] = 3; }
void bump1(u32 k) { A[k] += 3; }
u32 get1(u32 k) { return A[k]; }
void put2(u32 i, u32 j) { G[i][j] = 3; }
void bump2(u32 i, u32 j) { u32 row = i; G[row][j] = G[row][j] + 3; }
u32 get2(u32 i, u32 j) { u32 column = j; return G[i][column]; }
void both2(u32 i, u32 j) { bump2(i, j); bump2(i, j); }
"""


class Block:
    def __init__(self, rng, number):
        self.rng = rng
        self.number = number
        self.dims = rng.choice([1, 2, 2, 2, 3])
        self.extents = [rng.randrange(2, 7) for _ in range(self.dims)]
        if rng.random() < 0.4:  # a square
            self.extents = [self.extents[0]] * self.dims
        self.inner = rng.randrange(1, 4) if rng.random() < 0.3 else 0
        self.flat = self.dims != 2 or rng.random() < 0.5
        # Elements in a row of the two-dimensional array.
        self.row = self.extents[0] + rng.randrange(3) if rng.random() < 0.7 else 8
        self.before = []  # declarations of the body
        self.array = f"{'a' if self.flat else 'g'}{number}"
        self.mixed = rng.random() < 0.5  # several ways of writing a point in one block

    def coordinate(self, d):
        """The point's number d, spelt in some way."""
        if self.dims == 1:
            plain = "i"
        else:
            plain = f"par.{NAMES[d]}"
        ways = ["plain"] * 3 + ["copy", "cast", "field", "product"]
        how = self.rng.choice(ways) if self.mixed else "plain"
        if how == "copy":
            name = f"{NAMES[d]}{len(self.before)}"
            self.before.append(f"u32 {name} = {plain};")
            return name
        if how == "field":
            name = f"p{len(self.before)}"
            other = self.rng.choice(NAMES[1:] if self.dims > 1 else ["y"])
            first = plain if self.dims == 1 else f"par.{other}"
            self.before.append(f"P {name} = {{{first}, {plain}}};")
            return f"{name}.y"
        if how == "cast":
            return f"({self.rng.choice(['u32', 'u64', 'i32', 'u16'])}){plain}"
        if how == "product":
            return f"(1 * {plain})"
        return plain

    def affine(self, coefficients, constant, inner):
        terms = [
            (self.coordinate(d) if c == 1 else f"{c} * {self.coordinate(d)}")
            for d, c in enumerate(coefficients)
            if c
        ]
        if self.inner and inner:
            terms.append("j" if inner == 1 else f"{inner} * j")
        if constant or not terms:
            terms.append(str(constant))
        if self.mixed:
            self.rng.shuffle(terms)
        return " + ".join(terms)

    def pick(self):
        """Coefficients of one index."""
        coefficients = [self.rng.choice([0, 1, 1, 2, self.extents[0]]) for _ in range(self.dims)]
        if self.flat and self.rng.random() < 0.6:  # the point's number, or a turn of it
            strides = [1]
            for e in self.extents[:-1]:
                strides.append(strides[-1] * e)
            if self.rng.random() < 0.5:
                self.rng.shuffle(strides)
            factor = self.rng.choice([1, 1, 1, 2])
            coefficients = [s * factor for s in strides]
        if not self.flat and self.rng.random() < 0.7:
            coefficients = self.rng.choice([[1, 0], [0, 1], [2, 0], [0, 2]])
        return coefficients, self.rng.choice([0, 0, 0, 1, 2]), self.rng.choice([0, 0, 1, 2])

    def place(self, old=None):
        """Indices of an access: a list of (coefficients, constant, inner)."""
        if old and self.rng.random() < 0.4:
            if self.rng.random() < 0.5:
                return old  # the same element, maybe in other words
            if not self.flat:
                return [old[1], old[0]]
            ((c, k, j),) = old
            return [(self.rng.sample(c, len(c)), k, j)]
        if self.flat:
            return [self.pick()]
        if self.rng.random() < 0.6:
            return [
                ([0, 1], 0, 0),
                ([1, 0], self.rng.choice([0, 0, 1]), self.rng.choice([0, 0, 1])),
            ]
        return [self.pick(), self.pick()]

    def text(self, place):
        indices = [self.affine(*index) for index in place]
        if self.flat:
            if self.rng.random() < 0.1:
                return f"*({self.array} + ({indices[0]}))"
            return f"{self.array}[{indices[0]}]"
        if self.rng.random() < 0.15:
            name = f"r{len(self.before)}"
            if "j" in indices[0]:
                return f"(&{self.array}[{indices[0]}][0])[{indices[1]}]"
            self.before.append(f"u32* {name} = {self.array}[{indices[0]}];")
            return f"{name}[{indices[1]}]"
        return f"{self.array}[{indices[0]}][{indices[1]}]"

    def address(self, place, point, j):
        values = [
            sum(c * p for c, p in zip(co, point, strict=True))
            + k
            + (inner * j if self.inner else 0)
            for co, k, inner in place
        ]
        return values[0] if self.flat else values[0] * self.row + values[1]

    def call(self, verb, place):
        suffix = 1 if self.flat else 2
        indices = ", ".join(self.affine(*index) for index in place)
        return f"{verb}{suffix}_{self.number}({indices})"

    def build(self):
        rng = self.rng
        accesses = []  # (place, reads, writes)
        statements = []
        first = self.place()
        for _ in range(rng.choice([1, 1, 2, 3])):
            to = self.place(first)
            form = rng.randrange(6)
            if form == 0:
                statements.append(f"{self.text(to)} = 1;")
                accesses.append((to, False, True))
            elif form == 1:
                statements.append(f"{self.text(to)} {rng.choice(['+', '^'])}= 1;")
                accesses.append((to, True, True))
            elif form == 2 and rng.random() < 0.5:
                verb = rng.choice(["put", "bump"] if self.flat else ["put", "bump", "both"])
                statements.append(self.call(verb, to) + ";")
                accesses.append((to, verb != "put", True))
            elif form == 3 and rng.random() < 0.5:
                source = self.place(to)
                statements.append(f"{self.text(to)} = {self.call('get', source)};")
                accesses += [(to, False, True), (source, True, False)]
            else:
                source = self.place(to)
                statements.append(f"{self.text(to)} = {self.text(source)} + 1;")
                accesses += [(to, False, True), (source, True, False)]
        body = " ".join(statements)
        if self.inner:
            body = f"for (u32 j in 0..{self.inner}) {{ {body} }}"
        body = " ".join([*self.before, body])
        sizes = [str(e) for e in self.extents]
        if rng.random() < 0.15:
            sizes = [f"w{e}" for e in self.extents]
        if self.dims == 1:
            text = f"    par {{ for (u32 i in 0..{sizes[0]}) {{ {body} }} }}"
        else:
            text = f"    par :grid({', '.join(sizes)}) {{ {body} }}"
        writes, reads = {}, {}
        for point in itertools.product(*[range(e) for e in self.extents]):
            for j in range(self.inner or 1):
                for place, read, write in accesses:
                    at = self.address(place, point, j)
                    if read:
                        reads.setdefault(at, set()).add(point)
                    if write:
                        writes.setdefault(at, set()).add(point)
        meets = any(len(items) > 1 for items in writes.values())
        scan = any(len(items | writes[at]) > 1 for at, items in reads.items() if at in writes)
        return text, meets, scan

    def declarations(self):
        kind = "u32 %s[4096];" if self.flat else f"u32 %s[200][{self.row}];"
        text = kind % self.array
        for line in HELPERS.strip().splitlines():
            if ("1(" in line.split(")")[0]) == self.flat:
                line = re.sub(r"\b(put|bump|get|both)([12])\b", rf"\1\2_{self.number}", line)
                text += " " + re.sub(r"\b[AG]\b", self.array, line)
        return text


def run(xcc, seed, count):
    rng = random.Random(seed)
    blocks = [Block(rng, k) for k in range(count)]
    built = [b.build() for b in blocks]
    lines = ['#import "Par.xc"', "struct P { u32 x, y; };"]
    lines += [b.declarations() for b in blocks]
    lines.append("void f(" + ", ".join(f"u32 w{e}" for e in range(2, 7)) + ") {")
    first = len(lines) + 1
    program = "\n".join([*lines, *[text for text, _, _ in built], "}"]) + "\n"
    code, stderr, found = block_fuzz.diagnose(xcc, program)
    said = {}
    for line, kind, message in found:
        if "another work item" not in message and "two work items" not in message and \
                "every work item" not in message:  # fmt: skip
            return [(seed, "not about independence", message, program)], [0, 0, 0]
        if line >= first:
            said.setdefault(line - first, set()).add(kind)
        else:  # in a helper: each array has its own
            said.setdefault(line - 3, set()).add(kind)
    if code not in (0, 1):
        return [(seed, code, stderr[:2000])], [0, 0, 0]
    return block_fuzz.judge(seed, built, said)


sys.exit(block_fuzz.main(__doc__, run, 40))
