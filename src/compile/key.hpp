// SPDX-License-Identifier: Apache-2.0
// Content keys: xxHash128 of everything that generated code depends on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tack::compile {

struct Key {
  uint64_t high = 0, low = 0;
  bool operator==(const Key&) const = default;
  std::string hex() const;  // 32 digits
};

// Each part is added with its length or width, so that ("ab", "c") and ("a", "bc") differ.
class KeyBuilder {
 public:
  KeyBuilder();
  ~KeyBuilder();
  KeyBuilder(const KeyBuilder&) = delete;
  KeyBuilder& operator=(const KeyBuilder&) = delete;

  void text(std::string_view text);
  void number(uint64_t value);
  Key finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tack::compile
