# RUN: tack check --expect %s
import tack


@tack.kernel
def k(x):
    for i in range(1):
        x[i] = 1 ÿ 2  # expect-error: bytes that are not UTF-8 # expect-error: expected the end
