# SPDX-License-Identifier: Apache-2.0
"""Random expressions over the ten dtypes against the reference."""

import random

import numpy as np
import pytest
from reference import FLOATS, INTS, Refused, at, bits_of, text, type_of
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


@pytest.mark.parametrize("seed", range(8))
def test_random_expressions(seed, tmp_path):
    rng = random.Random(seed)
    source, cases = "import tack\n", []
    for k in range(KERNELS):
        dtypes = [rng.choice(INTS + FLOATS) for _ in range(VARS + 1)]
        node = expression(rng, rng.choice([1, 2, 3, 4]))
        source += (
            f"\n\n@tack.kernel\ndef k{k}(out, a0, a1, a2):\n"
            "    for i in range(out.shape[0]):\n"
            "        v0 = a0[i]\n        v1 = a1[i]\n        v2 = a2[i]\n"
            f"        out[i] = {text(node)}\n"
        )
        cases.append((dtypes, node))
    module = Module(source, tmp_path)
    ran = refused = 0
    for k, (dtypes, node) in enumerate(cases):
        env = {f"v{j}": dtypes[j] for j in range(VARS)}
        inputs = [values(rng, t) for t in dtypes[:VARS]]
        out = np.zeros(ROWS, DTYPES[dtypes[-1]])
        try:
            type_of(node, env)
            expected = []
            for row in range(ROWS):
                row_values = {
                    f"v{j}": a[row] if dtypes[j] in FLOATS else int(a[row])
                    for j, a in enumerate(inputs)
                }
                expected.append(at(node, dtypes[-1], env, row_values))
        except Refused:
            expected = None
        shown = f"{text(node)} with {dtypes}"
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
