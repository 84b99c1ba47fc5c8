// SPDX-License-Identifier: Apache-2.0
#include "driver/tack/host_array.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "driver/tack/npy.hpp"

namespace tack::driver {

HostArray::HostArray(ir::Kind kind, std::vector<int64_t> shape, int64_t size)
    : shape_(std::move(shape)) {
  data_.descriptor = launch::describe(kind, static_cast<int>(shape_.size()), size);
  data_.data = nullptr;
  data_.size = size;
  data_.shape = shape_.data();
}

namespace {

Error file_error(const std::string& path, const std::string& why) {
  return Error{"'" + path + "': " + why};
}
Error system_error(const std::string& path, const char* what) {
  return Error{std::string(what) + " '" + path + "': " + std::strerror(errno)};
}

struct Descriptor {
  int fd = -1;
  explicit Descriptor(int f) : fd(f) {}
  Descriptor(Descriptor&& other) noexcept : fd(std::exchange(other.fd, -1)) {}
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

// Memory of the system's, by mmap.
class Mapping {
 public:
  Mapping() = default;
  Mapping(void* at, size_t bytes) : at_(at), bytes_(bytes) {}
  Mapping(Mapping&& other) noexcept
      : at_(std::exchange(other.at_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(at_, other.at_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Mapping() {
    if (at_) munmap(at_, bytes_);
  }
  uint8_t* at() const { return static_cast<uint8_t*>(at_); }

  static Result<Mapping> anonymous(uint64_t bytes) {
    bytes = std::max<uint64_t>(bytes, 1);
    void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
      return Error{"an array of " + std::to_string(bytes) + " bytes: " + std::strerror(errno)};
    return Mapping(at, bytes);
  }

 private:
  void* at_ = nullptr;
  size_t bytes_ = 0;
};

class MemoryArray : public HostArray {
 public:
  MemoryArray(ir::Kind kind, std::vector<int64_t> shape, int64_t size, Mapping memory)
      : HostArray(kind, std::move(shape), size), memory_(std::move(memory)) {
    data_.data = memory_.at();
  }

 private:
  Mapping memory_;
};

// Copies between row-major native elements and those of a file. `to_file`: the other way.
void exchange_elements(const NpyHeader& header, uint8_t* native, uint8_t* file, bool to_file) {
  auto width = static_cast<size_t>(ir::bits_of(header.kind) / 8);
  if (header.size == 0) return;
  size_t rank = header.shape.size();
  std::vector<int64_t> stride(rank), at(rank, 0);
  int64_t step = 1;
  for (size_t k = 0; k < rank; ++k) {
    size_t d = header.is_fortran ? k : rank - 1 - k;
    stride[d] = step;
    step *= header.shape[d];
  }
  int64_t place = 0;
  for (int64_t n = 0; n < header.size; ++n) {
    uint8_t* a = native + static_cast<size_t>(n) * width;
    uint8_t* b = file + static_cast<size_t>(place) * width;
    const uint8_t* from = to_file ? a : b;
    uint8_t* to = to_file ? b : a;
    for (size_t k = 0; k < width; ++k) to[k] = from[header.is_swapped ? width - 1 - k : k];
    for (size_t d = rank; d-- > 0;) {
      place += stride[d];
      if (++at[d] < header.shape[d]) break;
      place -= stride[d] * header.shape[d];
      at[d] = 0;
    }
  }
}

bool is_native(const NpyHeader& header) {
  bool has_one_order = !header.is_fortran || header.size <= 1;
  size_t long_ones = 0;
  for (int64_t extent : header.shape) long_ones += extent > 1;
  auto width = static_cast<uint64_t>(ir::bits_of(header.kind) / 8);
  return (has_one_order || long_ones <= 1) && !header.is_swapped && header.data_begin % width == 0;
}

bool write_all(int fd, const uint8_t* bytes, uint64_t count, uint64_t at) {
  while (count != 0) {
    ssize_t n = pwrite(fd, bytes, std::min<uint64_t>(count, 1 << 30), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    at += static_cast<uint64_t>(n);
    count -= static_cast<uint64_t>(n);
  }
  return true;
}

class FileArray : public HostArray {
 public:
  FileArray(std::string path, NpyHeader header, FileUse use, Descriptor file, Mapping mapped,
            Mapping converted)
      : HostArray(header.kind, header.shape, header.size),
        path_(std::move(path)),
        header_(std::move(header)),
        use_(use),
        file_(std::move(file)),
        mapped_(std::move(mapped)),
        converted_(std::move(converted)) {
    data_.data = converted_.at() ? converted_.at() : mapped_.at() + header_.data_begin;
  }

  Result<void> commit() override {
    if (use_ == FileUse::Read || header_.size == 0) return {};
    if (use_ == FileUse::WriteAtOnce && !converted_.at()) return {};
    // The mapping is private: what it holds is written back whole.
    uint8_t* elements = mapped_.at() + header_.data_begin;
    if (converted_.at()) exchange_elements(header_, converted_.at(), elements, true);
    if (!write_all(file_.fd, elements, header_.data_bytes(), header_.data_begin))
      return system_error(path_, "cannot write");
    return {};
  }

 private:
  std::string path_;
  NpyHeader header_;
  FileUse use_;
  Descriptor file_;
  Mapping mapped_, converted_;
};

// --- files that are being written

constexpr size_t kMostTemporaries = 256;
char g_temporaries[kMostTemporaries][4096];
volatile sig_atomic_t g_temporary_count = 0;

class NewFileArray : public HostArray {
 public:
  NewFileArray(std::string path, std::string temporary, ir::Kind kind, std::vector<int64_t> shape,
               int64_t size, Mapping mapped, size_t header)
      : HostArray(kind, std::move(shape), size),
        path_(std::move(path)),
        temporary_(std::move(temporary)),
        mapped_(std::move(mapped)) {
    data_.data = mapped_.at() + header;
  }
  ~NewFileArray() override {
    if (!is_committed_) unlink(temporary_.c_str());
  }
  Result<void> commit() override {
    mapped_ = Mapping();
    data_.data = nullptr;
    if (rename(temporary_.c_str(), path_.c_str()) != 0) return system_error(path_, "cannot write");
    is_committed_ = true;
    return {};
  }

 private:
  std::string path_, temporary_;
  Mapping mapped_;
  bool is_committed_ = false;
};

void remove_temporaries(int signal) {
  for (sig_atomic_t k = 0; k < g_temporary_count; ++k) unlink(g_temporaries[k]);
  _exit(128 + signal);
}

void say_bus_error(int) {
  for (sig_atomic_t k = 0; k < g_temporary_count; ++k) unlink(g_temporaries[k]);
  constexpr char kText[] =
      "tack: a mapped file became shorter, or its disk is full or cannot be read\n";
  if (write(2, kText, sizeof kText - 1) < 0) _exit(2);
  _exit(2);
}

}  // namespace

void watch_signals() {
  struct sigaction action = {};
  action.sa_handler = remove_temporaries;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  action.sa_handler = say_bus_error;
  sigaction(SIGBUS, &action, nullptr);
}

Result<FileIdentity> identify_file(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return system_error(path, "cannot read");
  return FileIdentity{static_cast<uint64_t>(info.st_dev), static_cast<uint64_t>(info.st_ino), {}};
}

Result<FileIdentity> identify_place(const std::string& path) {
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  struct stat info;
  if (stat(folder.c_str(), &info) != 0) return system_error(path, "cannot write");
  return FileIdentity{static_cast<uint64_t>(info.st_dev), static_cast<uint64_t>(info.st_ino),
                      path.substr(slash == std::string::npos ? 0 : slash + 1)};
}

Result<std::unique_ptr<HostArray>> open_array(const std::string& path, FileUse use) {
  bool writes = use != FileUse::Read;
  // A pipe without a writer would be waited for.
  int flags = (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK;
  Descriptor file(open(path.c_str(), flags));
  if (file.fd < 0) return system_error(path, writes ? "cannot write" : "cannot read");
  struct stat info;
  if (fstat(file.fd, &info) != 0) return system_error(path, "cannot read");
  if (S_ISDIR(info.st_mode)) return file_error(path, "it is a folder");
  if (!S_ISREG(info.st_mode)) return file_error(path, "only regular files can be mapped");
  auto bytes = static_cast<uint64_t>(info.st_size);
  std::string start(std::min<uint64_t>(bytes, kNpyHeaderMost), '\0');
  ssize_t got = pread(file.fd, start.data(), start.size(), 0);
  if (got < 0) return system_error(path, "cannot read");
  start.resize(static_cast<size_t>(got));
  auto header = read_npy_header(start);
  if (!header) return file_error(path, header.error().message);
  if (bytes < header->data_begin || bytes - header->data_begin < header->data_bytes())
    return file_error(path, "it is too short: its shape wants " +
                                std::to_string(header->data_bytes()) + " bytes of elements, " +
                                std::to_string(bytes - std::min(bytes, header->data_begin)) +
                                " are there");
  bool is_direct = is_native(*header);
  uint64_t whole = header->data_begin + header->data_bytes();
  int sharing = use == FileUse::WriteAtOnce && is_direct ? MAP_SHARED : MAP_PRIVATE;
  void* at = mmap(nullptr, whole, PROT_READ | PROT_WRITE, sharing | MAP_NORESERVE, file.fd, 0);
  if (at == MAP_FAILED) return system_error(path, "cannot map");
  Mapping mapped(at, whole), converted;
  if (!is_direct) {
    auto memory = Mapping::anonymous(header->data_bytes());
    if (!memory) return file_error(path, memory.error().message);
    converted = std::move(*memory);
    exchange_elements(*header, converted.at(), mapped.at() + header->data_begin, false);
  }
  return std::unique_ptr<HostArray>(std::make_unique<FileArray>(
      path, std::move(*header), use, std::move(file), std::move(mapped), std::move(converted)));
}

Result<std::unique_ptr<HostArray>> create_array(const std::string& path, ir::Kind kind,
                                                const std::vector<int64_t>& shape) {
  auto size = count_elements(kind, shape);
  if (!size) return file_error(path, size.error().message);
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return file_error(path, S_ISDIR(info.st_mode) ? "it is a folder" : "it is no regular file");
  std::string header = write_npy_header(kind, shape);
  uint64_t bytes =
      header.size() + static_cast<uint64_t>(*size) * static_cast<uint64_t>(ir::bits_of(kind)) / 8;
  size_t slash = path.rfind('/');
  size_t name = slash == std::string::npos ? 0 : slash + 1;
  std::string temporary = path.substr(0, name) + ".tack-XXXXXX";
  if (temporary.size() >= sizeof g_temporaries[0]) return file_error(path, "the name is too long");
  if (static_cast<size_t>(g_temporary_count) == kMostTemporaries)
    return file_error(path, "too many files");
  Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (file.fd < 0) return system_error(path, "cannot write");
  std::memcpy(g_temporaries[g_temporary_count], temporary.c_str(), temporary.size() + 1);
  g_temporary_count = g_temporary_count + 1;
  auto fail = [&](const char* what, int code) -> Error {
    errno = code;
    Error error = system_error(path, what);
    unlink(temporary.c_str());
    return error;
  };
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file.fd, 0666 & ~mask);
  // All of it now: a full disk is an error here, not a fault while the kernel runs. What cannot fit
  // would fill the disk before it fails.
  struct statvfs disk;
  if (fstatvfs(file.fd, &disk) == 0 && bytes / disk.f_frsize > disk.f_bavail)
    return fail("cannot write", ENOSPC);
  if (int code = posix_fallocate(file.fd, 0, static_cast<off_t>(bytes)))
    return fail("cannot write", code);
  if (!write_all(file.fd, reinterpret_cast<const uint8_t*>(header.data()), header.size(), 0))
    return fail("cannot write", errno);
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd, 0);
  if (at == MAP_FAILED) return fail("cannot map", errno);
  return std::unique_ptr<HostArray>(std::make_unique<NewFileArray>(
      path, temporary, kind, shape, *size, Mapping(at, bytes), header.size()));
}

Result<std::unique_ptr<HostArray>> make_array(ir::Kind kind, const std::vector<int64_t>& shape) {
  auto size = count_elements(kind, shape);
  if (!size) return Error{"an array: " + size.error().message};
  auto memory = Mapping::anonymous(static_cast<uint64_t>(*size) *
                                   static_cast<uint64_t>(ir::bits_of(kind)) / 8);
  if (!memory) return memory.error();
  return std::unique_ptr<HostArray>(
      std::make_unique<MemoryArray>(kind, shape, *size, std::move(*memory)));
}

}  // namespace tack::driver
