# SPDX-License-Identifier: Apache-2.0
"""Kernels in forked and spawned processes, in threads of any stack size, and in many threads at once."""

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import tack


@tack.kernel
def double(x):
    for i in range(len(x)):
        x[i] = x[i] * 2


@tack.func
def bump(x, by):
    return x + by


@tack.kernel
def with_function(x, y, by):
    for i in range(len(x)):
        y[i] = bump(x[i], by) * 3


@tack.kernel
def large_frame(x, n):
    for i in range(len(x)):
        a = tack.local_array(tack.f32, 2000)
        for k in range(2000):
            a[k] = k + x[i]
        s = 0.0
        for k in range(n):
            s += a[(k * 37) % 2000]
        x[i] = s


@tack.kernel
def largest_frame(x):
    for i in range(len(x)):
        a = tack.local_array(tack.f64, 16000)
        for k in range(16000):
            a[k] = k * 0.5
        s = 0.0
        for k in range(i % 7 + 1, 16000, 1000):
            s += a[k]
        x[i] = s


def in_threads(count, work):
    errors = []
    start = threading.Barrier(count)

    def run(k):
        try:
            start.wait()
            work(k)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors


# --- many threads


def fresh():
    @tack.kernel
    def kernel(x, y, by):
        for i in range(len(x)):
            y[i] = bump(x[i], by) * 3

    return kernel


def test_one_cold_kernel_from_many_threads():
    for round in range(3):
        kernel = fresh()

        def work(k):
            # Everybody needs the same variants, in other orders.
            for name in ("i32", "f64", "u8", "f32")[k % 4 :] + ("i32", "f64", "u8", "f32")[: k % 4]:
                x = tack.full(1000 + k, k + 1, getattr(tack, name))
                y = tack.zeros(1000 + k, getattr(tack, name))
                kernel(x, y, 2)
                assert (y.numpy() == (k + 3) * 3).all()

        in_threads(12, work)


@tack.kernel
def refused(x, n):
    for i in range(n % 3):
        x[i] = 1


def test_exceptions_and_results_from_many_threads():
    kernel = fresh()

    def work(k):
        x, y = tack.full(50_000, k, tack.i32), tack.zeros(50_000, tack.i32)
        for round in range(40):
            if (k + round) % 3 == 0:
                with pytest.raises(RuntimeError, match="'refused' failed on CPUBackend"):
                    refused(x, round)
            elif (k + round) % 3 == 1:
                with pytest.raises(TypeError, match="argument 'by' is a str"):
                    kernel(x, y, "no")
            kernel(x, y, round)
            assert (y.numpy() == (k + round) * 3).all()

    in_threads(8, work)


def test_launches_and_thread_counts_at_once():
    x = [tack.full(200_000, 1, tack.f64) for _ in range(6)]

    def work(k):
        for round in range(60):
            if k == 5:
                tack.set_default_device("cpu", num_threads=round % 7 + 1)
            double(x[k])

    try:
        in_threads(6, work)
    finally:
        tack.set_default_device("cpu")
    for array in x:
        assert array.min() == array.max() == 2.0**60


# --- stacks


@pytest.mark.parametrize("kilobytes", [32, 64, 128, 512, 2048])
def test_threads_with_small_stacks(kilobytes):
    expected = {}
    for dtype in (tack.f32, tack.f64):
        x = tack.full(5000, 2.0, dtype)
        large_frame(x, 1500)
        y = tack.zeros(777, tack.f64)
        largest_frame(y)
        expected[dtype] = x.numpy(), y.numpy()

    def work(k):
        for dtype in (tack.f32, tack.f64):
            for round in range(4):
                x = tack.full(5000, 2.0, dtype)
                large_frame(x, 1500)
                y = tack.zeros(777, tack.f64)
                largest_frame(y)
                assert (x.numpy() == expected[dtype][0]).all()
                assert (y.numpy() == expected[dtype][1]).all()
        fresh()(tack.zeros(10), tack.zeros(10), 1)  # compiles

    before = threading.stack_size(kilobytes * 1024)
    try:
        in_threads(4, work)
    finally:
        threading.stack_size(before)


PROGRAM = """
import os, sys, threading, multiprocessing
import numpy as np
import tack

@tack.kernel
def largest_frame(x):
    for i in range(len(x)):
        a = tack.local_array(tack.f64, 16000)
        for k in range(16000):
            a[k] = k * 0.5
        s = 0.0
        for k in range(i % 7 + 1, 16000, 1000):
            s += a[k]
        x[i] = s

@tack.kernel
def double(x):
    for i in range(len(x)):
        x[i] = x[i] * 2

def check(n=300_000):
    x = tack.ones(n)
    double(x)
    double(x)
    return x.min() == x.max() == 4

def make(k):
    step = tack.constant(k)
    @tack.kernel
    def adder(x):
        for i in range(len(x)):
            x[i] = x[i] + step
    return adder

def in_child(work):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if work() else 2
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0
"""


