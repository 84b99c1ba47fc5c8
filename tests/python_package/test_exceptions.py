# SPDX-License-Identifier: Apache-2.0
"""What a caller sees of what goes wrong: the exact type, the words at the front once, the cause, and
that nothing has run. docs/language.md has the table."""

import decimal
import enum
import fractions
import signal

import numpy as np
import pytest
import refused

import tack

N = tack.constant(4)


@tack.kernel
def store(x, y, n):
    for i in range(n):
        x[i] = y


@tack.kernel
def store_all(x, y):
    for i in range(len(x)):
        x[i] = y


@tack.kernel
def divide(x, y):
    for i in range(len(x)):
        x[i] = y / 3


@tack.kernel
def bound_modulo(x, n):
    for i in range(n % 4):
        x[i] = 1


@tack.kernel
def bound_loaded(x, n):
    for i in range(x[0]):
        x[i] = 1


@tack.kernel
def bound_divided(x, n):
    for i in range(n / 2):
        x[i] = 1


@tack.kernel
def bound_array(x, n):
    for i in range(x):
        x[i] = 1


@tack.kernel
def bound_by_zero(x, n):
    for i in range(8 // n):
        x[i] = 1


@tack.kernel
def too_long(x, n):
    for i, j in tack.ndindex(n, n):
        x[0] = 1


@tack.kernel
def from_start(x, a, b):
    for i in range(a, b):
        x[0] = 1


@tack.kernel
def mixes_signs(x, n):
    for i in range(len(x)):
        x[i] = tack.u64(1) + n


@tack.func
def inner(a, i):
    a[i] = tack.u64(1) + i


@tack.kernel
def through_function(x):
    for i in range(len(x)):
        inner(x, i)


@tack.kernel
def wrong_index_count(x):
    for i in range(len(x)):
        x[i, i] = 1


@tack.kernel
def power(x):
    for i in range(len(x)):
        x[i] = i**-1


@tack.kernel
def big_literal(x):
    for i in range(len(x)):
        x[i] = 18446744073709551616


def raised(call):
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


def array():
    return tack.full(4, 7, tack.i32)


UNSUPPORTED = [
    refused.no_loop,
    refused.second_loop,
    refused.store_outside,
    refused.break_inside,
    refused.return_inside,
    refused.nested(),
]


@pytest.mark.parametrize("kernel", [*UNSUPPORTED, refused.loop_in_while], ids=lambda k: k.__name__)
def test_unsupported_syntax_comes_as_it_is(kernel):
    x = array()
    arguments = (x, 1) if kernel is refused.loop_in_while else (x,)
    for round in range(2):
        for call in (lambda: kernel(*arguments), lambda: tack.inspect(kernel, *arguments)):
            error = raised(call)
            assert type(error) is tack.UnsupportedSyntaxError
            assert isinstance(error, NotImplementedError) and isinstance(error, RuntimeError)
            assert str(error).startswith(f"Kernel '{kernel.__name__}': ")
            assert "failed on" not in str(error) and error.__cause__ is None
            assert "line" in str(error) and "column" in str(error)
    assert (x.numpy() == 7).all()


@pytest.mark.parametrize("kernel", [refused.unknown, refused.later], ids=lambda k: k.__name__)
def test_names(kernel):
    x = array()
    for call in (lambda: kernel(x), lambda: tack.inspect(kernel, x)):
        error = raised(call)
        assert type(error) is NameError and error.__cause__ is None
        assert str(error).startswith(f"Kernel '{kernel.__name__}': ")
    assert (x.numpy() == 7).all()


@pytest.mark.parametrize(
    "kernel, text",
    [
        (bound_modulo, "Cannot resolve loop range expression"),
        (bound_loaded, "Cannot resolve loop range expression"),
        (bound_divided, "Cannot resolve loop range expression"),
        (bound_array, "Cannot resolve loop range expression"),
        (bound_by_zero, "division by zero"),
    ],
    ids=lambda p: getattr(p, "__name__", ""),
)
def test_runtime_errors_are_wrapped_once(kernel, text):
    x = array()
    for round in range(2):
        error = raised(lambda: kernel(x, 0))
        assert type(error) is RuntimeError
        head = f"Kernel '{kernel.__name__}' failed on CPUBackend: {text}"
        assert str(error).startswith(head) and str(error).count("Kernel ") == 1
        assert type(error.__cause__) is RuntimeError and text in str(error.__cause__)
        assert "failed on" not in str(error.__cause__)
        raw = raised(lambda: tack.inspect(kernel, x, 0))
        assert type(raw) is RuntimeError and "failed on" not in str(raw)
    assert (x.numpy() == 7).all()


def test_a_count_beyond_64_bits():
    x = array()
    error = raised(lambda: too_long(x, 2**40))
    assert type(error) is ValueError and str(error).startswith("Kernel 'too_long': ")
    error = raised(lambda: from_start(x, 2**63, 2**63 + 5))  # few, but of 65 bits
    assert type(error) is RuntimeError and type(error.__cause__) is RuntimeError
    assert "outside the 64-bit integers" in str(error) and (x.numpy() == 7).all()


def test_keyword_arguments():
    x = array()
    for call in (
        lambda: store(x, 1, n=4),
        lambda: store(x=x, y=1, n=4),
        lambda: store(x, 1, 4, n=4),
        lambda: store(x, 1, 4, nonsense=4),
    ):
        error = raised(call)
        assert type(error) is RuntimeError and type(error.__cause__) is NotImplementedError
        assert str(error).startswith("Kernel 'store' failed on CPUBackend: argument '")
        assert "by keyword" in str(error)
    assert type(raised(lambda: tack.inspect(store, x, 1, n=4))) is NotImplementedError
    assert (x.numpy() == 7).all()


@pytest.mark.parametrize(
    "kernel, dtype, text",
    [
        (mixes_signs, "i32", "no common integer type"),
        (through_function, "i32", "no common integer type"),
        (wrong_index_count, "i32", "ind"),
        (power, "i32", "exponent"),
    ],
    ids=lambda p: getattr(p, "__name__", p),
)
def test_type_errors_have_the_kernel_once(kernel, dtype, text):
    x = tack.full(4, 7, getattr(tack, dtype))
    arguments = (x, -1) if kernel is mixes_signs else (x,)
    for round in range(2):
        error = raised(lambda: kernel(*arguments))
        head = f"Kernel '{kernel.__name__}': "
        assert type(error) is TypeError and str(error).startswith(head) and text in str(error)
        assert str(error).count(head) == 1
        assert type(error.__cause__) is TypeError and str(error) == head + str(error.__cause__)
    assert type(raised(lambda: tack.inspect(kernel, *arguments))) is TypeError
    assert (x.numpy() == 7).all()


def test_value_errors_come_as_they_are():
    x = array()
    error = raised(lambda: big_literal(x))
    assert type(error) is ValueError and error.__cause__ is None
    frozen = tack.from_buffer(np.arange(4, dtype=np.int32).tobytes(), tack.i32)
    error = raised(lambda: store_all(frozen, 1))
    assert type(error) is ValueError and error.__cause__ is None
    assert str(error) == "Kernel 'store_all': argument 'x' is read-only, but is written"
    assert frozen.numpy().tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("count", [0, 1, 2, 4, 9])
def test_wrong_counts(count):
    x = array()
    error = raised(lambda: store(*[x] * count))
    assert type(error) is TypeError and type(error.__cause__) is TypeError
    assert str(error) == f"Kernel 'store': expected 3 arguments (x, y, n), got {count}"
    assert type(raised(lambda: tack.inspect(store, *[x] * count))) is TypeError
    assert (x.numpy() == 7).all()


class Colour(enum.IntEnum):
    RED = 3


BAD = [
    ("a", "str"),
    (b"a", "bytes"),
    (None, "NoneType"),
    (1j, "complex"),
    ([1], "list"),
    ((1,), "tuple"),
    ({}, "dict"),
    (object(), "object"),
    (int, "type"),
    (tack.f32, "tack.DType"),
    (store, "tack.Kernel"),
    (inner, "tack.Func"),
    (decimal.Decimal(1), "Decimal"),
    (fractions.Fraction(1, 2), "Fraction"),
    (np.complex64(1), "numpy.complex64"),
    (np.str_("a"), "numpy.str_"),
    (np.datetime64(3, "s"), "numpy.datetime64"),
]


@pytest.mark.parametrize("value, name", BAD, ids=[name for _, name in BAD])
def test_other_arguments_are_named(value, name):
    x = array()
    for arguments, parameter in (((x, value, 4), "y"), ((value, 1, 4), "x"), ((x, 1, value), "n")):
        error = raised(lambda: store(*arguments))
        assert type(error) is TypeError and type(error.__cause__) is TypeError
        assert str(error).startswith(f"Kernel 'store': argument '{parameter}' is a ")
        assert name in str(error) and "a kernel takes arrays, ints" in str(error)
    assert (x.numpy() == 7).all()


@pytest.mark.parametrize(
    "value, hint",
    [
        (np.zeros(4), "tack.asarray"),
        (memoryview(b"abcd"), "tack.asarray"),
        (bytearray(4), "tack.asarray"),
        (np.array(3), "item"),
    ],
)
def test_buffers_are_to_be_copied_in(value, hint):
    x = array()
    for arguments in ((x, value, 4), (value, 1, 4)):
        error = raised(lambda: store(*arguments))
        assert type(error) is TypeError and hint in str(error)
    assert (x.numpy() == 7).all()


INTEGERS = [0, 1, -1, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32, 2**63 - 1, -(2**63), 2**63]
INTEGERS += [2**64 - 1]


def type_of(value):
    if -(2**31) <= value < 2**31:
        return "i32"
    return "i64" if value < 2**63 else "u64"


@pytest.mark.parametrize("value", INTEGERS)
def test_integers_take_the_narrowest_type(value):
    x = tack.zeros(3, tack.i64)
    assert f"  y: {type_of(value)}\n" in tack.inspect(store_all, x, value, mode="report")
    store_all(x, value)
    assert x.numpy().view(np.uint64).tolist() == [value % 2**64] * 3
    for scalar in (
        np.int8,
        np.int16,
        np.int32,
        np.int64,
        np.uint8,
        np.uint16,
        np.uint32,
        np.uint64,
    ):
        info = np.iinfo(scalar)
        if info.min <= value <= info.max:
            # By value, not by the width of the NumPy type.
            text = tack.inspect(store_all, x, scalar(value), mode="report")
            assert f"  y: {type_of(value)}\n" in text
            store_all(x, scalar(value))
            assert x.numpy().view(np.uint64).tolist() == [value % 2**64] * 3


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, 10**30, -(10**30)])
def test_integers_outside_64_bits(value):
    x = array()
    error = raised(lambda: store(x, value, 4))
    assert type(error) is TypeError and "argument 'y' is an integer outside 64 bits" in str(error)
    assert (x.numpy() == 7).all()


