// SPDX-License-Identifier: Apache-2.0
#include "compile/key.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdio>

namespace tack::compile {

struct KeyBuilder::State {
  XXH3_state_t hash;
};

KeyBuilder::KeyBuilder() : state_(new State) { XXH3_128bits_reset(&state_->hash); }
KeyBuilder::~KeyBuilder() = default;

void KeyBuilder::text(std::string_view text) {
  number(text.size());
  XXH3_128bits_update(&state_->hash, text.data(), text.size());
}

void KeyBuilder::number(uint64_t value) {
  XXH3_128bits_update(&state_->hash, &value, sizeof value);
}

Key KeyBuilder::finish() const {
  XXH128_hash_t hash = XXH3_128bits_digest(&state_->hash);
  return {hash.high64, hash.low64};
}

std::string Key::hex() const {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(high),
                static_cast<unsigned long long>(low));
  return text;
}

}  // namespace tack::compile
