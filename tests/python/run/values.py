# SPDX-License-Identifier: Apache-2.0
# Kernels of test_values.py: what numbers are, become and give.
import math

import tack

HALF = tack.constant(0.5)


@tack.kernel
def stored(a, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64):
    for i in range(len(a)):
        i8[i] = a[i]
        u8[i] = a[i]
        i16[i] = a[i]
        u16[i] = a[i]
        i32[i] = a[i]
        u32[i] = a[i]
        i64[i] = a[i]
        u64[i] = a[i]
        f32[i] = a[i]
        f64[i] = a[i]


@tack.kernel
def cast(a, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64):
    """Through a cast, and widened after it."""
    for i in range(len(a)):
        i8[i] = tack.i8(a[i])
        u8[i] = tack.u8(a[i])
        i16[i] = tack.i16(a[i])
        u16[i] = tack.u16(a[i])
        i32[i] = int(a[i])
        u32[i] = tack.u32(a[i])
        i64[i] = tack.i64(a[i])
        u64[i] = tack.u64(a[i])
        f32[i] = float(a[i])
        f64[i] = tack.f64(a[i])


@tack.kernel
def wrapped(a, b, out):
    """Each operation wraps at its own type before the next one sees it."""
    for i in range(len(a)):
        out[i, 0] = a[i] + b[i]
        out[i, 1] = a[i] - b[i]
        out[i, 2] = a[i] * b[i]
        if b[i]:
            out[i, 3] = (a[i] + b[i]) // b[i]
        out[i, 4] = -a[i]
        out[i, 5] = abs(a[i])
        out[i, 6] = ~a[i]
        out[i, 7] = (a[i] * b[i]) >> 1
        t = -a[i]
        out[i, 8] = -t + (a[i] - a[i])


@tack.kernel
def bits(a, b, out):
    for i in range(len(a)):
        out[i, 0] = a[i] & b[i]
        out[i, 1] = a[i] | b[i]
        out[i, 2] = a[i] ^ b[i]


@tack.kernel
def shifts(a, n, out):
    for i in range(len(a)):
        out[i, 0] = a[i] << n[i]
        out[i, 1] = a[i] >> n[i]
        out[i, 2] = (a[i] << 1) >> 1


@tack.kernel
def compared(a, b, out):
    for i in range(len(a)):
        out[i, 0] = a[i] < b[i]
        out[i, 1] = a[i] <= b[i]
        out[i, 2] = a[i] == b[i]
        out[i, 3] = a[i] != b[i]
        out[i, 4] = a[i] > b[i]
        out[i, 5] = a[i] >= b[i]
        out[i, 6] = min(a[i], b[i]) == a[i]
        out[i, 7] = max(a[i], b[i]) == a[i]


@tack.kernel
def divided(a, b, out):
    for i in range(len(a)):
        out[i] = a[i] / b[i]


# --- floats


@tack.kernel
def ieee(x, y, out):
    for i in range(len(x)):
        out[i, 0] = x[i] - x[i]
        out[i, 1] = x[i] * 0
        out[i, 2] = x[i] / y[i]
        out[i, 3] = (x[i] + y[i]) - y[i]
        out[i, 4] = x[i] + (y[i] - y[i])
        out[i, 5] = 0.0 - x[i]
        out[i, 6] = -x[i]
        out[i, 7] = abs(x[i])
        out[i, 8] = floor(x[i])
        out[i, 9] = ceil(x[i])
        out[i, 10] = sqrt(x[i])
        out[i, 11] = x[i] + 0.0


@tack.kernel
def relations(x, y, out):
    for i in range(len(x)):
        out[i, 0] = x[i] == x[i]
        out[i, 1] = x[i] != x[i]
        out[i, 2] = x[i] < y[i]
        out[i, 3] = x[i] <= y[i]
        out[i, 4] = x[i] > y[i]
        out[i, 5] = x[i] >= y[i]
        out[i, 6] = not x[i]
        out[i, 7] = 1 if x[i] else 0
        out[i, 8] = x[i] and y[i]
        out[i, 9] = x[i] or y[i]


@tack.kernel
def extremes(x, y, out):
    for i in range(len(x)):
        out[i, 0] = min(x[i], y[i])
        out[i, 1] = max(x[i], y[i])
        out[i, 2] = min(x[i], y[i], 1.5)
        out[i, 3] = max(1.5, x[i], y[i])


@tack.kernel
def grouped(x, out):
    for i in range(len(x)):
        out[i, 0] = (x[i] + 1e20) - 1e20
        out[i, 1] = x[i] + (1e20 - 1e20)
        out[i, 2] = x[i] * x[i] + x[i]
        out[i, 3] = x[i] / 3.0 * 3.0
        out[i, 4] = x[i] * (1.0 / 3.0)


@tack.kernel
def floor_division(x, y, q, r):
    for i in range(len(x)):
        q[i] = x[i] // y[i]
        r[i] = x[i] % y[i]


# --- functions, each in the spellings that it has


@tack.kernel
def bare(x, out):
    for i in range(len(x)):
        v = x[i]
        out[0, i] = sqrt(v)
        out[1, i] = sin(v)
        out[2, i] = cos(v)
        out[3, i] = tan(v)
        out[4, i] = asin(v)
        out[5, i] = acos(v)
        out[6, i] = atan(v)
        out[7, i] = exp(v)
        out[8, i] = exp2(v)
        out[9, i] = log(v)
        out[10, i] = log2(v)
        out[11, i] = log10(v)
        out[12, i] = sinh(v)
        out[13, i] = cosh(v)
        out[14, i] = tanh(v)
        out[15, i] = fabs(v)
        out[16, i] = atan2(v, 0.5)
        out[17, i] = pow(v, 0.3)


