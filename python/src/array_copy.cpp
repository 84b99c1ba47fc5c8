// SPDX-License-Identifier: Apache-2.0
#include "array_copy.hpp"

#include <cstring>

#include "array_buffer.hpp"
#include "array_dlpack.hpp"
#include "convert.hpp"
#include "number.hpp"
#include "release_gil.hpp"

namespace tack::py {
namespace {

// As NumPy sees the array: the extents of an element come last.
PyObject* extents_tuple(const Array* array) {
  Ref tuple(PyTuple_New(array->extents()));
  if (!tuple) return nullptr;
  for (int d = 0; d < array->extents(); ++d) {
    PyObject* extent = PyLong_FromLongLong(array->shape[d]);
    if (!extent) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), d, extent);
  }
  return tuple.release();
}

// A source of elements: shape, and strides in bytes.
struct Source {
  ir::Kind kind = ir::Kind::Void;
  int rank = 0;
  int64_t shape[kMaxExtents] = {};
  int64_t strides[kMaxExtents] = {};
  const char* data = nullptr;
  bool is_swapped = false, is_bool = false;  // BufferFormat
  bool is_written_down = false;              // Python numbers, whose values must fit
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
  source.rank = array->extents();
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
    // NumPy has no buffer for some dtypes, among them datetime64.
    if (PyErr_ExceptionMatches(PyExc_ValueError)) refuse_format(object, nullptr);
    return false;
  }
  const Py_buffer& b = source.buffer;
  BufferFormat format = buffer_format(b.format, b.itemsize);
  source.kind = format.kind;
  source.is_swapped = format.is_swapped;
  source.is_bool = format.is_bool;
  if (source.kind == ir::Kind::Void) {
    refuse_format(object, b.format);
    return false;
  }
  if (b.ndim > kMaxExtents) {
    PyErr_Format(PyExc_ValueError, "an array has at most %d dimensions, not %d", kMaxRank, b.ndim);
    return false;
  }
  source.rank = b.ndim;
  source.data = static_cast<const char*>(b.buf);
  // Exporters may leave out what goes without saying, ctypes the strides.
  int64_t stride = b.itemsize;
  for (int d = b.ndim; d-- > 0;) {
    source.shape[d] = b.shape ? b.shape[d] : b.len / b.itemsize;
    source.strides[d] = b.strides ? b.strides[d] : stride;
    stride *= source.shape[d];
  }
  return true;
}

bool has(PyObject* object, const char* attribute) {
  if (PyType_Check(object)) return false;
  Ref found(PyObject_GetAttrString(object, attribute));
  PyErr_Clear();
  return static_cast<bool>(found);
}

bool open(PyObject* object, Source& source) {
  if (is_array(object)) return open_array(reinterpret_cast<Array*>(object), source);
  if (PyObject_CheckBuffer(object)) return open_buffer(object, source);
  bool is_numpy_like = has(object, "__array__") || has(object, "__array_interface__");
  if (!is_numpy_like && has(object, "__dlpack__")) {
    Array* shared = array_from_dlpack(object, false);
    if (!shared) return false;
    open_array(shared, source);
    Py_DECREF(reinterpret_cast<PyObject*>(shared));  // source holds it
    return true;
  }
  if (!is_numpy_like && !PySequence_Check(object) && !PyNumber_Check(object)) {
    PyErr_Format(PyExc_TypeError, "cannot make an array of %.100s", Py_TYPE(object)->tp_name);
    return false;
  }
  Ref numpy(PyImport_ImportModule("numpy"));
  if (!numpy) return false;
  source.owner = Ref(PyObject_CallMethod(numpy.get(), "asarray", "(O)", object));
  source.is_written_down = !is_numpy_like;
  return source.owner && open_buffer(source.owner.get(), source);
}

// Elements in another form than a dtype's pass through here, so many at a time.
constexpr int64_t kChunk = 512;

