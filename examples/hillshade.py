# SPDX-License-Identifier: Apache-2.0
"""Slope, hillshade and cast shadows of a real elevation model, as three Tack kernels.

The model is the Jacksboro fault, Tennessee, which matplotlib ships (344 x 403 cells of about 75 x
93 m). It is shaded at its own size and resampled to 8 times that, and the large picture is written
to hillshade.png.

    python examples/hillshade.py [--azimuth 315] [--altitude 15] [--out hillshade.png]
"""

import argparse
import math
import time

import numpy as np

import tack


@tack.kernel
def resample(src, dst, scale):
    # dst covers the same ground: corner cells stay, between them bilinear.
    for j, i in tack.ndindex(dst.shape[0], dst.shape[1]):
        y = j * scale
        x = i * scale
        r = min(int(y), int(src.shape[0] - 2))
        c = min(int(x), int(src.shape[1] - 2))
        fy = y - r
        fx = x - c
        top = src[r, c] + (src[r, c + 1] - src[r, c]) * fx
        bottom = src[r + 1, c] + (src[r + 1, c + 1] - src[r + 1, c]) * fx
        dst[j, i] = top + (bottom - top) * fy


@tack.kernel
def shade_slopes(z, slope, shade, kx, ky, lx, ly, lz):
    # z has a border of one cell. Horn's gradient, rows running south; kx = 1 / (8 dx).
    for j, i in tack.ndindex(slope.shape[0], slope.shape[1]):
        nw = z[j, i]
        n = z[j, i + 1]
        ne = z[j, i + 2]
        w = z[j + 1, i]
        e = z[j + 1, i + 2]
        sw = z[j + 2, i]
        s = z[j + 2, i + 1]
        se = z[j + 2, i + 2]
        p = (ne + 2.0 * e + se - nw - 2.0 * w - sw) * kx
        q = (nw + 2.0 * n + ne - sw - 2.0 * s - se) * ky
        steep = p * p + q * q
        slope[j, i] = sqrt(steep)  # rise over run
        shade[j, i] = max((lz - p * lx - q * ly) / sqrt(1.0 + steep), 0.0)


@tack.kernel
def cast_shadows(z, lit, du, dv, rise, top, steps):
    # From each cell towards the sun, one cell a step along the longer axis, until the ray hits the
    # terrain, leaves the model, or is above its highest point.
    for j, i in tack.ndindex(z.shape[0], z.shape[1]):
        start = z[j, i]
        light = 1
        for k in range(1, steps):
            height = start + k * rise
            if height > top:
                break
            x = k * du
            y = k * dv
            cx = floor(x)
            cy = floor(y)
            c = i + int(cx)
            r = j + int(cy)
            if c < 0 or r < 0 or c + 1 >= z.shape[1] or r + 1 >= z.shape[0]:
                break
            fx = x - cx
            fy = y - cy
            nw = z[r, c]
            sw = z[r + 1, c]
            above = nw + (z[r, c + 1] - nw) * fx
            below = sw + (z[r + 1, c + 1] - sw) * fx
            if above + (below - above) * fy > height:
                light = 0
                break
        lit[j, i] = light


class Sun:
    """Where the light comes from. azimuth: degrees from north, clockwise; altitude: degrees."""

    def __init__(self, azimuth=315.0, altitude=15.0):
        a, h = math.radians(azimuth), math.radians(altitude)
        self.east, self.north, self.up = (
            math.sin(a) * math.cos(h),
            math.cos(a) * math.cos(h),
            math.sin(h),
        )

    def march(self, dx, dy):
        """Step towards the sun in cells (columns, rows) and the ray's rise over it in metres."""
        u, v = self.east / dx, -self.north / dy
        longer = max(abs(u), abs(v))
        return u / longer, v / longer, self.up / longer


def load_model():
    """Elevation in metres (row 0 north) and the cells' width and height in metres."""
    from matplotlib.cbook import get_sample_data

    with get_sample_data("jacksboro_fault_dem.npz") as data:
        elevation = data["elevation"].astype(np.float32)
        latitude = math.radians((float(data["ymin"]) + float(data["ymax"])) / 2)
        metres = 111_200.0  # of a degree on a great circle
        return (
            elevation,
            float(data["dx"]) * metres * math.cos(latitude),
            float(data["dy"]) * metres,
        )


def enlarge(elevation, dx, dy, factor):
    """The model resampled to factor times as many cells a side."""
    h, w = elevation.shape
    src = tack.asarray(elevation)
    dst = tack.empty(((h - 1) * factor + 1, (w - 1) * factor + 1))
    resample(src, dst, 1.0 / factor)
    return dst.numpy(), dx / factor, dy / factor


class Shading:
    """Arrays of one model and the launches over them."""

    def __init__(self, elevation, dx, dy, sun):
        self.dx, self.dy, self.sun = dx, dy, sun
        self.z = tack.asarray(elevation)
        self.bordered = tack.asarray(np.pad(elevation, 1, mode="edge"))
        self.slope = tack.empty(elevation.shape)
        self.shade = tack.empty(elevation.shape)
        self.lit = tack.empty(elevation.shape, tack.u8)
        self.top = float(elevation.max())
        self.steps = max(elevation.shape)

    def run(self):
        sun = self.sun
        kx, ky = 1 / (8 * self.dx), 1 / (8 * self.dy)
        shade_slopes(self.bordered, self.slope, self.shade, kx, ky, sun.east, sun.north, sun.up)
        cast_shadows(self.z, self.lit, *sun.march(self.dx, self.dy), self.top, self.steps)

    def cells_per_second(self, repeats=5):
        self.run()
        best = math.inf
        for _ in range(repeats):
            start = time.perf_counter()
            self.run()
            best = min(best, time.perf_counter() - start)
        return self.z.size / best

    def picture(self):
        """RGB in 0 .. 1: elevation as colour, darkened by shade and shadow."""
        from matplotlib import colormaps

        z = self.z.numpy()
        light = self.shade.numpy() * (0.35 + 0.65 * self.lit.numpy())
        light = 0.25 + 0.75 * light / light.max()
        colours = colormaps["gist_earth"](0.25 + 0.6 * (z - z.min()) / np.ptp(z))[..., :3]
        return colours * light[..., None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--azimuth", type=float, default=315.0, help="degrees from north")
    parser.add_argument("--altitude", type=float, default=15.0, help="degrees above the horizon")
    parser.add_argument("--factor", type=int, default=8, help="cells a side for one of the model's")
    parser.add_argument("--out", default="hillshade.png")
    options = parser.parse_args()

    sun = Sun(options.azimuth, options.altitude)
    elevation, dx, dy = load_model()
    large = enlarge(elevation, dx, dy, options.factor)
    for name, model in (("model", (elevation, dx, dy)), (f"{options.factor}x", large)):
        shading = Shading(*model, sun)
        rate = shading.cells_per_second()
        h, w = shading.z.shape
        dark = 1 - shading.lit.numpy().mean()
        print(
            f"{name:>6}: {h} x {w} cells, {rate / 1e6:7.1f} million cells/s, {dark:.1%} in shadow"
        )

    from matplotlib.image import imsave

    imsave(options.out, shading.picture())
    print("wrote", options.out)


if __name__ == "__main__":
    main()
