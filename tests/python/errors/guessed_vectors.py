# RUN: tack check --expect %s
# Nobody says that these arrays hold vectors and matrices: their use does.
import tack


@tack.kernel
def reflect(rays, normals, out, hits):
    for i in range(rays.shape[0]):
        v = rays[i]
        n = normals[i].normalized()
        out[i] = v - 2.0 * v.dot(n) * n
        out[i].y = abs(out[i].y)
        hits[i] = (out[i] > 0.0).sum()


@tack.kernel
def turn(m, p, out, mass):
    for i in range(len(p)):
        out[i] = m[i] @ p[i] * mass[i] + m[i].inverse() @ [1.0, 2.0]


@tack.kernel
def unpacked(p, q, out):
    for i in range(len(p)):
        x, y = p[i]
        (a, b, c), d = q[i], x
        out[i] = x + y + a + b + c + d


@tack.kernel
def wrong(p, out):
    for i in range(len(p)):
        out[i] = p[i].norm() + p[i].q  # expect-error: unsupported attribute 'q'
