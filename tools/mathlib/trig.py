# SPDX-License-Identifier: Apache-2.0
"""sin, cos, tan and their range reduction."""

from emit import Function, coefficients, cut, finish, horner
from mpmath import mpf, pi

HEAD = """\
Sine, cosine, tangent and their range reduction: x is brought to r + l, l below half a unit of r's
last place, so that what the reduction rounds away is not lost."""


def window_of_two_over_pi(f, form, word, count):
    """`count` 32-bit words of 2/pi from `word` on: word 0 is before the point."""
    words = [int(2 / pi * mpf(2) ** (32 * k)) & 0xFFFFFFFF for k in range(form.pick(8, 40))]
    if form.type == "f64":
        table = f.var("table", "array<u32,40>")
        # A var begins as zero, as words 0 and 1 are.
        words = [0] + words[:39]
        for k, w in enumerate(words):
            if w:
                f.line(f"store {table}[{k}i32], {w}u32")
        return [f.load(table, "u32", word + k).to("u64").called(f"w{k}") for k in range(count)]
    out = []
    for k in range(count):
        value = words[k + 4]
        for at in (3, 2, 1, 0):
            value = f.choose(word.equals(at), words[k + at], value, "u32")
        out.append(value.to("u64").called(f"w{k}"))
    return out


def far_f32(f, form, a):
    """q and r + l from the product of the significand with the right window of 2/pi."""
    bits = a.bits("u32").called("bits")
    exponent = (bits >> 23).called("exponent")
    m = ((bits & 0x7FFFFF) | 0x800000).to("u64").called("m")
    at = exponent - 120
    shift = (at & 31).to("u64").called("shift")
    w = window_of_two_over_pi(f, form, (at >> 5).called("word"), 4)
    v = [((((w[k] << 32) | w[k + 1]) << shift) >> 32).called(f"window{k}") for k in range(3)]
    product = ((m * v[0] << 32) + m * v[1] + (m * v[2] >> 32)).called("product")
    quarter = ((product + (1 << 61)) >> 62).called("quarter")
    fraction = (product - (quarter << 62)).bits("i64").called("fraction")
    high = cut(fraction.to("f32"), form, 12).called("high")
    low = (fraction - high.to("i64")).to("f32").called("low")
    return exponent, quarter.to("i32"), *times_half_pi(form, high, low)


def times_half_pi(form, high, low):
    """(high + low) pi/2 / 2^62 in two numbers; `high` has half of the format's digits."""
    unit = pi / 2 / mpf(2) ** 62
    c_high, c_low = form.parts(unit, form.half_exponents, form.digits)
    p = high * c_high
    rest = (high * c_low + low * form.round(unit)).called("rest")
    r = p + rest
    return r, (p - r) + rest


def far_f64(f, form, a):
    bits = a.bits("u64").called("bits")
    exponent = (bits >> 52).called("exponent")
    m = ((bits & (2**52 - 1)) | 2**52).called("m")
    at = exponent - 1013
    shift = (at & 31).called("shift")
    w = window_of_two_over_pi(f, form, (at >> 5).called("word"), 7)
    v = [((((w[k] << 32) | w[k + 1]) << shift) >> 32).called(f"window{k}") for k in range(6)]
    # m * window in columns of 32 bits. What follows the window changes the last of the 126 bits of
    # the fraction only: doubles come within 2^-61 of a multiple of pi/2.
    low32 = 0xFFFFFFFF
    m0, m1 = (m & low32).called("m0"), (m >> 32).called("m1")
    column = m0 * v[5] >> 32
    sums = []
    p, q = m0 * v[4], m1 * v[5]
    for k in (3, 2, 1, 0):
        column = ((p & low32) + (q & low32) + column).called("column")
        sums.append(column)
        carry = (p >> 32) + (q >> 32) + (column >> 32)
        p, q = m0 * v[k], m1 * v[k + 1]
        column = carry
    top = (p + q + column).called("top")
    high = ((top << 32) | (sums[3] & low32)).called("high")
    low = ((sums[2] << 32) | (sums[1] & low32)).called("low")
    quarter = ((high + (1 << 61)) >> 62).called("quarter")
    signed = (high - (quarter << 62)).bits("i64").called("signed")
    # The magnitude (less 2^-128), so that nothing cancels below.
    negative = (signed < 0).called("negative")
    fraction = f.select(negative, ~signed, signed).called("fraction")
    low = f.select(negative, ~low, low)
    d = cut(fraction.to("f64"), form, 26).called("d")
    rest = (fraction - d.to("i64")).to("f64")
    below = (low >> 1).bits("i64").to("f64") * mpf(2) ** -63
    # When the fraction is small, all of it is `rest + below`: the first 26 bits are of the whole.
    sum_ = rest + below
    lost = (rest - sum_) + below
    whole = d + sum_
    head = cut(whole, form, 26).called("head")
    r, low = times_half_pi(form, head, ((d - head) + sum_) + lost)
    return exponent, quarter.bits("i64"), f.select(negative, -r, r), f.select(negative, -low, low)


