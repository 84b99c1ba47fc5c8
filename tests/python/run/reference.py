# SPDX-License-Identifier: Apache-2.0
"""The language's arithmetic, written again in Python: types first, then values.

Nodes: ("lit", value), ("var", name), ("un", op, a), ("bin", op, a, b), ("cmp", ops, args),
("bool", op, args), ("cond", c, a, b), ("cast", dtype, a), ("call", name, args).
"""

import math

import numpy as np
from runner import DTYPES

INTS = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"]
FLOATS = ["f32", "f64"]
# Rows and columns in the order of INTS; None is the error of signed with u64.
PROMOTION = {
    "i8": "i8 i16 i16 i32 i32 i64 i64 -",
    "u8": "i16 u8 i16 u16 i32 u32 i64 u64",
    "i16": "i16 i16 i16 i32 i32 i64 i64 -",
    "u16": "i32 u16 i32 u16 i32 u32 i64 u64",
    "i32": "i32 i32 i32 i32 i32 i64 i64 -",
    "u32": "i64 u32 i64 u32 i64 u32 i64 u64",
    "i64": "i64 i64 i64 i64 i64 i64 i64 -",
    "u64": "- u64 - u64 - u64 - u64",
}
PROMOTION = {
    (a, b): (None if t == "-" else t)
    for a, row in PROMOTION.items()
    for b, t in zip(INTS, row.split(), strict=True)
}


class Refused(Exception):
    pass


def bits_of(t):
    return int(t[1:])


def wrap(value, t):
    n = bits_of(t)
    value %= 1 << n
    return value - (1 << n) if t[0] == "i" and value >> (n - 1) else value


def promote(a, b):
    if a in FLOATS or b in FLOATS:
        return "f64" if "f64" in (a, b) else "f32"
    t = PROMOTION[a, b]
    if t is None:
        raise Refused(f"{a} with {b}")
    return t


def common(a, b):
    """Of two (type, form); form is "strong", "lit" (integer literals) or "weak"."""
    (ta, fa), (tb, fb) = a, b
    if fa != "strong" and fb != "strong":
        return ("f32", "weak") if "weak" in (fa, fb) else (promote(ta, tb), "lit")
    return promote(ta, tb), "strong"


def type_of(node, env):
    kind = node[0]
    if kind == "lit":
        v = node[1]
        if isinstance(v, float):
            return "f32", "weak"
        for t in ("i32", "i64", "u64"):
            if wrap(v, t) == v:
                return t, "lit"
        raise Refused("literal")
    if kind == "var":
        return env[node[1]], "strong"
    if kind == "cast":
        type_of(node[2], env)
        return node[1], "strong"
    if kind in ("cmp", "bool"):
        args = [type_of(a, env) for a in node[2]]
        if kind == "cmp":
            for a, b in zip(args, args[1:], strict=False):
                common(a, b)
        return "i32", "strong"
    if kind == "cond":
        type_of(node[1], env)
        return common(type_of(node[2], env), type_of(node[3], env))
    if kind == "un":
        t = type_of(node[2], env)
        if node[1] == "not":
            return "i32", "strong"
        if node[1] == "~" and t[0] in FLOATS:
            raise Refused("bits of a float")
        return t
    if kind == "call":
        t = type_of(node[2][0], env)
        for a in node[2][1:]:
            t = common(t, type_of(a, env))
        if node[1] in ("min", "max", "abs"):
            return t
        return t if t[0] in FLOATS else ("f32", "strong")
    op, a, b = node[1], type_of(node[2], env), type_of(node[3], env)
    floats = a[0] in FLOATS or b[0] in FLOATS
    if op in ("&", "|", "^", "<<", ">>") and floats:
        raise Refused("bits of a float")
    if op in ("<<", ">>"):
        return a
    if op == "**" and not floats:
        return a
    if op == "/" and not floats:
        return "f32", "strong"
    return common(a, b)


def is_constant(node):
    """Literals and what is made of them: a local assigned once with one behaves as it."""
    if node[0] in ("lit", "var"):
        return node[0] == "lit"
    parts = [p for p in node[1:] if isinstance(p, tuple)]
    parts += [q for p in node[1:] if isinstance(p, list) for q in p if isinstance(q, tuple)]
    return all(map(is_constant, parts))


def local_type(nodes, env, has_f64):
    """Of a local that is assigned these and is no literal."""
    t = type_of(nodes[0], env)
    for node in nodes[1:]:
        t = common(t, type_of(node, env))
    if t[1] == "weak":
        return "f64" if has_f64 else "f32"
    return t[0]


def convert(value, source, target):
    if target in FLOATS:
        if source in FLOATS:
            return DTYPES[target](value)
        return DTYPES[target](DTYPES[source](value))
    if source in FLOATS:
        if math.isnan(value):
            return 0
        low, high = (-(1 << (bits_of(target) - 1)), (1 << (bits_of(target) - 1)) - 1)
        if target[0] == "u":
            low, high = 0, (1 << bits_of(target)) - 1
        if math.isinf(value):
            return high if value > 0 else low
        return min(max(int(value), low), high)
    return wrap(int(value), target)


