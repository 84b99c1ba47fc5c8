# SPDX-License-Identifier: Apache-2.0
"""What is evaluated when, how often, and whether at all; ranges, exits, locals and aliases."""

import os
import pathlib

import numpy as np
import pytest
from runner import DTYPES, Module, same

SOURCE = pathlib.Path(__file__).with_name("order.py").read_text()
f32, i32, i64 = np.float32, np.int32, np.int64


@pytest.fixture(scope="module", name="order")
def order_module(tmp_path_factory):
    made = Module(SOURCE, tmp_path_factory.mktemp("order"))
    yield made
    made.close()


def seen(order, kernel, *more, size=16):
    """What was evaluated, in order, and the other arrays."""
    values, at, *rest = order.run(kernel, np.full(64, -1, i32), np.zeros(1, i32), *more)
    return values[: at[0]].tolist(), *(r.tolist() for r in rest)


def test_the_value_comes_first_then_the_place(order):
    """Of an augmented assignment the place, once; of a tuple the whole right side."""
    values, out = seen(order, "assignments", np.zeros(16, i32))
    assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [k for k in range(16) if out[k]] == [2, 3, 7, 9]
    assert (out[2], out[3], out[7], out[9]) == (1, 4, 6, 8)


def test_operands_and_arguments_from_left_to_right(order):
    values, out = seen(order, "operands", np.zeros(1, i32))
    assert values == list(range(1, 14))
    assert out == [2 + 81 + 7 + (8 - (9 - 10)) + 11 * 13 + 12]


def test_bounds_once_from_left_to_right(order):
    values, out = seen(order, "bounds", np.zeros(3, i32))
    assert values == [1, 7, 2, 3, 5, 4, 9, 8]
    assert out == [1 + 3 + 5, sum(k * 10 + m for k in (3, 4) for m in range(4)), 0]


def test_and_or_stop_early_and_give_a_truth_value(order):
    values, out = seen(order, "and_or", np.zeros(5, i32))
    assert values == [0, 1, 2, 3, 0, 4, 5, 6]
    assert out == [0, 1, 1, 1, 1]


def test_one_arm_only(order):
    values, out = seen(order, "arms", np.zeros(2, i32))
    assert values == [1, 2, 0, 3] and out == [2, 3]


def test_a_chain_stops_at_its_first_false_link(order):
    values, out = seen(order, "chains", np.zeros(3, i32))
    assert values == [1, 2, 3, 5, 4, 6, 6, 7] and out == [1, 0, 0]


def test_masks_evaluate_everything(order):
    values, out = seen(order, "masks", np.zeros(3, i32))
    assert values == [1, 2, 9, 3, 4, 5] and out == [0, 0, 9]


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_an_atomic_evaluates_its_operands_once(order, name):
    out = [np.zeros(2, DTYPES[name]), np.zeros(2, i32), np.zeros(1, i32)]
    values, floats, numbers, old = seen(order, "atomics", *out)
    assert values == [1, 2, 0, 3, 0, 4, 1, 5, 6]
    assert floats == [4, 2] and numbers == [0, 5] and old == [6]


def test_old_values_are_read_before_the_right_side(order):
    x, y, out = order.run("old_values", np.array([3], i32), np.array([4], i32), np.zeros(2, i32))
    assert (x.tolist(), y.tolist(), out.tolist()) == ([4], [7], [7, 0])


# --- ranges and exits


@pytest.mark.parametrize(
    "a, b, s", [(0, 10, 3), (2, 2, 1), (5, -5, 1), (0, 9, 0), (0, 9, -2), (-7, 8, 5), (0, 1, 40)]
)
def test_sequential_ranges_are_taken_before_the_loop(order, a, b, s):
    k = list(range(a, b, s)) if s > 0 else []
    out = order.run("sequential", np.zeros(3, i64), *map(i32, (a, b, s)))[0]
    assert out.tolist() == [len(k), sum(k), max(0, (100 if k else a) - (b + 50 * len(k)))]


@pytest.mark.parametrize(
    "a, b, s",
    [(0, 100, 7), (3, 7, 1), (7, 3, 1), (1, 8, 3), (1, 7, 3), (-9, 9, 4), (0, 9, 0), (0, 9, -2)],
)
def test_parallel_ranges(order, a, b, s):
    k = list(range(a, b, s)) if s > 0 else []
    out = order.run("stepped", np.zeros(2, i64), *map(i32, (a, b, s)))[0]
    assert out.tolist() == [len(k), sum(k)]


