// SPDX-License-Identifier: Apache-2.0
#include "array_copy.hpp"

#include <cstring>

#include "convert.hpp"

namespace tack::py {
namespace {

// Longer copies let other threads run.
constexpr int64_t kReleaseGilBytes = 1 << 20;

class WithoutGil {
 public:
  explicit WithoutGil(bool yes) : state_(yes ? PyEval_SaveThread() : nullptr) {}
  ~WithoutGil() {
    if (state_) PyEval_RestoreThread(state_);
  }

 private:
  PyThreadState* state_;
};

// The kind of a buffer's elements; Void when Tack has none like it.
ir::Kind kind_of_format(const char* format, Py_ssize_t bytes) {
  if (!format) format = "B";
  if (*format == '@' || *format == '=' || (*format == '<' && PY_LITTLE_ENDIAN)) ++format;
  if (!format[0] || format[1]) return ir::Kind::Void;
  bool is_signed = strchr("bhilqn", format[0]);
  bool is_unsigned = strchr("BHILQN", format[0]);
  bool is_float = strchr("fd", format[0]);
  for (const DTypeRow& row : kDTypes) {
    ir::Type type = ir::Type::scalar(row.kind);
    if (row.bytes == bytes &&
        ((type.is_signed() && is_signed) || (type.is_unsigned() && is_unsigned) ||
         (type.is_float() && is_float)))
      return row.kind;
  }
  return ir::Kind::Void;
}

// A source of elements: shape, and strides in bytes.
struct Source {
  ir::Kind kind = ir::Kind::Void;
  int rank = 0;
  int64_t shape[kMaxRank] = {};
  int64_t strides[kMaxRank] = {};
  const char* data = nullptr;
  Py_buffer buffer{};
  Ref owner;  // keeps a converted object alive

