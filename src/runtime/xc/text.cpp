// SPDX-License-Identifier: Apache-2.0
// Bytes that grow, and what String and Data do with bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/tack_rt.h"
#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

// Counts are 32 bits, and the greatest stands for "not found".
constexpr uint64_t kMostBytes = 0xfffffffe;

}  // namespace

void tack_rt_xc_text_reserve(tack_xc_text* text, uint64_t more) {
  uint64_t wanted = text->length + more;
  if (text->bytes && wanted <= text->capacity) return;
  if (wanted > kMostBytes || more > kMostBytes) tack_rt_trap("a String or Data of more than 4 GiB");
  uint64_t room = uint64_t{text->capacity} + text->capacity / 2;  // what is there is copied seldom
  if (room < wanted) room = wanted;
  if (room < 23) room = 23;
  if (room > kMostBytes) room = kMostBytes;
  auto* bytes = static_cast<uint8_t*>(
      tack_rt_xc_reallocate(text->bytes, text->bytes ? text->length : 0, room + 1));
  if (!bytes) tack_rt_trap("out of memory for a String or Data");
  bytes[text->length] = 0;
  text->bytes = bytes;
  text->capacity = static_cast<uint32_t>(room);
}

void tack_rt_xc_text_append(tack_xc_text* text, const uint8_t* bytes, uint32_t count) {
  if (count == 0) return;
  // Its own bytes move when it grows.
  bool own = text->bytes && bytes >= text->bytes && bytes <= text->bytes + text->length;
  size_t at = own ? static_cast<size_t>(bytes - text->bytes) : 0;
  tack_rt_xc_text_reserve(text, count);
  memmove(text->bytes + text->length, own ? text->bytes + at : bytes, count);
  text->length += count;
  text->bytes[text->length] = 0;
}

void tack_rt_xc_text_append_u64(tack_xc_text* text, uint64_t value) {
  uint8_t digits[20];
  uint32_t at = sizeof digits;
  do digits[--at] = static_cast<uint8_t>('0' + value % 10);
  while (value /= 10);
  tack_rt_xc_text_append(text, digits + at, static_cast<uint32_t>(sizeof digits) - at);
}

void tack_rt_xc_text_append_i64(tack_xc_text* text, int64_t value) {
  auto bits = static_cast<uint64_t>(value);
  if (value < 0) tack_rt_xc_text_append(text, reinterpret_cast<const uint8_t*>("-"), 1);
  tack_rt_xc_text_append_u64(text, value < 0 ? 0 - bits : bits);
}

void tack_rt_xc_text_append_double(tack_xc_text* text, double value, uint32_t digits) {
  char out[1400];  // 309 digits before the point
  int size =
      snprintf(out, sizeof out, "%.*f", digits > 999 ? 999 : static_cast<int>(digits), value);
  tack_rt_xc_text_append(text, reinterpret_cast<const uint8_t*>(out), static_cast<uint32_t>(size));
}

void tack_rt_xc_text_free(tack_xc_text* text) {
  tack_rt_xc_release(text->bytes);
  *text = {};
}

void tack_rt_xc_bytes_move(void* to, const void* from, uint64_t size) {
  if (size) memmove(to, from, size);
}

int32_t tack_rt_xc_bytes_compare(const void* a, const void* b, uint64_t size) {
  int order = size ? memcmp(a, b, size) : 0;
  return (order > 0) - (order < 0);
}

uint32_t tack_rt_xc_bytes_find(const uint8_t* in, uint32_t count, const uint8_t* what,
                               uint32_t size) {
  if (size == 0) return 0;
  if (size > count) return 0xffffffff;
  const void* at = memmem(in, count, what, size);
  return at ? static_cast<uint32_t>(static_cast<const uint8_t*>(at) - in) : 0xffffffff;
}

// Eight bytes a step: 64 x 64 bits multiplied and the halves joined. 3 GB/s and more on one core;
// FNV-1a, a byte a step, gives 0.9.
uint64_t tack_rt_xc_bytes_hash(const void* bytes, uint64_t size) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15, kStep = 0xd6e8feb86659fd93;
  auto mix = [](uint64_t a, uint64_t b) {
    unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  };
  const auto* at = static_cast<const uint8_t*>(bytes);
  uint64_t hash = size * kStep;
  uint64_t word = 0;
  for (; size >= 8; size -= 8, at += 8) {
    memcpy(&word, at, 8);
    hash = mix(hash ^ word ^ kOdd, kStep);
  }
  // Two loads that may overlap: a call of memcpy for a few bytes takes longer than the rest.
  word = 0;
  if (size >= 4) {
    uint32_t low = 0, high = 0;
    memcpy(&low, at, 4);
    memcpy(&high, at + size - 4, 4);
    word = low | uint64_t{high} << 32;
  } else if (size) {
    word = uint64_t{at[0]} | uint64_t{at[size / 2]} << 8 | uint64_t{at[size - 1]} << 16;
  }
  return mix(hash ^ word ^ kOdd, kStep ^ size);
}

int32_t tack_rt_xc_text_same(const void* object, const void* string) {
  const auto* a = static_cast<const char*>(object);
  const auto* b = static_cast<const char*>(string);
  if (memcmp(a + TACK_XC_OBJECT_TABLE, b + TACK_XC_OBJECT_TABLE, sizeof(void*)) != 0) return -1;
  const auto& x = *reinterpret_cast<const tack_xc_text*>(a + TACK_XC_STRING_TEXT);
  const auto& y = *reinterpret_cast<const tack_xc_text*>(b + TACK_XC_STRING_TEXT);
  return x.length == y.length && tack_rt_xc_bytes_compare(x.bytes, y.bytes, x.length) == 0;
}
