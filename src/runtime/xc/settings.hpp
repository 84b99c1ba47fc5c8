// SPDX-License-Identifier: Apache-2.0
// A store of settings: texts by name, in the order in which they came, and the file that keeps them
// (a line `key = value` each, both trimmed; `#` begins a line of comment, which is not kept; of
// several lines with one key the last counts). Without the C++ standard library.
#pragma once

#include <stddef.h>

namespace tack::rt {

class Settings {
 public:
  Settings() = default;
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;
  ~Settings() { clear(); }

  size_t count() const { return count_; }
  const char* key(size_t k) const { return entries_[k].key; }
  // Null when it is not there. Good until the next change.
  const char* get(const char* key) const;
  // False, and nothing changes: a key that is empty, has `=`, `#`, a control character or a blank
  // at an end; a value with a line's end or a blank at an end; no memory.
  bool set(const char* key, const char* value);
  // Whether it was there.
  bool remove(const char* key);
  void clear();

  // Adds the lines of a text.
  bool load(const char* text, size_t size);
  // With malloc; null when there is no memory.
  char* serialise() const;

  // Adds the lines of a file; false when it cannot be read.
  bool read(const char* path);
  // Whole or not at all, with the folders that lack.
  bool write(const char* path) const;

 private:
  struct Entry {
    char* key;
    char* value;
  };
  bool put(const char* key, size_t key_size, const char* value, size_t value_size);
  size_t find(const char* key, size_t size) const;

  Entry* entries_ = nullptr;
  size_t count_ = 0, room_ = 0;
};

// The file of a program's settings: $XCC_SETTINGS_DIR, $XDG_CONFIG_HOME or $HOME/.config, then
// <name>.conf. With malloc; null without any of these, or where the name is no file's.
char* settings_path(const char* name);

}  // namespace tack::rt
