# SPDX-License-Identifier: Apache-2.0
# Kernels of test_control.py, which says what each computes.
import math

import tack

N = tack.constant(4)


@tack.kernel
def store_then_continue(x, y, z):
    for i in range(len(x)):
        y[i] = x[i] * 2
        if x[i] % 3 == 0:
            continue
        if x[i] > 5:
            z[i] = y[i] + 1
        if x[i] % 2 == 1:
            y[i] += 100
            if x[i] > 7:
                continue
            z[i] += 1000
        z[i] += 1


@tack.kernel
def continue_in_nested_loops(x, y):
    for i in range(len(x)):
        t = 0
        for a in range(5):
            if (a + i) % 2 == 0:
                continue
            for b in range(4):
                t += 1
                if b == a:
                    break
                y[i] += b
                if (b + x[i]) % 3 == 0:
                    continue
                t += 10
            y[i] += t


@tack.kernel
def break_that_never_comes(x, y, never):
    for i in range(len(x)):
        s = 0
        for k in range(N):
            if never != 0:
                break
            s += x[i] * k
        for k in range(3):
            if x[i] > 1000:
                break
            s += 1
        y[i] = s


@tack.kernel
def reversed_ranges(x, y, n):
    for i in range(len(x)):
        s = 0
        for k in range(n, -n):
            s += 1
        for k in range(x[i], 0):
            s += 10
        for k in range(5, 2, 1):
            s += 100
        for a, b in tack.ndindex(n, -n):
            s += 1000
        for a, b in tack.ndindex((3, 1), (1, 3)):
            s += 10000
        y[i] = s


@tack.kernel
def step_that_is_not_positive(y, step):
    for i in range(len(y)):
        for k in range(0, 10, step):
            y[i] += 1


@tack.kernel
def parallel_step(y, a, b, s):
    for i in range(a, b, s):
        y[0] = 1


@tack.kernel
def index_that_becomes_a_local(x, y):
    for i in range(len(x)):
        s = 0
        for k in range(3):
            s += k * x[i]
        k = s + 1
        for j in range(2):
            k += j
        for k in range(2):
            s += k
        k = 7 * x[i]
        y[i] = s + k


@tack.kernel
def local_that_becomes_an_index(x, y):
    for i in range(len(x)):
        k = x[i]
        y[i] = k
        for k in range(3):
            y[i] += k
        k = -1
        y[i] += k


@tack.kernel
def chosen_index(x, y):
    for i in range(len(x)):
        at = 0
        if x[i] > 0:
            if x[i] > 10:
                at = 3
            elif x[i] > 5:
                at = 2
            else:
                if x[i] == 3:
                    at = 5
                else:
                    at = 1
        else:
            if x[i] == 0:
                at = 4
        v = y[i, at] + 1
        y[i, at] = v * 2
        y[i, 6] = at


@tack.kernel
def several_updates(x, y, z):
    for i in range(len(x)):
        if x[i] > 0:
            y[i] += x[i]
            y[i] += 1
        else:
            y[i] -= 3
        z[i] *= 2
        if x[i] % 2 == 0:
            z[i] += x[i]
            z[i] -= 1
            z[i] ^= 5


@tack.kernel
def outer_augmented(x, y, a, s):
    t = a
    u = a * 2
    for i in range(len(x)):
        t += x[i]
        t -= 1
        u *= 3
        u //= 2
        u %= 1000
        s <<= 2
        s >>= 1
        s |= 1
        s ^= 6
        s &= 0xFFFF
        u **= 2
        y[i] = t * 100000 + u + s


@tack.kernel
def outer_float(x, y, f):
    g = f + 1.0
    for i in range(len(x)):
        f += x[i]
        f /= 2.0
        f *= 3.0
        f -= 0.5
        f //= 0.25
        f %= 7.0
        g **= 2.0
        y[i] = f + g


@tack.kernel
def two_names(a, b, out, n):
    for i in range(len(out)):
        t = 0
        for k in range(n):
            a[i] = a[i] + 1
            t += b[i]
            b[i] = b[i] * 2
            t += a[i]
        out[i] = t


@tack.kernel
def two_names_of_vectors(a, b, out, n):
    for i in range(len(out)):
        t = 0.0
        for k in range(n):
            a[i][k % 3] = a[i][k % 3] + 1.0
            t += b[i][(k + 1) % 3] + b[i][k % 3]
            b[i].x += 0.5
            t += a[i].x
        out[i] = t


