# RUN: tack check --expect %s --args "f32[2], i32"
import tack

BIG = tack.constant(65537)


@tack.kernel
def uses(a, n):
    for i in range(n):
        a[i, i] = a  # expect-error(UnsupportedSyntaxError): array 'a' is used as a number
        a[i, i] = n[i]  # expect-error: 'n' is not an array; it is one number
        a[i, i] = len(n)  # expect-error: 'n' is not an array; only arrays have a shape
        a[i, i] = len(a[i])  # expect-error: 'a[...]' is not an array; the length of a row is a.shape[1]
        a[i, i] = len(a[i, i])  # expect-error: 'a[...]' is not an array; it is one number
        a[i, i] = len(n + 1)  # expect-error: 'this' is not an array
        a[i, i] = a[i, i][1]  # expect-error: component of a number; each element of 'a' is one number
        a[i, i] = a[i][1]  # expect-error: component of a number; indices stand together, as in a[i, j]
        a[i, i, i] = 1  # expect-error: array 'a' has 2 dimensions, 3 indices given
        a[0.5] = 1  # expect-error: index has type f32
        a[-1] = 1  # expect-error: negative index
        a[None] = 1  # expect-error: array 'a' has 2 dimensions; None is the index
        a[i, i] = a.shape[n]  # expect-error: index of a shape
        a[i, i] = a.shape[2]  # expect-error: array 'a' has 2 dimensions, so no shape[2]
        a[i, i] = a.shape  # expect-error: shape is used as a value; index it with a literal, as in a.shape[0], or take it apart, as in h, w = a.shape
        a[i, i] = a.sise  # expect-error: unsupported attribute 'sise'; did you mean 'size'?
        a[i, i] = a.ndim  # expect-error: unsupported attribute 'ndim'; the number of dimensions is that of the indices
        a[i, i] = n.real  # expect-error: unsupported attribute 'real'; numbers have no attributes; components of a vector are v.x v.y v.z v.w and v[0]
        a.x = 1  # expect-error: unsupported attribute 'x'
        a.x += 1  # expect-error: unsupported attribute 'x'
        a[i, i] = a.sum()  # expect-error: unsupported attribute 'sum'; add up with tack.atomic_add, or call it outside the kernel
        a[i] = 1
        a[i, i] = a.shape[-1] + a.shape[1] + a.size
        p, q, r = a.shape  # expect-error: 2 values for 3 targets
        p, q = n.shape  # expect-error: 'n' is not an array; only arrays have a shape
        h, w = a.shape
        a[h - 1, w - 1] = 1
        for j in tack.ndindex(a.shape):  # expect-error: loop over 2 dimensions binds 1 name; name one index for each dimension, as in for i, j in
            a[i] = 1
        for j in tack.ndindex(n.shape):  # expect-error: 'n' is not an array
            a[i] = 1
        for j in range(a):  # expect-error: array 'a' is used as a number; index it
            a[i] = 1


@tack.kernel
def shape_bounds(a, n):
    h, w = a.shape
    for i, j, k in tack.ndindex(h, w, a.size):
        a[i, j] = k


@tack.kernel
def whole_shape(a, n):
    for i, j in tack.ndindex(a.shape):
        a[i, j] = n


@tack.kernel
def names(a, n):
    g = a
    for i in range(n):
        g[i] = 1.0
        h = a
        h = 1  # expect-error: 'h' cannot name an array or object and something else
        a = 1  # expect-error: 'a' cannot name an array or object and something else
        for g in range(2):  # expect-error: 'g' cannot name an array or object
            n = 1


@tack.kernel
def storage(a, n):
    for i in range(n):
        t = tack.local_array(tack.f32, 4)
        u = t  # expect-error(UnsupportedSyntaxError): second name for a local array; use 't' itself
        v = tack.local_array(tack.f32, 4)  # expect-error: 'v' cannot name an array or object and something else
        v = 2


@tack.kernel
def sizes(a, n):
    for i in range(n):
        t = tack.local_array(tack.f32, 2 * 4 - 4)
        t[4] = 1.0  # expect-error: index 4 is outside local array 't' of size 4
        a[i] = t[3] + t.shape[0]
        b = tack.local_array(tack.f32, n)  # expect-error(ValueError): size of a local array
        c = tack.local_array(tack.f32, BIG)  # expect-error: size of a local array
        d = tack.local_array(tack.f32, 0)  # expect-error: size of a local array
        e = tack.local_array(4, 4)  # expect-error: element type of a local array
        f = tack.local_array(4)  # expect-error: tack.local_array() takes 2 arguments, 1 given
        a[i] = tack.local_array(tack.f32, 4)  # expect-error: tack.local_array() is storage, not a value
        a[i] = 1.0 + tack.local_array(tack.f32, 4)  # expect-error: tack.local_array() is storage, not a value
