// SPDX-License-Identifier: Apache-2.0
// What Python's own operators do with an Array: a[i, j] reads an element, the rest is refused with
// a hint.
#pragma once

#include "array.hpp"

namespace tack::py {

PyObject* array_subscript(PyObject* array, PyObject* key);
int array_assign(PyObject* array, PyObject* key, PyObject* value);
PyObject* array_iterate(PyObject* array);
int array_truth(PyObject* array);
// Of an array of one number. Without them Python would read the memory as text.
PyObject* array_int(PyObject* array);
PyObject* array_float(PyObject* array);
PyObject* array_compare(PyObject* array, PyObject* other, int op);
int array_contains(PyObject* array, PyObject* value);

}  // namespace tack::py