void convert_any(const Source& source, const char* from, int64_t stride, ir::Kind to, char* out,
                 int64_t n) {
  if (!source.is_swapped && !source.is_bool) {
    convert_row(source.kind, from, stride, to, out, n);
    return;
  }
  char chunk[kChunk * 8];
  int64_t width = dtype_row(source.kind).bytes;
  for (int64_t done = 0; done < n; done += kChunk) {
    int64_t count = n - done < kChunk ? n - done : kChunk;
    for (int64_t i = 0; i < count; ++i) {
      const char* element = from + (done + i) * stride;
      if (source.is_bool)
        chunk[i] = *element != 0;
      else
        for (int64_t k = 0; k < width; ++k) chunk[i * width + k] = element[width - 1 - k];
    }
    convert_row(source.kind, chunk, width, to, out + done * dtype_row(to).bytes, count);
  }
}

void copy_rows(const Source& source, int dimension, const char* from, ir::Kind to, char*& out) {
  int64_t n = source.rank ? source.shape[dimension] : 1;
  if (dimension + 1 >= source.rank) {
    convert_any(source, from, source.rank ? source.strides[dimension] : 0, to, out, n);
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

// NumPy makes floats of a list in which ints of 64 bits with and without sign meet. Where ints are
// wanted they are asked for, which is exact.
bool open_exactly(PyObject* object, Source& source, ir::Kind to) {
  if (!source.is_written_down || !ir::Type::scalar(source.kind).is_float() ||
      ir::Type::scalar(to).is_float())
    return true;
  Ref numpy(PyImport_ImportModule("numpy"));
  Ref objects(numpy ? PyObject_CallMethod(numpy.get(), "asarray", "Os", object, "object")
                    : nullptr);
  Ref flat(objects ? PyObject_CallMethod(objects.get(), "ravel", nullptr) : nullptr);
  Ref items(flat ? PyObject_CallMethod(flat.get(), "tolist", nullptr) : nullptr);
  if (!items) return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i)
    if (!PyLong_Check(PyList_GET_ITEM(items.get(), i))) return true;
  Ref exact(PyObject_CallMethod(numpy.get(), "asarray", "Os", object, numpy_name(to)));
  if (!exact) {
    if (PyErr_ExceptionMatches(PyExc_OverflowError))
      PyErr_Format(PyExc_OverflowError, "a number of the list does not fit in %s",
                   dtype_row(to).name);
    return false;
  }
  PyBuffer_Release(&source.buffer);
  source.buffer = {};
  source.owner = std::move(exact);
  return open_buffer(source.owner.get(), source);
}

// Ints in a list are meant as they stand: what the dtype does not hold is an error, as in NumPy.
// Those of arrays wrap.
bool check_fits(const Source& source, ir::Kind to) {
  ir::Type from_type = ir::Type::scalar(source.kind), to_type = ir::Type::scalar(to);
  if (!source.is_written_down || from_type.is_float() || to_type.is_float()) return true;
  int64_t size = 1;
  for (int d = 0; d < source.rank; ++d) size *= source.shape[d];
  for (int64_t i = 0; i < size; ++i) {
    // NumPy made the source of them just now: contiguous.
    int64_t value;
    convert_row(source.kind, source.data + i * dtype_row(source.kind).bytes, 0, ir::Kind::I64,
                &value, 1);
    bool is_big = source.kind == ir::Kind::U64 && value < 0;
    if (integer_fits(to, static_cast<uint64_t>(value), is_big)) continue;
    PyErr_Format(PyExc_OverflowError,
                 is_big ? "%llu does not fit in %s" : "%lld does not fit in %s",
                 static_cast<long long>(value), dtype_row(to).name);
    return false;
  }
  return true;
}

// Whether the memory of the two overlaps other than as the same contiguous elements.
bool collides(const Source& source, const Array* dst) {
  if (dst->size == 0) return false;
  const char *first = source.data, *last = source.data;
  for (int d = 0; d < source.rank; ++d) {
    int64_t reach = (source.shape[d] - 1) * source.strides[d];
    (reach < 0 ? first : last) += reach;
  }
  last += dtype_row(source.kind).bytes;
  auto* begin = static_cast<const char*>(dst->data);
  if (last <= begin || begin + dst->bytes() <= first) return false;
  return source.kind != dst->kind() || source.is_bool || source.is_swapped ||
         !is_contiguous(source);
}

// Floats of the host become integers by NumPy's astype itself: beyond the dtype it does what the
// machine does, with a warning, where kernels saturate. Within it the two agree.
bool is_numpys(PyObject* object, const Source& source, const Array* dst) {
  return !is_array(object) && ir::Type::scalar(source.kind).is_float() &&
         !ir::Type::scalar(dst->kind()).is_float();
}

void copy_elements(const Source& source, Array* dst) {
  if (dst->size == 0) return;
  WithoutGil unlocked(dst->bytes() >= kReleaseGilBytes);
  auto* out = static_cast<char*>(dst->data);
  if (is_contiguous(source)) {
    convert_any(source, source.data, dtype_row(source.kind).bytes, dst->kind(), out, dst->size);
    return;
  }
  copy_rows(source, 0, source.data, dst->kind(), out);
}

bool copy_as_numpy(PyObject* object, const Source& source, Array* dst) {
  Ref numpy(PyImport_ImportModule("numpy"));
  Ref floats(numpy ? PyObject_CallMethod(numpy.get(), "asarray", "O",
                                         source.owner ? source.owner.get() : object)
                   : nullptr);
  Ref ints(floats ? PyObject_CallMethod(floats.get(), "astype", "s", numpy_name(dst->kind()))
                  : nullptr);
  Source converted;
  if (!ints || !open_buffer(ints.get(), converted)) return false;
  copy_elements(converted, dst);
  return true;
}

}  // namespace

