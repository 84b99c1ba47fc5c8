// SPDX-License-Identifier: Apache-2.0
// Compiled code in memory: an x86-64 ELF relocatable object, from the code generator or the disk
// cache, becomes callable. Pages are writable, then executable, never both.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/result.hpp"

namespace tack::runtime {

// The address of a symbol that the object lacks and the fixed table does not have; null: unknown.
using Resolver = std::function<void*(const char* name)>;

// An object in memory; its code must not run, nor its data be used, after it dies.
class LoadedObject {
 public:
  ~LoadedObject();
  LoadedObject(const LoadedObject&) = delete;
  LoadedObject& operator=(const LoadedObject&) = delete;

  // A global symbol that the object defines; null when there is none of that name.
  void* find(std::string_view name) const;
  size_t size() const { return size_; }  // bytes of memory that it takes
  // Of all its functions together, which is no less than any chain of calls takes; 0 when the
  // object does not say.
  size_t stack_bytes() const { return stack_bytes_; }

 private:
  friend class Loading;
  LoadedObject() = default;

  void* memory_ = nullptr;
  size_t size_ = 0;
  size_t stack_bytes_ = 0;
  std::unordered_map<std::string, void*> symbols_;
};

// The error says what is wrong with the object, or which symbol is missing. Any bytes are safe to
// try; code in an object that loads is trusted.
Result<std::unique_ptr<LoadedObject>> load_object(std::span<const uint8_t> bytes,
                                                  const Resolver& resolver = {});

// The fixed table: what compiled code may call without a resolver.
void* find_runtime_symbol(std::string_view name);

}  // namespace tack::runtime
