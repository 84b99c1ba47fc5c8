# SPDX-License-Identifier: Apache-2.0
"""XC against C: times and ratios, in one run.

    python bench/xc/ratios.py [--xcc .venv/bin/xcc] [--runs 3] [--check] [NAME...]

Programs with `par` blocks are compared with clang and gcc and OpenMP, on all threads by the
clock on the wall and on one by processor time; ordinary programs with `clang -O2` by processor
time. Each program first prints its checksum; all its builds must print the same.
"""

import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PAR = ["mandelbrot", "nbody", "perlin", "saxpy", "heat", "matmul", "ray"]
ORDINARY = [
    *["sort", "sieve", "matrix", "tokens", "edits"],
    *["heap", "bigint", "strings", "tree", "hashing"],
]
# What a par block on two cores with AVX2 has to reach against one thread of clang.
LEAST = {"mandelbrot": 6.0}
PAR_FLAGS = ["-O3", "-march=native", "-fopenmp", "-ffp-contract=off"]
ORDINARY_FLAGS = ["-O2", "-ffp-contract=off"]


class Builds:
    """The builds of one program, run in turns."""

    def __init__(self, name):
        self.name, self.commands, self.times, self.sums = name, {}, {}, set()

    def add(self, key, program, **environment):
        self.commands[key] = (program, {**os.environ, **environment})

    def run(self, runs):
        for _ in range(runs):
            for key, (program, environment) in self.commands.items():
                done = subprocess.run(
                    [program, "time"],
                    stdout=subprocess.PIPE,
                    text=True,
                    check=True,
                    env=environment,
                )
                checksum, time = done.stdout.splitlines()
                self.sums.add(checksum)
                self.times.setdefault(key, []).append(float(time.split()[1]))
        if len(self.sums) != 1:
            sys.exit(f"{self.name}: the checksums differ: {sorted(self.sums)}")

    def best(self, key):
        return min(self.times[key])


def compiled(options, folder, name, compiler, flags):
    program = f"{folder}/{name}.{pathlib.Path(compiler).name}"
    if compiler == options.xcc:
        subprocess.run([compiler, *flags, HERE / f"{name}.xc", "-o", program], check=True)
    else:
        subprocess.run([compiler, *flags, HERE / f"{name}.c", "-o", program, "-lm"], check=True)
    return program


def openmp(compiler, folder):
    """Whether the compiler is there and links OpenMP."""
    if not shutil.which(compiler):
        return False
    source = pathlib.Path(folder, "try.c")
    source.write_text("int main(void) { return 0; }\n")
    command = [compiler, "-fopenmp", source, "-o", f"{folder}/try"]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def par_table(options, folder):
    """Prints it; the ratio of each program on all threads to clang on one."""
    compilers = [c for c in (options.clang, options.gcc) if openmp(c, folder)]
    for missing in {options.clang, options.gcc} - set(compilers):
        print(f"{missing} is left out: it is not there, or links no OpenMP (apt: libomp-19-dev)")
    one = {"XC_PAR_THREADS": "1", "OMP_NUM_THREADS": "1", "BENCH_CLOCK": "cpu"}
    print(f"\npar blocks; C: {' '.join(PAR_FLAGS)}; ms, and how many times as fast XC is")
    head = "".join(f" {pathlib.Path(c).name:>10} {'ratio':>7}" for c in compilers)
    print(f"{'':<12} {'threads':>8} {'xcc':>9}{head}  checksum")
    ratios = {}
    for name in [n for n in PAR if n in options.names]:
        builds = Builds(name)
        for c in [options.xcc, *compilers]:
            program = compiled(options, folder, name, c, [] if c == options.xcc else PAR_FLAGS)
            builds.add((c, "all"), program)
            builds.add((c, "1"), program, **one)
        builds.run(options.runs)
        for threads in ("all", "1"):
            ours = builds.best((options.xcc, threads))
            row = "".join(
                f" {theirs:>10.2f} {theirs / ours:>6.2f}x"
                for theirs in (builds.best((c, threads)) for c in compilers)
            )
            (checksum,) = builds.sums
            print(f"{name:<12} {threads:>8} {ours:>9.2f}{row}  {checksum}", flush=True)
        if options.clang in compilers:
            single = builds.best((options.clang, "1"))
            ratios[name] = single / builds.best((options.xcc, "all"))
    return ratios


def ordinary_table(options, folder):
    print(f"\nordinary code; C: {options.clang} {' '.join(ORDINARY_FLAGS)}; ms of processor time")
    print(f"{'':<12} {'xcc -O2':>9} {'clang':>9} {'ratio':>7}  checksum")
    ratios = []
    for name in [n for n in ORDINARY if n in options.names]:
        builds = Builds(name)
        for key, flags in ((options.xcc, ["-O2"]), (options.clang, ORDINARY_FLAGS)):
            builds.add(key, compiled(options, folder, name, key, flags), BENCH_CLOCK="cpu")
        builds.run(options.runs)
        a, b = builds.best(options.xcc), builds.best(options.clang)
        ratios.append(b / a)
        (checksum,) = builds.sums
        print(f"{name:<12} {a:>9.2f} {b:>9.2f} {b / a:>6.2f}x  {checksum}", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"geometric mean of {len(ratios)}: {mean:.3f}")


def launch_cost(options, folder):
    """What a par block of 1,000 cheap items takes beside the loop."""
    program = compiled(options, folder, "launch", options.xcc, [])
    lines = [
        subprocess.run([program, "time"], stdout=subprocess.PIPE, text=True, check=True).stdout
        for _ in range(options.runs)
    ]
    par, loop = (
        min(float(re.search(rf"{what} ([\d.]+) us", line)[1]) for line in lines)
        for what in ("par", "loop")
    )
    print(f"\n1,000 cheap items: par {par:.2f} us, the loop {loop:.2f} us, {par - loop:+.2f} us")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--xcc", default=".venv/bin/xcc")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--runs", type=int, default=3, help="of each program, in turns")
    parser.add_argument("--check", action="store_true", help="fail below the least ratios")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these programs only")
    options = parser.parse_args()
    everything = not options.names
    options.names = options.names or [*PAR, *ORDINARY]
    for name in options.names:
        if name not in (*PAR, *ORDINARY):
            parser.error(f"there is no program {name!r}")
    print(f"{os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        ratios = par_table(options, folder) if set(PAR) & set(options.names) else {}
        if set(ORDINARY) & set(options.names):
            ordinary_table(options, folder)
        if everything:
            launch_cost(options, folder)
    low = {name: least for name, least in LEAST.items() if ratios.get(name, least) < least}
    for name, least in low.items():
        print(f"{name} on all threads is {ratios[name]:.1f}x clang on one, below {least}")
    return 1 if low and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
