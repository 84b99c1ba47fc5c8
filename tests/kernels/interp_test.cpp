// SPDX-License-Identifier: Apache-2.0
#include "interp/interp.hpp"

#include <gtest/gtest.h>

#include "kernels/kernels.hpp"

namespace tack {
namespace {

TEST(Kernels, InterpreterGivesTheBitsOfThePlainLoops) {
  for (const kernels::Case& c : kernels::all_cases()) {
    std::unique_ptr<ir::Module> module = kernels::load(c.kernel);
    const ir::Function& kernel = *module->find_function(c.kernel);
    for (interp::Order order :
         {interp::Order::Forward, interp::Order::Reverse, interp::Order::Shuffled}) {
      std::vector<std::vector<uint8_t>> buffers = c.buffers;
      std::vector<interp::Argument> arguments;
      size_t buffer = 0, number = 0;
      for (const ir::Inst* p : kernel.params) {
        if (p->type.is_buffer()) {
          std::vector<uint8_t>& b = buffers[buffer++];
          int64_t size = ir::bits_of(p->type.buffer_element()) / 8;
          arguments.push_back(
              interp::Argument::buffer(b.data(), static_cast<int64_t>(b.size()) / size));
        } else {
          arguments.push_back(interp::Argument::number(c.numbers[number++]));
        }
      }
      interp::Options options;
      options.order = order;
      options.arithmetic = true;
      Result<interp::Outcome> got =
          interp::run_kernel(kernel, arguments, c.extents, c.reductions, options);
      ASSERT_TRUE(got.ok()) << got.error().message;
      for (const interp::Fault& fault : got->faults) ADD_FAILURE() << fault.text;
      EXPECT_EQ(buffers, c.expected_buffers) << c.kernel;
      EXPECT_EQ(got->reductions, c.expected_reductions) << c.kernel;
    }
  }
}

}  // namespace
}  // namespace tack
