# RUN: tack check --expect %s --args "u64[1], f32[1], i32"
import tack


@tack.kernel
def mixed(u, x, n):
    for i in range(n):
        u[i] = u[i] + 1  # expect-error(TypeError): u64 and i32 have no common integer type
        u[i] = u[i] < i  # expect-error: u64 and i64 have no common integer type
        u[i] = u[i] if n else n  # expect-error: u64 and i32 have no common integer type
        u[i] = min(u[i], n)  # expect-error: u64 and i32 have no common integer type
        t = u[i]
        t = n  # expect-error: u64 and i32 have no common integer type
        u[i] += 1  # expect-error: u64 and i32 have no common integer type
        u[i] = u[i] << 3
        x[i] = u[i] / n
        u[i] = u[i] ** 2


@tack.kernel
def bits(u, x, n):
    for i in range(n):
        x[i] = x[i] & 1  # expect-error(TypeError): operator & does not work on f32
        x[i] = n << 0.5  # expect-error: operator << does not work on f32
        x[i] = ~x[i]  # expect-error: operator ~ does not work on f32
        x[i] = n ** -1  # expect-error: negative exponent of an integer power
        x[i] = (n << 32) + (n >> -1)  # counts are taken modulo the width
