# SPDX-License-Identifier: Apache-2.0
"""What kernels see of their surroundings, and what they are told when they cannot."""

import math
import os
import pickle
import subprocess
import sys
import types

import numpy as np
import pytest

import tack
from tack import f64 as double

GAIN = tack.constant(3)
HALF = tack.constant(0.5)
WIDE = tack.constant(7, tack.u8)
PLAIN = 3

other = types.ModuleType("other")
other.LIMIT = tack.constant(9)


@tack.func
def scaled(x):
    return x * GAIN


other.renamed = scaled


def run(kernel, *args, dtype=tack.f64, n=4):
    out = tack.zeros(n, dtype)
    kernel(out, *args)
    return out.numpy().tolist()


@tack.kernel
def with_constants(out):
    for i in range(GAIN):
        out[i] = GAIN * HALF + math.pi


@tack.kernel
def with_typed_constant(out):
    for i in range(out.shape[0]):
        out[i] = WIDE + math.pi


@tack.kernel
def with_module(out):
    for i in range(other.LIMIT - 5):
        out[i] = other.renamed(i) + other.LIMIT


@tack.kernel
def with_aliases(out):
    for i in range(2):
        out[i] = double(1) / tack.f64(3) + scaled(1)


def test_constants_functions_and_modules():
    assert run(with_constants) == [3 * 0.5 + math.pi] * 3 + [0]
    # Beside an integer that is no literal, a float literal is an f32.
    assert run(with_typed_constant) == [np.float32(7) + np.float32(math.pi)] * 4
    assert run(with_module) == [9, 12, 15, 18]
    assert run(with_aliases) == [1 / 3 + 3] * 2 + [0, 0]


def make(value):
    step = tack.constant(value)

    @tack.func
    def helper(x):
        return x + step

    @tack.kernel
    def kernel(out):
        for i in range(out.shape[0]):
            out[i] = helper(i)

    return kernel


def test_closures_of_one_source_do_not_mix():
    kernels = [make(value) for value in (1, 10, 2.5, -4)]
    for kernel, value in zip(kernels, (1, 10, 2.5, -4), strict=True):
        assert run(kernel) == [value + i for i in range(4)]


LATER = tack.constant(1)


@tack.kernel
def reads_later(out):
    for i in range(out.shape[0]):
        out[i] = LATER


def test_rebinding_after_compilation_changes_nothing():
    global LATER
    assert run(reads_later) == [1] * 4
    LATER = tack.constant(2)
    assert run(reads_later) == [1] * 4
    # Other argument types are another variant of the same kernel.
    assert run(reads_later, dtype=tack.i32) == [1] * 4


@tack.kernel
def reads_plain(out):
    for i in range(out.shape[0]):
        out[i] = PLAIN


@tack.kernel
def reads_unknown(out):
    for i in range(out.shape[0]):
        out[i] = GIAN


@tack.kernel
def calls_python(out):
    for i in range(out.shape[0]):
        out[i] = run(i)


@tack.kernel
def wrong_types(out, a):
    for i in range(out.shape[0]):
        out[i] = tack.u64(1) + a


@tack.kernel
def bound_from_array(out, x):
    for i in range(x[0]):
        out[i] = 1


@tack.kernel
def no_loop(x):
    y = x


def test_errors_and_their_translation():
    out = tack.zeros(4)
    for kernel in (reads_plain, reads_unknown):
        for round in range(2):
            with pytest.raises(NameError, match=f"Kernel '{kernel.__name__}': .*line 4, column 18"):
                kernel(out)
    with pytest.raises(NameError, match="tack.constant"):
        reads_plain(out)
    with pytest.raises(tack.UnsupportedSyntaxError, match="Kernel 'calls_python'"):
        calls_python(out)
    with pytest.raises(TypeError) as caught:
        wrong_types(out, -1)
    assert str(caught.value).count("Kernel 'wrong_types'") == 1
    with pytest.raises(
        RuntimeError, match="Kernel 'bound_from_array' failed on CPUBackend: "
    ) as caught:
        bound_from_array(out, tack.ones(1, tack.i32))
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert not isinstance(caught.value, NotImplementedError)
    with pytest.raises(tack.UnsupportedSyntaxError, match="no parallel loop"):
        no_loop(out)
    assert not out.numpy().any()
    assert issubclass(tack.UnsupportedSyntaxError, NotImplementedError)


