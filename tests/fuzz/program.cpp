// SPDX-License-Identifier: Apache-2.0
#include "fuzz/program.hpp"

#include <fmt/format.h>

#include <cstring>

#include "ir/text.hpp"
#include "support/ice.hpp"

namespace tack::fuzz {
namespace {

bool is_nan(ir::Kind kind, uint64_t bits) {
  if (kind == ir::Kind::F32) return (bits & 0x7FFFFFFF) > 0x7F800000;
  if (kind == ir::Kind::F64) return (bits & ~(uint64_t{1} << 63)) > 0x7FF0000000000000;
  return false;
}

bool same(ir::Kind kind, uint64_t a, uint64_t b) {
  return a == b || (is_nan(kind, a) && is_nan(kind, b));
}

}  // namespace

Program copy(const Program& program) {
  Result<std::unique_ptr<ir::Module>> module = ir::parse(ir::print(*program.module));
  if (!module.ok()) TACK_ICE("printed IR does not parse: " + module.error().message);
  return {std::move(*module), program.extents,    program.buffers,
          program.numbers,    program.reductions, program.exits_two_levels};
}

std::string difference(const Program& program, const Output& want, const Output& got) {
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer& buffer = program.buffers[i];
    if (buffer.same_as >= 0) continue;
    if (got.buffers[i].size() != want.buffers[i].size()) return "a buffer of another size";
    size_t size = static_cast<size_t>(ir::bits_of(buffer.kind)) / 8;
    for (size_t at = 0; at < want.buffers[i].size(); at += size) {
      uint64_t a = 0, b = 0;
      std::memcpy(&a, want.buffers[i].data() + at, size);
      std::memcpy(&b, got.buffers[i].data() + at, size);
      if (!same(buffer.kind, a, b))
        return fmt::format("buffer {} ({}) element {}: {:#x}, should be {:#x}", i,
                           ir::kind_name(buffer.kind), at / size, b, a);
    }
  }
  for (size_t r = 0; r < want.reductions.size(); ++r) {
    ir::Kind kind = program.kernel().reductions[r]->aux.kind;
    if (!same(kind, want.reductions[r], got.reductions[r]))
      return fmt::format("reduction {} ({}): {:#x}, should be {:#x}", r, ir::kind_name(kind),
                         got.reductions[r], want.reductions[r]);
  }
  return {};
}

}  // namespace tack::fuzz
