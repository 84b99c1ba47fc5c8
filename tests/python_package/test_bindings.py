# SPDX-License-Identifier: Apache-2.0
"""A kernel's names mean what they meant when it was first lowered with success, in every variant
that is compiled later."""

import gc
import sys
import threading
import types
import weakref

import pytest

import tack

# One variant each.
DTYPES = (tack.f64, tack.f32, tack.i32, tack.i16, tack.u8)


def run(kernel, dtype, *args, n=1):
    out = tack.zeros(n, dtype)
    kernel(out, *args)
    return out.numpy().tolist()


N = tack.constant(1)
TABLE = tack.constant((1, 2, 3))
Real = tack.f64
module = types.ModuleType("module")
module.K = tack.constant(10)
module.part = types.ModuleType("part")


@tack.func
def by_name(x):
    return x + N


@tack.func
def of_module(x):
    return by_name(x) * 2


module.part.f = of_module


@tack.kernel
def everything(out):
    for i in range(N):
        t = Real(i) + TABLE[i + 1] + TABLE[2]
        out[i] = abs(t) + by_name(i) + module.K + module.part.f(i)


@tack.kernel
def gives(out) -> Real:
    for i in range(1):
        out[i] = 0
    return 0.1


def test_no_kind_of_name_follows_what_is_bound_later(monkeypatch):
    @tack.func
    def other(x):
        return 100

    expected = 0 + 2 + 3 + 1 + 10 + 2
    assert run(everything, tack.f64) == [expected]
    assert gives(tack.zeros(1)) == 0.1
    for name, value in (
        ("N", tack.constant(5)),
        ("TABLE", tack.constant((7, 8, 9))),
        ("Real", tack.i8),
        ("by_name", other),
        ("of_module", other),
        ("abs", other),
    ):
        monkeypatch.setitem(globals(), name, value)
    monkeypatch.setattr(module, "K", tack.constant(50))
    monkeypatch.setattr(module.part, "f", other)
    assert run(everything, tack.f32) == [expected]
    # Nor what is no constant any more, or gone.
    monkeypatch.setitem(globals(), "N", 5)
    monkeypatch.delitem(globals(), "TABLE")
    monkeypatch.setattr(module, "part", None)
    assert run(everything, tack.i32) == [expected]
    monkeypatch.setitem(globals(), "module", tack.constant(3))
    assert run(everything, tack.i16) == [expected]
    assert gives(tack.zeros(1, tack.i32)) == 0.1
    # The debug variant is one of them, and inspection shows what would run.
    tack.debug(True)
    try:
        assert run(everything, tack.i16) == [expected]
    finally:
        tack.debug(False)
    text = tack.inspect(everything, tack.zeros(1, tack.u16), mode="ir")
    assert text == tack.inspect(everything, tack.zeros(1, tack.u16), mode="ir")
    assert "i32 100" not in text


def closure(value):
    """A kernel whose constant and function stand in a closure, and a function that binds them."""
    step = tack.constant(value)

    @tack.func
    def inner(x):
        return x * step

    @tack.func
    def helper(x):
        return inner(x) + step

    @tack.kernel
    def kernel(out):
        for i in range(1):
            out[i] = helper(1)

    def bind(constant, function=None):
        nonlocal step, helper, inner
        step = constant
        if function is not None:
            helper = inner = function

    return kernel, bind


def test_closures_and_functions_that_are_gone():
    @tack.func
    def other(x):
        return 100

    kernel, bind = closure(3)
    assert run(kernel, DTYPES[0]) == [6]
    bind(tack.constant(4), other)
    gc.collect()  # nobody has the two functions now
    for dtype in DTYPES[1:]:
        assert run(kernel, dtype) == [6]


def test_extents_and_inspection_make_variants_too():
    size = tack.constant(2)

    @tack.kernel
    def sized(x, out):
        for i in range(1):
            t = tack.local_array(tack.f32, len(x))
            t[0] = size
            out[0] = t[0] + len(x)

    out = tack.zeros(1)
    tack.inspect(sized, tack.zeros(3), out)  # the first lowering
    size = tack.constant(50)
    for extent in (3, 4, 5):
        sized(tack.zeros(extent), out)
        assert out.numpy()[0] == 2 + extent


def test_what_failed_settles_nothing():
    @tack.kernel
    def kernel(out, a):
        for i in range(1):
            out[i] = (known + LATER_DEFINED) << a

    known = tack.constant(1)
    globals().pop("LATER_DEFINED", None)
    out = tack.zeros(1, tack.i32)
    with pytest.raises(NameError, match="LATER_DEFINED"):
        kernel(out, 1)
    globals()["LATER_DEFINED"] = 3
    with pytest.raises(NameError, match="LATER_DEFINED.*tack.constant"):
        kernel(out, 1)
    globals()["LATER_DEFINED"] = tack.constant(3)
    with pytest.raises(TypeError):  # a variant that does not exist, with good names
        kernel(out, 0.5)
    known = tack.constant(2)
    kernel(out, 1)
    assert out.numpy()[0] == (2 + 3) << 1
    known = tack.constant(20)
    with pytest.raises(TypeError):
        kernel(out, 0.5)
    assert run(kernel, tack.i16, 1) == [(2 + 3) << 1]
    del globals()["LATER_DEFINED"]
    assert run(kernel, tack.u8, 1) == [(2 + 3) << 1]