// The last `levels` extents of a source as the shape of an element. False with a ValueError.
static bool element_from(int rank, const int64_t* shape, int levels, python::Shape& element) {
  const int64_t* extents = shape + rank - levels;
  int64_t most = levels == 1 ? python::Shape::kMaxVector : python::Shape::kMaxMatrix;
  bool fits = rank >= levels;
  for (int d = 0; fits && d < levels; ++d) fits = extents[d] >= 1 && extents[d] <= most;
  if (!fits) {
    PyErr_Format(PyExc_ValueError,
                 levels == 1 ? "vector=True takes the last extent as components, from 1 to %lld"
                             : "matrix=True takes the last two extents as rows and columns, from "
                               "1 to %lld each",
                 static_cast<long long>(most));
    return false;
  }
  element = levels == 1 ? python::Shape::vector(static_cast<size_t>(extents[0]))
                        : python::Shape::matrix(static_cast<size_t>(extents[0]),
                                                static_cast<size_t>(extents[1]));
  return true;
}

Array* with_elements(Array* array, int levels) {
  if (!array || levels == 0) return array;
  Ref whole(reinterpret_cast<PyObject*>(array));
  python::Shape element;
  if (!element_from(array->rank(), array->shape, levels, element)) return nullptr;
  return new_view(array, array->rank() - levels, array->shape, element);
}

Array* array_from(PyObject* object, ir::Kind dtype, int levels) {
  Source source;
  if (!open(object, source)) return nullptr;
  python::Shape element;
  uint64_t flags = 0;
  if (levels > 0) {
    if (!element_from(source.rank, source.shape, levels, element)) return nullptr;
  } else if (is_array(object)) {
    auto* array = reinterpret_cast<Array*>(object);
    element = array->element();
    flags = array->descriptor & kFlatShape;
  }
  if (dtype == ir::Kind::Void) dtype = source.kind;
  if (!open_exactly(object, source, dtype) || !check_fits(source, dtype)) return nullptr;
  Array* array =
      new_array(dtype, source.rank - static_cast<int>(element.indices()), source.shape, element);
  if (!array) return nullptr;
  array->descriptor |= flags;
  if (!is_numpys(object, source, array)) {
    copy_elements(source, array);
  } else if (!copy_as_numpy(object, source, array)) {
    Py_DECREF(reinterpret_cast<PyObject*>(array));
    return nullptr;
  }
  return array;
}

