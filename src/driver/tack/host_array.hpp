// SPDX-License-Identifier: Apache-2.0
// The arrays of `tack run`: files mapped, files created, memory. In use each is contiguous,
// row-major and in this machine's byte order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "launch/arguments.hpp"
#include "support/result.hpp"

namespace tack::driver {

class HostArray {
 public:
  HostArray(ir::Kind kind, std::vector<int64_t> shape, int64_t size);
  virtual ~HostArray() = default;
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;

  // As an array of numbers. Its shape is the file's.
  const launch::ArrayData& data() const { return data_; }
  // After a run that went well: what the kernel wrote becomes the file's. Without it files stay as
  // they were, created ones do not appear.
  virtual Result<void> commit() { return {}; }

 protected:
  std::vector<int64_t> shape_;
  launch::ArrayData data_;
};

// How a file is used.
enum class FileUse : uint8_t {
  Read,         // changes stay in memory
  Write,        // changes reach the file
  WriteAtOnce,  // and may do so before commit(), which is cheaper
};

// Which file it is: its own device and inode, or of one that is to be made those of its folder and
// its name there. Errors begin with the path.
struct FileIdentity {
  uint64_t device = 0, inode = 0;
  std::string name;
  bool operator==(const FileIdentity&) const = default;
};
Result<FileIdentity> identify_file(const std::string& path);
Result<FileIdentity> identify_place(const std::string& path);
Result<std::unique_ptr<HostArray>> open_array(const std::string& path, FileUse use);
// Zeros. The file appears at commit(), in place of any of that name.
Result<std::unique_ptr<HostArray>> create_array(const std::string& path, ir::Kind kind,
                                                const std::vector<int64_t>& shape);
// Zeros, in memory alone.
Result<std::unique_ptr<HostArray>> make_array(ir::Kind kind, const std::vector<int64_t>& shape);

// Files that are being written, removed when SIGINT, SIGTERM or SIGHUP ends the process. A mapped
// file that shrinks ends it with a message.
void watch_signals();

}  // namespace tack::driver