counter_of_module = tack.constant(1)


@tack.func
def misspelt(x):
    return x + countr_of_module  # noqa: F821


def test_a_misspelt_name_is_still_suggested():
    closed_over = tack.constant(1)

    @tack.kernel
    def kernel(out):
        for i in range(closed_over):
            out[i] = closed_ovr  # noqa: F821

    @tack.kernel
    def through_function(out):
        for i in range(1):
            out[i] = misspelt(i)

    for wrong, name in ((kernel, "closed_over"), (through_function, "counter_of_module")):
        with pytest.raises(NameError, match=f"Did you mean '{name}'"):
            run(wrong, tack.f64)
        with pytest.raises(NameError, match=f"Did you mean '{name}'"):
            tack.inspect(wrong, tack.zeros(1))


def test_objects_are_followed_and_their_methods_names_are_not():
    scale = tack.constant(10)

    @tack.device_class
    class Box:
        K = 1

        def __init__(self, f=None):
            if f is not None:
                self.f = f

        @tack.func
        def value(self, x):
            return x * scale + self.K

        @tack.kernel
        def fill(self, out):
            for i in range(1):
                out[i] = self.value(2)

    @tack.func
    def replaced(self, x):
        return x + scale

    box = Box()
    assert run(box.fill, tack.f64) == [21]
    scale = tack.constant(1000)
    assert run(box.fill, tack.f32) == [21]
    Box.K = 5
    assert run(box.fill, tack.f32) == [25]
    box.K = 7
    assert run(box.fill, tack.i32) == [27]
    # Another function is another variant, whose names are met for the first time.
    Box.value = replaced
    assert run(box.fill, tack.f64) == [1002]
    scale = tack.constant(1)
    assert run(box.fill, tack.f32) == [1002]


def test_scopes_of_collected_classes_go():
    @tack.kernel
    def kernel(obj, out):
        for i in range(1):
            out[i] = obj.f(1)

    def use(value):
        step = tack.constant(value)

        @tack.func
        def inner(x):
            return x + step + Box.K

        @tack.device_class
        class Box:
            K = tack.constant(1)

            @tack.func
            def f(self, x):
                return inner(x)

        out = tack.zeros(1)
        kernel(Box(), out)
        assert out.numpy()[0] == value + 2
        step = tack.constant(-1)
        out = tack.zeros(1, tack.f32)
        kernel(Box(), out)
        assert out.numpy()[0] == value + 2
        return weakref.ref(Box)

    dead = [use(value) for value in range(4)]
    gc.collect()
    assert all(ref() is None for ref in dead)


def test_kernels_in_cycles_are_collected():
    def use():
        @tack.func
        def helper(x):
            return x + one + len(names)

        names = tack.zeros(1)  # noqa: F841
        one = tack.constant(1)

        @tack.func
        def good(x):
            return x + one

        @tack.kernel
        def kernel(out):
            for i in range(1):
                out[i] = good(i)

        holder = [kernel, good]  # noqa: F841
        good.holder = kernel.holder = holder
        assert run(kernel, tack.f64) == [1]
        assert run(kernel, tack.f32) == [1]
        return weakref.ref(kernel)

    dead = [use() for _ in range(3)]
    gc.collect()
    assert all(ref() is None for ref in dead)


def test_code_in_the_cache_is_of_the_meaning_it_was_compiled_with():
    first, bind = closure(3)
    assert run(first, tack.f64) == [6]
    bind(tack.constant(5))
    assert run(first, tack.f32) == [6]  # compiled and stored while the name meant 5
    second, bind = closure(5)
    assert run(second, tack.f32) == [10]
    bind(tack.constant(3))
    assert run(second, tack.f64) == [10]  # 3 stands in the cache
    third, _ = closure(3)
    assert run(third, tack.f32) == run(third, tack.f64) == [6]


def test_threads_that_compile_at_once_agree():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for value in range(1000, 1012):
            kernel, bind = closure(value)
            results = {}

            def compile_one(dtype, kernel=kernel, results=results):
                results[dtype] = run(kernel, dtype)[0]

            threads = []
            for k, dtype in enumerate((tack.f64, tack.i32, tack.f32, tack.i64)):
                threads.append(threading.Thread(target=compile_one, args=(dtype,)))
                threads[-1].start()
                bind(tack.constant(value + 100 * (k + 1)))
            for thread in threads:
                thread.join()
            assert len(results) == 4 and len(set(results.values())) == 1, results
    finally:
        sys.setswitchinterval(interval)
