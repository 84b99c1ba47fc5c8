// SPDX-License-Identifier: Apache-2.0
// sum, min, max and mean of all elements on the host.
#pragma once

#include "array.hpp"

namespace tack::py {

// Python floats. Floats are added in their own precision, signed integers modulo 2^64 as i64,
// unsigned ones as u64. Of no elements the sum is 0, the mean NaN, and the extrema a ValueError.
// NaN wins over every number; -0.0 is less than +0.0.
PyObject* array_sum(PyObject* array, PyObject*);
PyObject* array_min(PyObject* array, PyObject*);
PyObject* array_max(PyObject* array, PyObject*);
PyObject* array_mean(PyObject* array, PyObject*);

}  // namespace tack::py
