// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "driver/cpu/cpu_executor.hpp"
#include "kernels/kernels.hpp"

namespace tack {
namespace {

void run_all(const std::string& isa, uint32_t width) {
  struct Compiled {
    std::unique_ptr<ir::Module> module;
    std::unique_ptr<driver::CpuProgram> program;
  };
  std::map<std::string, Compiled> known;
  for (const kernels::Case& c : kernels::all_cases()) {
    SCOPED_TRACE(c.kernel + " " + isa + " W=" + std::to_string(width));
    auto& [module, program] = known[c.kernel];
    if (!module) {
      module = kernels::load(c.kernel);
      driver::CpuCompileOptions options;
      options.pipeline.isa = isa;
      options.pipeline.width = width;
      auto compiled = driver::CpuProgram::compile(*module, options);
      ASSERT_TRUE(compiled.ok()) << compiled.error().message;
      program = std::move(*compiled);
    }
    const ir::Function& kernel = *module->find_function(c.kernel);
    std::vector<std::vector<uint8_t>> buffers = c.buffers;
    std::vector<driver::CpuArgument> arguments;
    size_t buffer = 0, number = 0;
    for (const ir::Inst* p : kernel.params) {
      if (p->type.is_buffer()) {
        std::vector<uint8_t>& b = buffers[buffer++];
        int64_t size = ir::bits_of(p->type.buffer_element()) / 8;
        arguments.push_back({0, b.data(), static_cast<int64_t>(b.size()) / size, true});
      } else {
        arguments.push_back({c.numbers[number++]});
      }
    }
    std::vector<uint64_t> reductions = c.reductions;
    auto done = program->launch(kernel, arguments, c.extents, reductions);
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_TRUE(buffers == c.expected_buffers);
    EXPECT_EQ(reductions, c.expected_reductions);
  }
}

TEST(Kernels, MachineCodeGivesTheBitsOfThePlainLoops) {
  for (const char* isa : {"sse2", "sse4", "avx2", "avx512"}) {
    if (!driver::cpu_has(isa)) continue;
    for (uint32_t width : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u}) run_all(isa, width);
  }
}

}  // namespace
}  // namespace tack
