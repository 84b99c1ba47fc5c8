// SPDX-License-Identifier: Apache-2.0
// What a call passes: numbers, arrays, instances of device classes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tack/array.hpp>
#include <utility>

namespace tack {

class Object;

// One argument of a call: a number, an array, a range of elements as an array of one dimension, or
// an Object.
class Argument {
 public:
  template <class T>
    requires(std::is_floating_point_v<T> || (std::integral<T> && sizeof(T) <= 8))
  Argument(T number) {
    if constexpr (std::is_floating_point_v<T>) {
      argument_.kind = TACK_FLOAT;
      argument_.value.f = static_cast<double>(number);
    } else if constexpr (std::is_signed_v<T>) {
      argument_.kind = TACK_INT;
      argument_.value.i = number;
    } else {
      argument_.kind = TACK_UINT;
      argument_.value.u = number;
    }
  }
  Argument(const ArrayView& array) : array_(array) {}
  template <class R>
    requires Elements<R> && (!std::same_as<std::remove_cvref_t<R>, ArrayView>)
  Argument(R&& elements) : array_(view(elements)) {}
  Argument(const Object& object);
  Argument(const Argument&) = default;  // a move is a copy: the object must stay
  Argument& operator=(const Argument&) = default;

  // Valid while this argument is.
  tack_argument get() const { return array_ ? array_->argument() : argument_; }

 private:
  tack_argument argument_{};
  std::optional<ArrayView> array_;
  std::shared_ptr<tack_object> object_;  // kept
};

namespace detail {

template <class T>
constexpr bool is_text = std::is_array_v<T> && std::is_same_v<std::remove_extent_t<T>, const char>;
template <class T>
constexpr bool is_argument =
    std::constructible_from<Argument, T> && !is_text<std::remove_reference_t<T>>;

template <class T>
constexpr bool is_of_bools = false;
template <class T>
  requires std::ranges::range<T>
constexpr bool is_of_bools<T> =
    std::is_same_v<std::remove_cv_t<std::ranges::range_value_t<T>>, bool>;

// Says in words why a T is no argument: the concepts alone take the reader through the library's.
template <class T>
constexpr bool check_argument() {
  using U = std::remove_reference_t<T>;
  if constexpr (!is_argument<T>) {
    static_assert(!std::integral<std::remove_cv_t<U>>, "integers are of up to 64 bits");
    static_assert(!is_text<U>, "a text is no argument of a kernel: pass a std::span of its bytes");
    static_assert(!std::is_pointer_v<std::decay_t<U>> || is_text<U>,
                  "a pointer does not say how many elements there are: tack::view(pointer, {n})");
    static_assert(!is_of_bools<U>, "bools are no numbers of an array: use std::uint8_t");
    static_assert(!std::ranges::range<U> || std::ranges::contiguous_range<U> || is_of_bools<U>,
                  "elements that do not stand side by side in memory: use a std::vector");
    static_assert(!std::ranges::contiguous_range<U> || is_of_bools<U> || is_text<U>,
                  "the elements are neither integers of 8 to 64 bits, float nor double, nor "
                  "std::array of them; specialise tack::Element for a struct of them");
    static_assert(std::ranges::range<U> || std::is_pointer_v<std::decay_t<U>> ||
                      std::integral<std::remove_cv_t<U>>,
                  "a kernel takes numbers, arrays (std::vector, std::array, std::span, tack::view) "
                  "and tack::Object");
  }
  return is_argument<T>;
}

}  // namespace detail

// An instance of a device class, made by Module::object. It has the attributes that were set:
// __init__ is Python and is not run. Copies are cheap and are the same instance. Calls may share
// it; it must not change while one runs.
class Object {
 public:
  explicit Object(tack_object* owned) : handle_(owned, tack_object_release) {}
  Object(const Object&) = default;  // a move is a copy
  Object& operator=(const Object&) = default;

  // A number; another object, of which a copy is taken as it is now; or an array. The object refers
  // to an array's memory, which must be there at each call.
  template <class T>
  Object& set(const std::string& name, T&& value) {
    static_assert(
        !Elements<T> || std::is_lvalue_reference_v<T> || std::ranges::borrowed_range<T>,
        "an object does not copy arrays: this one would be gone before a kernel reads it");
    if constexpr (detail::check_argument<T>()) put(name, Argument(std::forward<T>(value)));
    return *this;
  }

 private:
  friend class Argument;
  void put(const std::string& name, const Argument& value) {
    tack_argument argument = value.get();
    tack_error* error = nullptr;
    if (tack_object_set(handle_.get(), name.c_str(), &argument, &error) != 0) detail::raise(error);
  }

  std::shared_ptr<tack_object> handle_;
};

inline Argument::Argument(const Object& object) : object_(object.handle_) {
  argument_.kind = TACK_OBJECT;
  argument_.value.object = object_.get();
}

}  // namespace tack
