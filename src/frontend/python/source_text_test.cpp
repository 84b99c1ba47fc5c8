// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/source_text.hpp"

#include <gtest/gtest.h>

namespace tack::python {
namespace {

TEST(SourceText, LinesEndInOneWay) {
  EXPECT_EQ(*decode_source("a\r\nb\rc\n\r\n\rd"), "a\nb\nc\n\n\nd");
  EXPECT_EQ(*decode_source("\xEF\xBB\xBFx"), "x");
  EXPECT_EQ(*decode_source(""), "");
}

TEST(SourceText, CodingLines) {
  EXPECT_EQ(*decode_source("# coding: latin-1\n\xe9"), "# coding: latin-1\n\xC3\xA9");
  EXPECT_EQ(*decode_source(" \t\f# xcoding=\tIso_8859_1-mac ;\n\xff"),
            " \t\f# xcoding=\tIso_8859_1-mac ;\n\xC3\xBF");
  EXPECT_EQ(*decode_source("#!x\r# coding:utf8\n\xC3\xA9"), "#!x\n# coding:utf8\n\xC3\xA9");
  // Without a name, in no comment, too late.
  for (const char* head : {"# coding:\n", "coding: latin-1\n", "\n\n# coding: latin-1\n",
                           "# coding latin-1\n", "x # coding: latin-1\n"})
    EXPECT_FALSE(decode_source(std::string(head) + "\xe9").ok()) << head;
  auto other = decode_source("# coding: koi8-r\n");
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("'koi8-r'"), std::string::npos);
}

TEST(SourceText, EverySequenceOfTwoBytesIsReadOrRefused) {
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      std::string text = {'#', static_cast<char>(a), static_cast<char>(b), '\n'};
      auto decoded = decode_source(text);
      bool is_ascii = a < 0x80 && b < 0x80;
      bool is_pair = a >= 0xC2 && a < 0xE0 && b >= 0x80 && b < 0xC0;
      EXPECT_EQ(decoded.ok(), is_ascii || is_pair) << a << ' ' << b;
    }
}

TEST(SourceText, LongSequences) {
  EXPECT_TRUE(decode_source("\xF4\x8F\xBF\xBF\xE0\xA0\x80\xED\x9F\xBF").ok());
  for (const char* bad : {"\xF4\x90\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                          "\xF5\x80\x80\x80", "\xE2\x82", "\xF0\x9F\x98", "\xC3"})
    EXPECT_FALSE(decode_source(bad).ok());
}

}  // namespace
}  // namespace tack::python
