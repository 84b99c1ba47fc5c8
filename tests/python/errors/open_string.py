# RUN: tack check --expect %s
import tack


@tack.kernel
def k(x):
    for i in range(1):
        x[i] = "abc  # expect-error: string has no closing quote # expect-error: string as a value
