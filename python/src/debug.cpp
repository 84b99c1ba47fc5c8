// SPDX-License-Identifier: Apache-2.0
#include "debug.hpp"

#include "errors.hpp"
#include "launch/debug.hpp"

namespace tack::py {

namespace {

PyObject* exception_of(python::FaultKind kind) {
  switch (kind) {
    case python::FaultKind::Index:
      return PyExc_IndexError;
    case python::FaultKind::DivideZero:
      return PyExc_ZeroDivisionError;
    case python::FaultKind::ShiftCount:
    case python::FaultKind::LoopStep:
      return PyExc_ValueError;
  }
  return PyExc_RuntimeError;
}

}  // namespace

bool g_debug_mode = launch::debug_wanted();
void set_debug_mode(bool on) { g_debug_mode = on; }

bool check_faults(const std::optional<python::Fault>& fault) {
  if (!fault) return true;
  raise_with_note(exception_of(fault->kind), fault->text, fault->note);
  return false;
}

}  // namespace tack::py
