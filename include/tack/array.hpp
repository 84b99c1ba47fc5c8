// SPDX-License-Identifier: Apache-2.0
// Memory of the caller as an array of a kernel. Nothing is copied or owned.
#pragma once

#include <tack/tack.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <tack/error.hpp>
#include <type_traits>

namespace tack {

enum class DType : std::uint8_t {
  i8 = TACK_I8,
  i16 = TACK_I16,
  i32 = TACK_I32,
  i64 = TACK_I64,
  u8 = TACK_U8,
  u16 = TACK_U16,
  u32 = TACK_U32,
  u64 = TACK_U64,
  f32 = TACK_F32,
  f64 = TACK_F64
};

inline constexpr int max_rank = 8;

// The types that an array may hold: integers of 8 to 64 bits (not bool), float, double.
template <class T>
concept Number =
    (std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>) ||
    std::same_as<std::remove_cv_t<T>, float> || std::same_as<std::remove_cv_t<T>, double>;

template <Number T>
constexpr DType dtype_of() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::same_as<U, float>) {
    return DType::f32;
  } else if constexpr (std::same_as<U, double>) {
    return DType::f64;
  } else {
    constexpr bool is_signed = std::is_signed_v<U>;
    static_assert(sizeof(U) == 1 || sizeof(U) == 2 || sizeof(U) == 4 || sizeof(U) == 8);
    switch (sizeof(U)) {
      case 1:
        return is_signed ? DType::i8 : DType::u8;
      case 2:
        return is_signed ? DType::i16 : DType::u16;
      case 4:
        return is_signed ? DType::i32 : DType::u32;
      default:
        return is_signed ? DType::i64 : DType::u64;
    }
  }
}

// What has its numbers side by side: std::vector, std::array, std::span, a C array.
template <class R>
concept Numbers = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                  Number<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

// A contiguous row-major array of up to 8 dimensions. const numbers make a read-only one, which a
// kernel that may write it refuses.
class ArrayView {
 public:
  template <Number T>
  ArrayView(T* data, std::span<const std::int64_t> shape)
      : dtype_(dtype_of<T>()),
        is_read_only_(std::is_const_v<T>),
        data_(const_cast<std::remove_const_t<T>*>(data)) {
    if (shape.size() > static_cast<std::size_t>(max_rank))
      throw Error(ErrorKind::Value, "an array has at most " + std::to_string(max_rank) +
                                        " dimensions, not " + std::to_string(shape.size()));
    for (std::int64_t extent : shape) shape_[static_cast<std::size_t>(rank_++)] = extent;
  }

  DType dtype() const { return dtype_; }
  int rank() const { return rank_; }
  std::span<const std::int64_t> shape() const {
    return {shape_.data(), static_cast<std::size_t>(rank_)};
  }
  bool is_read_only() const { return is_read_only_; }
  void* data() const { return data_; }

  // Valid while this view is.
  tack_argument argument() const {
    tack_argument out{};
    out.kind = TACK_ARRAY;
    out.dtype = static_cast<std::uint8_t>(dtype_);
    out.rank = static_cast<std::uint8_t>(rank_);
    out.is_read_only = is_read_only_;
    out.shape = shape_.data();
    out.value.data = data_;
    return out;
  }

 private:
  DType dtype_;
  bool is_read_only_;
  int rank_ = 0;
  void* data_;
  std::array<std::int64_t, max_rank> shape_{};
};

// An array of the given shape over memory that holds at least its product of numbers.
template <Number T>
ArrayView view(T* data, std::initializer_list<std::int64_t> shape) {
  return ArrayView(data, std::span(shape.begin(), shape.size()));
}

// The same over a range, which must hold exactly as many; without a shape, all in one dimension.
template <Numbers R>
ArrayView view(R&& numbers, std::span<const std::int64_t> shape) {
  std::int64_t wanted = 1;
  bool fits = true, is_empty = false;
  for (std::int64_t extent : shape) is_empty |= extent == 0;
  for (std::int64_t extent : shape)
    if (fits && !is_empty) {
      fits = extent > 0 && wanted <= std::numeric_limits<std::int64_t>::max() / extent;
      if (fits) wanted *= extent;
    }
  if (is_empty) wanted = 0;
  if (!fits || static_cast<std::uint64_t>(wanted) != std::ranges::size(numbers)) {
    std::string text;
    for (std::int64_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
    throw Error(ErrorKind::Value, "a range of " + std::to_string(std::ranges::size(numbers)) +
                                      " numbers does not have the shape (" + text + ")");
  }
  return ArrayView(std::ranges::data(numbers), shape);
}
template <Numbers R>
ArrayView view(R&& numbers, std::initializer_list<std::int64_t> shape) {
  return view(numbers, std::span<const std::int64_t>(shape.begin(), shape.size()));
}
template <Numbers R>
ArrayView view(R&& numbers) {
  return view(numbers, {static_cast<std::int64_t>(std::ranges::size(numbers))});
}

}  // namespace tack
