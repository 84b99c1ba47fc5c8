# SPDX-License-Identifier: Apache-2.0
"""Makes a failing program smaller: statements go, expressions become parts of theirs or numbers, as long
as the twin still ends and XC still fails in the same manner."""

import time

import examine
import kinds
import print_xc
from tree import number

SECONDS = 90


class Reducer:
    def __init__(self, tools, failure):
        self.tools = tools
        self.failure = failure
        self.program = failure.programs[0]
        self.steps = 0
        self.end = time.monotonic() + SECONDS

    def fails(self, program):
        self.steps += 1
        want, _, _ = examine.expected(self.tools, [program])
        if want is None:
            return False
        status, out, said = examine.run_way(
            self.tools, self.failure.way, print_xc.print_xc([program])
        )
        found = examine.compare(status, out, said, want)
        if not found or found[0] != self.failure.kind:
            return False
        # A refusal is another one when its words are.
        return found[0] != "refused" or words(found[1]) == words(self.failure.said)

    def try_(self, change):
        """change(program) alters a copy, and says whether it did."""
        if time.monotonic() > self.end:
            return False
        copy = self.program.clone()
        if not change(copy):
            return False
        try:
            if not self.fails(copy):
                return False
        except (ValueError, StopIteration, KeyError):
            return False  # a jump without its aim
        self.program = copy
        return True

    # Statements.

    @staticmethod
    def blocks(program):
        return [n for f in program.functions for n in f.body.walk() if n.kind == "block"]

    def cut_statements(self):
        changed = False
        k = 0
        while k < len(self.blocks(self.program)):
            size = len(self.blocks(self.program)[k].kids)
            step = size
            while step:
                at = 0
                while at < len(self.blocks(self.program)[k].kids):

                    def cut(p, k=k, at=at, step=step):
                        kids = self.blocks(p)[k].kids
                        del kids[at : at + step]
                        return True

                    if self.try_(cut):
                        changed = True
                    else:
                        at += step
                step //= 2
            k += 1
        return changed

    def unwrap(self):
        """An if, loop or block by what is inside."""
        changed = False
        k = 0
        while k < len(self.blocks(self.program)):
            at = 0
            while at < len(self.blocks(self.program)[k].kids):

                def inline(p, k=k, at=at):
                    kids = self.blocks(p)[k].kids
                    inner = [n for n in kids[at].kids if n.kind == "block"]
                    if not inner:
                        return False
                    kids[at : at + 1] = [s for b in inner for s in b.kids]
                    return True

                if self.try_(inline):
                    changed = True
                else:
                    at += 1
            k += 1
        return changed

    # Expressions.

    @staticmethod
    def expressions(program):
        """(parent, place) of each, outer ones first."""
        return [
            (n, k)
            for f in program.functions
            for n in f.body.walk()
            for k, e in enumerate(n.kids)
            if e.ty is not None and kinds.is_scalar(e.ty)
        ]

    def simplify(self):
        changed = False
        k = 0
        while k < len(self.expressions(self.program)):
            parent, place = self.expressions(self.program)[k]
            e = parent.kids[place]
            options = [lambda e, i=i: e.kids[i] for i, x in enumerate(e.kids) if x.ty == e.ty]
            if e.kind not in ("lit", "real") and not (e.kind == "cast" and e.kids[0].kind == "lit"):
                options += [lambda e, v=v: number(e.ty, v) for v in (0, 1)]
            for option in options:

                def replace(p, k=k, option=option):
                    parent, place = self.expressions(p)[k]
                    parent.kids[place] = option(parent.kids[place])
                    return True

                if self.try_(replace):
                    changed = True
                    break
            else:
                k += 1
        return changed

    def drop(self):
        """Functions, globals and types that nothing names any more."""
        changed = False
        for name in ("functions", "globals", "structs", "views", "varargs", "enums", "fn_types"):
            for k in reversed(range(len(getattr(self.program, name)))):

                def cut(p, name=name, k=k):
                    if name == "functions" and p.functions[k].name.endswith("_main"):
                        return False
                    del getattr(p, name)[k]
                    return True

                changed |= self.try_(cut)
        return changed


def words(said):
    """What an error says, without its place and names."""
    text = said.split("error:")[-1]
    return "".join(c for c in text if not c.isdigit())[:40]


def reduce(tools, failure):
    r = Reducer(tools, failure)
    while time.monotonic() < r.end:
        changed = r.cut_statements()
        changed |= r.drop()
        changed |= r.unwrap()
        changed |= r.simplify()
        if not changed:
            break
    return [r.program], r.steps
