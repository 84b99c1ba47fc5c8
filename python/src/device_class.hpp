// SPDX-License-Identifier: Apache-2.0
// @tack.device_class: classes whose instances a kernel takes as arguments. A call takes an instance
// apart into constants, which are part of the variant's key, and numbers and arrays, which are
// arguments like any other.
#pragma once

#include <memory>
#include <string>

#include "frontend/python/object_type.hpp"
#include "kernel.hpp"
#include "py.hpp"

namespace tack::py {

// Whether the object's class, or a base of it, is decorated.
bool is_device_instance(PyObject* object);

// Appends the instance's numbers and arrays to the call, and its structure to the key. `name` is
// the parameter's. False with an exception.
bool add_object(const KernelState& state, int parameter, PyObject* object, CallArguments& call);

// Kernels whose variants go when a class of theirs is collected.
void remember_objects(KernelState& state);
void forget_objects(KernelState& state);

int add_device_class(PyObject* module);

}  // namespace tack::py
