# SPDX-License-Identifier: Apache-2.0
"""sinh, cosh, tanh."""

from emit import Function, coefficients, finish, horner
from inverse import odd_tail, signed_like
from mpmath import log, mpf

HEAD = """\
Hyperbolic functions. With |x| = n ln2 + r and S, C = (2^n -+ 2^-n) / 2 exactly or nearly so:
sinh = S cosh r + C sinh r, cosh = C cosh r + S sinh r. Nothing cancels, nothing divides."""


def parts(f, form, a):
    """S / 2, C / 2, cosh r - 1, sinh r. The bits are right while the results are finite."""
    t = (a * form.round(1 / log(2)) + form.magic).called("t")
    n = (t - form.magic).called("n")
    c1, c2 = form.parts(log(2), form.pick(16, 42), form.digits)
    r = ((a - n * c1) - n * c2).called("r")
    k = (t.bits(form.int) & form.pick(0xFFF, 0xFFFFF)).called("k")
    grow = ((k + (form.bias - 2)) << form.fraction).bits(form.type).called("grow")
    shrink = ((form.bias - 2 - k).most(0) << form.fraction).bits(form.type).called("shrink")
    z = (r * r).called("z")
    even = (z * horner(z, coefficients(f"cosh_{form.type}"))).called("even")
    odd = (r + odd_tail(form, "sinh", r, z)).called("odd")
    return grow - shrink, grow + shrink, even, odd


LIMIT = {
    "f32": 89.41598510742188,
    "f64": 710.4758600739439,
}  # the last argument with a finite result


def sinh(form):
    f = Function(f"sinh_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    a = abs(x).called("a")
    s, c, even, odd = parts(f, form, a)
    half = s + (even * s + odd * c)
    value = f.select(a > LIMIT[form.type], "inf", half * 2)
    # Half of a subnormal number would lose its last bit.
    value = f.select(a < mpf(2) ** -form.pick(13, 28), a, value)
    return "", finish(f, signed_like(form, value, x))


def cosh(form):
    f = Function(f"cosh_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    a = abs(x).called("a")
    s, c, even, odd = parts(f, form, a)
    half = c + (even * c + odd * s)
    return "", finish(f, f.select(a > LIMIT[form.type], "inf", half * 2))


def tanh(form):
    f = Function(f"tanh_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    a = abs(x).called("a")
    e = f.call(f"exp_{form.type}", form.type, a + a).called("e")
    far = 1 - 2 / (e + 1)
    near = a + odd_tail(form, "tanh", a, (a * a).called("z"))
    value = f.select(a < form.round(mpf("0.55")), near, far)
    return "1 - 2 / (e^2|x| + 1); polynomial where that cancels.\n", finish(
        f, signed_like(form, value, x)
    )


FUNCTIONS = [sinh, cosh, tanh]
