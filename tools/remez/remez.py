# SPDX-License-Identifier: Apache-2.0
"""Minimax polynomials whose coefficients are numbers of the format that evaluates them.

`fit` solves for the coefficients c of the powers given, so that the largest weighted error

    | weight(t) * (target(t) - sum c[k] t^powers[k]) |

over [low, high] is least (the exchange algorithm of Remez, on a grid of Chebyshev points dense
enough that its spacing does not matter). Then it rounds the coefficients one by one, lowest power
first, and solves for the others again each time: what rounding one coefficient spoils, those after
it make good.
"""

import struct

from mpmath import cos, floor, log, lu_solve, matrix, mp, mpf, pi

mp.dps = 60
GRID_PER_TERM = 30


def round_to(value, digits):
    """The nearest number with `digits` bits."""
    if value == 0:
        return mpf(0)
    unit = mpf(2) ** (int(floor(log(abs(value), 2))) + 1 - digits)
    return mp.nint(value / unit) * unit


def exchange(points, rows, values):
    """Coefficients with the least largest |values - rows c|, and that largest error."""
    n = len(rows[0])
    count = len(points)
    if n == 0:
        return [], max(abs(v) for v in values)
    picked = [round((1 - cos(pi * k / n)) / 2 * (count - 1)) for k in range(n + 1)]
    best = None
    for _ in range(40):
        system = matrix(n + 1, n + 1)
        right = matrix(n + 1, 1)
        for r, at in enumerate(picked):
            for c in range(n):
                system[r, c] = rows[at][c]
            system[r, n] = (-1) ** r
            right[r] = values[at]
        solution = lu_solve(system, right)
        c = [solution[k] for k in range(n)]
        level = abs(solution[n])
        errors = [
            v - sum(a * b for a, b in zip(row, c, strict=True))
            for row, v in zip(rows, values, strict=True)
        ]
        largest = max(abs(e) for e in errors)
        if best is None or largest < best[1]:
            best = (c, largest)
        if largest <= level * mpf("1.0001"):
            break
        # The largest error of each run of equal sign, then the best n + 1 neighbours of these.
        peaks = []
        for at, e in enumerate(errors):
            if peaks and (errors[peaks[-1]] > 0) == (e > 0):
                if abs(e) > abs(errors[peaks[-1]]):
                    peaks[-1] = at
            else:
                peaks.append(at)
        while len(peaks) > n + 1:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < n + 1:
            break
        picked = peaks
    return best


def fit(target, weight, low, high, powers, digits):
    """The coefficients, rounded to `digits` bits, and the largest weighted error."""
    low, high = mpf(low), mpf(high)
    count = GRID_PER_TERM * (len(powers) + 1)
    points = [
        low + (high - low) * (1 - cos(pi * (k + mpf(1) / 2) / count)) / 2 for k in range(count)
    ]
    weights = [abs(weight(t)) for t in points]
    values = [w * target(t) for w, t in zip(weights, points, strict=True)]
    rows = [[w * t**p for p in powers] for w, t in zip(weights, points, strict=True)]
    fixed = []
    largest = None
    for _ in powers:
        c, largest = exchange(points, rows, values)
        first = round_to(c[0], digits)
        fixed.append(first)
        values = [v - first * row[0] for v, row in zip(values, rows, strict=True)]
        rows = [row[1:] for row in rows]
    return fixed, max(abs(v) for v in values)


def shortest(value, digits):
    """The shortest decimal that reads back as this number of the format."""
    number = float(value)
    assert mpf(number) == value
    if digits == 53:
        return repr(number)
    for places in range(1, 10):
        text = f"{number:.{places}g}"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == number:
            return repr(float(text))
    raise AssertionError
