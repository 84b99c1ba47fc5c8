# SPDX-License-Identifier: Apache-2.0
"""The beginning of a message word for word: whose it is, what, and where. Lines count from the
decorator, columns from 1, both in the source without its indentation."""

import pytest
from refused import (
    bare_return,
    barrier_value,
    break_inside,
    later,
    loop_in_else,
    loop_in_while,
    nested,
    no_loop,
    plain,
    return_before,
    return_inside,
    second_loop,
    unknown,
)

import tack

HEADS = [
    (no_loop, "definition at line 1, column 1 has no parallel loop: "),
    (second_loop, "for loop at line 5, column 5 is outside the parallel loop. A kernel has one "
                  "parallel loop, "),
    (loop_in_while, "for loop at line 4, column 9 is outside the parallel loop. A kernel has one "),
    (loop_in_else, "for loop at line 6, column 9 is outside the parallel loop. A kernel has one "),
    (break_inside, "break at line 6, column 13 of the parallel loop. "),
    (return_inside, "return at line 5, column 9 in a kernel. A kernel may return a value only as "
                    "its last statement"),
    (return_before, "return at line 3, column 5 in a kernel. A kernel may return a value only as "),
    (bare_return, "return at line 5, column 5 in a kernel. A kernel may return a value only as "),
    (barrier_value, "barrier() at line 4, column 16 is used as a value. "),
    (nested(), "unsupported Assert at line 5, column 9"),
    (tack.kernel(plain), "unsupported Assert at line 4, column 9"),
    (unknown, "name 'nowhere' at line 4, column 23 is not defined. "),
    (later, "loop variable 'j' at line 7, column 16 is read after its loop. "),
]  # fmt: skip


@pytest.mark.parametrize(("kernel", "head"), HEADS, ids=lambda p: getattr(p, "__name__", ""))
def test_of_a_kernel(kernel, head):
    x = tack.full(3, 7.0)
    arguments = (x, 1) if kernel in (loop_in_while, loop_in_else) else (x,)
    kind = NameError if kernel in (unknown, later) else tack.UnsupportedSyntaxError
    for call in (kernel, lambda *a: tack.inspect(kernel, *a)):
        with pytest.raises(kind) as caught:
            call(*arguments)
        assert type(caught.value) is kind
        assert str(caught.value).startswith(f"Kernel '{kernel.__name__}': {head}")
    assert (x.numpy() == 7).all()


# --- what stands outside the loop


def outside(path, statement, after):
    """A kernel with the statement before or after its loop."""
    lines = ["    for i in range(n):", "        x[i] = 1.0"]
    lines[len(lines) if after else 0 : 0] = ["    " + line for line in statement.split("\n")]
    text = ["@tack.kernel", "def k(x, n):", "    t = tack.local_array(tack.f32, 4)", *lines]
    path.write_text("\n".join(["", *text, ""]))
    scope = {"tack": tack}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    return scope["k"]


OUTSIDE = [
    ("x[0] = 1.0", "store", 0, 5),
    ("t[0] = 1.0", "store", 0, 5),
    ("x[0] += 1.0", "store", 0, 5),
    ("if n > 2:\n    x[n] = 1.0", "store", 1, 9),
    ("while n > 2:\n    t[1] = 1.0", "store", 1, 9),
    ("a, x[0] = 1, 2.0", "store", 0, 5),
    ("tack.atomic_add(x, 0, 1.0)", "atomic_add()", 0, 5),
    ("a = tack.atomic_min(x, 0, 1.0)", "atomic_min()", 0, 9),
    ("a = 1 + tack.atomic_max(x, 0, 1.0)", "atomic_max()", 0, 13),
    ("tack.barrier()", "barrier()", 0, 5),
    ("a = tack.block_sum(x[0])", "block_sum()", 0, 9),
    ("a = tack.block_min(x[0])", "block_min()", 0, 9),
    ("a = tack.block_max(x[0])", "block_max()", 0, 9),
    ("if n > 2:\n    print(n)", "print()", 1, 9),
]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(("statement", "what", "line", "column"), OUTSIDE)
def test_of_effects_outside(tmp_path, statement, what, line, column, after):
    kernel, x = outside(tmp_path / "k.py", statement, after), tack.full(3, 7.0)
    where = f"at line {line + (6 if after else 4)}, column {column}"
    for _ in range(2):
        with pytest.raises(tack.UnsupportedSyntaxError) as caught:
            kernel(x, 3)
        assert str(caught.value).startswith(
            f"Kernel 'k': {what} {where} is outside the parallel loop. "
        )
    assert (x.numpy() == 7).all()


# --- device functions


@tack.func
def stores(a):
    a[0] = 1.0


@tack.func
def deeper(a):
    b = 1
    stores(a)


@tack.device_class
class Holder:
    def __init__(self):
        self.a = tack.zeros(3)

    @tack.func
    def put(self, i):
        self.a[i] = 1.0

    @tack.func
    def plain_text(self, i):
        return self.a[i] + "text"

    def python(self):
        return 1

    @tack.func
    def calls_python(self):
        return self.python()

    @tack.kernel
    def step(self):
        self.put(0)
        for i in range(3):
            self.a[i] = 2.0


@tack.func
def asserts(a, i):
    assert i > 0


