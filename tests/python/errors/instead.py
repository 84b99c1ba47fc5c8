# SPDX-License-Identifier: Apache-2.0
# RUN: tack check --expect %s --args "f32[1]"
# What to write instead: names that are not imported, members that do not exist, products.
import math as m

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
