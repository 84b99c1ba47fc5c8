# SPDX-License-Identifier: Apache-2.0
# RUN: tack check --expect %s --args "f32[1]"
# What to write instead: names that are not imported, members that do not exist, products.
import math as m
import random

import numpy
from numpy import sqrt

import tack


@tack.kernel
def imports(x):
    for i in range(len(x)):
        x[i] = math.sqrt(x[i])  # expect-error(NameError): name 'math' is not defined; write import math at the top of the file, or sqrt(...) alone
        x[i] = math.pi  # expect-error: name 'math' is not defined; write import math at the top of the file
        x[i] = np.sqrt(x[i])  # expect-error: name 'np' is not defined; write sqrt(...) alone
        x[i] = np.pi  # expect-error: name 'np' is not defined; write import math at the top of the file and math.pi
        x[i] = np.float32(1)  # expect-error: name 'np' is not defined; write tack.f32(x)
        x[i] = m.isnan(x[i])  # expect-error: 'm' has no member 'isnan' that a kernel can use; write x != x
        x[i] = m.isinf(x[i])  # expect-error: write abs(x) == math.inf


@tack.kernel
def keywords(x):
    for i in range(len(x)):
        tack.loop_config(serialize=True)  # expect-error(NameError): 'tack' has no member 'loop_config' that a kernel can use


@tack.kernel
def values(x):
    for i in range(len(x)):
        v = tack.Matrix([[1, 2], [3, 4]]) * tack.Vector([1, 2])  # expect-error: a 2x2 matrix and a vector of 2 do not go together; write a @ b for the product of matrices
        w = tack.Vector([1, 2]) * tack.Vector([1, 2, 3])  # expect-error: do not go together; give both the same shape; a number goes with any
        x[i] = x[i].normalized()  # expect-error: each element of 'x' is one number; tack.asarray(x, vector=True) has vectors
        x[i] = v[0, 0] + w[0]
        print("a{}".upper())  # expect-error: unsupported attribute 'upper'; print(...) writes strings and numbers one after another
        x[i] = tack.Vector.zero(tack.f32, 3).x  # expect-error: 'tack.Vector' has no member 'zero' that a kernel can use; write the components, as in [0.0, 0.0, 0.0]


@tack.kernel
def other_libraries(x):
    for i in range(len(x)):
        x[i] = random.random()  # expect-error: 'random.random' is part of a module (not a file beside this one), which a kernel cannot call; draw with value, state = tack.random.uniform(state), from state = tack.random.seed(i, 0)
        x[i] = numpy.random.rand()  # expect-error: draw with value, state = tack.random.uniform(state)
        x[i] = numpy.random.randn()  # expect-error: draw with value, state = tack.random.normal(state)
        x[i] = sqrt(x[i])  # expect-error: 'sqrt' is a name of a module (not a file beside this one), which a kernel cannot call; import it from math, or from nowhere: a kernel has sqrt(...) without an import
        x[i] = numpy.dot(x, x)  # expect-error: add up in a for loop; of two vectors write a.dot(b)
        x[i] = m.hypot(x[i], 1.0)  # expect-error: 'm' has no member 'hypot' that a kernel can use; write sqrt(x * x + y * y)
        x[i] = log(x[i], 2)  # expect-error: log() takes 1 argument, 2 given; write log2(x), log10(x) or log(x) / log(base)


@tack.kernel
def forms(x):
    for i in range(len(x)):
        tack.atomic_add(x[i], 1)  # expect-error: tack.atomic_add() takes 3 arguments, 2 given; write tack.atomic_add(array, index, value)
        tack.atomic_min(x, 1)  # expect-error: write tack.atomic_min(array, index, value)
        t = tack.local_array(tack.f32, (3, 3))  # expect-error: unsupported tuple as the size of a local array; a local array has one dimension; give the number of elements, and index row * columns + column
        x[i] = super().value(i)  # expect-error: unsupported super(); a method of the class hides the base's; give the base's a name of its own and call that


@tack.kernel
def loop_in_a_loop(x):
    while True:
        for i in range(len(x)):  # expect-error: for loop is outside the parallel loop
            x[i] = 1
