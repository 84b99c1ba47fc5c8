// SPDX-License-Identifier: Apache-2.0
// The fast way of a call: arguments to key, key to variant, bounds, argument block, run.
#include <bit>

#include "debug.hpp"
#include "device_class.hpp"
#include "errors.hpp"
#include "gil.hpp"
#include "kernel.hpp"
#include "launch/refusal.hpp"
#include "number.hpp"
#include "print.hpp"

namespace tack::py {
namespace {

// Launches expected to be longer let other Python threads run; giving up the lock and taking it
// again costs about 0.1 us, more when others want it.
constexpr double kReleaseNs = 20000;
// Of unknown cost: as many items as hardly any kernel does in that time.
constexpr int64_t kReleaseItems = 4096;
constexpr int64_t kUnwatchedItems = 64;

constexpr size_t kInlineSlots = 64;

bool bad_argument(const KernelState& state, int i, PyObject* object, const char* hint) {
  PyErr_Format(PyExc_TypeError, "Kernel '%s': argument '%s' is a %.100s%s", state.name.c_str(),
               state.source->parameters()[static_cast<size_t>(i)].c_str(), Py_TYPE(object)->tp_name,
               hint);
  return false;
}

// No code of a number or an array.
constexpr uint64_t kObjectCode = kCodeMask + 1;

// Everything but exact floats and arrays; kObjectCode for an object that is still to be read.
__attribute__((noinline)) bool read_other(const KernelState& state, int i, PyObject* object,
                                          CallArguments::Value& out, uint64_t& code) {
  Number number = number_from(object);
  switch (number.what) {
    case Number::What::Int: {
      auto value = static_cast<int64_t>(number.bits);
      code = static_cast<uint64_t>(value == static_cast<int32_t>(value) ? ir::Kind::I32
                                                                        : ir::Kind::I64);
      out.bits = number.bits;
      return true;
    }
    case Number::What::BigInt:
      code = static_cast<uint64_t>(ir::Kind::U64);
      out.bits = number.bits;
      return true;
    case Number::What::Float:
      code = static_cast<uint64_t>(ir::Kind::F32);
      out.number = number.value;
      return true;
    case Number::What::Error:
      return false;
    case Number::What::TooWide:
      PyErr_Format(PyExc_TypeError, "Kernel '%s': argument '%s' is an integer outside 64 bits",
                   state.name.c_str(), state.source->parameters()[static_cast<size_t>(i)].c_str());
      return false;
    case Number::What::None:
      break;
  }
  if (is_device_instance(object)) {
    code = kObjectCode;
    return true;
  }
  if (PyObject_CheckBuffer(object) && !PyBytes_Check(object) && !is_numpy_number(object)) {
    Ref ndim(PyObject_GetAttrString(object, "ndim"));
    PyErr_Clear();
    bool is_number = ndim && PyLong_Check(ndim.get()) && PyLong_AsLong(ndim.get()) == 0;
    return bad_argument(state, i, object,
                        is_number ? " without dimensions; pass its number, x.item(), or copy it "
                                    "into an array with tack.asarray(...)"
                                  : "; copy it into an array with tack.asarray(...)");
  }
  if (PyList_Check(object) || PyTuple_Check(object))
    return bad_argument(state, i, object,
                        "; a kernel takes arrays, ints and floats: tack.asarray(x, tack.f32) makes "
                        "an array of it");
  return bad_argument(
      state, i, object,
      "; a kernel takes arrays, ints, floats and instances of classes with @tack.device_class");
}

__attribute__((noinline, cold)) bool wrong_count(const KernelState& state, Py_ssize_t given) {
  // A default value or *args says more than a count that is off because of it.
  if (auto failure = python::source_failure(*state.source)) {
    raise(*failure);
    return false;
  }
  std::string names;
  for (const std::string& name : state.source->parameters())
    names += (names.empty() ? "" : ", ") + name;
  bool is_method = names == "self" || names.rfind("self,", 0) == 0;
  PyErr_Format(
      PyExc_TypeError, "Kernel '%s': expected %d argument%s (%s), got %zd%s", state.name.c_str(),
      state.parameter_count, state.parameter_count == 1 ? "" : "s", names.c_str(), given,
      is_method ? "; 'self' is the instance that it is called on, or the first argument" : "");
  return false;
}

// Called about every millisecond of a launch: sees Ctrl-C, on the main thread, the one that Python
// runs signal handlers on (on others PyErr_CheckSignals does nothing). The first call, in a launch
// that was expected to be short, releases the interpreter.
struct Poll {
  PyThreadState* saved = nullptr;
  static int check(void* self) {
    auto& poll = *static_cast<Poll*>(self);
    if (poll.saved) take_gil(poll.saved);
    int interrupted = PyErr_CheckSignals();
    if (!interrupted) show_prints();
    poll.saved = PyEval_SaveThread();
    return interrupted != 0;
  }
};

enum class Outcome : uint8_t {
  Done,
  Failed,  // with an exception, untranslated
  Raised,  // by a signal handler, a check or for want of memory: for the caller as it is
};

// What tack_rt_run answers.
Outcome outcome_of(int32_t result) {
  if (result == 2) PyErr_SetString(PyExc_MemoryError, "no memory for a stack of local arrays");
  if (result == 3 && !PyErr_Occurred())
    PyErr_SetString(PyExc_RuntimeError,
                    "a signal handler has forked the process during a launch: in this child some "
                    "iterations have not run");
  return result == 0 ? Outcome::Done : Outcome::Raised;
}

Outcome run(const Variant& variant, tack_rt_entry entry, const void* slots, int64_t total) {
  const tack_rt_kernel& kernel = variant.runtime_kernel();
  // A handful of items is over before anything could be done about it, unless they have loops.
  if (total <= kUnwatchedItems && !(kernel.flags & TACK_RT_LOOPS) && !variant.prints())
    return outcome_of(tack_rt_run(&kernel, entry, slots, total, nullptr, nullptr, nullptr));
  double expected = tack_rt_expected_ns(&kernel, total);
  Poll poll;
  bool is_long = expected < 0 ? total >= kReleaseItems : expected > kReleaseNs;
  // Threads that print may need the interpreter, to empty the buffer.
  if (is_long || variant.prints()) poll.saved = PyEval_SaveThread();
  int32_t result = tack_rt_run(&kernel, entry, slots, total, nullptr, Poll::check, &poll);
  if (poll.saved) take_gil(poll.saved);
  Outcome outcome = outcome_of(result);
  if (!variant.prints()) return outcome;
  if (outcome == Outcome::Done) return flush_prints() ? outcome : Outcome::Raised;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  show_prints();
  PyErr_Restore(type, value, traceback);
  return outcome;
}

Outcome run_range(const Variant& variant, bool small, const CallArguments& call,
                  const Bounds& bounds, Variant::Result& result) {
  if (bounds.total == 0) return Outcome::Done;
  tack_rt_entry entry = variant.form(small).entry;
  if (variant.slot_count() <= kInlineSlots) {
    uint64_t slots[kInlineSlots];
    variant.fill_slots(call, bounds, result, slots);
    return run(variant, entry, slots, bounds.total);
  }
  std::vector<uint64_t> slots(variant.slot_count());
  variant.fill_slots(call, bounds, result, slots.data());
  return run(variant, entry, slots.data(), bounds.total);
}

// The kernels of one item around the loop's launch.
__attribute__((noinline)) Outcome run_around(const Variant& variant, bool small,
                                             const CallArguments& call, const Bounds& bounds,
                                             Variant::Result& result) {
  const compile::PythonKernel& code = *variant.form(small).kernel;
  auto once = [&](tack_rt_entry entry, const std::vector<python::KernelParam>& params) {
    if (!entry) return Outcome::Done;
    Poll poll;
    std::vector<uint64_t> slots = variant.once_slots(params, call, result);
    int32_t stopped =
        tack_rt_run(&variant.once_kernel(), entry, slots.data(), 1, nullptr, Poll::check, &poll);
    if (poll.saved) take_gil(poll.saved);
    return outcome_of(stopped);
  };
  result.slots.assign(code.result.slots, 0);
  Outcome outcome = once(code.before, code.result.before_params);
  if (outcome == Outcome::Done) outcome = run_range(variant, small, call, bounds, result);
  if (outcome == Outcome::Done) outcome = once(code.after, code.result.after_params);
  return outcome;
}

Outcome launch_bounds(const Variant& variant, const CallArguments& call, const Bounds& bounds,
                      bool small, Variant::Result& result) {
  return __builtin_expect(variant.has_result(), 0)
             ? run_around(variant, small, call, bounds, result)
             : run_range(variant, small, call, bounds, result);
}

// With a record for what the checks find.
__attribute__((noinline)) Outcome launch_checked(const Variant& variant, CallArguments& call,
                                                 const Bounds& bounds, bool small,
                                                 Variant::Result& result) {
  std::vector<int64_t> faults = python::empty_faults(variant.faults());
  call.faults = faults.data();
  Outcome outcome = launch_bounds(variant, call, bounds, small, result);
  if (outcome != Outcome::Done) return outcome;
  return check_faults(variant.find_fault(faults, bounds)) ? outcome : Outcome::Raised;
}

// What a kernel returns: a new reference, or null with an exception.
PyObject* value_of(ir::Kind kind, uint64_t bits) {
  ir::Type type = ir::Type::scalar(kind);
  if (type.is_float()) return PyFloat_FromDouble(std::bit_cast<double>(bits));
  return type.is_unsigned() ? PyLong_FromUnsignedLongLong(bits)
                            : PyLong_FromLongLong(static_cast<int64_t>(bits));
}

// What is left after the types are known. `value` is what the kernel returns; null: None.
Outcome launch_variant(KernelState& state, Variant* variant, CallArguments& call,
                       PyObject*& value) {
  if (__builtin_expect(call.flags & kReadOnly, 0)) {
    if (int i = variant->written_read_only(call); i >= 0) {
      raise(launch::read_only_error(state.name, argument_name(state, call, i)));
      return Outcome::Failed;
    }
  }
  if (int i = variant->has_atomics() ? variant->misaligned_atomic(call) : -1;
      __builtin_expect(i >= 0, 0)) {
    raise(launch::misaligned_error(state.name, argument_name(state, call, i), call.kind(i)));
    return Outcome::Failed;
  }
  Bounds bounds;
  Error error;
  if (!variant->evaluate(call, bounds, error)) {
    raise(error);
    return Outcome::Failed;
  }
  if (bounds.total == 0 && !variant->has_value()) return Outcome::Done;
  bool small = Variant::is_small(call, bounds);
  if (__builtin_expect(!variant->form(small).entry, 0) && !compile_variant(state, call, small))
    return Outcome::Failed;
  Variant::Result result;
  Outcome outcome = __builtin_expect(call.debug, 0)
                        ? launch_checked(*variant, call, bounds, small, result)
                        : launch_bounds(*variant, call, bounds, small, result);
  if (__builtin_expect(!variant->has_value(), 1) || outcome != Outcome::Done) return outcome;
  value = value_of(variant->value_kind(), result.slots[0]);
  return value ? outcome : Outcome::Failed;
}

Outcome launch_call(KernelState& state, PyObject* const* args, Py_ssize_t count, PyObject*& value) {
  CallArguments call;
  if (!read_arguments(state, args, count, call)) return Outcome::Failed;
  HeldArrays held(call);
  Variant* variant = state.last;
  if (__builtin_expect(!variant || !variant->matches(call), 0)) {
    variant = nullptr;
    for (auto& known : state.variants)
      if (known->matches(call)) variant = known.get();
    // Nearly all calls are small: that form is compiled first, and brings the plan.
    if (!variant) variant = compile_variant(state, call, !(call.flags & kWide));
    if (!variant) return Outcome::Failed;
    state.last = variant;
  }
  if (__builtin_expect(call.object_count > 0, 0)) {
    // The code goes with the class of an object inside, which may be let go of as arrays may.
    for (auto& known : state.variants) {
      if (known.get() != variant) continue;
      std::shared_ptr<Variant> kept = known;
      return launch_variant(state, variant, call, value);
    }
  }
  return launch_variant(state, variant, call, value);
}

}  // namespace

// The same as read_arguments for calls with objects, whose arguments are more or fewer than the
// parameters: apart, so that a call without objects pays nothing for them.
__attribute__((noinline, cold)) static bool read_objects(const KernelState& state,
                                                         PyObject* const* args, Py_ssize_t count,
                                                         CallArguments& call) {
  call.count = 0;
  call.flags = 0;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    PyObject* object = args[i];
    if (call.count == kMaxArguments) {
      PyErr_Format(PyExc_TypeError, "Kernel '%s': the call has more than %d arguments",
                   state.name.c_str(), kMaxArguments);
      return false;
    }
    if (is_array(object)) {
      auto* array = reinterpret_cast<const Array*>(object);
      call.flags |= array->descriptor;
      call.values[call.count].array = array;
      call.add_code(array->descriptor & kCodeMask);
      continue;
    }
    uint64_t code;
    CallArguments::Value value;
    if (!read_other(state, i, object, value, code)) return false;
    if (code == kObjectCode) {
      if (!add_object(state, i, object, call)) return false;
    } else {
      call.values[call.count] = value;
      call.add_code(code);
    }
  }
  call.finish();
  return true;
}

