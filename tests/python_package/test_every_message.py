# SPDX-License-Identifier: Apache-2.0
"""Every message of the package itself is triggered: here, or by the test that ELSEWHERE names. Those
about a kernel's text are the front end's, whose own test does the same (messages_test.cpp)."""

import ast
import ctypes
import pathlib
import re

import numpy as np
import pytest

import tack

ROOT = pathlib.Path(__file__).parents[2]
V = tack.constant((1, 2, 3))


@tack.kernel
def put(x, v, n):
    for i in range(n):
        x[i] = v


@tack.kernel
def count(bins, x):
    for i in range(len(x)):
        tack.atomic_add(bins, x[i], 1)


@tack.func
def function(x):
    return x


@tack.device_class
class Plain:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


@tack.kernel
def with_object(o, x):
    for i in range(len(x)):
        x[i] = o.n


class Method:
    @tack.kernel
    def step(self, x):
        for i in range(len(x)):
            x[i] = 1


def frozen(n=4):
    return tack.from_buffer(bytes(4 * n), tack.f32)


def unaligned():
    memory = np.zeros(64, np.uint8)
    return tack.array_from_ptr(memory[1:], tack.i32, (4,), writable=True)


def deep():
    o = Plain(n=1)
    o.o = o
    return o


def without_file():
    exec("@tack.kernel\ndef k(x):\n    pass\n", {"tack": tack})


class Pointer:
    def __init__(self, value):
        self.value = value

    def __dlpack__(self, **options):
        return self.value


A, GRID = tack.zeros(4), tack.zeros((2, 3))
SMALL = np.zeros(4, np.float32)
LOCKED = np.zeros(4, np.float32)
LOCKED.flags.writeable = False
HUGE = tack.array_from_ptr(SMALL, tack.u8, (16,), writable=True)

