# RUN: tack check --expect %s
import math

import numpy as np

import tack

N = tack.constant(3)
PLAIN = 4
WORD = "text"
LIST = [1, 2]
TABLE = tack.zeros(4)


def python_function(a):
    return a


@tack.func
def helper(a):
    return a


@tack.func
def pair(a):
    return a, a


@tack.func
def nothing(a):
    b = a


@tack.func
def maybe(a):
    if a > 0:
        return 1


@tack.func
def forever(a):
    return forever(a)  # expect-error(UnsupportedSyntaxError): device function 'forever' calls itself


@tack.func
def uneven(a):
    if a > 0:
        return 1
    return 1, 2  # expect-error: return of 2 values, after a return of 1 value


@tack.func
def loops(a):
    for j in range(a):
        return j  # expect-error: return inside a loop of a device function
    return 0


@tack.kernel
def unknown(x, count):
    for i in range(count):
        x[i] = cuont  # expect-error(NameError): name 'cuont' is not defined; did you mean 'count'?
        x[i] = zzzzzz  # expect-error: a kernel sees its parameters
        x[i] = sqr(x[i])  # expect-error: did you mean 'sqrt'?
        x[i] = tack.f16(1)  # expect-error: 'tack' has no member 'f16'
        x[i] = math.gamma(1)  # expect-error: 'math' has no member 'gamma'
        x[i] = PLAIN  # expect-error: name 'PLAIN' is a Python int of the surroundings
        x[i] = N[0]  # expect-error: 'N' is not an array
        x[i] = PLAIN[0]  # expect-error: name 'PLAIN' is a Python int
        x[i] = TABLE[i]  # expect-error: name 'TABLE' is an array of the surroundings, which a kernel does not see; pass it to the kernel as an argument
        x[i] = np.pi  # expect-error: name 'np.pi' is part of a module (not a file beside this one) of the surroundings, which a kernel does not see; write math.pi
        x[i] = np.sin(x[i])  # expect-error: 'np.sin' is part of a module (not a file beside this one), which a kernel cannot call; write sin(...) alone
        x[i] = ord("a")  # expect-error: 'ord' is a Python builtin, which a kernel cannot call; write the number of the character
        x[i] = sorted  # expect-error: name 'sorted' is a Python builtin of the surroundings
        x[i] = WORD  # expect-error: name 'WORD' is a Python value
        x[i] = LIST  # expect-error: name 'LIST' is
        x[i] = math  # expect-error: name 'math' is a module of the surroundings, which a kernel does not see; a kernel reads members of it


@tack.kernel
def changes(x, n):
    for i in range(n):
        PLAIN += 1  # expect-error(NameError): local 'PLAIN' is read before it is assigned; a kernel does not change 'PLAIN' of the surroundings
        alone += 1  # expect-error: local 'alone' is read before it is assigned; assign it before, on the way that leads here


@tack.kernel
def members(x, n):
    for i in range(n):
        x[i] = tack.sqr(2.0)  # expect-error(NameError): 'tack' has no member 'sqr' that a kernel can use; did you mean 'sqrt'?
        x[i] = tack.f46(1)  # expect-error: did you mean 'f64'?
        x[i] = tack.math.clmp(1, 2, 3)  # expect-error: 'tack.math' has no member 'clmp' that a kernel can use; did you mean 'clamp'?
        x[i] = math.sinn(2.0)  # expect-error: did you mean 'sin'?
        tack.atomic_ad(x, i, 1)  # expect-error: did you mean 'atomic_add'?
        tack.atomic_sub(x, i, 1)  # expect-error: 'tack' has no member 'atomic_sub' that a kernel can use; write tack.atomic_add(array, index, -value)
        tack.atomic_cas(x, i, 1)  # expect-error: atomics are tack.atomic_add, tack.atomic_min and tack.atomic_max
        x[i] = tack.zeros(3)  # expect-error: storage of one iteration is tack.local_array(dtype, size)
        for k in tack.ndindx(3):  # expect-error: did you mean 'ndindex'?
            x[k] = 1
        x[i] = tack.quaternion()  # expect-error: 'tack' has no member 'quaternion' that a kernel can use


