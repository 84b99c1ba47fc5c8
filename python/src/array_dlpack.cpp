// SPDX-License-Identifier: Apache-2.0
#include "array_dlpack.hpp"

#include <cstring>
#include <iterator>

#include "array_copy.hpp"
#include "dlpack.hpp"
#include "gil.hpp"

namespace tack::py {
namespace {

using dlpack::Managed;
using dlpack::ManagedVersioned;
using dlpack::Tensor;

// The names that the protocol gives to capsules, before and after somebody took what is inside.
constexpr const char* kPlain = "dltensor";
constexpr const char* kVersioned = "dltensor_versioned";
constexpr const char* kUsedPlain = "used_dltensor";
constexpr const char* kUsedVersioned = "used_dltensor_versioned";

// --- export

// What a capsule holds of ours: a reference to the array, and the numbers that its tensor points
// to.
template <class M>
struct Export {
  M managed;
  int64_t numbers[2 * kMaxExtents];
};

template <class M>
void delete_export(M* managed) {
  // Anybody may call this, from any thread, also after Python has ended.
  if (Py_IsInitialized()) {
    PyGILState_STATE state = ensure_gil();
    Py_DECREF(static_cast<PyObject*>(managed->owner));
    PyGILState_Release(state);
  }
  delete reinterpret_cast<Export<M>*>(managed);
}

// Nobody took the tensor out of the capsule.
template <class M>
void drop_capsule(PyObject* capsule) {
  const char* name = std::is_same_v<M, Managed> ? kPlain : kVersioned;
  if (!PyCapsule_IsValid(capsule, name)) return;
  auto* managed = static_cast<M*>(PyCapsule_GetPointer(capsule, name));
  managed->deleter(managed);
}

template <class M>
PyObject* export_as(Array* array, const char* name) {
  auto* out = new Export<M>{};
  Tensor& tensor = out->managed.tensor;
  ir::Type type = ir::Type::scalar(array->kind());
  tensor.data = array->data;
  tensor.device_type = dlpack::kCpu;
  tensor.rank = array->extents();
  tensor.type_code = type.is_float()    ? dlpack::kFloat
                     : type.is_signed() ? dlpack::kInt
                                        : dlpack::kUInt;
  tensor.type_bits = static_cast<uint8_t>(8 * dtype_row(array->kind()).bytes);
  tensor.type_lanes = 1;
  tensor.shape = out->numbers;
  tensor.strides = out->numbers + kMaxExtents;
  int64_t stride = 1;
  for (int d = array->extents(); d-- > 0;) {
    tensor.shape[d] = array->shape[d];
    tensor.strides[d] = stride;
    stride *= array->shape[d];
  }
  out->managed.owner = Py_NewRef(reinterpret_cast<PyObject*>(array));
  out->managed.deleter = delete_export<M>;
  if constexpr (std::is_same_v<M, ManagedVersioned>) {
    out->managed.major = dlpack::kMajor;
    out->managed.minor = dlpack::kMinor;
    out->managed.flags = array->is_read_only() ? dlpack::kFlagReadOnly : 0;
  }
  PyObject* capsule = PyCapsule_New(&out->managed, name, drop_capsule<M>);
  if (!capsule) delete_export(&out->managed);
  return capsule;
}

// (major, minor) or (type, id); false with an exception.
bool read_pair(PyObject* object, const char* what, long& first, long& second) {
  if (PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 2) {
    first = PyLong_AsLong(PyTuple_GET_ITEM(object, 0));
    if (!PyErr_Occurred()) second = PyLong_AsLong(PyTuple_GET_ITEM(object, 1));
    if (!PyErr_Occurred()) return true;
    PyErr_Clear();
  }
  PyErr_Format(PyExc_TypeError, "%s is a tuple of two ints, not %R", what, object);
  return false;
}

// --- import

struct DeviceName {
  int32_t type;
  const char* name;
};
constexpr DeviceName kElsewhere[] = {
    {dlpack::kCuda, "CUDA"},       {dlpack::kOpenCl, "OpenCL"},
    {dlpack::kVulkan, "Vulkan"},   {dlpack::kVpi, "VPI"},
    {dlpack::kRocm, "ROCm"},       {dlpack::kCudaManaged, "CUDA managed memory"},
    {dlpack::kOneApi, "oneAPI"},   {dlpack::kWebGpu, "WebGPU"},
    {dlpack::kHexagon, "Hexagon"}, {dlpack::kExtension, "an extension device"},
};

bool check_device(int32_t type) {
  if (type == dlpack::kCpu || type == dlpack::kCudaHost || type == dlpack::kRocmHost) return true;
  if (type == dlpack::kMetal) {
    PyErr_SetString(PyExc_ValueError,
                    "from_dlpack() takes no Metal tensors: their pointer is no address");
    return false;
  }
  for (const DeviceName& row : kElsewhere)
    if (row.type == type) {
      PyErr_Format(PyExc_RuntimeError,
                   "the tensor is on %s, which the device cpu cannot reach: copy it to host memory "
                   "first",
                   row.name);
      return false;
    }
  PyErr_Format(PyExc_ValueError, "DLPack device type %d is unknown", static_cast<int>(type));
  return false;
}

ir::Kind kind_of(const Tensor& tensor) {
  if (tensor.type_lanes != 1) {
    PyErr_Format(PyExc_TypeError, "a DLPack tensor whose elements have %d lanes is not supported",
                 static_cast<int>(tensor.type_lanes));
    return ir::Kind::Void;
  }
  for (const DTypeRow& row : kDTypes) {
    ir::Type type = ir::Type::scalar(row.kind);
    uint8_t code = type.is_float()    ? dlpack::kFloat
                   : type.is_signed() ? dlpack::kInt
                                      : dlpack::kUInt;
    if (code == tensor.type_code && tensor.type_bits == 8 * row.bytes) return row.kind;
  }
  static const char* const kCodes[] = {"int",    "uint",    "float", "handle",
                                       "bfloat", "complex", "bool"};
  if (tensor.type_code < std::size(kCodes))
    PyErr_Format(PyExc_TypeError, "DLPack dtype %s%d has no Tack counterpart",
                 kCodes[tensor.type_code], static_cast<int>(tensor.type_bits));
  else
    PyErr_Format(PyExc_TypeError, "DLPack dtype code %d has no Tack counterpart",
                 static_cast<int>(tensor.type_code));
  return ir::Kind::Void;
}

bool is_row_major(const Tensor& tensor) {
  if (!tensor.strides) return true;
  int64_t stride = 1;
  for (int32_t d = 0; d < tensor.rank; ++d)
    if (tensor.shape[d] == 0) return true;
  for (int32_t d = tensor.rank; d-- > 0;) {
    if (tensor.shape[d] != 1 && tensor.strides[d] != stride) return false;
    stride *= tensor.shape[d];
  }
  return true;
}

// The tensor's array, over its memory or with `copy` a new one; nothing keeps the memory yet.
Array* wrap(const Tensor& tensor, bool copy, bool writable) {
  if (!check_device(tensor.device_type)) return nullptr;
  ir::Kind kind = kind_of(tensor);
  if (kind == ir::Kind::Void) return nullptr;
  if (tensor.rank < 0 || tensor.rank > kMaxRank) {
    PyErr_Format(PyExc_ValueError, "an array has at most %d dimensions, not %d", kMaxRank,
                 static_cast<int>(tensor.rank));
    return nullptr;
  }
  auto* data = static_cast<char*>(tensor.data);
  if (data) data += tensor.byte_offset;
  if (copy) {
    // Checks shape and address on the way.
    Ref checked(reinterpret_cast<PyObject*>(
        new_foreign(kind, tensor.rank, tensor.shape, data, nullptr, false)));
    if (!checked) return nullptr;
    auto* seen = reinterpret_cast<Array*>(checked.get());
    if (is_row_major(tensor)) return converted(seen, kind);
    int64_t strides[kMaxRank];
    for (int d = 0; d < tensor.rank; ++d) strides[d] = tensor.strides[d] * dtype_row(kind).bytes;
    return array_from_memory(kind, tensor.rank, tensor.shape, strides, data);
  }
  if (!is_row_major(tensor)) {
    PyErr_SetString(PyExc_ValueError,
                    "from_dlpack() shares memory that is contiguous and in row-major order, which "
                    "this tensor is not; from_dlpack(x, copy=True) copies any layout");
    return nullptr;
  }
  return new_foreign(kind, tensor.rank, tensor.shape, data, nullptr, writable);
}

// Holds a tensor that was taken out of its capsule; its destructor gives it back.
constexpr const char* kKeeper = "tack.dlpack";
template <class M>
void drop_keeper(PyObject* keeper) {
  auto* managed = static_cast<M*>(PyCapsule_GetPointer(keeper, kKeeper));
  if (managed && managed->deleter) managed->deleter(managed);
}

template <class M>
Array* import_as(PyObject* capsule, const char* name, const char* used, bool copy) {
  auto* managed = static_cast<M*>(PyCapsule_GetPointer(capsule, name));
  if (!managed) return nullptr;
  bool writable = true;
  if constexpr (std::is_same_v<M, ManagedVersioned>) {
    if (managed->major != dlpack::kMajor) {
      PyErr_Format(PyExc_ValueError, "a DLPack tensor of version %u.%u; this version takes %u.x",
                   managed->major, managed->minor, dlpack::kMajor);
      return nullptr;
    }
    writable = !(managed->flags & dlpack::kFlagReadOnly);
  }
  // Nothing is taken before all is known to be fine: until then the capsule owns the tensor.
  Array* array = wrap(managed->tensor, copy, writable);
  if (!array) return nullptr;
  Ref keeper(PyCapsule_New(managed, kKeeper, nullptr));
  if (!keeper || PyCapsule_SetName(capsule, used) < 0) {
    Py_DECREF(array);
    return nullptr;
  }
  PyCapsule_SetDestructor(keeper.get(), drop_keeper<M>);
  if (!copy) array->base = keeper.release();
  return array;
}

Array* import_capsule(PyObject* capsule, bool copy) {
  const char* name = PyCapsule_GetName(capsule);
  if (!name) PyErr_Clear();
  auto is = [&](const char* wanted) { return name && strcmp(name, wanted) == 0; };
  if (is(kPlain)) return import_as<Managed>(capsule, kPlain, kUsedPlain, copy);
  if (is(kVersioned)) return import_as<ManagedVersioned>(capsule, kVersioned, kUsedVersioned, copy);
  if (is(kUsedPlain) || is(kUsedVersioned))
    PyErr_SetString(PyExc_ValueError, "the DLPack capsule was consumed before: ask for another");
  else
    PyErr_Format(PyExc_ValueError, "a capsule named '%.100s' is no DLPack tensor",
                 name ? name : "");
  return nullptr;
}

// object.__dlpack__(max_version=(1, 0)), and without for those that came before versions.
Ref ask_for_capsule(PyObject* object) {
  Ref method(PyObject_GetAttrString(object, "__dlpack__"));
  if (!method) {
    PyErr_Format(PyExc_TypeError,
                 "from_dlpack() takes a DLPack capsule or an object with __dlpack__, not %.100s",
                 Py_TYPE(object)->tp_name);
    return {};
  }
  Ref none(PyTuple_New(0));
  Ref options(Py_BuildValue("{s:(ii)}", "max_version", static_cast<int>(dlpack::kMajor),
                            static_cast<int>(dlpack::kMinor)));
  if (!none || !options) return {};
  Ref capsule(PyObject_Call(method.get(), none.get(), options.get()));
  if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    capsule = Ref(PyObject_CallNoArgs(method.get()));
  }
  if (capsule && !PyCapsule_CheckExact(capsule.get())) {
    PyErr_Format(PyExc_TypeError, "__dlpack__ returned %.100s, not a capsule",
                 Py_TYPE(capsule.get())->tp_name);
    return {};
  }
  return capsule;
}

// Before asking for a capsule: a device that is out of reach need not be waited for.
bool check_object_device(PyObject* object) {
  Ref device(PyObject_CallMethod(object, "__dlpack_device__", nullptr));
  if (!device) {
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return false;
    PyErr_Clear();
    return true;
  }
  // The type may be an enum of the library's.
  Ref first(PySequence_GetItem(device.get(), 0));
  Ref number(first ? PyNumber_Long(first.get()) : nullptr);
  if (!number) return false;
  long type = PyLong_AsLong(number.get());
  if (type == -1 && PyErr_Occurred()) return false;
  return check_device(static_cast<int32_t>(type));
}

}  // namespace

