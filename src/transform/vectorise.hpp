// SPDX-License-Identifier: Apache-2.0
// Turns a kernel into gang code (docs/ir.md "Gang code"): W items in lock step.
//
// Uniform values stay scalars, uniform control stays branches. Varying control runs under masks:
// lanes live after a label are those live before it, less those that left past it. Calls must have
// been inlined and structs split. Reductions may have been lowered; those left become lanes vars.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/ir.hpp"
#include "transform/report.hpp"

namespace tack::transform {

struct Refusal {
  std::string reason;  // "calls @f, which could not be inlined"
  ir::Loc loc = 0;
};

// Why a kernel cannot become gang code; nothing when it can.
std::optional<Refusal> why_not_vectorise(const ir::Function& kernel);

// `width` is a power of two from 2 to 64; the kernel must not be refused. Says how each buffer
// access came out.
KernelReport vectorise(ir::Function& kernel, uint16_t width);

}  // namespace tack::transform
