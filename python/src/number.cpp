// SPDX-License-Identifier: Apache-2.0
#include "number.hpp"

namespace tack::py {
namespace {

Number from_int(PyObject* object) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (!overflow) return {Number::What::Int, static_cast<uint64_t>(value), 0};
  if (overflow > 0) {
    unsigned long long wide = PyLong_AsUnsignedLongLong(object);
    if (!PyErr_Occurred()) return {Number::What::BigInt, wide, 0};
    PyErr_Clear();
  }
  return {Number::What::TooWide, 0, 0};
}

// NumPy's scalars by the classes they derive from, without importing NumPy: an object can only be
// one when NumPy is loaded already.
bool is_numpy_scalar(PyObject* object, const char* kind) {
  PyObject* mro = Py_TYPE(object)->tp_mro;
  if (!mro) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(mro); ++i) {
    auto* type = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(mro, i));
    const char* name = type->tp_name;
    if (name[0] == 'n' && PyOS_strnicmp(name, kind, 64) == 0) return true;
  }
  return false;
}

}  // namespace

bool integer_fits(ir::Kind kind, uint64_t bits, bool is_big) {
  int width = ir::bits_of(kind);
  auto value = static_cast<int64_t>(bits);
  if (is_big) return kind == ir::Kind::U64;
  if (ir::Type::scalar(kind).is_unsigned())
    return value >= 0 && (width == 64 || value >> width == 0);
  return width == 64 ||
         (value >= -(int64_t{1} << (width - 1)) && value < int64_t{1} << (width - 1));
}

bool is_numpy_number(PyObject* object) { return is_numpy_scalar(object, "numpy.generic"); }

Number number_from(PyObject* object) {
  if (PyLong_Check(object)) return from_int(object);
  if (PyFloat_Check(object)) return {Number::What::Float, 0, PyFloat_AS_DOUBLE(object)};
  if (is_numpy_scalar(object, "numpy.integer") || is_numpy_scalar(object, "numpy.bool") ||
      is_numpy_scalar(object, "numpy.bool_")) {
    Ref integer(PyNumber_Long(object));
    if (!integer) return {Number::What::Error, 0, 0};
    return from_int(integer.get());
  }
  if (is_numpy_scalar(object, "numpy.floating")) {
    double value = PyFloat_AsDouble(object);
    if (value == -1 && PyErr_Occurred()) return {Number::What::Error, 0, 0};
    return {Number::What::Float, 0, value};
  }
  return {};
}

}  // namespace tack::py
