# SPDX-License-Identifier: Apache-2.0
"""Tack against its peers on this machine, in one run: times, and ratios to Tack's.

    python bench/compare.py [--quick] [--one-thread] [--only numba taichi] [--json out.json]

Each peer runs in a process of its own; those whose package is missing are named and left out. What
a fresh process waits for is the least of several: Tack's with an empty and with a filled cache of
compiled kernels.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
# By the name of the package: what runs it, and what pip calls it.
PEERS = {
    "numba": (["peer_numba.py"], "numba"),
    "taichi": (["peer_taichi.py", "taichi"], "taichi"),
    "quadrants": (["peer_taichi.py", "quadrants"], "quadrants"),
    "warp": (["peer_warp.py"], "warp-lang"),
}
MILLISECONDS = {
    "mandel": "mandelbrot 768 x 512 x 256",
    "saxpy": "saxpy 16 Mi f32",
    "heat": "heat 2048 x 2048",
    "black_scholes": "Black-Scholes 1 Mi",
    "nbody": "n-body 4096",
    "hillshade": "hillshade 344 x 403",
    "hillshade_8x": "hillshade 2745 x 3217",
}


def run(script, cache, *arguments):
    """The numbers of one process; None if it failed, having said why on standard error."""
    env = {**os.environ, "TACK_CACHE_DIR": cache}
    done = subprocess.run(
        [sys.executable, HERE / script, *arguments], env=env, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        return None
    return json.loads(done.stdout.splitlines()[-1])


def firsts(processes, script, cache, *arguments):
    """import_s and first_s: the least of some processes. Without a cache each begins with none."""
    least = {}
    for _ in range(processes):
        with tempfile.TemporaryDirectory() as empty:
            numbers = run(script, cache or empty, *arguments, "--first")
        for name in ("import_s", "first_s") if numbers else ():
            least[name] = min(least.get(name, 1e9), numbers[name])
    return least


def run_tack(cache, processes):
    """The numbers; first_s is that of a process without a cache, cached_s of one with."""
    numbers = run("peer_tack.py", cache) or sys.exit("peer_tack.py failed")
    cold = firsts(processes, "peer_tack.py", None)
    cached = firsts(processes, "peer_tack.py", cache)
    return {**numbers, **cold, "cached_s": cached["first_s"]}


def run_peers(names, cache, processes):
    """Of those that are there; says which are not."""
    found = []
    for name in names:
        (script, *arguments), package = PEERS[name]
        if importlib.util.find_spec(name) is None:
            print(f"no {name}: it is not installed (pip install {package})")
        elif numbers := run(script, cache, *arguments):
            found.append({**numbers, **firsts(min(processes, 2), script, cache, *arguments)})
        else:
            print(f"no {name}: {script} failed")
    return found


def row(name, tack, peers, digits=2):
    cells = [f"{name:<28}", f"{tack:>10.{digits}f}"]
    for value in peers:
        if value is None:
            cells += [f"{'-':>10}", f"{'':>7}"]
        else:
            cells += [f"{value:>10.{digits}f}", f"{value / tack:>6.1f}x"]
    print(" ".join(cells))


def check(tack, peer):
    """Peers must compute the same thing: sums agree to a few thousandths."""
    for name in tack:
        if name.endswith("_check") and name in peer:
            a, b = tack[name], peer[name]
            if abs(a - b) > 5e-3 * abs(a):
                sys.exit(f"{peer['peer']} computes another {name[:-6]}: {b} instead of {a}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=PEERS, default=list(PEERS), help="the peers")
    parser.add_argument("--json", help="also write the numbers to this file")
    parser.add_argument("--quick", action="store_true", help="one run each, to see that it works")
    parser.add_argument(
        "--one-thread",
        action="store_true",
        help="a thread each, in processor time: for busy machines",
    )
    options = parser.parse_args()
    if options.quick:
        os.environ["TACK_BENCH_QUICK"] = "1"
    if options.one_thread:
        for name in ("TACK_CPU_THREADS", "NUMBA_NUM_THREADS", "TACK_BENCH_ONE_THREAD"):
            os.environ[name] = "1"

    processes = 1 if options.quick else 7
    with tempfile.TemporaryDirectory() as cache:
        best = run_tack(cache, processes)
        again = run("peer_tack.py", cache) or {}
        peers = run_peers(options.only, cache, processes)
    for peer in peers:
        check(best, peer)
    for name in set(again) - {"peer", "import_s", "first_s"}:
        if not name.endswith("_check"):
            best[name] = min(best[name], again[name])

    heads = "".join(f" {peer['peer']:>10} {'ratio':>7}" for peer in peers)
    print(f"{'':<28} {'tack':>10}{heads}")
    for name, title in MILLISECONDS.items():
        if name in best:
            row(title + ", ms", best[name], [peer.get(name) for peer in peers], 3)
    row("launch, n = 1, us", best["launch_us"], [peer["launch_us"] for peer in peers], 3)
    row("import, ms", best["import_s"] * 1e3, [peer["import_s"] * 1e3 for peer in peers], 1)
    waits = [peer["first_s"] * 1e3 for peer in peers]
    row("first kernel, cold, ms", best["first_s"] * 1e3, waits, 1)
    row("first kernel, cached, ms", best["cached_s"] * 1e3, waits, 2)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps([best, *peers], indent=1))


if __name__ == "__main__":
    main()