# The exception that each call raises.
CASES = [
    # arrays and their shapes
    (ValueError, lambda: tack.zeros((1,) * 9)),
    (ValueError, lambda: tack.zeros((2, -3))),
    (ValueError, lambda: tack.zeros((2**40, 2**40))),
    (ValueError, lambda: tack.zeros(2**62)),
    (MemoryError, lambda: tack.zeros(2**45)),
    (TypeError, lambda: tack.zeros("x")),
    (TypeError, lambda: tack.zeros((2, "x"))),
    (TypeError, lambda: tack.zeros(3, "f33")),
    (TypeError, lambda: tack.zeros(3, float)),
    (RuntimeError, lambda: tack.f32(3)),
    (ValueError, lambda: GRID.reshape(5)),
    (TypeError, lambda: A.fill("x")),
    (OverflowError, lambda: tack.zeros(1, tack.i64).fill(2**64)),
    (OverflowError, lambda: tack.zeros(1, tack.u8).fill(256)),
    (ValueError, lambda: tack.Vector.zeros(2, 3).fill((1, 2, 3))),
    (RuntimeError, lambda: frozen().fill(1)),
    (RuntimeError, lambda: A.export_memory()),
    (RuntimeError, lambda: tack.field(exportable=True)),
    (AttributeError, lambda: setattr(A, "shape", 3)),
    (ValueError, lambda: A.__array__(np.float64, copy=False)),
    (ValueError, lambda: tack.zeros(0).min()),
    (ValueError, lambda: tack.zeros(0).max()),
    # elements on the host
    (TypeError, lambda: A["x"]),
    (TypeError, lambda: A[1:2]),
    (IndexError, lambda: A[4]),
    (IndexError, lambda: A[None]),
    (IndexError, lambda: GRID[1]),
    (TypeError, lambda: A.__setitem__(0, 1)),
    (TypeError, lambda: A.__delitem__(0)),
    (TypeError, lambda: list(A)),
    (ValueError, lambda: bool(A)),
    (TypeError, lambda: int(A)),
    (TypeError, lambda: float(tack.Vector.zeros(1, 1))),
    (TypeError, lambda: GRID.sum(axis=0)),
    (TypeError, lambda: put([1, 2], 1, 2)),
    (TypeError, lambda: A == A),
    (TypeError, lambda: A < A),
    (TypeError, lambda: 3 in A),
    # making and copying
    (TypeError, lambda: tack.asarray(object())),
    (TypeError, lambda: tack.asarray(np.zeros(2, np.complex64))),
    (TypeError, lambda: tack.asarray(memoryview(b"ab").cast("c"))),
    (ValueError, lambda: tack.asarray(np.zeros((1,) * 12))),
    (OverflowError, lambda: tack.asarray([-1, 2**63], tack.i64)),
    (OverflowError, lambda: tack.asarray([-1], tack.u8)),
    (OverflowError, lambda: tack.asarray([2**64 - 1], tack.i64)),
    (ValueError, lambda: tack.asarray(np.zeros((2, 33)), vector=True)),
    (ValueError, lambda: tack.asarray(np.zeros((2, 5, 2)), matrix=True)),
    (TypeError, lambda: tack.asarray(SMALL, vector=True, matrix=True)),
    (ValueError, lambda: tack.copyto(A, np.zeros(5))),
    (TypeError, lambda: tack.copyto(SMALL, A)),
    (ValueError, lambda: tack.concat([])),
    (TypeError, lambda: tack.concat([A, 3])),
    (TypeError, lambda: tack.concat([A, tack.Vector.zeros(2, 3)])),
    (TypeError, lambda: tack.concat([A, tack.zeros(2, tack.i32)])),
    (TypeError, lambda: tack.arange(1, 2, 3, 4)),
    (TypeError, lambda: tack.arange(1.5)),
    (TypeError, lambda: tack.arange(3, other=1)),
    (TypeError, lambda: tack.arange()),
    (ValueError, lambda: tack.arange(1, 2, 0)),
    (OverflowError, lambda: tack.arange(300, dtype=tack.u8)),
    # memory of others
    (TypeError, lambda: tack.from_buffer([1])),
    (TypeError, lambda: tack.from_buffer(np.zeros(2, "M8[s]"))),
    (TypeError, lambda: tack.from_buffer(np.zeros(2, bool))),
    (TypeError, lambda: tack.from_buffer(np.zeros(2, ">i4"))),
    (TypeError, lambda: tack.from_buffer(SMALL, tack.i32)),
    (ValueError, lambda: tack.from_buffer(SMALL[::2])),
    (ValueError, lambda: tack.from_buffer(bytearray(5), tack.f32)),
    (ValueError, lambda: tack.from_buffer(bytearray(8), tack.f32, (3,))),
    (ValueError, lambda: tack.from_buffer(np.zeros((1,) * 9))),
    (ValueError, lambda: tack.array_from_ptr(-1, tack.f32, 1)),
    (ValueError, lambda: tack.array_from_ptr(0, tack.f32, 1)),
    (TypeError, lambda: tack.array_from_ptr(ctypes.c_void_p(8), tack.f32, 1)),
    (TypeError, lambda: tack.array_from_ptr("x", tack.f32, 1)),
    (TypeError, lambda: tack.array_from_ptr(SMALL, None, 1)),
    (ValueError, lambda: tack.array_from_ptr(LOCKED, tack.f32, 4, writable=True)),
    (ValueError, lambda: tack.array_from_ptr(SMALL, tack.f32, 5)),
    (TypeError, lambda: tack.from_dlpack(3)),
    (TypeError, lambda: tack.from_dlpack(Pointer(5))),
    (ValueError, lambda: A.__dlpack__(stream=1)),
    (BufferError, lambda: A.__dlpack__(dl_device=(2, 0))),
    (BufferError, lambda: A.__dlpack__(copy=True)),
    (BufferError, lambda: frozen().__dlpack__()),
    (TypeError, lambda: A.__dlpack__(max_version=3)),
    # decorators
    (TypeError, lambda: tack.kernel()),
    (TypeError, lambda: tack.func(3)),
    (TypeError, lambda: tack.kernel(lambda x: x)),
    (TypeError, lambda: tack.device_class(3)),
    (RuntimeError, without_file),
    (RuntimeError, lambda: function(1)),
    (RuntimeError, lambda: tack.atomic_add(A, 0, 1)),
    (RuntimeError, lambda: tack.Vector([1, 2])),
    (RuntimeError, lambda: tack.Matrix.identity(2)),
    (AttributeError, lambda: tack.texture3d),
    (AttributeError, lambda: tack.nonsense),
    # calls
    (TypeError, lambda: put(A, "x", 1)),
    (TypeError, lambda: put(A, 2**64, 1)),
    (TypeError, lambda: put(A, 1)),
    (TypeError, lambda: Method().step()),
    (RuntimeError, lambda: put(A, 1, n=4)),
    (ValueError, lambda: put(frozen(), 1, 4)),
    (ValueError, lambda: count(unaligned(), tack.zeros(1, tack.i32))),
    (TypeError, lambda: with_object(deep(), A)),
    (TypeError, lambda: with_object(Plain(n=2**64), A)),
    (TypeError, lambda: with_object(Plain(**{f"x{k}": k for k in range(300)}), A)),
    (NotImplementedError, lambda: tack.inspect(put, A, 1, n=4)),
    (TypeError, lambda: tack.inspect(put, A, 1, 4, mode=3)),
    (ValueError, lambda: tack.inspect(put, A, 1, 4, mode="llvm")),
    (TypeError, lambda: tack.inspect(len, A)),
    (TypeError, lambda: tack._tack._variant_count(3)),
    # constants
    (TypeError, lambda: tack.constant("1")),
    (TypeError, lambda: tack.constant(0.5, tack.i32)),
    (TypeError, lambda: tack.constant(1, int)),
    (ValueError, lambda: tack.constant(2**64)),
    (ValueError, lambda: tack.constant(10**400, tack.f64)),
    (ValueError, lambda: tack.constant(())),
    (ValueError, lambda: tack.constant(((), ()))),
    (ValueError, lambda: tack.constant(((1, 2), (3,)))),
    (TypeError, lambda: tack.constant((1, (2, 3)))),
    (TypeError, lambda: tack.constant((((1,),),))),
    (ValueError, lambda: V.__array__(copy=False)),
    (IndexError, lambda: V[0, 1]),
    # devices and modules
    (TypeError, lambda: tack.device(3)),
    (ValueError, lambda: tack.device("tpu")),
    (ValueError, lambda: tack.device("cpu:1")),
    (RuntimeError, lambda: tack.set_default_device("cuda")),
    (RuntimeError, lambda: tack.set_default_device("cpu", workgroups=True)),
    (ValueError, lambda: tack.set_default_device("cpu", cores=2)),
    (TypeError, lambda: tack.set_default_device("cpu", num_threads="2")),
    (ValueError, lambda: tack.init("tpu")),
    (ValueError, lambda: tack.init("cpu", cores=2)),
    (ValueError, lambda: tack.init("cuda", cores=2)),
    (RuntimeError, lambda: tack.init("cuda")),
    (TypeError, lambda: tack.Vector.zeros("3", 3)),
    (ValueError, lambda: tack.Matrix.zeros(5, 2)),
    (ImportError, lambda: __import__("tack.algorithms")),
    (ImportError, lambda: __import__("tack.data")),
    (ImportError, lambda: __import__("tack.dataset")),
    (ImportError, lambda: __import__("tack.arrays")),
    (TypeError, lambda: tack.random.np_advance(0.5)),
]

