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
#include <vector>

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

// The types of numbers that an array may hold: integers of 8 to 64 bits (not bool), float, double.
template <class T>
concept Number =
    (std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool> && sizeof(T) <= 8) ||
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

// What an element of an array is: a number, a vector (std::array<float, 3>) or a matrix row by row
// (std::array<std::array<float, 2>, 2>). For a struct of a program's own it may be specialised:
//   template <> struct tack::Element<Vec3> : tack::VectorElement<float, 3> {};
template <class T>
struct Element {
  static constexpr bool is_known = false;
};
template <Number T>
struct NumberElement {
  using number = T;
  static constexpr bool is_known = true;
  static constexpr std::size_t rows = 0, cols = 0;
};
// Its numbers are neighbours and all there is.
template <Number T, std::size_t n>
struct VectorElement {
  static_assert(n >= 1 && n <= 32, "vectors have 1 to 32 components");
  using number = T;
  static constexpr bool is_known = true;
  static constexpr std::size_t rows = n, cols = 0;
};
template <Number T, std::size_t r, std::size_t c>
struct MatrixElement {
  static_assert(r >= 1 && r <= 4 && c >= 1 && c <= 4, "matrices have 1 to 4 rows and columns");
  using number = T;
  static constexpr bool is_known = true;
  static constexpr std::size_t rows = r, cols = c;
};
template <Number T>
struct Element<T> : NumberElement<T> {};
template <Number T, std::size_t n>
struct Element<std::array<T, n>> : VectorElement<T, n> {};
template <Number T, std::size_t c, std::size_t r>
struct Element<std::array<std::array<T, c>, r>> : MatrixElement<T, r, c> {};

template <class T>
concept ElementType = Element<std::remove_cv_t<T>>::is_known;

// What has its elements side by side: std::vector, std::array, std::span, a C array.
template <class R>
concept Elements = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                   ElementType<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

// A contiguous row-major array of up to 8 dimensions. const elements make a read-only one, which a
// kernel that may write it refuses.
class ArrayView {
 public:
  template <ElementType T>
  ArrayView(T* data, std::span<const std::int64_t> shape)
      : dtype_(dtype_of<typename Element<std::remove_cv_t<T>>::number>()),
        is_read_only_(std::is_const_v<T>),
        rows_(Element<std::remove_cv_t<T>>::rows),
        cols_(Element<std::remove_cv_t<T>>::cols),
        data_(const_cast<std::remove_const_t<T>*>(data)) {
    using E = Element<std::remove_cv_t<T>>;
    static_assert(
        sizeof(T) == sizeof(typename E::number) * (E::rows ? E::rows : 1) * (E::cols ? E::cols : 1),
        "an element holds its numbers and nothing else");
    if (shape.size() > static_cast<std::size_t>(max_rank))
      throw Error(ErrorKind::Value, "an array has at most " + std::to_string(max_rank) +
                                        " dimensions, not " + std::to_string(shape.size()));
    for (std::int64_t extent : shape) shape_[static_cast<std::size_t>(rank_++)] = extent;
  }

  DType dtype() const { return dtype_; }
  int rank() const { return rank_; }
  // In elements.
  std::span<const std::int64_t> shape() const {
    return {shape_.data(), static_cast<std::size_t>(rank_)};
  }
  // Of an element: none for numbers, one extent for vectors, two for matrices.
  std::vector<std::int64_t> element_shape() const {
    if (rows_ == 0) return {};
    return cols_ == 0 ? std::vector<std::int64_t>{rows_} : std::vector<std::int64_t>{rows_, cols_};
  }
  bool is_read_only() const { return is_read_only_; }
  void* data() const { return data_; }

  // The same memory with the last dimension, or the last two, as elements: an array of numbers of
  // shape (n, 3) as n vectors of 3.
  ArrayView vectors() const {
    ArrayView out = of_numbers(1, "vectors");
    out.rows_ = out.take(32, "vectors have 1 to 32 components");
    return out;
  }
  ArrayView matrices() const {
    ArrayView out = of_numbers(2, "matrices");
    out.cols_ = out.take(4, "matrices have 1 to 4 rows and columns");
    out.rows_ = out.take(4, "matrices have 1 to 4 rows and columns");
    return out;
  }

  // Valid while this view is.
  tack_argument argument() const {
    tack_argument out{};
    out.kind = TACK_ARRAY;
    out.dtype = static_cast<std::uint8_t>(dtype_);
    out.rank = static_cast<std::uint8_t>(rank_);
    out.is_read_only = is_read_only_;
    out.element_rows = rows_;
    out.element_cols = cols_;
    out.shape = shape_.data();
    out.value.data = data_;
    return out;
  }

 private:
  ArrayView of_numbers(int least, const char* what) const {
    if (rows_ != 0)
      throw Error(ErrorKind::Value,
                  "an array of numbers is wanted: this one's elements have parts");
    if (rank_ < least)
      throw Error(ErrorKind::Value, "an array of " + std::to_string(rank_) + " dimensions has no " +
                                        what + " in its last");
    return *this;
  }
  std::uint8_t take(std::int64_t most, const char* why) {
    std::int64_t extent = shape_[static_cast<std::size_t>(--rank_)];
    if (extent < 1 || extent > most)
      throw Error(ErrorKind::Value,
                  std::string(why) + ", and the extent is " + std::to_string(extent));
    return static_cast<std::uint8_t>(extent);
  }

  DType dtype_;
  bool is_read_only_;
  std::uint8_t rows_, cols_;
  int rank_ = 0;
  void* data_;
  std::array<std::int64_t, max_rank> shape_{};
};

// An array of the given shape over memory that holds at least its product of elements.
template <ElementType T>
ArrayView view(T* data, std::initializer_list<std::int64_t> shape) {
  return ArrayView(data, std::span(shape.begin(), shape.size()));
}

// The same over a range, which must hold exactly as many; without a shape, all in one dimension.
template <Elements R>
ArrayView view(R&& elements, std::span<const std::int64_t> shape) {
  std::int64_t wanted = 1;
  bool fits = true, is_empty = false;
  for (std::int64_t extent : shape) is_empty |= extent == 0;
  for (std::int64_t extent : shape)
    if (fits && !is_empty) {
      fits = extent > 0 && wanted <= std::numeric_limits<std::int64_t>::max() / extent;
      if (fits) wanted *= extent;
    }
  if (is_empty) wanted = 0;
  if (!fits || static_cast<std::uint64_t>(wanted) != std::ranges::size(elements)) {
    std::string text;
    for (std::int64_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
    throw Error(ErrorKind::Value, "a range of " + std::to_string(std::ranges::size(elements)) +
                                      " elements does not have the shape (" + text + ")");
  }
  return ArrayView(std::ranges::data(elements), shape);
}
template <Elements R>
ArrayView view(R&& elements, std::initializer_list<std::int64_t> shape) {
  return view(elements, std::span<const std::int64_t>(shape.begin(), shape.size()));
}
template <Elements R>
ArrayView view(R&& elements) {
  return view(elements, {static_cast<std::int64_t>(std::ranges::size(elements))});
}

}  // namespace tack
