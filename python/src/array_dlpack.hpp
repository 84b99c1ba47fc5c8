// SPDX-License-Identifier: Apache-2.0
// Memory shared with other array libraries through DLPack, both ways.
#pragma once

#include "array.hpp"

namespace tack::py {

// a.__dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)
PyObject* array_to_dlpack(PyObject* array, PyObject* args, PyObject* kwargs);
PyObject* array_dlpack_device(PyObject* array, PyObject*);

// From a capsule, or an object with __dlpack__: over the same memory, or with `copy` a new array.
Array* array_from_dlpack(PyObject* source, bool copy);

}  // namespace tack::py
