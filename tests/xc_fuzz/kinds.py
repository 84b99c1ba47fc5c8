# SPDX-License-Identifier: Apache-2.0
"""XC's types and what its operators make of them, from docs/xc/types.md alone.

A scalar is its name; an array ("array", of, count); a pointer ("ptr", to); a pointer to functions
("fn", name), an object ("obj", class), a block ("block", it); a struct a Struct.
"""

SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("u8", "u16", "u32", "u64")
INTS = UNSIGNED + SIGNED
REALS = ("float", "double")
SCALARS = INTS + REALS


class Struct:
    def __init__(self, name, fields):
        self.name = name
        self.fields = fields  # (name, type)


class Var:
    """A variable: `fixed` is never an assignment's target, `length` the elements behind a pointer, and
    nothing is stored through one that is `readonly`."""

    def __init__(self, name, ty, fixed=False, where="local", length=0, readonly=False):
        self.name = name
        self.ty = ty
        self.fixed = fixed
        self.where = where
        self.length = length
        self.readonly = readonly


def bits(t):
    return {"float": 32, "double": 64}.get(t) or int(t[1:])


def is_int(t):
    return isinstance(t, str) and t in INTS


def is_real(t):
    return isinstance(t, str) and t in REALS


def is_scalar(t):
    return is_int(t) or is_real(t)


def is_array(t):
    return isinstance(t, tuple) and t[0] == "array"


def is_pointer(t):
    return isinstance(t, tuple) and t[0] == "ptr"


def is_object(t):
    return isinstance(t, tuple) and t[0] == "obj"


def is_block(t):
    return isinstance(t, tuple) and t[0] == "block"


def signed(t):
    return t[0] == "i"


def least(t):
    return -(1 << (bits(t) - 1)) if signed(t) else 0


def greatest(t):
    return (1 << (bits(t) - signed(t))) - 1


def wrap(v, t):
    v &= (1 << bits(t)) - 1
    return v - (1 << bits(t)) if signed(t) and v > greatest(t) else v


def literal(v):
    """The narrowest unsigned type, of a negative value the narrowest signed one."""
    return next(t for t in (UNSIGNED if v >= 0 else SIGNED) if least(t) <= v <= greatest(t))


def common(a, b):
    if "double" in (a, b):
        return "double"
    if "float" in (a, b):
        return "float"
    if bits(a) != bits(b):
        return a if bits(a) > bits(b) else b
    return a if signed(a) else b


COMPARE = ("<", ">", "<=", ">=", "==", "!=")
SHIFTS = ("<<", ">>")
ROTATES = ("<:", ":>")
INT_ONLY = (*SHIFTS, *ROTATES, "%", "&", "|", "^")


def works_at(op, a, b):
    """The type that both operands are brought to."""
    if op in SHIFTS:
        return ("i" if signed(a) else "u") + str(max(bits(a), bits(b)))
    if op in ROTATES:
        return a
    return common(a, b)


def result(op, a, b):
    return "u8" if op in COMPARE else works_at(op, a, b)


def conversion_cost(a, b):
    """(least, most) that the table of docs/xc/functions.md lets an argument's conversion cost."""
    if a == b:
        return 0, 0
    if is_int(a) and is_int(b):
        if bits(a) == bits(b):
            return 2, 2
        if bits(a) < bits(b):
            steps = (bits(b) // bits(a)).bit_length() - 1
            cost = 2 * steps + (signed(a) and not signed(b))
            return cost, cost
        return 13, 15
    if is_int(a):
        return (8, 8) if b == "float" else (9, 9)
    if is_real(a) and is_real(b):
        return (1, 1) if a == "float" else (10, 10)
    return 20, 20


def spell(t, name=""):
    """A declaration's text, the same in both languages."""
    dims = ""
    while is_array(t):
        dims += f"[{t[2]}]"
        t = t[1]
    if is_pointer(t):
        return f"{spell(t[1])}* {name}{dims}"
    if isinstance(t, tuple):
        t = f"{t[1]}*"
    elif isinstance(t, Struct):
        t = t.name
    return f"{t} {name}{dims}".rstrip()
