# RUN: tack check --expect %s
# Constants that the command computes itself, as Python would.
import math

import tack
from tack.math import clamp

WIDTH = 3 * 2
N = tack.constant(WIDTH + 1)
M = tack.constant(N * 2 - 7 // 2)  # 11
NEGATIVE = tack.constant(-7 // 2 + -7 % 4)  # -4 + 1
SHIFTED = tack.constant((1 << 40) >> 38 | 3, dtype=tack.u8)  # 7
POWER = tack.constant(2**-1 + 2**3, tack.f64)
TURN = tack.constant(math.pi * 2)
PAIR = tack.constant((N, -2.5))
ROWS = tack.constant(((1, 2), (3, WIDTH)), tack.i16)
UNKNOWN = tack.constant(len("text"))
TOO_LARGE = tack.constant(2**64)
TOO_SMALL = tack.constant(-1, tack.u8)
RAGGED = tack.constant(((1, 2), (3,)))
ZERO = tack.constant(1 // 0)
TEXT = "text"


@tack.kernel
def fine(x):
    for i in range(M):
        t = tack.local_array(tack.f32, M - 3)
        t[M - 4] = 1
        t[NEGATIVE + 3] = SHIFTED + POWER + TURN
        x[i] = t[0] + PAIR[1] + ROWS[1, 1] + clamp(x[i], -1.0, 1.0)
        x[M] = tack.random.uniform(tack.random.seed(i, 0))[0]  # expect-error: 2 values


@tack.kernel
def sizes(x):
    for i in range(1):
        a = tack.local_array(tack.f32, M)
        b = tack.local_array(tack.f32, SHIFTED)
        x[i] = a[11]  # expect-error: index 11 is outside local array 'a' of size 11
        x[i] = b[7]  # expect-error: index 7 is outside local array 'b' of size 7
        x[i] = a[N + 3] + a[-1]  # expect-error: negative index


@tack.kernel
def unknown(x):
    for i in range(1):
        x[i] = UNKNOWN  # expect-error(NameError): 'UNKNOWN' is a constant computed by Python of the surroundings, which a kernel does not see; this command cannot compute it
        x[i] = TOO_LARGE  # expect-error: 'TOO_LARGE' is a constant that tack.constant refuses
        x[i] = TOO_SMALL  # expect-error: tack.constant refuses
        x[i] = RAGGED  # expect-error: tack.constant refuses
        x[i] = ZERO  # expect-error: cannot compute
        x[i] = TEXT  # expect-error: 'TEXT' is a Python value
        x[i] = WIDTH  # expect-error: 'WIDTH' is a Python int
