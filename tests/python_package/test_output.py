# SPDX-License-Identifier: Apache-2.0
"""print to sys.stdout, return values, workgroups: what the host sees of them."""

import io
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import tack


@tack.kernel
def say(n, step):
    for i in range(n):
        if i % step == 0:
            print("item", i, "done")


@tack.kernel
def say_twice(n):
    for i in range(n):
        print("first", i)
        print("second", i)


@pytest.mark.parametrize("n", [1, 5, 3000])
def test_lines_come_out_whole(threads, capsys, n):
    say(n, 3)
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == sorted(f"item {i} done" for i in range(0, n, 3))


def test_lines_of_an_item_keep_their_order(threads, capsys):
    say_twice(500)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1000
    for i in range(500):
        assert lines.index(f"first {i}") < lines.index(f"second {i}")


def test_nothing_is_printed_by_nobody(capsys):
    say(0, 1)
    say(-5, 1)
    assert capsys.readouterr().out == ""


def test_more_than_the_buffer_holds(threads, capsys):
    say(120000, 1)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 120000 and len(set(lines)) == 120000


def test_after_and_before_what_python_prints(capsys):
    print("before")
    say(1, 1)
    print("after")
    assert capsys.readouterr().out == "before\nitem 0 done\nafter\n"


def test_several_threads_of_the_host(capsys):
    workers = [threading.Thread(target=say, args=(2000, 1)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == sorted(f"item {i} done" for i in range(2000) for _ in range(4))


class Broken(io.StringIO):
    def write(self, text):
        raise OSError("no paper")


def test_a_stdout_that_fails(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", Broken())
    with pytest.raises(OSError, match="no paper"):
        say(10, 1)
    monkeypatch.undo()
    say(1, 1)
    assert capsys.readouterr().out == "item 0 done\n"


class Nested(io.StringIO):
    """A stdout whose write launches a kernel that prints."""

    is_first = True

    def write(self, text):
        if self.is_first:
            self.is_first = False
            say(1, 1)
        return super().write(text)


def test_a_stdout_that_prints_itself(monkeypatch):
    out = Nested()
    monkeypatch.setattr(sys, "stdout", out)
    say_twice(1)
    assert set(out.getvalue().splitlines()) >= {"first 0", "second 0", "item 0 done"}


def test_without_a_stdout(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    say(3, 1)


def test_a_program_whose_output_is_a_pipe(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        textwrap.dedent(
            """
            import tack
            @tack.kernel
            def k(x):
                for i in range(len(x)):
                    if x[i] > 0:
                        print("x[", i, "] =", x[i])
            k(tack.ones(3))
            print("end")
            """
        )
    )
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.splitlines()[:3]) == [f"x[ {i} ] = 1.0" for i in range(3)]
    assert done.stdout.endswith("end\n")


# --- return values


def test_a_missing_annotation_is_an_error_at_decoration():
    with pytest.raises(tack.UnsupportedSyntaxError, match=r"return at line 5, column 5 needs a"):

        @tack.kernel
        def k(x):
            for i in range(len(x)):
                x[i] = 1.0
            return x[0]


def test_a_local_of_the_loop_is_an_error_at_decoration():
    text = r"return at line 5, column 5 reads 't', which the parallel loop assigns"
    with pytest.raises(tack.UnsupportedSyntaxError, match=text):

        @tack.kernel
        def k(x) -> float:
            for i in range(len(x)):
                t = x[i]
            return t

    with pytest.raises(tack.UnsupportedSyntaxError, match="reads 'i'"):

        @tack.kernel
        def loop_variable(x) -> int:
            for i in range(len(x)):
                x[i] = 1
            return i


@tack.kernel
def outer(x, n) -> tack.f64:
    first = x[0] if n > 0 else -1.0
    c = 0.0
    for i in range(n):
        c = c + 1.0
        x[i] = x[i] + c
    return x[0] - first


@tack.kernel
def plain(x):
    for i in range(len(x)):
        x[i] = 1.0


def test_values():
    x = tack.full(5, 3.0)
    assert outer(x, 5) == 1.0 and type(outer(x, 5)) is float
    assert outer(x, 0) == 6.0  # nothing ran: first is -1
    assert plain(x) is None


@tack.kernel
def first_vector(va, n) -> float:
    v = va[0] * 2.0
    for i in range(n):
        va[i] = v + i
    return v.x + v.y * 10.0 + va[n - 1].x * 100.0


def test_vectors_before_the_loop():
    va = tack.Vector.zeros(2, 5, tack.f32)
    tack.copyto(va, np.full((5, 2), 3, np.float32))
    assert first_vector(va, 5) == 6.0 + 60.0 + 1000.0


@tack.kernel
def vector_value(va) -> float:
    for i in range(1):
        va[i] = va[i] + 1.0
    return va[0]


@tack.kernel
def vector_print(va):
    for i in range(1):
        print("v", va[i])


def test_vectors_are_no_single_values():
    for kernel in (vector_value, vector_print):
        with pytest.raises(tack.UnsupportedSyntaxError):
            kernel(tack.Vector.zeros(2, 3, tack.f32))


@tack.kernel
def seen_before(hits, n, out):
    start = hits[0]
    for i in range(n):
        tack.atomic_add(hits, 0, 1)
        out[i] = start


def test_what_stands_before_the_loop_is_loaded_before_it():
    hits, out = tack.full(1, 7, tack.i32), tack.zeros(5000, tack.i32)
    seen_before(hits, 5000, out)
    assert hits.numpy()[0] == 5007 and np.all(out.numpy() == 7)


# --- workgroups


@tack.kernel
def grouped(x):
    for i in range(len(x)):
        if len(x) < 0:
            s = tack.shared(tack.f32, 256)
            s[tack.thread_id()] = x[i]
            tack.barrier()
            x[i] = tack.block_sum(s[0])
        x[i] = 5.0


@tack.func
def lane():
    return tack.thread_id()


@tack.kernel
def grouped_inside(x):
    for i in range(len(x)):
        x[i] = lane()


@pytest.mark.parametrize("size", [256, 0])
def test_workgroups_are_refused(size):
    x = tack.zeros(size)
    for _ in range(2):
        with pytest.raises(RuntimeError) as info:
            grouped(x)
        assert type(info.value) is RuntimeError
        text = str(info.value)
        assert text.startswith("Kernel 'grouped' failed on CPUBackend: ")
        for primitive in ("barrier", "block_sum", "shared", "thread_id"):
            assert primitive in text
        assert type(info.value.__cause__) is NotImplementedError
    assert not x.numpy().any()
    for mode in ("ir", "source", "optimized"):
        with pytest.raises(NotImplementedError, match="'grouped'.*barrier.*CPUBackend") as info:
            tack.inspect(grouped, x, mode=mode)
        assert not isinstance(info.value, tack.UnsupportedSyntaxError)
    with pytest.raises(RuntimeError, match="'grouped_inside' failed on CPUBackend: .*thread_id"):
        grouped_inside(x)


@tack.func
def deeper(x):
    tack.atomic_add(x, 0, 1.0)


def head(construct, body):
    lines = [
        "import tack",
        "@tack.func",
        "def deeper(x):",
        "    tack.atomic_add(x, 0, 1.0)",
        "@tack.kernel",
        "def k(x, n):",
        f"    {body}",
        "    for i in range(n):",
        "        x[i] = 1.0",
    ]
    return "\n".join(
        lines
    ), rf"^Kernel 'k': {construct} at line 3, column \d+ is outside the parallel"


@pytest.mark.parametrize(
    "construct, body",
    [
        ("store", "x[0] = 1.0"),
        ("store", "x[0] += 1.0"),
        ("store", "x[0], y = 1.0, 2.0"),
        (r"atomic_add\(\)", "tack.atomic_add(x, 0, 1.0)"),
        (r"atomic_min\(\)", "y = tack.atomic_min(x, 0, 1.0)"),
        (r"atomic_max\(\)", "y = 1 + tack.atomic_max(x, 0, 1.0)"),
        (r"barrier\(\)", "tack.barrier()"),
        (r"block_sum\(\)", "y = tack.block_sum(x[0])"),
        (r"print\(\)", "print(n)"),
    ],
)
def test_effects_outside_the_loop(tmp_path, construct, body):
    source, text = head(construct, body)
    namespace = {}
    path = tmp_path / "case.py"
    path.write_text(source)
    import importlib.util

    spec = importlib.util.spec_from_file_location("case", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    namespace.update(vars(module))
    with pytest.raises(tack.UnsupportedSyntaxError, match=text):
        namespace["k"](tack.zeros(3), 3)


@tack.kernel
def calls_deeper(x):
    deeper(x)
    for i in range(len(x)):
        x[i] = 1.0


def test_effects_in_functions_outside_the_loop():
    text = r"^Device function 'deeper' \(inlined into kernel 'calls_deeper'\): atomic_add\(\) at line 3"
    with pytest.raises(tack.UnsupportedSyntaxError, match=text):
        calls_deeper(tack.zeros(3))


@pytest.mark.parametrize(
    "name", ["shared", "shared_like", "barrier", "thread_id", "block_sum", "block_min", "block_max",
             "local_array", "local_array_like", "ndindex"]
)  # fmt: skip
def test_host_calls(name):
    with pytest.raises(RuntimeError, match=rf"tack\.{name}\(\)"):
        getattr(tack, name)()
