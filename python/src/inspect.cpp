// SPDX-License-Identifier: Apache-2.0
// tack.inspect: what becomes of a kernel for given arguments. Compiles afresh, runs nothing, keeps
// nothing.
#include <string>

#include "compile/cpu.hpp"
#include "errors.hpp"
#include "ir/text.hpp"
#include "kernel.hpp"
#include "launch/refusal.hpp"
#include "module.hpp"
#include "support/big_stack.hpp"
#include "unlocked.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tack::py {
namespace {

[[noreturn]] void fail(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw nb::python_error();
}

// The launch bounds for these arguments; total 0 for an empty launch.
python::LaunchBounds bounds_of(const python::LaunchCount& count, const CallArguments& call) {
  auto bounds = launch::evaluate_bounds(count, call);
  if (!bounds) {
    raise(bounds.error());
    throw nb::python_error();
  }
  return *bounds;
}

std::string type_name(const CallArguments& call, int i) {
  std::string name = dtype_row(call.kind(i)).name;
  if (!call.is_array(i)) return name;
  int rank = call.values[i].array->rank();
  python::Shape element = call.values[i].array->element();
  if (!element.is_number()) name += ", each " + python::shape_name(element);
  return "array of " + name + ", " + std::to_string(rank) +
         (rank == 1 ? " dimension" : " dimensions");
}

std::string report(const KernelState& state, const CallArguments& call,
                   const python::Compiled& compiled, const python::LaunchBounds& bounds,
                   const compile::CpuCode& code, bool small) {
  std::string text = "kernel " + state.name + "\n";
  for (int i = 0; i < call.count; ++i) {
    const python::ArgUse& use = compiled.uses[static_cast<size_t>(i)];
    text += "  " + argument_name(state, call, i) + ": " + type_name(call, i);
    if (call.is_array(i))
      text += use.written ? (use.read ? ", read and written" : ", written")
                          : (use.read ? ", read" : ", unused");
    text += "\n";
  }
  text += "items: " + std::to_string(bounds.total) + "\n";
  text += "device: cpu\n";
  text += "instruction set: " + code.isa + "\n";
  text += "gang: " + std::to_string(code.gang);
  text += code.gang > 1 ? " items in lock step\n" : " (scalar)\n";
  text += std::string("index width: ") + (small ? "32" : "64") + " bits\n";
  text += std::string("work an item: ") + (code.divergent ? "uneven" : "even") + "\n";
  if (!code.report.empty()) text += code.report;
  return text;
}

std::string inspect(nb::handle kernel, const nb::args& args, const nb::kwargs& options) {
  std::string mode = "source";
  for (auto [key, value] : options) {
    std::string name = nb::cast<std::string>(key);
    if (name != "mode")
      fail(PyExc_NotImplementedError,
           "argument '" + name + "' is given by keyword; a kernel takes positional arguments only");
    if (!nb::try_cast(value, mode)) fail(PyExc_TypeError, "inspect(): mode is a string");
  }
  bool known =
      mode == "ir" || mode == "source" || mode == "optimized" || mode == "asm" || mode == "report";
  if (!known)
    fail(PyExc_ValueError, "mode '" + mode +
                               "' is not one of \"ir\", \"source\", \"optimized\", \"asm\", "
                               "\"report\"");
  std::vector<PyObject*> given;
  // obj.step: the kernel, called with the object first.
  if (PyMethod_Check(kernel.ptr()) && is_kernel(PyMethod_GET_FUNCTION(kernel.ptr()))) {
    given.push_back(PyMethod_GET_SELF(kernel.ptr()));
    kernel = PyMethod_GET_FUNCTION(kernel.ptr());
  }
  if (!is_kernel(kernel.ptr())) {
    PyErr_Format(PyExc_TypeError, "inspect() takes a kernel, not %.100s",
                 Py_TYPE(kernel.ptr())->tp_name);
    throw nb::python_error();
  }
  KernelState& state = *reinterpret_cast<Kernel*>(kernel.ptr())->state;
  CallArguments call;
  for (nb::handle arg : args) given.push_back(arg.ptr());
  if (!read_arguments(state, given.data(), static_cast<Py_ssize_t>(given.size()), call))
    throw nb::python_error();
  HeldArrays held(call);
  auto gang = compile::gang_setting();
  if (!gang) {
    raise(gang.error());
    throw nb::python_error();
  }

  std::vector<python::ArgType> types = argument_types(call);
  auto lower = [&](bool small) {
    compile::PythonKernelResult result;
    std::unique_ptr<python::Compiled> compiled;
    with_names(state, call, [&](compile::Snapshot& snapshot) {
      Unlocked unlocked;
      run_on_big_stack([&] {
        compiled =
            compile::lower_python_kernel(*state.source, snapshot.environment(), types,
                                         snapshot.objects(), small, result.failure, call.debug);
      });
      return compiled != nullptr;
    });
    if (!compiled) {
      raise_failure(state, call, small, result);
      throw nb::python_error();
    }
    return compiled;
  };
  bool small = !(call.flags & kWide);
  auto compiled = lower(small);
  if (auto refusal =
          launch::find_refusal(state.name, state.source->parameters(), call, compiled->uses)) {
    raise(*refusal);
    throw nb::python_error();
  }
  python::LaunchBounds bounds = bounds_of(compiled->count, call);
  if (small && bounds.total >= int64_t(1) << 31) compiled = lower(small = false);
  if (mode == "ir") return ir::print(*compiled->module);

  compile::CpuOptions cpu;
  cpu.gang = *gang;
  cpu.emit = mode == "source"      ? compile::CpuEmit::LlvmRaw
             : mode == "optimized" ? compile::CpuEmit::LlvmOptimised
                                   : compile::CpuEmit::Assembly;
  Result<compile::CpuCode> code = Error{};
  run_on_big_stack([&] { code = compile::compile_cpu(*compiled->module, cpu); });
  if (!code) fail(PyExc_RuntimeError, code.error().message);
  return mode == "report" ? report(state, call, *compiled, bounds, *code, small) : code->bytes;
}

}  // namespace

void add_inspect(nb::module_& m) {
  m.def(
      "inspect", inspect,
      nb::sig("def inspect(kernel: object, *args, mode: str = 'source') -> str"), "kernel"_a,
      "args"_a, "options"_a,
      "What becomes of a kernel for these arguments, as text. mode: \"ir\" (after the front end), "
      "\"source\" (LLVM IR), \"optimized\" (LLVM IR after its passes), \"asm\" (assembly), "
      "\"report\" (gang width, instruction set, why). Runs nothing.");
}

}  // namespace tack::py
