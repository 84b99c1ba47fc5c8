# SPDX-License-Identifier: Apache-2.0
"""Return values of kernels that take objects, and of kernels in the body of a class."""

import numpy as np
import pytest

import tack

pytestmark = pytest.mark.usefixtures("threads")


@tack.device_class
class Sum:
    __tack_iterate__ = ("n",)
    SCALE = 3

    def __init__(self, n, dtype=tack.i32):
        self.n = n
        self.h = 0.5
        self.data = tack.asarray(np.arange(n, dtype=np.int32).astype(dtype_of(dtype)))
        self.out = tack.zeros(1, dtype)

    @tack.func
    def at(self, i):
        return self.data[i] * self.SCALE

    @tack.kernel
    def total(self, by) -> int:
        for i in self:
            tack.atomic_add(self.out, 0, self.at(i) + by)
        return self.out[0]

    @tack.kernel
    def mean(self) -> float:
        for i in range(0):
            pass
        return (self.at(1) + self.at(self.n - 1)) / self.n + self.h

    @tack.kernel
    def narrow(self, v) -> tack.u8:
        for i in self:
            self.data[i] = v
        return self.data[0]

    @tack.kernel
    def before(self) -> int:
        first = self.data[1]
        for i in self:
            self.data[i] = first + i
        return self.data[1] * 100 + first


class Wide(Sum):
    SCALE = 5


@tack.device_class
class Two:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    @tack.kernel
    def both(self, k) -> int:
        for i in range(1):
            pass
        return self.a.at(k) * 1000 + self.b.at(k)


@tack.kernel
def outside(s, k) -> int:
    for i in s:
        pass
    return s.at(k) + s.n


def dtype_of(dtype):
    return {tack.i32: np.int32, tack.f64: np.float64, tack.u64: np.uint64}[dtype]


@pytest.mark.parametrize("n", [1, 2, 100, 5000])
def test_integers(n):
    s = Sum(n)
    value = s.total(2)
    assert value == 3 * n * (n - 1) // 2 + 2 * n and type(value) is int
    assert s.total(0) == value + 3 * n * (n - 1) // 2
    # A derived class's constant is another variant; the class's own stays.
    assert Wide(n).total(2) == 5 * n * (n - 1) // 2 + 2 * n
    assert Sum(n).total(2) == value


def test_empty_loops_and_floats():
    s = Sum(10)
    value = s.mean()
    assert value == np.float32(3 + 27) / np.float32(10) + 0.5 and type(value) is float
    s.h = 2
    assert s.mean() == 5.0
    d = Sum(3, tack.f64)
    assert d.mean() == (3 + 6) / 3 + 0.5
    none = Sum(1)
    none.n = 0
    assert none.total(7) == 0  # of no iteration


def test_annotations_convert_as_stores_do():
    s = Sum(4)
    assert s.narrow(300) == 300 - 256
    assert s.narrow(-1) == 255
    u = Sum(2, tack.u64)
    assert u.narrow(5) == 5


def test_what_is_read_before_the_loop():
    s = Sum(5)
    assert s.before() == 2 * 100 + 1
    assert s.before() == 3 * 100 + 2
    assert s.data.numpy().tolist() == [2, 3, 4, 5, 6]


def test_objects_in_objects_and_outside():
    pair = Two(Sum(4), Wide(3))
    assert pair.both(2) == 6 * 1000 + 10
    pair.a, pair.b = pair.b, pair.a
    assert pair.both(2) == 10 * 1000 + 6
    assert outside(Sum(8), 2) == 6 + 8
    assert outside(Wide(8), 2) == 10 + 8


def test_numbers_of_the_instance_count_at_each_call():
    s = Sum(6)
    for scale in (2, 7):
        s.SCALE = scale
        assert outside(s, 3) == 3 * scale + 6
    s.n = 4
    assert outside(s, 3) == 3 * 7 + 4


def test_faults_are_those_of_other_kernels():
    s = Sum(3)
    with pytest.raises(TypeError, match="expected 2 arguments"):
        s.total()
    tack.debug(True)
    try:
        with pytest.raises(IndexError, match="index 3 of array 's.data'"):
            outside(s, 3)
        assert outside(s, 2) == 6 + 3
    finally:
        tack.debug(False)


def test_many_threads_call_one_method():
    from concurrent.futures import ThreadPoolExecutor

    objects = [Sum(n) for n in range(1, 60)]
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda s: s.total(1), objects))
    assert values == [3 * n * (n - 1) // 2 + n for n in range(1, 60)]