def run(tmp_path, code, prefix=(), **environment):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM + textwrap.dedent(code))
    done = subprocess.run(
        [*prefix, sys.executable, path],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout.split()


def test_a_main_thread_with_a_small_stack(tmp_path):
    code = """
    x = tack.zeros(777, tack.f64)
    largest_frame(x)
    largest_frame(x)
    print(x.max())
    """
    y = tack.zeros(777, tack.f64)
    largest_frame(y)
    for limit in ("512", "unlimited"):
        prefix = ("sh", "-c", f'ulimit -s {limit}; exec "$@"', "sh")
        assert run(tmp_path, code, prefix) == [str(y.max())]


# --- processes


@pytest.mark.parametrize("threads", ["1", "2", "7"])
@pytest.mark.parametrize("warm", [0, 1])
def test_fork_before_and_after_first_use(tmp_path, threads, warm):
    code = f"""
    good = {not warm} or check()
    for round in range(3):
        good = good and in_child(check) and check() and in_child(lambda: in_child(check))
    # A kernel that the parent has not compiled.
    good = good and in_child(lambda: make(5)(tack.zeros(3)) is None)
    print(good)
    """
    assert run(tmp_path, code, TACK_CPU_THREADS=threads) == ["True"]


@pytest.mark.parametrize("threads", ["1", "2", "7"])
def test_fork_while_others_launch_and_compile(tmp_path, threads):
    code = """
    stop = False
    def launch():
        x = tack.zeros(400_000)
        while not stop:
            double(x)
    def compile(k):
        x = tack.zeros(100)
        while not stop:
            make(k)(x)
            k += 2
    others = [threading.Thread(target=launch)]
    others += [threading.Thread(target=compile, args=(k,)) for k in range(2)]
    for thread in others:
        thread.start()
    good = True
    def child(k):
        x = tack.zeros(50)
        make(100_000 + k)(x)
        return x.max() == 100_000 + k and check(100_000)
    for k in range(25):
        good = good and in_child(lambda: child(k))
    # From a thread that is not the main one.
    results = []
    def forker():
        for k in range(10):
            results.append(in_child(lambda: child(1000 + k)))
    thread = threading.Thread(target=forker)
    thread.start()
    thread.join()
    stop = True
    for thread in others:
        thread.join()
    print(good, all(results), len(results))
    """
    lines = run(tmp_path, code, TACK_CPU_THREADS=threads, TACK_CACHE="0")
    assert lines == ["True", "True", "10"]


def test_a_child_needs_what_its_parent_is_compiling(tmp_path):
    # The same variant: the child must not wait for a thread that it does not have.
    code = """
    good = True
    for k in range(12):
        kernel = make(k)
        def first():
            kernel(tack.zeros(10))
        thread = threading.Thread(target=first)
        thread.start()
        def child():
            x = tack.zeros(10)
            kernel(x)
            return x.max() == k
        good = good and in_child(child)
        thread.join()
    print(good)
    """
    assert run(tmp_path, code, TACK_CACHE="0") == ["True"]


def worker(n):
    x = tack.asarray(np.arange(n, dtype=np.float64))
    double(x)
    return x


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_multiprocessing(method):
    context = multiprocessing.get_context(method)
    assert worker(10)[9] == 18
    with context.Pool(2) as pool:
        for array, n in zip(pool.map(worker, [5, 1000, 200_000]), [5, 1000, 200_000], strict=True):
            assert isinstance(array, tack.Array) and (array.numpy() == 2.0 * np.arange(n)).all()


def test_interrupting_a_forked_thread(tmp_path):
    # After a fork the thread that called it is the child's main thread and gets its signals.
    code = """
    import signal
    @tack.kernel
    def spin(x, n):
        for i in range(len(x)):
            t = x[i]
            for k in range(n):
                t = t * 0.999 + 0.001
            x[i] = t
    def child():
        def handler(number, frame):
            raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        x = tack.zeros(1 << 20)
        try:
            spin(x, 1 << 20)
        except KeyboardInterrupt:
            return True
    spin(tack.zeros(100), 3)
    results = []
    thread = threading.Thread(target=lambda: results.append(in_child(child)))
    thread.start()
    thread.join()
    print(results)
    """
    assert run(tmp_path, code) == ["[True]"]


def test_daemon_threads_at_exit(tmp_path):
    # Python ends while they launch; they must not take the process down.
    code = """
    import time
    def launch():
        x = tack.zeros(20_000)
        while True:
            double(x)
    for _ in range(4):
        threading.Thread(target=launch, daemon=True).start()
    time.sleep(0.1)
    print("end")
    """
    for round in range(8):
        assert run(tmp_path, code) == ["end"]


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module has another name")
def test_sub_interpreters_are_refused(tmp_path):
    code = """
    import _xxsubinterpreters as interpreters
    lines = ["try:", " import tack", " print('imported')", "except ImportError as error:"]
    lines += [" print('main interpreter only' in str(error))"]
    for round in range(2):
        one = interpreters.create()
        interpreters.run_string(one, chr(10).join(lines))
        interpreters.destroy(one)
    print(check())
    """
    assert run(tmp_path, code) == ["True", "True", "True"]
