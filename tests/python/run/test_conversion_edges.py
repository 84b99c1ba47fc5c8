# SPDX-License-Identifier: Apache-2.0
"""Floats to integers: toward zero, saturated to the range, NaN to 0, wherever the conversion stands.

And integers at the ends of their types by every way into and out of a kernel."""

import math
import os
import struct

import numpy as np
import pytest
from runner import DTYPES, Module, same

np.seterr(all="ignore")
INTS = [name for name in DTYPES if name[0] in "iu"]
FLOATS = ["f32", "f64"]
GANGS = ["0", "1", "16"] if os.environ.get("TACK_SLOW") == "1" else ["0"]


def special(name):
    """Floats at which conversions of public systems went wrong, and neighbours of every limit."""
    values = [0.0, -0.0, 0.5, -0.5, -0.9, 0.9, 255.9, 254.9999, -1.0, 1e10, -1e10, 1e300, 5e-324]
    values += [math.inf, -math.inf, math.nan, 3.4028234663852886e38, 1.7976931348623157e308]
    for bits in (7, 8, 15, 16, 23, 24, 31, 32, 52, 53, 63, 64):
        for limit in (2.0**bits, -(2.0**bits)):
            values += [limit, math.nextafter(limit, 0), math.nextafter(limit, limit * 2), limit - 1]
            single = np.float32(limit)
            values += [np.nextafter(single, np.float32(0)), np.nextafter(single, single * 2)]
    return np.array([v for value in values for v in (value, -value)], DTYPES[name])


def converted(value, target):
    value = float(value)
    if math.isnan(value):
        return 0
    info = np.iinfo(DTYPES[target])
    if math.isinf(value):
        return int(info.max if value > 0 else info.min)
    return min(max(int(value), int(info.min)), int(info.max))


def written(value):
    """A float literal with exactly this value, or what makes one that has no literal."""
    value = float(value)
    if math.isnan(value):
        return "(1e999 - 1e999)"
    return repr(value).replace("inf", "1e999")


def kernels(source):
    """All conversions from one float type: by element, for all iterations at once, guarded, folded."""
    lines = ["import tack"]
    for target in INTS:
        lines += [
            f"@tack.kernel\ndef varying_{target}(out, x):",
            "    for i in range(len(x)):",
            f"        out[i] = tack.{target}(x[i])",
            f"@tack.kernel\ndef stored_{target}(out, x):",
            "    for i in range(len(x)):",
            "        out[i] = x[i]",
            f"@tack.kernel\ndef uniform_{target}(out, x):",
            "    for i in range(2):",
            "        for k in range(len(x)):",
            f"            out[i, k] = tack.{target}(x[k])",
            f"@tack.kernel\ndef guarded_{target}(out, x):",
            "    for i in range(len(x)):",
            "        if x[i] > -100.0:",
            f"            out[i] = tack.{target}(x[i])",
            f"@tack.kernel\ndef folded_{target}(out):",
            "    for i in range(1):",
        ]
        for k, value in enumerate(special(source)):
            lines.append(f"        out[{k}] = tack.{target}(tack.{source}({written(value)}))")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("gang", GANGS)
@pytest.mark.parametrize("source", FLOATS)
def test_floats_to_integers(source, gang, tmp_path, monkeypatch):
    monkeypatch.setenv("TACK_CPU_GANG", gang)
    module = Module(kernels(source), tmp_path)
    x = special(source)
    for target in INTS:
        expected = np.array([converted(v, target) for v in x], DTYPES[target])
        nothing = np.zeros_like(expected)
        got = module.run(f"uniform_{target}", np.zeros((2, len(x)), expected.dtype), x)[0]
        assert same(got, np.array([expected, expected])), ("uniform", target)
        for way in ("varying", "stored"):
            got = module.run(f"{way}_{target}", nothing, x)[0]
            wrong = np.flatnonzero(got != expected)
            assert same(got, expected), (way, target, x[wrong], got[wrong], expected[wrong])
        got = module.run(f"guarded_{target}", nothing, x)[0]
        assert same(got, np.where(x > -100, expected, 0).astype(expected.dtype)), target
        if gang == "0":
            got = module.run(f"folded_{target}", nothing)[0]
            wrong = np.flatnonzero(got != expected)
            assert same(got, expected), ("folded", target, x[wrong], got[wrong], expected[wrong])
    module.close()


ROUTES = """import tack
{constants}
@tack.func
def same(v):
    return v

@tack.kernel
def argument(out, v):
    for i in range(len(out)):
        out[i] = v

@tack.kernel
def element(out, x):
    for i in range(len(x)):
        out[i] = x[i]

@tack.kernel
def local(out, x):
    for i in range(len(x)):
        t = tack.local_array(tack.{name}, 3)
        t[i % 3] = x[i]
        v, w = t[i % 3], x[i]
        out[i] = same(v) if i >= 0 else w

@tack.kernel
def literals(out):
    for i in range(1):
{literals}

@tack.kernel
def captured(out):
    for i in range(1):
{captured}

@tack.kernel
def typed(out):
    for i in range(1):
{typed}
"""


