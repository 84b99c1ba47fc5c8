# SPDX-License-Identifier: Apache-2.0
"""Local arrays as large as locals that are assigned once, in a kernel and in device functions."""

import numpy as np
import pytest

import tack


@tack.kernel
def from_shape(x, o):
    h, w = x.shape
    for i in range(len(o)):
        t = tack.local_array(tack.f32, h * w)
        for j in range(h * w):
            t[j] = x[j]
        s = 0.0
        for j in range(len(t)):
            s += t[j]
        o[i] = s + len(t)


@tack.kernel
def inside(x, o):
    for i in range(len(o)):
        n = len(x)
        m = n + 1
        t = tack.local_array(tack.i32, 2 * m)
        o[i] = len(t)


@tack.func
def total(x, n):
    size = n * 2
    t = tack.local_array(tack.f32, size)
    for j in range(size):
        t[j] = x[0]
    s = 0.0
    for j in range(size):
        s += t[j]
    return s


@tack.kernel
def by_parameter(x, o):
    k = 3
    for i in range(len(o)):
        o[i] = total(x, 4) + total(x, k)


def test_sizes_of_locals():
    o = tack.zeros(3)
    for shape in ((3, 4), (2, 5)):
        x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
        from_shape(tack.asarray(x), o)
        assert o.numpy().tolist() == [x.sum() + x.size] * 3
    for n in (4, 9):
        inside(tack.zeros(n), o)
        assert o.numpy().tolist() == [2 * (n + 1)] * 3
    by_parameter(tack.full(1, 2.0), o)
    assert o.numpy().tolist() == [2.0 * (8 + 6)] * 3


@tack.kernel
def twice(x, o):
    n = len(x)
    for i in range(len(o)):
        n = n + 1
        t = tack.local_array(tack.f32, n)
        o[i] = t[0]


@tack.kernel
def added(x, o):
    n = 2
    n += 2
    for i in range(len(o)):
        t = tack.local_array(tack.f32, n)
        o[i] = t[0]


@tack.kernel
def of_parameter(n, o):
    m = n
    for i in range(len(o)):
        t = tack.local_array(tack.f32, m)
        o[i] = t[0]


@tack.kernel
def later(x, o):
    for i in range(len(o)):
        t = tack.local_array(tack.f32, n)
        n = len(x)
        o[i] = t[0]


@tack.kernel
def of_index(x, o):
    for i in range(len(o)):
        n = i + 1
        t = tack.local_array(tack.f32, n)
        o[i] = t[0]


@tack.kernel
def doubling(x, o):
    a = len(x)
    b = a + a
    c = b + b
    d = c + c
    e = d + d
    f = e + e
    g = f + f
    h = g + g
    j = h + h
    k = j + j
    m = k + k
    n = m + m
    for i in range(len(o)):
        t = tack.local_array(tack.f32, n - n + 1)
        o[i] = t[0]


@pytest.mark.parametrize("kernel", [twice, added, of_parameter, of_index, doubling])
def test_what_is_no_size(kernel):
    first = 3 if kernel is of_parameter else tack.zeros(3)
    with pytest.raises(ValueError, match="locals that are assigned once"):
        kernel(first, tack.zeros(3))


def test_a_size_that_is_assigned_later():
    with pytest.raises((NameError, ValueError), match="'n'|locals that are assigned once"):
        later(tack.zeros(3), tack.zeros(3))