# A part of the text, and the test that triggers it where that takes more than a line.
ELSEWHERE = {
    "from_dlpack() takes no Metal tensors": "test_dlpack.py::test_refused_tensors_stay_with_their_capsule",
    "which the device cpu cannot reach": "test_dlpack.py::test_refused_tensors_stay_with_their_capsule",
    "DLPack device type": "test_dlpack.py::test_refused_tensors_stay_with_their_capsule",
    "whose elements have": "test_dlpack.py::test_refused_tensors_stay_with_their_capsule",
    "DLPack dtype": "test_dlpack.py::test_refused_tensors_stay_with_their_capsule",
    "row-major order, which this tensor is not": "test_dlpack.py::test_refused_tensors_stay_with_their_capsule",
    "a DLPack tensor of version": "test_dlpack.py::test_other_refusals",
    "the DLPack capsule was consumed": "test_dlpack.py::test_the_deleter_runs_once_after_the_last_view",
    "a capsule named": "test_dlpack.py::test_other_refusals",
    "the array is read-only": "test_sharing.py::test_kinds_of_buffer_requests",
    "an Array is in row-major order": "test_sharing.py::test_kinds_of_buffer_requests",
    "works in the main interpreter only": "test_processes.py::test_sub_interpreters_are_refused",
    "a signal handler has forked": "test_interrupts.py::test_a_handler_that_forks",
    "the call has more than": "test_device_class_refusals.py::test_many_numbers",
}
# What no test can bring about.
NEVER = {
    "no memory for a stack": "a mapping of some MiB fails only when a process has no address space left",
    "changed while it was read": "another thread would have to change the object within microseconds",
    "concat() of more than 2^63": "its arrays would have to exist",
}

