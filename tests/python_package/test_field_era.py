# SPDX-License-Identifier: Apache-2.0
"""Programs written for the names of earlier releases."""

import numpy as np
import pytest

import tack


def test_a_program_of_that_time():
    tack.init(arch=tack.cpu)

    @tack.func
    def lerp(a, b, t):
        return a + (b - a) * t

    @tack.data_oriented
    class Blend:
        __tack_iterate__ = ("n",)
        RATE = 0.25

        def __init__(self, n):
            self.n = n
            self.x = tack.field(dtype=tack.f32, shape=n)
            self.x.from_numpy(np.arange(n, dtype=np.float32))

        @tack.func
        def value(self, i):
            return lerp(self.x[i], 10.0, self.RATE)

        @tack.kernel
        def run(self, out: tack.template(), scale: tack.f32):
            for i in self:
                out[i] = self.value(i) * scale

    blend = Blend(4)
    out = tack.field(tack.f32, shape=(4,))
    blend.run(out, 2.0)
    assert out.to_numpy().tolist() == [(i + (10 - i) * 0.25) * 2 for i in range(4)]

    @tack.kernel
    def grid(a):
        for i, j in tack.ndrange(a.shape[0], (1, a.shape[1])):
            a[i, j] = 10 * i + j

    a = tack.field(dtype=tack.i32, shape=(2, 3))
    grid(a)
    assert a.to_numpy().tolist() == [[0, 1, 2], [0, 11, 12]]


def test_names():
    assert tack.data_oriented is tack.device_class
    assert (tack.cpu, tack.metal, tack.cuda, tack.hip, tack.level_zero) == (
        "cpu", "metal", "cuda", "hip", "level_zero",
    )  # fmt: skip
    assert repr(tack.template()) == "tack.template()"
    for name in ("cpu", "init", "template", "data_oriented", "field", "field_like"):
        assert hasattr(tack, name)
    assert tack.ndrange is not None


def test_init():
    before = tack._tack._threads()
    try:
        assert tack.init(tack.cpu, num_threads=3) is None
        assert tack._tack._threads() == 3
        tack.init(arch="cpu", num_threads=0)
        assert tack._tack._threads() == 1
        for arch in ("gpu", "CPU", "", 3, None):
            with pytest.raises(ValueError, match="no arch .*available: cpu"):
                tack.init(arch=arch)
        with pytest.raises(ValueError, match="no option 'threads'; its options are num_threads"):
            tack.init(arch=tack.cpu, threads=2)
        with pytest.raises(ValueError, match="no option 'num_threads'"):
            tack.init(arch=tack.metal, num_threads=2)
        for arch in (tack.metal, tack.cuda, tack.hip, tack.level_zero):
            with pytest.raises(RuntimeError, match=f"{arch}.*cannot be used") as caught:
                tack.init(arch=arch)
            assert isinstance(caught.value.__cause__, RuntimeError)
        with pytest.raises(RuntimeError):
            tack.init(tack.level_zero, external_context=0)
        assert tack._tack._threads() == 1  # what failed changed nothing
        with pytest.raises((TypeError, ValueError)):
            tack.init(num_threads="many")
    finally:
        tack.init()
        tack._tack._set_threads(before)


def test_only_the_first_init_chooses_when_asked(monkeypatch):
    backend = tack.runtime.dispatch.get_backend
    try:
        tack.init(num_threads=3)
        for on in ("1", "yes", "True"):
            monkeypatch.setenv("TACK_NO_REINIT", on)
            tack.init(num_threads=2)
            tack.init(arch=tack.metal)
            assert backend().num_threads == 3 and backend().name == "cpu"
            with pytest.raises(ValueError, match="there is no arch 'nowhere'"):
                tack.init(arch="nowhere")
            with pytest.raises(ValueError, match="has no option 'threads'"):
                tack.init(threads=2)
        for threads, off in enumerate(("", "0", "no", "OFF", "false")):
            monkeypatch.setenv("TACK_NO_REINIT", off)
            tack.init(num_threads=threads + 4)
            assert backend().num_threads == threads + 4
    finally:
        monkeypatch.delenv("TACK_NO_REINIT")
        tack.init()
