# SPDX-License-Identifier: Apache-2.0
"""What the scripts that plant faults share: a copy of the tree, built where it does no harm."""

import filecmp
import os
import pathlib
import shutil
import subprocess

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
