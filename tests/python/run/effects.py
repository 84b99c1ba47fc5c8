# SPDX-License-Identifier: Apache-2.0
"""Kernels of test_effects.py: atomics, output, return values, many dimensions, storage."""

import math

import tack

HALF = tack.constant(4)
SIZE = tack.constant(3, tack.u8)
TWO = tack.constant(2)


# --- atomics


@tack.kernel
def histogram(bins, x):
    for i in range(len(x)):
        tack.atomic_add(bins, x[i] % len(bins), 1)


@tack.kernel
def extrema(least, most, x):
    for i in range(len(x)):
        tack.atomic_min(least, 0, x[i])
        tack.atomic_max(most, 0, x[i])


@tack.kernel
def spread(least, most, x):
    for i in range(len(x)):
        tack.atomic_min(least, i % 3, x[i])
        tack.atomic_max(most, i % 3, x[i])


@tack.kernel
def guarded(out, x):
    for i in range(len(x)):
        if x[i] > 0:
            tack.atomic_add(out, 0, 1)
            if i % 2 == 0:
                tack.atomic_add(out, 1, i)
        else:
            tack.atomic_max(out, 2, i)


@tack.kernel
def slots(order, counter, n):
    for i in range(n):
        slot = tack.atomic_add(counter, 0, 1)
        order[slot] = i


@tack.kernel
def sparse_slots(order, counter, x):
    for i in range(len(x)):
        if x[i] > 0:
            order[tack.atomic_add(counter, 0, 1)] = i


@tack.kernel
def olds(a, old, v):
    for i in range(len(a)):
        old[i] = tack.f64(tack.atomic_add(a, i, v)) + tack.atomic_max(a, i, 7) * 100.0


@tack.kernel
def in_order(a, out):
    for i in range(len(a)):
        out[i] = a[i] + tack.atomic_add(a, i, 1) * 10 + a[i] * 100


@tack.kernel
def grid(a):
    for i, j in tack.ndindex(a.shape[0], a.shape[1]):
        tack.atomic_add(a, (i, j), i * 10 + j)
        tack.atomic_add(a, (0, 0), 1)
        tack.atomic_max(a, i * a.shape[1], 5)


@tack.kernel
def nobody(a, n):
    for i in range(n):
        tack.atomic_add(a, None, 2)


@tack.func
def bump(target, k, v):
    return tack.atomic_add(target, k, v)


@tack.func
def twice(t, k):
    first = bump(t, k, 1)
    alias = t
    bump(alias, k, 1)
    return first


@tack.kernel
def traced(a, b, out):
    for i in range(len(out)):
        g = b
        if i % 2 == 0:
            g = b
        out[i] = twice(a, i) + twice(g, i) * 100


@tack.kernel
def fractions(a32, a64):
    for i in range(1):
        tack.atomic_add(a32, 0, 0.1)
        tack.atomic_add(a64, 0, 0.1)
        third = 1.0 / 3.0
        tack.atomic_max(a64, 1, third)


@tack.kernel
def short_circuit(a, out):
    for i in range(len(out)):
        out[i] = i % 2 == 0 and tack.atomic_add(a, 0, 1) >= 0
        out[i] = out[i] + (tack.atomic_add(a, 1, 1) * 0 + 5 if i % 3 == 0 else 0)


@tack.kernel
def while_atomic(a, out):
    for i in range(len(out)):
        k = 0
        while tack.atomic_add(a, i, 1) < i:
            k += 1
        out[i] = k


@tack.kernel
def converted(a, x):
    for i in range(len(a)):
        tack.atomic_add(a, i, x[i])


# --- output


@tack.kernel
def words(x, k):
    for i in range(len(x)):
        print("item", i, "of", len(x), "holds", x[i], k)
        print()
        print("100%", x[i] > 1, "%d", 'its\t"so"\x21 \u00e9', r"\n")


@tack.kernel
def some_words(x):
    for i in range(len(x)):
        if x[i] > 2:
            print("big", i)


@tack.func
def say(what):
    print("say", what)


@tack.kernel
def floats(x, y):
    for i in range(len(x)):
        say(x[i])
        print(y[i], 0.1, True)


# --- return values


@tack.kernel
def positives(x, hits, n) -> int:
    for i in range(n):
        if x[i] > 0.0:
            tack.atomic_add(hits, 0, 1)
    return hits[0]


@tack.kernel
def difference(hits, n) -> int:
    before = hits[0]
    more = before * 2
    if n > 2:
        more = before * 3
    for i in range(n):
        tack.atomic_add(hits, 0, 1)
    now = hits[0]
    return now - before + more * 1000


@tack.kernel
def as_float(x, k) -> float:
    scale = k * 2
    k = k + 1
    for i in range(len(x)):
        x[i] = 0.1 * i
    return x[1] * scale + k


@tack.kernel
def tenth(x) -> float:
    for i in range(len(x)):
        x[i] = 1
    return 0.1


@tack.kernel
def tenth32(x) -> tack.f32:
    for i in range(len(x)):
        x[i] = 1
    return 0.1


@tack.kernel
def as_u8(x) -> tack.u8:
    for i in range(len(x)):
        x[i] = i
    return x[0] + 300


@tack.kernel
def quoted(x) -> "tack.i16":
    for i in range(len(x)):
        x[i] = i
    return x[0] - 1


@tack.kernel
def as_int(x) -> int:
    for i in range(len(x)):
        x[i] = x[i]
    return x[0]


@tack.func
def best(a, n):
    m = a[0]
    for k in range(n):
        if a[k] > m:
            m = a[k]
    return m


@tack.kernel
def greatest(x, n) -> float:
    for i in range(n):
        x[i] = x[i] * 2
    k = 0
    total = 0.0
    while k < n:
        total += x[k]
        k += 1
    return best(x, n) + total * math.pi


# --- dimensions


@tack.kernel
def four(out, a, b, c, d):
    for i, j, k, m in tack.ndindex(a, (1, b), c, d):
        out[((i * 10 + j) * 10 + k) * 10 + m] += 1


@tack.kernel
def eight(out, n):
    for a, b, c, d, e, f, g, h in tack.ndindex(n, 2, (-1, n), 1, 2, n, (5, 6 + n), 2):
        at = ((((a * 2 + b) * (n + 1) + c + 1) * 2 + e) * n + f) * (n + 1) + g - 5
        tack.atomic_add(out, at * 2 + h, 1 + d)


@tack.kernel
def nested(out, n):
    for i in range(len(out)):
        s = 0
        for a, b, c, d, e, f, g, h in tack.ndindex(2, n, (0, i), 1, (n, n + 2), 2, 1, n):
            if h == 2:
                continue
            s += a + b * 2 + c * 3 + d + e + f + g + h
            if s > 500:
                break
        out[i] = s


# --- storage


@tack.kernel
def sized(out, x):
    for i in range(len(out)):
        t = tack.local_array_like(x, HALF * 2 - SIZE // TWO)
        u = tack.local_array(tack.f32, x.shape[1] + 1)
        v = tack.local_array_like(t, len(x))
        for k in range(len(t)):
            t[k] = i + k
        for k in range(len(u)):
            u[k] = 0.5 * k
        v[len(v) - 1] = 300
        out[i] = t[6] + u[len(u) - 1] + v[len(v) - 1] + len(t) * 1000 + len(u) * 100000
