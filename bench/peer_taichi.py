# SPDX-License-Identifier: Apache-2.0
"""Taichi, or Quadrants, which kept its interface: python peer_taichi.py taichi|quadrants

Fast maths is their default and stays on."""

import importlib
import os
import sys
import time

start = time.perf_counter()
import numpy as np  # noqa: E402

peer = sys.argv[1]
ti = importlib.import_module(peer)
threads = {"cpu_max_num_threads": 1} if os.environ.get("TACK_BENCH_ONE_THREAD") else {}
ti.init(arch=ti.cpu, offline_cache=False, log_level=ti.WARN, **threads)

imported = time.perf_counter()

Line = ti.types.ndarray(ti.f32, 1)
Plane = ti.types.ndarray(ti.f32, 2)
Counts = ti.types.ndarray(ti.i32, 2)


@ti.kernel
def saxpy(a: ti.f32, x: Line, y: Line):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]


saxpy(2.0, np.zeros(8, np.float32), np.zeros(8, np.float32))
ti.sync()
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

only_first(peer, imported - start, first - imported)


@ti.kernel
def mandel(out: Counts, limit: ti.i32):
    h = out.shape[0]
    w = out.shape[1]
    for j, i in ti.ndrange(h, w):
        cx = -2.0 + 3.0 * ti.cast(i, ti.f32) / ti.cast(w, ti.f32)
        cy = -1.0 + 2.0 * ti.cast(j, ti.f32) / ti.cast(h, ti.f32)
        zx = 0.0
        zy = 0.0
        k = 0
        while k < limit and zx * zx + zy * zy < 4.0:
            t = zx * zx - zy * zy + cx
            zy = 2.0 * zx * zy + cy
            zx = t
            k += 1
        out[j, i] = k


@ti.kernel
def heat(u: Plane, v: Plane, d: ti.f32):
    for j, i in ti.ndrange((1, u.shape[0] - 1), (1, u.shape[1] - 1)):
        v[j, i] = u[j, i] + d * (
            u[j - 1, i] + u[j + 1, i] + u[j, i - 1] + u[j, i + 1] - 4.0 * u[j, i]
        )


@ti.func
def normal_cdf(d):
    k = 1.0 / (1.0 + 0.2316419 * abs(d))
    p = k * (
        0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))
    )
    p *= 0.39894228 * ti.exp(-0.5 * d * d)
    return ti.select(d > 0.0, 1.0 - p, p)


@ti.kernel
def black_scholes(spot: Line, strike: Line, years: Line, call: Line, r: ti.f32, v: ti.f32):
    for i in range(spot.shape[0]):
        q = ti.sqrt(years[i])
        d1 = (ti.log(spot[i] / strike[i]) + (r + 0.5 * v * v) * years[i]) / (v * q)
        d2 = d1 - v * q
        call[i] = spot[i] * normal_cdf(d1) - strike[i] * ti.exp(-r * years[i]) * normal_cdf(d2)


@ti.kernel
def nbody(p: Plane, a: Plane, soft: ti.f32):
    n = p.shape[1]
    for i in range(n):
        ax = 0.0
        ay = 0.0
        az = 0.0
        for j in range(n):
            dx = p[0, j] - p[0, i]
            dy = p[1, j] - p[1, i]
            dz = p[2, j] - p[2, i]
            r2 = dx * dx + dy * dy + dz * dz + soft
            q = 1.0 / (r2 * ti.sqrt(r2))
            ax += dx * q
            ay += dy * q
            az += dz * q
        a[0, i] = ax
        a[1, i] = ay
        a[2, i] = az


@ti.kernel
def shade_slopes(
    z: Plane,
    slope: Plane,
    shade: Plane,
    kx: ti.f32,
    ky: ti.f32,
    lx: ti.f32,
    ly: ti.f32,
    lz: ti.f32,
):
    for j, i in ti.ndrange(slope.shape[0], slope.shape[1]):
        nw, n, ne = z[j, i], z[j, i + 1], z[j, i + 2]
        west, east = z[j + 1, i], z[j + 1, i + 2]
        sw, s, se = z[j + 2, i], z[j + 2, i + 1], z[j + 2, i + 2]
        p = (ne + 2.0 * east + se - nw - 2.0 * west - sw) * kx
        q = (nw + 2.0 * n + ne - sw - 2.0 * s - se) * ky
        steep = p * p + q * q
        slope[j, i] = ti.sqrt(steep)
        shade[j, i] = ti.max((lz - p * lx - q * ly) / ti.sqrt(1.0 + steep), 0.0)


