// SPDX-License-Identifier: Apache-2.0
// tack.i8 ... tack.f64: element types of arrays, casts inside kernels.
#pragma once

#include <cstdint>

#include "ir/type.hpp"
#include "py.hpp"

namespace tack::py {

struct DTypeRow {
  ir::Kind kind;
  const char* name;
  uint8_t bytes;
  char format;  // of the struct module, native sizes
};

inline constexpr DTypeRow kDTypes[] = {
    {ir::Kind::I8, "i8", 1, 'b'},   {ir::Kind::I16, "i16", 2, 'h'}, {ir::Kind::I32, "i32", 4, 'i'},
    {ir::Kind::I64, "i64", 8, 'q'}, {ir::Kind::U8, "u8", 1, 'B'},   {ir::Kind::U16, "u16", 2, 'H'},
    {ir::Kind::U32, "u32", 4, 'I'}, {ir::Kind::U64, "u64", 8, 'Q'}, {ir::Kind::F32, "f32", 4, 'f'},
    {ir::Kind::F64, "f64", 8, 'd'},
};
inline const DTypeRow& dtype_row(ir::Kind kind) {
  return kDTypes[static_cast<int>(kind) - static_cast<int>(ir::Kind::I8)];
}

struct DType {
  PyObject_HEAD ir::Kind kind;
};

extern PyTypeObject DTypeType;
inline bool is_dtype(PyObject* object) { return Py_TYPE(object) == &DTypeType; }

// The one object of a kind; borrowed.
PyObject* dtype_object(ir::Kind kind);

// A Tack dtype, or what NumPy takes for one of the ten (np.float32, np.dtype("f4"), "float32").
// Void with a TypeError set that names what was given.
ir::Kind dtype_from(PyObject* object);

// The kind of a NumPy-like name ("float32", "u8"), Void when it is none of ours.
ir::Kind kind_of_name(const char* name);
const char* numpy_name(ir::Kind kind);  // "float32"

int add_dtypes(PyObject* module);

}  // namespace tack::py
