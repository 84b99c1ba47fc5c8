# SPDX-License-Identifier: Apache-2.0
"""Inputs and timing that every peer shares. One peer a process; the minimum of repeats counts."""

import json
import os
import pathlib
import sys
import time

import numpy as np

# Black-Scholes: rate and volatility; heat: diffusion; n-body: softening.
RATE, VOLATILITY, DIFFUSION, SOFTENING = 0.02, 0.3, 0.1, 1e-3


def best(run, repeats=15, warm=3):
    """Milliseconds of the fastest run; of processor time when one thread is measured."""
    clock = time.process_time if os.environ.get("TACK_BENCH_ONE_THREAD") else time.perf_counter
    if os.environ.get("TACK_BENCH_QUICK"):
        repeats, warm = 1, 0
    for _ in range(warm):
        run()
    least = 1e9
    for _ in range(repeats):
        start = clock()
        run()
        least = min(least, clock() - start)
    return least * 1e3


def inputs():
    rng = np.random.default_rng(1)
    n = 1 << 20
    return {
        "x": rng.random(1 << 24, dtype=np.float32),
        "y": rng.random(1 << 24, dtype=np.float32),
        "u": rng.random((2048, 2048), dtype=np.float32),
        "spot": rng.random(n, dtype=np.float32) * 90 + 10,
        "strike": rng.random(n, dtype=np.float32) * 90 + 10,
        "years": rng.random(n, dtype=np.float32) * 2 + np.float32(0.1),
        "bodies": rng.random((3, 4096), dtype=np.float32),
    }


MANDEL_SHAPE, MANDEL_LIMIT = (512, 768), 256


def hillshade():
    """The demo's module, its model enlarged by NumPy alone, and the sun."""
    sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "examples"))
    try:
        import hillshade as demo
    except ImportError:
        return None
    elevation, dx, dy = demo.load_model()
    return demo, elevation, dx, dy, demo.Sun()


def report(peer, **numbers):
    print(json.dumps({"peer": peer, **numbers}))


def only_first(peer, import_s, first_s):
    """What a fresh process waits for, when that is all that is asked."""
    if "--first" in sys.argv:
        report(peer, import_s=import_s, first_s=first_s)
        sys.exit()
