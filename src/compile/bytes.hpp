// SPDX-License-Identifier: Apache-2.0
// Flat binary records for the disk cache. Reading checks every bound: bytes from a disk are never
// trusted, not even behind a checksum.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace tack::compile {

class ByteWriter {
 public:
  template <class T>
  void value(T v) {
    static_assert(std::is_trivially_copyable_v<T>);
    out_.append(reinterpret_cast<const char*>(&v), sizeof v);
  }
  void text(std::string_view t) {
    value<uint64_t>(t.size());
    out_.append(t);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// After the first failure every read gives zero or empty, and ok() stays false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T value() {
    T v{};
    if (rest_.size() < sizeof v) {
      ok_ = false;
      rest_ = {};
      return v;
    }
    std::memcpy(&v, rest_.data(), sizeof v);
    rest_.remove_prefix(sizeof v);
    return v;
  }
  std::string_view text() {
    auto size = value<uint64_t>();
    if (size > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    std::string_view t = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return t;
  }
  // A count of records of at least `each` bytes, which must fit into what is left.
  uint64_t count(uint64_t each) {
    auto n = value<uint64_t>();
    if (n > rest_.size() / each) {
      ok_ = false;
      rest_ = {};
      return 0;
    }
    return n;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace tack::compile