PyObject* array_to_dlpack(PyObject* object, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"stream", "max_version", "dl_device", "copy", nullptr};
  PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO:__dlpack__", const_cast<char**>(names),
                                   &stream, &version, &device, &copy))
    return nullptr;
  if (stream != Py_None) {
    PyErr_SetString(PyExc_ValueError, "__dlpack__: the cpu has no streams; stream must be None");
    return nullptr;
  }
  long major = 0, minor = 0;
  if (version != Py_None && !read_pair(version, "max_version", major, minor)) return nullptr;
  if (device != Py_None) {
    long type = 0, id = 0;
    if (!read_pair(device, "dl_device", type, id)) return nullptr;
    if (type != dlpack::kCpu || id != 0) {
      PyErr_SetString(PyExc_BufferError,
                      "__dlpack__: an Array on the cpu is exported to the cpu, (1, 0), only");
      return nullptr;
    }
  }
  int wants_copy = copy == Py_None ? 0 : PyObject_IsTrue(copy);
  if (wants_copy < 0) return nullptr;
  if (wants_copy) {
    PyErr_SetString(PyExc_BufferError,
                    "__dlpack__: an Array is exported without a copy; call a.copy() first");
    return nullptr;
  }
  auto* array = reinterpret_cast<Array*>(object);
  if (major >= 1) return export_as<ManagedVersioned>(array, kVersioned);
  if (array->is_read_only()) {
    PyErr_SetString(PyExc_BufferError,
                    "__dlpack__: a read-only Array is exported from DLPack 1.0 on, which can say "
                    "so: ask with max_version=(1, 0)");
    return nullptr;
  }
  return export_as<Managed>(array, kPlain);
}

PyObject* array_dlpack_device(PyObject*, PyObject*) {
  return Py_BuildValue("(ii)", static_cast<int>(dlpack::kCpu), 0);
}

Array* array_from_dlpack(PyObject* source, bool copy) {
  Ref capsule;
  if (PyCapsule_CheckExact(source)) {
    capsule = Ref::borrow(source);
  } else {
    if (!check_object_device(source)) return nullptr;
    capsule = ask_for_capsule(source);
    if (!capsule) return nullptr;
  }
  return import_capsule(capsule.get(), copy);
}

}  // namespace tack::py
