# SPDX-License-Identifier: Apache-2.0
# Kernels of test_kernels.py, which says what each computes.
import math
import tack

N = tack.constant(3)
TYPED = tack.constant(200, tack.u8)
TENTH = tack.constant(0.1)


@tack.func
def clamp(v, low, high):
    """Several returns."""
    if v < low:
        return low
    elif v > high:
        return high
    return v


@tack.func
def divmod_(a, b):
    return a // b, a % b


@tack.func
def nested(v):
    t = clamp(v, 0.0, 1.0)
    q, r = divmod_(t, 0.3)
    return q + r


@tack.func
def tenth():
    return 0.1


@tack.func
def add_to(out, i, v):
    out[i] += v


@tack.func
def fill(out, tmp, i):
    for k in range(4):
        tmp[k] = k * k
    add_to(out, i, tmp[i % 4])


@tack.func
def halve(v):
    v = v * 0.5
    return v


@tack.func
def find(x, n, wanted):
    """A loop, a flag and a break: a return inside the loop is refused."""
    at = -1
    for k in range(n):
        if x[k] == wanted:
            at = k
            break
    return at


@tack.kernel
def saxpy(a, x, y):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]


@tack.kernel
def mandelbrot(out, w, h, limit):
    for j, i in tack.ndindex(h, w):
        cx = i * (3.0 / w) - 2.0
        cy = j * (2.0 / h) - 1.0
        zx = 0.0
        zy = 0.0
        k = 0
        while k < limit and zx * zx + zy * zy < 4.0:
            zx, zy = zx * zx - zy * zy + cx, 2.0 * zx * zy + cy
            k += 1
        out[j, i] = k


@tack.kernel
def blur(src, dst):
    for j, i in tack.ndindex(src.shape[0], src.shape[1]):
        total = 0
        count = 0
        for dj in range(-1, 2):
            for di in range(-1, 2):
                y = j + dj
                x = i + di
                if y < 0 or y >= src.shape[0] or x < 0 or x >= src.shape[1]:
                    continue
                total += src[y, x]
                count += 1
        dst[j, i] = total // count


@tack.kernel
def ranges(out, a, b):
    for i in range(a, b, 3):
        out[i] += 1
        for k in range(i, 8):
            if k % 2 == 0:
                continue
            if k > 5:
                break
            out[i] += k * 100


@tack.kernel
def negative_start(out, n):
    for i in range(-n, n + 1):
        out[i + n] = i


@tack.kernel
def pairs(out):
    for i, j, k in tack.ndindex((1, 3), out.shape[1], (0, out.shape[2] - 1)):
        out[i, j, k] = i * 100 + j * 10 + k


@tack.kernel
def sequential_pairs(out, n):
    for i in range(n):
        s = 0
        for a, b in tack.ndindex((1, 4), n):
            if b == 2:
                continue
            if a == 3:
                break
            s += a * 10 + b
        out[i] = s


@tack.kernel
def outer(out, n, c):
    t = 0.0
    m = n - 2
    c = c + 1
    for i in range(m):
        t = t + 1.0
        c += i
        out[i] = t + c


@tack.kernel
def swap(a, b, idx):
    for i in range(a.shape[0]):
        a[i], b[i] = b[i], a[i]
        j = idx[i]
        a[j], j = a[j] + 100.0, 0
        b[i] += j


@tack.kernel
def guards(out, x, n):
    for i in range(n):
        out[i] = 7 // x[i] if x[i] != 0 else -1
        if x[i] != 0 and 100 % x[i] == 0 or x[i] == 0:
            out[i] += 1000
        if 0 < x[i] <= 3 < out[i]:
            out[i] += 10000


@tack.kernel
def guarded_index(out, x, i0, n):
    for i in range(n):
        k = i + i0
        out[i] = x[k] if 0 <= k and k < x.shape[0] else -1.0
        if k >= 0 and k < len(x) and x[k] > 2.0:
            out[i] = 99.0


@tack.kernel
def functions(out, x):
    for i in range(len(x)):
        out[i] = nested(x[i]) + clamp(x[i], -1.0, 2.0)


@tack.kernel
def by_reference(out):
    for i in range(out.shape[0]):
        tmp = tack.local_array(tack.i32, N + 1)
        fill(out, tmp, i)


@tack.kernel
def search(out, x, wanted):
    for i in range(out.shape[0]):
        out[i] = find(x, x.shape[0], wanted[i])


@tack.kernel
def parameter_widens(out, n):
    for i in range(n):
        out[i] = halve(i)