@tack.kernel
def values(x, n):
    for i in range(n):
        x[i] = helper  # expect-error(UnsupportedSyntaxError): function 'helper' is used as a value
        x[i] = sqrt  # expect-error: function 'sqrt' is used as a value
        x[i] = tack.f32  # expect-error: dtype 'tack.f32' is used as a value
        x[i] = python_function(1)  # expect-error: 'python_function' is a Python function, which a kernel cannot call
        x[i] = N(1)  # expect-error: 'N' is a constant, which a kernel cannot call
        x[i] = n(1)  # expect-error: 'n' is a local name, which a kernel cannot call


@tack.kernel
def dead(x, n):
    for i in range(n):
        j = 7
        for j in range(3):
            x[i] = j
        x[i] = j  # expect-error(NameError): loop variable 'j' is read after its loop
        if x[i] > 0.0:
            j = 1
        x[i] = j  # expect-error: loop variable 'j' is read after its loop
        j = 2
        x[i] = j
        while n > i:
            x[i] = k  # expect-error: loop variable 'k' is read after its loop
            for k in range(2):
                if k > 1:
                    break
        x[i] = t  # expect-error: local 't' is read before it is assigned
        t = 1
    u = i  # expect-error: loop variable 'i' is read after its loop


@tack.kernel
def counts(x, n):
    for i in range(n):
        x[i] = helper(1, 2)  # expect-error(TypeError): helper() takes 1 argument, 2 given
        x[i] = sqrt()  # expect-error: sqrt() takes 1 argument, 0 given
        x[i] = min(1)  # expect-error: min() takes at least 2 arguments, 1 given
        x[i] = pow(1, 2, 3)  # expect-error: pow() takes 2 arguments, 3 given
        x[i] = tack.f32()  # expect-error: tack.f32() takes 1 argument, 0 given
        x[i] = len(x, x)  # expect-error: len() takes 1 argument, 2 given


@tack.kernel
def results(x, n):
    for i in range(n):
        x[i] = nothing(1)  # expect-error(UnsupportedSyntaxError): device function 'nothing' returns no value
        x[i] = maybe(1)  # expect-error: device function 'maybe' may end without a return
        x[i] = pair(1)  # expect-error: device function 'pair' returns 2 values where one is needed
        a, b, c = pair(1)  # expect-error: 2 values for 3 targets
        a, b = 1, 2, 3  # expect-error: 3 values for 2 targets
        a, b = n  # expect-error: value cannot be unpacked
        a, b = sqrt(1.0)  # expect-error: value cannot be unpacked
        (a, b), c = 1, 2  # expect-error: value cannot be unpacked; it is one number
        (a, b), c = (1, 2, 3), 4  # expect-error: 3 values for 2 targets
        a, (b, c) = pair(1)  # expect-error: value cannot be unpacked; it is one number
        a, b = (1, 2), 3  # expect-error: tuple where one value is needed
        a, b = c = 1, 2  # expect-error: tuple where one value is needed
        n == 1  # expect-error: expression has no effect
        sqrt(1.0)  # expect-error: expression has no effect


@tack.kernel
def recursion(x, n):
    for i in range(n):
        x[i] = forever(1)


@tack.kernel
def returns(x, n):
    for i in range(n):
        x[i] = uneven(1)
        x[i] = loops(1)


# Python takes names in normal form: two spellings may be one name.
@tack.kernel
def ligature(x, n):
    for i in range(n):
        ﬁrst = 1.0  # expect-error: name 'ﬁrst': its 'ﬁ' has several forms
        x[i] = ﬁrst  # expect-error: has several forms


@tack.kernel
def accent_apart(x, n):
    for i in range(n):
        x[i] = n 
        café = 2.0  # expect-error: has several forms