def test_other_integers():
    x = tack.zeros(2, tack.i32)
    for value in (True, np.True_, Colour.RED, N, tack.constant(2**31 - 1)):
        store_all(x, value)
        assert x[0] == int(value)
        assert "  y: i32\n" in tack.inspect(store_all, x, value, mode="report")


@pytest.mark.parametrize(
    "value", [0.1, np.float64(0.1), np.float32(0.1), np.float16(0.1), np.longdouble(0.1)]
)
def test_floats_are_f64_when_an_array_is(value):
    for dtype, name in ((tack.f64, "f64"), (tack.f32, "f32"), (tack.i32, "f32")):
        x = tack.zeros(2, dtype)
        assert f"  y: {name}\n" in tack.inspect(divide, x, value, mode="report")
        divide(x, value)
    wide, narrow = tack.zeros(2, tack.f64), tack.zeros(2, tack.f32)
    divide(wide, value)
    assert wide[0] == float(value) / 3
    divide(narrow, value)
    assert narrow[0] == np.float32(value) / np.float32(3)


def test_notes_show_the_line():
    x = array()
    for call, parts in (
        (lambda: through_function(x), ["a[i] = tack.u64(1) + i", "^", "inner(x, i)", "inlined"]),
        (lambda: bound_modulo(x, 1), ["for i in range(n % 4):", "^~~~~"]),
        (lambda: refused.unknown(x), ["x[i] = x[i] + nowhere", "^~~~~~~"]),
        (lambda: refused.break_inside(x), ["break"]),
    ):
        error = raised(call)
        (note,) = error.__notes__
        file = note.split(":")[0]
        assert file in (__file__, refused.__file__) and all(part in note for part in parts)
        assert "\n" not in str(error)
        if error.__cause__ is not None:
            assert not hasattr(error.__cause__, "__notes__")
        shown = int(note.split(":")[1])
        with open(file) as text:
            assert parts[0] in text.read().split("\n")[shown - 1]


class HandlerError(RuntimeError):
    pass


@tack.kernel
def slow(x, n):
    for i in range(len(x)):
        t = x[i]
        for k in range(n):
            t = t * 0.999 + 0.001
        x[i] = t


@pytest.mark.parametrize("error", [HandlerError, TypeError, ValueError, RuntimeError])
def test_a_handlers_exception_is_its_own(error):
    def handler(number, frame):
        raise error("from the handler")

    x = tack.zeros(1 << 16)
    slow(x, 1)
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        caught = raised(lambda: slow(x, 1 << 26))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert type(caught) is error and str(caught) == "from the handler"
    assert caught.__cause__ is None
    slow(x, 1)
