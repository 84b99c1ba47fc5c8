// SPDX-License-Identifier: Apache-2.0
// Files and folders, for Files.xc. Paths are texts; what goes wrong is an errno, kept for the
// thread that asked.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/xc/xc_rt.h"

namespace {

thread_local int last_error;

// True when `error` is 0.
bool done(int error) {
  last_error = error;
  return error == 0;
}

// A path as C has it; null when it is none: empty, or with a zero inside.
const char* path_of(const tack_xc_text* path) {
  if (!path || path->length == 0) {
    last_error = ENOENT;
    return nullptr;
  }
  if (memchr(path->bytes, 0, path->length)) {
    last_error = EINVAL;
    return nullptr;
  }
  return reinterpret_cast<const char*>(path->bytes);
}

// What a text can hold, of which the greatest count means "not found".
constexpr uint64_t kMostBytes = 0xfffffffe;
constexpr uint64_t kStep = uint64_t{1} << 16;

int read_all(int file, tack_xc_text* to) {
  struct stat about;
  if (fstat(file, &about) != 0) return errno;
  if (S_ISDIR(about.st_mode)) return EISDIR;
  auto size = static_cast<uint64_t>(about.st_size);
  if (S_ISREG(about.st_mode) && size > kMostBytes - to->length) return EFBIG;
  // One more than there seems to be, so that the end shows at once.
  tack_rt_xc_text_reserve(to, S_ISREG(about.st_mode) && size > 0 ? size + 1 : kStep);
  for (;;) {
    if (to->length == to->capacity) {
      if (to->capacity >= kMostBytes) return EFBIG;
      tack_rt_xc_text_reserve(to, 1);
    }
    ssize_t got = read(file, to->bytes + to->length, to->capacity - to->length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return 0;
    to->length += static_cast<uint32_t>(got);
    to->bytes[to->length] = 0;
  }
}

int write_all(int file, const uint8_t* bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(file, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    bytes += wrote;
    size -= static_cast<size_t>(wrote);
  }
  return 0;
}

int make_folder(const char* path) {
  struct stat about;
  if (mkdir(path, 0777) == 0) return 0;
  int error = errno;
  return error == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode) ? 0 : error;
}

// Whether the folder has this name, spelled so; true when it cannot be listed.
bool lists(const char* folder, const char* name) {
  DIR* open = opendir(*folder ? folder : ".");
  if (!open) return true;
  bool found = false;
  while (!found) {
    dirent* entry = readdir(open);
    if (!entry) break;
    found = strcmp(entry->d_name, name) == 0;
  }
  closedir(open);
  return found;
}

int by_name(const void* a, const void* b) {
  return strcmp(*static_cast<char* const*>(a), *static_cast<char* const*>(b));
}

}  // namespace

bool tack_rt_xc_file_read(const tack_xc_text* path, tack_xc_text* to) {
  const char* name = path_of(path);
  if (!name) return false;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return done(errno);
  int error = read_all(file, to);
  close(file);
  return done(error);
}

bool tack_rt_xc_file_write(const tack_xc_text* path, const tack_xc_text* from, bool append) {
  const char* name = path_of(path);
  if (!name) return false;
  if (!from) return done(EINVAL);
  int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
  if (file < 0) return done(errno);
  int error = write_all(file, from->bytes, from->length);
  // Some file systems tell only now.
  if (close(file) != 0 && error == 0 && errno != EINTR) error = errno;
  return done(error);
}

int64_t tack_rt_xc_file_size(const tack_xc_text* path) {
  const char* name = path_of(path);
  struct stat about;
  if (!name) return -1;
  if (!done(stat(name, &about) == 0 ? 0 : errno)) return -1;
  if (S_ISDIR(about.st_mode)) {
    done(EISDIR);
    return -1;
  }
  return about.st_size;
}

uint32_t tack_rt_xc_file_kind(const tack_xc_text* path) {
  const char* name = path_of(path);
  struct stat about;
  if (!name || !done(stat(name, &about) == 0 ? 0 : errno)) return TACK_XC_FILE_NONE;
  return S_ISREG(about.st_mode)   ? TACK_XC_FILE_FILE
         : S_ISDIR(about.st_mode) ? TACK_XC_FILE_FOLDER
                                  : TACK_XC_FILE_OTHER;
}

