// SPDX-License-Identifier: Apache-2.0
// What stands behind the handles of tack.h, and how faults become errors of the caller.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <string>

#include "launch/instance.hpp"
#include "launch/program.hpp"
#include "tack/tack.h"

struct tack_error {
  int32_t kind;
  std::string message, diagnostics;
};

struct tack_module {
  std::shared_ptr<tack::launch::Program> program;
};

struct tack_kernel {
  std::shared_ptr<tack::launch::Program> program;
  tack::launch::Kernel* kernel;
};

struct tack_object {
  tack::launch::Instance instance;
};

namespace tack::capi {

// What is wrong with an array; empty: nothing.
std::string read_array(const tack_argument& argument, launch::ArrayData& array);

int32_t c_kind(ErrorKind kind);  // TACK_ERROR_...

inline void set_error(tack_error** out, ErrorKind kind, std::string message,
                      std::string diagnostics = {}) {
  if (out) *out = new tack_error{c_kind(kind), std::move(message), std::move(diagnostics)};
}
inline void set_error(tack_error** out, const Error& error) {
  set_error(out, error.kind, error.message);
}

void set_error(tack_error** out, const launch::Fault& fault);

// As the Python package: a core's second hardware thread gains little for SIMD code.
void use_cores();

// Runs work() behind the border: no exception of ours crosses it. `failed` is what it then returns.
template <class Work, class T>
T guarded(tack_error** error, T failed, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    set_error(error, ErrorKind::System, "out of memory");
  } catch (const std::exception& fault) {
    set_error(error, ErrorKind::System, fault.what());
  }
  return failed;
}

}  // namespace tack::capi
