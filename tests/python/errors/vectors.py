# RUN: tack check --expect %s --args "f32x3[1], f32x2x2[1], f32[2], i32"
import tack

C = tack.constant((1, 2, 3))
M = tack.constant(((1.0, 2.0), (3.0, 4.0)))
LONG = tack.constant((
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
))
TALL = tack.constant(((1, 2), (3, 4), (5, 6), (7, 8), (9, 10)))


@tack.func
def mixed(v):
    if v[0] > 0.0:
        return v
    return v[0]  # expect-error(UnsupportedSyntaxError): return gives a number, another one gives a vector of 3


@tack.func
def pair(v):
    return v, v[0]


@tack.kernel
def shapes(va, fm, a, n):
    for i in range(n):
        v = va[i]
        w = tack.Vector([1.0, 2.0])
        m = fm[i]
        u = v + w  # expect-error(UnsupportedSyntaxError): a vector of 3 and a vector of 2 do not go together
        u = v + m  # expect-error: a vector of 3 and a 2x2 matrix do not go together
        u = v < w  # expect-error: do not go together
        u = v if n > 0 else w  # expect-error: do not go together
        u = min(v, w)  # expect-error: do not go together
        u = tack.select(w < w, v, v)  # expect-error: do not go together
        u = v.dot(w)  # expect-error: a vector of 3 and a vector of 2 do not go together
        u = v.cross(w)  # expect-error: a vector of 3 and a vector of 2 do not go together
        u = w.cross(w)  # expect-error: cross() works on vectors of 3, not on a vector of 2
        u = v.outer_product(m)  # expect-error: a vector of 3 and a 2x2 matrix do not go together
        u = v @ m  # expect-error: matrix product of a vector of 3 and a 2x2 matrix; as many columns as rows
        u = m @ 2.0  # expect-error: matrix product of a 2x2 matrix and a number; write * to multiply
        u = a[i, i] @ v  # expect-error: matrix product of a number and a vector of 3
        x = 1.0  # expect-error: 'x' is assigned a number here and is a vector of 3 elsewhere; a name keeps one shape
        x = v
        n = v  # expect-error: 'n' is assigned a vector of 3 here and is a number elsewhere
        v = 1.0  # expect-error: 'v' is assigned a number here and is a vector of 3 elsewhere
        w = w
        y = mixed(v)
        y = y


@tack.kernel
def wanted(va, fm, a, n):
    for i in range(n):
        v = va[i]
        m = fm[i]
        if v < 1.0:  # expect-error: a vector of 3 stands where one number is needed; write any(...) or all(...)
            n = 1
        while v:  # expect-error: a vector of 3 stands where one number is needed; write any(...) or all(...)
            n = 1
        n = 1 if v > 0.0 else 2  # expect-error: write any(...) or all(...) of a mask
        for j in range(v):  # expect-error: a vector of 3 stands where one number is needed; take a component
            n = j
        a[i, v] = 1.0  # expect-error: a vector of 3 stands where one number is needed
        a[v] = 1.0  # expect-error(TypeError): array 'a' has 2 dimensions, a vector of 3 given
        a[[0, -1]] = 1.0  # expect-error: negative index
        a[tack.Vector([0.0, 1.0])] = 1.0  # expect-error(TypeError): index has type f32
        a[i, i] = v  # expect-error: a vector of 3 cannot be stored in an element of 'a', which is a number
        va[i] = [1.0, 2.0]  # expect-error: a vector of 2 cannot be stored in an element of 'va', which is a vector of 3
        fm[i] = v  # expect-error: a vector of 3 cannot be stored
        va[i][0] = v  # expect-error: a vector of 3 cannot be stored in a component of 'va'
        va[i] += m  # expect-error: a vector of 3 and a 2x2 matrix do not go together
        v[0] = v  # expect-error: a vector of 3 stands where one number is needed
        v[1] += v  # expect-error: a vector of 3 stands where one number is needed
        u = tack.Vector([v, 1.0])  # expect-error: a vector of 3 stands where one number is needed
        t = v.norm(v)  # expect-error: a vector of 3 stands where one number is needed


