// SPDX-License-Identifier: Apache-2.0
// The names a kernel may read, looked up where Python would: closure, globals, modules.
#pragma once

#include <vector>

#include "frontend/python/environment.hpp"
#include "frontend/python/object_type.hpp"
#include "py.hpp"

namespace tack::py {

class FunctionEnvironment : public python::Environment {
 public:
  // Borrowed: the kernel or device function that owns this keeps it alive, where Python's garbage
  // collector sees the reference.
  explicit FunctionEnvironment(PyObject* function) : function_(function) {}

  python::Entity resolve(std::span<const std::string> path) override;
  std::vector<std::string> names() const override;
  // The owner goes: it has no names from now on.
  void forget() { function_ = nullptr; }

 private:
  // Borrowed; null without an exception when there is no such name.
  PyObject* lookup(const std::string& name) const;

  PyObject* function_;
};

// What a value in the body of a device class is to a kernel: a constant, a function, something to
// be told of, or nothing (Other without a description).
python::ObjectType::Member class_member(PyObject* value);
// "a list", "a numpy.ndarray".
std::string described(PyObject* object);

// A number as a constant; Other for an int beyond 64 bits.
python::Entity constant_entity(PyObject* number);

// The objects of `tack` that mean something in kernels only, such as tack.ndindex: calling one from
// Python is a RuntimeError. Null with an AttributeError when the language has no such name, or not
// yet.
PyObject* kernel_name(const char* name);

// Whether it is tack.constant of a tuple.
bool is_constant_table(PyObject* object);

// The classes of tack.constant's results.
// The classes tack.Vector and tack.Matrix.
void set_vector_types(PyObject* vector, PyObject* matrix);
void set_constant_types(PyObject* int_type, PyObject* float_type, PyObject* table_type);

int add_environment(PyObject* module);

}  // namespace tack::py
