#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counting references under valgrind: the programs of run/objects and run/system use no freed
memory, free nothing twice and leave nothing behind, with plain counts and some with atomic ones.
Then one small program with each of its counts left out in turn: every such fault must show."""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = """#use Stdio
class C
{
    i32 v;
    C* next;
    void init(i32 a) { v = a; }
    void dealloc(void) { printf("~%d ", v); v = -1; }
}
struct S { C* c; i32 k; };
C* kept;
C* second(C* c) { return c.next; }
i32 swaps(C* c, C* with) { C* old = c; c = with; kept = old; return c.v; }
i32 main(void)
{
    C* a = new C(1);
    a.next = new C(2);
    C* b = second(a);
    S s = {a, 1};
    S t = s;
    s.c = b;
    C* row[2] = {b, t.c};
    printf("%d ", swaps(row[0], row[1]));
    kept = 0;
    a = 0;
    printf("%d\\n", t.c.v + s.c.v + b.v);
    return 0;
}
"""


def call(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def memcheck(valgrind, program, shown="definite,possible"):
    """The program's output, and what valgrind says; a failure is in the status."""
    return call(
        [
            valgrind,
            "-q",
            "--error-exitcode=99",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
            f"--show-leak-kinds={shown}",
            program,
        ]
    )


def clean(options, folder, path, threads=False):
    """`threads`: with the counts that a program has whose threads may share objects."""
    program = folder / f"{path.stem}{'.threads' if threads else ''}"
    source = path
    if threads:
        (folder / "Thread.xc").write_text("// What a program imports that has threads.\n")
        source = folder / f"{path.stem}.xc"
        source.write_text('#import "Thread.xc"\n' + path.read_text())
    made = call([options.xcc, source, "-o", program])
    if made.returncode:
        return f"{path.name}: {made.stderr}"
    # The system's blocks for threads that run on look lost.
    shown = "definite" if path.parent.name == "system" else "definite,possible"
    done = memcheck(options.valgrind, program, shown)
    want = re.findall(r"// expect: ?(.*)", path.read_text())
    if done.returncode == 0 and done.stdout.splitlines() == want and not done.stderr:
        return None
    return f"{path.name}: status {done.returncode}\n{done.stdout}\n{done.stderr[:3000]}"


def link(options, folder, name, ir):
    source, program = folder / f"{name}.tir", folder / name
    source.write_text(ir)
    made = call([options.llc, source, "--host", "--target", "--emit=obj", "-o", f"{program}.o"])
    if made.returncode == 0:
        made = call(
            [options.cc, f"{program}.o", options.runtime, "-lpthread", "-lm", "-o", program]
        )
    if made.returncode:
        sys.exit(f"{name}: {made.stderr}")
    return program


def faults(options, folder):
    source = folder / "small.xc"
    source.write_text(PROGRAM)
    ir = call([options.xcc, "--print-ir", source]).stdout
    lines = ir.splitlines(keepends=True)
    right = memcheck(options.valgrind, link(options, folder, "right", ir))
    if right.returncode or right.stderr:
        return [f"the program itself: {right.stderr}"]
    counts = [
        k for k, line in enumerate(lines) if re.search(r"call @(xc|S)\.(retain|release)\(", line)
    ]
    kinds = {re.search(r"@\w+\.\w+", lines[k]).group() for k in counts}
    if len(counts) < 20 or kinds != {"@xc.retain", "@xc.release", "@S.retain", "@S.release"}:
        return [f"{len(counts)} counts of the kinds {kinds}"]

    def silent(name, changed):
        wrong = memcheck(options.valgrind, link(options, folder, name, "".join(changed)))
        return wrong.returncode == 0 and not wrong.stderr and wrong.stdout == right.stdout

    def shows(k):
        if not silent(f"without{k}", lines[:k] + lines[k + 1 :]):
            return None
        # What lets go of null may be left out, and may be done twice.
        if silent(f"twice{k}", lines[:k] + [lines[k]] + lines[k:]):
            return None
        return f"line {k + 1} left out and nothing shows: {lines[k].strip()}"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [f for f in pool.map(shows, counts) if f]
    print(f"{len(counts)} faults planted, {len(counts) - len(found)} found")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("xcc", "llc", "runtime", "cc", "valgrind"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = sorted((HERE / "run" / "objects").glob("*.xc"))
        # One of these ends in the middle, with what it holds.
        paths += [
            p
            for p in sorted((HERE / "run" / "system").glob("*.xc"))
            if "// exit:" not in p.read_text()
        ]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            failures = [f for f in pool.map(lambda p: clean(options, folder, p), paths) if f]
        shared = [HERE / "run" / "objects" / f"{name}.xc" for name in ("lifetimes", "weak")]
        failures += [f for f in (clean(options, folder, p, True) for p in shared) if f]
        failures += faults(options, folder)
    for f in failures:
        print("FAIL", f)
    print(f"{len(paths) + len(shared)} programs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
