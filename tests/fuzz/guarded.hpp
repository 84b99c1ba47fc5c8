// SPDX-License-Identifier: Apache-2.0
// Memory that ends where a page without access begins, so that code which reads or writes past a
// buffer crashes; bytes before it are checked.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/program.hpp"
#include "support/ice.hpp"
#include "support/result.hpp"

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

// The buffers of a program for one launch of compiled code.
class GuardedBuffers {
 public:
  explicit GuardedBuffers(const Program& program) : program_(program) {
    for (const Buffer& b : program.buffers)
      memory_.push_back(b.same_as < 0 ? std::make_unique<Guarded>(b.bytes) : nullptr);
  }
  uint8_t* data(size_t i) {
    int same = program_.buffers[i].same_as;
    return memory_[same < 0 ? i : static_cast<size_t>(same)]->data();
  }
  // `output` with what the launch left in memory.
  Result<Output> leave(Output output) const {
    for (size_t i = 0; i < memory_.size(); ++i) {
      output.buffers.push_back(memory_[i] ? memory_[i]->bytes() : std::vector<uint8_t>{});
      if (memory_[i] && !memory_[i]->is_intact())
        return Error{"writes before buffer " + std::to_string(i)};
    }
    return output;
  }

 private:
  const Program& program_;
  std::vector<std::unique_ptr<Guarded>> memory_;
};

}  // namespace tack::fuzz
