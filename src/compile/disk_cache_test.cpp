// SPDX-License-Identifier: Apache-2.0
#include "compile/disk_cache.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compile/bytes.hpp"
#include "compile/identity.hpp"

namespace tack::compile {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "tack-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root = name;
    folder = root + "/deep/tack";
  }
  void TearDown() override {
    fs::permissions(root, fs::perms::owner_all);
    if (fs::exists(folder)) fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(root);
  }
  std::string root, folder;
};

std::string payload_of(int i) {
  return std::string(1000 + static_cast<size_t>(i) * 37, char('a' + i));
}

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void spit(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

TEST_F(Cache, StoresAndLoads) {
  DiskCache cache(folder);
  Key key{1, 2};
  EXPECT_EQ(cache.load(key), std::nullopt);
  cache.store(key, payload_of(3));
  EXPECT_EQ(cache.load(key), payload_of(3));
  EXPECT_EQ(cache.load({1, 3}), std::nullopt);
  cache.store(key, "");
  EXPECT_EQ(cache.load(key), "");
  struct stat info;
  ASSERT_EQ(stat(folder.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST_F(Cache, OffStoresNothing) {
  DiskCache cache("");
  cache.store({1, 2}, "x");
  EXPECT_EQ(cache.load({1, 2}), std::nullopt);
}

TEST_F(Cache, EveryTruncationIsAbsent) {
  DiskCache cache(folder);
  Key key{7, 64 + 1};
  cache.store(key, "some machine code");
  std::string whole = slurp(cache.path_of(key));
  for (size_t size = 0; size < whole.size(); ++size) {
    spit(cache.path_of(key), whole.substr(0, size));
    EXPECT_EQ(cache.load(key), std::nullopt) << size;
  }
  spit(cache.path_of(key), whole + "x");
  EXPECT_EQ(cache.load(key), std::nullopt);
  cache.store(key, "some machine code");
  EXPECT_EQ(cache.load(key), "some machine code");
}

TEST_F(Cache, EveryFlippedBitIsAbsent) {
  DiskCache cache(folder);
  Key key{7, 9};
  cache.store(key, "some machine code");
  std::string whole = slurp(cache.path_of(key));
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    spit(cache.path_of(key), changed);
    EXPECT_EQ(cache.load(key), std::nullopt) << bit;
  }
}

TEST_F(Cache, AFileOfAnotherKeyIsAbsent) {
  DiskCache cache(folder);
  cache.store({1, 1}, "one");
  fs::copy_file(cache.path_of({1, 1}), cache.path_of({1, 2}));
  EXPECT_EQ(cache.load({1, 2}), std::nullopt);
}

TEST_F(Cache, WhatOthersCanWriteIsAbsent) {
  DiskCache cache(folder);
  cache.store({1, 1}, "one");
  ASSERT_EQ(chmod(cache.path_of({1, 1}).c_str(), 0666), 0);
  EXPECT_EQ(cache.load({1, 1}), std::nullopt);
  ASSERT_EQ(chmod(cache.path_of({1, 1}).c_str(), 0600), 0);
  ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
  EXPECT_EQ(cache.load({1, 1}), std::nullopt);
  cache.store({1, 2}, "two");
  EXPECT_FALSE(fs::exists(cache.path_of({1, 2})));
  ASSERT_EQ(chmod(folder.c_str(), 0700), 0);
  EXPECT_EQ(cache.load({1, 1}), "one");
}

TEST_F(Cache, LinksAndOtherFilesAreAbsent) {
  DiskCache cache(folder);
  cache.store({1, 1}, "one");
  fs::create_symlink(cache.path_of({1, 1}), cache.path_of({1, 2}));
  EXPECT_EQ(cache.load({1, 2}), std::nullopt);
  fs::create_directory(cache.path_of({1, 3}));
  EXPECT_EQ(cache.load({1, 3}), std::nullopt);
  ASSERT_EQ(mkfifo(cache.path_of({1, 4}).c_str(), 0600), 0);
  EXPECT_EQ(cache.load({1, 4}), std::nullopt);  // and does not hang
}

TEST_F(Cache, AFolderThatCannotBeMadeCostsNothing) {
  spit(root + "/file", "x");
  DiskCache cache(root + "/file/tack");
  cache.store({1, 1}, "one");
  EXPECT_EQ(cache.load({1, 1}), std::nullopt);
}

TEST_F(Cache, AFullDiskLeavesNoFile) {
  DiskCache cache(folder);
  cache.store({1, 1}, "one");
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // A file size limit fails in the middle of the write, as a full disk does.
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    cache.store({1, 2}, std::string(100000, 'x'));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(cache.load({1, 1}), "one");
  EXPECT_FALSE(fs::exists(cache.path_of({1, 2})));
  for (auto& file : fs::directory_iterator(folder))
    EXPECT_EQ(file.path().filename().string().find(".tmp-"), std::string::npos);
}

TEST_F(Cache, ManyWritersAndReadersWithSomeKilled) {
  constexpr int kProcesses = 24;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      DiskCache cache(folder);
      int wrong = 0;
      for (int round = 0; round < 200; ++round) {
        int i = (p * 7 + round) % 10;
        Key key{static_cast<uint64_t>(i), 5};
        if (auto found = cache.load(key); found && *found != payload_of(i)) ++wrong;
        cache.store(key, payload_of(i));
      }
      _exit(wrong ? 1 : 0);
    }
    children.push_back(child);
  }
  for (int p = 0; p < kProcesses; p += 10) kill(children[static_cast<size_t>(p)], SIGKILL);
  for (int p = 0; p < kProcesses; ++p) {
    int status = 0;
    waitpid(children[static_cast<size_t>(p)], &status, 0);
    bool killed = WIFSIGNALED(status) && p % 10 == 0;
    EXPECT_TRUE(killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) << p;
  }
  DiskCache cache(folder);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(cache.load({static_cast<uint64_t>(i), 5}), payload_of(i));
}

TEST_F(Cache, PruneKeepsWhatWasUsedLast) {
  DiskCache cache(folder);
  for (int i = 0; i < 8; ++i) {
    cache.store({1, static_cast<uint64_t>(i) + 1}, std::string(10000, 'x'));
    timespec times[2] = {{1000000 + i, 0}, {1000000 + i, 0}};
    utimensat(AT_FDCWD, cache.path_of({1, static_cast<uint64_t>(i) + 1}).c_str(), times, 0);
  }
  EXPECT_TRUE(cache.load({1, 1}));  // now the newest
  spit(folder + "/notes.txt", std::string(100000, 'n'));
  spit(folder + "/.tmp-old", "x");
  timespec old[2] = {{1000, 0}, {1000, 0}};
  utimensat(AT_FDCWD, (folder + "/.tmp-old").c_str(), old, 0);
  cache.prune(25000);
  EXPECT_TRUE(cache.load({1, 1}));
  EXPECT_TRUE(cache.load({1, 8}));
  for (uint64_t low = 2; low <= 7; ++low) EXPECT_FALSE(cache.load({1, low})) << low;
  EXPECT_TRUE(fs::exists(folder + "/notes.txt"));
  EXPECT_FALSE(fs::exists(folder + "/.tmp-old"));
}

TEST(Settings, FolderFromTheEnvironment) {
  auto with = [](const char* off, const char* dir, const char* xdg, const char* home) {
    auto set = [](const char* name, const char* value) {
      value ? setenv(name, value, 1) : unsetenv(name);
    };
    set("TACK_CACHE", off);
    set("TACK_CACHE_DIR", dir);
    set("XDG_CACHE_HOME", xdg);
    set("HOME", home);
    return DiskCache::standard_folder();
  };
  EXPECT_EQ(with(nullptr, "/a", "/b", "/c"), "/a");
  EXPECT_EQ(with(nullptr, nullptr, "/b", "/c"), "/b/tack");
  EXPECT_EQ(with(nullptr, nullptr, "relative", "/c"), "/c/.cache/tack");
  EXPECT_EQ(with("1", nullptr, nullptr, "/c"), "/c/.cache/tack");
  EXPECT_EQ(with("0", "/a", "/b", "/c"), "");
  EXPECT_EQ(with("OFF", "/a", "/b", "/c"), "");
  EXPECT_EQ(with(nullptr, nullptr, nullptr, nullptr), "");
}

TEST(Keys, PartsDoNotRunTogether) {
  auto key = [](std::string_view a, std::string_view b) {
    KeyBuilder builder;
    builder.text(a);
    builder.text(b);
    return builder.finish();
  };
  EXPECT_NE(key("ab", "c"), key("a", "bc"));
  EXPECT_NE(key("", "x"), key("x", ""));
  EXPECT_EQ(key("ab", "c"), key("ab", "c"));
  EXPECT_EQ(key("ab", "c").hex().size(), 32u);
}

TEST(Identity, OfThisProgramAndOfFiles) {
  EXPECT_FALSE(own_identity().empty());
  EXPECT_EQ(file_identity("/no/such/file"), "");
  EXPECT_EQ(file_identity("/proc/self/exe"), own_identity());
  EXPECT_NE(file_identity("/etc/passwd"), file_identity("/etc/group"));
}

TEST(Bytes, ReaderSurvivesAnyPrefix) {
  ByteWriter writer;
  writer.value<uint32_t>(7);
  writer.text("hello");
  writer.value<uint64_t>(3);
  std::string bytes = writer.take();
  ByteReader good(bytes);
  EXPECT_EQ(good.value<uint32_t>(), 7u);
  EXPECT_EQ(good.text(), "hello");
  EXPECT_EQ(good.value<uint64_t>(), 3u);
  EXPECT_TRUE(good.at_end());
  for (size_t size = 0; size < bytes.size(); ++size) {
    ByteReader bad(std::string_view(bytes).substr(0, size));
    bad.value<uint32_t>();
    bad.text();
    bad.value<uint64_t>();
    EXPECT_FALSE(bad.ok());
  }
  ByteReader huge(std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff"));
  EXPECT_EQ(huge.count(1), 0u);
  EXPECT_FALSE(huge.ok());
}

}  // namespace
}  // namespace tack::compile
