// SPDX-License-Identifier: Apache-2.0
// The device beside the CPU that blocks may run on. None is built yet: programs run on the CPU. A
// device is one value of Gpu, given to set_gpu before the first launch; the tests' is a fake.
#pragma once

#include <cstdint>

#include "runtime/tack_rt.h"

namespace tack::rt {

struct Launch {
  const tack_rt_kernel* kernel;
  const void* args;
  const int64_t* extents;
  int32_t dims;
  void* const* results;
};

struct Gpu {
  const char* identity;  // interface, name, numbers: part of the hardware key
  // Why it cannot run this block, null where it can; a static text.
  const char* (*why_not)(const tack_rt_kernel* kernel);
  // A hash of the block's code for this device: learned bounds go with it.
  uint32_t (*code)(const tack_rt_kernel* kernel);
  // False: nothing has happened, and the CPU runs it. gpu_us: time on the device, -1 unknown.
  bool (*run)(const Launch& launch, int64_t* gpu_us);
};

void set_gpu(const Gpu* gpu);
const Gpu* gpu();

// Hashes both devices; learned bounds of other machines do not count here.
uint32_t hardware_key();
// "threads, model".
const char* cpu_identity();

}  // namespace tack::rt
