// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "capi/handles.hpp"
#include "launch/debug.hpp"
#include "launch/inspect.hpp"

namespace tack::capi {
namespace {

constexpr ir::Kind kKinds[] = {
    ir::Kind::Void, ir::Kind::I8,  ir::Kind::I16, ir::Kind::I32, ir::Kind::I64, ir::Kind::U8,
    ir::Kind::U16,  ir::Kind::U32, ir::Kind::U64, ir::Kind::F32, ir::Kind::F64,
};
static_assert(std::size(kKinds) == TACK_F64 + 1);

// The arrays of a call; the call's arguments point into it.
struct Arguments {
  launch::ArrayData arrays[launch::kMaxArguments];
  launch::CallArguments call;
};

// What is wrong with an array; empty: nothing.
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

bool read_arguments(const tack_kernel* kernel, const tack_argument* arguments, size_t count,
                    Arguments& out, tack_error** error) {
  out.call.begin();
  out.call.debug = launch::debug_mode();
  const std::vector<std::string>& names = kernel->kernel->source().parameters();
  // More than the kernel takes is its own message, made of the count alone.
  size_t taken = std::min<size_t>(count, launch::kMaxArguments);
  for (size_t k = 0; k < taken; ++k) {
    const tack_argument& argument = arguments[k];
    std::string fault;
    switch (argument.kind) {
      case TACK_ARRAY:
        fault = read_array(argument, out.arrays[k]);
        if (fault.empty()) out.call.add_array(out.arrays[k]);
        break;
      case TACK_INT:
        out.call.add_int(argument.value.i);
        break;
      case TACK_UINT:
        out.call.add_uint(argument.value.u);
        break;
      case TACK_FLOAT:
        out.call.add_float(argument.value.f);
        break;
      default:
        fault = "is of no kind that tack.h names";
    }
    if (fault.empty()) continue;
    std::string name = k < names.size() ? names[k] : std::to_string(k + 1);
    set_error(error, ErrorKind::Value,
              "Kernel '" + kernel->kernel->name() + "': argument '" + name + "' " + fault);
    return false;
  }
  out.call.finish();
  return true;
}

tack_value value_of(const launch::Kernel::Launched& launched) {
  tack_value value{};
  if (launched.kind == ir::Kind::Void) return value;
  ir::Type type = ir::Type::scalar(launched.kind);
  value.kind = type.is_float() ? TACK_FLOAT : type.is_unsigned() ? TACK_UINT : TACK_INT;
  value.value.u = launched.bits;
  return value;
}

}  // namespace
}  // namespace tack::capi

using namespace tack;
using capi::guarded;
using capi::set_error;

int32_t tack_kernel_launch(tack_kernel* kernel, const tack_argument* arguments, size_t count,
                           tack_value* result, tack_error** error) {
  return guarded(error, 1, [&] {
    capi::Arguments read;
    if (!capi::read_arguments(kernel, arguments, count, read, error)) return 1;
    launch::Kernel::Launched launched;
    auto fault = kernel->kernel->call(read.call, &launched);
    if (fault) {
      set_error(error, *fault);
      return 1;
    }
    if (result) *result = capi::value_of(launched);
    return 0;
  });
}

char* tack_kernel_inspect(tack_kernel* kernel, const tack_argument* arguments, size_t count,
                          const char* mode, tack_error** error) {
  return guarded(error, static_cast<char*>(nullptr), [&]() -> char* {
    const launch::InspectMode* known = launch::find_mode(mode);
    if (!known) {
      set_error(error, ErrorKind::Value, launch::unknown_mode(mode));
      return nullptr;
    }
    capi::Arguments read;
    if (!capi::read_arguments(kernel, arguments, count, read, error)) return nullptr;
    std::optional<launch::Fault> fault;
    auto compiled = kernel->kernel->lower_for(read.call, fault);
    if (!compiled) {
      set_error(error, *fault);
      return nullptr;
    }
    auto text = launch::inspect(*compiled, *known);
    if (!text) {
      set_error(error, text.error());
      return nullptr;
    }
    char* copy = static_cast<char*>(std::malloc(text->size() + 1));
    if (!copy) throw std::bad_alloc();
    std::memcpy(copy, text->c_str(), text->size() + 1);
    return copy;
  });
}

void tack_text_release(char* text) { std::free(text); }

int32_t tack_threads(void) {
  capi::use_cores();
  return tack_rt_threads();
}

void tack_set_threads(int32_t threads) {
  capi::use_cores();
  tack_rt_threads();  // decided by the environment first, not over this number
  tack_rt_set_threads(threads);
}

int32_t tack_debug(void) { return launch::debug_mode(); }
void tack_set_debug(int32_t on) { launch::set_debug_mode(on != 0); }
