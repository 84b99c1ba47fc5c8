# SPDX-License-Identifier: Apache-2.0
"""@tack.func: how it is found, inlined, and refused."""

import importlib.util
import sys
import types

import numpy as np
import pytest

import tack


def module_of(path, text):
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def run(kernel, n=4, dtype=tack.f64, *args):
    out = tack.zeros(n, dtype)
    kernel(out, *args)
    return out.numpy().tolist()


# --- returns


@tack.func
def classify(x):
    """Early returns end it on their path only."""
    if x < 0:
        return -1
    elif x == 0:
        return 0
    y = x * 2
    if y > 5:
        return y
    return 100 + y


@tack.func
def after_return(x):
    return x
    y = 7  # validated, never run
    return y


@tack.func
def bad_after_return(x):
    return x
    assert x > 0


@tack.func
def return_in_loop(x):
    for i in range(3):
        return i
    return x


@tack.func
def return_in_while(x):
    while x > 0:
        if x == 2:
            return 1
        x = x - 1
    return x


@tack.func
def three(x):
    return x, x + 1, x * 0.5


@tack.func
def swapped(x):
    a, b, c = three(x)
    return c, a


@tack.kernel
def returns(out):
    for i in range(len(out)):
        out[i] = classify(i - 1)


@tack.kernel
def after(out):
    for i in range(len(out)):
        out[i] = after_return(i)


@tack.kernel
def several(out):
    for i in range(len(out)):
        a, b = swapped(i)
        out[i] = a * 100 + b


@tack.kernel
def calls_bad(out):
    for i in range(len(out)):
        out[i] = bad_after_return(i)


@tack.kernel
def calls_loop(out):
    for i in range(len(out)):
        out[i] = return_in_loop(i)


@tack.kernel
def calls_while(out):
    for i in range(len(out)):
        out[i] = return_in_while(i)


def test_returns():
    assert run(returns, 6) == [-1, 0, 102, 104, 6, 8]
    assert run(after) == [0, 1, 2, 3]
    assert run(several) == [0, 51, 102, 153]
    for kernel, text in (
        (calls_bad, r"Device function 'bad_after_return' \(inlined into kernel 'calls_bad'\)"
                    r".*unsupported Assert.*line 4, column 5"),
        (calls_loop, r"Device function 'return_in_loop'.*return at line 4, column 9 inside a loop"),
        (calls_while, r"Device function 'return_in_while'.*return at line 5, column 13 inside"),
    ):  # fmt: skip
        with pytest.raises(tack.UnsupportedSyntaxError, match="(?i)" + text):
            run(kernel)


# --- names


@tack.func
def names(x):
    a, b = x, x + 1  # traps: the caller has both
    for i, j in tack.ndindex(2, 2):
        a = a + i * 10 + j
    t = a + b
    return t


@tack.kernel
def caller_of_names(out):
    for i in range(len(out)):
        a, b = 1000, 2000
        t = 5
        j = 7
        x = 9
        value = names(i)
        out[i] = a + b + t + j + x + value * 10000


def test_locals_do_not_clash():
    assert run(caller_of_names) == [3021 + (i + 22 + i + 1) * 10000 for i in range(4)]


@tack.func
def set_row(a, i, value):
    a[i] = value


@tack.func
def level2(a, i, value):
    set_row(a, i, value + a[i])


@tack.func
def level3(b, i):
    level2(b, i, 10)


@tack.func
def level4(c, d, i):
    level3(c, i)
    level3(d, i)
    return c[i] + d[i]


@tack.kernel
def by_reference(out, x):
    for i in range(len(out)):
        t = tack.local_array(tack.f32, 4)
        t[i] = 1
        t[0] = t[0] + 0
        out[i] = level4(x, t, i) * 100 + t[i]


def test_arrays_are_passed_by_reference_through_any_depth():
    x = tack.ones(4)
    assert run(by_reference, 4, tack.f64, x) == [(11 + 11) * 100 + 11] * 4
    assert x.numpy().tolist() == [11] * 4


@tack.func
def add(a, b):
    a[0] = a[0] + 1
    b[0] = b[0] + 1
    return a[0]


@tack.kernel
def aliased(x):
    for i in range(1):
        y = x
        x[1] = add(x, y)


def test_aliases_of_one_array():
    x = tack.zeros(2)
    aliased(x)
    assert x.numpy().tolist() == [2, 2]


# --- how a function is found


def test_modules_aliases_and_functions_of_one_name(tmp_path):
    one = module_of(
        tmp_path / "functions_one.py",
        "import tack\n\nK = tack.constant(10)\n\n\n@tack.func\ndef inner(x):\n    return x + K\n\n\n"
        "@tack.func\ndef f(x):\n    return inner(x)\n",
    )
    two = module_of(
        tmp_path / "functions_two.py",
        "import tack\nimport functions_one as first\nfrom functions_one import f as renamed\n\n"
        "K = tack.constant(1000)\n\n\n@tack.func\ndef inner(x):\n    return x + K\n\n\n"
        "@tack.func\ndef f(x):\n    return inner(x) * 2 + first.f(x) + renamed(x)\n",
    )
    f, g = one.f, two.f

    @tack.kernel
    def kernel(out):
        for i in range(len(out)):
            out[i] = f(i) + g(i) + one.f(i)

    def expected(i):
        return (i + 10) + ((i + 1000) * 2 + (i + 10) * 2) + (i + 10)

    assert run(kernel) == [expected(i) for i in range(4)]
    package = types.SimpleNamespace(f=f)

    @tack.kernel
    def through_object(out):
        for i in range(len(out)):
            out[i] = package.f(i)

    with pytest.raises((tack.UnsupportedSyntaxError, NameError), match="package"):
        run(through_object)


