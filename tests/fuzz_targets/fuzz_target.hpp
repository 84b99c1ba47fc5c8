// SPDX-License-Identifier: Apache-2.0
// Shared by the libFuzzer targets.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// A fault that is no crash: says what is wrong and ends the run, so that libFuzzer keeps the input.
[[noreturn]] inline void fault(std::string_view what, std::string_view text) {
  std::fprintf(stderr, "%.*s\n--- input ---\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(text.size()), text.data());
  std::abort();
}

inline std::string_view as_text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}
