// SPDX-License-Identifier: Apache-2.0
// tack.hpp against plain C++ loops.
#include <gmock/gmock.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <tack/tack.hpp>
#include <thread>

#include "error_of.hpp"

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kText = R"py(
import tack
import math

SCALE = tack.constant(3)

@tack.func
def twice(v):
    return v + v

@tack.kernel
def doubled(x, y):
    for i in range(len(x)):
        y[i] = twice(x[i])

@tack.kernel
def scaled(x):
    for i in range(len(x)):
        x[i] = SCALE * x[i] + math.pi

@tack.kernel
def affine(x, y, n):
    for i in range(len(x)):
        y[i] = twice(x[i]) + n

@tack.kernel
def transpose(src, dst):
    for y, x in tack.ndindex(src.shape[0], src.shape[1]):
        dst[x, y] = src[y, x]

@tack.kernel
def shift(x, y):
    for i in range(len(y)):
        y[i] = x[i] + 1

@tack.kernel
def put(x, v):
    for i in range(len(x)):
        x[i] = v

@tack.kernel
def half(x, v):
    for i in range(len(x)):
        x[i] = v * 0.1

@tack.kernel
def unknown(x):
    for i in range(len(x)):
        x[i] = skale * x[i]
        x[i] = other

@tack.kernel
def bound(x):
    for i in range(min(len(x), 2)):
        x[i] = 1

@tack.kernel
def divided(x, n):
    for i in range(10 // n):
        x[i] = 1

@tack.kernel
def element(x):
    for i in range(1):
        x[None] = x[None] * 2
)py";

const tack::Module& module() {
  static const tack::Module made = tack::Module::from_text(kText, "test.py");
  return made;
}

template <class T>
class CppApi : public ::testing::Test {};
using Types = ::testing::Types<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t,
                               uint64_t, float, double>;
TYPED_TEST_SUITE(CppApi, Types);

TYPED_TEST(CppApi, RunsOverEveryType) {
  using T = TypeParam;
  std::vector<T> x(1001), y(1001);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i % 50);
  module().kernel("doubled")(x, y);
  for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], static_cast<T>(2 * (i % 50))) << i;
}

TYPED_TEST(CppApi, KeepsTheShape) {
  using T = TypeParam;
  std::vector<T> src(6 * 7), dst(6 * 7);
  std::iota(src.begin(), src.end(), T{0});
  module().kernel("transpose")(tack::view(src, {6, 7}), tack::view(dst, {7, 6}));
  for (size_t y = 0; y < 6; ++y)
    for (size_t x = 0; x < 7; ++x) ASSERT_EQ(dst[x * 6 + y], src[y * 7 + x]) << y << ' ' << x;
}

TEST(CppApiCalls, TakesRangesOfAllKinds) {
  float numbers[4] = {1, 2, 3, 4};
  std::array<float, 4> more{};
  module().kernel("affine")(numbers, more, 1);
  EXPECT_THAT(more, ::testing::ElementsAre(3, 5, 7, 9));
  module().kernel("affine")(std::span(more).first(2), std::span(numbers, 2), 0.5);
  EXPECT_THAT(numbers, ::testing::ElementsAre(6.5f, 10.5f, 3, 4));
  std::vector<double> angles = {1, 2};
  module().kernel("scaled")(angles);
  EXPECT_EQ(angles[1], 3.0 * 2.0 + 3.14159265358979323846);
  double one = 21;
  module().kernel("element")(tack::view(&one, {}));
  EXPECT_EQ(one, 42);
  std::vector<int> none;
  module().kernel("put")(none, 1);
}

