# SPDX-License-Identifier: Apache-2.0
# Kernels of test_order.py: what is evaluated when, how often, and whether at all.
import tack

TWO = tack.constant(2)


@tack.func
def log(seen, at, v):
    """Notes that `v` is evaluated now."""
    seen[tack.atomic_add(at, 0, 1)] = v
    return v


@tack.kernel
def assignments(seen, at, out):
    for i in range(1):
        out[log(seen, at, 2)] = log(seen, at, 1)
        out[log(seen, at, 3)] += log(seen, at, 4)
        a, out[log(seen, at, 7)], b = log(seen, at, 5), log(seen, at, 6), 0
        out[log(seen, at, 9)], c = b + log(seen, at, 8), a


@tack.kernel
def operands(seen, at, out):
    for i in range(1):
        a = log(seen, at, 1) * log(seen, at, 2) + log(seen, at, 3) ** log(seen, at, 4)
        b = max(log(seen, at, 5), log(seen, at, 6), log(seen, at, 7))
        c = log(seen, at, 8) - (log(seen, at, 9) - log(seen, at, 10))
        d = tack.Vector([log(seen, at, 11), log(seen, at, 12)]).dot([log(seen, at, 13), 1])
        out[0] = a + b + c + d


@tack.kernel
def bounds(seen, at, out):
    for i in range(1):
        for k in range(log(seen, at, 1), log(seen, at, 7), log(seen, at, 2)):
            out[0] += k
        for k, m in tack.ndindex((log(seen, at, 3), log(seen, at, 5)), log(seen, at, 4)):
            out[1] += k * 10 + m
        for k in range(log(seen, at, 9), log(seen, at, 8)):
            out[2] += 1


@tack.kernel
def and_or(seen, at, out):
    for i in range(1):
        out[0] = log(seen, at, 0) and log(seen, at, 90)
        out[1] = log(seen, at, 1) and log(seen, at, 2)
        out[2] = log(seen, at, 3) or log(seen, at, 91)
        out[3] = log(seen, at, 0) or log(seen, at, 4) or log(seen, at, 92)
        if not (log(seen, at, 5) and not log(seen, at, 6)) or log(seen, at, 93):
            out[4] = 1


@tack.kernel
def arms(seen, at, out):
    for i in range(1):
        out[0] = log(seen, at, 2) if log(seen, at, 1) else log(seen, at, 90)
        out[1] = log(seen, at, 91) if log(seen, at, 0) else log(seen, at, 3)


@tack.kernel
def chains(seen, at, out):
    for i in range(1):
        out[0] = log(seen, at, 1) < log(seen, at, 2) < log(seen, at, 3)
        out[1] = log(seen, at, 5) < log(seen, at, 4) < log(seen, at, 90)
        out[2] = log(seen, at, 6) <= log(seen, at, 6) == log(seen, at, 7) != log(seen, at, 91)


@tack.kernel
def masks(seen, at, out):
    for i in range(1):
        v = tack.Vector([0, 1])
        out[0] = (v > log(seen, at, 1) and v > log(seen, at, 2)).sum()
        out[1] = (log(seen, at, 9) < v < log(seen, at, 3)).sum()
        out[2] = tack.select(v > 0, log(seen, at, 4), log(seen, at, 5)).sum()


@tack.kernel
def atomics(seen, at, f, i32s, out):
    for i in range(1):
        tack.atomic_add(f, log(seen, at, 1), log(seen, at, 2))
        tack.atomic_min(f, log(seen, at, 0), -log(seen, at, 3))
        tack.atomic_max(f, log(seen, at, 0), log(seen, at, 4))
        out[0] = tack.atomic_max(i32s, log(seen, at, 1), log(seen, at, 5)) + log(seen, at, 6)


@tack.kernel
def old_values(x, y, out):
    for i in range(len(x)):
        x[i] += y[i] * bump(x, i)
        j = 0
        out[j], j = x[i], 1
        x[i], y[i] = y[i], x[i]


@tack.func
def bump(x, i):
    x[i] += 100
    return 1


# --- ranges and exits


@tack.kernel
def sequential(out, a, b, s):
    for i in range(1):
        for k in range(a, b, s):
            out[0] += 1
            out[1] += k
            a = 100
            b += 50
            s += 1
        for k in range(b, a):
            out[2] += 1


@tack.kernel
def stepped(out, a, b, s):
    for i in range(a, b, s):
        tack.atomic_add(out, 0, 1)
        tack.atomic_add(out, 1, i)


@tack.kernel
def host_bounds(out, x, m, n):
    """All that a bound may be made of."""
    k = -m + 1
    for i in range(k * TWO, -(-(len(x) + n) // 3) * 2 - x.shape[1], 1 + TWO - 1):
        tack.atomic_add(out, 0, 1)
        tack.atomic_add(out, 1, i)


@tack.kernel
def wide(out, base):
    for i in range(base, base + 5):
        out[i - base, 0] = i * 3
        for k in range(base, base + 2):
            out[i - base, 1] += k + i


@tack.kernel
def once(out, a, b, c):
    for i, j, k in tack.ndindex(a, b, c):
        tack.atomic_add(out, (i, j, k), 1 + i * 10000 + j * 100 + k)


@tack.kernel
def exits(out):
    for i in range(len(out)):
        k = 0
        while True:
            k += 1
            if k == 3:
                continue
            if k > 7:
                break
            for m in range(10):
                if m == k:
                    break
                if m % 2 == 0:
                    continue
                out[i] += 1
            out[i] += 100
        if i == 2:
            continue
        out[i] += 10000


# --- locals


@tack.kernel
def own_locals(out, x):
    for i in range(len(x)):
        if x[i] > 0:
            t = x[i]
            u = tack.local_array(tack.i32, 4)
            u[i % 4] += 7
            out[i, 1] = u[0] + u[1] + u[2] + u[3]
        out[i, 0] = t


@tack.kernel
def outer_values(x, out, n):
    a = x[0]
    b = 0
    c = a * 2
    if n > 3:
        b = x[1]
    while c < 50:
        c += a
    for i in range(n):
        out[i, 0] = a
        out[i, 1] = b
        out[i, 2] = c
        out[i, 3] = n
        a += i + 1
        b = a
        if i % 2 == 0:
            c = -1
            n = 99
        out[i, 4] = a + b + c + n
    a = 5


@tack.kernel
def names(start, step, extent, n_i, start_shape0, item, result):
    """What the compiler might call its own values."""
    d0 = step + 1
    for i in range(step, n_i, extent):
        for loop_end in range(2):
            t = item
            start[i] += d0 + loop_end
        result[i] = t + start_shape0


# --- program order through other names


@tack.kernel
def three_times(x, y, out):
    for i in range(len(x)):
        x[i] = x[i] + 1
        y[i] = y[i] + 1
        z = x
        z[i] = z[i] + 1
        out[i] = x[i] * 100 + y[i]


@tack.kernel
def shifted(x, y):
    """y begins one element later in the same memory."""
    for i in range(1):
        x[1] = 5
        y[0] = y[0] + 1
        x[2] = x[1] * 10
        y[1] = y[1] + x[2]
