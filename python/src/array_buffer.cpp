// SPDX-License-Identifier: Apache-2.0
#include "array_buffer.hpp"

#include <cstring>

#include "number.hpp"

namespace tack::py {
namespace {

// Of the struct module. 'l' where a long has 64 bits: NumPy's int64, where 'q' would be another
// type of the same size.
constexpr bool kLongIs64 = sizeof(long) == 8;
constexpr const char* kFormats[] = {
    "b", "h", "i", kLongIs64 ? "l" : "q", "B", "H", "I", kLongIs64 ? "L" : "Q", "f", "d"};

const char* export_format(ir::Kind kind) {
  return kFormats[static_cast<int>(kind) - static_cast<int>(ir::Kind::I8)];
}

// A bool is an int to Python, but no address.
bool is_truth_value(PyObject* object) {
  const char* name = Py_TYPE(object)->tp_name;
  return PyBool_Check(object) || strcmp(name, "numpy.bool") == 0 ||
         strcmp(name, "numpy.bool_") == 0;
}

// A pointer of ctypes has a buffer, which holds the address instead of what is there.
bool is_ctypes_pointer(PyObject* object) {
  PyObject* mro = Py_TYPE(object)->tp_mro;
  for (Py_ssize_t i = 0; mro && i < PyTuple_GET_SIZE(mro); ++i) {
    const char* name = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(mro, i))->tp_name;
    for (const char* pointer :
         {"_ctypes._SimpleCData", "_ctypes._Pointer", "_ctypes.CFuncPtr", "_ctypes.PyCFuncPtr"})
      if (strcmp(name, pointer) == 0) return true;
  }
  return false;
}

bool is_c_contiguous(const Py_buffer& buffer) { return PyBuffer_IsContiguous(&buffer, 'C') != 0; }

// A memoryview holds the buffer open for as long as it lives.
Ref open_view(PyObject* source, const char* what) {
  if (!PyObject_CheckBuffer(source)) {
    PyErr_Format(PyExc_TypeError,
                 "%s takes an object with a buffer, such as a NumPy array, not "
                 "%.100s",
                 what, Py_TYPE(source)->tp_name);
    return {};
  }
  Ref view(PyMemoryView_FromObject(source));
  // NumPy has no buffer for some dtypes, among them datetime64.
  if (!view && PyErr_ExceptionMatches(PyExc_ValueError)) refuse_format(source, nullptr);
  return view;
}

bool check_contiguous(const Py_buffer& buffer, const char* what) {
  if (is_c_contiguous(buffer)) return true;
  PyErr_Format(PyExc_ValueError,
               "%s shares memory that is contiguous and in row-major order, which this is not; "
               "tack.asarray(...) copies any layout",
               what);
  return false;
}

}  // namespace

int array_get_buffer(PyObject* object, Py_buffer* view, int flags) {
  auto* self = reinterpret_cast<Array*>(object);
  int rank = self->extents();
  view->obj = nullptr;
  if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE && self->is_read_only()) {
    PyErr_SetString(PyExc_BufferError, "the array is read-only");
    return -1;
  }
  // Column-major order is the same thing up to one dimension that is longer than 1.
  if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS) {
    int longer = 0;
    for (int d = 0; d < rank; ++d) longer += self->shape[d] != 1;
    if (longer > 1 && self->size) {
      PyErr_SetString(PyExc_BufferError, "an Array is in row-major order");
      return -1;
    }
  }
  const DTypeRow& row = dtype_row(self->kind());
  // Shape and strides in one block.
  auto* numbers = static_cast<Py_ssize_t*>(
      PyMem_Malloc(sizeof(Py_ssize_t) * 2 * static_cast<size_t>(rank ? rank : 1)));
  if (!numbers) {
    PyErr_NoMemory();
    return -1;
  }
  Py_ssize_t stride = row.bytes;
  for (int d = rank; d-- > 0;) {
    numbers[d] = self->shape[d];
    numbers[rank + d] = stride;
    stride *= self->shape[d];
  }
  view->obj = Py_NewRef(object);
  view->buf = self->data;
  view->len = self->bytes();
  view->itemsize = row.bytes;
  view->readonly = self->is_read_only();
  view->format =
      (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? const_cast<char*>(export_format(row.kind)) : nullptr;
  view->ndim = rank;
  view->shape = (flags & PyBUF_ND) == PyBUF_ND ? numbers : nullptr;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? numbers + rank : nullptr;
  view->suboffsets = nullptr;
  view->internal = numbers;
  if (!view->shape) view->ndim = 1;  // plain bytes
  return 0;
}

void array_release_buffer(PyObject*, Py_buffer* view) { PyMem_Free(view->internal); }

BufferFormat buffer_format(const char* format, Py_ssize_t bytes) {
  BufferFormat result;
  if (!format) format = "B";
  char order = *format;
  if (strchr("@=<>!", order) && order) ++format;
  if (!format[0] || format[1]) return result;
  if (format[0] == '?' && bytes == 1) {
    result.kind = ir::Kind::U8;
    result.is_bool = true;
    return result;
  }
  bool is_signed = strchr("bhilqn", format[0]);
  bool is_unsigned = strchr("BHILQN", format[0]);
  bool is_float = strchr("fd", format[0]);
  for (const DTypeRow& row : kDTypes) {
    ir::Type type = ir::Type::scalar(row.kind);
    if (row.bytes == bytes &&
        ((type.is_signed() && is_signed) || (type.is_unsigned() && is_unsigned) ||
         (type.is_float() && is_float)))
      result.kind = row.kind;
  }
  bool is_foreign = PY_LITTLE_ENDIAN ? order == '>' || order == '!' : order == '<';
  result.is_swapped = is_foreign && bytes > 1;
  return result;
}

