# SPDX-License-Identifier: Apache-2.0
"""What to write instead of what a kernel does not see, as the package says it: the values around a
kernel are Python's there, not the words of a file."""

import random

import numpy as np
import pytest
from numpy import sqrt

import tack

TABLE = tack.zeros(4)
HOST = np.zeros(4)
NUMBERS = [1, 2]
COUNT = 3


@tack.device_class
class Holder:
    def __init__(self):
        self.n = 3
        self._hidden = 4
        self.host = np.zeros(3)
        self.names = ["a"]

    @property
    def area(self):
        return 3

    @tack.kernel
    def hidden(self, x):
        for i in range(self.n):
            x[i] = self._hidden

    @tack.kernel
    def of_host(self, x):
        for i in range(self.n):
            x[i] = self.host[i]

    @tack.kernel
    def of_list(self, x):
        for i in range(self.n):
            x[i] = self.names

    @tack.kernel
    def of_property(self, x):
        for i in range(self.n):
            x[i] = self.area

    @tack.kernel
    def unknown(self, x):
        for i in range(self.n):
            x[i] = self.elsewhere


@tack.kernel
def captured(x):
    for i in range(len(x)):
        x[i] = TABLE[i]


@tack.kernel
def captured_host(x):
    for i in range(len(x)):
        x[i] = HOST[i]


@tack.kernel
def captured_shape(x):
    for i in range(len(x)):
        x[i] = TABLE.shape[0]


@tack.kernel
def captured_list(x):
    for i in range(len(x)):
        x[i] = NUMBERS[i]


@tack.kernel
def captured_number(x):
    for i in range(len(x)):
        x[i] = COUNT


@tack.kernel
def counts(x):
    for i in range(len(x)):
        COUNT += 1  # noqa: F823


@tack.kernel
def numpy_number(x):
    for i in range(len(x)):
        x[i] = np.pi


@tack.kernel
def numpy_function(x):
    for i in range(len(x)):
        x[i] = np.sin(x[i])


@tack.kernel
def host_function(x):
    for i in range(len(x)):
        x[i] = tack.zeros(3)[i]


@tack.kernel
def character(x):
    for i in range(len(x)):
        x[i] = ord("a")


@tack.kernel
def component(x):
    for i in range(len(x)):
        x[i] = x[i][1]


@tack.kernel
def length(x):
    for i in range(len(x)):
        x[i] = len(x[i])


@tack.kernel
def subtracts(x):
    for i in range(len(x)):
        tack.atomic_sub(x, 0, 1.0)


@tack.kernel
def misspelt_method(x):
    for i in range(len(x)):
        v = tack.Vector([1.0, 2.0])
        x[i] = v.normalised()


@tack.kernel
def array_method(x):
    for i in range(len(x)):
        x[i] = x.sum()


@tack.kernel
def numpy_dot(x):
    for i in range(len(x)):
        x[i] = np.dot(x, x)


@tack.kernel
def imported_from_numpy(x):
    for i in range(len(x)):
        x[i] = sqrt(x[i])


@tack.kernel
def draws(x):
    for i in range(len(x)):
        x[i] = random.random()


@tack.kernel
def draws_normal(x):
    for i in range(len(x)):
        x[i] = np.random.randn()


@tack.kernel
def zero_vector(x):
    for i in range(len(x)):
        x[i] = tack.Vector.zero(tack.f32, 3).x


@tack.func
def two(n):
    return n, n


@tack.kernel
def of_function(x):
    h, w = two(3)
    for i in range(h):
        x[i] = 1.0


