// SPDX-License-Identifier: Apache-2.0
// Kernels and the texts that they come from.
#pragma once

#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tack/argument.hpp>
#include <utility>
#include <vector>

namespace tack {

// What a kernel returned: a number or nothing.
class Value {
 public:
  explicit Value(const tack_value& value) : value_(value) {}

  bool has_value() const { return value_.kind != 0; }
  bool is_float() const { return value_.kind == TACK_FLOAT; }
  // The number as T, converted as kernels do: an integer wraps; a float becomes an integer toward
  // zero, the nearest of its range, and NaN 0. bool: whether it is not 0. An Error when there is no
  // number.
  template <class T>
    requires Number<T> || std::same_as<T, bool>
  T to() const {
    switch (value_.kind) {
      case TACK_INT:
        return static_cast<T>(value_.value.i);
      case TACK_UINT:
        return static_cast<T>(value_.value.u);
      case TACK_FLOAT:
        if constexpr (std::integral<T> && !std::same_as<T, bool>) {
          // Powers of two, which are exact.
          constexpr double end =
              2.0 * static_cast<double>(T{1} << (std::numeric_limits<T>::digits - 1));
          constexpr double begin = std::is_signed_v<T> ? -end : 0.0;
          if (value_.value.f >= end) return std::numeric_limits<T>::max();
          if (value_.value.f <= begin) return std::numeric_limits<T>::min();
          if (value_.value.f != value_.value.f) return 0;
        }
        return static_cast<T>(value_.value.f);
      default:
        throw Error(ErrorKind::Type, "the kernel returns no value");
    }
  }

 private:
  tack_value value_;
};

// A kernel of a Module, which it keeps alive. Copies are cheap and are the same kernel; any number
// of threads may call it at once.
class Kernel {
 public:
  explicit Kernel(tack_kernel* owned) : handle_(owned, tack_kernel_release) {}
  // A move is a copy, here and below: what was moved from can still be called.
  Kernel(const Kernel&) = default;
  Kernel& operator=(const Kernel&) = default;

  std::string name() const { return tack_kernel_name(handle_.get()); }
  std::size_t parameter_count() const { return tack_kernel_parameter_count(handle_.get()); }

  // Runs every iteration on all cores and returns when all have run. Compiled at the first call for
  // these types. Arguments that overlap in memory behave as program order within an iteration says.
  template <class... Args>
  Value operator()(Args&&... args) const {
    if constexpr (sizeof...(Args) == 0) {
      return call({});
    } else if constexpr ((detail::check_argument<Args>() && ...)) {
      const Argument arguments[] = {Argument(std::forward<Args>(args))...};
      return call(arguments);
    }
  }
  // The same with arguments that are known only at run time.
  Value call(std::span<const Argument> arguments) const {
    std::vector<tack_argument> more;
    tack_argument few[16];
    tack_argument* all = lay_out(arguments, few, more);
    tack_value result{};
    tack_error* error = nullptr;
    if (tack_kernel_launch(handle_.get(), all, arguments.size(), &result, &error) != 0)
      detail::raise(error);
    return Value(result);
  }

  // The code for these arguments, which are not touched; mode is "ir", "source" (LLVM IR),
  // "optimized" (LLVM IR after its passes) or "asm".
  template <class... Args>
  std::string inspect(const std::string& mode, Args&&... args) const {
    static_assert((detail::check_argument<Args>() && ...));
    const std::vector<Argument> arguments = {Argument(std::forward<Args>(args))...};
    std::vector<tack_argument> more;
    tack_argument few[16];
    tack_argument* all = lay_out(arguments, few, more);
    tack_error* error = nullptr;
    std::unique_ptr<char, decltype(&tack_text_release)> text(
        tack_kernel_inspect(handle_.get(), all, arguments.size(), mode.c_str(), &error),
        tack_text_release);
    if (!text) detail::raise(error);
    return text.get();
  }

 private:
  static tack_argument* lay_out(std::span<const Argument> arguments, tack_argument (&few)[16],
                                std::vector<tack_argument>& more) {
    tack_argument* all = few;
    if (arguments.size() > std::size(few)) {
      more.resize(arguments.size());
      all = more.data();
    }
    for (std::size_t k = 0; k < arguments.size(); ++k) all[k] = arguments[k].get();
    return all;
  }

  std::shared_ptr<tack_kernel> handle_;
};

// The kernels of one text in the kernel language, with its constants and device functions. What is
// wrong with a kernel is said when that kernel is first called or inspected.
class Module {
 public:
  Module(const Module&) = default;
  Module& operator=(const Module&) = default;

  // `name` stands for the file in messages.
  static Module from_text(std::string_view text, const std::string& name = "<text>") {
    check_abi();
    tack_error* error = nullptr;
    tack_module* module = tack_module_from_text(text.data(), text.size(), name.c_str(), &error);
    return Module(module, error);
  }
  // A .py file. Python statements in it are not run: imports of tack, math and sibling files,
  // tack.constant of literals and decorated functions are read.
  static Module from_file(const std::string& path) {
    check_abi();
    tack_error* error = nullptr;
    tack_module* module = tack_module_from_file(path.c_str(), &error);
    return Module(module, error);
  }

  Kernel kernel(const std::string& name) const {
    tack_error* error = nullptr;
    tack_kernel* kernel = tack_module_kernel(handle_.get(), name.c_str(), &error);
    if (!kernel) detail::raise(error);
    return Kernel(kernel);
  }
  // An instance of a device class of this text, or of a file that it imports, without attributes.
  Object object(const std::string& class_name) const {
    tack_error* error = nullptr;
    tack_object* object = tack_module_object(handle_.get(), class_name.c_str(), &error);
    if (!object) detail::raise(error);
    return Object(object);
  }
  // Those of device classes last, as "Heat.step".
  std::vector<std::string> kernel_names() const {
    std::vector<std::string> names(tack_module_kernel_count(handle_.get()));
    for (std::size_t k = 0; k < names.size(); ++k)
      names[k] = tack_module_kernel_name(handle_.get(), k);
    return names;
  }

 private:
  Module(tack_module* owned, tack_error* error) : handle_(owned, tack_module_release) {
    if (!owned) detail::raise(error);
  }
  static void check_abi() {
    if (tack_abi() != TACK_ABI)
      throw Error(ErrorKind::System, "libtack " + std::string(tack_version()) +
                                         " is not of the version of its headers");
  }

  std::shared_ptr<tack_module> handle_;
};

// Threads that a launch may use, the caller's included.
inline int threads() { return tack_threads(); }
// Another number from now on. Not while a launch runs.
inline void set_threads(int count) { tack_set_threads(count); }

// Debug mode: kernels called from now on look at every index and integer divisor before they use
// it, and throw an Error of kind Index or Division. Begins as the variable TACK_DEBUG says.
inline bool debug() { return tack_debug() != 0; }
inline void set_debug(bool on) { tack_set_debug(on); }

inline std::string version() { return tack_version(); }

}  // namespace tack