@tack.func
def unknown_inside(a, i):
    return a[i] + nowhere


@tack.func
def mixed_signs(a, i):
    return tack.u64(1) + i


@tack.func
def indices(a, i):
    return a[i, i]


@tack.func
def literal(a, i):
    return 18446744073709551616


@tack.func
def loop_return(a, i):
    while i > 0:
        return i
    return 0


@tack.func
def local_target(a, i):
    t = tack.local_array(tack.f32, 3)
    return tack.atomic_add(t, 0, 1.0)


@tack.func
def of_vectors(a, i):
    return tack.Vector([1, 2]) + tack.Vector([1, 2, 3])


@tack.func
def of_shapes(a, i):
    return a.shape[i]


@tack.kernel
def outside_deep(x):
    deeper(x)
    for i in range(len(x)):
        x[i] = 1.0


def calls(function):
    @tack.kernel
    def kernel(x):
        for i in range(len(x)):
            x[i] = function(x, i)

    return kernel


INSIDE = [
    (asserts, tack.UnsupportedSyntaxError, "", "unsupported Assert at line 3, column 5"),
    (unknown_inside, NameError, "", "name 'nowhere' at line 3, column 19 is not defined"),
    (mixed_signs, TypeError, "Kernel 'kernel': ", "u64 and i64 at line 3, column 12 have no common"),
    (indices, TypeError, "Kernel 'kernel': ", "array 'x' at line 3, column 14 has 1 dimension"),
    (literal, ValueError, "", "integer 18446744073709551616 at line 3, column 12 is outside"),
    (loop_return, tack.UnsupportedSyntaxError, "", "return at line 4, column 9 inside a loop"),
    (local_target, TypeError, "Kernel 'kernel': ", "atomic_add() at line 4, column 12 requires"),
    (of_vectors, tack.UnsupportedSyntaxError, "", "a vector of 2 and a vector of 3 at line 3, "),
    (of_shapes, RuntimeError, "Kernel 'kernel' failed on CPUBackend: ", "index at line 3, "),
]  # fmt: skip


@pytest.mark.parametrize(
    ("function", "kind", "before", "head"), INSIDE, ids=lambda p: getattr(p, "__name__", "")
)
def test_of_a_device_function(function, kind, before, head):
    """It names the function, the kernel that it is inlined into, and the place in the function."""
    kernel, x = calls(function), tack.full(3, 7.0)
    name = function.__name__
    inside = f"Device function '{name}' (inlined into kernel 'kernel'): {head}"
    with pytest.raises(kind) as caught:
        kernel(x)
    assert type(caught.value) is kind and str(caught.value).startswith(before + inside)
    (note,) = caught.value.__notes__
    assert "x[i] = function(x, i)" in note and f"in device function '{name}'" in note
    with pytest.raises(kind) as caught:
        tack.inspect(kernel, x)
    assert str(caught.value).startswith(inside)
    assert (x.numpy() == 7).all()


def test_of_functions_outside_the_loop():
    """The innermost statement, in the function or method where it is written."""
    text = "store at line 3, column 5 is outside the parallel loop. "
    with pytest.raises(tack.UnsupportedSyntaxError) as caught:
        outside_deep(tack.zeros(3))
    assert str(caught.value).startswith(
        f"Device function 'stores' (inlined into kernel 'outside_deep'): {text}"
    )
    holder = Holder()
    with pytest.raises(tack.UnsupportedSyntaxError) as caught:
        holder.step()
    assert str(caught.value).startswith(
        f"Device function 'put' (inlined into kernel 'step'): {text}"
    )
    assert not holder.a.numpy().any()


def test_of_methods():
    @tack.kernel
    def kernel(h, out):
        for i in range(1):
            out[i] = h.calls_python()

    with pytest.raises(ValueError) as caught:
        kernel(Holder(), tack.zeros(1))
    assert str(caught.value).startswith(
        "Device function 'calls_python' (inlined into kernel 'kernel'): "
        "method 'self.python' at line 3, column 12 is a Python function"
    )


# --- launches


@tack.kernel
def squares(x, n):
    for i, j in tack.ndindex(n, n):
        x[0] = 1


@tack.kernel
def from_to(x, a, b):
    for i in range(a, b):
        x[0] = 1


@pytest.mark.parametrize(
    ("kernel", "arguments", "count"),
    [
        (squares, (2**40,), str(2**80)),
        (squares, (2**63 - 1,), str((2**63 - 1) ** 2)),
        (from_to, (0, 2**64 - 1), str(2**64 - 1)),
        (from_to, (-(2**63), 2**63 - 1), str(2**64 - 1)),
    ],
)
def test_of_a_launch_that_is_too_long(kernel, arguments, count):
    x = tack.full(3, 7.0)
    for _ in range(2):
        for call in (kernel, lambda *a: tack.inspect(kernel, *a)):
            with pytest.raises(ValueError) as caught:
                call(x, *arguments)
            assert type(caught.value) is ValueError and caught.value.__cause__ is None
            assert str(caught.value) == (
                f"Kernel '{kernel.__name__}': {count} iterations exceed the {2**63 - 1} that one "
                "CPU launch can index; split the work across several launches."
            )
    kernel(x, *(0 for _ in arguments))
    assert (x.numpy() == 7).all()
