// SPDX-License-Identifier: Apache-2.0
// The memory layout that DLPack 1.x defines between array libraries. Field order and sizes are the
// protocol; the names are ours.
#pragma once

#include <cstdint>

namespace tack::py::dlpack {

enum DeviceType : int32_t {
  kCpu = 1,
  kCuda = 2,
  kCudaHost = 3,
  kOpenCl = 4,
  kVulkan = 7,
  kMetal = 8,
  kVpi = 9,
  kRocm = 10,
  kRocmHost = 11,
  kExtension = 12,
  kCudaManaged = 13,
  kOneApi = 14,
  kWebGpu = 15,
  kHexagon = 16,
};

enum TypeCode : uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kBfloat = 4, kComplex = 5, kBool = 6 };

struct Tensor {
  void* data;
  int32_t device_type;
  int32_t device_id;
  int32_t rank;
  uint8_t type_code;
  uint8_t type_bits;
  uint16_t type_lanes;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major
  uint64_t byte_offset;
};

// Before 1.0: the capsule "dltensor".
struct Managed {
  Tensor tensor;
  void* owner;
  void (*deleter)(Managed*);
};

// From 1.0 on: the capsule "dltensor_versioned".
struct ManagedVersioned {
  uint32_t major, minor;
  void* owner;
  void (*deleter)(ManagedVersioned*);
  uint64_t flags;
  Tensor tensor;
};

inline constexpr uint64_t kFlagReadOnly = 1;
inline constexpr uint32_t kMajor = 1;
inline constexpr uint32_t kMinor = 0;

}  // namespace tack::py::dlpack
