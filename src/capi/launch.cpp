// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "capi/handles.hpp"
#include "launch/debug.hpp"
#include "launch/inspect.hpp"

namespace tack::capi {
namespace {

// The arrays of a call; the call's arguments point into it.
struct Arguments {
  launch::ArrayData arrays[launch::kMaxArguments];
  launch::CallArguments call;
};

bool read_arguments(const tack_kernel* kernel, const tack_argument* arguments, size_t count,
                    Arguments& out, tack_error** error) {
  out.call.begin();
  out.call.debug = launch::debug_mode();
  const std::vector<std::string>& names = kernel->kernel->source().parameters();
  auto name_of = [&](size_t k) { return k < names.size() ? names[k] : std::to_string(k + 1); };
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
      case TACK_OBJECT:
        if (!argument.value.object) {
          fault = "is no object: its pointer is null";
        } else if (&argument.value.object->instance.program() != kernel->program.get()) {
          fault = "is an object of another module than the kernel's";
        } else if (auto added = argument.value.object->instance.add_to(
                       out.call, static_cast<int>(k), name_of(k));
                   !added) {
          set_error(error, added.error().kind,
                    "Kernel '" + kernel->kernel->name() + "': " + added.error().message);
          return false;
        }
        break;
      default:
        fault = "is of no kind that tack.h names";
    }
    if (fault.empty()) continue;
    set_error(error, ErrorKind::Value,
              "Kernel '" + kernel->kernel->name() + "': argument '" + name_of(k) + "' " + fault);
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
