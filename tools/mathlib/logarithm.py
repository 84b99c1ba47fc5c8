# SPDX-License-Identifier: Apache-2.0
"""log, log2, log10."""

from emit import Function, coefficients, cut, finish, horner
from mpmath import log, mpf, sqrt

HEAD = """\
Logarithms: x = m 2^e with m in [sqrt(1/2), sqrt(2)), f = m - 1, log m = f - f^2/2 + rest."""


def mantissa(f, form, x):
    """e as a number, m, and a subnormal x scaled first."""
    tiny = (x < form.least).called("tiny")
    up = form.pick(23, 54)
    bits = f.select(tiny, x * mpf(2) ** up, x).bits(form.int).called("bits")
    e, m = exponent_of(form, bits)
    return (e + f.choose(tiny, -up, 0, form.type)).called("ef"), m


def exponent_of(form, bits):
    """e as a number and m, of a normal number's bits."""
    e = ((bits - root_bits(form)) >> form.fraction).called("e")
    m = (bits - (e << form.fraction)).bits(form.type).called("m")
    if form.type == "f32":
        return e.to("f32"), m
    # Few CPUs convert vectors of 64-bit integers; small ones go through the low bits of a number.
    magic_bits = ((form.bias + form.fraction) << form.fraction) + (1 << (form.fraction - 1))
    return (e + magic_bits).bits("f64") - form.magic, m


def root_bits(form):
    """The bits of sqrt(1/2), rounded down."""
    significand = int(sqrt(mpf(1) / 2) * mpf(2) ** form.digits)
    return ((form.bias - 1) << form.fraction) + significand - (1 << form.fraction)


def rest_of(f, form, m):
    """f, f^2/2 and log m - f + f^2/2."""
    d = (m - 1).called("f")
    square = (d * d).called("square")
    half = (square * 0.5).called("half")
    if form.type == "f32":
        return d, half, d * square * horner(d, coefficients("log_f32"))
    s = (d / (d + 2)).called("s")  # log m = 2 s + s^3 R(s^2) needs fewer terms
    z = (s * s).called("z")
    return d, half, s * (half + z * horner(z, coefficients("log_s_f64")))


def special(f, x, value):
    value = f.select(x.equals("inf"), x, value)
    value = f.select(x.equals(0), "-inf", value)
    value = f.select(x < 0, "nan", value)
    return f.select(x.differs(x), x, value)


def ln(form):
    f = Function(f"log_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    ef, m = mantissa(f, form, x)
    d, half, rest = rest_of(f, form, m)
    c1, c2 = form.parts(log(2), form.pick(16, 42), form.digits)
    value = (d - (half - (rest + ef * c2))) + ef * c1
    return "", finish(f, special(f, x, value))


def base(form, name, number):
    f = Function(f"{name}_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    ef, m = mantissa(f, form, x)
    d, half, rest = rest_of(f, form, m)
    high = cut(d - half, form, form.pick(12, 21)).called("high")
    low = (((d - high) - half) + rest).called("low")
    scale = form.parts(1 / log(number), form.pick(12, 32), form.digits)
    tail = (high * scale[1] + low * scale[1]) + low * scale[0]
    product = (high * scale[0]).called("product")
    if number == 2:
        whole = ef
    else:  # e log10(2) in two parts, the first exact
        c1, c2 = form.parts(log(2) / log(10), form.pick(15, 42), form.digits)
        whole = (ef * c1).called("whole")
        tail = tail + ef * c2
    total = (whole + product).called("total")
    value = total + (tail + (product - (total - whole)))
    return "", finish(f, special(f, x, value))


def log2(form):
    note = "As log; the leading part is cut: its product with the split 1/ln(base) is exact.\n"
    return note, base(form, "log2", 2)[1]


def log10(form):
    return base(form, "log10", 10)


FUNCTIONS = [ln, log2, log10]
