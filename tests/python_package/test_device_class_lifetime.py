# SPDX-License-Identifier: Apache-2.0
"""Variants, memory and threads behind instances of device classes."""

import gc
import threading
import weakref

import numpy as np
import pytest
from test_device_classes import Grid, everything, variants

import tack

# --- lifetime


def test_classes_of_one_name_never_share_code():
    @tack.kernel
    def kernel(obj, out):
        for i in range(1):
            out[i] = obj.f(1) + obj.K

    def make(value):
        @tack.device_class
        class Twin:
            K = 1

            @tack.func
            def f(self, x):
                return x * value_of()

        constant = tack.constant(value)

        @tack.func
        def value_of():
            return constant

        return Twin()

    out = tack.zeros(1)
    for value in (2, 3, 2, 5):
        kernel(make(value), out)
        assert out.numpy()[0] == value + 1


def test_code_of_collected_classes_is_released():
    @tack.kernel
    def kernel(obj, out):
        for i in range(1):
            out[i] = obj.K

    def use(value):
        @tack.device_class
        class Temporary:
            K = value

            @tack.kernel
            def method(self, out):
                for i in range(1):
                    out[i] = self.K + 1

        obj = Temporary()
        out = tack.zeros(2)
        kernel(obj, out)
        assert out.numpy()[0] == value
        obj.method(out)
        assert out.numpy()[0] == value + 1
        return weakref.ref(Temporary)

    dead = [use(value) for value in range(5)]
    gc.collect()
    assert all(ref() is None for ref in dead)
    assert variants(kernel) == 0
    use(9)
    gc.collect()
    assert variants(kernel) == 0
    # Held by another object's structure.
    kernel_out = tack.zeros(1)

    @tack.device_class
    class Outer:
        pass

    def hold():
        @tack.device_class
        class Inner:
            K = 1

        outer = Outer()
        outer.inner = Inner()
        outer.K = 4
        kernel(outer, kernel_out)

    hold()
    assert variants(kernel) == 1
    gc.collect()
    assert variants(kernel) == 0


def test_many_threads():
    grids = [Grid(64, float(k)) for k in range(8)]
    outs = [tack.zeros(64) for _ in grids]

    def work(k):
        for _ in range(200):
            everything(grids[k], outs[k])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    data = np.arange(64, dtype=np.float32)
    for k, out in enumerate(outs):
        assert out.numpy().tolist() == (data * 6 + 3 * k + 128).tolist()


@tack.kernel
def slow(h, out):
    for i in range(len(out)):
        s = 0.0
        for _ in range(h.steps):
            for j in range(len(h.inner.data)):
                s += h.inner.data[j]
        out[i] = s


def test_objects_that_change_while_a_kernel_runs():
    @tack.device_class
    class Holder:
        steps = 0

    def inner(value):
        class Inner:
            pass

        made = tack.device_class(Inner)()
        made.data = tack.full(1 << 16, value)
        return made

    h, out, running = Holder(), tack.zeros(4), True
    h.inner = inner(1.0)
    h.steps = 1
    slow(h, out)
    h.steps = 200

    def change():
        while running:
            h.inner = inner(1.0)
            gc.collect()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(6):
            slow(h, out)
            assert out.numpy().tolist() == [200.0 * (1 << 16)] * 4
    finally:
        running = False
        thread.join()


def test_the_old_names():
    @tack.data_oriented
    class Old:
        def __init__(self):
            self.x = 2

        @tack.kernel
        def run(self, out: tack.template(), n: tack.i32):
            for i in range(n):
                out[i] = self.x

    out = tack.field(dtype=tack.f32, shape=3)
    Old().run(out, 2)
    assert out.to_numpy().tolist() == [2, 2, 0]


@tack.kernel
def beyond(g, out):
    for i in range(1):
        out[0] = g.data[g.n + i]


def test_debug_mode_checks_arrays_of_objects():
    tack.debug(True)
    try:
        g = Grid(3)
        with pytest.raises(IndexError, match=r"(?s)beyond.*g\.data"):
            beyond(g, tack.zeros(1))
        g.step(1.0)
        assert g.data.numpy().tolist() == [1.5, 2.5, 3.5]
    finally:
        tack.debug(False)


# --- arrays of vectors


@tack.device_class
class Particles:
    __tack_iterate__ = ("n",)
    GRAVITY = tack.constant((0.0, 0.0, -10.0))

    def __init__(self, n):
        self.n = n
        self.position = tack.Vector.zeros(3, n)
        self.velocity = tack.Vector.zeros(3, n)
        self.frame = tack.Matrix.zeros(2, 2, n)

    @tack.func
    def speed(self, i):
        return tack.math.length(self.velocity[i])

    @tack.kernel
    def step(self, dt):
        for i in self:
            self.velocity[i] += dt * self.GRAVITY
            self.position[i] += dt * self.velocity[i]
            self.frame[i][0, 1] = self.speed(i)


def test_arrays_of_vectors():
    p = Particles(4)
    for _ in range(2):
        p.step(0.5)
    assert variants(Particles.step) == 1
    velocity = np.asarray(p.velocity.numpy()).reshape(4, 3)
    position = np.asarray(p.position.numpy()).reshape(4, 3)
    frame = np.asarray(p.frame.numpy()).reshape(4, 2, 2)
    assert velocity.tolist() == [[0, 0, -10]] * 4 and position.tolist() == [[0, 0, -7.5]] * 4
    assert frame.tolist() == [[[0, 10], [0, 0]]] * 4

    @tack.kernel
    def width(p, out):
        for i in range(1):
            out[i] = p.position[0].sum() + p.position.shape[0]

    out = tack.zeros(1)
    for n, count in ((3, 1), (2, 2), (3, 2)):  # the width is in the key
        p = Particles(1)
        p.position = tack.Vector.zeros(n, 1)
        p.position.fill(1.0)
        width(p, out)
        assert out.numpy()[0] == n + 1 and variants(width) == count
