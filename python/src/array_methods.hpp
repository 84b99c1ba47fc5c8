// SPDX-License-Identifier: Apache-2.0
// What an Array offers by name.
#pragma once

#include "array.hpp"

namespace tack::py {

extern PyMethodDef kArrayMethods[];
extern PyGetSetDef kArrayAttributes[];

// Says of an attribute that it is fixed, and what to call instead.
int array_set_attribute(PyObject* array, PyObject* name, PyObject* value);

}  // namespace tack::py
