// SPDX-License-Identifier: Apache-2.0
// Instances of device classes from C++: what kernels read of them, what is compiled anew when they
// change, what is refused.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <tack/tack.hpp>
#include <thread>

#include "error_of.hpp"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Before anything is compiled: each compiled variant is a file of this folder.
const std::string& cache_folder() {
  static const std::string folder = [] {
    std::string made = (std::filesystem::temp_directory_path() / "tack_objects_XXXXXX").string();
    if (!mkdtemp(made.data())) std::abort();
    setenv("TACK_CACHE_DIR", made.c_str(), 1);
    unsetenv("TACK_CACHE");
    return made;
  }();
  return folder;
}
[[maybe_unused]] const std::string& g_first = cache_folder();

class RemoveCache : public ::testing::Environment {
  void TearDown() override { std::filesystem::remove_all(cache_folder()); }
};
[[maybe_unused]] const auto* g_remove = ::testing::AddGlobalTestEnvironment(new RemoveCache);

size_t variants() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(cache_folder()))
    count += entry.is_regular_file();
  return count;
}

constexpr const char* kText = R"py(
import tack

@tack.device_class
class Grid:
    __tack_iterate__ = ("w", "h")
    SCALE = 3

    def __init__(self, w, h):
        self.w = w
        self.h = h
        self.data = tack.zeros((h, w))

    @tack.func
    def value(self, x, y):
        return self.data[y, x] * self.SCALE

@tack.device_class
class Fine(Grid):
    SCALE = 5

    @tack.func
    def value(self, x, y):
        return self.data[y, x] + self.SCALE

@tack.device_class
class Pair:
    def __init__(self):
        self.grid = 0
        self.add = 0.5
        self.out = 0

    @tack.kernel
    def run(self):
        for y, x in tack.ndindex(self.grid.h, self.grid.w):
            self.out[y * self.grid.w + x] = self.grid.value(x, y) + self.add

class Double(Pair):
    pass

class Half(Double):
    @tack.func
    def run(self):
        return 1

@tack.kernel
def gather(g, out):
    for c in g:
        out[c[1] * g.w + c[0]] = g.value(c[0], c[1])

@tack.kernel
def last(g, out):
    for i in range(1):
        out[0] = len(g.data) * 1000 + g.data.shape[1]

@tack.kernel
def number(g, out):
    for i in range(1):
        out[0] = g.SCALE / 2

@tack.kernel
def width(g, out):
    for i in range(1):
        out[0] = g.w

@tack.kernel
def misread(g, out):
    for i in range(1):
        out[0] = g.widht
)py";

const tack::Module& module() {
  static const tack::Module made = tack::Module::from_text(kText, "grids.py");
  return made;
}

class Objects : public ::testing::Test {
 protected:
  tack::Object grid(const char* of = "Grid") {
    for (size_t k = 0; k < data_.size(); ++k) data_[k] = static_cast<float>(k) + 0.25f;
    tack::Object made = module().object(of);
    made.set("w", 4).set("h", 3).set("data", tack::view(data_, {3, 4}));
    return made;
  }
  double run(const char* kernel, const tack::Object& object) {
    std::vector<double> out(1);
    module().kernel(kernel)(object, out);
    return out[0];
  }
  std::vector<float> data_ = std::vector<float>(12);
  std::vector<float> out_ = std::vector<float>(12);
};

TEST_F(Objects, AreOneArgument) {
  module().kernel("gather")(grid(), out_);
  for (size_t k = 0; k < 12; ++k) ASSERT_EQ(out_[k], data_[k] * 3) << k;
  module().kernel("gather")(grid("Fine"), out_);
  for (size_t k = 0; k < 12; ++k) ASSERT_EQ(out_[k], data_[k] + 5) << k;
}

TEST_F(Objects, HoldObjectsAsTheyAreThen) {
  tack::Object inner = grid();
  tack::Object pair = module().object("Pair");
  pair.set("grid", inner).set("add", 0.5).set("out", out_);
  inner.set("w", 2);  // too late for the pair
  module().kernel("Pair.run")(pair);
  for (size_t k = 0; k < 12; ++k) ASSERT_EQ(out_[k], data_[k] * 3 + 0.5f) << k;
  pair.set("grid", grid("Fine"));
  module().kernel("Pair.run")(pair);
  for (size_t k = 0; k < 12; ++k) ASSERT_EQ(out_[k], data_[k] + 5.5f) << k;
}

TEST_F(Objects, NewValuesNeedNoNewCode) {
  tack::Object one = grid();
  module().kernel("gather")(one, out_);
  size_t before = variants();
  ASSERT_GT(before, 0u);
  one.set("w", 2).set("h", 2);
  std::fill(out_.begin(), out_.end(), -1.0f);
  module().kernel("gather")(one, out_);
  EXPECT_EQ(out_,
            (std::vector<float>{0.75f, 3.75f, 12.75f, 15.75f, -1, -1, -1, -1, -1, -1, -1, -1}));
  std::vector<float> other(12, 2.0f);
  one.set("data", tack::view(other, {3, 4}));
  module().kernel("gather")(one, out_);
  EXPECT_EQ(out_[3], 6.0f);
  module().kernel("gather")(grid(), out_);  // another instance that looks the same
  EXPECT_EQ(variants(), before);
}

