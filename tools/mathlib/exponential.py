# SPDX-License-Identifier: Apache-2.0
"""exp and exp2."""

from emit import Function, coefficients, finish, horner
from mpmath import log, mpf

HEAD = "Exponentials: x = n ln2 + r, the power of r by a polynomial, 2^n in two normal factors."


def split(form, product):
    """n = rint(product), and 2^n as two normal factors, from the bits of product + magic. The bits
    are right for -1100 < n < 1100 (f64), -150 < n < 150 (f32); beyond, they are anything."""
    magic = form.magic + 2 * form.bias
    t = (product + magic).called("t")
    bits = t.bits(form.int)
    half = (bits >> 1).called("half")
    first = (half << form.fraction).bits(form.type).called("first")
    second = (bits - half << form.fraction).bits(form.type).called("second")
    return t - magic, first, second


def one_and(u, tail):
    """1 + u + tail, keeping what 1 + u rounds away."""
    total = (1 + u).called("total")
    return (total + (((1 - total) + u) + tail)).called("y")


def scaled(f, form, x, y, first, second, low, high):
    value = y * first * second
    value = f.select(x > high, "inf", value)
    return f.select(x < low, 0, value)


def exp(form):
    f = Function(f"exp_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    n, first, second = split(form, x * form.round(1 / log(2)))
    n.called("n")
    c1, c2 = form.parts(log(2), form.pick(16, 42), form.digits)
    r = ((x - n * c1) - n * c2).called("r")
    tail = r * r * horner(r, coefficients(f"exp_{form.type}"))
    y = one_and(r, tail)
    high = form.pick(88.72283935546875, 709.782712893384)
    low = form.pick(-103.97208404541016, -745.1332191019412)
    return "", finish(f, scaled(f, form, x, y, first, second, low, high))


def exp2(form):
    f = Function(f"exp2_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    n, first, second = split(form, x)
    r = (x - n.called("n")).called("r")
    tail = r * r * horner(r, coefficients(f"exp2_{form.type}"))
    y = one_and(r * form.round(log(2)), tail)
    high = mpf(form.bias + 1) - mpf(2) ** -form.pick(17, 43)  # the last number below 128 or 1024
    low = mpf(1 - form.bias - form.digits)
    return "", finish(f, scaled(f, form, x, y, first, second, low, high))


FUNCTIONS = [exp, exp2]