def test_decoration():
    with pytest.raises(TypeError, match="decorates a function"):
        tack.kernel(3)
    with pytest.raises(TypeError, match="lambda"):
        tack.kernel(lambda x: x)
    with pytest.raises(TypeError, match="decorates a function"):
        tack.func(int)
    scope = {"tack": tack}
    for decorator in ("kernel", "func"):
        with pytest.raises(RuntimeError, match=f"source of @tack.{decorator} 'k' cannot be read"):
            exec(f"@tack.{decorator}\ndef k(x):\n    for i in range(1):\n        x[i] = 1\n", scope)
    with pytest.raises(RuntimeError, match="cannot be called from Python"):
        scaled(3)

    def plain(x):
        for i in range(x.shape[0]):
            x[i] = 5

    kernel = tack.kernel(plain)
    assert run(kernel, n=2) == [5, 5]


def test_names_of_the_language():
    with pytest.raises(RuntimeError, match="inside kernels only"):
        tack.ndindex(3)
    with pytest.raises(RuntimeError, match="inside kernels only"):
        tack.local_array(tack.f32, 4)
    assert repr(tack.ndrange) == "tack.ndindex"
    with pytest.raises(RuntimeError, match="inside kernels only"):
        tack.barrier()
    with pytest.raises(AttributeError, match="tack.texture3d is not built yet"):
        tack.texture3d
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        tack.nonsense


def test_constants_on_the_host():
    assert GAIN == 3 and isinstance(GAIN, int) and GAIN.dtype is None and str(GAIN) == "3"
    assert type(GAIN + 1) is int and GAIN.dtype is None
    assert isinstance(tack.constant(3, tack.f32), float) and WIDE.dtype is tack.u8
    assert tack.constant(np.int16(4)) == 4 and tack.constant(np.float32(0.5)) == 0.5
    assert tack.constant(2**64 - 1) == 2**64 - 1 and tack.constant(True) == 1
    copy = pickle.loads(pickle.dumps(WIDE))
    assert copy == 7 and copy.dtype is tack.u8
    for value, dtype in ((256, tack.u8), (-1, tack.u32), (2**64, None), (-(2**63) - 1, None)):
        with pytest.raises(ValueError, match="out of range"):
            tack.constant(value, dtype)
    for value, dtype in ((0.5, tack.i32), ("1", None), (1, int), (None, None), (1j, None)):
        with pytest.raises(TypeError):
            tack.constant(value, dtype)


def test_inspect_shows_every_stage():
    out = tack.zeros(100)
    text = tack.inspect(with_constants, out, mode="ir")
    assert "kernel @k_with_constants" in text
    assert "define" in tack.inspect(with_constants, out)
    assert "define" in tack.inspect(with_constants, out, mode="optimized")
    assert "with_constants:" in tack.inspect(with_constants, out, mode="asm")
    report = tack.inspect(with_constants, out, mode="report")
    assert "gang: " in report and "instruction set: " in report
    with pytest.raises(ValueError, match="mode 'llvm'"):
        tack.inspect(with_constants, out, mode="llvm")
    with pytest.raises(TypeError, match="takes a kernel"):
        tack.inspect(run, out)
    with pytest.raises(TypeError, match="expected 1 argument"):
        tack.inspect(with_constants)
    with pytest.raises(tack.UnsupportedSyntaxError):
        tack.inspect(calls_python, out)
    assert not out.numpy().any()


def test_a_bad_setting_is_named():
    code = "import tack"
    for value, ok in (("abc", False), ("2.5", False), ("0", True), ("-3", True), ("3", True)):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "TACK_CPU_THREADS": value},
            capture_output=True,
            text=True,
        )
        assert (done.returncode == 0) == ok
        assert ok or "ValueError: TACK_CPU_THREADS is not an integer" in done.stderr
