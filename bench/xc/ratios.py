# SPDX-License-Identifier: Apache-2.0
"""XC's par blocks against the same programs in C, compiled to scalar or auto-vectorised code by
clang for one thread: times and ratios, in one run. Strings and hashing: the library's classes.

    python bench/xc/ratios.py [--xcc .venv/bin/xcc] [--clang clang-19] [--runs 3]

Each program first prints its checksum; both languages must print the same.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["mandelbrot", "nbody", "perlin", "saxpy", "tree", "strings", "hashing"]
# What a par block has to reach on two cores with AVX2; more cores only help.
LEAST = {"mandelbrot": 6.0}
CLANG = ["-O3", "-march=native", "-ffp-contract=off"]


def run(program):
    """The checksum and the best time in ms."""
    done = subprocess.run([program, "time"], stdout=subprocess.PIPE, text=True, check=True)
    checksum, time = done.stdout.splitlines()
    return checksum, float(time.split()[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--xcc", default=".venv/bin/xcc")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--runs", type=int, default=3, help="of each program, in turns")
    parser.add_argument("--check", action="store_true", help="fail below the least ratios")
    options = parser.parse_args()
    failed = False
    print(f"{os.cpu_count()} CPUs; clang {' '.join(CLANG)}")
    print(f"{'':<12} {'xcc, ms':>10} {'clang, ms':>10} {'ratio':>7}  checksum")
    with tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            xc, c = f"{folder}/{name}.xc", f"{folder}/{name}.c"
            subprocess.run([options.xcc, HERE / f"{name}.xc", "-o", xc], check=True)
            subprocess.run([options.clang, *CLANG, HERE / f"{name}.c", "-o", c, "-lm"], check=True)
            ours, theirs = [], []
            for _ in range(options.runs):
                ours.append(run(xc))
                theirs.append(run(c))
            sums = {checksum for checksum, _ in ours + theirs}
            if len(sums) != 1:
                sys.exit(f"{name}: the checksums differ: {sorted(sums)}")
            a, b = min(t for _, t in ours), min(t for _, t in theirs)
            least = LEAST.get(name)
            low = least is not None and b / a < least
            failed |= low
            print(
                f"{name:<12} {a:>10.2f} {b:>10.2f} {b / a:>6.1f}x  {sums.pop()}"
                + (f"  (below {least})" if low else "")
            )
    return 1 if failed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
