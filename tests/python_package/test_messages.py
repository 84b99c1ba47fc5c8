# SPDX-License-Identifier: Apache-2.0
"""What a call says to somebody who writes Python, NumPy or Numba; tests/python/errors has the rest."""

import numpy as np
import pytest

import tack


class prange:  # somebody else's
    pass


@tack.kernel
def with_numpy(o):
    for i in range(len(o)):
        o[i] = np.sqrt(o[i])


@tack.kernel
def with_shape(o):
    h, w = o.shape
    for i in range(h):
        o[i] = 1


@tack.kernel
def without_loop(o):
    o[0] = 1


@tack.kernel
def one_name(o):
    for (i,) in tack.ndindex(len(o)):
        o[i] = i


# fmt: off
@tack.kernel
def trailing_comma(o):
    for i, in tack.ndindex(len(o)):
        o[i] = i
# fmt: on


@tack.kernel
async def later(o):
    for i in range(len(o)):
        o[i] = 1


@tack.kernel
def counted(o, n):
    for i in range(n % 4):
        o[i] = 1


@tack.kernel
def misspelt(o):
    for i in rnage(len(o)):
        o[i] = 1


@tack.kernel
def with_default(o, n=3):
    for i in range(n):
        o[i] = 1


class Holder:
    @tack.kernel
    def method(self, o):
        for i in range(len(o)):
            o[i] = 1


CASES = [
    (with_numpy, (4,), tack.UnsupportedSyntaxError, r"'np\.sqrt' .* Write sqrt\(\.\.\.\) alone\.$"),
    (
        with_shape,
        (4,),
        tack.UnsupportedSyntaxError,
        r"1 value at line 3, column 12 for 2 targets\.$",
    ),
    (without_loop, (4,), tack.UnsupportedSyntaxError, r"definition .* has no parallel loop"),
    (later, (4,), tack.UnsupportedSyntaxError, r"^Kernel 'later': unsupported async function"),
    (misspelt, (4,), NameError, r"Did you mean 'range'\?$"),
    (with_default, (4,), tack.UnsupportedSyntaxError, r"default value of parameter 'n'"),
    (Holder().method, (4,), TypeError, r"instances of classes with @tack.device_class"),
]


@pytest.mark.parametrize("kernel, shape, exception, text", CASES)
def test_says_what_to_write(kernel, shape, exception, text):
    with pytest.raises(exception, match="(?m)" + text):  # a note follows the message
        kernel(tack.zeros(shape))


def test_names_the_kernel_once():
    with pytest.raises(RuntimeError, match=r"^Kernel 'counted' failed on CPUBackend: ") as info:
        counted(tack.zeros(4), 6)
    assert str(info.value).count("counted") == 1
    assert "operator %" in str(info.value) and "pass it as an integer" in str(info.value)


def test_keyword_arguments_are_named():
    with pytest.raises(RuntimeError, match=r"argument 'n' is given by keyword"):
        counted(tack.zeros(4), n=6)


def test_a_loop_may_bind_a_tuple_of_one_name():
    for kernel in (one_name, trailing_comma):
        o = tack.zeros(4)
        kernel(o)
        assert o.numpy().tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("decorator", ["kernel", "func"])
def test_decorators_take_no_parentheses(decorator):
    with pytest.raises(TypeError, match="write it without parentheses"):
        getattr(tack, decorator)()


def test_arange_counts_as_range_does():
    for args in [(5,), (2, 5), (5, 0, -1), (0, 10, 3), (3, 3), (5, 2)]:
        assert tack.arange(*args).numpy().tolist() == list(range(*args))
    assert tack.arange(3, tack.f64).dtype is tack.arange(0, 3, dtype=tack.f64).dtype is tack.f64
    for bad in [(), (1, 2, 3, 4), (1.5,)]:
        with pytest.raises(TypeError, match=r"arange\(\)"):
            tack.arange(*bad)
    with pytest.raises(ValueError, match="step of 0"):
        tack.arange(1, 2, 0)
