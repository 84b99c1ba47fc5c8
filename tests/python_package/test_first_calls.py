# SPDX-License-Identifier: Apache-2.0
"""Whatever is called first, and on whatever thread: an answer or an exception, never a crash."""

import os
import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
import os, sys, threading, warnings
import tack

@tack.kernel
def k(x):
    for i in range(len(x)):
        x[i] = x[i] + 1

def works():
    x = tack.zeros(3000)
    k(x)
    return x.min() == x.max() == 1
"""

# Every public name called first of all, in a process of its own, with arguments that make no sense.
EVERYTHING = """
def attempt(call):
    try:
        call()
    except Exception as error:
        assert str(error) is not None

def calls(value):
    for arguments in ((), (None,), (0,), (-1,), ("x",), (3.5, "y"), (k,), (value,), ([],), ((), ()), (2**70,), (b"",)):
        attempt(lambda: value(*arguments))
    attempt(lambda: value(k, None, mode=3))
    attempt(lambda: value(shape=None, dtype=None))

def owners():
    yield tack, sorted(name for name in dir(tack) if not name.startswith("__"))
    for kind in (tack.Array, tack.DType, tack.Vector, tack.Matrix, type(k), type(tack.constant(1))):
        yield kind, sorted(name for name in dir(kind) if name not in ("__class__", "__init_subclass__"))
    instance = tack.zeros(3)
    yield instance, sorted(name for name in dir(instance) if name != "__class__")

bad = []
for owner, names in owners():
    for name in names:
        if name in ("_os", "_sys", "__dict__", "__reduce__", "__reduce_ex__"):
            continue
        child = os.fork()
        if child == 0:
            status = 1
            try:
                sys.stdout = sys.stderr = open(os.devnull, "w")
                value = getattr(owner, name, None)
                if callable(value):
                    calls(value)
                status = 0 if works() else 3
            except BaseException:
                status = 4
            finally:
                os._exit(status)
        status = os.waitpid(child, 0)[1]
        if status != 0:
            bad.append((str(owner), name, status))
print(bad)
"""

THREADS = {
    "a thread that ends": """
        seen = []
        thread = threading.Thread(target=lambda: seen.append(works()))
        thread.start(); thread.join()
        thread = threading.Thread(target=lambda: seen.append(works()))
        thread.start(); thread.join()
        print(seen, works())
        """,
    "sixteen at once": """
        start = threading.Barrier(16)
        seen = []
        def run():
            start.wait()
            seen.append(works())
        threads = [threading.Thread(target=run) for _ in range(16)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print([all(seen), len(seen) == 16], works())
        """,
    "one that outlives the main one": """
        def run():
            threading.main_thread().join()
            print([True, True], works(), flush=True)
        threading.Thread(target=run).start()
        """,
}


def run(tmp_path, text):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM + textwrap.dedent(text))
    done = subprocess.run(
        [sys.executable, path], env={**os.environ}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout


def test_every_name(tmp_path):
    assert run(tmp_path, EVERYTHING).strip() == "[]"


@pytest.mark.parametrize("which", THREADS)
def test_threads(tmp_path, which):
    assert run(tmp_path, THREADS[which]) == "[True, True] True\n"