@tack.kernel
def weak(out, x, y):
    for i in range(1):
        t = 0.1
        a, b = 0.1, 1
        out[0] = x[0] * 0.1
        out[1] = x[0] * t
        out[2] = x[0] * a
        out[3] = x[0] * tenth()
        out[4] = x[0] * TENTH
        out[5] = x[0] * (1 / 3)
        out[6] = x[0] * (1.0 / 3.0)
        out[7] = x[0] * sqrt(2.0)
        out[8] = 0.1
        out[9] = tack.f64(0.1)
        out[10] = y[0] * 0.1
        out[11] = i * 0.1
        out[12] = x[0] * math.pi
        out[13] = float(0.1)
        out[14] = 0.1 if i == 0 else 1.0
        out[15] = x[0] * (0.1 if i == 0 else 1.0)
        s = 0.0
        for k in range(3):
            s = s + x[0] * 0.1
        out[16] = s
        u = 0.1
        if i > 0:
            u = 0.2
        out[17] = u
        out[18] = x[0] < 0.1
        out[19] = min(x[0], 0.1) + tack.f32(0.1)
        w = tenth()
        out[20] = y[0] * w
        out[21] = x[0] * w


@tack.kernel
def weak32(out, x):
    for i in range(1):
        u = 0.1
        if i > 0:
            u = 0.2
        out[0] = u + x[0] * 0.1


@tack.kernel
def wraps(out8, out16, a, b, c):
    for i in range(a.shape[0]):
        out8[i] = a[i] + b[i]
        out16[i] = -c[i]


@tack.kernel
def typed_constant(out):
    for i in range(1):
        out[0] = TYPED + TYPED
        out[1] = TYPED * 2


@tack.kernel
def powers(out, a, b):
    for i in range(a.shape[0]):
        out[i] = a[i] ** b[i]


@tack.kernel
def float_powers(out, x):
    for i in range(x.shape[0]):
        out[i] = x[i] ** 2 + x[i] ** 3.5 + pow(x[i], 4)


@tack.kernel
def floor_mod(q, r, a, b):
    for i in range(a.shape[0]):
        q[i] = a[i] // b[i]
        r[i] = a[i] % b[i]


@tack.kernel
def augmented(out, x):
    for i in range(out.shape[0]):
        out[i] += x[i]
        out[i] -= 1
        out[i] *= 3
        out[i] //= 2
        out[i] %= 1000
        out[i] <<= 2
        out[i] |= 1
        out[i] ^= 5
        out[i] >>= 1
        out[i] **= 2
        k = 5
        k -= i
        k *= k
        out[i] += k


@tack.kernel
def math_functions(out, x):
    for i in range(x.shape[0]):
        v = x[i]
        out[i] = sin(v) + cos(v) + exp(-v) + log(v) + atan2(v, 2.0) + tanh(v) + sqrt(v)


@tack.kernel
def alias(out, x):
    g = x
    for i in range(out.shape[0]):
        h = out
        h[i] = g[i] * 2.0
        h[i] = h[i] + g[i]


@tack.kernel
def scalar_array(out, x):
    for i in range(4):
        out[i] = x[None] + x[0]


@tack.kernel
def item_continue(out, x):
    for i in range(out.shape[0]):
        if x[i] < 0.0:
            continue
        out[i] = sqrt(x[i])


@tack.kernel
def flat(out):
    for i in range(out.shape[0] * out.shape[1]):
        out[i] = i


@tack.kernel
def same_names(out):
    for i in range(out.shape[0]):
        for j in range(3):
            out[i] += j
        for j in range(2):
            out[i] += j * 10
        j = 0.5
        out[i] += j


@tack.kernel
def changed_bounds(out):
    for i in range(out.shape[0]):
        n = 4
        for j in range(n):
            n = 100
            j = j + 1
            out[i] += j


@tack.kernel
def unicode_names(größe, λ):
    for i in range(größe.shape[0]):
        größe[i] = λ


@tack.kernel
def two_micro_signs(out):
    for i in range(len(out)):
        µ = 1.0
        if i > 1:
            μ = 2.0
        out[i] = µ


@tack.kernel
def truths(out, x):
    for i in range(x.shape[0]):
        out[i] = 0
        if x[i]:
            out[i] += 1
        out[i] += (not x[i]) * 10
        out[i] += (x[i] or 0) * 100
        out[i] += (x[i] > 0 and 5) * 1000
        t = x[i] > 0
        out[i] += (t == True) * 10000


@tack.kernel
def u64_bounds(out, n):
    for i in range(3):
        for j in range(n[i]):
            if j > 5:
                break
            out[i] += 1


@tack.kernel
def assigned_index(out):
    for i in range(out.shape[0]):
        for a, b in tack.ndindex(2, 3):
            out[i] += a
            a *= 10
            out[i] += a + b


@tack.kernel
def memset(out):
    for i in range(out.shape[0]):
        t = tack.local_array(tack.i32, 4096)
        t[i] = 5
        out[i] = t[i] + t[i + 1]


@tack.kernel
def double(default, half):
    for int in range(half):
        default[int] = int
