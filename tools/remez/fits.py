# SPDX-License-Identifier: Apache-2.0
"""The polynomials of lib/math: what each is fitted to.

    python tools/remez/fits.py sin_f32 ...     prints these
    python tools/remez/fits.py --all           writes tools/remez/coefficients.txt

Needs mpmath (PyPI).
"""

import pathlib
import sys

from mpmath import asin, atan, cos, cosh, exp, log, mp, mpf, pi, sin, sinh, sqrt, tan, tanh
from remez import fit, round_to, shortest

DIGITS = {"f32": 24, "f64": 53}
LN2 = log(2)


def through_square(odd):
    """Of t = r^2: (odd(r) - r) / r^3, weighted for the relative error of odd(r)."""

    def target(t):
        r = sqrt(t)
        return (odd(r) - r) / (t * r)

    return target, lambda t: t * sqrt(t) / odd(sqrt(t))


def even_cos(t):
    return (cos(sqrt(t)) - 1 + t / 2) / t**2


def log_rest(f):
    return (log(1 + f) - f + f * f / 2) / f**3


def log_of_s(z):
    """log((1 + s) / (1 - s)) = 2 s + s z R(z), z = s^2."""
    s = sqrt(z)
    return (log((1 + s) / (1 - s)) - 2 * s) / (s * z)


def log_tail_of_s(z):
    return (log_of_s(z) - mpf(2) / 3) / z


def log2_of_s(z):
    s = sqrt(z)
    return log((1 + s) / (1 - s)) / (s * LN2)


QUARTER = (pi / 4) ** 2 * (1 + mpf(2) ** -9)  # the reduction's quotient may be off by a little
HALF_LN2 = LN2 / 2 * (1 + mpf(2) ** -9)
ROOT = sqrt(mpf(2))
S_MAX = ((ROOT - 1) / (ROOT + 1)) ** 2

# name: (target, weight, low, high, {format: terms}); weight 1 / result makes the error relative.
FITS = {
    "sin": (*through_square(sin), 0, QUARTER, {"f32": 4, "f64": 6}),
    "cos": (even_cos, lambda t: t**2 / cos(sqrt(t)), 0, QUARTER, {"f32": 3, "f64": 6}),
    "tan": (*through_square(tan), 0, QUARTER, {"f32": 7, "f64": 15}),
    "asin": (*through_square(asin), 0, mpf(1) / 4, {"f32": 5, "f64": 12}),
    "atan": (*through_square(atan), 0, mpf("0.5463") ** 2, {"f32": 6, "f64": 14}),
    "sinh": (*through_square(sinh), 0, HALF_LN2**2, {"f32": 3, "f64": 6}),
    "cosh": (
        lambda t: (cosh(sqrt(t)) - 1) / t,
        lambda t: t / cosh(sqrt(t)),
        0,
        HALF_LN2**2,
        {"f32": 3, "f64": 7},
    ),
    "tanh": (*through_square(tanh), 0, mpf("0.55") ** 2, {"f32": 5, "f64": 13}),
    "exp": (
        lambda r: (exp(r) - 1 - r) / r**2,
        lambda r: r**2 / exp(r),
        -HALF_LN2,
        HALF_LN2,
        {"f32": 5, "f64": 10},
    ),
    # The first coefficient is ln 2 as the format has it: what rounds it away cannot be made good.
    "exp2": (
        lambda r, ln2: (exp(r * LN2) - 1 - r * ln2) / r**2,
        lambda r: r**2 / exp(r * LN2),
        -mpf("0.5"),
        mpf("0.5"),
        {"f32": 5, "f64": 10},
    ),
    "log": (
        log_rest,
        lambda f: f**3 / log(1 + f),
        1 / ROOT - 1,
        ROOT - 1,
        {"f32": 8},
    ),
    "log_s": (log_of_s, lambda z: z, 0, S_MAX, {"f64": 8}),
    "pow_log": (log_tail_of_s, lambda z: z**2, 0, S_MAX, {"f64": 8}),
    # pow in f32 works in f64 to 2^-33 or so.
    "pow_log2": (log2_of_s, lambda z: 1 / log2_of_s(z), 0, S_MAX, {"f64": 6}),
    "pow_exp2": (
        lambda r: (exp(r * LN2) - 1) / r,
        lambda r: r / exp(r * LN2),
        -mpf("0.5"),
        mpf("0.5"),
        {"f64": 7},
    ),
}


def run(name):
    """The lines of one polynomial, "name_format"."""
    base, kind = name.rsplit("_", 1)
    target, weight, low, high, terms = FITS[base]
    digits = DIGITS[kind]
    count = terms[kind]
    if base == "exp2":
        ln2, with_ln2 = round_to(LN2, digits), target

        def target(r):
            return with_ln2(r, ln2)

    coefficients, error = fit(target, weight, low, high, range(count), digits)
    lines = [f"{name}  # largest error 2^{float(mp.log(error, 2)):.2f}"]
    return lines + ["  " + shortest(c, digits) for c in coefficients]


def names():
    return [f"{base}_{kind}" for base, fit_ in FITS.items() for kind in fit_[4]]


def main():
    if sys.argv[1:] == ["--all"]:
        out = pathlib.Path(__file__).with_name("coefficients.txt")
        text = "# Made by `python tools/remez/fits.py --all`: coefficients, lowest power first.\n"
        for name in names():
            text += "\n".join(run(name)) + "\n"
        out.write_text(text)
        return
    if not sys.argv[1:]:
        sys.exit(__doc__ + "\nNames: " + " ".join(names()))
    for name in sys.argv[1:]:
        print("\n".join(run(name)))


if __name__ == "__main__":
    main()
