# SPDX-License-Identifier: Apache-2.0
"""The oracle's ops against Python integers and NumPy: every op for every type it works on.

Integers are exact Python ints cut to the width; floats are NumPy's, one operation a time (fma and
square root by exact rationals). NaNs count as one value. `TACK_INTERP_OPS` names the program.
"""

import math
import os
import random
import struct
import subprocess
from fractions import Fraction

import numpy as np
import pytest

INTS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
FLOATS = ["f32", "f64"]
NUMBERS = INTS + FLOATS
PROGRAM = os.environ.get("TACK_INTERP_OPS")
FORMATS = {"f32": ("<f", "<I"), "f64": ("<d", "<Q")}
NUMPY = {"f32": np.float32, "f64": np.float64}
# Precision in bits and the exponent of the least subnormal.
SHAPE = {"f32": (24, -149), "f64": (53, -1074)}


def width(t):
    return 1 if t == "i1" else int(t[1:])


def is_signed(t):
    return t[0] == "i" and t != "i1"


def cut(t, value):
    return value & ((1 << width(t)) - 1)


def number(t, bits):
    """The value behind bits: int, or float."""
    if t in FLOATS:
        as_float, as_int = FORMATS[t]
        return struct.unpack(as_float, struct.pack(as_int, bits))[0]
    if is_signed(t) and bits >> (width(t) - 1):
        return bits - (1 << width(t))
    return bits


def float_bits(t, value):
    as_float, as_int = FORMATS[t]
    with np.errstate(all="ignore"):
        return struct.unpack(as_int, struct.pack(as_float, NUMPY[t](value)))[0]


def round_fraction(t, value, negative_zero=False):
    """The bits of the float nearest to an exact rational, ties to even."""
    precision, least = SHAPE[t]
    if value == 0:
        return float_bits(t, -0.0 if negative_zero else 0.0)
    sign, value = (1, -value) if value < 0 else (0, value)
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if Fraction(2) ** exponent > value:
        exponent -= 1
    unit = max(exponent - precision + 1, least)
    scaled = value / Fraction(2) ** unit
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    rest = Fraction(rest, scaled.denominator)
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2):
        whole += 1
    size = width(t)
    if whole == 0:
        bits = 0
    else:
        if whole >> precision:
            whole >>= 1
            unit += 1
        if whole >> (precision - 1):
            biased = unit - least + 1
            bits = (biased << (precision - 1)) + (whole - (1 << (precision - 1)))
        else:
            bits = whole
        infinity = ((1 << (size - precision)) - 1) << (precision - 1)
        bits = min(bits, infinity)
    return bits | sign << (size - 1)


def same(t, got, want):
    if t in FLOATS and math.isnan(number(t, got)):
        return math.isnan(number(t, want))
    return got == want


