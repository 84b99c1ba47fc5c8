# RUN: tack check --expect %s
import tack


@tack.kernel
def k(x):
    for i in range(1):
        x[i] = 1
	x[i] = 2  # expect-error: mixes tabs and spaces
