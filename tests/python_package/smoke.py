# SPDX-License-Identifier: Apache-2.0
"""Kernels in a process that has the installed package only: `smoke.py cold`, then `smoke.py warm`."""

import sys

import numpy as np

import tack


@tack.func
def square(x):
    return x * x


@tack.kernel
def norms(x, y, out):
    for i in range(len(out)):
        out[i] = sqrt(square(x[i]) + square(y[i]))


@tack.kernel
def mandelbrot(out, limit):
    for j, i in tack.ndindex(out.shape[0], out.shape[1]):
        cx = -2.0 + 3.0 * i / out.shape[1]
        cy = -1.0 + 2.0 * j / out.shape[0]
        zx = 0.0
        zy = 0.0
        k = 0
        while k < limit and zx * zx + zy * zy < 4.0:
            t = zx * zx - zy * zy + cx
            zy = 2.0 * zx * zy + cy
            zx = t
            k += 1
        out[j, i] = k


def expected_mandelbrot(h, w, limit):
    f = np.float32
    i, j = np.arange(w, dtype=np.int64).astype(f), np.arange(h, dtype=np.int64).astype(f)
    cx = np.broadcast_to(f(-2) + f(3) * i / f(w), (h, w))
    cy = np.broadcast_to((f(-1) + f(2) * j / f(h))[:, None], (h, w))
    zx, zy, k = np.zeros((h, w), f), np.zeros((h, w), f), np.zeros((h, w), int)
    for _ in range(limit):
        inside = zx * zx + zy * zy < 4
        t = zx * zx - zy * zy + cx
        zy = np.where(inside, f(2) * zx * zy + cy, zy)
        zx = np.where(inside, t, zx)
        k += inside
    return k


def main():
    rng = np.random.default_rng(1)
    x, y = rng.random((2, 100_000), np.float32)
    out = tack.zeros(x.size)
    norms(tack.asarray(x), tack.asarray(y), out)
    assert (out.numpy() == np.sqrt(x * x + y * y)).all()

    picture = tack.zeros((120, 200), tack.i32)
    mandelbrot(picture, 50)
    assert (picture.numpy() == expected_mandelbrot(120, 200, 50)).all()

    with open("/proc/self/maps") as maps:
        loaded = "libtack_llvm" in maps.read()
    assert loaded == (sys.argv[1] == "cold"), "the disk cache was not used as expected"
    print("kernels run,", sys.argv[1])


if __name__ == "__main__":
    main()
