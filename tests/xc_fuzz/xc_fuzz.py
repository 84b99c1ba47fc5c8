#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random XC programs against the C that each is also printed as: see docs/testing.md.

tests/xc_fuzz/xc_fuzz.py --xcc build/release/bin/xcc --count 1000 --rules
"""

import argparse
import concurrent.futures
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import examine  # noqa: E402
import print_xc  # noqa: E402
import reduce  # noqa: E402
import rules  # noqa: E402
from make_program import make_program  # noqa: E402


def batch(options, seeds):
    """In a process of its own: (texts of failures, rules that ran)."""
    folder = tempfile.mkdtemp(prefix="xc_fuzz_")
    try:
        tools = examine.Tools(options.xcc, options.cc, folder, options.timeout, options.runtime)
        failures, ran = examine.examine(
            tools,
            lambda seed, k: make_program(seed, k, options.pars),
            seeds,
            seeds[0],
            options.compiled,
        )
        texts = []
        for f in failures[: options.failures]:
            way = examine.spell_way(f.way) if f.way else ""
            text = f"// seed {f.seed}, {f.kind}: {way}\n// {f.said.splitlines()[0] if f.said else ''}\n"
            programs, steps = f.programs, 0
            if f.way and not options.no_reduce:
                programs, steps = reduce.reduce(tools, f)
                text += f"// reduced in {steps} steps\n"
            want, _, _ = examine.expected(tools, programs)
            text += "".join(f"// expect: {line}\n" for line in want or [])
            texts.append((f.seed, f.kind, text + print_xc.print_xc(programs)))
        return texts, ran
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--xcc", required=True, type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--runtime", default="", help="libtack_rt.a: runs them as C too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--batch", type=int, default=25, help="programs in a file")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--pars", type=float, default=0.15, help="share of programs with par blocks"
    )
    parser.add_argument("--timeout", type=float, default=120, help="seconds for a batch")
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--failures", type=int, default=10, help="stop after so many")
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--compiled", type=int, default=2, choices=(0, 1, 2),
                        help="ways beside the interpreter")  # fmt: skip
    parser.add_argument("--gates", type=float, default=0, metavar="PERCENT",
                        help="fail when fewer of the rules ran")  # fmt: skip
    parser.add_argument("--rules", action="store_true", help="print them all")
    parser.add_argument("--print", action="store_true", help="the programs, not run")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for failing programs")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    if options.print:
        print(print_xc.print_xc([make_program(s, k, options.pars) for k, s in enumerate(seeds)]))
        return 0
    parts = [list(seeds[k : k + options.batch]) for k in range(0, len(seeds), options.batch)]
    start, found, counts, done = time.monotonic(), [], {}, 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = {pool.submit(batch, options, part): part for part in parts}
        for future in concurrent.futures.as_completed(waiting):
            texts, ran = future.result()
            if (done + len(waiting[future])) // 500 > done // 500:
                print(
                    f"after {done + len(waiting[future])} programs: {len(found)} failures",
                    flush=True,
                )
            done += len(waiting[future])
            for rule in ran:
                counts[rule] = counts.get(rule, 0) + 1
            for seed, kind, text in texts:
                found.append(seed)
                print(text, flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{kind}_{seed}.xc").write_text(text)
            late = options.seconds and time.monotonic() - start > options.seconds
            if len(found) >= options.failures or late:
                pool.shutdown(cancel_futures=True)
                break
    missing = rules.missing(counts)
    if options.rules:
        for rule in sorted(counts):
            print(f"{counts[rule]:6} {rule}")
    print(f"{done} programs in {time.monotonic() - start:.0f} s, {len(found)} failures")
    print(
        f"{rules.total() - len(missing)} of {rules.total()} rules ran, {len(counts)} with pairs of types"
    )
    if missing and (options.gates or options.rules):
        print("never ran: " + ", ".join(missing))
    if found:
        print("seeds " + " ".join(map(str, found)))
    share = 100 * (1 - len(missing) / rules.total())
    return 1 if found else 3 if share < options.gates else 0


if __name__ == "__main__":
    sys.exit(main())
