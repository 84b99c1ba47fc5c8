// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk, shared by any number of processes.
//
// One file a key: header, key, payload, checksum of all. It appears by rename, so a reader sees all
// of it or nothing; what is truncated, changed, foreign or unreadable counts as absent. The folder
// holds machine code that will run, so it must be this user's own and writable by nobody else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compile/key.hpp"

namespace tack::compile {

class DiskCache {
 public:
  // The folder is made (mode 0700) at the first store. Empty: the cache is off.
  explicit DiskCache(std::string folder) : folder_(std::move(folder)) {}

  // $TACK_CACHE_DIR, else $XDG_CACHE_HOME/tack, else ~/.cache/tack; off with TACK_CACHE=0 (or no,
  // off, false) or without any of these.
  static std::string standard_folder();
  // The process's cache; settings are read at first use.
  static DiskCache& standard();

  const std::string& folder() const { return folder_; }
  std::string path_of(const Key& key) const;

  std::optional<std::string> load(const Key& key) const;
  // Does nothing when it cannot: a full or read-only disk costs the next process a compilation.
  void store(const Key& key, std::string_view payload) const;

  // Removes the longest unused entries until at most `bytes` are left, and forgotten temporary
  // files. Called by every 64th store or so.
  void prune(uint64_t bytes) const;

  struct Contents {
    uint64_t entries = 0, bytes = 0;
  };
  Contents contents() const;

 private:
  std::string folder_;
};

}  // namespace tack::compile