@pytest.mark.parametrize("name", INTS)
def test_every_route_of_an_integer(name, tmp_path):
    info = np.iinfo(DTYPES[name])
    low, high = int(info.min), int(info.max)
    values = {low, low + 1, high, high - 1, 0, high // 2 + 1, high // 2}
    values |= {v for v in (2**53 + 1, 2**31, 2**32, 2**63, 2**64 - 1, -(2**63)) if low <= v <= high}
    values = sorted(values)

    def lines(form):
        return "\n".join(f"        out[{k}] = {form(k, v)}" for k, v in enumerate(values))

    constants = [f"C{k} = tack.constant({v})" for k, v in enumerate(values)]
    constants += [f"T{k} = tack.constant({v}, tack.{name})" for k, v in enumerate(values)]
    module = Module(
        ROUTES.format(
            name=name,
            constants="\n".join(constants),
            literals=lines(lambda k, v: v),
            captured=lines(lambda k, v: f"C{k}"),
            typed=lines(lambda k, v: f"T{k}"),
        ),
        tmp_path,
    )
    expected = np.array(values, DTYPES[name])
    nothing = np.zeros_like(expected)
    for route in ("literals", "captured", "typed"):
        assert same(module.run(route, nothing)[0], expected), route
    for route in ("element", "local"):
        assert same(module.run(route, nothing, expected)[0], expected), route
    for value in expected:
        t = next(t for t in ("i32", "i64", "u64") if int(value) in range(
            int(np.iinfo(DTYPES[t]).min), int(np.iinfo(DTYPES[t]).max) + 1))  # fmt: skip
        got = module.run("argument", np.zeros(5, DTYPES[name]), DTYPES[t](value))[0]
        assert same(got, np.full(5, value)), value
    module.close()


EXACT = [0.1, 1 / 3, 2 / 3, math.pi, 1.7976931348623157e308, 2.2250738585072014e-308, 5e-324,
         9007199254740993.0, 0.30000000000000004, 123456789.12345679, 1e22, 1e23]  # fmt: skip


def test_literals_of_seventeen_digits(tmp_path):
    body = "".join(f"        out[{k}] = {v!r}\n" for k, v in enumerate(EXACT))
    body += "".join(
        f"        out[{k + len(EXACT)}] = tack.f64(-{v:.17e})\n" for k, v in enumerate(EXACT)
    )
    module = Module(
        f"import tack\n\n\n@tack.kernel\ndef k(out):\n    for i in range(1):\n{body}", tmp_path
    )
    got = module.run("k", np.zeros(2 * len(EXACT)))[0]
    for k, value in enumerate(EXACT):
        assert struct.pack("d", got[k]) == struct.pack("d", value), value
        assert struct.pack("d", got[k + len(EXACT)]) == struct.pack("d", -value), value
    module.close()


CONSTANTS = [2**40 + 1, -(2**40) - 1, 2**62, -(2**62), 2**63 - 1, -(2**63)]


def test_negated_constants_of_64_bits(tmp_path):
    """The sign before a constant, then a product or a quotient: at 64 bits, in this order."""
    lines = ["import tack"]
    lines += [f"C{k} = tack.constant({v}, tack.i64)" for k, v in enumerate(CONSTANTS)]
    lines += ["@tack.kernel", "def k(out, quotients, x):", "    for i in range(len(x)):"]
    for k in range(len(CONSTANTS)):
        lines += [
            f"        out[0, {k}, i] = -C{k} * x[i]",
            f"        out[1, {k}, i] = -C{k} // x[i]",
            f"        out[2, {k}, i] = -(C{k} * x[i])",
            f"        out[3, {k}, i] = x[i] * -C{k}",
            f"        quotients[{k}, i] = -C{k} / x[i]",
        ]
    module = Module("\n".join(lines) + "\n", tmp_path)
    x = np.array([1, -1, 3, -7, 2**33, 5], np.int64)
    got, quotients = module.run(
        "k", np.zeros((4, len(CONSTANTS), len(x)), np.int64),
        np.zeros((len(CONSTANTS), len(x)), np.float32), x,
    )[:2]  # fmt: skip

    def wrap(v):
        return (v + 2**63) % 2**64 - 2**63

    for k, c in enumerate(CONSTANTS):
        for i, v in enumerate(map(int, x)):
            negated = wrap(-c)
            wanted = [wrap(negated * v), wrap(negated // v), wrap(-(c * v)), wrap(v * negated)]
            assert got[:, k, i].tolist() == wanted, (c, v)
            assert same(quotients[k, i], np.float32(negated) / np.float32(v)), (c, v)
    module.close()
