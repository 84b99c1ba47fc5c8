# SPDX-License-Identifier: Apache-2.0
"""What the scripts that plant faults share: a copy of the tree, built where it does no harm."""

import argparse
import filecmp
import os
import pathlib
import re
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


def run(command, **options):
    return subprocess.run(command, check=False, capture_output=True, text=True, **options)


def share_objects(scratch):
    """Lets ccache take objects from other trees, and from an earlier run of the script."""
    os.environ.setdefault("CCACHE_BASEDIR", str(scratch))
    os.environ.setdefault("CCACHE_NOHASHDIR", "1")
    os.environ.setdefault("CCACHE_SLOPPINESS", "pch_defines,time_macros")


def copy_tree(scratch):
    """Writes what differs only, with a time of now: a second call builds little, and a fault that a
    run which was killed left behind does not stay in an object."""
    scratch.mkdir(parents=True, exist_ok=True)
    for source in sorted(ROOT.rglob("*")):
        path = source.relative_to(ROOT)
        if path.parts[0] == "build" or path.parts[0].startswith("."):
            continue
        target = scratch / path
        if source.is_dir():
            target.mkdir(exist_ok=True)
        elif not target.exists() or not filecmp.cmp(source, target, shallow=False):
            shutil.copyfile(source, target)
            shutil.copymode(source, target)


def configure(scratch, *options):
    """The build folder of the copy, or exit with CMake's words."""
    build = scratch / "build"
    command = ["cmake", "-S", scratch, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    if shutil.which("ccache"):
        command += [f"-DCMAKE_{x}_COMPILER_LAUNCHER=ccache" for x in ("C", "CXX")]
    done = run([*command, *options])
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return build


def options(description, count):
    """The command line of a script that plants bugs for a fuzzer to find."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / "build/planted")
    parser.add_argument("--count", type=int, default=count, help="programs tried for each bug")
    parser.add_argument("--only", default="", help="bugs whose name matches")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--check", action="store_true", help="only whether each text is there")
    return parser


def find(root, text, file=None):
    """The files below src/ that have the text, one as often as it does."""
    paths = [root / file] if file else sorted((root / "src").rglob("*.[ch]pp"))
    return [path for path in paths for _ in range(path.read_text().count(text))]


def choose(bugs, only):
    """Those that match, and those of them whose text does not stand in one place."""
    chosen = [bug for bug in bugs if re.search(only, bug["name"])]
    stale = [bug for bug in chosen if len(find(ROOT, bug["text"], bug.get("file"))) != 1]
    for bug in stale:
        print(f"STALE   {bug['name']}: its text does not stand in one place")
    return [bug for bug in chosen if bug not in stale], len(stale)


def must_pass(done):
    if done.returncode:
        raise SystemExit("the unchanged tree fails:\n" + (done.stdout + done.stderr)[-4000:])


def campaign(bugs, scratch, make, fuzz):
    """Plants one bug after the other in the built copy. `fuzz` runs the fuzzer, which ends with 1 or
    3 when it finds something. The number of those that were not found."""
    missed = 0
    for bug in bugs:
        start = time.monotonic()
        path = find(scratch, bug["text"], bug.get("file"))[0]
        original = path.read_text()
        try:
            path.write_text(original.replace(bug["text"], bug["replacement"]))
            done = run(make)
            verdict = "BROKEN"
            if not done.returncode:
                done = fuzz(bug)
                verdict = "found" if done.returncode in (1, 3) else "MISSED"
        finally:
            path.write_text(original)
        missed += verdict != "found"
        said = (done.stdout + done.stderr).splitlines()
        where = next((line for line in said if re.search(r"seeds? \d", line)), "")[:150]
        if verdict != "found":
            where = " ".join(said)[-800:]
        print(f"{verdict:7} {bug['name']}: {where} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{len(bugs) - missed} of {len(bugs)} planted bugs found")
    return missed