Array* array_from_memory(ir::Kind kind, int rank, const int64_t* shape, const int64_t* strides,
                         const void* data) {
  Source source;
  source.kind = kind;
  source.rank = rank;
  source.data = static_cast<const char*>(data);
  for (int d = 0; d < rank; ++d) {
    source.shape[d] = shape[d];
    source.strides[d] = strides[d];
  }
  Array* array = new_array(kind, rank, shape);
  if (array) copy_elements(source, array);
  return array;
}

Array* concatenated(PyObject* arrays) {
  Ref all(PySequence_Fast(arrays, "concat() takes a list of arrays"));
  if (!all) return nullptr;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(all.get());
  if (count == 0) {
    PyErr_SetString(PyExc_ValueError, "concat() of an empty list: there is no dtype");
    return nullptr;
  }
  int64_t size = 0;
  ir::Kind kind = ir::Kind::Void;
  python::Shape element;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(all.get(), i);
    if (!is_array(item)) {
      PyErr_Format(PyExc_TypeError, "concat() takes a list of arrays; element %zd is a %.100s", i,
                   Py_TYPE(item)->tp_name);
      return nullptr;
    }
    auto* array = reinterpret_cast<Array*>(item);
    if (kind == ir::Kind::Void) kind = array->kind(), element = array->element();
    if (array->element() != element) {
      PyErr_Format(PyExc_TypeError,
                   "concat() takes arrays with one kind of element; element %zd has another", i);
      return nullptr;
    }
    if (array->kind() != kind) {
      PyErr_Format(PyExc_TypeError,
                   "concat() takes arrays of one dtype; the first is %s, element %zd is %s",
                   dtype_row(kind).name, i, dtype_row(array->kind()).name);
      return nullptr;
    }
    if (__builtin_add_overflow(size, array->size, &size)) {
      PyErr_SetString(PyExc_ValueError, "concat() of more than 2^63 - 1 elements");
      return nullptr;
    }
  }
  size /= element.count();
  Array* result = new_array(kind, 1, &size, element);
  if (!result) return nullptr;
  auto* out = static_cast<char*>(result->data);
  WithoutGil unlocked(result->bytes() >= kReleaseGilBytes);
  for (Py_ssize_t i = 0; i < count; ++i) {
    auto* array = reinterpret_cast<Array*>(PySequence_Fast_GET_ITEM(all.get(), i));
    memcpy(out, array->data, static_cast<size_t>(array->bytes()));
    out += array->bytes();
  }
  return result;
}

Array* converted(Array* array, ir::Kind kind) {
  return array_from(reinterpret_cast<PyObject*>(array), kind);
}

int copy_into(Array* dst, PyObject* object) {
  if (!check_writable(dst)) return -1;
  Source source;
  if (!open(object, source)) return -1;
  bool same = source.rank == dst->extents();
  for (int d = 0; same && d < source.rank; ++d) same = source.shape[d] == dst->shape[d];
  // The components of vectors and matrices may come in a row.
  if (!dst->element().is_number() && source.rank == 1 && source.shape[0] == dst->size) same = true;
  if (!same) {
    Ref mine(extents_tuple(dst));
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
  if (!open_exactly(object, source, dst->kind()) || !check_fits(source, dst->kind())) return -1;
  if (is_numpys(object, source, dst)) return copy_as_numpy(object, source, dst) ? 0 : -1;
  if (collides(source, dst)) {
    Ref apart(reinterpret_cast<PyObject*>(new_array(source.kind, 1, &dst->size)));
    if (!apart) return -1;
    auto* array = reinterpret_cast<Array*>(apart.get());
    copy_elements(source, array);
    Source again;
    open_array(array, again);
    copy_elements(again, dst);
    return 0;
  }
  copy_elements(source, dst);
  return 0;
}

PyObject* to_numpy(Array* source, bool flat) {
  Ref numpy(PyImport_ImportModule("numpy"));
  Ref shape(flat ? Py_BuildValue("(L)", static_cast<long long>(source->size))
                 : extents_tuple(source));
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
