// SPDX-License-Identifier: Apache-2.0
#include "capi/handles.hpp"
#include "frontend/python/source_text.hpp"
#include "support/big_stack.hpp"
#include "support/read_file.hpp"

namespace tack::capi {

int32_t c_kind(ErrorKind kind) {
  switch (kind) {
#define ERROR_KIND(kind, exception, c_name) \
  case ErrorKind::kind:                     \
    return TACK_ERROR_##c_name;
#include "support/error_kinds.def"
#undef ERROR_KIND
  }
  return TACK_ERROR_SYSTEM;
}

void set_error(tack_error** out, const launch::Fault& fault) {
  set_error(out, fault.kind, fault.text, fault.diagnostics);
}

void use_cores() {
  static const bool done = (tack_rt_use_physical_cores(1), true);
  (void)done;
}

namespace {

tack_module* make_module(SourceFile file, bool is_file) {
  use_cores();
  std::shared_ptr<launch::Program> program;
  run_with_stack(kReadStack,
                 [&] { program = std::make_shared<launch::Program>(std::move(file), is_file); });
  return new tack_module{std::move(program)};
}

}  // namespace
}  // namespace tack::capi

using namespace tack;
using capi::guarded;
using capi::set_error;

int32_t tack_abi(void) { return TACK_ABI; }
const char* tack_version(void) { return TACK_VERSION; }

int32_t tack_error_kind(const tack_error* error) { return error->kind; }
const char* tack_error_message(const tack_error* error) { return error->message.c_str(); }
const char* tack_error_diagnostics(const tack_error* error) { return error->diagnostics.c_str(); }
void tack_error_release(tack_error* error) { delete error; }

tack_module* tack_module_from_text(const char* text, size_t bytes, const char* name,
                                   tack_error** error) {
  return guarded(error, static_cast<tack_module*>(nullptr), [&] {
    SourceFile file;
    file.name = name && *name ? name : "<text>";
    file.text.assign(text, bytes);
    return capi::make_module(std::move(file), false);
  });
}

tack_module* tack_module_from_file(const char* path, tack_error** error) {
  return guarded(error, static_cast<tack_module*>(nullptr), [&]() -> tack_module* {
    auto bytes = read_file(path);
    if (!bytes) {
      set_error(error, bytes.error());
      return nullptr;
    }
    auto text = python::decode_source(*bytes);
    if (!text) {
      set_error(error, ErrorKind::UnsupportedSyntax,
                "'" + std::string(path) + "': " + text.error().message);
      return nullptr;
    }
    SourceFile file;
    file.name = path;
    file.text = std::move(*text);
    return capi::make_module(std::move(file), true);
  });
}

size_t tack_module_kernel_count(const tack_module* module) {
  return module->program->kernels().size();
}

const char* tack_module_kernel_name(const tack_module* module, size_t index) {
  return index < tack_module_kernel_count(module) ? module->program->name_of(index).c_str()
                                                  : nullptr;
}

tack_kernel* tack_module_kernel(const tack_module* module, const char* name, tack_error** error) {
  return guarded(error, static_cast<tack_kernel*>(nullptr), [&]() -> tack_kernel* {
    launch::Kernel* kernel = module->program->find(name);
    if (kernel) return new tack_kernel{module->program, kernel};
    set_error(error, ErrorKind::Name, module->program->no_such_kernel(name));
    return nullptr;
  });
}

void tack_module_release(tack_module* module) { delete module; }
void tack_kernel_release(tack_kernel* kernel) { delete kernel; }

const char* tack_kernel_name(const tack_kernel* kernel) { return kernel->kernel->name().c_str(); }

size_t tack_kernel_parameter_count(const tack_kernel* kernel) {
  return kernel->kernel->source().parameters().size();
}
