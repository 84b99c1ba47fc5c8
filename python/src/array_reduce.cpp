// SPDX-License-Identifier: Apache-2.0
#include "array_reduce.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "convert.hpp"
#include "release_gil.hpp"

namespace tack::py {
namespace {

// Elements may lie at any address.
template <class T>
T at(const char* data, int64_t i) {
  T value;
  memcpy(&value, data + i * static_cast<int64_t>(sizeof(T)), sizeof value);
  return value;
}

// A block is added in this many lanes, which the compiler keeps in registers; blocks meet in pairs.
// So the error grows with the logarithm of the length, as that of NumPy's sum.
constexpr int64_t kLanes = 32;
constexpr int64_t kBlock = 4096;

template <class Sum, class T>
Sum sum_block(const char* data, int64_t n) {
  Sum lanes[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int64_t k = 0; k < kLanes; ++k) lanes[k] += static_cast<Sum>(at<T>(data, i + k));
  for (; i < n; ++i) lanes[i % kLanes] += static_cast<Sum>(at<T>(data, i));
  for (int64_t width = kLanes / 2; width; width /= 2)
    for (int64_t k = 0; k < width; ++k) lanes[k] += lanes[k + width];
  return lanes[0];
}

template <class Sum, class T>
Sum sum_of(const char* data, int64_t n) {
  if (n <= kBlock) return sum_block<Sum, T>(data, n);
  int64_t half = (n / kBlock + 1) / 2 * kBlock;
  return sum_of<Sum, T>(data, half) +
         sum_of<Sum, T>(data + half * static_cast<int64_t>(sizeof(T)), n - half);
}

// A number whose order as an integer is the float's, -0.0 below +0.0. Its own inverse.
template <class T, class Key>
Key ordered(Key bits) {
  return bits ^ ((bits >> (8 * sizeof(T) - 1)) & std::numeric_limits<Key>::max());
}

template <class T>
double extreme_of(const char* data, int64_t n, bool wants_max) {
  using Key = std::conditional_t<std::is_same_v<T, float>, int32_t,
                                 std::conditional_t<std::is_same_v<T, double>, int64_t, T>>;
  bool has_nan = false;
  auto key = [&](int64_t i) {
    Key bits = at<Key>(data, i);
    if constexpr (std::is_floating_point_v<T>) {
      T value = at<T>(data, i);
      has_nan |= value != value;
      return ordered<T>(bits);
    }
    return bits;
  };
  Key best = key(0);
  if (wants_max)
    for (int64_t i = 1; i < n; ++i) {
      Key k = key(i);
      best = k > best ? k : best;
    }
  else
    for (int64_t i = 1; i < n; ++i) {
      Key k = key(i);
      best = k < best ? k : best;
    }
  if (has_nan) return std::numeric_limits<double>::quiet_NaN();
  if constexpr (std::is_floating_point_v<T>) best = ordered<T>(best);
  T value;
  static_assert(sizeof value == sizeof best);
  memcpy(&value, &best, sizeof value);
  return static_cast<double>(value);
}

double sum_array(const Array* array) {
  auto* data = static_cast<const char*>(array->data);
  WithoutGil unlocked(array->bytes() >= kReleaseGilBytes);
  return visit_kind(array->kind(), [&](auto zero) -> double {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<double>(sum_of<T, T>(data, array->size));
    } else {
      // Modulo 2^64 without overflow: the conversion extends by the element's own sign.
      auto bits = sum_of<uint64_t, T>(data, array->size);
      return std::is_signed_v<T> ? static_cast<double>(static_cast<int64_t>(bits))
                                 : static_cast<double>(bits);
    }
  });
}

PyObject* extreme(PyObject* object, bool wants_max) {
  auto* array = reinterpret_cast<Array*>(object);
  if (array->size == 0)
    return PyErr_Format(PyExc_ValueError, "%s() of an array without elements",
                        wants_max ? "max" : "min");
  double value;
  {
    WithoutGil unlocked(array->bytes() >= kReleaseGilBytes);
    value = visit_kind(array->kind(), [&](auto zero) {
      return extreme_of<decltype(zero)>(static_cast<const char*>(array->data), array->size,
                                        wants_max);
    });
  }
  return PyFloat_FromDouble(value);
}

}  // namespace

PyObject* array_sum(PyObject* object, PyObject*) {
  return PyFloat_FromDouble(sum_array(reinterpret_cast<Array*>(object)));
}

PyObject* array_mean(PyObject* object, PyObject*) {
  auto* array = reinterpret_cast<Array*>(object);
  if (array->size == 0) return PyFloat_FromDouble(std::nan(""));
  return PyFloat_FromDouble(sum_array(array) / static_cast<double>(array->size));
}

PyObject* array_min(PyObject* object, PyObject*) { return extreme(object, false); }
PyObject* array_max(PyObject* object, PyObject*) { return extreme(object, true); }

}  // namespace tack::py
