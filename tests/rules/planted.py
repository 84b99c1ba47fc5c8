#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks promises in the compiler, one at a time, and sees whether their tests fail.

Each fault names a promise of tests/rules/*.toml and a text that stands once in a file. The tree is
copied to a scratch folder (default build/planted-rules) and built there; for each fault only what it
touches is built again, and the tests that the promise names run until one fails. Ends with an error
before it builds anything when a fault's promise or text is gone, and afterwards when a test of the
unchanged tree fails, a fault does not compile, or no test sees it.

planted.py --only 'order|atomic' runs the faults whose promise matches; --check only looks whether all
of them could be planted.
"""

import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from faults import FAULTS
from planting import ROOT, configure, copy_tree, run, share_objects

FOLDER = pathlib.Path(__file__).resolve().parent
# Where a test stands and what is built for it, the cheapest first.
KINDS = {
    "python/errors/": ["tack"],
    "python/run/": ["tack-run-kernel"],
    "src/frontend/python/": ["tack_frontend_python_test"],
    "src/runtime/xc/": ["tack_rt_xc_test"],
    "xc/": ["xcc"],
    "python_package/": ["_tack", "tack_llvm", "tack"],
}


def rules():
    return {
        f"{file.stem}/{name}": rule
        for file in sorted(FOLDER.glob("*.toml"))
        for name, rule in tomllib.loads(file.read_text()).items()
    }


def complaints(root=ROOT):
    """What keeps faults from being planted: nothing, when all is well."""
    known, found = rules(), []
    for rule, _, path, old, new in FAULTS:
        count = (root / path).read_text().count(old)
        if rule not in known:
            found.append(f"{rule}: there is no such promise")
        if count != 1:
            found.append(f"{rule}: its text stands {count} times in {path}: {old!r}")
        if old == new:
            found.append(f"{rule}: the fault changes nothing")
    return found


def kind_of(test):
    return next(kind for kind in KINDS if test.startswith(kind))


def is_about(line, scratch, test):
    """Whether a complaint of tack check is about the kernel or function that the test names."""
    path, name = test.split("::")
    found = re.match(rf"{re.escape(str(scratch / 'tests' / path))}:(\d+)", line)
    lines = (scratch / "tests" / path).read_text(errors="replace").split("\n")
    starts = [k for k, text in enumerate(lines) if re.match(r"\s*(async )?def ", text)]
    at = next(k for k in starts if re.match(rf"\s*(async )?def {name}\(", lines[k]))
    end = next((k for k in starts if k > at), len(lines))
    return found is not None and at <= int(found[1]) < end  # from the decorator on


def cheapest_first(tests):
    return sorted(tests, key=lambda test: list(KINDS).index(kind_of(test)))


class Tests:
    """Runs tests of the manifest in a built copy of the tree."""

    def __init__(self, scratch, build, jobs):
        self.scratch, self.build, self.jobs = scratch, build, jobs

    def make(self, kind):
        """What the compiler says when it cannot build what such tests need."""
        done = run(["ninja", "-C", self.build, "-j", self.jobs, *KINDS[kind]])
        return done.stdout[-2000:] if done.returncode else None

    def commands(self, kind, tests):
        if kind == "xc/":
            return [self.xc(test) for test in tests]
        named = [test.split("::") for test in tests]
        if kind.startswith("src/"):
            names = ":".join(name for _, name in named)
            return [[self.build / "bin" / KINDS[kind][0], f"--gtest_filter={names}"]]
        if kind == "python/errors/":
            return [self.check(self.scratch / "tests" / path) for path in {p for p, _ in named}]
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        return [[*pytest, *(f"{self.scratch}/tests/{path}::{name}" for path, name in named)]]

    def xc(self, test):
        """A program of tests/xc, one of a file of programs, or a function of a script."""
        path, _, name = test.partition("::")
        script, which = (
            ("driver_tests.py", name) if path.endswith(".py") else ("run_tests.py", test[3:])
        )
        command = [sys.executable, self.scratch / "tests/xc" / script]
        return [*command, "--xcc", self.build / "bin/xcc", which]

    def check(self, file):
        line = re.search(r"RUN: tack check (.*)", file.read_text())[1]
        return [self.build / "bin/tack", "check", *shlex.split(line.replace("%s", str(file)))]

    def fails(self, kind, tests):
        """The first line that says so; an empty text when all pass."""
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("TACK_RUN_KERNEL", None)
        if kind == "python/run/":
            environment["TACK_RUN_KERNEL"] = str(self.build / "bin/tack-run-kernel")
        elif kind == "python_package/":
            environment["PYTHONPATH"] = str(self.build / "python")
        for command in self.commands(kind, tests):
            # Nothing that was compiled before a fault was planted.
            with tempfile.TemporaryDirectory() as folder:
                environment["TACK_CACHE_DIR"] = folder
                try:
                    done = run(command, timeout=300, env=environment, cwd=folder)
                except subprocess.TimeoutExpired:
                    return "it does not end"
            if done.returncode != 0:
                said = (done.stdout + done.stderr).splitlines()
                if kind == "python/errors/" and done.returncode > 0:
                    said = [x for x in said if any(is_about(x, self.scratch, t) for t in tests)]
                    if not said:  # of other kernels in that file
                        continue
                worst = [
                    x
                    for x in said
                    if x.startswith(("E  ", "FAIL")) or "error:" in x or "Failure" in x
                ]
                return " ".join((worst or said or ["it dies"])[0].split())[:110]
        return ""


def plant(fault, tests, named):
    """The verdict, the test that saw the fault, and what it said."""
    rule, _, path, old, new = fault
    file = tests.scratch / path
    original = file.read_text()
    try:
        file.write_text(original.replace(old, new))
        for test in cheapest_first(named):
            if said := tests.make(kind_of(test)):
                return "BROKEN", test, said
            if said := tests.fails(kind_of(test), [test]):
                return "found", test, said
        return "MISSED", "", ""
    finally:
        file.write_text(original)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / "build/planted-rules")
    parser.add_argument("--only", default="", help="faults whose promise or name matches")
    parser.add_argument("--check", action="store_true", help="look at the texts, build nothing")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    settings = parser.parse_args()
    if found := complaints():
        raise SystemExit("\n".join(found))
    if settings.check:
        print(f"{len(FAULTS)} faults in {len({f[0] for f in FAULTS})} promises can be planted")
        return 0
    scratch = settings.scratch.resolve()
    share_objects(scratch)
    copy_tree(scratch)
    pythons = [f"-D{name}_EXECUTABLE={sys.executable}" for name in ("Python", "Python3")]
    build = configure(scratch, "-DTACK_PYTHON=ON", *pythons)
    tests, known = Tests(scratch, build, settings.jobs), rules()
    faults = [f for f in FAULTS if re.search(settings.only, f"{f[0]} {f[1]}")]
    named = {t for f in faults for t in known[f[0]]["tests"]}
    for kind in KINDS:
        of_kind = sorted(test for test in named if kind_of(test) == kind)
        if of_kind and (said := tests.make(kind) or tests.fails(kind, of_kind)):
            raise SystemExit(f"the unchanged tree fails: {said}")
    missed = 0
    for fault in faults:
        start = time.monotonic()
        verdict, test, said = plant(fault, tests, known[fault[0]]["tests"])
        missed += verdict != "found"
        print(f"{verdict:6} {fault[0]}: {fault[1]}")
        print(f"       {test}: {said} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} planted faults found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
