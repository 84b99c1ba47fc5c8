// SPDX-License-Identifier: Apache-2.0
// The launches of one call and their arguments, wherever the memory stands.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernel_fuzz/run.hpp"

namespace tack::kernel_fuzz {

inline int64_t as_number(const Argument& a) {
  int unused = 64 - ir::bits_of(a.kind);
  return is_signed(a.kind) ? static_cast<int64_t>(a.bits << unused) >> unused
                           : static_cast<int64_t>(a.bits);
}

inline int64_t elements(const Argument& a) {
  int64_t n = int64_t{std::max(a.element, 1)} * std::max(a.cols, 1);
  for (int64_t e : a.shape) n *= e;
  return n;
}

// What every way to run needs: `block` and `own` say where memory stands.
struct Call {
  const Case& c;
  Lowered& lowered;
  std::vector<uint64_t> result;                  // slots of the return value
  std::vector<int64_t> faults;                   // of debug mode
  std::deque<std::vector<uint8_t>> copies;       // of blocks as they were, for traced code
  std::function<uint64_t(int)> block;            // where a block stands
  std::function<uint64_t(void*, uint64_t)> own;  // where memory of ours stands

  Call(const Case& some, Lowered& l)
      : c(some),
        lowered(l),
        result(l.compiled->result.slots),
        faults(python::empty_faults(l.compiled->faults)) {}

  std::vector<uint64_t> slots(const std::vector<python::KernelParam>& params) {
    using Source = python::KernelParam::Source;
    std::vector<uint64_t> out;
    const python::LaunchBounds& bounds = lowered.bounds;
    auto number = [&](int64_t v) { out.push_back(static_cast<uint64_t>(v)); };
    auto buffer = [&](void* data, size_t size) {
      out.push_back(own(data, size * 8));
      out.push_back(size);
    };
    for (const python::KernelParam& p : params) {
      switch (p.source) {
        case Source::Buffer: {
          const Argument& a = c.arguments[p.arg];
          uint64_t at = block(a.block);
          if (p.index == 1) {  // what it held before the loop
            auto& copy = copies.emplace_back(c.blocks[static_cast<size_t>(a.block)].bytes);
            at = own(copy.data(), copy.size());
          }
          out.push_back(at + static_cast<uint64_t>(a.offset));
          number(elements(a));
          break;
        }
        case Source::Scalar:
          out.push_back(c.arguments[p.arg].bits);
          break;
        case Source::Dim:
          number(c.arguments[p.arg].shape[p.index]);
          break;
        case Source::Start:
          number(bounds.start[p.index]);
          break;
        case Source::Step:
          number(bounds.step[p.index]);
          break;
        case Source::Extent:
          number(bounds.extent[p.index]);
          break;
        case Source::Result:
          buffer(result.data(), result.size());
          break;
        case Source::Faults:
          buffer(faults.data(), faults.size());
          break;
        case Source::Table: {
          python::LookupTable& table = lowered.compiled->tables[p.index];
          out.push_back(own(table.words.data(), table.words.size() * 8));
          out.push_back(table.size);
          break;
        }
      }
    }
    return out;
  }

  // The launches of one call in their order.
  template <class Launch>
  Result<void> run(const Launch& launch) {
    const python::Compiled& k = *lowered.compiled;
    const python::LaunchBounds& bounds = lowered.bounds;
    const int64_t one[] = {1};
    auto part = [&](const std::string& name, const std::vector<python::KernelParam>& params,
                    std::span<const int64_t> extents) -> Result<void> {
      if (name.empty()) return {};
      return launch(*k.module->find_function(name), slots(params), extents);
    };
    if (auto done = part(k.result.before, k.result.before_params, one); !done) return done;
    if (!bounds.empty()) {
      int64_t extents[3];
      python::kernel_extents(bounds.rank, bounds.extent, extents);
      auto done = part(k.kernel, k.params, {extents, python::kernel_rank(bounds.rank)});
      if (!done) return done;
    }
    return part(k.result.after, k.result.after_params, one);
  }

  Output output(std::vector<std::vector<uint8_t>> blocks) const {
    Output out;
    out.blocks = std::move(blocks);
    if (lowered.compiled->result.has_value()) out.returned = result[0];
    return out;
  }
};

}  // namespace tack::kernel_fuzz
