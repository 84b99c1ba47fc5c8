// SPDX-License-Identifier: Apache-2.0
#include "mathlib/mathlib.hpp"

#include <gtest/gtest.h>

#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::mathlib {
namespace {

TEST(MathLibrary, ParsesAndVerifies) {
  auto module = ir::parse(text(), "lib/math");
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_EQ(ir::verify(**module, ir::Stage::Source), "");
}

TEST(MathLibrary, AddBringsCalleesOnce) {
  ir::Module module;
  module.requires_locations = true;
  ir::Function* sine = add(module, "math.sin_f64");
  ASSERT_NE(sine, nullptr);
  EXPECT_EQ(add(module, "math.sin_f64"), sine);
  ASSERT_NE(add(module, "math.cos_f64"), nullptr);
  EXPECT_NE(module.find_function("math.reduce_f64"), nullptr);
  EXPECT_EQ(module.functions.size(), 3u);
  EXPECT_EQ(ir::verify(module, ir::Stage::Source), "");
  EXPECT_EQ(add(module, "math.no_such_f32"), nullptr);
}

TEST(MathLibrary, HasEachFunctionInBothPrecisions) {
  for (const char* name :
       {"exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
        "sinh", "cosh", "tanh", "fmod", "floormod", "floordiv", "pow"}) {
    EXPECT_TRUE(has(std::string("math.") + name + "_f32")) << name;
    EXPECT_TRUE(has(std::string("math.") + name + "_f64")) << name;
  }
}

}  // namespace
}  // namespace tack::mathlib
