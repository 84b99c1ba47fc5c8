// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/settings.hpp"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tack::rt {
namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

char* copied(const char* text, size_t size) {
  char* out = static_cast<char*>(malloc(size + 1));
  if (!out) return nullptr;
  memcpy(out, text, size);
  out[size] = 0;
  return out;
}

// Past the blanks at both ends.
void trim(const char*& text, size_t& size) {
  while (size > 0 && blank(*text)) ++text, --size;
  while (size > 0 && blank(text[size - 1])) --size;
}

bool trimmed(const char* text, size_t size) {
  return size == 0 || (!blank(text[0]) && !blank(text[size - 1]));
}

bool fits_key(const char* key, size_t size) {
  if (size == 0 || !trimmed(key, size)) return false;
  for (size_t k = 0; k < size; ++k) {
    if (key[k] == '=' || key[k] == '#' || static_cast<unsigned char>(key[k]) < ' ') return false;
  }
  return true;
}

// "a/b/c.conf": makes a and a/b.
void make_folders(char* path) {
  for (char* p = path + 1; *p; ++p) {
    if (*p != '/') continue;
    *p = 0;
    mkdir(path, 0777);
    *p = '/';
  }
}

bool write_all(int file, const char* text, size_t size) {
  while (size > 0) {
    ssize_t done = ::write(file, text, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    text += done;
    size -= static_cast<size_t>(done);
  }
  return true;
}

}  // namespace

size_t Settings::find(const char* key, size_t size) const {
  for (size_t k = 0; k < count_; ++k) {
    if (strncmp(entries_[k].key, key, size) == 0 && entries_[k].key[size] == 0) return k;
  }
  return count_;
}

const char* Settings::get(const char* key) const {
  size_t at = find(key, strlen(key));
  return at < count_ ? entries_[at].value : nullptr;
}

bool Settings::put(const char* key, size_t key_size, const char* value, size_t value_size) {
  char* text = copied(value, value_size);
  if (!text) return false;
  size_t at = find(key, key_size);
  if (at < count_) {
    free(entries_[at].value);
    entries_[at].value = text;
    return true;
  }
  if (count_ == room_) {
    size_t room = room_ ? room_ * 2 : 16;
    auto* grown = static_cast<Entry*>(realloc(entries_, room * sizeof(Entry)));
    if (!grown) {
      free(text);
      return false;
    }
    entries_ = grown;
    room_ = room;
  }
  char* name = copied(key, key_size);
  if (!name) {
    free(text);
    return false;
  }
  entries_[count_++] = {name, text};
  return true;
}

bool Settings::set(const char* key, const char* value) {
  size_t key_size = strlen(key), value_size = strlen(value);
  if (!fits_key(key, key_size) || !trimmed(value, value_size) || strchr(value, '\n')) return false;
  return put(key, key_size, value, value_size);
}

bool Settings::remove(const char* key) {
  size_t at = find(key, strlen(key));
  if (at == count_) return false;
  free(entries_[at].key);
  free(entries_[at].value);
  memmove(entries_ + at, entries_ + at + 1, (count_ - at - 1) * sizeof(Entry));
  --count_;
  return true;
}

void Settings::clear() {
  for (size_t k = 0; k < count_; ++k) {
    free(entries_[k].key);
    free(entries_[k].value);
  }
  free(entries_);
  entries_ = nullptr;
  count_ = room_ = 0;
}

bool Settings::load(const char* text, size_t size) {
  const char* end = text + size;
  while (text < end) {
    auto* stop = static_cast<const char*>(memchr(text, '\n', static_cast<size_t>(end - text)));
    if (!stop) stop = end;
    const char* key = text;
    auto key_size = static_cast<size_t>(stop - text);
    text = stop < end ? stop + 1 : end;
    trim(key, key_size);
    auto* sign = static_cast<const char*>(memchr(key, '=', key_size));
    if (!sign || *key == '#') continue;
    const char* value = sign + 1;
    size_t value_size = static_cast<size_t>(key + key_size - value);
    key_size = static_cast<size_t>(sign - key);
    trim(key, key_size);
    trim(value, value_size);
    // A text ends at its first zero byte.
    if (auto* zero = static_cast<const char*>(memchr(value, 0, value_size))) {
      value_size = static_cast<size_t>(zero - value);
    }
    if (!fits_key(key, key_size)) continue;
    if (!put(key, key_size, value, value_size)) return false;
  }
  return true;
}

char* Settings::serialise() const {
  size_t size = 1;
  for (size_t k = 0; k < count_; ++k) {
    size += strlen(entries_[k].key) + strlen(entries_[k].value) + 4;
  }
  char* out = static_cast<char*>(malloc(size));
  if (!out) return nullptr;
  char* at = out;
  for (size_t k = 0; k < count_; ++k) {
    at = stpcpy(stpcpy(stpcpy(at, entries_[k].key), " = "), entries_[k].value);
    *at++ = '\n';
  }
  *at = 0;
  return out;
}

bool Settings::read(const char* path) {
  FILE* file = fopen(path, "rbe");
  if (!file) return false;
  char* text = nullptr;
  size_t size = 0, room = 0;
  bool good = true;
  while (good) {
    if (size == room) {
      room = room ? room * 2 : 4096;
      char* grown = static_cast<char*>(realloc(text, room));
      if (!(good = grown != nullptr)) break;
      text = grown;
    }
    size_t got = fread(text + size, 1, room - size, file);
    if (got == 0) break;
    size += got;
  }
  good = good && !ferror(file);  // a folder opens, but does not read
  fclose(file);
  good = good && load(text, size);
  free(text);
  return good;
}

bool Settings::write(const char* path) const {
  size_t length = strlen(path);
  char* text = serialise();
  // In the same folder, so that it can take the file's place in one step.
  char* beside = static_cast<char*>(malloc(length + 32));
  bool good = text && beside;
  if (good) {
    snprintf(beside, length + 32, "%s.%ld.new", path, static_cast<long>(getpid()));
    make_folders(beside);
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    good = file >= 0 && write_all(file, text, strlen(text));
    if (file >= 0 && close(file) != 0) good = false;
    good = good && rename(beside, path) == 0;
    if (!good && file >= 0) unlink(beside);
  }
  free(beside);
  free(text);
  return good;
}

char* settings_path(const char* name) {
  if (!*name || strchr(name, '/')) return nullptr;
  struct Place {
    const char* variable;
    const char* inside;
  };
  constexpr Place kPlaces[] = {
      {"XCC_SETTINGS_DIR", ""}, {"XDG_CONFIG_HOME", ""}, {"HOME", "/.config"}};
  for (const Place& place : kPlaces) {
    const char* folder = getenv(place.variable);
    if (!folder || !*folder) continue;
    size_t size = strlen(folder) + strlen(place.inside) + strlen(name) + 16;
    char* path = static_cast<char*>(malloc(size));
    if (path) snprintf(path, size, "%s%s/%s.conf", folder, place.inside, name);
    return path;
  }
  return nullptr;
}

}  // namespace tack::rt
