// SPDX-License-Identifier: Apache-2.0
#include "fuzz/program.hpp"

#include <fmt/format.h>

#include <cstring>

#include "ir/clone.hpp"

namespace tack::fuzz {
namespace {

bool same(ir::Kind kind, uint64_t a, uint64_t b) {
  return a == b || (is_nan(kind, a) && is_nan(kind, b));
}

std::unique_ptr<ir::Module> clone_module(const ir::Module& from) {
  auto to = std::make_unique<ir::Module>();
  to->target = from.target;
  to->files = from.files;
  to->locs = from.locs;
  to->arrays = from.arrays;
  to->structs = from.structs;
  std::unordered_map<const ir::Function*, ir::Function*> functions;
  for (const auto& f : from.functions) {
    ir::Function& g = *to->add_function(f->name, f->kind);
    functions[f.get()] = &g;
    g.results = f->results;
    g.goal = f->goal;
    g.small = f->small;
    ir::ValueMap map;
    for (const ir::Inst* p : f->params) map[p] = g.add_param(p->type, p->name);
    for (size_t d = 0; d < f->indices.size(); ++d) {
      g.add_dimension(f->indices[d]->name, f->extents[d]->name);
      map[f->indices[d]] = g.indices[d];
      map[f->extents[d]] = g.extents[d];
    }
    for (const ir::Inst* r : f->reductions)
      map[r] = g.add_reduction(static_cast<ir::ReduceOp>(r->bits), r->aux, r->name);
    ir::clone_into(f->body, g.body, g, map);
  }
  for (const auto& g : to->functions) {
    ir::walk(g->body, [&](ir::Inst& inst) {
      if (inst.callee) inst.callee = functions.at(inst.callee);
    });
  }
  return to;
}

}  // namespace

bool is_nan(ir::Kind kind, uint64_t bits) {
  if (kind == ir::Kind::F32) return (bits & 0x7FFFFFFF) > 0x7F800000;
  if (kind == ir::Kind::F64) return (bits & ~(uint64_t{1} << 63)) > 0x7FF0000000000000;
  return false;
}

Program copy(const Program& program) {
  return {program.seed,
          clone_module(*program.module),
          program.extents,
          program.buffers,
          program.numbers,
          program.reductions,
          program.exits_two_levels};
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