// Each name on the way is looked up in its folder: file systems that take `A` for `a` list `a`.
bool tack_rt_xc_file_exact(const tack_xc_text* path) {
  if (tack_rt_xc_file_kind(path) == TACK_XC_FILE_NONE) return false;
  char* text = strdup(reinterpret_cast<const char*>(path->bytes));
  if (!text) return done(ENOMEM);
  bool exact = true;
  char* name = text;
  while (exact && *name) {
    char* end = strchrnul(name, '/');
    bool last = *end == 0;
    *end = 0;
    if (*name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
      // The folder is what stands before the name, whose first letter is put back.
      char first = *name;
      char* rest = strdup(name);
      *name = 0;
      exact = rest && lists(text, rest);
      *name = first;
      free(rest);
    }
    if (last) break;
    *end = '/';
    name = end + 1;
  }
  free(text);
  return done(exact ? 0 : ENOENT);
}

bool tack_rt_xc_file_make_folder(const tack_xc_text* path) {
  const char* name = path_of(path);
  if (!name) return false;
  char* text = strdup(name);
  if (!text) return done(ENOMEM);
  int error = 0;
  for (char* at = text + 1; *at && error == 0; ++at) {
    if (*at != '/') continue;
    *at = 0;
    error = make_folder(text);
    *at = '/';
  }
  if (error == 0) error = make_folder(text);
  free(text);
  return done(error);
}

bool tack_rt_xc_file_set_executable(const tack_xc_text* path) {
  const char* name = path_of(path);
  struct stat about;
  if (!name) return false;
  if (stat(name, &about) != 0) return done(errno);
  // Who may read it may run it.
  mode_t mode = (about.st_mode & 07777) | ((about.st_mode & 0444) >> 2);
  return done(chmod(name, mode) == 0 ? 0 : errno);
}

bool tack_rt_xc_file_remove(const tack_xc_text* path) {
  const char* name = path_of(path);
  if (!name) return false;
  return done(remove(name) == 0 ? 0 : errno);
}

bool tack_rt_xc_file_rename(const tack_xc_text* from, const tack_xc_text* to) {
  const char* before = path_of(from);
  const char* after = before ? path_of(to) : nullptr;
  if (!after) return false;
  return done(rename(before, after) == 0 ? 0 : errno);
}

bool tack_rt_xc_file_list(const tack_xc_text* path, tack_xc_text* to) {
  const char* folder = path_of(path);
  if (!folder) return false;
  DIR* open = opendir(folder);
  if (!open) return done(errno);
  char** names = nullptr;
  size_t count = 0, room = 0;
  int error = 0;
  for (;;) {
    errno = 0;
    dirent* entry = readdir(open);
    if (!entry) {
      error = errno;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (count == room) {
      room = room ? room * 2 : 64;
      auto* grown = static_cast<char**>(realloc(names, room * sizeof(char*)));
      if (!grown) {
        error = ENOMEM;
        break;
      }
      names = grown;
    }
    names[count] = strdup(entry->d_name);
    if (!names[count]) {
      error = ENOMEM;
      break;
    }
    ++count;
  }
  closedir(open);
  if (count > 1) qsort(names, count, sizeof(char*), by_name);
  for (size_t k = 0; k < count; ++k) {
    if (error == 0)
      tack_rt_xc_text_append(to, reinterpret_cast<const uint8_t*>(names[k]),
                             static_cast<uint32_t>(strlen(names[k]) + 1));
    free(names[k]);
  }
  free(names);
  return done(error);
}

void tack_rt_xc_file_error(tack_xc_text* to) {
  if (last_error == 0) return;
  char text[128];
  const char* said = strerror_r(last_error, text, sizeof text);
  tack_rt_xc_text_append(to, reinterpret_cast<const uint8_t*>(said),
                         static_cast<uint32_t>(strlen(said)));
}