  Source() = default;
  Source(const Source&) = delete;
  ~Source() {
    if (buffer.obj) PyBuffer_Release(&buffer);
  }
};

bool open_array(Array* array, Source& source) {
  source.kind = array->kind();
  source.rank = array->rank();
  source.data = static_cast<const char*>(array->data);
  int64_t stride = dtype_row(source.kind).bytes;
  for (int d = source.rank; d-- > 0;) {
    source.shape[d] = array->shape[d];
    source.strides[d] = stride;
    stride *= array->shape[d];
  }
  source.owner = Ref::borrow(reinterpret_cast<PyObject*>(array));
  return true;
}

bool open_buffer(PyObject* object, Source& source) {
  if (PyObject_GetBuffer(object, &source.buffer, PyBUF_STRIDES | PyBUF_FORMAT) < 0) {
    source.buffer.obj = nullptr;
    Ref dtype(PyObject_GetAttrString(object, "dtype"));
    if (!dtype) return false;
    PyErr_Format(PyExc_TypeError, "NumPy dtype %S has no Tack counterpart", dtype.get());
    return false;
  }
  const Py_buffer& b = source.buffer;
  source.kind = kind_of_format(b.format, b.itemsize);
  if (source.kind == ir::Kind::Void) {
    Ref dtype(PyObject_GetAttrString(object, "dtype"));
    if (!dtype) PyErr_Clear();
    if (dtype)
      PyErr_Format(PyExc_TypeError,
                   "NumPy dtype %S has no Tack counterpart; convert with .astype(...) first",
                   dtype.get());
    else
      PyErr_Format(PyExc_TypeError, "elements of format '%s' have no Tack counterpart", b.format);
    return false;
  }
  if (b.ndim > kMaxRank) {
    PyErr_Format(PyExc_ValueError, "an array has at most %d dimensions, not %d", kMaxRank, b.ndim);
    return false;
  }
  source.rank = b.ndim;
  source.data = static_cast<const char*>(b.buf);
  for (int d = 0; d < b.ndim; ++d) {
    source.shape[d] = b.shape[d];
    source.strides[d] = b.strides[d];
  }
  return true;
}

bool open(PyObject* object, Source& source) {
  if (is_array(object)) return open_array(reinterpret_cast<Array*>(object), source);
  if (PyObject_CheckBuffer(object)) return open_buffer(object, source);
  if (!PySequence_Check(object) && !PyNumber_Check(object)) {
    PyErr_Format(PyExc_TypeError, "cannot make an array of %.100s", Py_TYPE(object)->tp_name);
    return false;
  }
  Ref numpy(PyImport_ImportModule("numpy"));
  if (!numpy) return false;
  source.owner = Ref(PyObject_CallMethod(numpy.get(), "asarray", "O", object));
  return source.owner && open_buffer(source.owner.get(), source);
}

void copy_rows(const Source& source, int dimension, const char* from, ir::Kind to, char*& out) {
  int64_t n = source.rank ? source.shape[dimension] : 1;
  if (dimension + 1 >= source.rank) {
    convert_row(source.kind, from, source.rank ? source.strides[dimension] : 0, to, out, n);
    out += n * dtype_row(to).bytes;
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    copy_rows(source, dimension + 1, from + i * source.strides[dimension], to, out);
}

bool is_contiguous(const Source& source) {
  int64_t stride = dtype_row(source.kind).bytes;
  for (int d = source.rank; d-- > 0;) {
    if (source.shape[d] != 1 && source.strides[d] != stride) return false;
    stride *= source.shape[d];
  }
  return true;
}

void copy_elements(const Source& source, Array* dst) {
  if (dst->size == 0) return;
  WithoutGil unlocked(dst->bytes() >= kReleaseGilBytes);
  if (is_contiguous(source)) {
    convert_row(source.kind, source.data, dtype_row(source.kind).bytes, dst->kind(), dst->data,
                dst->size);
    return;
  }
  auto* out = static_cast<char*>(dst->data);
  copy_rows(source, 0, source.data, dst->kind(), out);
}

}  // namespace

Array* array_from(PyObject* object, ir::Kind dtype) {
  Source source;
  if (!open(object, source)) return nullptr;
  Array* array =
      new_array(dtype == ir::Kind::Void ? source.kind : dtype, source.rank, source.shape);
  if (array) copy_elements(source, array);
  return array;
}

Array* converted(Array* array, ir::Kind kind) {
  return array_from(reinterpret_cast<PyObject*>(array), kind);
}

int copy_into(Array* dst, PyObject* object) {
  if (dst->descriptor & kReadOnly) {
    PyErr_SetString(PyExc_RuntimeError, "the array is read-only");
    return -1;
  }
  Source source;
  if (!open(object, source)) return -1;
  bool same = source.rank == dst->rank();
  for (int d = 0; same && d < source.rank; ++d) same = source.shape[d] == dst->shape[d];
  if (!same) {
    Ref mine(shape_tuple(dst));
    Ref theirs(PyTuple_New(source.rank));
    if (!mine || !theirs) return -1;
    for (int d = 0; d < source.rank; ++d) {
      PyObject* extent = PyLong_FromLongLong(source.shape[d]);
      if (!extent) return -1;
      PyTuple_SET_ITEM(theirs.get(), d, extent);
    }
    PyErr_Format(PyExc_ValueError, "cannot copy shape %R into an array of shape %R", theirs.get(),
                 mine.get());
    return -1;
  }
  copy_elements(source, dst);
  return 0;
}

PyObject* to_numpy(Array* source) {
  Ref numpy(PyImport_ImportModule("numpy"));
  Ref shape(shape_tuple(source));
  if (!numpy || !shape) return nullptr;
  Ref array(
      PyObject_CallMethod(numpy.get(), "empty", "Os", shape.get(), numpy_name(source->kind())));
  if (!array) return nullptr;
  Py_buffer buffer;
  if (PyObject_GetBuffer(array.get(), &buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0)
    return nullptr;
  {
    WithoutGil unlocked(source->bytes() >= kReleaseGilBytes);
    if (source->size) memcpy(buffer.buf, source->data, static_cast<size_t>(source->bytes()));
  }
  PyBuffer_Release(&buffer);
  return array.release();
}

}  // namespace tack::py
