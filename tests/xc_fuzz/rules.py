# SPDX-License-Identifier: Apache-2.0
"""The rules of the language that must run: each operator at each type, each conversion, each
statement. A rule is what PrintC.hit() names."""

from kinds import COMPARE, INTS, ROTATES, SCALARS, SHIFTS

ARITHMETIC = ("+", "-", "*", "/")
STATEMENTS = ("if", "while", "for", "continue", "return", "defer", "label", "goto", "throw", "try")


def _all():
    for op in (*ARITHMETIC, *COMPARE):
        yield from (f"operator {op} {t}" for t in SCALARS)
    for op in ("%", "&", "|", "^", *SHIFTS, *ROTATES):
        yield from (f"operator {op} {t}" for t in INTS)
    yield from ("operator &&", "operator ||", "sizeof", "static", "overload")
    for t in SCALARS:
        yield from (
            f"{name} {t}" for name in ("literal", "unary -", "unary !", "unary +", "choice")
        )
        yield from (f"{name} {t}" for name in ("assign", "step before ++", "step behind --"))
        for op in ARITHMETIC:
            yield f"compound {op} {t}"
        for op in ("+", "*", "min", "max"):
            yield f"reduce {op} {t}"
    for t in INTS:
        yield from (f"{name} {t}" for name in ("unary ~", "range up", "range down", "switch"))
        for op in ("%", "&", "|", "^", *SHIFTS, *ROTATES):
            yield f"compound {op} {t}"
        for op in "&|^":
            yield f"reduce {op} {t}"
    for a in SCALARS:
        for b in SCALARS:
            if a == b:
                continue
            yield from (f"{how} {a} {b}" for how in ("cast", "conversion"))
            if a < b:
                yield f"meet {a} {b}"
    yield from (f"statement {s}" for s in STATEMENTS)
    yield from ("range inclusive", "range exclusive", "for in whole array", "for in slice array")
    yield from ("for in slice pointer", "switch range", "switch falls through", "break loop")
    yield from ("break switch", "results assigned", "results declared", "par return")
    yield from ("call pure", "call ordinary", "call pointer", "field struct", "field pointer")
    yield from ("index array", "index pointer", "list array", "list struct", "assign struct")
    yield from ("choice struct", "pointer +", "length array", "declare auto", "declare typed")
    yield from ("catch Fault", "catch Worse", "catch Other", "catch any", "enum u8", "enum u16")
    yield from ("object base", "object derived", "method virtual", "method of self", "method super")
    yield from ("block made", "block called", "assign object", "choice object", "field object")
    yield from (f"variadic {t}" for t in SCALARS)
    yield from ("par pointer argument", "par results assigned", "par results declared")
    yield from (f"par {shape} {goal}" for shape in ("loop", "grid")
                for goal in ("no goal", "speed", "accuracy"))  # fmt: skip
    yield from (f"print {c} {t}" for c in "dux" for t in INTS)
    yield from (f"new {t}" for t in (*SCALARS, "struct"))


ALL = list(_all())


def missing(counts):
    return [rule for rule in ALL if rule not in counts]


def total():
    return len(ALL)
