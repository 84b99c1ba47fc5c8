// SPDX-License-Identifier: Apache-2.0
#include "support/read_file.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <fstream>

namespace tack {
namespace {

using ::testing::HasSubstr;

TEST(ReadFile, GivesAllBytes) {
  std::string path = ::testing::TempDir() + "read_file_test.bin";
  std::string bytes(100'000, '\0');
  bytes += "\r\n\xff end";
  std::ofstream(path, std::ios::binary) << bytes;
  auto read = read_file(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, bytes);
  std::remove(path.c_str());
}

TEST(ReadFile, NamesWhatCannotBeRead) {
  auto missing = read_file("/no/such/file");
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message, HasSubstr("cannot read '/no/such/file': No such file"));
  auto folder = read_file(::testing::TempDir());
  ASSERT_FALSE(folder.ok());
  EXPECT_THAT(folder.error().message, HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace tack
