// SPDX-License-Identifier: Apache-2.0
// Memory that ends where a page without access begins, so that code which reads or writes past a
// buffer crashes; bytes before it are checked.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "support/ice.hpp"

namespace tack::fuzz {

class Guarded {
 public:
  explicit Guarded(const std::vector<uint8_t>& bytes) : size_(bytes.size()) {
    size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    inner_ = (size_ + kBefore + page - 1) / page * page;
    outer_ = inner_ + page;
    void* at = mmap(nullptr, outer_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) TACK_ICE("no memory");
    base_ = static_cast<uint8_t*>(at);
    mprotect(base_ + inner_, page, PROT_NONE);
    std::memset(base_, kFill, inner_ - size_);
    if (size_) std::memcpy(data(), bytes.data(), size_);
  }
  ~Guarded() { munmap(base_, outer_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  uint8_t* data() { return base_ + inner_ - size_; }
  std::vector<uint8_t> bytes() { return {data(), data() + size_}; }
  bool is_intact() const {
    for (size_t i = 0; i < inner_ - size_; ++i) {
      if (base_[i] != kFill) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kBefore = 64;
  static constexpr uint8_t kFill = 0xA5;
  uint8_t* base_ = nullptr;
  size_t size_, inner_ = 0, outer_ = 0;
};

}  // namespace tack::fuzz
