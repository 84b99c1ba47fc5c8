// SPDX-License-Identifier: Apache-2.0
#include "support/diagnostics.hpp"

#include <gtest/gtest.h>

namespace tack {
namespace {

TEST(Diagnostics, CaretStandsUnderTheRange) {
  SourceFile file{"a.py", "x = 1\nfor i in é:\n", 10};
  Diagnostics sink;
  Diagnostic& d =
      sink.report({Severity::Error, "test.id", "", {&file, 2, 5, 6}, "no such thing", {}});
  d.notes.push_back({{&file, 1, 1, 2}, "set here"});
  EXPECT_TRUE(sink.has_errors());
  EXPECT_EQ(render(sink),
            "a.py:11:5: error: no such thing\n"
            "  11 | for i in é:\n"
            "     |     ^\n"
            "a.py:10:1: note: set here\n"
            "  10 | x = 1\n"
            "     | ^\n");
}

TEST(Diagnostics, RangePastTheLineIsClamped) {
  SourceFile file{"a.py", "ab", 1};
  EXPECT_EQ(render(Diagnostic{Severity::Warning, "t", "", {&file, 1, 1, 99}, "long", {}}),
            "a.py:1:1: warning: long\n   1 | ab\n     | ^~\n");
  EXPECT_EQ(render(Diagnostic{Severity::Warning, "t", "", {&file, 7, 3, 4}, "gone", {}}),
            "a.py:7:3: warning: gone\n");
}

}  // namespace
}  // namespace tack
