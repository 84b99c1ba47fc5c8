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

TEST(Diagnostics, LongLinesAreCutAroundThePlace) {
  SourceFile file{"a.py", std::string(300, 'x') + "wrong" + std::string(300, 'y') + "\n", 1};
  std::string text = render(
      Diagnostic{Severity::Error, "t", "", {&file, 1, 301, 306}, std::string(5000, 'm'), {}});
  EXPECT_EQ(text, "a.py:1:301: error: " + std::string(1000, 'm') + "...\n   1 | ..." +
                      std::string(80, 'x') + "wrong" + std::string(75, 'y') + "...\n     |    " +
                      std::string(80, ' ') + "^~~~~\n");
}

TEST(Diagnostics, NothingSteersTheTerminal) {
  SourceFile file{"a\x1b.py", "\tx\x1b[1m\xe2\x80\xae \xff wrong\n", 1};
  EXPECT_EQ(render(Diagnostic{Severity::Error, "t", "", {&file, 1, 13, 18}, "no\x07 name", {}}),
            "a\\x1b.py:1:13: error: no\\x07 name\n"
            "   1 | \tx\\x1b[1m\\u202e \\xff wrong\n"
            "     | \t " +
                std::string(19, ' ') + "^~~~~\n");
}

}  // namespace
}  // namespace tack
