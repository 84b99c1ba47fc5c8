// SPDX-License-Identifier: Apache-2.0
// Arrays of the caller, and instances of device classes that hold them.
#include <iterator>

#include "capi/handles.hpp"

namespace tack::capi {
namespace {

constexpr ir::Kind kKinds[] = {
    ir::Kind::Void, ir::Kind::I8,  ir::Kind::I16, ir::Kind::I32, ir::Kind::I64, ir::Kind::U8,
    ir::Kind::U16,  ir::Kind::U32, ir::Kind::U64, ir::Kind::F32, ir::Kind::F64,
};
static_assert(std::size(kKinds) == TACK_F64 + 1);

}  // namespace

std::string read_array(const tack_argument& argument, launch::ArrayData& array) {
  if (argument.dtype < TACK_I8 || argument.dtype > TACK_F64)
    return "has dtype " + std::to_string(argument.dtype) + ", which is none of tack.h";
  if (argument.rank > launch::kMaxRank)
    return "has " + std::to_string(argument.rank) + " dimensions; an array has at most " +
           std::to_string(launch::kMaxRank);
  if (argument.rank && !argument.shape) return "has no shape";
  ir::Kind kind = kKinds[argument.dtype];
  python::Shape element;
  if (argument.element_rows != 0) {
    int most = argument.element_cols ? python::Shape::kMaxMatrix : python::Shape::kMaxVector;
    if (argument.element_rows > most || argument.element_cols > most)
      return argument.element_cols ? "has elements that are no matrices of 1 to 4 rows and columns"
                                   : "has elements that are no vectors of 1 to 32 components";
    element = argument.element_cols
                  ? python::Shape::matrix(argument.element_rows, argument.element_cols)
                  : python::Shape::vector(argument.element_rows);
  } else if (argument.element_cols != 0) {
    return "has elements of no rows";
  }
  int64_t size = element.count(), bytes = 0;
  bool is_empty = false;
  for (int d = 0; d < argument.rank; ++d) {
    if (argument.shape[d] < 0)
      return "has the negative extent " + std::to_string(argument.shape[d]);
    is_empty |= argument.shape[d] == 0;
  }
  if (is_empty) size = 0;
  for (int d = 0; d < argument.rank && !is_empty; ++d)
    if (__builtin_mul_overflow(size, argument.shape[d], &size))
      return "has more than 2^63 - 1 elements";
  int64_t width = ir::bits_of(kind) / 8;
  if (__builtin_mul_overflow(size, width, &bytes)) return "has more than 2^63 - 1 bytes";
  if (size && !argument.value.data) return "has no memory";
  if (reinterpret_cast<uintptr_t>(argument.value.data) % static_cast<uint64_t>(width) != 0)
    return "is not aligned to its elements of " + std::to_string(width) + " bytes";
  array.descriptor = launch::describe(kind, argument.rank, size, element);
  if (argument.is_read_only) array.descriptor |= launch::kReadOnly;
  array.data = argument.value.data;
  array.size = size;
  array.shape = const_cast<int64_t*>(argument.shape);
  return {};
}

}  // namespace tack::capi

using namespace tack;
using capi::guarded;
using capi::set_error;

tack_object* tack_module_object(const tack_module* module, const char* class_name,
                                tack_error** error) {
  return guarded(error, static_cast<tack_object*>(nullptr), [&]() -> tack_object* {
    auto made = launch::Instance::make(module->program, class_name);
    if (made) return new tack_object{std::move(*made)};
    set_error(error, made.error());
    return nullptr;
  });
}

int32_t tack_object_set(tack_object* object, const char* name, const tack_argument* value,
                        tack_error** error) {
  return guarded(error, 1, [&] {
    launch::Instance& instance = object->instance;
    Result<void> done;
    launch::ArrayData array{};
    std::string fault;
    switch (value->kind) {
      case TACK_ARRAY:
        fault = capi::read_array(*value, array);
        if (fault.empty()) done = instance.set(name, array);
        break;
      case TACK_INT:
        done = instance.set(name, launch::Instance::Number(value->value.i));
        break;
      case TACK_UINT:
        done = instance.set(name, launch::Instance::Number(value->value.u));
        break;
      case TACK_FLOAT:
        done = instance.set(name, launch::Instance::Number(value->value.f));
        break;
      case TACK_OBJECT:
        if (value->value.object)
          done = instance.set(name, value->value.object->instance);
        else
          fault = "is no object: its pointer is null";
        break;
      default:
        fault = "is of no kind that tack.h names";
    }
    std::string head = "object of class '" + instance.class_name() + "': attribute '" + name + "'";
    if (!fault.empty()) {
      set_error(error, ErrorKind::Value, head + " " + fault);
    } else if (!done) {
      set_error(error, done.error().kind, head + ": " + done.error().message);
    }
    return fault.empty() && done ? 0 : 1;
  });
}

void tack_object_release(tack_object* object) { delete object; }
