# SPDX-License-Identifier: Apache-2.0
"""Arguments that a function of the package does not take: the message names the parameter, and no
C++ type."""

import numpy as np
import pytest

import tack

A = np.zeros(3, np.float32)
WRONG = [
    (lambda: tack.zeros(4, dtpe=tack.f32), "zeros() has no parameter 'dtpe'; did you mean 'dtype'?"),
    (lambda: tack.zeros(4, nonsense=1), "zeros() has no parameter 'nonsense'; it has shape, dtype"),
    (lambda: tack.zeros(4, shape=4), "zeros() is given 'shape' twice, by position and by name"),
    (lambda: tack.zeros(4, tack.f32, 3), "zeros() takes at most 2 arguments (3 given)"),
    (lambda: tack.full(3), "full() needs a value for 'value'"),
    (lambda: tack.full(value=3), "full() needs a value for 'shape'"),
    (lambda: tack.full(3, vlue=3), "full() has no parameter 'vlue'; did you mean 'value'?"),
    (lambda: tack.asarray(A, vectr=True), "asarray() has no parameter 'vectr'; did you mean 'vector'?"),
    (lambda: tack.asarray(A, vector=1), "asarray() takes True or False for 'vector', not int"),
    (lambda: tack.asarray(A, None, "x"), "asarray() takes True or False for 'vector', not str"),
    (lambda: tack.inspect(), "inspect() needs a value for 'kernel'"),
    (lambda: tack.from_dlpack(A, cpy=1), "from_dlpack() has no parameter 'cpy'; did you mean 'copy'?"),
    (lambda: tack.array_from_ptr(1, tack.f32), "array_from_ptr() needs a value for 'shape'"),
    (lambda: tack.debug(onn=True), "debug() has no parameter 'onn'; did you mean 'on'?"),
    (lambda: tack.debug(3), "debug() takes True or False for 'on', not int"),
    (lambda: tack.sync(3), "sync() takes no arguments (1 given)"),
    (lambda: tack.sync(x=3), "sync() has no parameter 'x'; it takes no arguments"),
    (lambda: tack.field(dtpe=3), "field() has no parameter 'dtpe'; did you mean 'dtype'?"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "text"), WRONG, ids=range(len(WRONG)))
def test_arguments_that_do_not_fit(call, text):
    with pytest.raises(TypeError) as caught:
        call()
    assert type(caught.value) is TypeError and str(caught.value) == text


@pytest.mark.parametrize(
    "call",
    [
        lambda: tack.zeros(3, "x"),
        lambda: tack.zeros(3, dtype=int),
        lambda: tack.copyto(1, 2),
        lambda: tack.asarray(object()),
        lambda: tack.full("a", 1),
    ],
    ids=range(5),
)
def test_other_errors_are_their_own(call):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert "nanobind" not in str(caught.value) and "incompatible" not in str(caught.value)


def test_every_function_is_one_of_them():
    """No function of the package tells a caller of C++ signatures."""
    for name in tack.__all__:
        function = getattr(tack, name)
        if type(function).__name__ != "nb_func":
            continue
        with pytest.raises(TypeError) as caught:
            function(*range(20), no_such_parameter=1) if name != "inspect" else function()
        assert str(caught.value).startswith(name + "() "), str(caught.value)


def test_calls_that_are_right():
    assert tack.zeros(shape=3, dtype=tack.i32).dtype is tack.i32
    assert tack.asarray(A.reshape(1, 3), vector=True).shape == (1,)
    assert tack.zeros.__doc__ and "shape" in tack.zeros.__doc__
