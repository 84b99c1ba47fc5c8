# SPDX-License-Identifier: Apache-2.0
"""Kernels of good syntax that are refused: whose type of exception, and whose words, tests look at."""

import tack


@tack.kernel
def no_loop(x):
    t = x[0]


@tack.kernel
def second_loop(x):
    for i in range(len(x)):
        x[i] = 1
    for j in range(len(x)):
        x[j] = 2


@tack.kernel
def loop_in_while(x, n):
    while n > 0:
        for i in range(len(x)):
            x[i] = 1


@tack.kernel
def loop_in_else(x, n):
    if n > 0:
        n = 1
    else:
        for i in range(len(x)):
            x[i] = 1


@tack.kernel
def break_inside(x):
    for i in range(len(x)):
        x[i] = 1
        if x[i] > 0:
            break


@tack.kernel
def return_inside(x):
    for i in range(len(x)):
        x[i] = 1
        return


@tack.kernel
def return_before(x) -> float:
    return x[0]
    for i in range(len(x)):
        x[i] = 1


@tack.kernel
def bare_return(x):
    for i in range(len(x)):
        x[i] = 1
    return


@tack.kernel
def barrier_value(x):
    for i in range(len(x)):
        x[i] = tack.barrier()


@tack.kernel
def store_outside(x):
    x[0] = 1
    for i in range(len(x)):
        x[i] = 1


def nested():
    @tack.kernel
    def asserts(x):
        for i in range(len(x)):
            x[i] = 1
            assert x[i] > 0

    return asserts


def plain(x):
    for i in range(len(x)):
        x[i] = 1
        assert x[i] > 0


@tack.kernel
def unknown(x):
    for i in range(len(x)):
        x[i] = x[i] + nowhere


@tack.kernel
def later(x):
    for i in range(len(x)):
        j = 4
        for j in range(2):
            x[i] = j
        x[i] = j
