# SPDX-License-Identifier: Apache-2.0
"""The disk cache between processes."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

PROGRAM = textwrap.dedent(
    """
    import sys
    import tack

    GAIN = tack.constant({gain})

    @tack.func
    def helper(x):
        return x * GAIN

    @tack.kernel
    def kernel(x, y):
        for i in range(x.shape[0]):
            y[i] = helper(x[i]) + {offset}

    x, y = tack.full(100, 2, tack.{dtype}), tack.zeros(100, tack.{dtype})
    kernel(x, y)
    assert (y.numpy() == 2 * {gain} + {offset}).all()
    print("llvm" if "libtack_llvm" in open("/proc/self/maps").read() else "disk")
    """
)


@pytest.fixture
def program(tmp_path):
    cache = tmp_path / "cache"

    def run(gain=3, offset=1, dtype="i32", name="program.py", **settings):
        path = tmp_path / name
        path.write_text(PROGRAM.format(gain=gain, offset=offset, dtype=dtype))
        env = {
            **os.environ,
            "TACK_CACHE_DIR": str(cache),
            "PYTHONDONTWRITEBYTECODE": "1",
            **settings,
        }
        done = subprocess.run([sys.executable, path], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    run.cache = cache
    return run


def test_the_second_process_loads_no_compiler(program):
    assert program() == "llvm"
    assert program() == "disk"
    assert (program.cache.stat().st_mode & 0o777) == 0o700
    # The text of the kernel counts, not where it stands.
    assert program(name="another.py") == "disk"


def test_every_part_of_the_key_counts(program):
    assert program() == "llvm"
    assert program(gain=4) == "llvm"  # a constant that only a device function reads
    assert program(offset=2) == "llvm"
    assert program(dtype="f32") == "llvm"
    assert program(TACK_CPU_ISA="sse2") == "llvm"
    assert program(TACK_CPU_GANG="1") == "llvm"
    for again in ({}, {"gain": 4}, {"offset": 2}, {"dtype": "f32"}, {"TACK_CPU_ISA": "sse2"}):
        assert program(**again) == "disk"
    assert program(TACK_CACHE="0") == "llvm"
    assert program(TACK_CPU_THREADS="1") == "disk"  # changes no code


def test_damaged_entries_are_compiled_again(program):
    program()
    (entry,) = program.cache.iterdir()
    whole = entry.read_bytes()
    for damaged in (
        b"",
        whole[:100],
        whole[:-1],
        whole[:200] + b"\xff" + whole[201:],
        whole + b"x",
    ):
        entry.write_bytes(damaged)
        assert program() == "llvm"
        assert program() == "disk"
    entry.unlink()
    entry.mkdir()
    assert program() == "llvm"


def test_a_cache_that_cannot_be_written(program, tmp_path):
    (tmp_path / "file").write_text("x")
    assert program(TACK_CACHE_DIR=str(tmp_path / "file" / "below")) == "llvm"
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert program(TACK_CACHE_DIR=str(shared)) == "llvm"
    assert not list(shared.iterdir())


def test_many_cold_processes_of_which_some_are_killed(program, tmp_path):
    program(TACK_CACHE="0")  # writes the file
    env = {**os.environ, "TACK_CACHE_DIR": str(program.cache), "PYTHONDONTWRITEBYTECODE": "1"}
    processes = [
        subprocess.Popen([sys.executable, tmp_path / "program.py"], env=env, stdout=subprocess.PIPE)
        for _ in range(12)
    ]
    time.sleep(0.15)
    processes[0].kill()
    processes[7].kill()
    codes = [process.wait() for process in processes]
    assert [code for code in codes if code not in (0, -signal.SIGKILL)] == []
    assert [entry for entry in program.cache.iterdir() if not entry.name.startswith(".tmp-")]
    assert program() == "disk"


INTERRUPTED = textwrap.dedent(
    """
    import os, signal, threading, time
    import tack

    @tack.kernel
    def slow(x, n):
        for i in range(x.shape[0]):
            t = x[i]
            for k in range(n):
                t = t * 0.999 + 0.001
            x[i] = t

    # Started in the background, Python would leave SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    x = tack.zeros(1 << 20)
    for _ in range(CALLS):  # what a launch cost before says nothing about the next
        slow(x, 1)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.time()
    try:
        slow(x, 1 << 20)
        print("finished")
    except KeyboardInterrupt:
        print("interrupted", time.time() - start < 20)
    slow(x, 1)
    """
)


@pytest.mark.parametrize("calls", [1, 30])
def test_a_long_launch_can_be_interrupted(tmp_path, calls):
    path = tmp_path / "interrupted.py"
    path.write_text(INTERRUPTED.replace("CALLS", str(calls)))
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "interrupted True", done.stderr