def reduce(form):
    f = Function(f"reduce_{form.type}", [("a", form.type)], [form.int, form.type, form.type])
    (a,) = f.params
    t = (a * form.round(2 / pi) + form.magic).called("t")
    n = (t - form.magic).called("n")
    if form.type == "f32":  # n has 8 bits: n c1 and n c2 are exact
        c1, c2, c3 = form.parts(pi / 2, 16, 15, 24)
        r1 = (a - n * c1).called("r1")
        p2 = n * c2
        h = (r1 - p2).called("h")
        low = ((r1 - h) - p2) - n * c3
        near = 256
    else:  # n has 20 bits: n c1, n c2 and n c3 are exact
        c1, c2, c3, c4 = form.parts(pi / 2, 33, 32, 33, 53)
        r1 = (a - n * c1).called("r1")
        p2 = n * c2
        r2 = (r1 - p2).called("r2")
        p3 = n * c3
        h = (r2 - p3).called("h")
        low = ((r1 - r2) - p2) + (((r2 - h) - p3) - n * c4)
        near = 1000000
    q_at, r_at, l_at = f.var("q", form.int), f.var("r", form.type), f.var("l", form.type)
    f.store(q_at, t.bits(form.int))
    f.store(r_at, h)
    f.store(l_at, low.called("rest_of_h"))
    far = (~(a < near)).called("far")
    with f.when(far):
        make = form.pick(far_f32, far_f64)
        exponent, q, r, low = make(f, form, a)
        f.store(q_at, q)
        f.store(r_at, f.select(exponent.equals(form.pick(255, 2047)), "nan", r))
        f.store(l_at, low)
    out = f.load(q_at, form.int), f.load(r_at, form.type), f.load(l_at, form.type)
    return (
        "|x| = q pi/2 + r + l with |r| <= pi/4; only q modulo 4 counts. pi/2 in parts while q is\n"
        "small, else the product with the right window of 2/pi in integers.\n",
        finish(f, *out),
    )


def reduced(f, form, x):
    q, r, low = f.call_several(f"reduce_{form.type}", [form.int, form.type, form.type], abs(x))
    return q.called("q"), r.called("r"), low.called("l")


def both(form, r, low):
    """sin and cos of r + l."""
    z = (r * r).called("z")
    half = (z * 0.5).called("half")
    s = coefficients(f"sin_{form.type}")
    sine = r + (r * z * horner(z, s) + (low - low * half))
    c = coefficients(f"cos_{form.type}")
    w = 1 - half
    cosine = w + (((1 - w) - half) + (z * z * horner(z, c) - r * low))
    return sine.called("sine"), cosine.called("cosine")


def with_sign(form, value, sign):
    return (value.bits(form.int) ^ (sign & -form.sign)).bits(form.type)


def sin(form):
    f = Function(f"sin_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    q, r, low = reduced(f, form, x)
    sine, cosine = both(form, r, low)
    value = f.select((q & 1).differs(0), cosine, sine)
    sign = x.bits(form.int) ^ (q << (form.bits - 2))
    return "", finish(f, with_sign(form, value, sign))


def cos(form):
    f = Function(f"cos_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    q, r, low = reduced(f, form, x)
    sine, cosine = both(form, r, low)
    value = f.select((q & 1).differs(0), sine, cosine)
    return "", finish(f, with_sign(form, value, (q + 1) << (form.bits - 2)))


def tan(form):
    f = Function(f"tan_{form.type}", [("x", form.type)], [form.type])
    (x,) = f.params
    q, r, low = reduced(f, form, x)
    z = (r * r).called("z")
    t = r + (r * z * horner(z, coefficients(f"tan_{form.type}")) + (low + low * z))
    t.called("t")
    value = f.select((q & 1).differs(0), -1 / t, t)
    return (
        "tan r, or -1 / tan r in odd quadrants.\n",
        finish(f, with_sign(form, value, x.bits(form.int))),
    )


FUNCTIONS = [reduce, sin, cos, tan]