def test_static_functions_of_classes():
    class Space:
        @staticmethod
        @tack.func
        def twice(x):
            return x * 2

        @tack.func
        def thrice(x):
            return x * 3

    @tack.kernel
    def kernel(out):
        for i in range(len(out)):
            out[i] = Space.twice(i) + Space.thrice(i)

    assert run(kernel) == [0, 5, 10, 15]


def test_a_local_or_parameter_hides_a_function():
    @tack.func
    def f(x):
        return x

    @tack.kernel
    def local(out):
        for i in range(len(out)):
            f = i
            out[i] = f(i)

    @tack.kernel
    def parameter(out, f):
        for i in range(len(out)):
            out[i] = f(i)

    for kernel, args in ((local, ()), (parameter, (1,))):
        with pytest.raises(tack.UnsupportedSyntaxError, match="'f' at line 5?4?.*is a local name"):
            run(kernel, 4, tack.f64, *args)


def test_rebinding_has_no_effect_after_compilation():
    @tack.func
    def first(x):
        return x + 1

    @tack.func
    def second(x):
        return x + 2

    f = first

    @tack.kernel
    def kernel(out):
        for i in range(1):
            out[i] = f(i)

    assert run(kernel, 1) == [1]
    f = second
    assert run(kernel, 1) == [1]
    assert run(kernel, 1, tack.f32) == [1]  # another variant of the same kernel


# --- refusals


@tack.func
def forever(x):
    return forever(x)


@tack.func
def ping(x):
    return pong(x)


@tack.func
def pong(x):
    return ping(x)


def ordinary(x):
    return x


class Callable:
    def __call__(self, x):
        return x


instance = Callable()


@tack.kernel
def calls_forever(out):
    for i in range(1):
        out[i] = forever(i)


@tack.kernel
def calls_ping(out):
    for i in range(1):
        out[i] = ping(i)


@tack.kernel
def calls_ordinary(out):
    for i in range(1):
        out[i] = ordinary(i)


@tack.kernel
def calls_kernel(out):
    for i in range(1):
        calls_ordinary(out)


@tack.kernel
def calls_instance(out):
    for i in range(1):
        out[i] = instance(i)


@tack.kernel
def calls_lambda(out):
    for i in range(1):
        out[i] = np.sum(i)


@tack.kernel
def calls_argument(out, f):
    for i in range(1):
        out[i] = f(i)


@tack.kernel
def stores_outside(out):
    set_row(out, 0, 1)
    for i in range(1):
        out[i] = i


@pytest.mark.parametrize(
    ("kernel", "text"),
    [
        (calls_forever, "recursion is not supported"),
        (calls_ping, "recursion is not supported"),
        (calls_ordinary, r"'ordinary' at line 4, column 18 is a Python function"),
        (calls_kernel, r"'calls_ordinary' at line 4, column 9 is a kernel"),
        (calls_instance, r"'instance' at line 4, column 18 is a Callable"),
        (calls_lambda, r"'np.sum' at line 4, column 18"),
        (stores_outside, r"^Device function 'set_row' \(inlined into kernel 'stores_outside'\): "
                         r"store at line 3, column 5 is outside the parallel loop"),
    ],
)  # fmt: skip
def test_refused(kernel, text):
    with pytest.raises(tack.UnsupportedSyntaxError, match="(?i)" + text):
        run(kernel, 1)


def test_a_function_is_no_argument():
    with pytest.raises(TypeError, match="argument 'f' is a"):
        run(calls_argument, 1, tack.f64, ordinary)
    with pytest.raises(TypeError, match="argument 'f' is a"):
        run(calls_argument, 1, tack.f64, forever)


def test_on_the_host():
    with pytest.raises(RuntimeError, match=r"^@tack\.func 'classify' cannot be called from Python"):
        classify(1)
    for value in (3, "text", None, lambda x: x, Callable, instance, classify, len, print):
        with pytest.raises(TypeError, match="@tack.func decorates a function made by def"):
            tack.func(value)
    namespace = {"tack": tack}
    with pytest.raises(RuntimeError, match="source of @tack.func 'f' cannot be read") as caught:
        exec("@tack.func\ndef f(x):\n    return x\n", namespace)
    assert isinstance(caught.value.__cause__, OSError)
    with pytest.raises(RuntimeError, match="source of @tack.kernel 'k' cannot be read") as caught:
        exec("@tack.kernel\ndef k(x):\n    pass\n", namespace)
    assert isinstance(caught.value.__cause__, OSError)
