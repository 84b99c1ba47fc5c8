// SPDX-License-Identifier: Apache-2.0
#include "debug.hpp"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "errors.hpp"

namespace tack::py {
namespace {

bool is_wanted() {
  const char* text = std::getenv("TACK_DEBUG");
  if (!text) return false;
  for (const char* off : {"", "0", "false", "no", "off"})
    if (PyOS_stricmp(text, off) == 0) return false;
  return true;
}

PyObject* exception_of(python::FaultKind kind) {
  switch (kind) {
    case python::FaultKind::Index:
      return PyExc_IndexError;
    case python::FaultKind::DivideZero:
      return PyExc_ZeroDivisionError;
    case python::FaultKind::ShiftCount:
      return PyExc_ValueError;
  }
  return PyExc_RuntimeError;
}

}  // namespace

bool g_debug_mode = is_wanted();
void set_debug_mode(bool on) { g_debug_mode = on; }

bool check_faults(std::span<const python::FaultSite> sites, std::span<const int64_t> slots) {
  auto fault = python::find_fault(sites, slots);
  if (!fault) return true;
  raise_with_note(exception_of(fault->kind), fault->text, fault->note);
  return false;
}

}  // namespace tack::py
