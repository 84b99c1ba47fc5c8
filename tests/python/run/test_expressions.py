# SPDX-License-Identifier: Apache-2.0
"""Random expressions over the ten dtypes against the reference."""

import os
import random

import numpy as np
import pytest
from reference import (
    FLOATS,
    INTS,
    PROMOTION,
    Refused,
    at,
    bits_of,
    convert,
    is_constant,
    local_type,
    text,
    truth,
    type_of,
    wrap,
)
from runner import DTYPES, KernelError, Module, same

np.seterr(all="ignore")
KERNELS, ROWS, VARS = 250, 12, 3


def literal(rng):
    if rng.random() < 0.4:
        return ("lit", rng.choice([0.0, 0.5, 1.0, 0.1, 2.0, 1e-3, 3.7, 1e10, 1 / 3]))
    return ("lit", rng.choice([0, 1, 2, 3, 7, 100, 255, 1000, -1, -2, -7, 2**31, 2**40, 2**63]))


def expression(rng, depth):
    if depth == 0 or rng.random() < 0.1:
        return literal(rng) if rng.random() < 0.35 else ("var", f"v{rng.randrange(VARS)}")
    sub = lambda: expression(rng, depth - 1)  # noqa: E731
    kind = rng.choices(
        ["bin", "un", "cmp", "bool", "cond", "cast", "call", "shift", "power"],
        [40, 8, 8, 5, 8, 12, 10, 5, 4],
    )[0]
    if kind == "bin":
        return ("bin", rng.choice(["+", "-", "*", "+", "-", "*", "/", "//", "%", "&", "|", "^"]),
                sub(), sub())  # fmt: skip
    if kind == "un":
        op, a = rng.choice(["-", "-", "+", "~", "not"]), sub()
        if op in "+-" and a[0] == "lit" and isinstance(a[1], int):
            return ("lit", -a[1] if op == "-" else a[1])  # the sign belongs to the literal
        return ("un", op, a)
    if kind == "cmp":
        n = rng.choice([1, 1, 2])
        return ("cmp", [rng.choice(["==", "!=", "<", "<=", ">", ">="]) for _ in range(n)],
                [sub() for _ in range(n + 1)])  # fmt: skip
    if kind == "bool":
        return ("bool", rng.choice(["and", "or"]), [sub() for _ in range(rng.choice([2, 3]))])
    if kind == "cond":
        return ("cond", sub(), sub(), sub())
    if kind == "cast":
        return ("cast", rng.choice(INTS + FLOATS), sub())
    if kind == "call":
        name = rng.choice(["min", "max", "abs", "sqrt", "floor", "ceil"])
        n = rng.choice([2, 3]) if name in ("min", "max") else 1
        return ("call", name, [sub() for _ in range(n)])
    if kind == "shift":
        return ("bin", rng.choice(["<<", ">>"]), sub(), ("lit", rng.randrange(8)))
    return ("bin", "**", ("cast", rng.choice(INTS), sub()), ("lit", rng.randrange(9)))


def values(rng, t):
    if t in FLOATS:
        pool = [0.0, -0.0, 1.5, -2.5, 1e3, -7.0, 0.1, 1e30, float("inf"), float("nan"), 3.0, -0.3]
        return np.array([rng.choice(pool) for _ in range(ROWS)], DTYPES[t])
    n = bits_of(t)
    low, high = (0, 2**n - 1) if t[0] == "u" else (-(2 ** (n - 1)), 2 ** (n - 1) - 1)
    pool = [0, 1, 2, 3, 7, high, high - 1, low, low + 1]
    return np.array(
        [rng.choice(pool) if rng.random() < 0.6 else rng.randint(low, high) for _ in range(ROWS)],
        DTYPES[t],
    )


def plain(rng):
    """out[i] = E"""
    node = expression(rng, rng.choice([1, 2, 3, 4]))
    return [f"out[i] = {text(node)}"], lambda target, env, has_f64: (
        type_of(node, env),
        lambda values: at(node, target, env, values),
    )


def once(rng):
    """A local that is assigned once: a literal stays one."""
    first = expression(rng, rng.choice([1, 2]))
    op = rng.choice(["+", "*", "-"])
    lines = [f"t = {text(first)}", f"out[i] = t {op} v0"]

    def evaluate(target, env, has_f64):
        if is_constant(first) and type_of(first, env)[1] == "weak":
            node = ("bin", op, first, ("var", "v0"))
            type_of(node, env)
            return None, lambda values: at(node, target, env, values)
        t = local_type([first], env, has_f64)
        node = ("bin", op, ("var", "t"), ("var", "v0"))
        inner = {**env, "t": t}
        type_of(node, inner)
        return None, lambda values: at(
            node, target, inner, {**values, "t": at(first, t, env, values)}
        )

    return lines, evaluate


