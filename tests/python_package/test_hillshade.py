# SPDX-License-Identifier: Apache-2.0
"""The demo against plain NumPy, written apart from it: whole-array steps instead of a loop a cell."""

import importlib.util
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import tack

EXAMPLE = pathlib.Path(__file__).parent / "../../examples/hillshade.py"
pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def demo():
    spec = importlib.util.spec_from_file_location("hillshade", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numpy_shade(elevation, dx, dy, azimuth, altitude):
    """Slope and shade in double precision: the angle between the normal and the sun."""
    z = np.pad(elevation.astype(float), 1, mode="edge")

    def weighted(a, b, c):
        return a + 2 * b + c

    east = weighted(z[:-2, 2:], z[1:-1, 2:], z[2:, 2:])
    west = weighted(z[:-2, :-2], z[1:-1, :-2], z[2:, :-2])
    north = weighted(z[:-2, :-2], z[:-2, 1:-1], z[:-2, 2:])
    south = weighted(z[2:, :-2], z[2:, 1:-1], z[2:, 2:])
    normal = np.stack(
        [-(east - west) / (8 * dx), -(north - south) / (8 * dy), np.ones_like(elevation, float)]
    )
    slope = np.hypot(normal[0], normal[1])
    normal /= np.linalg.norm(normal, axis=0)
    a, h = np.radians(azimuth), np.radians(altitude)
    sun = np.array([np.sin(a) * np.cos(h), np.cos(a) * np.cos(h), np.sin(h)])
    return slope, np.clip(np.tensordot(sun, normal, 1), 0, None)


def numpy_shadows(z, du, dv, rise):
    """All cells take step k together, each from the part of the model that its ray still crosses."""
    f = np.float32
    du, dv, rise = f(du), f(dv), f(rise)
    h, w = z.shape
    lit = np.ones((h, w), np.uint8)
    for k in range(1, max(h, w)):
        x, y = f(k) * du, f(k) * dv
        c, r = int(np.floor(x)), int(np.floor(y))
        fx, fy = x - f(c), y - f(r)
        # Cells whose four samples lie inside.
        j0, j1 = max(0, -r), min(h, h - 1 - r)
        i0, i1 = max(0, -c), min(w, w - 1 - c)
        if j0 >= j1 or i0 >= i1:
            break
        north = z[j0 + r : j1 + r, :]
        south = z[j0 + r + 1 : j1 + r + 1, :]

        def across(row):
            left, right = row[:, i0 + c : i1 + c], row[:, i0 + c + 1 : i1 + c + 1]
            return left + (right - left) * fx

        above, below = across(north), across(south)
        ground = above + (below - above) * fy
        ray = z[j0:j1, i0:i1] + f(k) * rise
        if (ray > z.max()).all():
            break
        # A ray above the highest point meets nothing.
        lit[j0:j1, i0:i1][ground > ray] = 0
    return lit


@pytest.mark.parametrize("azimuth, altitude", [(315, 15), (100, 8), (180, 10), (270, 25), (35, 5)])
def test_against_numpy_at_the_models_size(demo, azimuth, altitude):
    elevation, dx, dy = demo.load_model()
    assert elevation.shape == (344, 403) and 60 < dx < 80 and 90 < dy < 95
    sun = demo.Sun(azimuth, altitude)
    shading = demo.Shading(elevation, dx, dy, sun)
    shading.run()
    slope, shade = numpy_shade(elevation, dx, dy, azimuth, altitude)
    assert np.abs(shading.slope.numpy() - slope).max() < 1e-5
    assert np.abs(shading.shade.numpy() - shade).max() < 1 / 255
    expected = numpy_shadows(elevation, *sun.march(dx, dy))
    assert (shading.lit.numpy() == expected).all()
    assert 0.005 < 1 - expected.mean() < 0.8


def test_resampling_keeps_the_models_cells(demo):
    elevation, dx, dy = demo.load_model()
    large, ldx, ldy = demo.enlarge(elevation, dx, dy, 4)
    assert large.shape == (343 * 4 + 1, 402 * 4 + 1) and ldx == dx / 4 and ldy == dy / 4
    assert np.array_equal(large[::4, ::4], elevation)
    middle = (elevation[:-1] + elevation[1:]) / np.float32(2)
    assert np.array_equal(large[2::4, ::4], middle)


def test_the_kernels_run_in_gangs(demo):
    elevation, dx, dy = demo.load_model()
    sun = demo.Sun()
    s = demo.Shading(elevation, dx, dy, sun)
    calls = (
        (demo.cast_shadows, (s.z, s.lit, *sun.march(dx, dy), s.top, s.steps)),
        (demo.shade_slopes, (s.bordered, s.slope, s.shade, 1.0, 1.0, 0.1, 0.2, 0.3)),
    )
    # 4 lanes of 32 bits are all that sse has.
    widest = 8 if "avx" in tack.inspect(*_flat(calls[0]), mode="report") else 4
    for call in calls:
        (gang,) = re.findall(r"gang: (\d+)", tack.inspect(*_flat(call), mode="report"))
        assert int(gang) >= widest


def _flat(call):
    return call[0], *call[1]


def test_the_program_writes_a_picture(tmp_path):
    out = tmp_path / "picture.png"
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--factor", "2", "--out", out],
        capture_output=True,
        text=True,
        check=True,
    )
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(re.findall(r"million cells/s", done.stdout)) == 2
