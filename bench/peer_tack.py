# SPDX-License-Identifier: Apache-2.0
import time

start = time.perf_counter()
import numpy as np  # noqa: E402

import tack  # noqa: E402

imported = time.perf_counter()


@tack.kernel
def saxpy(a, x, y):
    for i in range(len(x)):
        y[i] = a * x[i] + y[i]


tiny = tack.zeros(8), tack.zeros(8)
saxpy(2.0, *tiny)
first = time.perf_counter()

from workloads import (  # noqa: E402
    DIFFUSION,
    MANDEL_LIMIT,
    MANDEL_SHAPE,
    RATE,
    SOFTENING,
    VOLATILITY,
    best,
    hillshade,
    inputs,
    only_first,
    report,
)

only_first("tack", imported - start, first - imported)


@tack.kernel
def mandel(out, limit):
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


@tack.kernel
def heat(u, v, d):
    for j, i in tack.ndindex((1, u.shape[0] - 1), (1, u.shape[1] - 1)):
        v[j, i] = u[j, i] + d * (
            u[j - 1, i] + u[j + 1, i] + u[j, i - 1] + u[j, i + 1] - 4.0 * u[j, i]
        )


@tack.func
def normal_cdf(d):
    k = 1.0 / (1.0 + 0.2316419 * abs(d))
    p = k * (
        0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))
    )
    p *= 0.39894228 * exp(-0.5 * d * d)
    return 1.0 - p if d > 0.0 else p


@tack.kernel
def black_scholes(spot, strike, years, call, r, v):
    for i in range(len(spot)):
        q = sqrt(years[i])
        d1 = (log(spot[i] / strike[i]) + (r + 0.5 * v * v) * years[i]) / (v * q)
        d2 = d1 - v * q
        call[i] = spot[i] * normal_cdf(d1) - strike[i] * exp(-r * years[i]) * normal_cdf(d2)


@tack.kernel
def nbody(p, a, soft):
    for i in range(p.shape[1]):
        ax = 0.0
        ay = 0.0
        az = 0.0
        for j in range(p.shape[1]):
            dx = p[0, j] - p[0, i]
            dy = p[1, j] - p[1, i]
            dz = p[2, j] - p[2, i]
            r2 = dx * dx + dy * dy + dz * dz + soft
            q = 1.0 / (r2 * sqrt(r2))
            ax += dx * q
            ay += dy * q
            az += dz * q
        a[0, i] = ax
        a[1, i] = ay
        a[2, i] = az


def main():
    d = {name: tack.asarray(value) for name, value in inputs().items()}
    out = tack.zeros(MANDEL_SHAPE, tack.i32)
    v, call, a = tack.zeros(d["u"].shape), tack.zeros(d["spot"].shape), tack.zeros((3, 4096))
    one = tack.zeros(1)

    def launches():
        kernel, x = saxpy, one
        for _ in range(1000):
            kernel(2.0, x, x)

    numbers = {
        "import_s": imported - start,
        "first_s": first - imported,
        "mandel": best(lambda: mandel(out, MANDEL_LIMIT)),
        "mandel_check": int(out.numpy().sum()),
        "heat": best(lambda: heat(d["u"], v, DIFFUSION)),
        "heat_check": float(v.numpy().sum(dtype=np.float64)),
        "black_scholes": best(
            lambda: black_scholes(d["spot"], d["strike"], d["years"], call, RATE, VOLATILITY)
        ),
        "black_scholes_check": float(call.numpy().sum(dtype=np.float64)),
        "nbody": best(lambda: nbody(d["bodies"], a, SOFTENING), 5, 1),
        "nbody_check": float(np.abs(a.numpy()).sum(dtype=np.float64)),
        "saxpy": best(lambda: saxpy(2.0, d["x"], d["y"])),
        "launch_us": best(launches, 15, 3),
    }
    if found := hillshade():
        demo, elevation, dx, dy, sun = found
        for name, factor in (("hillshade", 1), ("hillshade_8x", 8)):
            shading = demo.Shading(*demo.enlarge(elevation, dx, dy, factor), sun)
            numbers[name] = best(shading.run, 5, 1)
            numbers[name + "_check"] = float(shading.lit.numpy().sum(dtype=np.float64))
    report("tack", **numbers)


if __name__ == "__main__":
    main()
