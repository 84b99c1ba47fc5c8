# SPDX-License-Identifier: Apache-2.0
"""NVIDIA Warp on the CPU, where it runs a launch on one thread by design."""

# A variable that changes in a loop is begun with float(0.0): a literal is a constant to Warp.
# ruff: noqa: UP018

import tempfile
import time

start = time.perf_counter()
import numpy as np  # noqa: E402
import warp as wp  # noqa: E402

cache = tempfile.TemporaryDirectory()
wp.config.quiet = True
wp.config.kernel_cache_dir = cache.name
wp.init()
wp.set_module_options({"enable_backward": False, "fast_math": False})

imported = time.perf_counter()


@wp.kernel(module="unique")
def saxpy(a: float, x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


def array(values, element=float):
    return wp.array(values, dtype=element, device="cpu")


def launch(kernel, dim, *arguments):
    wp.launch(kernel, dim=dim, inputs=list(arguments), device="cpu")


launch(saxpy, 8, 2.0, array(np.zeros(8, np.float32)), array(np.zeros(8, np.float32)))
first = time.perf_counter()

from workloads import (  # noqa: E402
    DIFFUSION,
    MANDEL_LIMIT,
    MANDEL_SHAPE,
    RATE,
    SOFTENING,
    VOLATILITY,
    best,
    inputs,
    only_first,
    report,
)

only_first("warp", imported - start, first - imported)


@wp.kernel
def mandel(out: wp.array2d(dtype=int), limit: int):
    j, i = wp.tid()
    cx = -2.0 + 3.0 * float(i) / float(out.shape[1])
    cy = -1.0 + 2.0 * float(j) / float(out.shape[0])
    zx = float(0.0)
    zy = float(0.0)
    k = int(0)
    while k < limit and zx * zx + zy * zy < 4.0:
        t = zx * zx - zy * zy + cx
        zy = 2.0 * zx * zy + cy
        zx = t
        k += 1
    out[j, i] = k


@wp.kernel
def heat(u: wp.array2d(dtype=float), v: wp.array2d(dtype=float), d: float):
    j, i = wp.tid()
    j = j + 1
    i = i + 1
    v[j, i] = u[j, i] + d * (u[j - 1, i] + u[j + 1, i] + u[j, i - 1] + u[j, i + 1] - 4.0 * u[j, i])


@wp.func
def normal_cdf(d: float):
    k = 1.0 / (1.0 + 0.2316419 * wp.abs(d))
    p = k * (
        0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))
    )
    p = p * 0.39894228 * wp.exp(-0.5 * d * d)
    return wp.where(d > 0.0, 1.0 - p, p)


@wp.kernel
def black_scholes(
    spot: wp.array(dtype=float),
    strike: wp.array(dtype=float),
    years: wp.array(dtype=float),
    call: wp.array(dtype=float),
    r: float,
    v: float,
):
    i = wp.tid()
    q = wp.sqrt(years[i])
    d1 = (wp.log(spot[i] / strike[i]) + (r + 0.5 * v * v) * years[i]) / (v * q)
    d2 = d1 - v * q
    call[i] = spot[i] * normal_cdf(d1) - strike[i] * wp.exp(-r * years[i]) * normal_cdf(d2)


@wp.kernel
def nbody(p: wp.array2d(dtype=float), a: wp.array2d(dtype=float), soft: float):
    i = wp.tid()
    ax = float(0.0)
    ay = float(0.0)
    az = float(0.0)
    for j in range(p.shape[1]):
        dx = p[0, j] - p[0, i]
        dy = p[1, j] - p[1, i]
        dz = p[2, j] - p[2, i]
        r2 = dx * dx + dy * dy + dz * dz + soft
        q = 1.0 / (r2 * wp.sqrt(r2))
        ax += dx * q
        ay += dy * q
        az += dz * q
    a[0, i] = ax
    a[1, i] = ay
    a[2, i] = az


def main():
    d = {name: array(value) for name, value in inputs().items()}
    out = array(np.zeros(MANDEL_SHAPE, np.int32), int)
    v = array(np.zeros((2048, 2048), np.float32))
    call, a = array(np.zeros(1 << 20, np.float32)), array(np.zeros((3, 4096), np.float32))
    one = array(np.zeros(1, np.float32)), array(np.zeros(1, np.float32))
    prices = d["spot"], d["strike"], d["years"], call, RATE, VOLATILITY

    def launches():
        for _ in range(1000):
            launch(saxpy, 1, 2.0, *one)

    numbers = {
        "import_s": imported - start,
        "first_s": first - imported,
        "mandel": best(lambda: launch(mandel, MANDEL_SHAPE, out, MANDEL_LIMIT)),
        "mandel_check": int(out.numpy().sum()),
        "heat": best(lambda: launch(heat, (2046, 2046), d["u"], v, DIFFUSION)),
        "heat_check": float(v.numpy().sum(dtype=np.float64)),
        "black_scholes": best(lambda: launch(black_scholes, 1 << 20, *prices)),
        "black_scholes_check": float(call.numpy().sum(dtype=np.float64)),
        "nbody": best(lambda: launch(nbody, 4096, d["bodies"], a, SOFTENING), 5, 1),
        "nbody_check": float(np.abs(a.numpy()).sum(dtype=np.float64)),
        "saxpy": best(lambda: launch(saxpy, 1 << 24, 2.0, d["x"], d["y"])),
        "launch_us": best(launches, 5, 1),
    }
    report("warp", **numbers)


if __name__ == "__main__":
    main()