LITERAL = r'"(?:[^"\\]|\\.)*"'
CALLS = r"(?:PyErr_Format|PyErr_SetString|\bfail|nb::type_error)\("


def arguments(text, start):
    """What stands in the parenthesis that is open at `start`."""
    depth, at = 1, start
    while depth:
        string = re.compile(LITERAL).match(text, at)
        if string:
            at = string.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[start : at - 1]


def sources():
    for file in sorted((ROOT / "python" / "src").glob("*.cpp")):
        text = file.read_text()
        for call in re.finditer(CALLS, text):
            inside = arguments(text, call.end())
            for run in re.findall(rf"{LITERAL}(?:\s*{LITERAL})*", inside):
                parts = re.findall(LITERAL, run)
                yield file.name, "".join(ast.literal_eval(p) for p in parts)
    for file in sorted((ROOT / "python" / "tack").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                text = node.exc.args[0]
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                yield file.name, "".join(p.value if hasattr(p, "value") and isinstance(p.value, str) else "%s" for p in parts)  # fmt: skip


def pattern(text):
    pieces = re.split(r"%[-.0-9lz]*[a-zA-Z]", text)
    return re.compile(".*".join(re.escape(piece) for piece in pieces), re.DOTALL)


def said(call):
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


def kernel_of(count, folder):
    """A kernel with so many parameters."""
    names = [f"a{k}" for k in range(count)]
    path = folder / f"of_{count}.py"
    path.write_text(f"def k({', '.join(names)}):\n    for i in range(1):\n        a0[i] = 1\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    return tack.kernel(scope["k"])


def test_every_message_is_triggered(tmp_path):
    cases = [
        *CASES,
        (ValueError, lambda: kernel_of(256, tmp_path)),
        (TypeError, lambda: kernel_of(65, tmp_path)(*[Plain(n=1)] * 65)),
    ]
    texts = []
    for kind, call in cases:
        error = said(call)
        assert type(error) is kind, error
        while error is not None:  # a kernel's errors are translated
            texts.append(str(error))
            error = error.__cause__
    triggered = "\n".join(texts)
    silent = [
        (file, text)
        for file, text in sources()
        if len(text) > 8
        and pattern(text).search(triggered) is None
        and not any(part in text for part in (*ELSEWHERE, *NEVER))
    ]
    assert not silent, silent


def test_the_other_tests_are_there():
    for place in ELSEWHERE.values():
        file, name = place.split("::")
        tree = ast.parse((pathlib.Path(__file__).parent / file).read_text())
        assert name in {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}, place
    known = [text for _, text in sources()]
    for part in (*ELSEWHERE, *NEVER):
        assert any(part in text for text in known), part
