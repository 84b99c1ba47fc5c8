# RUN: tack check --expect %s
# The bounds of the parallel loop are evaluated on the host.
import tack

STEP = tack.constant(2, tack.i32)
HALF = tack.constant(0.5)


@tack.func
def double(n):
    return n * 2


@tack.kernel
def reads(x, n):
    for i in range(x[0]):  # expect-error(RuntimeError): Cannot resolve loop range expression: it reads array 'x'
        x[i] = 1.0


@tack.kernel
def arrays(x, n):
    for i in range(x):  # expect-error(RuntimeError): Cannot resolve loop range expression: 'x' is an array, not an integer
        x[i] = 1.0


@tack.kernel
def sizes_of_arrays(x, n):
    for i, j in tack.ndindex((0, x), n):  # expect-error(RuntimeError): 'x' is an array, not an integer
        x[i] = 1.0


@tack.kernel
def operators(x, n):
    for i in range(n % 4):  # expect-error(RuntimeError): it uses operator %
        x[i] = 1.0


@tack.kernel
def calls(x, n):
    for i in range(double(n)):  # expect-error: it calls a device function
        x[i] = 1.0


@tack.kernel
def builtins(x, n):
    for i in range(min(n, 4)):  # expect-error: it calls min()
        x[i] = 1.0


@tack.kernel
def casts(x, n):
    for i in range(tack.i64(n)):  # expect-error: it converts a value
        x[i] = 1.0


@tack.kernel
def comparisons(x, n):
    for i in range(n < 4):  # expect-error: it holds an expression
        x[i] = 1.0


@tack.kernel
def loaded(x, n):
    m = x[0]
    for i in range(tack.i32(m)):  # expect-error: it converts a value
        x[i] = 1.0


@tack.kernel
def changed(x, n):
    if n > 4:
        n = 4
    for i in range(n):  # expect-error: 'n' is not assigned exactly once before the loop
        x[i] = 1.0


@tack.kernel
def assigned_twice(x, n):
    m = n
    m = m + 1
    for i in range(m):  # expect-error(RuntimeError): 'm' is not assigned exactly once before the loop
        x[i] = 1.0


@tack.kernel
def assigned_in_a_branch(x, n):
    if n > 4:
        m = 4
    for i in range(m):  # expect-error: 'm' is not assigned exactly once before the loop
        x[i] = 1.0


@tack.kernel
def assigned_in_a_loop(x, n):
    while n > 4:
        m = n
    for i in range(m):  # expect-error: 'm' is not assigned exactly once before the loop
        x[i] = 1.0


@tack.kernel
def float_bound(x, n):
    for i in range(HALF):  # expect-error(TypeError): bound of the parallel loop has type f32
        x[i] = 1.0


@tack.kernel
def float_load(x, n):
    m = x[0]  # expect-error(RuntimeError): Cannot resolve loop range expression: it reads array 'x'
    for i in range(m):
        x[i] = 1.0


@tack.kernel
def fine(x, n):
    m = n
    w = x.shape[0] - 1
    for i in range(-m, (w + len(x)) // 2 * 3, STEP):
        n = 5
        x[i] = n


@tack.kernel
def itself(x):
    n = n + 1  # expect-error(NameError): local 'n' is read before it is assigned # expect-error: 'n' is made of itself
    for i in range(n):
        x[i] = 1.0


@tack.kernel
def each_other(x):
    n = m * 2  # expect-error: local 'm' is read before it is assigned # expect-error: 'm' is made of itself
    m = -n + 1
    for i in range(m):
        x[i] = 1.0
