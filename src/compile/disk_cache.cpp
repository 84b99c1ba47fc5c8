// SPDX-License-Identifier: Apache-2.0
#include "compile/disk_cache.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tack::compile {
namespace {

constexpr char kMagic[8] = {'T', 'A', 'C', 'K', 'o', 'b', 'j', '1'};
constexpr const char* kTemporary = ".tmp-";
constexpr uint64_t kMostBytes = uint64_t(512) << 20;  // tens of thousands of kernels
constexpr time_t kForgottenSeconds = 3600;

struct Header {
  char magic[8];
  uint64_t high, low;
  uint64_t payload_bytes;
};

struct Checksum {
  uint64_t high, low;
};

Checksum checksum(std::string_view bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

bool is_off(const char* setting) {
  std::string word = setting ? setting : "";
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return word == "0" || word == "no" || word == "off" || word == "false";
}

// A directory (or file) of this user that nobody else may write.
bool is_private(const struct stat& info) {
  return info.st_uid == geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool folder_is_private(const std::string& folder) {
  struct stat info;
  return stat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && is_private(info);
}

bool make_folder(const std::string& folder) {
  for (size_t at = folder.find('/', 1); at != std::string::npos; at = folder.find('/', at + 1))
    mkdir(folder.substr(0, at).c_str(), 0700);
  mkdir(folder.c_str(), 0700);
  return folder_is_private(folder);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

std::optional<std::string> read_all(int fd, size_t size) {
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < size) {
    ssize_t n = read(fd, bytes.data() + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return std::nullopt;
    done += static_cast<size_t>(n);
  }
  return bytes;
}

struct File {
  int fd;
  ~File() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

std::string DiskCache::standard_folder() {
  if (is_off(std::getenv("TACK_CACHE"))) return {};
  if (const char* chosen = std::getenv("TACK_CACHE_DIR"); chosen && *chosen) return chosen;
  // The base directory specification: a relative path is invalid and ignored.
  if (const char* base = std::getenv("XDG_CACHE_HOME"); base && *base == '/')
    return std::string(base) + "/tack";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return std::string(home) + "/.cache/tack";
  return {};
}

DiskCache& DiskCache::standard() {
  static auto* cache = new DiskCache(standard_folder());
  return *cache;
}

std::string DiskCache::path_of(const Key& key) const { return folder_ + "/" + key.hex(); }

std::optional<std::string> DiskCache::load(const Key& key) const {
  if (folder_.empty() || !folder_is_private(folder_)) return std::nullopt;
  File file{open(path_of(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  if (file.fd < 0) return std::nullopt;
  struct stat info;
  if (fstat(file.fd, &info) != 0 || !S_ISREG(info.st_mode) || !is_private(info))
    return std::nullopt;
  auto size = static_cast<uint64_t>(info.st_size);
  if (size < sizeof(Header) + sizeof(Checksum) || size > kMostBytes) return std::nullopt;
  auto bytes = read_all(file.fd, size);
  if (!bytes) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes->data(), sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) return std::nullopt;
  if (Key{header.high, header.low} != key) return std::nullopt;
  if (header.payload_bytes != size - sizeof(Header) - sizeof(Checksum)) return std::nullopt;
  std::string_view covered(bytes->data(), size - sizeof(Checksum));
  Checksum stored, actual = checksum(covered);
  std::memcpy(&stored, bytes->data() + covered.size(), sizeof stored);
  if (stored.high != actual.high || stored.low != actual.low) return std::nullopt;
  futimens(file.fd, nullptr);  // used now: prune() takes the longest unused first
  return bytes->substr(sizeof(Header), header.payload_bytes);
}

void DiskCache::store(const Key& key, std::string_view payload) const {
  if (folder_.empty() || !make_folder(folder_)) return;
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.high = key.high;
  header.low = key.low;
  header.payload_bytes = payload.size();
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += payload;
  Checksum sum = checksum(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);

  static std::atomic<uint64_t> counter{0};
  std::string temporary = folder_ + "/" + kTemporary + key.hex() + "-" + std::to_string(getpid()) +
                          "-" + std::to_string(counter++);
  bool written = false;
  {
    File file{open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (file.fd < 0) return;
    written = write_all(file.fd, bytes);
  }
  if (!written || rename(temporary.c_str(), path_of(key).c_str()) != 0) unlink(temporary.c_str());
  if (key.low % 64 == 0) prune(kMostBytes);
}

namespace {

struct Entry {
  std::string path;
  uint64_t bytes;
  struct timespec used;
};

// The folder's entries; removes temporary files that a killed writer left.
std::vector<Entry> entries_of(const std::string& folder_name) {
  std::vector<Entry> entries;
  DIR* folder = folder_name.empty() ? nullptr : opendir(folder_name.c_str());
  if (!folder) return entries;
  time_t now = time(nullptr);
  while (dirent* item = readdir(folder)) {
    std::string name = item->d_name, path = folder_name + "/" + name;
    struct stat info;
    if (lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
    if (name.starts_with(kTemporary)) {
      // One at work is seconds old.
      if (now - info.st_mtime > kForgottenSeconds) unlink(path.c_str());
      continue;
    }
    // Only our own names: the folder may be one that the user keeps other things in.
    if (name.size() != 32 || name.find_first_not_of("0123456789abcdef") != std::string::npos)
      continue;
    entries.push_back({path, static_cast<uint64_t>(info.st_size), info.st_mtim});
  }
  closedir(folder);
  return entries;
}

}  // namespace

DiskCache::Contents DiskCache::contents() const {
  Contents all;
  for (const Entry& entry : entries_of(folder_)) {
    ++all.entries;
    all.bytes += entry.bytes;
  }
  return all;
}

void DiskCache::prune(uint64_t most) const {
  std::vector<Entry> entries = entries_of(folder_);
  uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                          : a.used.tv_nsec < b.used.tv_nsec;
  });
  for (const Entry& entry : entries) {
    if (total <= most) break;
    if (unlink(entry.path.c_str()) == 0) total -= entry.bytes;
  }
}

}  // namespace tack::compile
