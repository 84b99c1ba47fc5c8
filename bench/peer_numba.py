# SPDX-License-Identifier: Apache-2.0
import time

start = time.perf_counter()
import math  # noqa: E402

import numba  # noqa: E402
import numpy as np  # noqa: E402

imported = time.perf_counter()


@numba.njit(parallel=True)
def saxpy(a, x, y):
    for i in numba.prange(x.size):
        y[i] = a * x[i] + y[i]


saxpy(np.float32(2), np.zeros(8, np.float32), np.zeros(8, np.float32))
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

only_first("numba", imported - start, first - imported)

F = np.float32


@numba.njit(parallel=True)
def mandel(out, limit):
    h, w = out.shape
    for j in numba.prange(h):
        for i in range(w):
            cx = F(-2) + F(3) * F(i) / F(w)
            cy = F(-1) + F(2) * F(j) / F(h)
            zx = F(0)
            zy = F(0)
            k = 0
            while k < limit and zx * zx + zy * zy < F(4):
                t = zx * zx - zy * zy + cx
                zy = F(2) * zx * zy + cy
                zx = t
                k += 1
            out[j, i] = k


@numba.njit(parallel=True)
def heat(u, v, d):
    h, w = u.shape
    for j in numba.prange(1, h - 1):
        for i in range(1, w - 1):
            v[j, i] = u[j, i] + d * (
                u[j - 1, i] + u[j + 1, i] + u[j, i - 1] + u[j, i + 1] - F(4) * u[j, i]
            )


@numba.njit
def normal_cdf(d):
    k = F(1) / (F(1) + F(0.2316419) * abs(d))
    p = k * (
        F(0.31938153)
        + k * (F(-0.356563782) + k * (F(1.781477937) + k * (F(-1.821255978) + k * F(1.330274429))))
    )
    p *= F(0.39894228) * math.exp(F(-0.5) * d * d)
    return F(1) - p if d > 0 else p


@numba.njit(parallel=True)
def black_scholes(spot, strike, years, call, r, v):
    for i in numba.prange(spot.size):
        q = math.sqrt(years[i])
        d1 = (math.log(spot[i] / strike[i]) + (r + F(0.5) * v * v) * years[i]) / (v * q)
        d2 = d1 - v * q
        call[i] = spot[i] * normal_cdf(d1) - strike[i] * math.exp(-r * years[i]) * normal_cdf(d2)


@numba.njit(parallel=True)
def nbody(p, a, soft):
    n = p.shape[1]
    for i in numba.prange(n):
        ax = F(0)
        ay = F(0)
        az = F(0)
        for j in range(n):
            dx = p[0, j] - p[0, i]
            dy = p[1, j] - p[1, i]
            dz = p[2, j] - p[2, i]
            r2 = dx * dx + dy * dy + dz * dz + soft
            q = F(1) / (r2 * math.sqrt(r2))
            ax += dx * q
            ay += dy * q
            az += dz * q
        a[0, i] = ax
        a[1, i] = ay
        a[2, i] = az


@numba.njit(parallel=True)
def shade_slopes(z, slope, shade, kx, ky, lx, ly, lz):
    h, w = slope.shape
    for j in numba.prange(h):
        for i in range(w):
            nw, n, ne = z[j, i], z[j, i + 1], z[j, i + 2]
            west, east = z[j + 1, i], z[j + 1, i + 2]
            sw, s, se = z[j + 2, i], z[j + 2, i + 1], z[j + 2, i + 2]
            p = (ne + F(2) * east + se - nw - F(2) * west - sw) * kx
            q = (nw + F(2) * n + ne - sw - F(2) * s - se) * ky
            steep = p * p + q * q
            slope[j, i] = math.sqrt(steep)
            shade[j, i] = max((lz - p * lx - q * ly) / math.sqrt(F(1) + steep), F(0))


@numba.njit(parallel=True)
def cast_shadows(z, lit, du, dv, rise, top, steps):
    h, w = z.shape
    for j in numba.prange(h):
        for i in range(w):
            start = z[j, i]
            light = 1
            for k in range(1, steps):
                height = start + F(k) * rise
                if height > top:
                    break
                x = F(k) * du
                y = F(k) * dv
                cx = np.floor(x)
                cy = np.floor(y)
                c = i + int(cx)
                r = j + int(cy)
                if c < 0 or r < 0 or c + 1 >= w or r + 1 >= h:
                    break
                fx = x - cx
                fy = y - cy
                above = z[r, c] + (z[r, c + 1] - z[r, c]) * fx
                below = z[r + 1, c] + (z[r + 1, c + 1] - z[r + 1, c]) * fx
                if above + (below - above) * fy > height:
                    light = 0
                    break
            lit[j, i] = light


@numba.njit
def saxpy_serial(a, x, y):
    for i in range(x.size):
        y[i] = a * x[i] + y[i]


def main():
    d = inputs()
    out = np.zeros(MANDEL_SHAPE, np.int32)
    v, call, a = np.zeros_like(d["u"]), np.zeros_like(d["spot"]), np.zeros((3, 4096), F)
    two, x, y = F(2), np.zeros(1, F), np.zeros(1, F)

    def launches(kernel):
        def run():
            for _ in range(1000):
                kernel(two, x, y)

        return run

    numbers = {
        "import_s": imported - start,
        "first_s": first - imported,
        "mandel": best(lambda: mandel(out, MANDEL_LIMIT)),
        "mandel_check": int(out.sum()),
        "heat": best(lambda: heat(d["u"], v, F(DIFFUSION))),
        "heat_check": float(v.sum(dtype=np.float64)),
        "black_scholes": best(
            lambda: black_scholes(d["spot"], d["strike"], d["years"], call, F(RATE), F(VOLATILITY))
        ),
        "black_scholes_check": float(call.sum(dtype=np.float64)),
        "nbody": best(lambda: nbody(d["bodies"], a, F(SOFTENING)), 5, 1),
        "nbody_check": float(np.abs(a).sum(dtype=np.float64)),
        "saxpy": best(lambda: saxpy(two, d["x"], d["y"])),
        "launch_us": best(launches(saxpy), 5, 1),
        "launch_serial_us": best(launches(saxpy_serial), 5, 1),
    }
    if found := hillshade():
        demo, elevation, dx, dy, sun = found
        for name, factor in (("hillshade", 1), ("hillshade_8x", 8)):
            z, wide, high = demo.enlarge(elevation, dx, dy, factor)
            bordered = np.pad(z, 1, mode="edge")
            slope, shade, lit = np.zeros_like(z), np.zeros_like(z), np.zeros(z.shape, np.uint8)
            light = [F(n) for n in (1 / (8 * wide), 1 / (8 * high), sun.east, sun.north, sun.up)]
            march = [F(n) for n in sun.march(wide, high)]
            top, steps = z.max(), max(z.shape)

            def run():
                shade_slopes(bordered, slope, shade, *light)  # noqa: B023
                cast_shadows(z, lit, *march, top, steps)  # noqa: B023

            numbers[name] = best(run, 5, 1)
            numbers[name + "_check"] = float(lit.sum(dtype=np.float64))
    report("numba", **numbers)


if __name__ == "__main__":
    main()
