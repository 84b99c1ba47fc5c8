# SPDX-License-Identifier: Apache-2.0
"""atan, atan2, asin, acos."""

from emit import Function, coefficients, finish, horner
from mpmath import mpf, pi, sqrt, tan

HEAD = """\
Inverse trigonometry: base + u + u^3 P(u^2), base a multiple of pi/4. The last sum keeps what
base + u rounds away."""


def turned_sum(base, base_low, u, tail):
    """base + u + tail, |u| <= |base| or base = 0."""
    total = (base + u).called("total")
    return total + (((base - total) + u) + (tail + base_low))


def odd_tail(form, name, u, z):
    return u * z * horner(z, coefficients(f"{name}_{form.type}"))


def signed_like(form, value, x):
    """A value whose sign bit is clear, with the sign of x."""
    sign = x.bits(form.int) & -form.sign
    return (value.bits(form.int) ^ sign).bits(form.type)


def atan(form):
    f = Function(f"atan_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    a = abs(x).called("a")
    steep = (a > form.round(1 + sqrt(2))).called("steep")
    middle = (a > form.round(tan(0.5))).called("middle")
    top = f.select(steep, -1, f.select(middle, a - 1, a))
    bottom = f.select(steep, a, f.select(middle, a + 1, 1))
    u = (top / bottom).called("u")
    tail = odd_tail(form, "atan", u, (u * u).called("z"))
    low, high = (
        form.parts(pi / 4, form.digits, form.digits),
        form.parts(pi / 2, form.digits, form.digits),
    )
    base = f.choose(steep, high[0], f.choose(middle, low[0], 0, form.type), form.type)
    base_low = f.choose(steep, high[1], f.choose(middle, low[1], 0, form.type), form.type)
    angle = turned_sum(base, base_low, u, tail)
    return (
        "Above 1/2 the angle is turned by pi/4, above 3 pi/8 by pi/2.\n",
        finish(f, signed_like(form, angle, x)),
    )


def atan2(form):
    f = Function(f"atan2_{form.type}", [("y", form.type), ("x", form.type)], [form.type])
    y, x = f.params
    ax, ay = abs(x).called("ax"), abs(y).called("ay")
    steep = (ay > ax).called("steep")
    longer = f.select(steep, ay, ax).called("longer")
    shorter = f.select(steep, ax, ay).called("shorter")
    big, small = form.pick((100, 60), (1000, 900))
    down, up = form.pick((-60, 60), (-60, 200))
    scale = f.choose(
        longer > mpf(2) ** big,
        mpf(2) ** down,
        f.choose(longer < mpf(2) ** -small, mpf(2) ** up, 1, form.type),
        form.type,
    ).called("scale")
    side, s = (longer * scale).called("l"), (shorter * scale).called("s")
    both_infinite = s.equals("inf").called("both_infinite")
    both_zero = side.equals(0).called("both_zero")
    middle = (s > side * form.round(tan(0.5))).called("middle")
    top = f.select(both_infinite, 0, f.select(middle, s - side, s))
    bottom = f.select(both_infinite | both_zero, 1, f.select(middle, s + side, side))
    q = (top / bottom).called("q")
    left = (x.bits(form.int) < 0).called("left")
    u = f.select(steep ^ left, -q, q).called("u")
    tail = odd_tail(form, "atan", u, (u * u).called("z"))
    # The base in units of pi/4, whose first part leaves room for the factor 3.
    k = f.choose(middle | both_infinite, 1, 0, form.type)
    k = f.select(steep, 2 - k, k)
    k = f.select(left, 4 - k, k).called("k")
    first, second = form.parts(pi / 4, form.digits - 2, form.digits)
    angle = turned_sum(k * first, k * second, u, tail)
    value = signed_like(form, angle, y)
    return (
        "Angle of (x, y) in (-pi, pi]; one division, of the shorter side by the longer, with both\n"
        "scaled so that neither their sum nor the quotient leaves the normal range. Signed zeros\n"
        "and infinities as in C.\n",
        finish(f, f.select(x.differs(x) | y.differs(y), "nan", value)),
    )


def halves(f, form, x):
    """|x|, is it above 1/2, the square of the argument of the polynomial, and the argument."""
    a = abs(x).called("a")
    outer = (a > 0.5).called("outer")
    z = f.select(outer, (1 - a) * 0.5, a * a).called("z")
    return a, outer, z


def asin(form):
    f = Function(f"asin_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    a, outer, z = halves(f, form, x)
    u = f.select(outer, z.sqrt() * -2, a).called("u")
    tail = odd_tail(form, "asin", u, z)
    first, second = form.parts(pi / 2, form.digits, form.digits)
    base = f.choose(outer, first, 0, form.type)
    base_low = f.choose(outer, second, 0, form.type)
    angle = turned_sum(base, base_low, u, tail)
    return (
        "Polynomial to 1/2; above it pi/2 - 2 asin sqrt((1 - |x|) / 2), NaN outside [-1, 1].\n",
        finish(f, signed_like(form, angle, x)),
    )


def acos(form):
    f = Function(f"acos_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    a, outer, z = halves(f, form, x)
    negative = (x < 0).called("negative")
    size = f.select(outer, z.sqrt() * 2, a)
    sinks = negative.differs(~outer).called("sinks")  # outer: subtract from pi; else pi/2 - x
    u = f.select(sinks, -size, size).called("u")
    tail = odd_tail(form, "asin", u, z)
    halfway = form.parts(pi / 2, form.digits, form.digits)
    base = f.choose(outer, f.choose(negative, 2 * halfway[0], 0, form.type), halfway[0], form.type)
    low = f.choose(outer, f.choose(negative, 2 * halfway[1], 0, form.type), halfway[1], form.type)
    return (
        "pi/2 - asin x to 1/2; above it 2 asin sqrt((1 - |x|) / 2), from pi when x < 0.\n",
        finish(f, turned_sum(base, low, u, tail)),
    )


FUNCTIONS = [atan, atan2, asin, acos]