def at(node, target, env, values):
    """The node's value as `target`."""
    if node[0] == "lit":
        v = node[1]
        if isinstance(v, float):
            return DTYPES[target](v) if target in FLOATS else convert(np.float32(v), "f32", target)
        if target in FLOATS:
            t = type_of(node, env)[0]
            return DTYPES[target](DTYPES[t](v))
        return wrap(v, target)
    own, form = type_of(node, env)
    if form == "weak" and target in FLOATS:
        own = target
    return convert(compute(node, own, env, values), own, target)


def truth(node, env, values):
    t = type_of(node, env)[0]
    return bool(at(node, t, env, values) != 0)


COMPARE = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def floor_divmod(a, b, t):
    """CPython's float divmod at the precision of t."""
    one = DTYPES[t]
    if b == 0 or math.isnan(a) or math.isnan(b) or math.isinf(a):
        return one(math.nan), one(math.nan)
    mod = np.fmod(a, b)
    div = one((a - mod) / b)
    if mod != 0:
        if (b < 0) != (mod < 0):
            mod = one(mod + b)
            div = one(div - one(1))
    else:
        mod = np.copysign(one(0), b)
    if div != 0:
        quotient = np.floor(div)
        if div - quotient > 0.5:
            quotient = one(quotient + one(1))
    else:
        quotient = np.copysign(one(0), one(a / b))
    return quotient, mod


def binary(op, t, a, b):
    if t in FLOATS:
        one = DTYPES[t]
        if op == "//":
            return floor_divmod(a, b, t)[0]
        if op == "%":
            return floor_divmod(a, b, t)[1]
        if op == "/":
            return one(np.divide(a, b))
        return one({"+": np.add, "-": np.subtract, "*": np.multiply}[op](a, b))
    if op == "//":
        return wrap(a // b, t) if b else 0
    if op == "%":
        return wrap(a % b, t) if b else a
    if op == "<<":
        return wrap(a << b, t)
    if op == ">>":
        return a >> b
    return wrap(
        {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}[op],
        t,
    )


def call(name, t, args):
    if name in ("min", "max"):
        result = args[0]
        for b in args[1:]:
            less = b < result if name == "min" else b > result
            result = b if less or (t in FLOATS and math.isnan(result)) else result
        return result
    a = args[0]
    if name == "abs":
        return np.abs(a) if t in FLOATS else wrap(abs(a), t)
    return DTYPES[t]({"sqrt": np.sqrt, "floor": np.floor, "ceil": np.ceil}[name](a))


def compute(node, t, env, values):
    kind = node[0]
    if kind == "var":
        return values[node[1]]
    if kind == "cast":
        return at(node[2], node[1], env, values)
    if kind == "bool":
        for a in node[2]:
            if truth(a, env, values) == (node[1] == "or"):
                return int(node[1] == "or")
        return int(node[1] == "and")
    if kind == "cmp":
        types = [type_of(a, env) for a in node[2]]
        for k, op in enumerate(node[1]):
            pair = common(types[k], types[k + 1])[0]
            a = at(node[2][k], pair, env, values)
            b = at(node[2][k + 1], pair, env, values)
            if not COMPARE[op](a, b):
                return 0
        return 1
    if kind == "cond":
        return at(node[2] if truth(node[1], env, values) else node[3], t, env, values)
    if kind == "un":
        if node[1] == "not":
            return int(not truth(node[2], env, values))
        a = at(node[2], t, env, values)
        if node[1] == "-":
            return -a if t in FLOATS else wrap(-a, t)
        return wrap(~a, t) if node[1] == "~" else a
    if kind == "call":
        return call(node[1], t, [at(a, t, env, values) for a in node[2]])
    op = node[1]
    if op == "**":
        return wrap(pow(at(node[2], t, env, values), node[3][1], 1 << bits_of(t)), t)
    a = at(node[2], t, env, values)
    if op in ("<<", ">>"):
        return binary(op, t, a, node[3][1])
    return binary(op, t, a, at(node[3], t, env, values))


def text(node):
    kind = node[0]
    if kind in ("lit", "var"):
        return f"({node[1]!r})" if kind == "lit" and node[1] < 0 else str(node[1])
    if kind == "cast":
        name = {"int": "int", "float": "float"}.get(node[1], f"tack.{node[1]}")
        return f"{name}({text(node[2])})"
    if kind == "un":
        return f"({node[1]} {text(node[2])})"
    if kind == "cmp":
        out = text(node[2][0])
        for op, a in zip(node[1], node[2][1:], strict=True):
            out += f" {op} {text(a)}"
        return f"({out})"
    if kind == "bool":
        return "(" + f" {node[1]} ".join(map(text, node[2])) + ")"
    if kind == "cond":
        return f"({text(node[2])} if {text(node[1])} else {text(node[3])})"
    if kind == "call":
        return f"{node[1]}({', '.join(map(text, node[2]))})"
    return f"({text(node[2])} {node[1]} {text(node[3])})"
