# RUN: tack check --expect %s
# One parallel loop, nothing that is seen around it, and no way out of it.
import tack


@tack.kernel  # expect-error(UnsupportedSyntaxError): definition has no parallel loop
def none(x, n):
    t = n


@tack.kernel
def second(x, n):
    for i in range(n):
        x[i] = 1
    for i in range(n):  # expect-error(UnsupportedSyntaxError): for loop is outside the parallel loop; a kernel has one parallel loop
        x[i] = 2


@tack.kernel
def in_branch(x, n):
    if n > 0:
        for i in range(n):  # expect-error: for loop is outside the parallel loop
            x[i] = 1


@tack.kernel
def in_while(x, n):
    while n > 0:
        for i in range(n):  # expect-error: for loop is outside the parallel loop
            x[i] = 1


@tack.func
def bump(x, i):
    x[i] += 1.0  # expect-error(UnsupportedSyntaxError): store is outside the parallel loop


@tack.kernel
def stores(x, n):
    x[0] = 1.0  # expect-error(UnsupportedSyntaxError): store is outside the parallel loop
    t = tack.local_array(tack.f32, 4)
    if n > 0:
        t[0] = 1.0  # expect-error: store is outside the parallel loop
    tack.atomic_add(x, 0, 1.0)  # expect-error: atomic_add() is outside the parallel loop
    tack.barrier()  # expect-error: barrier() is outside the parallel loop
    print(n)  # expect-error: print() is outside the parallel loop
    s = tack.block_sum(1.0)  # expect-error: block_sum() is outside the parallel loop
    for i in range(n):
        x[i] = 1.0
    x[0] += 1.0  # expect-error: store is outside the parallel loop


@tack.kernel
def through_function(x, n):
    bump(x, 0)
    for i in range(n):
        x[i] = 1.0


@tack.kernel
def early(x, n):
    for i in range(n):
        if x[i] > 0.0:
            break  # expect-error(UnsupportedSyntaxError): break of the parallel loop
        if x[i] < 0.0:
            return  # expect-error: return in a kernel
        x[i] = 1.0


@tack.kernel
def stray(x, n):
    break  # expect-error: break is not inside a loop
    continue  # expect-error: continue is not inside a loop
    for i in range(n):
        x[i] = 1.0


@tack.kernel
def unannotated(x, n):
    for i in range(n):
        x[i] = 1.0
    return x[0]  # expect-error: return needs a return annotation


@tack.kernel
def returns(x, n) -> float:
    for i in range(n):
        x[i] = 1.0
    return x[0]


@tack.kernel
def loops(x, n):
    for i in range(n):
        for j in x:  # expect-error(UnsupportedSyntaxError): unsupported loop over this value
            x[i] = 1.0
        for j in [1, 2]:  # expect-error: unsupported loop over this value
            x[i] = 1.0
        for j in enumerate(x):  # expect-error: unsupported loop over this value; loop over the indices, with range(...)
            x[i] = 1.0
        for j in max(1, 2):  # expect-error: unsupported loop over this value
            x[i] = 1.0
        for j, k in range(n):  # expect-error: loop over 1 dimension binds 2 names
            x[i] = 1.0
        for j in tack.ndindex(n, n):  # expect-error: loop over 2 dimensions binds 1 name; name one index for each dimension, as in for i, j in
            x[i] = 1.0
        for j in range(n, n, 0):  # expect-error: step 0 of range
            x[i] = 1.0
        for j in range(n, 0, -1):  # expect-error: step -1 of range; a step is positive; to go down, count k up
            x[i] = 1.0
        for j in range():  # expect-error: range() takes 1 to 3 arguments, 0 given
            x[i] = 1.0
        for j in tack.ndindex():  # expect-error: tack.ndindex() takes 1 to 8 arguments, 0 given
            x[i] = 1.0
        for j in tack.ndindex((1, 2, 3)):  # expect-error: 3 values for (start, end)
            x[i] = 1.0
        for j in range(2.5):  # expect-error: bound of a loop has type f32
            x[i] = 1.0
        x[i] = range(3)  # expect-error: range() outside the head of a for loop


@tack.kernel
def dimensions(x, n):
    for a, b, c, d, e, f, g, h, i in tack.ndindex(n, n, n, n, n, n, n, n, n):  # expect-error: tack.ndindex() takes 1 to 8 arguments, 9 given
        x[i] = 1.0
