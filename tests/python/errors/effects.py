# SPDX-License-Identifier: Apache-2.0
# RUN: tack check --expect %s --args "f32[1], i32" --args "ambiguous=f32[1], f32[1], i32"
# Atomics, print, return values and workgroups: where they stand and what they take.
import tack


@tack.kernel
def targets(x, n):
    for i in range(n):
        t = tack.local_array(tack.f32, 4)
        k = 1
        tack.atomic_add(t, 0, 1.0)  # expect-error(TypeError): atomic_add() requires a global array parameter target, but 't' is local to an iteration
        tack.atomic_min(n, 0, 1.0)  # expect-error(TypeError): atomic_min() requires a global array parameter target, but 'n' is a number
        tack.atomic_max(k, 0, 1.0)  # expect-error: atomic_max() requires a global array parameter target, but 'k' is a number
        tack.atomic_add(x[0], 0, 1.0)  # expect-error: atomic_add() requires a global array parameter target, but this is a value
        x[i] = 1.0
        tack.atomic_add(missing, 0, 1.0)  # expect-error(NameError): name 'missing' is not defined


@tack.kernel
def ambiguous(x, y, n):
    for i in range(n):
        if i > 2:
            g = x
        else:
            g = y
        tack.atomic_add(g, 0, 1.0)  # expect-error(TypeError): atomic_add() requires a global array parameter target, but 'g' may stand for several
        x[i] = y[i]


@tack.kernel
def unreachable(x, n):
    for i in range(n):
        x[i] = 1.0
        continue
        t = tack.local_array(tack.f32, 4)
        tack.atomic_add(t, 0, 1.0)  # expect-error(TypeError): requires a global array parameter target


@tack.func
def through(a):
    tack.atomic_add(a, 0, 1.0)  # expect-error(TypeError): requires a global array parameter target, but 't' is local to an iteration


@tack.kernel
def in_function(x, n):
    for i in range(n):
        t = tack.local_array(tack.f32, 4)
        through(t)
        x[i] = 1.0


@tack.func
def outside(a):
    tack.atomic_add(a, 0, 1.0)  # expect-error(UnsupportedSyntaxError): atomic_add() is outside the parallel loop


@tack.kernel
def effect_in_function(x, n):
    outside(x)
    for i in range(n):
        x[i] = 1.0


@tack.kernel
def arguments(x, n):
    for i in range(n):
        tack.atomic_add(x, 0)  # expect-error(UnsupportedSyntaxError): tack.atomic_add() takes 3 arguments, 2 given
        tack.atomic_add(x, (0, 1), 1.0)  # expect-error(TypeError): array 'x' has 1 dimension, 2 indices given
        tack.atomic_add(x, -1, 1.0)  # expect-error: negative index
        x[i] = 1.0


@tack.kernel
def index_type(x, n):
    for i in range(n):
        tack.atomic_add(x, 1.5, 1.0)  # expect-error(TypeError): index has type f32
        x[i] = 1.0


@tack.kernel
def prints(x, n):
    for i in range(n):
        t = tack.local_array(tack.f32, 4)
        print("x", x)  # expect-error(UnsupportedSyntaxError): array 'x' is used as a number
        print(t)  # expect-error: array 't' is used as a number
        print((1, 2))  # expect-error(UnsupportedSyntaxError): unsupported tuple where one value is needed
        print(None)  # expect-error: unsupported None as a value
        print(f"{n}")  # expect-error: unsupported f-string
        x[i] = print(1)  # expect-error: print() is used as a value
        print(missing)  # expect-error(NameError): name 'missing' is not defined


@tack.kernel
def returned_late(x, n) -> int:
    for i in range(n):
        t = x[i]
    u = t
    return u  # expect-error(UnsupportedSyntaxError): return reads 't', which the parallel loop assigns


@tack.kernel
def returned_tuple(x, n) -> int:
    for i in range(n):
        x[i] = 1.0
    return x[0], x[1]  # expect-error: unsupported tuple where one value is needed


@tack.kernel
def odd_type(x, n) -> str:  # expect-error(UnsupportedSyntaxError): return annotation that is no number type
    for i in range(n):
        x[i] = 1.0
    return x[0]


@tack.kernel
def odd_annotation(x, n) -> (int, int):  # expect-error(UnsupportedSyntaxError): return annotation that is no number type
    for i in range(n):
        x[i] = 1.0
    return x[0]


@tack.kernel
def counted(x, n) -> int:
    for i in range(n):
        x[i] = 1.0
    return tack.atomic_add(x, 0, 1.0)  # expect-error(UnsupportedSyntaxError): atomic_add() is outside the parallel loop


@tack.kernel
def workgroups(x, n):
    for i in range(n):
        if n < 0:
            s = tack.shared(tack.f32, 256)  # expect-error(NotImplementedError): workgroup primitives barrier, block_sum, shared, shared_like, thread_id are not supported by CPUBackend
            r = tack.shared_like(x, 256)
            s[tack.thread_id()] = x[i]
            tack.barrier()
            x[i] = tack.block_sum(s[0] + r[0])


@tack.func
def waits():
    tack.barrier()


@tack.kernel
def group_in_function(x, n):  # expect-error(NotImplementedError): workgroup primitives barrier are not supported by CPUBackend
    for i in range(n):
        waits()
        x[i] = 1.0


@tack.kernel
def barrier_as_value(x, n):
    for i in range(n):
        x[i] = tack.barrier()  # expect-error(UnsupportedSyntaxError): barrier() is used as a value


@tack.kernel
def group_arguments(x, n):
    for i in range(n):
        tack.barrier(1)  # expect-error(UnsupportedSyntaxError): tack.barrier() takes 0 arguments, 1 given
        x[i] = tack.block_max()  # expect-error: tack.block_max() takes 1 argument, 0 given
        x[i] = tack.shared(tack.f32, 8)  # expect-error: tack.shared() is storage, not a value


@tack.kernel
def storage(x, n):
    for i in range(n):
        a = tack.local_array_like(i, 4)  # expect-error(TypeError): first argument of tack.local_array_like(); it is an array
        b = tack.local_array_like(x, n)  # expect-error(ValueError): size of a local array
        c = tack.local_array(tack.f32, 1 - len(x))  # expect-error(ValueError): size of a local array
        d = tack.local_array_like(x)  # expect-error: tack.local_array_like() takes 2 arguments, 1 given
        x[i] = tack.local_array_like(x, 2)  # expect-error: tack.local_array_like() is storage, not a value; write name = tack.local_array_like(array, size)