bool read_arguments(const KernelState& state, PyObject* const* args, Py_ssize_t count,
                    CallArguments& call) {
  if (__builtin_expect(count != state.parameter_count, 0)) return wrong_count(state, count);
  call.count = static_cast<int>(count);
  call.debug = debug_mode();
  uint64_t flags = 0, word = 0;
  uint64_t* key = call.key;
  int shift = 0;
  bool has_float = false;
  for (int i = 0; i < call.count; ++i) {
    PyObject* object = args[i];
    uint64_t code;
    if (is_array(object)) {
      auto* array = reinterpret_cast<const Array*>(object);
      code = array->descriptor & kCodeMask;
      flags |= array->descriptor;
      call.values[i].array = array;
    } else if (PyFloat_CheckExact(object)) {
      code = static_cast<uint64_t>(ir::Kind::F32);
      call.values[i].number = PyFloat_AS_DOUBLE(object);
      has_float = true;
    } else {
      if (!read_other(state, i, object, call.values[i], code)) return false;
      if (__builtin_expect(code == kObjectCode, 0)) return read_objects(state, args, count, call);
      has_float |= code == static_cast<uint64_t>(ir::Kind::F32);
    }
    word |= code << shift;
    shift += 16;
    if (shift == 64) {
      *key++ = word;
      word = 0;
      shift = 0;
    }
  }
  if (shift != 0) *key = word;
  call.flags = flags;
  if (has_float && (flags & kHasF64)) call.widen_floats();
  return true;
}

std::string argument_name(const KernelState& state, const CallArguments& call, int argument) {
  return python::argument_names(state.source->parameters(),
                                call.objects())[static_cast<size_t>(argument)];
}

PyObject* launch(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  KernelState& state = *reinterpret_cast<Kernel*>(self)->state;
  Outcome outcome = Outcome::Failed;
  PyObject* value = nullptr;
  if (kwnames && PyTuple_GET_SIZE(kwnames) != 0) {
    PyErr_Format(PyExc_NotImplementedError,
                 "argument '%U' is given by keyword; a kernel takes positional arguments only",
                 PyTuple_GET_ITEM(kwnames, 0));
  } else {
    outcome = launch_call(state, args, PyVectorcall_NARGS(nargsf), value);
  }
  if (__builtin_expect(outcome != Outcome::Done, 0)) {
    if (outcome == Outcome::Failed) translate_error(state.name);
    return nullptr;
  }
  return value ? value : Py_NewRef(Py_None);
}

}  // namespace tack::py
