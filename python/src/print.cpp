// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "ir/print_format.hpp"
#include "py.hpp"
#include "runtime/tack_rt.h"
#include "unlocked.hpp"

namespace tack::py {
namespace {

// A thread that finds so much waiting empties the buffer itself.
constexpr size_t kMostBytes = 1 << 20;

// The mutex is never held while the interpreter's lock is waited for.
std::mutex g_mutex;
std::condition_variable g_written;
std::string g_lines;
std::thread::id g_writer;     // who is writing to sys.stdout; one at a time keeps lines in order
PyObject* g_error = nullptr;  // what it raised; under the interpreter's lock

void write(const std::string& text) {
  PyObject* out = PySys_GetObject("stdout");  // borrowed
  if (!out || out == Py_None) return;
  Ref held(Py_NewRef(out));
  Ref string(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  Ref done(string ? PyObject_CallMethod(held.get(), "write", "O", string.get()) : nullptr);
  if (done) return;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (!g_error) g_error = Py_XNewRef(value);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

// With the interpreter's lock: all that is in the buffer, unless someone is at it.
void write_all() {
  std::unique_lock lock(g_mutex);
  if (g_writer != std::thread::id()) return;
  g_writer = std::this_thread::get_id();
  while (!g_lines.empty()) {
    std::string text = std::exchange(g_lines, {});
    lock.unlock();
    write(text);
    lock.lock();
  }
  g_writer = {};
  g_written.notify_all();
}

void take_line(const char* format, uint64_t size, const uint64_t* values) {
  std::string line = ir::format_print({format, size}, values);
  std::unique_lock lock(g_mutex);
  g_lines += line;
  if (g_lines.size() < kMostBytes || g_writer == std::this_thread::get_id()) return;
  if (g_writer != std::thread::id()) {
    g_written.wait(lock, [] { return g_writer == std::thread::id(); });
    return;
  }
  lock.unlock();
  // No thread that prints holds the interpreter's lock: launches of such kernels give it up.
  PyGILState_STATE state = PyGILState_Ensure();
  write_all();
  PyGILState_Release(state);
}

}  // namespace

void take_prints() { tack_rt_set_print_sink(take_line); }

void show_prints() {
  {
    std::lock_guard lock(g_mutex);
    if (g_lines.empty()) return;
  }
  write_all();
}

bool flush_prints() {
  show_prints();
  {
    // Lines of this launch may be in another thread's hands; in this one's when sys.stdout is a
    // program that launched us.
    Unlocked unlocked;
    std::unique_lock lock(g_mutex);
    g_written.wait(lock, [] {
      return g_writer == std::thread::id() || g_writer == std::this_thread::get_id();
    });
  }
  show_prints();
  if (!g_error) return true;
  PyObject* error = std::exchange(g_error, nullptr);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error)), error);
  Py_DECREF(error);
  return false;
}

}  // namespace tack::py