void refuse_format(PyObject* object, const char* format) {
  PyErr_Clear();
  Ref dtype(PyObject_GetAttrString(object, "dtype"));
  if (!dtype) PyErr_Clear();
  if (dtype)
    PyErr_Format(PyExc_TypeError,
                 "NumPy dtype %S has no Tack counterpart; convert with .astype(...) first",
                 dtype.get());
  else
    PyErr_Format(PyExc_TypeError, "elements of format '%s' have no Tack counterpart",
                 format ? format : "?");
}

Array* array_over_buffer(PyObject* source, ir::Kind dtype, int rank, const int64_t* shape) {
  Ref view = open_view(source, "from_buffer()");
  if (!view) return nullptr;
  const Py_buffer& b = *PyMemoryView_GET_BUFFER(view.get());
  if (!check_contiguous(b, "from_buffer()")) return nullptr;
  BufferFormat format = buffer_format(b.format, b.itemsize);
  bool is_bytes = b.itemsize == 1 && (format.kind == ir::Kind::U8 || format.kind == ir::Kind::I8 ||
                                      (b.format && strcmp(b.format, "c") == 0));
  int64_t extents[kMaxRank];
  if (dtype != ir::Kind::Void && is_bytes && !format.is_bool && dtype != format.kind) {
    int width = dtype_row(dtype).bytes;
    if (b.len % width) {
      PyErr_Format(PyExc_ValueError, "a buffer of %zd bytes is no whole number of %s", b.len,
                   dtype_row(dtype).name);
      return nullptr;
    }
    extents[0] = b.len / width;
    if (rank < 0) rank = 1, shape = extents;
  } else {
    if (format.kind == ir::Kind::Void) {
      refuse_format(source, b.format);
      return nullptr;
    }
    if (format.is_swapped || format.is_bool) {
      PyErr_Format(
          PyExc_TypeError,
          "from_buffer() shares elements as they are, and %s; tack.asarray(...) copies "
          "them",
          format.is_bool ? "there is no dtype for bools" : "these have the other byte order");
      return nullptr;
    }
    if (dtype != ir::Kind::Void && dtype != format.kind) {
      PyErr_Format(PyExc_TypeError, "the buffer holds %s, not %s", dtype_row(format.kind).name,
                   dtype_row(dtype).name);
      return nullptr;
    }
    dtype = format.kind;
    if (rank < 0) {
      if (b.ndim > kMaxRank) {
        PyErr_Format(PyExc_ValueError, "an array has at most %d dimensions, not %d", kMaxRank,
                     b.ndim);
        return nullptr;
      }
      rank = b.ndim;
      for (int d = 0; d < rank; ++d) extents[d] = b.shape[d];
      shape = extents;
    }
  }
  Array* array = new_foreign(dtype, rank, shape, b.buf, view.get(), !b.readonly);
  if (array && array->bytes() != b.len) {
    PyErr_Format(PyExc_ValueError, "the buffer has %zd bytes, the shape takes %lld", b.len,
                 static_cast<long long>(array->bytes()));
    Py_DECREF(array);
    return nullptr;
  }
  return array;
}

Array* array_at(PyObject* pointer, ir::Kind dtype, int rank, const int64_t* shape, bool writable) {
  // NumPy's integers have buffers, and its arrays an __index__.
  Number::What what = is_truth_value(pointer) ? Number::What::None : number_from(pointer).what;
  if (what == Number::What::Error) return nullptr;
  bool is_int =
      what == Number::What::Int || what == Number::What::BigInt || what == Number::What::TooWide;
  if (is_int) {
    Ref number(PyNumber_Index(pointer));
    if (!number) return nullptr;
    void* address = Py_SIZE(number.get()) < 0 ? nullptr : PyLong_AsVoidPtr(number.get());
    bool is_zero = Py_SIZE(number.get()) == 0;
    if (!address && !is_zero) {
      PyErr_Format(PyExc_ValueError, "%R is no address of this machine", number.get());
      return nullptr;
    }
    return new_foreign(dtype, rank, shape, address, nullptr, writable);
  }
  if (is_ctypes_pointer(pointer)) {
    PyErr_Format(PyExc_TypeError,
                 "array_from_ptr() takes no %.100s of ctypes: pass its address as an int, such as "
                 "ctypes.cast(p, ctypes.c_void_p).value",
                 Py_TYPE(pointer)->tp_name);
    return nullptr;
  }
  if (!PyObject_CheckBuffer(pointer) || is_truth_value(pointer) || what == Number::What::Float) {
    PyErr_Format(PyExc_TypeError,
                 "array_from_ptr() takes an address as an int, or an object with a buffer such as "
                 "a NumPy array, not %.100s",
                 Py_TYPE(pointer)->tp_name);
    return nullptr;
  }
  Ref view = open_view(pointer, "array_from_ptr()");
  if (!view) return nullptr;
  const Py_buffer& b = *PyMemoryView_GET_BUFFER(view.get());
  if (!check_contiguous(b, "array_from_ptr()")) return nullptr;
  if (writable && b.readonly) {
    PyErr_SetString(PyExc_ValueError, "array_from_ptr(writable=True) of memory that is read-only");
    return nullptr;
  }
  Array* array = new_foreign(dtype, rank, shape, b.buf, view.get(), writable);
  if (array && array->bytes() > b.len) {
    PyErr_Format(PyExc_ValueError, "the shape takes %lld bytes, the memory has %zd",
                 static_cast<long long>(array->bytes()), b.len);
    Py_DECREF(array);
    return nullptr;
  }
  return array;
}

}  // namespace tack::py