@ti.kernel
def cast_shadows(
    z: Plane,
    lit: ti.types.ndarray(ti.u8, 2),
    du: ti.f32,
    dv: ti.f32,
    rise: ti.f32,
    top: ti.f32,
    steps: ti.i32,
):
    h = z.shape[0]
    w = z.shape[1]
    for j, i in ti.ndrange(h, w):
        begin = z[j, i]
        light = 1
        for k in range(1, steps):
            height = begin + ti.cast(k, ti.f32) * rise
            if height > top:
                break
            x = ti.cast(k, ti.f32) * du
            y = ti.cast(k, ti.f32) * dv
            cx = ti.floor(x)
            cy = ti.floor(y)
            c = i + ti.cast(cx, ti.i32)
            r = j + ti.cast(cy, ti.i32)
            if c < 0 or r < 0 or c + 1 >= w or r + 1 >= h:
                break
            fx = x - cx
            fy = y - cy
            above = z[r, c] + (z[r, c + 1] - z[r, c]) * fx
            below = z[r + 1, c] + (z[r + 1, c + 1] - z[r + 1, c]) * fx
            if above + (below - above) * fy > height:
                light = 0
                break
        lit[j, i] = ti.cast(light, ti.u8)


def array(values, element=ti.f32):
    result = ti.ndarray(element, values.shape)
    result.from_numpy(values)
    return result


def synced(launch):
    def run():
        launch()
        ti.sync()

    return run


def hillshades(numbers):
    from workloads import hillshade

    if not (found := hillshade()):
        return
    demo, elevation, dx, dy, sun = found
    for name, factor in (("hillshade", 1), ("hillshade_8x", 8)):
        z, wide, high = demo.enlarge(elevation, dx, dy, factor)
        bordered = array(np.pad(z, 1, mode="edge"))
        slope, shade = ti.ndarray(ti.f32, z.shape), ti.ndarray(ti.f32, z.shape)
        lit = ti.ndarray(ti.u8, z.shape)
        light = (1 / (8 * wide), 1 / (8 * high), sun.east, sun.north, sun.up)
        march = sun.march(wide, high)
        top, steps = float(z.max()), max(z.shape)
        z = array(z)

        def run():
            shade_slopes(bordered, slope, shade, *light)  # noqa: B023
            cast_shadows(z, lit, *march, top, steps)  # noqa: B023

        numbers[name] = best(synced(run), 5, 1)
        numbers[name + "_check"] = float(lit.to_numpy().sum(dtype=np.float64))


def main():
    d = {name: array(value) for name, value in inputs().items()}
    out = ti.ndarray(ti.i32, MANDEL_SHAPE)
    v = array(np.zeros((2048, 2048), np.float32))
    call, a = array(np.zeros(1 << 20, np.float32)), array(np.zeros((3, 4096), np.float32))
    one = array(np.zeros(1, np.float32)), array(np.zeros(1, np.float32))

    def launches():
        for _ in range(1000):
            saxpy(2.0, *one)

    numbers = {
        "import_s": imported - start,
        "first_s": first - imported,
        "mandel": best(synced(lambda: mandel(out, MANDEL_LIMIT))),
        "mandel_check": int(out.to_numpy().sum()),
        "heat": best(synced(lambda: heat(d["u"], v, DIFFUSION))),
        "heat_check": float(v.to_numpy().sum(dtype=np.float64)),
        "black_scholes": best(
            synced(
                lambda: black_scholes(d["spot"], d["strike"], d["years"], call, RATE, VOLATILITY)
            )
        ),
        "black_scholes_check": float(call.to_numpy().sum(dtype=np.float64)),
        "nbody": best(synced(lambda: nbody(d["bodies"], a, SOFTENING)), 5, 1),
        "nbody_check": float(np.abs(a.to_numpy()).sum(dtype=np.float64)),
        "saxpy": best(synced(lambda: saxpy(2.0, d["x"], d["y"]))),
        "launch_us": best(synced(launches), 5, 1),
    }
    hillshades(numbers)
    report(peer, **numbers)


if __name__ == "__main__":
    main()
