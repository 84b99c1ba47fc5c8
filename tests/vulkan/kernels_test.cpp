// SPDX-License-Identifier: Apache-2.0
#include "kernels/kernels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness.hpp"

namespace tack::test {
namespace {

// Kernel cases on the device; the expected results are those of plain loops.
TEST(Kernels, MatchPlainLoops) {
  for (const Record& record : records()) {
    for (const kernels::Case& c : kernels::all_cases()) {
      std::string size;
      for (int64_t extent : c.extents) size += " " + std::to_string(extent);
      SCOPED_TRACE(record.name + ": " + c.kernel + size);
      auto module = kernels::load(c.kernel);
      std::vector<std::vector<uint8_t>> buffers = c.buffers;
      std::vector<uint64_t> reductions = c.reductions;
      std::vector<vulkan::HostArgument> arguments;
      size_t buffer = 0, number = 0;
      for (const ir::Inst* p : module->find_function(c.kernel)->params) {
        if (p->type.is_buffer()) {
          std::vector<uint8_t>& bytes = buffers[buffer++];
          uint64_t size = static_cast<uint64_t>(ir::bits_of(p->type.buffer_element())) / 8;
          arguments.push_back({0, bytes.data(), bytes.size() / size});
        } else {
          arguments.push_back({c.numbers[number++], nullptr, 0});
        }
      }
      spirv::Options options{record.caps, record.form, {}};
      options.passes.verify = true;
      auto program = gpu::compile(*module, c.kernel, options);
      ASSERT_TRUE(program.ok()) << program.error().message;
      EXPECT_EQ(validate(program->words), "");
      if (!device()) continue;
      auto executable = vulkan::Executable::make(*device(), *program);
      ASSERT_TRUE(executable.ok()) << executable.error().message;
      auto ran = (*executable)->run(arguments, c.extents, reductions);
      ASSERT_TRUE(ran.ok()) << ran.error().message;
      EXPECT_THAT(device()->take_messages(), testing::IsEmpty());
      EXPECT_EQ(buffers, c.expected_buffers);
      EXPECT_EQ(reductions, c.expected_reductions);
    }
  }
}

}  // namespace
}  // namespace tack::test
