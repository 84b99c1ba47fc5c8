# SPDX-License-Identifier: Apache-2.0
"""A misspelt name is an error that names the nearest one, wherever it stands."""

import math
import subprocess
import sys
import textwrap
import types

import pytest

import tack

STRIDE = tack.constant(3)
settings = types.ModuleType("settings")
settings.LIMIT = tack.constant(9)


@tack.func
def helper(v):
    return v + 1


settings.shared_helper = helper


class Namespace:
    WIDTH = tack.constant(4)

    @staticmethod
    @tack.func
    def offset(v):
        return v


@tack.device_class
class Mesh:
    def __init__(self):
        self.width = 3
        self.data = tack.zeros(3)

    @tack.func
    def area(self):
        return self.width * 2


@tack.kernel
def function(x):
    for i in range(len(x)):
        x[i] = helpr(i)


@tack.kernel
def constant(x):
    for i in range(len(x)):
        x[i] = STRIED


@tack.kernel
def local(x):
    for i in range(len(x)):
        total = 1
        x[i] = totl


@tack.kernel
def parameter(values):
    for i in range(3):
        vales[i] = 1


@tack.kernel
def loop_variable(x):
    for index in range(3):
        x[idnex] = 1


@tack.kernel
def bare_builtin(x):
    for i in range(lenn(x)):
        x[i] = 1


@tack.kernel
def loop(x):
    for i in rnage(len(x)):
        x[i] = 1


@tack.kernel
def printing(x):
    for i in range(len(x)):
        pritn(x[i])


@tack.kernel
def member_of_tack(x):
    for i in range(len(x)):
        x[i] = tack.sqr(2.0)


@tack.kernel
def dtype(x):
    for i in range(len(x)):
        x[i] = tack.f46(2)


@tack.kernel
def iteration(x):
    for i in tack.ndindx(3):
        x[i] = 1


@tack.kernel
def atomic(x):
    for i in range(3):
        tack.atomic_ad(x, 0, 1)


@tack.kernel
def member_of_tack_math(x):
    for i in range(3):
        x[i] = tack.math.clmp(1, 2, 3)


@tack.kernel
def member_of_tack_random(x):
    for i in range(3):
        x[i], s = tack.random.unifrom(1)


@tack.kernel
def member_of_math(x):
    for i in range(len(x)):
        x[i] = math.sinn(2.0)


@tack.kernel
def member_of_a_module(x):
    for i in range(settings.LIMT):
        x[i] = 1


@tack.kernel
def function_of_a_module(x):
    for i in range(len(x)):
        x[i] = settings.shared_halper(i)


@tack.kernel
def member_of_a_class(x):
    for i in range(Namespace.WIDHT):
        x[i] = 1


@tack.kernel
def function_of_a_class(x):
    for i in range(len(x)):
        x[i] = Namespace.ofset(i)


@tack.kernel
def shape(x):
    for i in range(x.shap[0]):
        x[i] = 1


@tack.kernel
def shape_inside(x):
    for i in range(len(x)):
        x[i] = x.shpae[0]


@tack.kernel
def method(x):
    for i in range(len(x)):
        x[i] = tack.Vector([1.0, 2.0]).norn()


@tack.kernel
def other_name_of_a_method(x):
    for i in range(len(x)):
        x[i] = tack.Vector([1.0, 2.0]).lenght()


@tack.kernel
def constructor(x):
    for i in range(len(x)):
        x[i] = tack.Vectr([1.0, 2.0])[0]


@tack.kernel
def attribute_in_a_bound(p):
    for i in range(p.widht):
        p.data[i] = 1


@tack.kernel
def attribute(p):
    for i in range(3):
        p.data[i] = p.widht


@tack.kernel
def array_of_an_object(p):
    for i in range(3):
        p.dtaa[i] = 1


@tack.kernel
def method_of_an_object(p):
    for i in range(3):
        p.data[i] = p.aera()


def closure():
    increment = tack.constant(2)

    @tack.kernel
    def in_a_closure(x):
        for i in range(len(x)):
            x[i] = increment + incremnt

    return in_a_closure


@tack.func
def inner(v):
    return v * STRIDEE


@tack.kernel
def in_a_function(x):
    for i in range(len(x)):
        x[i] = inner(i)


CASES = [
    (function, "helpr", "helper"),
    (constant, "STRIED", "STRIDE"),
    (local, "totl", "total"),
    (parameter, "vales", "values"),
    (loop_variable, "idnex", "index"),
    (bare_builtin, "lenn", "len"),
    (loop, "rnage", "range"),
    (printing, "pritn", "print"),
    (member_of_tack, "sqr", "sqrt"),
    (dtype, "f46", "f64"),
    (iteration, "ndindx", "ndindex"),
    (atomic, "atomic_ad", "atomic_add"),
    (member_of_tack_math, "clmp", "clamp"),
    (member_of_tack_random, "unifrom", "uniform"),
    (member_of_math, "sinn", "sin"),
    (member_of_a_module, "LIMT", "LIMIT"),
    (function_of_a_module, "shared_halper", "shared_helper"),
    (member_of_a_class, "WIDHT", "WIDTH"),
    (function_of_a_class, "ofset", "offset"),
    (shape, "shap", "shape"),
    (shape_inside, "shpae", "shape"),
    (method, "norn", "norm"),
    (other_name_of_a_method, "lenght", "length"),
    (constructor, "Vectr", "Vector"),
    (closure(), "incremnt", "increment"),
    (in_a_function, "STRIDEE", "STRIDE"),
]
OBJECT_CASES = [
    (attribute_in_a_bound, "widht", "width"),
    (attribute, "widht", "width"),
    (array_of_an_object, "dtaa", "data"),
    (method_of_an_object, "aera", "area"),
]


@pytest.mark.parametrize("kernel, wrong, right", CASES + OBJECT_CASES)
def test_in_kernels(kernel, wrong, right):
    argument = Mesh() if any(kernel is case[0] for case in OBJECT_CASES) else tack.zeros(3)
    for round in range(2):
        with pytest.raises((NameError, ValueError, tack.UnsupportedSyntaxError)) as caught:
            kernel(argument)
        assert f"'{wrong}'" in str(caught.value), caught.value
        assert f"Did you mean '{right}'?" in str(caught.value), caught.value


def test_what_is_like_nothing_gets_no_suggestion():
    @tack.kernel
    def k(x):
        for i in range(len(x)):
            x[i] = tack.quaternion_product(1)

    with pytest.raises(NameError) as caught:
        k(tack.zeros(3))
    assert "Did you mean" not in str(caught.value)


def test_on_the_host():
    """Python itself names the nearest member when nobody catches the error."""
    for text, wrong, right in [
        ("tack.zeors(3)", "zeors", "zeros"),
        ("tack.zeros(3).fil(1)", "fil", "fill"),
        ("tack.math.clmp", "clmp", "clamp"),
    ]:
        program = textwrap.dedent(f"import tack\n{text}\n")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.returncode == 1
        assert f"'{wrong}'" in done.stderr and f"Did you mean: '{right}'?" in done.stderr