def twice(rng):
    """A local that is assigned in two places: one type for both."""
    first, second, condition = (expression(rng, rng.choice([0, 1, 2])) for _ in range(3))
    if rng.random() < 0.3:
        first, second = ("lit", rng.choice([0.1, 3.7])), ("bin", "*", ("lit", 0.7), ("lit", 0.3))
    lines = [f"t = {text(first)}", f"if {text(condition)}:", f"    t = {text(second)}"]
    lines.append("out[i] = t")

    def evaluate(target, env, has_f64):
        type_of(condition, env)
        t = local_type([first, second], env, has_f64)
        return None, lambda values: convert(
            at(second if truth(condition, env, values) else first, t, env, values), t, target
        )

    return lines, evaluate


@pytest.mark.parametrize("seed", range(int(os.environ.get("TACK_EXPRESSION_SEEDS", "8"))))
def test_random_expressions(seed, tmp_path):
    rng = random.Random(seed)
    source, cases = "import tack\n", []
    for k in range(KERNELS):
        dtypes = [rng.choice(INTS + FLOATS) for _ in range(VARS + 1)]
        lines, evaluate = rng.choice([plain, plain, once, twice])(rng)
        source += (
            f"\n\n@tack.kernel\ndef k{k}(out, a0, a1, a2):\n"
            "    for i in range(out.shape[0]):\n"
            "        v0 = a0[i]\n        v1 = a1[i]\n        v2 = a2[i]\n        "
            + "\n        ".join(lines)
            + "\n"
        )
        cases.append((dtypes, lines, evaluate))
    module = Module(source, tmp_path)
    ran = refused = 0
    for k, (dtypes, lines, evaluate) in enumerate(cases):
        env = {f"v{j}": dtypes[j] for j in range(VARS)}
        inputs = [values(rng, t) for t in dtypes[:VARS]]
        out = np.zeros(ROWS, DTYPES[dtypes[-1]])
        try:
            _, value_of = evaluate(dtypes[-1], env, "f64" in dtypes)
            expected = [
                value_of(
                    {
                        f"v{j}": a[row] if dtypes[j] in FLOATS else int(a[row])
                        for j, a in enumerate(inputs)
                    }
                )
                for row in range(ROWS)
            ]
        except Refused:
            expected = None
        shown = f"{lines} with {dtypes}"
        try:
            actual = module.run(f"k{k}", out, *inputs)[0]
        except KernelError as error:
            assert expected is None and error.kind == "TypeError", f"{shown}: {error}"
            refused += 1
            continue
        assert expected is not None, f"{shown} should be refused"
        ran += 1
        wanted = np.array(expected, out.dtype)
        assert same(actual, wanted), f"{shown}: {actual} is not {wanted} for {inputs}"
    module.close()
    assert ran > KERNELS // 3 and refused > 0


def test_promotion_of_every_pair(tmp_path):
    """A product of the greatest values shows the type it is computed in."""
    module = Module(
        "import tack\n\n\n@tack.kernel\ndef k(out, a, b):\n    for i in range(1):\n"
        "        out[0] = a[0] * b[0]\n        out[1] = a[0] * b[0] - a[0] // 2 * b[0]\n",
        tmp_path,
    )
    for one in INTS:
        for two in INTS:
            a = np.array([np.iinfo(DTYPES[one]).max], DTYPES[one])
            b = np.array([np.iinfo(DTYPES[two]).max], DTYPES[two])
            t = PROMOTION[one, two]
            if t is None:
                with pytest.raises(KernelError, match="no common integer type"):
                    module.run("k", np.zeros(2, np.int64), a, b)
                continue
            half = wrap(int(a[0]) // 2, one)
            quotient = "i64" if one in ("i64", "u32") else "i32"
            if one == "u64":  # u64 // 2 has no type: the literal is i32
                with pytest.raises(KernelError, match="no common integer type"):
                    module.run("k", np.zeros(2, np.int64), a, b)
                continue
            u = PROMOTION[quotient, two]
            v = u and PROMOTION[t, u]
            if v is None:
                with pytest.raises(KernelError, match="no common integer type"):
                    module.run("k", np.zeros(2, np.int64), a, b)
                continue
            product = wrap(int(a[0]) * int(b[0]), t)
            expected = [product, wrap(product - wrap(half * int(b[0]), u), v)]
            got = module.run("k", np.zeros(2, np.int64), a, b)[0]
            assert same(got, np.array([wrap(e, "i64") for e in expected], np.int64)), (one, two)
    module.close()
