// SPDX-License-Identifier: Apache-2.0
// Stores of settings for Settings.xc.
#include <stdlib.h>
#include <string.h>

#include <new>

#include "runtime/tack_rt.h"
#include "runtime/xc/settings.hpp"
#include "runtime/xc/xc_rt.h"

namespace {

tack::rt::Settings& store_of(void* store) { return *static_cast<tack::rt::Settings*>(store); }

// Null for what cannot be a C string, as one with a zero inside.
const char* text_of(const tack_xc_text* text) {
  if (!text) return nullptr;
  if (!text->bytes) return "";
  if (memchr(text->bytes, 0, text->length)) return nullptr;
  return reinterpret_cast<const char*>(text->bytes);
}

void append(tack_xc_text* to, const char* text) {
  tack_rt_xc_text_append(to, reinterpret_cast<const uint8_t*>(text),
                         static_cast<uint32_t>(strlen(text)));
}

}  // namespace

void* tack_rt_xc_settings_new(void) {
  void* memory = malloc(sizeof(tack::rt::Settings));
  if (!memory) tack_rt_trap("out of memory for Settings");
  return ::new (memory) tack::rt::Settings;
}

void tack_rt_xc_settings_delete(void* store) {
  if (!store) return;
  store_of(store).~Settings();
  free(store);
}

uint32_t tack_rt_xc_settings_count(void* store) {
  return static_cast<uint32_t>(store_of(store).count());
}

bool tack_rt_xc_settings_key(void* store, uint32_t index, tack_xc_text* to) {
  if (index >= store_of(store).count()) return false;
  append(to, store_of(store).key(index));
  return true;
}

bool tack_rt_xc_settings_get(void* store, const tack_xc_text* key, tack_xc_text* to) {
  const char* name = text_of(key);
  const char* value = name ? store_of(store).get(name) : nullptr;
  if (!value) return false;
  append(to, value);
  return true;
}

bool tack_rt_xc_settings_set(void* store, const tack_xc_text* key, const tack_xc_text* value) {
  const char* name = text_of(key);
  const char* text = text_of(value);
  return name && text && store_of(store).set(name, text);
}

bool tack_rt_xc_settings_remove(void* store, const tack_xc_text* key) {
  const char* name = text_of(key);
  return name && store_of(store).remove(name);
}

void tack_rt_xc_settings_clear(void* store) { store_of(store).clear(); }

bool tack_rt_xc_settings_load(void* store, const tack_xc_text* text) {
  if (!text) return false;
  return text->length == 0 ||
         store_of(store).load(reinterpret_cast<const char*>(text->bytes), text->length);
}

void tack_rt_xc_settings_serialise(void* store, tack_xc_text* to) {
  char* text = store_of(store).serialise();
  if (!text) tack_rt_trap("out of memory for Settings");
  append(to, text);
  free(text);
}

bool tack_rt_xc_settings_read(void* store, const tack_xc_text* path) {
  const char* name = text_of(path);
  return name && *name && store_of(store).read(name);
}

bool tack_rt_xc_settings_write(void* store, const tack_xc_text* path) {
  const char* name = text_of(path);
  return name && *name && store_of(store).write(name);
}

bool tack_rt_xc_settings_path(const tack_xc_text* name, tack_xc_text* to) {
  const char* text = text_of(name);
  char* path = text ? tack::rt::settings_path(text) : nullptr;
  if (!path) return false;
  append(to, path);
  free(path);
  return true;
}