TEST(CppApiCalls, IntegersKeepTheirValue) {
  std::vector<int64_t> x(3);
  for (int64_t v : {int64_t{5}, int64_t{1} << 31, std::numeric_limits<int64_t>::min()}) {
    module().kernel("put")(x, v);
    EXPECT_EQ(x[2], v);
  }
  std::vector<uint64_t> u(3);
  module().kernel("put")(u, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(u[0], std::numeric_limits<uint64_t>::max());
  module().kernel("put")(u, true);
  EXPECT_EQ(u[0], 1u);
}

TEST(CppApiCalls, KernelsReturnValues) {
  tack::Module m = tack::Module::from_text(
      "import tack\n\n@tack.kernel\ndef total(x, by) -> int:\n    for i in range(len(x)):\n"
      "        tack.atomic_add(x, 0, by)\n    return x[0]\n\n"
      "@tack.kernel\ndef half(x) -> float:\n    for i in range(len(x)):\n        x[i] = i\n"
      "    return x[1] / 2\n");
  std::vector<int32_t> x(100);
  tack::Value total = m.kernel("total")(x, -3);
  EXPECT_TRUE(total.has_value() && !total.is_float());
  EXPECT_EQ(total.to<int64_t>(), -300);
  tack::Value half = m.kernel("half")(x);
  EXPECT_TRUE(half.is_float());
  EXPECT_EQ(half.to<double>(), 0.5);
  EXPECT_FALSE(module().kernel("put")(x, 1).has_value());
}

TEST(CppApiCalls, ValuesBecomeOtherTypesAsInKernels) {
  auto of = [](double f) {
    tack_value value{};
    value.kind = TACK_FLOAT;
    value.value.f = f;
    return tack::Value(value);
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(of(-2.9).to<int>(), -2);
  EXPECT_EQ(of(kNan).to<int>(), 0);
  EXPECT_EQ(of(1000.0).to<uint8_t>(), 255);
  EXPECT_EQ(of(255.9).to<uint8_t>(), 255);
  EXPECT_EQ(of(-0.9).to<uint8_t>(), 0);
  EXPECT_EQ(of(-1.0).to<uint64_t>(), 0u);
  EXPECT_EQ(of(-128.9).to<int8_t>(), -128);
  EXPECT_EQ(of(-1e300).to<int8_t>(), -128);
  EXPECT_EQ(of(0x1p63).to<int64_t>(), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(of(0x1p63).to<uint64_t>(), uint64_t{1} << 63);
  EXPECT_EQ(of(-kInf).to<int64_t>(), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(of(kInf).to<uint64_t>(), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(of(kInf).to<float>(), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(of(0.5).to<bool>() && !of(0.0).to<bool>());
  tack_value wide{};
  wide.kind = TACK_INT;
  wide.value.i = -257;
  EXPECT_EQ(tack::Value(wide).to<uint8_t>(), 255);
}

TEST(CppApiCalls, WhatWasMovedFromCanStillBeUsed) {
  std::vector<int> x(3);
  tack::Module first = tack::Module::from_text(kText, "test.py");
  tack::Module second = std::move(first);
  tack::Kernel put = first.kernel("put");
  tack::Kernel other = std::move(put);
  put(x, 4);
  EXPECT_EQ(x[2], 4);
  tack::Error error = error_of([&] { other(x); });
  tack::Error kept = std::move(error);
  EXPECT_EQ(error.message(), kept.message());
}

TEST(CppApiCalls, FloatsAreF64BesideF64) {
  std::vector<double> x(2);
  module().kernel("half")(x, 0.3);
  EXPECT_EQ(x[1], 0.3 * 0.1);
  std::vector<float> f(2);
  module().kernel("half")(f, 0.3);
  EXPECT_EQ(f[1], 0.3f * 0.1f);
}

TEST(CppApiCalls, OverlappingArraysFollowProgramOrder) {
  std::vector<int> x(8, 1);
  module().kernel("shift")(x, x);
  EXPECT_THAT(x, ::testing::Each(2));
}

TEST(CppApiErrors, ConstArraysAreReadOnly) {
  const std::vector<float> x(4, 1.0f);
  std::vector<float> y(4);
  module().kernel("affine")(x, y, 1);
  tack::Error error = error_of([&] { module().kernel("affine")(y, x, 1); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), HasSubstr("argument 'y' is read-only, but is written"));
  EXPECT_EQ(x[0], 1.0f);
}

TEST(CppApiErrors, CarryAllDiagnosticsWithTheirLines) {
  std::vector<float> x(4);
  tack::Error error = error_of([&] { module().kernel("unknown")(x); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Name);
  EXPECT_THAT(error.message(), HasSubstr("Kernel 'unknown': name 'skale' at line 4, column 16"));
  EXPECT_THAT(error.diagnostics(),
              AllOf(HasSubstr("test.py:49:16: error: name 'skale' is not defined"),
                    HasSubstr("  49 |         x[i] = skale * x[i]\n     |                ^~~~~"),
                    HasSubstr("name 'other' is not defined")));
  EXPECT_THAT(error.what(), AllOf(HasSubstr(error.message()), HasSubstr(error.diagnostics())));
}

TEST(CppApiErrors, NameTheKernelAndTheArgument) {
  std::vector<int> x(4);
  tack::Error error = error_of([&] { module().kernel("put")(x); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Type);
  EXPECT_THAT(error.message(), HasSubstr("Kernel 'put': expected 2 arguments (x, v), got 1"));
  EXPECT_EQ(error_of([&] { module().kernel("put")(); }).kind(), tack::ErrorKind::Type);
  error = error_of([&] { module().kernel("puts"); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Name);
  EXPECT_THAT(error.message(),
              HasSubstr("there is no kernel 'puts' in 'test.py'; did you mean 'put'?"));
  EXPECT_THAT(error_of([&] { module().kernel("zzz"); }).message(),
              HasSubstr("it has doubled, scaled, affine, transpose"));
  error = error_of([&] { module().kernel("bound")(x); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Runtime);
  error = error_of([&] { module().kernel("divided")(x, 0); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Runtime);
  EXPECT_THAT(error.message(), HasSubstr("division by zero"));
}

TEST(CppApiErrors, ShapesThatDoNotFit) {
  std::vector<int> x(6);
  EXPECT_EQ(error_of([&] { tack::view(x, {2, 4}); }).kind(), tack::ErrorKind::Value);
  EXPECT_EQ(error_of([&] { tack::view(x, {-2, -3}); }).kind(), tack::ErrorKind::Value);
  constexpr int64_t kHuge = int64_t{1} << 62;
  EXPECT_EQ(error_of([&] { tack::view(x, {kHuge, kHuge}); }).kind(), tack::ErrorKind::Value);
  EXPECT_EQ(error_of([&] { tack::view(x.data(), {1, 1, 1, 1, 1, 1, 1, 1, 6}); }).kind(),
            tack::ErrorKind::Value);
  auto put = [&](std::initializer_list<int64_t> shape) {
    return error_of([&] { module().kernel("put")(tack::view(x.data(), shape), 1); }).message();
  };
  EXPECT_THAT(put({-1}), HasSubstr("negative extent -1"));
  EXPECT_THAT(put({kHuge, 4}), HasSubstr("2^63 - 1 elements"));
  EXPECT_THAT(put({kHuge}), HasSubstr("2^63 - 1 bytes"));
  int* nowhere = nullptr;
  EXPECT_THAT(error_of([&] { module().kernel("put")(tack::view(nowhere, {1}), 1); }).message(),
              HasSubstr("argument 'x' has no memory"));
  auto* odd = reinterpret_cast<int*>(reinterpret_cast<char*>(x.data()) + 1);
  EXPECT_THAT(error_of([&] { module().kernel("put")(tack::view(odd, {1}), 1); }).message(),
              HasSubstr("is not aligned to its elements of 4 bytes"));
  std::vector<tack::Argument> many(300, tack::Argument(1));
  EXPECT_EQ(error_of([&] { module().kernel("put").call(many); }).kind(), tack::ErrorKind::Type);
}

TEST(CppApiErrors, TextsAreReadLazily) {
  tack::Module broken = tack::Module::from_text("import tack\n@tack.kernel\ndef k(x:\n", "b.py");
  for (const std::string& name : broken.kernel_names()) {
    std::vector<int> x(1);
    EXPECT_EQ(error_of([&] { broken.kernel(name)(x); }).kind(), tack::ErrorKind::Syntax);
  }
  EXPECT_TRUE(tack::Module::from_text("").kernel_names().empty());
  EXPECT_THAT(error_of([] { tack::Module::from_text("x = 1\n").kernel("k"); }).message(),
              HasSubstr("a kernel is a function at its top level with @tack.kernel"));
}

TEST(CppApiFiles, AreReadAndNamed) {
  std::string path = ::testing::TempDir() + "tack_api_kernels.py";
  std::ofstream(path) << kText;
  std::vector<int> x(9), y(9);
  tack::Module::from_file(path).kernel("affine")(x, y, 4);
  EXPECT_THAT(y, ::testing::Each(4));
  std::remove(path.c_str());
  tack::Error error = error_of([] { tack::Module::from_file("/no/such/file.py"); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::File);
  EXPECT_THAT(error.message(), HasSubstr("/no/such/file.py"));
}

TEST(CppApiInspect, ShowsEveryStage) {
  std::vector<float> x(4), y(4);
  tack::Kernel affine = module().kernel("affine");
  EXPECT_THAT(affine.inspect("ir", x, y, 1.0), HasSubstr("kernel @k_affine"));
  EXPECT_THAT(affine.inspect("source", x, y, 1.0), HasSubstr("define"));
  EXPECT_THAT(affine.inspect("optimized", x, y, 1.0), HasSubstr("define"));
  EXPECT_THAT(affine.inspect("asm", x, y, 1.0), HasSubstr("k_affine"));
  tack::Error error = error_of([&] { affine.inspect("llvm", x, y, 1.0); });
  EXPECT_EQ(error.kind(), tack::ErrorKind::Value);
  EXPECT_THAT(error.message(), HasSubstr("write ir, source, optimized or asm"));
}

TEST(CppApiThreads, OneKernelFromManyThreads) {
  tack::Kernel affine = module().kernel("affine");
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      // Half of them share a variant that nobody has compiled yet.
      for (int round = 0; round < 50; ++round) {
        std::vector<int16_t> x(300, static_cast<int16_t>(round));
        std::vector<int64_t> y(300);
        std::vector<float> z(300);
        if (t % 2) {
          affine(x, y, t);
          wrong += y[299] != 2 * round + t;
        } else {
          affine(x, z, t);
          wrong += z[299] != static_cast<float>(2 * round + t);
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(CppApiThreads, TheNumberOfThreadsChangesNothing) {
  std::vector<float> x(100'000), one(x.size()), seven(x.size());
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) * 0.37f;
  int before = tack::threads();
  tack::set_threads(1);
  EXPECT_EQ(tack::threads(), 1);
  module().kernel("affine")(x, one, 0.3);
  tack::set_threads(7);
  module().kernel("affine")(x, seven, 0.3);
  tack::set_threads(before);
  EXPECT_EQ(one, seven);
}

}  // namespace