@pytest.mark.parametrize("m, n", [(0, 0), (3, 50), (-4, 7), (40, -60), (1000, -(2**31))])
def test_bounds_that_the_host_computes(order, m, n):
    x = np.zeros((5, 3), f32)
    k = range((-m + 1) * 2, -(-(5 + n) // 3) * 2 - 3, 2)
    out = order.run("host_bounds", np.zeros(2, i64), x, i32(m), i32(n))[0]
    assert out.tolist() == [len(k), sum(k)]


def test_loop_variables_have_64_bits(order):
    base = 2**33 + 1
    out = order.run("wide", np.zeros((5, 2), i64), i64(base))[0]
    i = np.arange(base, base + 5)
    assert out[:, 0].tolist() == (i * 3).tolist()
    assert out[:, 1].tolist() == (2 * base + 1 + 2 * i).tolist()


@pytest.mark.parametrize("sizes", [(2, 3, 37), (40, 1, 3), (1, 50, 1), (7, 9, 11)])
def test_every_index_once(order, sizes):
    out = order.run("once", np.zeros(sizes, i32), *map(i32, sizes))[0]
    i, j, k = np.indices(sizes)
    assert np.array_equal(out, 1 + i * 10000 + j * 100 + k)


@pytest.mark.parametrize("sizes", [(-2, -3, 4), (0, 5, 5), (4, 5, -1), (-1, -1, -1)])
def test_an_empty_extent_runs_nothing(order, sizes):
    assert not order.run("once", np.zeros((4, 5, 5), i32), *map(i32, sizes))[0].any()


def test_continue_and_break_belong_to_the_innermost_loop(order):
    def item(i):
        total = 0
        for k in (1, 2, 4, 5, 6, 7):
            total += sum(m % 2 for m in range(k)) + 100
        return total + (10000 if i != 2 else 0)

    assert order.run("exits", np.zeros(5, i32))[0].tolist() == [item(i) for i in range(5)]


# --- locals


def test_each_iteration_has_its_own_locals(order):
    x = np.array([5, -1, 0, 7, -2, 9] * 30, i32)
    out = order.run("own_locals", np.zeros((180, 2), i32), x)[0]
    assert out[:, 0].tolist() == np.where(x > 0, x, 0).tolist()
    assert out[:, 1].tolist() == np.where(x > 0, 7, 0).tolist()


@pytest.mark.parametrize("n", [2, 20])
def test_each_iteration_starts_from_the_outer_values(order, n):
    x, i = np.array([3, 8], i32), np.arange(n)
    out = order.run("outer_values", x, np.zeros((20, 5), i32), i32(n))[1]
    b, c = (8 if n > 3 else 0), 51
    assert out[:n, :4].tolist() == [[3, b, c, n]] * n
    a = 3 + i + 1
    ends = np.where(i % 2 == 0, -1 + 99, c + n)
    assert out[:n, 4].tolist() == (a + a + ends).tolist() and not out[n:].any()


def test_names_of_the_compiler_are_free(order):
    start, result = order.run(
        "names", np.zeros(9, i32), i32(1), i32(3), i32(9), i32(50), i32(4), np.zeros(9, i32)
    )
    at = np.isin(np.arange(9), range(1, 9, 3))
    assert start.tolist() == np.where(at, 5, 0).tolist()
    assert result.tolist() == np.where(at, 54, 0).tolist()


# --- program order through other names


def test_a_load_sees_earlier_stores(order):
    x, y, out = order.run("three_times", *(np.zeros(40, i32) for _ in range(3)))
    assert x.tolist() == [2] * 40 and y.tolist() == [1] * 40 and out.tolist() == [201] * 40


@pytest.mark.skipif("TACK_RUN_KERNEL" in os.environ, reason="arguments of the runner are apart")
def test_a_load_sees_stores_through_another_argument(order):
    tack, module = order.tack, order.module
    x, out = tack.zeros(40, tack.i32), tack.zeros(40, tack.i32)
    module.three_times(x, x, out)
    assert x.numpy().tolist() == [3] * 40 and out.numpy().tolist() == [303] * 40
    memory = np.zeros(4, i32)
    x = tack.array_from_ptr(memory, tack.i32, (4,), writable=True)
    y = tack.array_from_ptr(memory[1:], tack.i32, (3,), writable=True)
    module.shifted(x, y)
    assert memory.tolist() == [0, 6, 60 + 60, 0]


def test_equal_bits_are_compared():
    """`same` tells zeros apart, or the tests of this folder would not."""
    assert same(f32(0.0), f32(0.0)) and not same(f32(0.0), f32(-0.0))
