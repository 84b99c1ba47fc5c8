# SPDX-License-Identifier: Apache-2.0
"""Division, remainders, powers and shifts at the ends of every integer type.

Each operator is written in every way that the compiler treats apart: both operands known when the
kernel is compiled, one of them, the same for all iterations, one for each iteration, and under a
guard that lets few iterations through. Python's own integers are the reference."""

import os

import numpy as np
import pytest
from runner import DTYPES, Module, same

INTS = [name for name in DTYPES if name[0] in "iu"]
WAYS = [("i8", "0"), ("i16", "32"), ("i32", "0"), ("i64", "1"), ("u8", "4"), ("u16", "0"), ("u32", "32"),
        ("u64", "0")]  # fmt: skip
if os.environ.get("TACK_SLOW") == "1":
    WAYS = [(name, gang) for name in INTS for gang in ("0", "1", "4", "32")]


def wrap(value, name):
    bits = int(name[1:])
    value &= (1 << bits) - 1
    return value - (1 << bits) if name[0] == "i" and value >> (bits - 1) else value


def ends(name):
    info = np.iinfo(DTYPES[name])
    return int(info.min), int(info.max)


def floor_divide(a, b, name):
    return wrap(a // b, name) if b else 0


def modulo(a, b, name):
    return wrap(a % b, name) if b else a


def power(a, b, name):
    return pow(a, b, 1 << int(name[1:])) if b >= 0 else 0


def left(a, b, name):
    return wrap(a << (b % int(name[1:])), name)


def right(a, b, name):
    return a >> (b % int(name[1:]))


OPERATORS = {"//": floor_divide, "%": modulo, "**": power, "<<": left, ">>": right}


def operands(name, operator):
    """Left and right values. Literals have no counts outside and no negative exponents: refused."""
    low, high = ends(name)
    a = sorted({7, 1, 0, 2, 100, high, high - 1, low, low + 1} | ({-7, -1, -2} if low else set()))
    if operator in ("<<", ">>"):
        bits = int(name[1:])
        b = {0, 1, bits - 1, bits, bits + 1, 3 * bits + 2, -1, -bits, 100}
    elif operator == "**":
        b = {0, 1, 2, 3, 10, 63, 64, 100, -1, -3, -100}
    else:
        b = {3, 1, 0, 2, 7, 10, high, low, high - 1} | ({-3, -1, -2, -7} if low else set())
    return a, sorted(v for v in b if low <= v <= high)


def usable(operator, b, name):
    """Whether `b` may be written as a literal at the right."""
    if operator in ("<<", ">>"):
        return 0 <= b < int(name[1:])
    return operator != "**" or b >= 0


def source(name):
    """Kernels of one dtype: see `test_every_way`."""
    lines = ["import tack", ""]

    def kernel(title, parameters, body):
        lines.extend(["", "@tack.kernel", f"def {title}({parameters}):"])
        lines.extend(f"    {line}" for line in body)

    for index, operator in enumerate(OPERATORS):
        loop = "for i in range(len(out)):"
        kernel(f"varying{index}", "out, a, b", [loop, f"    out[i] = a[i] {operator} b[i]"])
        kernel(f"uniform{index}", "out, a, b", [loop, f"    out[i] = a[0] {operator} b[0]"])
        kernel(
            f"guarded{index}",
            "out, a, b, on",
            [loop, "    if on[i] != 0:", f"        out[i] = a[i] {operator} b[i]"],
        )
        kernel(
            f"augmented{index}",
            "out, a, b",
            [loop, "    v = a[i]", f"    v {operator}= b[i]", "    out[i] = v"],
        )
        a, b = operands(name, operator)
        folded = [(p, q) for p in a for q in b if usable(operator, q, name)]
        kernel(
            f"folded{index}",
            "out",
            ["for i in range(2):"]
            + [
                f"    out[{k}, i] = tack.{name}({p}) {operator} tack.{name}({q})"
                for k, (p, q) in enumerate(folded)
            ],
        )
        kernel(
            f"right{index}",
            "out, a",
            ["for i in range(len(a)):"]
            + [
                f"    out[{k}, i] = a[i] {operator} tack.{name}({q})"
                for k, q in enumerate(b)
                if usable(operator, q, name)
            ],
        )
        kernel(
            f"left{index}",
            "out, b",
            ["for i in range(len(b)):"]
            + [f"    out[{k}, i] = tack.{name}({p}) {operator} b[i]" for k, p in enumerate(a)],
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name, gang", WAYS)
def test_every_way(name, gang, tmp_path, monkeypatch):
    monkeypatch.setenv("TACK_CPU_GANG", gang)
    t = DTYPES[name]
    module = Module(source(name), tmp_path)
    for index, (operator, reference) in enumerate(OPERATORS.items()):
        lefts, rights = operands(name, operator)
        pairs = [(p, q) for p in lefts for q in rights]
        a, b = (np.array([pair[k] for pair in pairs], t) for k in (0, 1))
        values = [reference(p, q, name) for p, q in pairs]
        expected = np.array([wrap(v, name) for v in values], t)
        nothing = np.zeros_like(a)
        where = f"{name} {operator}"
        for way in ("varying", "augmented"):
            got = module.run(f"{way}{index}", nothing, a, b)[0]
            assert same(got, expected), f"{way} {where}: {pairs} gives {got}, not {expected}"
        # The lanes that are off hold what would trap: zeros below, and the least by -1.
        on = [
            q != 0 and (p, q) != (ends(name)[0], -1) and k % 3 != 1
            for k, (p, q) in enumerate(pairs)
        ]
        on = np.array(on)
        got = module.run(f"guarded{index}", nothing, a, b, on.astype(np.uint8))[0]
        assert same(got, np.where(on, expected, 0).astype(t)), f"guarded {where}"
        for k in range(0, len(pairs), 7):
            got = module.run(f"uniform{index}", np.zeros(5, t), a[k : k + 1], b[k : k + 1])[0]
            assert same(got, np.full(5, expected[k], t)), f"uniform {where}: {pairs[k]}: {got}"
        folded = [(p, q) for p in lefts for q in rights if usable(operator, q, name)]
        got = module.run(f"folded{index}", np.zeros((len(folded), 2), t))[0]
        for k, (p, q) in enumerate(folded):
            assert got[k, 0] == got[k, 1] == wrap(reference(p, q, name), name), (
                where,
                p,
                q,
                got[k],
            )
        values = np.array(lefts, t)
        got = module.run(f"right{index}", np.zeros((len(rights), len(lefts)), t), values)[0]
        for k, q in enumerate(rights):
            if usable(operator, q, name):
                wanted = [wrap(reference(p, q, name), name) for p in lefts]
                assert same(got[k], np.array(wanted, t)), (where, q, got[k], wanted)
        values = np.array(rights, t)
        got = module.run(f"left{index}", np.zeros((len(lefts), len(rights)), t), values)[0]
        for k, p in enumerate(lefts):
            wanted = [wrap(reference(p, q, name), name) for q in rights]
            assert same(got[k], np.array(wanted, t)), (where, p, got[k], wanted)
    module.close()
