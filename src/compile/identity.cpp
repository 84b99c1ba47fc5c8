// SPDX-License-Identifier: Apache-2.0
#include "compile/identity.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace tack::compile {
namespace {

constexpr size_t kMostNoteBytes = 1 << 16;

template <class T>
bool read_at(int fd, uint64_t offset, T* out, size_t count = 1) {
  return pread(fd, out, sizeof(T) * count, static_cast<off_t>(offset)) ==
         static_cast<ssize_t>(sizeof(T) * count);
}

// The description of the GNU build-id note in a note segment.
std::string find_build_id(std::string_view notes) {
  while (notes.size() >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr header;
    std::memcpy(&header, notes.data(), sizeof header);
    uint64_t name = (uint64_t(header.n_namesz) + 3) & ~uint64_t(3);
    uint64_t description = (uint64_t(header.n_descsz) + 3) & ~uint64_t(3);
    uint64_t size = sizeof header + name + description;
    if (size > notes.size()) return {};
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::memcmp(notes.data() + sizeof header, "GNU", 4) == 0)
      return std::string(notes.substr(sizeof header + name, header.n_descsz));
    notes.remove_prefix(size);
  }
  return {};
}

std::string build_id(int fd) {
  Elf64_Ehdr file;
  if (!read_at(fd, 0, &file) || std::memcmp(file.e_ident, ELFMAG, SELFMAG) != 0 ||
      file.e_ident[EI_CLASS] != ELFCLASS64 || file.e_phentsize != sizeof(Elf64_Phdr))
    return {};
  std::vector<Elf64_Phdr> segments(file.e_phnum);
  if (!read_at(fd, file.e_phoff, segments.data(), segments.size())) return {};
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMostNoteBytes) continue;
    std::string notes(segment.p_filesz, '\0');
    if (!read_at(fd, segment.p_offset, notes.data(), notes.size())) continue;
    if (std::string id = find_build_id(notes); !id.empty()) return id;
  }
  return {};
}

}  // namespace

std::string file_identity(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  std::string id = build_id(fd);
  struct stat info;
  if (id.empty() && fstat(fd, &info) == 0)
    id = std::to_string(info.st_size) + "/" + std::to_string(info.st_mtim.tv_sec) + "." +
         std::to_string(info.st_mtim.tv_nsec);
  close(fd);
  return id;
}

const std::string& own_identity() {
  static const auto* identity = [] {
    static const int anchor = 0;
    Dl_info self;
    auto* id = new std::string;
    if (dladdr(&anchor, &self) && self.dli_fname) *id = file_identity(self.dli_fname);
    // A program started by a relative path from another folder.
    if (id->empty()) *id = file_identity("/proc/self/exe");
    return id;
  }();
  return *identity;
}

}  // namespace tack::compile