TEST_F(Objects, WhatIsCompiledInIsInTheKey) {
  tack::Object one = grid();
  EXPECT_EQ(run("last", one), 3004);
  one.set("data", tack::view(data_, {4, 3}));
  EXPECT_EQ(run("last", one), 4003);
  one.set("data", tack::view(data_, {2, 6}));
  EXPECT_EQ(run("last", one), 2006);
  std::vector<int64_t> wide(12);
  one.set("data", tack::view(wide, {3, 4}));
  EXPECT_EQ(run("last", one), 3004);

  EXPECT_EQ(run("number", one), 1.5);  // the class's
  size_t before = variants();
  one.set("SCALE", 7);
  EXPECT_EQ(run("number", one), 3.5);
  EXPECT_EQ(variants(), before + 1);
  one.set("SCALE", 7.0);  // a float of the same value
  EXPECT_EQ(run("number", one), 3.5);
  EXPECT_EQ(variants(), before + 2);
  one.set("SCALE", 0.0);
  EXPECT_FALSE(std::signbit(run("number", one)));
  one.set("SCALE", -0.0);  // the bits count
  EXPECT_TRUE(std::signbit(run("number", one)));
  EXPECT_EQ(variants(), before + 4);
  one.set("SCALE", uint64_t{1} << 63);
  EXPECT_EQ(run("number", one), 0x1p62);
  EXPECT_EQ(run("number", grid("Fine")), 2.5);
}

TEST_F(Objects, ScalarsHaveTheTypesOfNumbers) {
  tack::Module one = tack::Module::from_text(R"py(
import tack

@tack.device_class
class Box:
    @tack.kernel
    def put(self, out):
        for i in range(1):
            out[i] = self.v
)py");
  std::vector<uint64_t> out(1);
  std::vector<double> real(1);
  tack::Object box = one.object("Box");
  tack::Kernel put = one.kernel("Box.put");
  box.set("v", -1);
  put(box, out);
  EXPECT_EQ(out[0], UINT64_MAX);
  box.set("v", int64_t{1} << 40);
  put(box, out);
  EXPECT_EQ(out[0], uint64_t{1} << 40);
  box.set("v", UINT64_MAX);
  put(box, out);
  EXPECT_EQ(out[0], UINT64_MAX);
  box.set("v", true);
  put(box, out);
  EXPECT_EQ(out[0], 1u);
  box.set("v", 0.1);
  put(box, real);  // f64, since an array of the call is
  EXPECT_EQ(real[0], 0.1);
}

TEST_F(Objects, ManyThreadsShareOne) {
  const tack::Object shared = grid();
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> out(8, std::vector<float>(12));
  for (auto& mine : out)
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) module().kernel("gather")(shared, mine);
    });
  for (std::thread& t : threads) t.join();
  for (const auto& mine : out) EXPECT_EQ(mine[11], data_[11] * 3);
}

TEST_F(Objects, KernelsOfClassesAreNamed) {
  EXPECT_THAT(module().kernel_names(),
              ::testing::ElementsAre("gather", "last", "number", "width", "misread", "Pair.run"));
  EXPECT_EQ(module().kernel("Pair.run").parameter_count(), 1u);
  EXPECT_EQ(module().kernel("Double.run").parameter_count(), 1u);  // inherited
  EXPECT_THROW(module().kernel("Half.run"), tack::Error);          // hidden by a function
  EXPECT_THAT(module().kernel("gather").inspect("ir", grid(), out_), HasSubstr("gather"));
}

TEST_F(Objects, RefusesWhatIsWrong) {
  tack::Object one = grid();
  tack::Error error = error_of([&] { module().object("Grit"); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Name);
  EXPECT_THAT(error.message(),
              HasSubstr("no device class 'Grit' in 'grids.py'; did you mean 'Grid'?"));

  error = error_of([&] { one.set("dta", 1); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), HasSubstr("object of class 'Grid': attribute 'dta'"));
  EXPECT_THAT(error.message(), HasSubstr("did you mean 'data'?"));
  EXPECT_THAT(error_of([&] { one.set("value", 1); }).message(),
              HasSubstr("'value' is a function of the class"));
  EXPECT_THAT(error_of([&] { one.set("_w", 1); }).message(), HasSubstr("begins with _"));

  error = error_of([&] { run("misread", one); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), AllOf(HasSubstr("misread"), HasSubstr("widht")));
  error = error_of([&] { module().kernel("gather")(module().object("Grid").set("w", 1), out_); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Type);
  EXPECT_THAT(error.message(), HasSubstr("'h'"));
  error = error_of([&] { module().kernel("width")(module().object("Grid").set("h", 1), out_); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), HasSubstr("Set it on the object; __init__ is Python"));

  const std::vector<float> fixed(12);
  tack::Object pair = module().object("Pair");
  pair.set("grid", one).set("add", 1).set("out", fixed);
  error = error_of([&] { module().kernel("Pair.run")(pair); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), HasSubstr("argument 'self.out' is read-only"));

  tack::Module other = tack::Module::from_text(kText, "grids.py");
  error = error_of([&] { other.kernel("gather")(one, out_); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), HasSubstr("argument 'g' is an object of another module"));
  EXPECT_THAT(error_of([&] { other.object("Pair").set("grid", one); }).message(),
              HasSubstr("is of another module"));
  EXPECT_THAT(error_of([&] { module().kernel("Pair.run")(1); }).message(),
              HasSubstr("Numbers have no attributes"));
}

TEST_F(Objects, HaveAnEnd) {
  tack::Object deep = module().object("Pair");
  for (int k = 1; k < 16; ++k) {
    tack::Object outer = module().object("Pair");
    outer.set("grid", deep);
    deep = outer;
  }
  EXPECT_THAT(error_of([&] { module().object("Pair").set("grid", deep); }).message(),
              HasSubstr("nested too deep"));
  // One in itself is a copy of what it was.
  tack::Object pair = module().object("Pair");
  pair.set("add", 1).set("grid", pair);
}

}  // namespace