CASES = [
    (numpy_dot, tack.UnsupportedSyntaxError, "'np.dot' at line 4, column 16 is a function of NumPy, which a "
     "kernel cannot call. Add up in a for loop"),
    (imported_from_numpy, tack.UnsupportedSyntaxError, "is a function of NumPy, which a kernel cannot call. "
     "Import it from math, or from nowhere: a kernel has sqrt(...) without an import"),
    (draws, tack.UnsupportedSyntaxError, "Draw with value, state = tack.random.uniform(state)"),
    (draws_normal, tack.UnsupportedSyntaxError, "Draw with value, state = tack.random.normal(state)"),
    (zero_vector, NameError, "has no member 'zero' that a kernel can use. Write the components, as in [0.0,"),
    (of_function, RuntimeError, "Cannot resolve loop range expression at line 3, column 12: it calls a device function"),
    (captured, NameError, "is a tack.Array of the surroundings, which a kernel does not see. Pass it to "
     "the kernel as an argument"),
    (captured_host, NameError, "is a numpy.ndarray of the surroundings, which a kernel does not see. Pass "
     "it to the kernel as an argument"),
    (captured_shape, NameError, "Pass it to the kernel as an argument"),
    (captured_list, NameError, "Declare it as tack.constant(...) of a tuple of numbers, or pass an array"),
    (captured_number, NameError, "Declare it as tack.constant(...) or pass it as an argument"),
    (counts, NameError, "local 'COUNT' at line 4, column 9 is read before it is assigned. Assign it before, on "
     "the way that leads here; what a kernel assigns is a local of its own"),
    (numpy_number, NameError, "Write math.pi"),
    (host_function, tack.UnsupportedSyntaxError, "'tack.zeros' at line 4, column 16 is a function of the host"),
    (numpy_function, tack.UnsupportedSyntaxError, "Write sin(...) alone"),
    (character, tack.UnsupportedSyntaxError, "Write the number of the character"),
    (component, tack.UnsupportedSyntaxError, "Each element of 'x' is one number"),
    (length, TypeError, "'x[...]' at line 4, column 20 is not an array. It is one number"),
    (subtracts, NameError, "Write tack.atomic_add(array, index, -value)"),
    (misspelt_method, tack.UnsupportedSyntaxError, "Did you mean 'normalized'?"),
    (array_method, tack.UnsupportedSyntaxError, "Add up with tack.atomic_add, or call it outside"),
    (Holder().hidden, ValueError, "A kernel sees no name with '_' in front"),
    (Holder().of_host, ValueError, "It is a numpy.ndarray; keep tack.asarray(...) of it in the instance"),
    (Holder().of_list, ValueError, "It is a list; a kernel sees numbers, tack arrays, @tack.func "),
    (Holder().of_property, ValueError, "It is a property; write a method with @tack.func"),
    (Holder().unknown, ValueError, "A kernel sees the numbers, the arrays and the @tack.func functions"),
]  # fmt: skip


@pytest.mark.parametrize(("kernel", "kind", "text"), CASES, ids=range(len(CASES)))
def test_what_to_write_instead(kernel, kind, text):
    x = tack.full(3, 7.0)
    with pytest.raises(kind) as caught:
        kernel(x)
    assert type(caught.value) is kind and text in str(caught.value), str(caught.value)
    assert (x.numpy() == 7).all()


@tack.device_class
class Unseen:
    def __init__(self):
        self.values = np.zeros((3, 3))

    @tack.kernel
    def range_of_length(self, x):
        for i in range(len(self.values)):
            x[i] = 1.0

    @tack.kernel
    def range_of_extent(self, x):
        for i in range(self.values.shape[0]):
            x[i] = 1.0

    @tack.kernel
    def all_extents(self, x):
        for i, j in tack.ndindex(self.values.shape):
            x[i] = 1.0

    @tack.kernel
    def taken_apart(self, x):
        for i in range(len(x)):
            h, w = self.values.shape
            x[i] = h

    @tack.kernel
    def size(self, x):
        for i in range(len(x)):
            x[i] = self.values.size

    @tack.kernel
    def row(self, x):
        for i in range(len(x)):
            x[i] = len(self.values[i])

    @tack.kernel
    def attribute(self, x):
        for i in range(len(x)):
            x[i] = self.values.T

    @tack.kernel
    def loop(self, x):
        for i in range(len(x)):
            for v in self.values:
                x[i] += v

    @tack.kernel
    def loop_over_extents(self, x):
        for i in range(len(x)):
            for n in self.values.shape:
                x[i] += n

    @tack.kernel
    def atomic(self, x):
        for i in range(len(x)):
            tack.atomic_add(self.values, (i, i), 1.0)