@tack.kernel
def components(va, fm, a, n):
    for i in range(n):
        v = va[i]
        m = fm[i]
        x = v[3]  # expect-error: component 3 of a vector of 3 does not exist
        x = v[-4]  # expect-error: component -4 of a vector of 3 does not exist
        x = va[i].w  # expect-error: component w of a vector of 3 does not exist
        v.w = 1.0  # expect-error: component w of a vector of 3 does not exist
        x = v[0, 1]  # expect-error: component of a vector of 3 is named otherwise; write v[i]
        x = m[0]  # expect-error: component of a 2x2 matrix is named otherwise; write A[i, j]
        x = m[0][1]  # expect-error: component of a 2x2 matrix is named otherwise
        x = m.x  # expect-error: component of a 2x2 matrix is named otherwise
        x = m[0, 2]  # expect-error: component 2 of a 2x2 matrix does not exist
        x = v[0.5]  # expect-error(TypeError): index has type f32
        x = v.xy  # expect-error: unsupported attribute 'xy'; there are no swizzles
        v.xy = 1.0  # expect-error: unsupported attribute 'xy'
        x = v.norm  # expect-error: unsupported attribute 'norm'; call it, as in v.norm()
        x = v.shape  # expect-error: 'v' is not an array; only arrays have a shape
        x = n.x  # expect-error: component of a number; only vectors and matrices
        x = n[0]  # expect-error(TypeError): 'n' is not an array
        x = (n + 1)[0]  # expect-error: component of a number; only vectors and matrices
        x = a[i][i]  # expect-error: component of a number; indices stand together, as in a[i, j]
        x = v.lenght()  # expect-error: unsupported attribute 'lenght'
        x = (v + v).size()  # expect-error: unsupported attribute 'size'; methods of vectors and matrices are norm
        x = n.norm()  # expect-error: norm() works on vectors and matrices, not on a number
        x = v.trace()  # expect-error: trace() works on square matrices, not on a vector of 3
        x = m.normalized()  # expect-error: normalized() works on vectors, not on a 2x2 matrix
        x = any(n)  # expect-error: any() works on vectors and matrices, not on a number
        x = all(v, v)  # expect-error: all() takes 1 argument, 2 given
        x = tack.select(n, 1)  # expect-error: tack.select() takes 3 arguments, 2 given
        x = v.dot()  # expect-error: dot() takes 1 argument, 0 given
        x = v.sum(1)  # expect-error: sum() takes no arguments, 1 given
        x = v.norm(1, 2)  # expect-error: norm() takes at most 1 argument, 2 given
        v.norm()  # expect-error: expression has no effect
        (v + v)[0] = 1.0  # expect-error: this cannot be assigned to
        C[0] = 1  # expect-error: this cannot be assigned to
        x = C[3]  # expect-error: component 3 of a vector of 3 does not exist
        x = M[0]  # expect-error: component of a 2x2 matrix is named otherwise
        x = M[2][0]  # expect-error: component 2 of a 2x2 matrix does not exist
        x = C(1)  # expect-error: 'C' is a constant, which a kernel cannot call
        a[i, i] = 0.0 * x


@tack.kernel
def making(va, fm, a, n):
    for i in range(n):
        v = []  # expect-error: unsupported empty list
        v = [[1.0, 2.0], [3.0, 4.0]]  # expect-error: unsupported list in a list; write tack.Matrix
        v = tack.Vector(1.0)  # expect-error: tack.Vector() takes one list of numbers; write tack.Vector([a, b, c])
        v = tack.Vector([[1.0], [2.0]])  # expect-error: unsupported list in a list
        v = tack.Vector([1], 2)  # expect-error: tack.Vector() takes one list of numbers
        v = tack.Matrix([1.0])  # expect-error: row of a matrix is a number
        v = tack.Matrix([[1.0, 2.0], [3.0]])  # expect-error: row of 1 entries in a matrix with rows of 2
        v = tack.Matrix([])  # expect-error: tack.Matrix() takes one list of rows
        v = tack.Matrix([[1], [2], [3], [4], [5]])  # expect-error: 5x1 matrix as a value; matrices have at most 4
        v = tack.Matrix([[1, 2, 3, 4, 5]])  # expect-error: 1x5 matrix as a value
        v = tack.Matrix.identity(5)  # expect-error: tack.Matrix.identity() takes a size from 1 to 4
        v = tack.Matrix.identity(n)  # expect-error: tack.Matrix.identity() takes a size from 1 to 4
        v = LONG  # expect-error: vector of 33 components; a vector has at most 32
        v = TALL  # expect-error: 5x2 matrix as a value
        v = tack.Vector([1, 2, 3, 4, 5]).outer([1])  # expect-error: 5x1 matrix as a value
        v = [tack.u64(1), tack.i64(1)]  # expect-error(TypeError): u64 and i64 have no common integer type
        x, y = pair(va[i])
        p, q = va[i]  # expect-error: 3 components for 2 targets
        (p, q), r = va[i], 1  # expect-error: 3 components for 2 targets
        p, q = fm[i]  # expect-error: value cannot be unpacked; it is a matrix; take its entries, as in A[0, 1]
        a[i, i] = x[0] + y


@tack.kernel
def repeated(va, fm, a, n):
    for i in range(n):
        b = [0.0] * 4  # expect-error(UnsupportedSyntaxError): list repeated by '*'; for storage write name = tack.local_array(dtype, size); a vector has each component written, as in [0.0, 0.0]
        c = n * [a[i, i]]  # expect-error: list repeated by '*'
        d = 2 * [0] * 3  # expect-error: list repeated by '*'
        e = a[i, i] + [1] * n  # expect-error: list repeated by '*'
        f = (0.0,) * 4  # expect-error: tuple repeated by '*'; for storage write name = tack.local_array(dtype, size)
        g = n * (0.0, 1.0)  # expect-error: tuple repeated by '*'
        p, q = (0.0,) * 2  # expect-error: tuple repeated by '*'
        v = [a[i, i]]
        w = v * 4.0 + 2 * v + tack.Vector([a[i, i]]) * 3.0 - -[a[i, i]] / [2.0]
        u = [a[i, i], 1.0] * 2.0
        a[i, i] = w[0] + u[1]
