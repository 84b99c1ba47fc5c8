// SPDX-License-Identifier: Apache-2.0
// @tack.kernel: a hand-written callable, since the way from a call to running code is what small
// launches cost.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "array.hpp"
#include "compile/bindings.hpp"
#include "environment.hpp"
#include "frontend/python/frontend.hpp"
#include "launch/variant.hpp"
#include "py.hpp"

namespace tack::py {

using launch::argument_types;
using launch::Bounds;
using launch::CallArguments;
using launch::kMaxArguments;
using launch::kMaxObjects;
using launch::Variant;

// Under the interpreter's lock, all of it.
struct KernelState {
  std::shared_ptr<const python::Template> source;
  std::unique_ptr<FunctionEnvironment> environment;
  compile::Bindings bindings;
  std::string name;
  int parameter_count = 0;
  std::vector<std::shared_ptr<Variant>> variants;
  Variant* last = nullptr;  // of the latest call
  // Forms that some thread is compiling: the key and whether small.
  std::vector<std::pair<std::vector<uint64_t>, bool>> compiling;
};

struct Kernel {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* function;
  PyObject* dict;
  PyObject* weak_references;
  KernelState* state;
};

// Keeps the arrays of a call's objects alive: unlike arguments, their owner may let go of them
// while the kernel runs on without the interpreter's lock.
class HeldArrays {
 public:
  explicit HeldArrays(const CallArguments& call) {
    if (__builtin_expect(call.object_count == 0, 1)) return;
    for (int i = 0; i < call.count; ++i)
      if (call.is_array(i))
        held_.push_back(Ref::borrow(array_object(static_cast<const Array*>(call.values[i].array))));
  }

 private:
  std::vector<Ref> held_;
};

extern PyTypeObject KernelType;
inline bool is_kernel(PyObject* object) { return Py_TYPE(object) == &KernelType; }

// The launch: vectorcall of a Kernel (launch.cpp).
PyObject* launch(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames);

// Checks the arguments and makes the key. False with an exception, untranslated.
bool read_arguments(const KernelState& state, PyObject* const* args, Py_ssize_t count,
                    CallArguments& call);
// "n", "obj.data": the name of an argument of the call.
std::string argument_name(const KernelState& state, const CallArguments& call, int argument);

// The variant for the call's types: with code when `need_code`, else with a plan at least. Null
// with an exception, untranslated. Gives up the interpreter's lock while it compiles.
Variant* compile_variant(KernelState& state, const CallArguments& call, bool small);

// Runs `attempt(snapshot)`, which says whether it succeeded, with the meanings of the kernel's
// names; again when another thread has settled them differently meanwhile.
template <class Attempt>
void with_names(KernelState& state, const CallArguments& call, Attempt attempt) {
  for (bool is_settled = false; !is_settled;) {
    compile::Snapshot snapshot(state.source, *state.environment, call.objects(), &state.bindings);
    bool succeeded = attempt(snapshot);
    is_settled = state.bindings.agrees(snapshot);
    if (is_settled && succeeded) state.bindings.remember(snapshot);
  }
}

// Raises what a failed compilation says.
void raise_failure(KernelState& state, const CallArguments& call, bool small,
                   const compile::PythonKernelResult& result);

int add_kernel(PyObject* module);

}  // namespace tack::py