@tack.kernel
def of_tack(x, out):
    for i in range(len(x)):
        v = x[i]
        out[0, i] = tack.sqrt(v)
        out[1, i] = tack.sin(v)
        out[2, i] = tack.cos(v)
        out[3, i] = tack.tan(v)
        out[4, i] = tack.asin(v)
        out[5, i] = tack.acos(v)
        out[6, i] = tack.atan(v)
        out[7, i] = tack.exp(v)
        out[8, i] = tack.exp2(v)
        out[9, i] = tack.log(v)
        out[10, i] = tack.log2(v)
        out[11, i] = tack.log10(v)
        out[12, i] = tack.sinh(v)
        out[13, i] = tack.cosh(v)
        out[14, i] = tack.tanh(v)
        out[15, i] = tack.fabs(v)
        out[16, i] = tack.atan2(v, 0.5)
        out[17, i] = tack.pow(v, 0.3)


@tack.kernel
def of_math(x, out):
    for i in range(len(x)):
        v = x[i]
        out[0, i] = math.sqrt(v)
        out[1, i] = math.sin(v)
        out[2, i] = math.cos(v)
        out[3, i] = math.tan(v)
        out[4, i] = math.asin(v)
        out[5, i] = math.acos(v)
        out[6, i] = math.atan(v)
        out[7, i] = math.exp(v)
        out[8, i] = math.exp2(v)
        out[9, i] = math.log(v)
        out[10, i] = math.log2(v)
        out[11, i] = math.log10(v)
        out[12, i] = math.sinh(v)
        out[13, i] = math.cosh(v)
        out[14, i] = math.tanh(v)
        out[15, i] = math.fabs(v)
        out[16, i] = math.atan2(v, 0.5)
        out[17, i] = math.pow(v, 0.3)


# --- types


@tack.kernel
def functions_of_integers(n, wide, out):
    for i in range(len(n)):
        out[i, 0] = sqrt(n[i])
        out[i, 1] = atan2(n[i], 3)
        out[i, 2] = exp(n[i] // 1000000)
        out[i, 3] = atan2(n[i], wide[i])
        out[i, 4] = sqrt(wide[i])
        out[i, 5] = floor(n[i])
        out[i, 6] = sqrt(tack.f64(n[i]))


@tack.kernel
def by_the_operands(x, n, out):
    """Where a result goes does not change how it is computed."""
    for i in range(len(x)):
        out[i, 0] = x[i] * x[i]
        out[i, 1] = n[i] * n[i]
        out[i, 2] = n[i] * tack.i64(n[i])
        out[i, 3] = n[i] + x[i]
        out[i, 4] = n[i] / n[i + 1 - i]
        out[i, 5] = i * 0.1


@tack.kernel
def literals(out):
    for i in range(1):
        out[0] = 2147483647 + tack.i64(1)
        out[1] = 2147483648 * 2
        out[2] = -2147483648 * 1
        out[3] = -9223372036854775808
        out[4] = 0xFF + 0b101 + 0o17 + 1_000
        out[5] = True + True
        out[6] = False
        out[7] = tack.i64(4294967296) * 4294967295
        out[8] = 2147483647 + 1
        out[9] = 1 + 3 * (100000 * 100000)
        out[10] = -2147483648 - 1
        out[11] = 4294967296 * 4294967296 + 5
        out[12] = 2147483648 + 1 - 4


FAR = tack.constant(40)
BEFORE = tack.constant(-1)


@tack.kernel
def guarded_constants(out, n):
    for i in range(out.shape[0]):
        t = tack.local_array(tack.i32, 4)
        t[i % 4] = 7
        if FAR < 32:
            out[i] = n << FAR
        elif BEFORE >= 0:
            out[i] = out[BEFORE] + t[BEFORE]
        elif n > 3:
            t[FAR] = n >> BEFORE
            out[[FAR]] = t[BEFORE]
        else:
            out[i] = t[i % 4] + FAR


@tack.kernel
def unsigned_literals(out):
    for i in range(1):
        out[0] = 18446744073709551615
        out[1] = 9223372036854775808 // tack.u64(3)
        out[2] = 9223372036854775808 > tack.u64(9223372036854775807)


@tack.kernel
def locals_(x, n, out):
    for i in range(len(x)):
        t = 0.0
        u = 1
        v = n[i]
        for k in range(3):
            u = t
            t = t + x[i]
            v = v + 0.5
        out[i, 0] = t
        out[i, 1] = u
        out[i, 2] = v


@tack.kernel
def keep_their_type(out, n, f):
    for i in range(n):
        n = n * 0.7
        f = 3
        i = i + 0.9
        out[0] = n
        out[1] = f / 2
        out[2] = i
        t = tack.local_array(tack.u8, 2)
        t[0] = 300
        t[0] += 1.5
        out[3] = t[0]


@tack.kernel
def weak_several(out, x):
    for i in range(len(x)):
        once = 0.1
        copied = once
        a, b = 0.1, 0.2
        out[i, 0] = x[i] * copied
        out[i, 1] = x[i] * (a + b)
        out[i, 2] = x[i] * (0.1 if 1 else 0.2)
        out[i, 3] = x[i] * (-0.1 + 1)
        out[i, 4] = min(x[i], 0.1)
        out[i, 5] = 0.1 * 3
        out[i, 6] = tack.f64(0.1 * 3)
        out[i, 7] = tack.f32(0.1)
        out[i, 8] = x[i] * (HALF + 0.1)
        out[i, 9] = x[i] * (math.pi / 4)
        out[i, 10] = x[i] + 1 / 3
        total = 0.0
        total += 0.1
        out[i, 11] = total
