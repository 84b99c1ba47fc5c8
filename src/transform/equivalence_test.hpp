// SPDX-License-Identifier: Apache-2.0
// Runs a kernel in the interpreter before and after a pass and compares every buffer.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "interp/interp.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::transform {

struct KernelRun {
  std::vector<std::vector<uint8_t>> buffers;
  std::vector<uint64_t> reductions;
};

inline std::unique_ptr<ir::Module> parse_or_fail(const std::string& text) {
  auto module = ir::parse(text);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  return module.ok() ? std::move(*module) : nullptr;
}

// Buffers of `length` elements with small mixed numbers, the same for each call with one seed;
// number parameters are 7, 8, ...
inline KernelRun run_first_kernel(const ir::Module& module, const std::vector<int64_t>& extents,
                            int64_t length, const interp::Options& options) {
  const ir::Function* kernel = nullptr;
  for (auto& f : module.functions) {
    if (f->is_kernel()) kernel = f.get();
  }
  KernelRun run;
  run.buffers.reserve(64);
  std::vector<interp::Argument> arguments;
  uint32_t state = 12345;
  auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 16; };
  uint64_t number = 7;
  for (const ir::Inst* p : kernel->params) {
    if (!p->type.is_buffer()) {
      bool is_float = p->type.is_float();
      uint64_t bits = number++;
      if (is_float) {
        float f = static_cast<float>(bits) / 4;
        double d = f;
        if (p->type.kind == ir::Kind::F32) bits = 0, std::memcpy(&bits, &f, 4);
        if (p->type.kind == ir::Kind::F64) std::memcpy(&bits, &d, 8);
      }
      arguments.push_back(interp::Argument::number(bits));
      continue;
    }
    ir::Kind kind = p->type.buffer_element();
    size_t size = static_cast<size_t>(ir::bits_of(kind)) / 8;
    std::vector<uint8_t> bytes(size * static_cast<size_t>(length));
    for (int64_t i = 0; i < length; ++i) {
      int64_t v = static_cast<int64_t>(next() % 41) - 20;
      uint8_t* at = bytes.data() + static_cast<size_t>(i) * size;
      float f = static_cast<float>(v) / 4;
      double d = f;
      if (kind == ir::Kind::F32) {
        std::memcpy(at, &f, 4);
      } else if (kind == ir::Kind::F64) {
        std::memcpy(at, &d, 8);
      } else {
        std::memcpy(at, &v, size);
      }
    }
    run.buffers.push_back(std::move(bytes));
    arguments.push_back(interp::Argument::buffer(run.buffers.back().data(), length));
  }
  std::vector<uint64_t> before(kernel->reductions.size(), 0);
  auto outcome = interp::run_kernel(*kernel, arguments, extents, before, options);
  EXPECT_TRUE(outcome.ok()) << (outcome.ok() ? "" : outcome.error().message) << "\n"
                            << ir::print(module);
  if (outcome.ok()) {
    run.reductions = outcome->reductions;
    for (auto& fault : outcome->faults) ADD_FAILURE() << fault.text << "\n" << ir::print(module);
  }
  return run;
}

// The pass must leave what the kernel computes as it is.
inline void expect_same(const std::string& text, const std::vector<int64_t>& extents,
                        int64_t length, const std::function<void(ir::Module&)>& pass,
                        ir::Stage stage = ir::Stage::Source) {
  auto before = parse_or_fail(text);
  if (!before) return;
  ASSERT_EQ(ir::verify(*before, ir::Stage::Source), "");
  auto after = parse_or_fail(text);
  pass(*after);
  std::string fault = ir::verify(*after, stage);
  ASSERT_EQ(fault, "") << ir::print(*after);
  KernelRun want = run_first_kernel(*before, extents, length, {});
  for (int variant = 0; variant < 3; ++variant) {
    interp::Options options;
    options.order = static_cast<interp::Order>(variant);
    options.chunk = variant == 1 ? 64 : 0;
    KernelRun got = run_first_kernel(*after, extents, length, options);
    EXPECT_EQ(got.reductions, want.reductions) << ir::print(*after);
    ASSERT_EQ(got.buffers.size(), want.buffers.size());
    for (size_t i = 0; i < want.buffers.size(); ++i) {
      EXPECT_EQ(got.buffers[i], want.buffers[i]) << "buffer " << i << "\n" << ir::print(*after);
    }
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace tack::transform