def edges(t):
    if t == "i1":
        return [0, 1]
    if t in FLOATS:
        values = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            3.0,
            1e-30,
            255.9,
            -0.9,
            127.5,
        ]
        values += [
            math.inf,
            -math.inf,
            math.nan,
            4.0,
            0.1,
            2.0**31,
            -(2.0**31),
            2.0**63,
            2.0**64,
        ]
        values += [
            2.0**23 + 0.5,
            2.0**52 + 0.5,
            2147483520.0,
            -9.3e18,
            1e10,
            16777217.0,
            3.3,
        ]
        bits = [float_bits(t, v) for v in values]
        # Least subnormal, greatest subnormal, least normal, greatest, next to 1.
        if t == "f32":
            bits += [
                1,
                0x80000001,
                0x7FFFFF,
                0x800000,
                0x7F7FFFFF,
                0xFF7FFFFF,
                0x3F7FFFFF,
            ]
        else:
            bits += [1, (1 << 52) - 1, 1 << 52, 0x7FEFFFFFFFFFFFFF, 0x3FEFFFFFFFFFFFFF]
        return bits
    n = width(t)
    values = [0, 1, 2, 3, 5, 7, -1, -2, -3, -7, 63, 64, n - 1, n, n + 1]
    values += [
        1 << (n - 1),
        (1 << (n - 1)) - 1,
        (1 << (n - 1)) + 1,
        (1 << n) - 1,
        1 << (n // 2),
    ]
    return sorted({cut(t, v) for v in values})


def random_bits(t, rng):
    if t == "i1":
        return rng.getrandbits(1)
    bits = rng.getrandbits(width(t))
    if t in INTS and rng.random() < 0.4:
        bits = cut(t, rng.randint(-20, 20))
    if t in FLOATS and rng.random() < 0.5:
        bits = float_bits(t, rng.uniform(-1000, 1000))
    return bits


def samples(types, rng, most=900):
    """Operand tuples: all pairs of edges (thinned when too many), then random ones."""
    pools = [edges(t) for t in types]
    count = math.prod(len(p) for p in pools)
    if count <= most:
        rows = [[]]
        for pool in pools:
            rows = [row + [v] for row in rows for v in pool]
    else:
        rows = [[rng.choice(p) for p in pools] for _ in range(most)]
    rows += [[random_bits(t, rng) for t in types] for _ in range(200)]
    return rows


# --- what each op is


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


INT_OPS = {
    "add": lambda t, a, b: a + b,
    "sub": lambda t, a, b: a - b,
    "mul": lambda t, a, b: a * b,
    "div": lambda t, a, b: 0 if b == 0 else trunc_div(a, b),
    "rem": lambda t, a, b: a if b == 0 else a - trunc_div(a, b) * b,
    "floordiv": lambda t, a, b: 0 if b == 0 else a // b,
    "floormod": lambda t, a, b: a if b == 0 else a % b,
    "min": lambda t, a, b: min(a, b),
    "max": lambda t, a, b: max(a, b),
    "and": lambda t, a, b: a & b,
    "or": lambda t, a, b: a | b,
    "xor": lambda t, a, b: a ^ b,
    "shl": lambda t, a, b: a << (b % width(t)),
    "shr": lambda t, a, b: a >> (b % width(t)),
    "neg": lambda t, a: -a,
    "abs": lambda t, a: abs(a),
    "not": lambda t, a: ~a,
}
COMPARE = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def float_fma(t, a, b, c):
    if not all(map(math.isfinite, (a, b, c))):
        with np.errstate(all="ignore"):
            # An infinite or NaN result needs no exact arithmetic, but the product of two finite
            # numbers must not overflow on the way to an infinite addend.
            if math.isfinite(a) and math.isfinite(b):
                return float_bits(t, c)
            return float_bits(t, np.float64(a) * np.float64(b) + np.float64(c))
    product, addend = Fraction(a) * Fraction(b), Fraction(c)
    exact = product + addend
    if exact == 0:
        negative = math.copysign(1, a) * math.copysign(1, b) < 0
        if product == 0 and addend == 0:
            return float_bits(t, -0.0 if negative and math.copysign(1, c) < 0 else 0.0)
        return float_bits(t, 0.0)
    return round_fraction(t, exact)


def float_sqrt(t, a):
    if math.isnan(a) or a < 0:
        return float_bits(t, math.nan)
    if a == 0 or math.isinf(a):
        return float_bits(t, a)
    # 200 bits of the root and a sticky bit settle the rounding.
    value = Fraction(a)
    shift = 2 * (200 + max(0, -(value.numerator.bit_length() - value.denominator.bit_length())))
    scaled = (value.numerator << shift) // value.denominator
    root = math.isqrt(scaled)
    exact = root * root == scaled and (value.numerator << shift) % value.denominator == 0
    return round_fraction(t, Fraction(2 * root + (0 if exact else 1), 2 << (shift // 2)))


def float_whole(function):
    def op(t, a):
        return float_bits(t, function(NUMPY[t](a)))

    return op


def float_exact(combine, inexact):
    """Finite operands by exact rationals, the rest by NumPy."""

    def op(t, a, b):
        with np.errstate(all="ignore"):
            plain = inexact(NUMPY[t](a), NUMPY[t](b))
        if not (math.isfinite(a) and math.isfinite(b)):
            return float_bits(t, plain)
        exact = combine(Fraction(a), Fraction(b))
        if exact is None or exact == 0:  # the sign of a zero, and x / 0, are NumPy's
            return float_bits(t, plain)
        return round_fraction(t, exact)

    return op


FLOAT_OPS = {
    "add": float_exact(lambda a, b: a + b, lambda a, b: a + b),
    "sub": float_exact(lambda a, b: a - b, lambda a, b: a - b),
    "mul": float_exact(lambda a, b: a * b, lambda a, b: a * b),
    "div": float_exact(lambda a, b: a / b if b else None, lambda a, b: a / b),
    "min": lambda t, a, b: float_bits(t, b if b < a or math.isnan(a) else a),
    "max": lambda t, a, b: float_bits(t, b if b > a or math.isnan(a) else a),
    "neg": lambda t, a: float_bits(t, -a),
    "abs": lambda t, a: float_bits(t, math.copysign(a, 1.0)),
    "fma": float_fma,
    "sqrt": float_sqrt,
    "floor": float_whole(np.floor),
    "ceil": float_whole(np.ceil),
    "trunc": float_whole(np.trunc),
    "rint": float_whole(np.rint),
}


def convert(source, to, value):
    if to in FLOATS:
        if isinstance(value, int):
            return round_fraction(to, Fraction(value))
        if not math.isfinite(value) or value == 0:
            return float_bits(to, value)
        return round_fraction(to, Fraction(value))
    if isinstance(value, float):
        if math.isnan(value):
            return 0
        low = -(1 << (width(to) - 1)) if is_signed(to) else 0
        high = (1 << (width(to) - (1 if is_signed(to) else 0))) - 1
        if math.isinf(value):
            return cut(to, high if value > 0 else low)
        return cut(to, max(low, min(high, math.trunc(value))))
    return cut(to, value)


def cases():
    """(op, from, to, operand types, reference on bits)"""
    for t in INTS:
        for op, f in INT_OPS.items():
            n = f.__code__.co_argcount - 1
            yield (
                op,
                t,
                t,
                [t] * n,
                lambda b, f=f, t=t: cut(t, f(t, *[number(t, v) for v in b])),
            )
    for t in FLOATS:
        for op, f in FLOAT_OPS.items():
            n = {"fma": 3, "sqrt": 1, "neg": 1, "abs": 1}.get(op, 2)
            n = 1 if op in ("floor", "ceil", "trunc", "rint") else n
            yield (
                op,
                t,
                t,
                [t] * n,
                lambda b, f=f, t=t: f(t, *[number(t, v) for v in b]),
            )
    for op in ("and", "or", "xor"):
        yield op, "i1", "i1", ["i1"] * 2, lambda b, op=op: INT_OPS[op]("i1", *b)
    yield "not", "i1", "i1", ["i1"], lambda b: 1 - b[0]
    for op, f in COMPARE.items():
        for t in NUMBERS + (["i1"] if op in ("eq", "ne") else []):
            yield (
                op,
                t,
                "i1",
                [t] * 2,
                lambda b, f=f, t=t: int(f(*[number(t, v) for v in b])),
            )
    for t in [*NUMBERS, "i1"]:
        yield "select", t, t, ["i1", t, t], lambda b: b[1] if b[0] else b[2]
        for to in NUMBERS:
            yield (
                *("convert", t, to, [t]),
                lambda b, t=t, to=to: convert(t, to, number(t, b[0])),
            )
            if t != "i1" and width(t) == width(to):
                yield "bitcast", t, to, [t], lambda b: b[0]


def run(lines):
    done = subprocess.run(
        [PROGRAM],
        check=False,
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [int(line, 16) for line in done.stdout.split()]


@pytest.mark.skipif(not PROGRAM, reason="TACK_INTERP_OPS is not set")
@pytest.mark.parametrize("op", sorted({case[0] for case in cases()}))
def test_op(op):
    rng = random.Random(op)
    lines, wants = [], []
    for name, source, to, types, reference in cases():
        if name != op:
            continue
        for row in samples(types, rng):
            lines.append(f"{op} {source} {to} " + " ".join(f"{v:x}" for v in row))
            wants.append((to, reference(row)))
    results = run(lines)
    assert len(results) == len(lines)
    wrong = [
        f"{line}: got {got:x}, want {want:x}"
        for line, got, (to, want) in zip(lines, results, wants, strict=True)
        if not same(to, got, want)
    ]
    assert not wrong, f"{len(wrong)} wrong:\n" + "\n".join(wrong[:20])


@pytest.mark.skipif(not PROGRAM, reason="TACK_INTERP_OPS is not set")
def test_every_op_is_here():
    """The op table's pure scalar rows are the ops tested above."""
    table = os.path.join(os.path.dirname(__file__), "../../src/ir/ops.def")
    rules = {
        *("Number1", "Number2", "Int2", "Float1", "Float3", "Bits1", "Bits2"),
        *("Compare", "CompareAny", "Select", "Convert", "Bitcast"),
    }
    wanted = set()
    with open(table) as text:
        for line in text:
            if line.startswith("TACK_OP("):
                fields = [f.strip() for f in line[len("TACK_OP(") :].split(",")]
                if fields[3] in rules:
                    wanted.add(fields[1].strip('"'))
    assert wanted == {case[0] for case in cases()}
