// SPDX-License-Identifier: Apache-2.0
// The commands of `tack`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/tack/options.hpp"
#include "frontend/python/file_module.hpp"

namespace tack::driver {

extern const CommandSpec kCheck, kInspect, kRun, kDevices, kCache;

// Prints "tack: text" on stderr; returns `code`.
int complain(const std::string& text, int code = kUsage);
// Reads a .py file; says why not on stderr.
std::optional<SourceFile> read_file(const std::string& path);

// Of the help of what takes types.
#define TACK_TYPES_HELP                                                                          \
  "  A type is that of a number, such as i32 or f64, or of an array by its number of\n"          \
  "  dimensions, such as f32[1] or u8[2]; f32[] has none. The types are i8 i16 i32 i64 u8 u16\n" \
  "  u32 u64 f32 f64.\n"

}  // namespace tack::driver