@tack.kernel
def swaps(a, b, p):
    for i in range(len(a)):
        a[i], b[i] = b[i], a[i]
        k, p[i] = p[i], k_of(p[i])
        u, v, w = a[i], b[i], k
        u, v, w = v, w, u
        a[i], b[i], p[i] = u + p[i], v, w
        if i % 2 == 0:
            u, v = v, u
        a[i] += u
        b[i] += v


@tack.func
def k_of(v):
    return v * 2 + 1


@tack.kernel
def rotate_elements(a):
    for i in range(a.shape[0]):
        a[i, 0], a[i, 1], a[i, 2] = a[i, 1], a[i, 2], a[i, 0]
        j = 0
        j, a[i, j] = 2, a[i, j + 1] * 10


@tack.kernel
def vector_accumulator(x, out):
    for i in range(len(out)):
        s = tack.Vector([0.0, 0.0, 0.0])
        m = tack.Vector([1000.0, 1000.0, 1000.0])
        for k in range(len(x)):
            if k % (i + 1) == 0:
                s += x[k]
                m = min(m, x[k])
            else:
                s.y -= 1.0
        out[i] = s * 2.0 + m


@tack.kernel
def join_of_integers(x, y, out):
    for i in range(len(out)):
        if i % 2 == 0:
            v = x[i]
        else:
            v = y[i]
        w = tack.i8(1)
        for k in range(3):
            w = w + y[i]
        out[i] = v // 2 + w % 7


@tack.kernel
def wide_bounds(lo, hi, out):
    for i in range(len(out)):
        for k in range(lo[i], hi[i]):
            out[i] += k % 1000


@tack.kernel
def address(x, out, stride, rows):
    for r in range(rows):
        out[r] = x[(r * stride) % len(x)] + r * stride


@tack.kernel
def narrow_address(x, out, row, step):
    for i in range(len(out)):
        out[i] = x[row[i] * step[i] % 1000 + 0]


@tack.kernel
def comparisons(x, out):
    for i in range(len(x)):
        v = x[i]
        out[i, 0] = v != v
        out[i, 1] = v == v
        out[i, 2] = not (v < 1.0)
        out[i, 3] = v >= 1.0
        out[i, 4] = (v - v) == 0.0
        out[i, 5] = v * 0.0 == 0.0
        out[i, 6] = v < math.pi < v + 4.0
        out[i, 7] = 1 if v else 0


@tack.kernel
def signs(x, out):
    for i in range(len(x)):
        v = x[i]
        out[i, 0] = -v
        out[i, 1] = 0.0 - v
        out[i, 2] = v * -1.0
        out[i, 3] = v + 0.0
        out[i, 4] = v - 0.0
        out[i, 5] = abs(v)
        out[i, 6] = floor(v)
        out[i, 7] = ceil(v)
        out[i, 8] = sqrt(v)
        out[i, 9] = v * 0.0
        out[i, 10] = v - v
        out[i, 11] = v / v
        out[i, 12] = -0.0 * v
        out[i, 13] = tack.select(v < 0.0, -v, v)


@tack.kernel
def extremes(x, y, out):
    for i in range(len(x)):
        a, b = x[i], y[i]
        out[i, 0] = min(a, b)
        out[i, 1] = max(a, b)
        out[i, 2] = min(max(a, -1.0), 1.0)
        out[i, 3] = min(a, b, 5.0)
        out[i, 4] = max(a, b, -5.0)
        out[i, 5] = tack.math.clamp(a, -1.0, 1.0)


@tack.kernel
def root(out, start):
    for i in range(len(out)):
        k = tack.i64(i) + start
        out[i] = int(sqrt(tack.f64(k * k)))


@tack.kernel
def root32(out):
    for i in range(len(out)):
        out[i] = int(sqrt(i * i))


@tack.kernel
def ranks5(x, out):
    for a, b, c, d, e in tack.ndindex(x.shape[0], x.shape[1], x.shape[2], x.shape[3], x.shape[4]):
        out[a, b, c, d, e] = x[a, b, c, d, e] * 2 + e


@tack.kernel
def ranks8(x, out):
    for a, b, c, d in tack.ndindex(x.shape[0], x.shape[1], x.shape[2], x.shape[3]):
        for e, f, g, h in tack.ndindex(x.shape[4], x.shape[5], x.shape[6], x.shape[7]):
            out[a, b, c, d, e, f, g, h] = x[a, b, c, d, e, f, g, h] * 10 + h + 2 * g
