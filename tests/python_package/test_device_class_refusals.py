# SPDX-License-Identifier: Apache-2.0
"""What kernels refuse of instances of device classes."""

import numpy as np
import pytest
from test_device_classes import Grid, read

import tack

# --- refusals


@tack.kernel
def unknown(g, out):
    for i in range(1):
        out[i] = g.widht


@tack.kernel
def text_attribute(g, out):
    for i in range(1):
        out[i] = g.name


@tack.kernel
def hidden_attribute(g, out):
    for i in range(1):
        out[i] = g._hidden


@tack.kernel
def plain_method(g, out):
    for i in range(1):
        out[i] = g.plain()


@tack.kernel
def property_(g, out):
    for i in range(1):
        out[i] = g.computed


@tack.kernel
def unknown_method(g, out):
    for i in range(1):
        out[i] = g.missing(1)


@tack.kernel
def as_value(g, out):
    for i in range(1):
        out[i] = g + 1


@tack.kernel
def assigned(g, out):
    for i in range(1):
        g.n = 3


@tack.kernel
def rebound(g, out):
    for i in range(1):
        g = 3


@tack.kernel
def kernel_in_kernel(g, out):
    for i in range(1):
        g.step(1.0)


@tack.kernel
def wrong_arguments(g, out):
    for i in range(1):
        out[i] = g.at(1, 2)


@pytest.mark.parametrize(
    ("kernel", "error", "message"),
    [
        (unknown, ValueError, r"^Kernel 'unknown': 'g' at line 4, column 18 has no attribute"),
        (text_attribute, ValueError, r"'g' at line 4, column 18 has no attribute 'name'"),
        (hidden_attribute, ValueError, r"has no attribute '_hidden'"),
        (plain_method, ValueError, r"method 'g.plain' at line 4, column 18 is a Python function"),
        (property_, ValueError, r"has no attribute 'computed'"),
        (unknown_method, ValueError, r"has no attribute 'missing'"),
        (kernel_in_kernel, ValueError, r"method 'g.step' at line 4, column 9 is a kernel"),
        (as_value, tack.UnsupportedSyntaxError, r"'g' at line 4.*instance of device class 'Grid'"),
        (assigned, tack.UnsupportedSyntaxError, r"A kernel does not change an object"),
        (rebound, tack.UnsupportedSyntaxError, r"'g' at line 4.*cannot name"),
        (wrong_arguments, TypeError, r"g.at\(\) at line 4.*takes 1 argument, 2 given"),
    ],
)
def test_refusals(kernel, error, message):
    out = tack.zeros(1)
    with pytest.raises(error, match=message) as caught:
        kernel(Grid(2), out)
    assert type(caught.value) is error
    with pytest.raises(error, match=message.removeprefix("^")):
        tack.inspect(kernel, Grid(2), out)
    assert not out.numpy().any()


def test_arguments_that_are_no_objects():
    class Plain:
        pass

    out = tack.zeros(1)
    with pytest.raises(TypeError, match="Kernel 'read': argument 'g' is a Plain;.*device_class"):
        read(Plain(), out)
    with pytest.raises(TypeError, match="argument 'g' is a type"):
        read(Grid, out)
    for value in (3, "text"):
        with pytest.raises(TypeError, match="@tack.device_class decorates a class"):
            tack.device_class(value)
    g = Grid(1)
    g.big = 2**64
    with pytest.raises(TypeError, match=r"argument 'g\.big' is an integer outside 64 bits"):
        read(g, out)
    with pytest.raises(RuntimeError, match="cannot be called from Python"):
        g.at(1)
    with pytest.raises(RuntimeError, match="cannot be called from Python"):
        Grid.twice(1)


def test_read_only_arrays_of_objects():
    g = Grid(3)
    g.data = tack.from_dlpack(readonly := np.zeros(3, np.float32))
    readonly.flags.writeable = False
    try:
        g.data = tack.from_buffer(memoryview(bytes(12)).cast("f"))
    except (TypeError, ValueError):
        pytest.skip("no way to a read-only array")
    with pytest.raises(ValueError, match=r"Kernel 'step': argument 'self\.data' is read-only"):
        g.step(1.0)


def test_many_numbers():
    @tack.device_class
    class Many:
        def __init__(self, count):
            for k in range(count):
                setattr(self, f"x{k}", k)

    @tack.kernel
    def kernel(m, a, out):
        for i in range(1):
            out[i] = m.x7 + m.x70 + a

    out = tack.zeros(1)
    kernel(Many(200), 1, out)
    assert out.numpy()[0] == 78
    for count in (254, 300):
        with pytest.raises(TypeError, match="more than 255 arguments"):
            kernel(Many(count), 1, out)