@tack.device_class
class Changing:
    table = tack.zeros(3)
    names = ["a"]

    def __init__(self):
        self.n = 3

    @tack.kernel
    def go(self, x):
        for i in range(self.n):
            x[i] = 1.0

    @tack.kernel
    def of_class(self, x):
        for i in range(len(x)):
            x[i] = self.table[i]

    @tack.kernel
    def names_of_class(self, x):
        for i in range(len(x)):
            x[i] = self.names[i]


def test_what_an_attribute_is_now_is_told():
    changing, x = Changing(), tack.zeros(3)
    for value, text in [
        (np.array(2), "It is a numpy.ndarray"),
        (None, "It is a NoneType"),
        ([1], "It is a list"),
        (np.array(2), "It is a numpy.ndarray"),
    ]:
        changing.n = value
        with pytest.raises(ValueError, match=text):
            changing.go(x)
    changing.n = 2
    changing.go(x)
    assert x.numpy().tolist() == [1, 1, 0]


def test_values_of_the_class():
    changing, x = Changing(), tack.zeros(3)
    with pytest.raises(
        ValueError, match="It is an array of the class; assign self.table in __init__"
    ):
        changing.of_class(x)
    with pytest.raises(ValueError, match="It is a list; a kernel sees numbers"):
        changing.names_of_class(x)
    changing.table = tack.ones(3)
    changing.of_class(x)
    assert x.numpy().tolist() == [1, 1, 1]


UNSEEN = [kernel for kernel in vars(Unseen).values() if isinstance(kernel, tack.kernel)]


@pytest.mark.parametrize("kernel", UNSEEN, ids=lambda kernel: kernel.__name__)
def test_an_attribute_that_no_kernel_sees_is_the_reason_wherever_it_stands(kernel):
    x = tack.full(3, 7.0)
    with pytest.raises(
        ValueError, match="has no attribute 'values' .* It is a numpy.ndarray; keep tack.asarray"
    ):
        kernel(Unseen(), x)
    assert (x.numpy() == 7).all()


@tack.kernel
def literal_shifts(x, out):
    for i in range(len(x)):
        out[i, 0] = x[i] << 35
        out[i, 1] = x[i] >> 33
        out[i, 2] = x[i] << -1
        out[i, 3] = x[i] >> -30


@tack.kernel
def shifts(x, counts, out):
    for i in range(len(x)):
        for k in range(2):
            out[i, 2 * k] = x[i] << counts[2 * k]
            out[i, 2 * k + 1] = x[i] >> counts[2 * k + 1]


@pytest.mark.parametrize("dtype", ["i8", "u16", "i32", "u32", "i64", "u64"])
def test_literal_counts_of_shifts_are_those_of_values(dtype):
    """One rule for literals, constants and values: modulo the width."""
    kind, counts = getattr(tack, dtype), [35, 33, -1, -30]
    x = tack.asarray(
        np.array([1, 77, 100], np.int64).astype({"i": "int", "u": "uint"}[dtype[0]] + dtype[1:])
    )
    got, expected = tack.zeros((3, 4), kind), tack.zeros((3, 4), kind)
    literal_shifts(x, got)
    shifts(x, tack.asarray(np.array(counts, np.int32)), expected)
    assert (got.numpy() == expected.numpy()).all()
    bits = int(dtype[1:])
    assert int(got[1, 1]) == 77 >> (33 % bits)


@tack.kernel
def formatted(x):
    for i in range(len(x)):
        print(f"{i}")


@tack.kernel
def without_import(x):
    for i in range(len(x)):
        x[i] = math.sqrt(x[i])  # noqa: F821


@pytest.mark.parametrize(
    ("kernel", "text"),
    [
        (formatted, '. print("text", value) writes strings and numbers one after another.'),
        (without_import, ". Write import math at the top of the file, or sqrt(...) alone."),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_hints_that_begin_with_code_keep_its_letters(kernel, text):
    with pytest.raises((NameError, tack.UnsupportedSyntaxError)) as error:
        kernel(tack.zeros(3))
    assert text in str(error.value)
