// SPDX-License-Identifier: Apache-2.0
#include "runtime/xc/settings.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tack::rt {
namespace {

std::string text_of(const Settings& s) {
  char* text = s.serialise();
  std::string out = text;
  free(text);
  return out;
}

TEST(Settings, KeepsTheOrder) {
  Settings s;
  for (int k = 0; k < 40; ++k) {
    EXPECT_TRUE(s.set(("k" + std::to_string(k)).c_str(), "v"));
  }
  EXPECT_TRUE(s.set("k3", "new"));
  EXPECT_TRUE(s.remove("k0"));
  EXPECT_FALSE(s.remove("k0"));
  EXPECT_EQ(s.count(), 39u);
  EXPECT_STREQ(s.key(0), "k1");
  EXPECT_STREQ(s.key(2), "k3");
  EXPECT_STREQ(s.get("k3"), "new");
  EXPECT_EQ(s.get("k"), nullptr);
  EXPECT_EQ(s.get("k33x"), nullptr);
}

TEST(Settings, RefusesWhatAFileCannotKeep) {
  Settings s;
  for (const char* key : {"", "a=b", "a#", "#a", " a", "a ", "a\nb", "\t"})
    EXPECT_FALSE(s.set(key, "v")) << key;
  for (const char* value : {" v", "v ", "a\nb", "\n"}) EXPECT_FALSE(s.set("k", value)) << value;
  EXPECT_EQ(s.count(), 0u);
  for (const char* value : {"", "a = b", "# no comment", "a\tb"}) {
    EXPECT_TRUE(s.set("k", value)) << value;
    std::string text = text_of(s);
    Settings again;
    EXPECT_TRUE(again.load(text.data(), text.size()));
    EXPECT_STREQ(again.get("k"), value);
  }
}

TEST(Settings, ReadsLines) {
  Settings s;
  std::string text =
      "# a comment = 1\n  b =  two words \r\nno sign\n\n = empty key\nc=\n  # x = 1\n"
      "b = later wins\nd = 1 = 2\nlast = no end";
  EXPECT_TRUE(s.load(text.data(), text.size()));
  EXPECT_EQ(text_of(s), "b = later wins\nc = \nd = 1 = 2\nlast = no end\n");
  Settings none;
  EXPECT_TRUE(none.load("", 0));
  EXPECT_EQ(none.count(), 0u);
}

class SettingsFile : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/tack_settings_XXXXXX";
    folder = mkdtemp(name);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string folder;
};

TEST_F(SettingsFile, IsWrittenWhole) {
  std::string path = folder + "/a/b/p.conf";
  Settings s;
  s.set("x", "1");
  EXPECT_FALSE(s.read(path.c_str()));
  EXPECT_TRUE(s.write(path.c_str()));
  s.set("y", std::string(10000, 'z').c_str());
  EXPECT_TRUE(s.write(path.c_str()));
  Settings again;
  EXPECT_TRUE(again.read(path.c_str()));
  EXPECT_EQ(text_of(again), text_of(s));
  // Nothing else is left there.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder + "/a/b"), {}), 1);
  EXPECT_FALSE(s.write((path + "/q").c_str()));  // a file is no folder
  EXPECT_FALSE(again.read((folder + "/a").c_str()));
}

TEST_F(SettingsFile, StandsWhereTheVariablesSay) {
  auto path_of = [](const char* name) {
    char* path = settings_path(name);
    std::string out = path ? path : "(none)";
    free(path);
    return out;
  };
  setenv("HOME", "/h", 1);
  setenv("XDG_CONFIG_HOME", "/x", 1);
  setenv("XCC_SETTINGS_DIR", "/s", 1);
  EXPECT_EQ(path_of("p"), "/s/p.conf");
  setenv("XCC_SETTINGS_DIR", "", 1);
  EXPECT_EQ(path_of("p"), "/x/p.conf");
  unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(path_of("p"), "/h/.config/p.conf");
  EXPECT_EQ(path_of(""), "(none)");
  EXPECT_EQ(path_of("a/b"), "(none)");
  unsetenv("HOME");
  EXPECT_EQ(path_of("p"), "(none)");
}

}  // namespace
}  // namespace tack::rt
