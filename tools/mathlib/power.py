# SPDX-License-Identifier: Apache-2.0
"""pow."""

from emit import F32, F64, Function, coefficients, cut, finish, horner
from logarithm import exponent_of
from mpmath import log, mpf

HEAD = "Powers: x^y = 2^(y log2 |x|). Special cases as in C."


def two_sum(a, b):
    """a + b and what it rounds away."""
    total = a + b
    b_part = total - a
    return total, (a - (total - b_part)) + (b - b_part)


def fast_two_sum(a, b):
    """The same where |a| >= |b|."""
    total = a + b
    return total, b - (total - a)


def two_product(a, b):
    """a b and what it rounds away, but for 2^-53 of that."""
    product = a * b
    a1 = cut(a, F64, 26)
    a2 = a - a1
    if isinstance(b, mpf):
        b1 = F64.round(b, 26)
        b2 = b - b1
    else:
        b1 = cut(b, F64, 26)
        b2 = b - b1
    return product, (((a1 * b1 - product) + a1 * b2) + a2 * b1) + a2 * b2


def special_cases(f, form, x, y, magnitude):
    """The sign, and what C says about infinities, zeros, ones and NaN; |x|^|y| itself is given."""
    whole = y.floor().equals(y).called("whole")
    halved = y * 0.5
    odd = (whole & halved.floor().differs(halved) & (abs(y) < "inf")).called("odd")
    sign = x.bits(form.int)
    value = f.select((sign < 0) & odd, -magnitude, magnitude)
    real = f.select((x < 0) & ~whole & x.differs("-inf"), "nan", value)
    unit = f.select(abs(x).equals(1) & abs(y).equals("inf"), 1, real)
    nans = f.select(x.differs(x) | y.differs(y), "nan", unit)
    return f.select(x.equals(1) | y.equals(0), 1, nans)


def pow_f32():
    """In f64, which leaves 2^-33 of the logarithm and so rounds well in f32."""
    f = Function("pow_f32", [("x", "f32"), ("y", "f32")], ["f32"])
    x, y = f.params
    a = abs(x).to("f64").called("a")
    bits = a.bits("i64").called("bits")
    e, m = exponent_of(F64, bits)
    s = ((m - 1) / (m + 1)).called("s")
    z = (s * s).called("z")
    log2 = e + s * horner(z, coefficients("pow_log2_f64"))
    log2 = f.select(a.equals(0), "-inf", f.select(a.equals("inf"), "inf", log2))
    p = (log2 * y.to("f64")).most(-200).least(200).called("p")
    magic = F64.magic + F64.bias
    t = (p + magic).called("t")
    r = (p - (t - magic)).called("r")
    power = r * horner(r, coefficients("pow_exp2_f64")) + 1
    scale = (t.bits("i64") << F64.fraction).bits("f64")
    return finish(f, special_cases(f, F32, x, y, (power * scale).to("f32").called("magnitude")))


def log2_in_two(f, ef, m):
    """log2 of m 2^ef as a sum of two numbers, to about 2^-64."""
    d = (m - 1).called("d")
    total, total_low = two_sum(m, 1)
    s = (d / total).called("s")
    back, back_low = two_product(s, total)
    s_low = ((((d - back) - back_low) - s * total_low) / total).called("s.low")
    # log m = s (2 + z (2/3 + z tail)), z = s^2
    z, z_low = two_product(s, s)
    z_low = z_low + s * s_low * 2
    tail = horner(z, coefficients("pow_log_f64")).called("tail")
    third, third_low = F64.parts(mpf(2) / 3, 53, 53)
    u, u_low = two_product(z, tail)
    c = third + u
    c_low = (u - (c - third)) + ((u_low + z_low * tail) + third_low)
    q, q_low = two_product(z, c)
    q_low = q_low + (z * c_low + z_low * c)
    w = 2 + q
    w_low = (q - (w - 2)) + q_low
    ln, ln_low = two_product(s, w)
    ln_low = ln_low + (s * w_low + s_low * w)
    scale, scale_low = F64.parts(1 / log(2), 53, 53)
    base2, base2_low = two_product(ln, scale)
    base2_low = base2_low + (ln * scale_low + ln_low * scale)
    total, total_low = two_sum(ef, base2)
    return fast_two_sum(total, total_low + base2_low)


def pow_f64():
    """With the logarithm in two numbers (about 2^-64) and products split exactly."""
    f = Function("pow_f64", [("x", "f64"), ("y", "f64")], ["f64"])
    x, y = f.params
    a = abs(x).called("a")
    tiny = (a < F64.least).called("tiny")
    bits = f.select(tiny, a * mpf(2) ** 54, a).bits("i64").called("bits")
    e, m = exponent_of(F64, bits)
    ef = (e - f.choose(tiny, 54, 0, "f64")).called("ef")
    log2, log2_low = log2_in_two(f, ef, m)
    bounded = y.most(-(mpf(2) ** 70)).least(mpf(2) ** 70).called("bounded")
    p, p_low = two_product(log2, bounded)
    p, p_low = fast_two_sum(p, p_low + log2_low * bounded)
    beyond = (abs(p) > 1100).called("beyond")
    p = p.most(-1100).least(1100)
    rest = f.select(beyond, 0, p_low)
    magic = F64.magic + 2 * F64.bias
    t = (p + magic).called("t")
    r = (p - (t - magic)).called("r")
    tail = r * r * horner(r, coefficients("exp2_f64"))
    u = r * F64.round(log(2))
    total = (1 + u).called("total")
    correction = (total + tail) * (rest * F64.round(log(2)))
    power = total + (((1 - total) + u) + (tail + correction))
    bits = t.bits("i64")
    half = bits >> 1
    scaled = power * (half << F64.fraction).bits("f64")
    scaled = scaled * (bits - half << F64.fraction).bits("f64")
    grows = (y > 0).called("grows")
    value = f.select(a.equals(0), f.choose(grows, 0, "inf", "f64"), scaled)
    value = f.select(a.equals("inf"), f.choose(grows, "inf", 0, "f64"), value)
    return finish(f, special_cases(f, F64, x, y, value.called("magnitude")))


def power(form):
    make = form.pick(pow_f32, pow_f64)
    return make.__doc__ + "\n", make()


FUNCTIONS = [power]
